//! `match`: games by the clock, games of nobody who thinks, and games that are written down.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use draughtsman::agents::{Clock, Contest};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::model::PlayerId;
use serde_json::Value;

use crate::shell::{json, run, run_in};

/// By the clock: whenever it is looked at, a second has gone by, so that a decision takes two. Who moves first runs out of time first; with
/// as much for each turn nobody does.
#[test]
fn who_runs_out_of_time_loses_a_match() {
    fn now() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_secs(LOOKS.fetch_add(1, Ordering::Relaxed))
    }
    let program = library::bundled("english").unwrap().program;
    let simulator = Simulator::new(&program, Position::start(&program).unwrap(), 40);
    let never = || false;
    let points = |control: &str| {
        let agents = ["greedy", "random"].map(|agent| agent.parse().unwrap());
        let contest = Contest::new(&simulator, agents, 0, 7, Clock::new(now, &never));
        let mut contest = contest.under(Some(control.parse().unwrap()));
        let games = contest.round(0).unwrap();
        let overstepped: Vec<_> = games.iter().map(|game| game.overstepped).collect();
        (overstepped, contest.counted(0).unwrap())
    };
    let (overstepped, round) = points("5s");
    assert_eq!(overstepped, [Some(PlayerId(0)); 2], "Black begins");
    assert_eq!((round.points.as_slice(), round.lost_on_time, round.cut_off, round.decisions), (&[0.0, 1.0][..], 2, 0, 10));
    let (overstepped, round) = points("5s+2s");
    assert_eq!((overstepped.as_slice(), round.lost_on_time), (&[None; 2][..], 0));
}

/// Nobody who looks ahead is needed for a match.
#[test]
fn chance_plays_itself_to_the_end() {
    let said = json(&["match", "english", "random", "random", "--games", "40", "--json"]);
    assert!(said["won"].as_u64() > Some(5) && said["lost"].as_u64() > Some(5) && said["cut_off"] == 0, "{said}");
}

#[test]
fn a_match_by_the_clock_says_so() {
    let asked = ["match", "english", "alpha-beta:1000s", "random", "--games", "2", "--clock", "1s+10ms", "--limit", "30"];
    let said = json(&[&asked[..], &["--json"]].concat());
    assert_eq!((said["time"].as_str(), said["games"].as_u64()), (Some("1s+10ms"), Some(2)));
    let told = run(&asked).out;
    assert!(told.contains("alpha-beta:1000s against random, 1s+10ms each, openings of 6 decisions"), "{told}");
}

/// Each game is played by the rules, with who sat where, and together they are what the match says.
#[test]
fn the_games_of_a_match_are_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["match", "english", "alpha-beta:50", "greedy", "--games", "6", "--seed", "3", "--json", "-o", "games.pdn"];
    let played = |threads: &str| {
        let ended = run_in(folder.path(), &[&asked[..], &["--threads", threads]].concat(), b"");
        assert_eq!(ended.code, 0, "{}", ended.err);
        let said: Value = serde_json::from_str(&ended.out).unwrap();
        (said, std::fs::read_to_string(folder.path().join("games.pdn")).unwrap())
    };
    let (said, games) = played("1");
    assert_eq!(games, played("2").1, "in the order of their numbers, over its own");
    let rounds: Vec<&str> = games.lines().filter(|line| line.starts_with("[Round")).collect();
    let wanted = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"].map(|round| format!("[Round \"{round}\"]"));
    assert_eq!(rounds, wanted);
    // Black is the first side, which the agent plays first.
    assert!(games.starts_with("[Event \"alpha-beta:50 against greedy\"]"), "{games}");
    let won = games.split("[Event").skip(1).filter(|game| {
        let winner = if game.contains("[Result \"1-0\"]") { "[White \"" } else { "[Black \"" };
        !game.contains("1/2-1/2") && game.contains(&format!("{winner}alpha-beta:50\"]"))
    });
    assert_eq!(said["won"].as_u64(), Some(won.count() as u64), "{games}");
    let checked = run_in(folder.path(), &["pdn", "games.pdn"], b"");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    for (arguments, says) in [
        (&["-o", "games.txt"][..], "this cannot be written as .txt"),
        (&["-o", "rules.pdn"], "rules.pdn: there is a file already"),
        (&["-o", "new.pdn", "--position", "position.toml"], "PDN begins a game with FEN"),
    ] {
        std::fs::write(folder.path().join("rules.pdn"), "no games").unwrap();
        let lasca = "schema = 1\nvariant = \"lasca\"\n[setup.board]\nc3 = [\"White soldier\", \"Black soldier\"]\ne5 = \"Black soldier\"\n";
        std::fs::write(folder.path().join("position.toml"), lasca).unwrap();
        let variant = if arguments.len() > 2 { "lasca" } else { "english" };
        let ended = run_in(folder.path(), &[&["match", variant, "greedy", "random", "--games", "2"], arguments].concat(), b"");
        assert!(ended.code == 2 && ended.err.contains(says), "{arguments:?}: {}", ended.err);
    }
}

