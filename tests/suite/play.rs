//! Games that are piped into `draughtsman play`: what comes out, and how it ends.

mod messages;
mod told;
mod whole;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Plays these lines; what was said, on both channels, and the exit code.
fn play(arguments: &[&str], typed: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_draughtsman"))
        .arg("play")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has given up before reading everything is none of this function's business.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let done = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (said, done.status.code().unwrap_or(-1))
}

/// Each part must be said, in this order.
fn check(arguments: &[&str], typed: &str, code: i32, parts: &[&str]) -> String {
    let (said, ended) = play(arguments, typed);
    let mut rest = said.as_str();
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("{typed:?}: no `{part}` in what follows:\n{rest}\n---\n{said}") };
        rest = &rest[at + part.len()..];
    }
    assert_eq!(ended, code, "{said}");
    said
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn moves_in_any_form() {
    let parts = &["Black to move.", "Black: 11-15", "White: 23-19", "Black: 8-11", "White: 22-17", "End of input."];
    check(
        &["english"],
        "11-15\n23 19\nD8:F6\n8-11\nc3 b4\n22 17\n",
        0,
        &["11-15", "23-19", "is not a move here", "Black: 8-11"],
    );
    check(&["english"], "11-15\n23 19\n8:11\n22 17\n", 0, parts);
    check(&["english"], "?\n2\n", 0, &["1. ", "2. ", "7. ", "Black> 2", "Black: "]);
}

#[test]
fn illegal_moves_are_explained() {
    let parts = &[
        "`11-18` is not a move here: there is nothing between 11 and 18 to take",
        "man may step forward diagonal",
        "22 is a White man, and it is Black's turn",
        "Goodbye",
    ];
    check(&["english"], "11-18\n22-18\nquit\n", 0, parts);
    let duty = &["9-13 would be a move, but is barred by", "must capture", "A player who can capture must", "15x22"];
    check(&["english", "--position", "B:W18,30:B9,15"], "9-13\n", 0, duty);
    check(&["english"], "why 11-15\nwhy 33\n", 0, &["`11-15` is legal", "`33` is not on the board"]);
}

#[test]
fn unknown_words_and_blank_lines() {
    check(&["english"], "\n\ndance\n", 0, &["`dance` is neither a square nor a word of these moves", "`help` the commands"]);
    check(&["english"], "help\n", 0, &["undo", "save [FILE]"]);
    let long = "x".repeat(10_000) + "\n11-15\n";
    check(&["english"], &long, 0, &["That line is too long.", "Black: 11-15"]);
}

#[test]
fn moves_that_may_be_several() {
    let parts = &["`2x18` may mean 2x11x18, 2x9x18", "Black> 2x11x18", "Black: 2x11x18"];
    check(&["english", "--position", "B:W6,7,14,15,32:B2"], "2x18\n2x11x18\n", 0, parts);
    check(&["guerrilla"], "c3* c4*\nc5 e3\n", 0, &["Guerrilla: c3*+c4*", "`c5 e3` is not a move here"]);
}

/// The beginning of a move is no move, and a number that a move begins with too is asked about.
#[test]
fn what_is_not_typed_whole_is_asked_about() {
    check(&["guerrilla"], "c3*\n", 0, &["`c3*` is not the whole move: it goes on", "c3*+c4*", "Guerrilla> "]);
    let numbered = ["english", "--position", "B:W32:B5,2"];
    let parts = &["1. ", "2. 2-6", "`2` may mean 2-6 (`2.`) or 2-7 (`1.`)", "Black: 2-6"];
    let said = check(&numbered, "?\n2\n2.\n", 0, parts);
    assert_eq!(said.matches("Black: ").count(), 1, "{said}");
    check(&numbered, "?\n3\n", 0, &["3. 5-9", "Black: 5-9"]);
    check(&numbered, "12.\n", 0, &["the list has 3 moves"]);
}

