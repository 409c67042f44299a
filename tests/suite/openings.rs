//! Openings that a match begins with.

use crate::shell;

#[test]
fn games_begin_with_the_openings_that_are_given() {
    let folder = tempfile::tempdir().unwrap();
    // White takes the last piece at once, whoever plays White.
    let text = "[Event \"1\"]\n[GameType \"21\"]\n[FEN \"B:WK10:B2\"]\n\n1. 2-6 *\n";
    let path = shell::file(folder.path(), "won.pdn", text);
    let told = shell::json(&["match", "english", "greedy", "random", "--openings", &path, "--json"]);
    assert_eq!((&told["games"], &told["openings"], &told["opening"]), (&2.into(), &1.into(), &0.into()), "{told}");
    assert_eq!((&told["won"], &told["lost"], &told["decisions"]), (&1.into(), &1.into(), &1.0.into()), "{told}");
    assert_eq!(told["score_as"], serde_json::json!({ "Black": 0.0, "White": 1.0 }));
    // More games go through the openings once more.
    let told = shell::json(&["match", "english", "greedy", "random", "--games", "6", "--json", "--openings", &path]);
    assert_eq!((&told["games"], &told["won"]), (&6.into(), &3.into()), "{told}");
    // What cannot be an opening is said with its place.
    for (text, part) in [
        (text.replace("2-6", "2-9"), "game 1"),
        (text.replace("2-6 *", "2-6 10x1 *"), "it is over, and no opening"),
        (String::new(), "there is no game in it"),
    ] {
        let path = shell::file(folder.path(), "wrong.pdn", text);
        let ended = shell::run(&["match", "english", "greedy", "random", "--openings", &path]);
        assert!(ended.code == 2 && ended.err.contains(part), "{}", ended.err);
    }
}

#[test]
fn openings_lie_beside_the_rules() {
    let told = shell::json(&["match", "english", "random", "random", "--games", "4", "--json", "--openings"]);
    assert_eq!((&told["openings"], &told["games"]), (&156.into(), &4.into()));
    let ended = shell::run(&["match", "russian", "random", "random", "--openings"]);
    assert!(ended.code == 2 && ended.err.contains("`russian` has no openings of its own"), "{}", ended.err);
    let folder = tempfile::tempdir().unwrap();
    let rules = shell::file(folder.path(), "pond.draughts", "+++\nname = \"Pond\"\nextends = \"english\"\n+++\n");
    let ended = shell::run(&["match", &rules, "random", "random", "--openings"]);
    assert!(ended.code == 2 && ended.err.contains("pond.openings.pdn beside the rules"), "{}", ended.err);
    shell::file(folder.path(), "pond.openings.pdn", "[Event \"1\"]\n\n1. 11-15 23-19 *\n\n[Event \"2\"]\n\n1. 9-14 *\n");
    let told = shell::json(&["match", &rules, "random", "random", "--json", "--openings"]);
    assert_eq!((&told["openings"], &told["games"]), (&2.into(), &4.into()));
}

/// The deck of the American Checker Federation: 174 sequences of three moves, of which 18 are barred and 12 are for play by mail.
#[test]
fn the_ballots_are_as_many_as_are_published_and_all_different() {
    let games = draughtsman::notation::pdn::read(draughtsman::library::openings_of("english").unwrap());
    assert_eq!(games.len(), 156);
    assert_eq!(games.iter().filter(|game| game.moves.iter().any(|mv| mv.comment().as_deref() == Some("by mail"))).count(), 12);
    let numbers = games.iter().map(|game| game.tag("Event").unwrap().trim_start_matches("ACF ").parse::<u32>().unwrap());
    let barred: Vec<u32> = (1..=174).filter(|number| !numbers.clone().any(|one| one == *number)).collect();
    assert_eq!(barred, [3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171]);
    let ready = draughtsman::library::bundled("english").unwrap();
    let after = |game| draughtsman::analysis::replay::replay(&ready.program, game).unwrap().game.position().hash();
    let different: std::collections::HashSet<u64> = games.iter().map(after).collect();
    assert_eq!(different.len(), 156);
}