/// PDN has moves of squares only: what else there is in Tablut is taken before it is left.
#[test]
fn games_that_pdn_has_no_form_for_are_left_out_and_the_match_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "tablut", "random", "random", "--games", "20", "--opening", "0", "--limit", "20", "-o", "games.pdn"];
    let ended = run_in(folder.path(), &arguments, b"");
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(
        ended.out.contains("20 games of tablut") && ended.err.contains("not in games.pdn: PDN has no form"),
        "{}",
        ended.err
    );
    let kept = std::fs::read_to_string(folder.path().join("games.pdn")).unwrap().matches("[Event ").count();
    let left_out: usize = ended.err.split_once(" of the games").unwrap().0.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(kept > 0 && kept + left_out == 20, "{kept}: {}", ended.err);
    // Of a match to the end nearly all games have such moves.
    let ended = run_in(folder.path(), &["match", "tablut", "random", "random", "--games", "4", "-o", "other.pdn"], b"");
    assert!(ended.code == 2 && ended.err.contains("of 6 such games none can be written"), "{}", ended.err);
}

/// Three sides, of which one is the agent's: who is as strong as the others wins a third.
#[test]
fn what_is_even_depends_on_how_many_sides_play() {
    let rules = "+++\nname = \"Three\"\n[players]\nAnn = { faces = \"north\" }\nBob = { faces = \"south\" }\nCy = { faces = \"east\" }\n[board]\n\
                 grid = \"3x3\"\n[pieces]\nman = { symbol = \"m\" }\n[setup]\nman = { Ann = [\"a1\"], Bob = [\"a3\"], Cy = [\"c2\"] }\n+++\n\
                 movement {\n  man may step orthogonal\n}\nvictory {\n  mover wins if some own on b2\n  draw if turns = 40\n}\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("three.draughts"), rules).unwrap();
    let arguments = ["match", "three.draughts", "random", "random", "--games", "60", "--opening", "0"];
    let ended = run_in(folder.path(), &[&arguments[..], &["--json"]].concat(), b"");
    let said: Value = serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
    let [games, won, drawn] = ["games", "won", "drawn"].map(|what| said[what].as_f64().unwrap());
    assert!(said["even"] == 0.333 && said["elo"].is_null(), "{said}");
    // A draw is shared by all three.
    assert!((said["score"].as_f64().unwrap() - (won + drawn / 3.0) / games).abs() < 1e-3, "{said}");
    let text = run_in(folder.path(), &arguments, b"").out;
    assert!(text.contains("% is even: the agent plays one side of 3") && !text.contains("Elo +"), "{text}");
    let refused = run_in(folder.path(), &[&arguments[..], &["--sprt", "0,20"]].concat(), b"");
    assert!(refused.code == 2 && refused.err.contains("3 play"), "{} {}", refused.code, refused.err);
}