#[test]
fn undo_takes_back() {
    let parts =
        &["White: 23-19", "Taken back: 23-19.", "White to move.", "Taken back: 11-15.", "no move of yours", "Black: 11-16"];
    check(&["english"], "11-15\n23-19\nundo\nundo\nundo\n11-16\n", 0, parts);
    let against = &["You are Black.", "Black: 11-15", "White: ", "Taken back: ", ", 11-15.", "Black to move.", "Black: 11-16"];
    check(&["english", "--opponent", "greedy", "--seed", "3"], "11-15\nundo\n11-16\n", 0, against);
}

#[test]
fn a_saved_game_goes_on_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let opponent = ["english", "--opponent", "random", "--seed", "5"];
    let whole = play(&opponent, "11-15\n1.\n2.\n1.\n3.\n").0;
    let saved = [&opponent[..], &["--save", text(&file)]].concat();
    check(&saved, "11-15\n1.\n", 0, &["The game is saved", "--resume"]);
    let rest = play(&["english", "--opponent", "random", "--resume", text(&file)], "2.\n1.\n3.\n").0;
    let told = |said: &str| said.lines().filter(|line| line.starts_with("White: ")).map(str::to_owned).collect::<Vec<_>>();
    let (whole, rest) = (told(&whole), told(&rest));
    assert_eq!(whole.len(), 5);
    assert_eq!(whole[2..], rest[..]);
}

#[test]
fn saving_and_loading_in_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a game.toml");
    let typed = format!("11-15\nsave {0}\n23-19\nload {0}\n23-18\nload {0}.nothing\nsave\n", text(&file));
    let parts = &["Saved: ", "White: 23-19", "Loaded: ", "White to move.", "White: 23-18", "there is no file", "Where to?"];
    check(&["english"], &typed, 0, parts);
    let saved = fs::read_to_string(&file).expect("a saved game");
    assert!(saved.contains("\"11-15\""), "{saved}");
    let parts = &["Black: 11-15", "White: 23-19", "and not saved", "the game is not saved: /nowhere/at/all.toml: "];
    check(&["english", "--save", "/nowhere/at/all.toml"], "11-15\n23-19\n", 2, parts);
}

/// What is said at the end is so: whether the game as it stands is in a file, and in which.
#[test]
fn the_end_says_whether_the_game_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let goes_on = format!("`draughtsman play english --resume {}` goes on", text(&file));
    let typed = format!("11-15\nsave {}\nquit\n", text(&file));
    check(&["english"], &typed, 0, &["Saved: ", "Goodbye. The game is saved; ", &goes_on]);
    // Read again and left alone, or brought back to what was saved.
    check(&["english", "--resume", text(&file)], "quit\n", 0, &["The game is saved"]);
    check(&["english", "--resume", text(&file)], "23-19\nundo\nquit\n", 0, &["Taken back", "The game is saved"]);
    let typed = format!("load {}\nquit\n", text(&file));
    check(&["english"], &typed, 0, &["Loaded: ", "The game is saved"]);
    let said =
        check(&["english", "--resume", text(&file)], "23-19\nquit\n", 0, &["since the game was saved is lost", &goes_on]);
    assert!(!said.contains("The game is saved"), "{said}");
    check(&["english"], "11-15\nsave /nowhere/at/all.toml\nquit\n", 0, &["Not saved: ", "not over and not saved"]);
    check(&["American checkers"], "quit\n", 0, &["draughtsman play \"American checkers\" --resume FILE"]);
    check(&["english"], "save x.png\nquit\n", 0, &["Not saved: x.png: this cannot be written as .png (accepted: .toml, .pdn)"]);
}

#[test]
fn corrupt_saves_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let cases = [
        ("moves = [3", "no TOML"),
        ("variant = \"english\"\nmoves = [\"11-99\"]", "moves.1: `11-99` is none of the moves"),
        ("variant = \"english\"\nmoves = [7]", "moves"),
        ("variant = \"english\"\nnonsense = 1", "nonsense"),
        ("\u{0}\u{1}", "game.toml"),
    ];
    for (saved, part) in cases {
        fs::write(&file, saved).expect("a file");
        check(&["english", "--resume", text(&file)], "11-15\n", 2, &["error", part]);
        let typed = format!("11-15\nload {}\n23-19\n", text(&file));
        check(&["english"], &typed, 0, &["Black: 11-15", "Not loaded: ", part, "White: 23-19"]);
    }
    check(&["english", "--resume", "no-such-game.toml"], "", 2, &["no-such-game.toml"]);
    check(&["english", "--opponent", "greedy", "--as", "Purple"], "", 2, &["no player `Purple`", "Black, White"]);
    check(&["-"], "", 2, &["moves come from standard input"]);
}

