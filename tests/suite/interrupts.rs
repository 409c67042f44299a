//! Ctrl-C in what takes long: what was done by then is told, and is true.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use draughtsman::notation::grouped;
use serde_json::Value;

use crate::shell::{Ended, command, file, json};

/// No command may take longer to heed a signal, beside other tests.
const PATIENCE: Duration = Duration::from_secs(120);

/// The bit of SIGINT in the masks of /proc.
const SIGINT: u64 = 1 << 1;
/// Ticks of the processor's clock, a hundredth of a second each, in which something comes of a command.
const SOME_WORK: u64 = 60;

/// Whether a process takes care of Ctrl-C itself, and for how many ticks it has worked.
fn state(process: u32) -> (bool, u64) {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
    let (status, stat) = (read("status"), read("stat"));
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let heeds = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & SIGINT != 0);
    // Behind the name in brackets: state, and then numbers, of which the 11th is the time of the user.
    let time = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse().ok());
    (heeds, time.unwrap_or(0))
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

/// All that comes from here, which is read as it comes: a pipe that is full would stop who writes.
fn drained(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        text
    })
}

/// Starts a command, lets it work for a while, sends it these signals, and waits for its end.
fn interrupted(arguments: &[&str], signals: &[&str]) -> Ended {
    let mut child = command(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (out, err) = (drained(child.stdout.take().unwrap()), drained(child.stderr.take().unwrap()));
    let since = Instant::now();
    while !matches!(state(child.id()), (true, SOME_WORK..)) {
        assert!(since.elapsed() < PATIENCE && child.try_wait().unwrap().is_none(), "{arguments:?} heeds nothing");
        std::thread::sleep(Duration::from_millis(10));
    }
    signals.iter().for_each(|name| signal(&child, name));
    let since = Instant::now();
    let code = child.wait().unwrap().code().unwrap_or(-1);
    assert!(since.elapsed() < PATIENCE, "{arguments:?} goes on");
    Ended { code, out: out.join().unwrap(), err: err.join().unwrap() }
}

/// What an interrupted command has told in JSON, and what it said of it.
fn told(arguments: &[&str]) -> (Value, String) {
    let Ended { code, out, err } = interrupted(&[arguments, &["--json"]].concat(), &["INT"]);
    assert_eq!(code, 130, "{arguments:?}: {err}");
    (serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}")), err)
}

const ENDLESS: &str = "1000000000";

#[test]
fn games_that_are_counted_are_the_first_ones() {
    let (mut part, err) = told(&["simulate", "english", "--seed", "5", "--games", ENDLESS]);
    let games = part["games"].as_u64().unwrap();
    assert_eq!(err, format!("interrupted: {games} of {ENDLESS} games are counted\n"));
    let mut whole = json(&["simulate", "english", "--seed", "5", "--games", &games.to_string(), "--json"]);
    for said in [&mut part, &mut whole] {
        said.as_object_mut().unwrap().remove("cpu_seconds");
    }
    assert_eq!(part, whole);
}

#[test]
fn games_of_several_threads_and_of_who_thinks_are_whole_games() {
    for agents in [&["--threads", "2"][..], &["--agent", "alpha-beta:2000"]] {
        let (said, err) = told(&[&["simulate", "turkish", "--games", ENDLESS], agents].concat());
        let number = |key: &str| said[key].as_u64().unwrap();
        let wins: u64 = said["wins"].as_object().unwrap().values().map(|wins| wins.as_u64().unwrap()).sum();
        assert_eq!(wins + number("draws") + number("cut_off"), number("games"), "{said}");
        assert!(err.starts_with(&format!("interrupted: {} of ", number("games"))), "{err}");
    }
}

/// A report tells of the games so far; what was still to come of it is left out.
#[test]
fn a_report_that_is_interrupted_tells_of_the_games_so_far() {
    let (said, err) = told(&["simulate", "turkish", "--games", ENDLESS, "--report"]);
    let games = said["cases"][0]["games"].as_u64().unwrap();
    assert!(games > 0 && said["rules"].is_null(), "{said}");
    assert_eq!(err, format!("interrupted: {games} of {ENDLESS} games are counted\n"));
}

#[test]
fn what_was_learned_by_then_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("english.weights").display().to_string();
    let (said, err) = told(&["train", "english", "--games", "10000000", "--out", &out]);
    let games = said["games"].as_u64().unwrap();
    assert!(games > 0 && said["gain"].is_null() && said["file"] == *out, "{said}");
    assert_eq!(err, format!("interrupted: what {games} games have taught is written to {out}\n"));
    let read: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(read["games"], games);
}