/// Of three sides each has a tag of its own, and is told by it when the games are read again.
#[test]
fn games_of_three_sides_say_who_sat_where() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("three.draughts"), include_str!("../../templates/hex.draughts").replace("NAME", "Three"))
        .unwrap();
    let arguments = ["match", "three.draughts", "greedy", "random", "--games", "3", "--opening", "0", "-o", "games.pdn"];
    let ended = run_in(folder.path(), &arguments, b"");
    assert_eq!(ended.code, 0, "{}", ended.err);
    let games = draughtsman::notation::pdn::read(&std::fs::read_to_string(folder.path().join("games.pdn")).unwrap());
    let seats =
        |game: &draughtsman::notation::pdn::Game| ["Red", "Green", "Blue"].map(|tag| game.tag(tag).map(str::to_owned).unwrap());
    let one_of = |place: usize| std::array::from_fn(|at| if at == place { "greedy" } else { "random" }.to_owned());
    assert_eq!(games.iter().map(seats).collect::<Vec<_>>(), [one_of(0), one_of(1), one_of(2)]);
    let told = run_in(folder.path(), &["pdn", "games.pdn"], b"").out;
    assert!(told.contains("Red random - Green greedy - Blue random"), "{told}");
    let ended = run_in(folder.path(), &["play", "three.draughts", "--plain"], b"load games.pdn\nundo\nsave one.pdn\nquit\n");
    let kept = std::fs::read_to_string(folder.path().join("one.pdn")).unwrap_or_else(|_| panic!("{}{}", ended.out, ended.err));
    assert!(kept.contains("[Red \"greedy\"]") && kept.contains("[Blue \"random\"]"), "{kept}");
}

/// A match of which nothing could be written is not played.
#[test]
fn games_of_which_none_has_a_form_in_pdn_are_refused_before() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["match", "saving_private", "greedy", "random", "--games", "4", "-o", "games.pdn"];
    let ended = run_in(folder.path(), &arguments, b"");
    assert!(ended.code == 2 && ended.out.is_empty(), "{}{}", ended.out, ended.err);
    assert!(ended.err.contains("PDN has no form") && ended.err.contains("let --output end with `/`"), "{}", ended.err);
    assert!(!folder.path().join("games.pdn").exists());
}

/// A saved game has every move, whatever it is: each game gets a file of its own.
#[test]
fn games_without_a_form_in_pdn_are_saved_in_a_folder() {
    for variant in ["saving_private", "warp", "chaos"] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["match", variant, "greedy", "random", "--games", "2", "--limit", "100", "-o", "games/"];
        let ended = run_in(folder.path(), &arguments, b"");
        assert!(ended.code == 0 && ended.out.contains("2 games of"), "{}{}", ended.out, ended.err);
        let files = ["games/001.1.toml", "games/001.2.toml"];
        let read = run_in(folder.path(), &[&["pdn"], &files[..]].concat(), b"");
        assert!(read.code == 0 && read.out.contains("2 games"), "{variant}: {}{}", read.out, read.err);
        // What is tried leaves nothing: here no game goes on.
        let opened = ["match", variant, "random", "random", "--games", "2", "--limit", "1", "--opening", "1", "-o", "other/"];
        let ended = run_in(folder.path(), &opened, b"");
        assert!(ended.code == 2 && !folder.path().join("other").exists(), "{}", ended.err);
        // Nothing is written among the files of somebody.
        let again = run_in(folder.path(), &arguments, b"");
        assert!(again.code == 2 && again.err.contains("this folder is not empty"), "{}", again.err);
        let forced = run_in(folder.path(), &[&arguments[..], &["--force"]].concat(), b"");
        assert_eq!(forced.code, 0, "{}", forced.err);
    }
}

/// Who has run out of time has lost, in a saved game too.
#[test]
fn a_saved_game_of_a_match_says_whose_time_was_up() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "warp", "alpha-beta", "alpha-beta", "--games", "2", "--opening", "0", "--clock", "1ms+0s", "-o", "games/"];
    let ended = run_in(folder.path(), &arguments, b"");
    assert_eq!(ended.code, 0, "{}", ended.err);
    let text = std::fs::read_to_string(folder.path().join("games/001.1.toml")).unwrap();
    assert!(text.contains("reason = \"time\""), "{text}");
}