#[test]
fn the_end_is_told() {
    let parts =
        &["Black: 15x22", "The game is over: Black won", "player who cannot move loses", "the game is over", "Taken back"];
    check(&["english", "--position", "B:W18:B15"], "15x22\n9-13\nundo\n", 0, parts);
    let parts = ["White resigns: Black has won.", "over: Black won (resignation)", "over> undo", "Taken back: 11-15", "Black>"];
    check(&["english"], "11-15\nresign\nundo\n", 0, &parts);
    check(&["english"], "draw\nno\ndraw\nyes\n11-15\n", 0, &["No draw.", "drawn by agreement", "over>", "The game is over."]);
    check(&["english", "--opponent", "greedy"], "draw\n", 0, &["plays on"]);
}

#[test]
fn a_position_is_set_up_by_typing() {
    let typed = "setup clear\nsetup put 18 White king\nsetup put 14 Black man\nsetup put 1 Black man\nsetup lift 1\nsetup mover White\n18x9\n";
    check(&["english"], typed, 0, &["White to move.", "White: 18x9", "over: White won"]);
    let wrong = "setup\nsetup put 99 White king\nsetup put 18 Purple king\n";
    check(&["english"], wrong, 0, &["How? `setup put c3 White king`", "Not set up: ", "99", "Not set up: ", "Purple"]);
    check(&["saving_private", "--seed", "7"], "setup clear\n", 0, &["cannot be set up here"]);
    let match_of_two = ["guerrilla", "--option", "match", "--seed", "1"];
    check(&match_of_two, "resign\nnext\nsetup clear\n", 0, &["Game 2 of 2", "In the midst of a match nothing is set up."]);
}

#[test]
fn what_was_taken_back_is_played_again_and_the_best_line_is_told() {
    let typed = "redo\n11-15\nundo\nredo\nbest\n";
    let parts = ["Nothing was taken back.", "Taken back: 11-15.", "Played again: 11-15.", "decisions looked at)"];
    check(&["english"], typed, 0, &parts);
    // What the opponent has answered comes back with it.
    let parts = ["Taken back: ", ", 11-15.", "Played again: 11-15, "];
    check(&["english", "--opponent", "greedy"], "11-15\nundo\nredo\n", 0, &parts);
    // An end by agreement is no move: nothing goes on behind it.
    let parts = ["Taken back: 11-15.", "drawn by agreement", "Nothing was taken back."];
    check(&["english"], "11-15\nundo\ndraw\nyes\nredo\n", 0, &parts);
}

/// rulings/guerrilla.md (d): two games, seats changed, and a draw where no Guerrilla has won.
#[test]
fn a_match_of_two_games() {
    let parts = &[
        "Game 1 of 2 of the match: who began as Guerrilla: 0 wins; who began as COIN: 0 wins.",
        "`next` begins the next game; everybody moves on to the next seat.",
        "Game 2 of 2 of the match:",
        "The match is drawn.",
        "There is no further game.",
    ];
    let typed = "next\na4* b4*\nc5xa5\nnext\nf4* f5*\nf4xf6\nnext\n";
    let said = check(&["guerrilla", "--option", "match"], typed, 0, parts);
    assert!(said.contains("This game is not over."), "{said}");
    // Against the machine one changes seats too.
    let alone = ["guerrilla", "--option", "match", "--opponent", "random", "--as", "COIN", "--position", "C:Ga1*:Cb2"];
    check(&alone, "b2xa1\nnext\n", 0, &["You are COIN.", "The game is over: COIN won.", "You are Guerrilla."]);
}