#[test]
fn tables_that_are_made_by_then_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("english.endgames").display().to_string();
    let asked = ["endgames", "english", "--pieces", "5", "--memory", "100000", "--out", &out];
    let (said, err) = told(&asked);
    let tables = said["tables"].as_array().unwrap().len() as u64;
    assert!(tables > 0 && said["made"] == tables && said["file"] == *out, "{said}");
    assert!(said["wanted"].as_u64().unwrap() > tables && said["interrupted"] == true, "{said}");
    assert_eq!(err, format!("interrupted: {tables} tables are kept in {out}; the next run goes on from there\n"));
    let (again, _) = told(&asked);
    assert_eq!(again["tables"].as_array().unwrap().len() as u64, tables + again["made"].as_u64().unwrap(), "{again}");
}

#[test]
fn a_match_tells_whole_rounds() {
    for threads in ["1", "2"] {
        let arguments = ["match", "english", "greedy", "random", "--games", "10000000", "--threads", threads];
        let (said, err) = told(&arguments);
        let number = |key: &str| said[key].as_u64().unwrap();
        assert_eq!(number("won") + number("drawn") + number("lost"), number("games"), "{said}");
        assert_eq!(number("games") % 2, 0, "half a round");
        assert_eq!(err, format!("interrupted: {} of 10000000 games are counted\n", number("games")));
    }
}

/// Of no game there is nothing to tell, and nothing that would be worth the games of a file.
#[test]
fn a_match_without_a_game_leaves_the_file_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("keep.pdn").display().to_string();
    json(&["match", "english", "random", "random", "--games", "2", "-o", &out, "--json"]);
    let before = std::fs::read_to_string(&out).unwrap();
    let asked = ["match", "english", "alpha-beta:100000s,untrained", "random", "--opening", "0", "-o", &out];
    let (said, err) = told(&asked);
    let known = |key: &str| said[key].clone();
    assert_eq!(
        (known("games"), known("score"), known("elo"), known("decisions")),
        (0.into(), Value::Null, Value::Null, Value::Null)
    );
    assert_eq!(said["score_as"], serde_json::json!({ "Black": null, "White": null }));
    assert_eq!(err, format!("interrupted: 0 of 200 games are counted; nothing is written to {out}\n"));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), before);
    let words = interrupted(&asked, &["INT"]);
    assert!(words.out.contains("no game was played to its end") && !words.out.contains('%'), "{}", words.out);
}

#[test]
fn games_of_who_thinks_are_told_as_far_as_they_were_played() {
    let ladder = ["--thought=random,greedy", "--thought-games", "1000000", "--games", "2"];
    let (said, _) = told(&[&["simulate", "english"][..], &ladder].concat());
    let step = &said["thought"][0];
    let number = |key: &str| step[key].as_u64().unwrap_or_else(|| panic!("{said}"));
    assert_eq!((step["agent"].as_str(), said["thought"].as_array().map(Vec::len)), (Some("greedy"), Some(1)), "{said}");
    assert_eq!(number("won") + number("drawn") + number("lost"), number("games"), "{said}");
    assert!(number("games") > 0 && number("games") < 1_000_000, "{said}");
}

#[test]
fn depths_that_are_counted_are_told() {
    let (said, err) = told(&["perft", "english", "40"]);
    let depths = said["depths"].as_array().unwrap();
    let known = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];
    assert!(depths.len() > 3, "{said}");
    for (depth, known) in depths.iter().zip(known) {
        assert_eq!(depth["nodes"], known, "{said}");
    }
    assert_eq!(err, format!("interrupted: counted to depth {}, 40 was asked for\n", depths.len()));
    for more in [&["--general"][..], &["--threads", "2"]] {
        let Ended { code, out, err } = interrupted(&[&["perft", "english", "40"], more].concat(), &["INT"]);
        assert_eq!(code, 130, "{err}");
        assert_eq!(err, format!("interrupted: counted to depth {}, 40 was asked for\n", out.lines().count() - 1));
    }
}

#[test]
fn coverage_tells_of_the_games_so_far() {
    for more in [&[][..], &["--threads", "2"], &["--witness", "--options"]] {
        let (said, err) = told(&[&["coverage", "warp", "--games", ENDLESS], more].concat());
        let games = said["games"].as_u64().unwrap();
        assert!(games > 0, "{said}");
        assert_eq!(err, format!("interrupted: {games} of {ENDLESS} games are counted\n"));
    }
}

#[test]
fn a_search_for_witnesses_is_given_up() {
    // So many kings there never are.
    let folder = tempfile::tempdir().unwrap();
    let rule = "add man may step backward diagonal if count own king > 11 and count enemy king > 11";
    let text = format!("+++\nname = \"Never\"\nextends = \"english\"\n+++\nmovement {{\n  {rule}\n}}\n");
    let path = file(folder.path(), "never.draughts", text);
    let (said, err) = told(&["coverage", &path, "--games", "1", "--witness", "--effort", ENDLESS]);
    let given_up = "interrupted: what never played a part is not looked for to the end\n";
    assert_eq!((said["games"].as_u64(), err.as_str()), (Some(1), given_up));
}

#[test]
fn a_comparison_tells_what_it_has_found() {
    let (said, err) = told(&["diff", "english", "pool", "--depth", "0", "--positions", ENDLESS]);
    assert!(!said["witnesses"].as_array().unwrap().is_empty(), "{said}");
    assert!(err.ends_with(&format!(" of {ENDLESS} positions are looked at\n")), "{err}");
}

#[test]
fn the_second_signal_ends_at_once() {
    // Both come together, and nothing between them.
    let Ended { code, out, .. } = interrupted(&["simulate", "english", "--games", ENDLESS], &["STOP", "INT", "TERM", "CONT"]);
    assert!(matches!((code, out.as_str()), (130 | 143, "")), "{code}: {out}");
}

#[test]
fn the_shell_is_told_which_signal_it_was() {
    let Ended { code, out, .. } = interrupted(&["simulate", "english", "--games", ENDLESS], &["TERM"]);
    assert!(code == 143 && out.contains("games of english"), "{code}: {out}");
}

#[test]
fn a_thought_that_is_interrupted_tells_the_best_moves_so_far() {
    let (told, err) = told(&["analyse", "english", "--time", "1000000s", "--lines", "2"]);
    assert_eq!(told["lines"].as_array().map(Vec::len), Some(2));
    assert!(told["depth"].as_u64().unwrap() > 1);
    assert_eq!(err, format!("interrupted: thought to depth {}\n", told["depth"]));
}

#[test]
fn a_game_that_is_judged_is_told_from_its_end() {
    let (told, err) = told(&["analyse", "tests/facts/pdn/international.pdn", "--agent", "alpha-beta:20000"]);
    let plies: Vec<u64> = told["moves"].as_array().unwrap().iter().map(|one| one["ply"].as_u64().unwrap()).collect();
    let first = 90 - plies.len() as u64;
    assert!(first > 1 && plies.iter().copied().eq(first..90), "{told}");
    assert_eq!(err, format!("interrupted: {} of 89 decisions are judged, the last ones\n", plies.len()));
}

#[test]
fn a_search_for_a_win_that_is_interrupted_tells_how_far_it_is() {
    let (told, err) = told(&["solve", "international"]);
    assert!(told.get("win_in").is_none() && told["tried"].as_u64().unwrap() >= 1, "{told}");
    assert_eq!(told["ended"], "interrupted");
    assert_eq!(err, format!("interrupted: every way is tried within {} moves\n", told["tried"]));
}

#[test]
fn games_that_are_played_through_are_told() {
    let game = "[Event \"?\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 *\n\n";
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "many.pdn", game.repeat(200_000));
    let Ended { code, out, err } = interrupted(&["pdn", &path], &["INT"]);
    assert_eq!(code, 130, "{err}");
    let told = out.lines().filter(|line| line.contains(", 8 moves")).count();
    let many = grouped(told as u64);
    assert_eq!(err, format!("interrupted: {many} of 200,000 games are played through\n"));
    assert!(told > 0 && out.ends_with(&format!("{many} games played through\n")), "{told}");
}