#[test]
fn chance_is_fixed_by_the_seed() {
    for variant in ["saving_private", "chaos"] {
        let typed = "1\n".repeat(30);
        let said = check(&[variant, "--seed", "7"], &typed, 0, &["chance: ", "to move."]);
        assert_eq!(said, play(&[variant, "--seed", "7"], &typed).0);
        assert_ne!(said, play(&[variant, "--seed", "8"], &typed).0);
    }
}

#[test]
fn secrets_stay_secret() {
    let private = "saving_private";
    // Each sees only the own cards, and what chance has shown is not taken back.
    let parts = &[
        "not everybody sees",
        "stockpile of North: 10 x",
        "chance: ",
        "stockpile of South: 10 x",
        "cannot be taken back: it has shown something new to South and North",
        "--undo-revealed",
    ];
    check(&[private, "--seed", "7"], "1\nundo\n", 0, parts);
    let alone = ["saving_private", "--seed", "7", "--opponent", "random"];
    let said = check(&alone, "1\n1\n:undo\n", 0, &["You are South.", "cannot be taken back"]);
    let north = said.lines().filter(|line| line.starts_with("stockpile of North")).all(|line| !line.contains("clubs"));
    assert!(north, "{said}");
}

/// The front end says what may be taken back; chance decides the same again.
#[test]
fn what_was_shown_is_taken_back_where_that_is_allowed() {
    let private = ["saving_private", "--seed", "7", "--undo-revealed"];
    let parts = &["chance: ", "Taken back: ", "What it has shown stays known", "South to move.", "chance: "];
    let said = check(&private, "1\n:undo\n1\n", 0, parts);
    let shown: Vec<&str> = said.lines().filter(|line| line.starts_with("chance: ")).collect();
    assert_eq!(shown[shown.len() - 1], shown[shown.len() - 2], "{said}");
    // Where all is seen nothing needs to be allowed.
    check(&["english"], "11-15\nundo\n", 0, &["Taken back: 11-15."]);
}

/// The board is drawn for who was asked for, whoever is to move; nobody else's cards are on it, nor in the list of moves.
#[test]
fn somebody_looks_over_the_shoulders() {
    let said = check(
        &["saving_private", "--seed", "7", "--view", "North"],
        "c3-d4\nmoves\n",
        0,
        &["stockpile of South: 10 x", "South to move.", "South: c3-d4", "chance: "],
    );
    assert!(!said.contains("stockpile of South: 3"), "{said}");
    let wrong = check(&["saving_private", "--view", "West"], "", 2, &["no player `West`"]);
    assert!(wrong.contains("South, North"), "{wrong}");
}

/// A resigned game of a match is over, and the next one begins; a saved game holds the ones before it.
#[test]
fn a_match_goes_on_after_a_game_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.toml");
    let rules = ["guerrilla", "--option", "match", "--save", text(&file)];
    let parts = &[
        "Guerrilla resigns: COIN has won.",
        "The game is over: COIN won (resignation).",
        "Game 1 of 2 of the match: who began as Guerrilla: 0 wins; who began as COIN: 0 wins.",
        "`next` begins the next game",
        "Game 2 of 2 of the match.",
        "Guerrilla: c4*+c5*",
        "goes on",
    ];
    check(&rules, "c3* c4*\n1\nresign\n11-15\nnext\nc4* c5*\n", 0, parts);
    let saved = fs::read_to_string(&file).expect("a saved game");
    for part in ["[[earlier]]", "winners = [\"COIN\"]", "reason = \"resignation\"", "\"c3*+c4*\"", "\"c4*+c5*\""] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    // Without the option on the command line: the saved game says by which rules it is played.
    let resumed = &[
        "Game 2 of 2 of the match.",
        "1 decision so far.",
        "COIN resigns: Guerrilla has won.",
        "Game 2 of 2 of the match: who began as Guerrilla: 0 wins; who began as COIN: 1 win, 64 left in supply.",
        "The match goes to who began as COIN.",
        "There is no further game.",
    ];
    check(&["guerrilla", "--resume", text(&file)], "resign\nnext\n", 0, resumed);
    // A game that was given up is so when it is read again; taking back goes on with it.
    let given_up = ["guerrilla", "--resume", text(&file), "--save", text(&file)];
    check(&given_up, "resign\n", 0, &["COIN resigns"]);
    let again = &["The game is over: Guerrilla won (resignation).", "Taken back: c4*+c5*.", "Guerrilla to move."];
    check(&["guerrilla", "--resume", text(&file)], "undo\n", 0, again);
}

#[test]
fn a_match_goes_on_after_a_draw_by_agreement() {
    let parts = &["drawn by agreement", "The game is drawn (agreement).", "Game 1 of 2", "Game 2 of 2 of the match."];
    check(&["guerrilla", "--option", "match"], "draw\nyes\nnext\n", 0, parts);
}

#[test]
fn a_saved_match_that_says_nonsense_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.toml");
    for (saved, part) in [
        ("[[earlier]]\nmoves = []\n", "earlier.1: `winners` is missing"),
        ("[[earlier]]\nwinners = [\"Nobody\"]\n", "earlier.1.winners.1: `Nobody` is not a side"),
        ("[[earlier]]\nwinners = []\nnonsense = 1\n", "unknown key `nonsense`"),
        ("ended = { winners = [], left = -1 }\n", "out of range"),
    ] {
        fs::write(&file, format!("variant = \"guerrilla\"\noptions = [\"match\"]\n{saved}")).expect("a file");
        check(&["guerrilla", "--resume", text(&file)], "", 2, &["error", part]);
    }
}

/// Who takes longer than there is time for has lost, and what was typed then is not played.
#[test]
fn who_runs_out_of_time_has_lost() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_draughtsman"))
        .args(["play", "english", "--clock", "30s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut typed = child.stdin.take().expect("a pipe");
    typed.write_all(b"11-15\n").expect("a pipe");
    drop(typed);
    let said = String::from_utf8(child.wait_with_output().expect("the program ends").stdout).expect("text");
    assert!(said.contains("Time left: Black 0:30, White 0:30.") && said.contains("Black: 11-15"), "{said}");

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("late.toml");
    let text_of = "schema = 1\nvariant = \"english\"\nclock = { control = \"5m\", left = { Black = \"0s\" } }\n";
    fs::write(&file, text_of).expect("a file");
    let late = ["english", "--resume", text(&file)];
    let parts =
        ["Time left: Black 0:00.0, White 5:00.", "The game is over: White won (time).", "Time left: Black 0:00.0, White 5:00."];
    let said = check(&late, "11-15\nmoves\n", 0, &parts);
    let cannot = "Whoever has run out of time has lost: that cannot be taken back.";
    check(&late, "11-15\nundo\nredo\n", 0, &[cannot, "Nothing was taken back."]);
    assert!(!said.contains("Black: 11-15"), "{said}");
    // Whoever wants it so plays on with other clocks.
    check(&[&late[..], &["--clock", "1h+30s"]].concat(), "11-15\n", 0, &["Black 1:00:30, White 1:00:00", "Black: 11-15"]);
    check(&["english", "--clock", "5"], "", 2, &["`5` is no time control", "5m+3s"]);
}

/// What is left is saved, and an agent takes its share of it, whatever time it was told.
#[test]
fn the_clock_is_saved_and_agents_play_by_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let opponent = ["english", "--clock", "2s", "--opponent", "alpha-beta:1000s", "--save", text(&file)];
    check(&opponent, "11-15\n", 0, &["Black: 11-15", "White: ", "Black to move."]);
    let saved = fs::read_to_string(&file).expect("a game");
    let left = saved.split_once("White = \"").and_then(|(_, rest)| rest.split_once("ms\"")).expect("what is left").0;
    let left: u64 = left.parse().expect("a time");
    assert!(saved.contains("clock = { control = \"2s\"") && (1..2000).contains(&left), "{saved}");
    check(&["english", "--resume", text(&file)], "board\n", 0, &["Time left: Black", "White 0:01."]);
}
