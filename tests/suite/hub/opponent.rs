//! `--agent hub:COMMAND`: our own engine and others, and what is said of programs that are none.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use super::GAMES;
use crate::shell::{Ended, answer_with, file, json, run, run_with};

/// Our own engine, as an agent that looks at so many decisions.
fn own(effort: &str) -> String {
    format!("hub:{effort}:'{}' hub", env!("CARGO_BIN_EXE_draughtsman"))
}

#[test]
fn every_game_is_played_against_our_own_engine() {
    for (_, id) in GAMES {
        let said = json(&["simulate", id, "--agent", &own("20"), "--games", "1", "--limit", "400", "--json"]);
        assert_eq!((&said["games"], said["agent"].as_str()), (&1.into(), Some(own("20").as_str())), "{said}");
        assert!(said["plies"]["mean"].as_f64().unwrap() > 10.0, "{said}");
    }
}

#[test]
fn an_engine_sits_at_one_side_of_a_match_and_of_a_table() {
    let said = json(&["match", "english", &own("300"), "random", "--games", "2", "--limit", "60", "--json"]);
    assert_eq!((said["games"].as_u64(), said["opponent"].as_str()), (Some(2), Some("random")), "{said}");
    let seat = format!("Black={}", own("depth=2"));
    let said = json(&["simulate", "english", "--agent", &seat, "--agent", "greedy", "--games", "1", "--limit", "30", "--json"]);
    assert_eq!(said["agent"].as_str(), Some(format!("Black={} White=greedy", own("depth=2")).as_str()), "{said}");
    let table = ["play", "international", "--opponent", &own("depth=1"), "--seed", "1"];
    // Taken back and played otherwise: the engine is told of another game.
    let told = answer_with(&table, "32-28\nundo\n33-29\nquit\n");
    assert!(told.matches("Black plays ").count() >= 2 || told.matches("Black: ").count() >= 2, "{told}");
}

/// A program in the shell's words, as an engine of a game.
fn against(folder: &Path, script: &str) -> Ended {
    let path = file(folder, "engine.sh", script);
    run(&["simulate", "international", "--agent", &format!("hub:sh '{path}'"), "--games", "1", "--limit", "4"])
}

/// What an engine says that is asked properly.
const OPENING: &str = "read a; echo id name=x; echo wait; read b; echo ready; read c; read d; read e; read f;\n";

#[test]
fn programs_that_are_no_engines_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let done = |text: &str| format!("{OPENING}echo '{text}'; read g");
    for (script, says) in [
        ("exit 3", "the program has ended (exit status: 3)"),
        ("read a; echo wait; read b; exit 0", "the program has ended"),
        (&format!("{OPENING}exit 1"), "the program has ended (exit status: 1)"),
        ("read a; yes nonsense", "it speaks no Hub: `nonsense` where `wait` is awaited"),
        ("read a; yes '\"'", "it speaks no Hub"),
        ("read a; echo 'error message=\"no eval file\"'; read b", "it says: no eval file"),
        (
            "read a; echo 'param name=variant value=killer type=enum values=\"killer bt\"'; echo wait; read b",
            "it does not play `normal`; it plays: killer, bt",
        ),
        ("read a; printf 'error message=\"\\033[31mred\"\\n'; read b", "it says: \\u001b[31mred"),
        (&done("done"), "it names no move in `done`"),
        (&done("done move=32-27 ponder=1-2"), "it plays a move that is none: `32-27` is"),
        (&done("done move=resign"), "it plays a move that is none: `resign` is no move; accepted: "),
        (&done("done move=\"32-28"), "it says `done move=\"32-28`: the quote behind `move=` is never closed"),
    ] {
        let ended = against(folder.path(), script);
        assert!(ended.code == 2 && ended.err.contains(says), "{script}: {}", ended.err);
        assert!(ended.err.contains("hub:sh "), "which engine: {}", ended.err);
    }
    let fine = against(
        folder.path(),
        &format!("{OPENING}while :; do echo 'info depth=1'; echo 'done move=32-28'; read g; read h; read i; read j; done"),
    );
    assert!(fine.code == 2 && fine.err.contains("32-28"), "a move is played once: {}", fine.err);
}

/// A program that says back what it is told, and one that says nothing, are refused long before an engine would be that loads tables;
/// one that has said who it is may take its time.
#[test]
fn who_does_not_answer_as_an_engine_is_refused_soon() {
    let silent = "it speaks no Hub: nothing of it for 10 s after `hub`";
    let loads = "read a; echo id name=x; sleep 11; echo wait; read b; exit 4";
    let scripts = [("exec cat", silent), ("read a; exec sleep 50", silent), (loads, "the program has ended (exit status: 4)")];
    // They are waited for side by side.
    std::thread::scope(|scope| {
        for (script, says) in scripts {
            scope.spawn(move || {
                let (folder, begun) = (tempfile::tempdir().unwrap(), std::time::Instant::now());
                let ended = against(folder.path(), script);
                assert!(ended.code == 2 && ended.err.contains(says), "{script}: {}", ended.err);
                assert!(begun.elapsed().as_secs() < 50, "{script}: {:?}", begun.elapsed());
            });
        }
    });
}

#[test]
fn what_cannot_be_an_engine_is_refused_at_once() {
    for (arguments, says) in [
        (
            &["simulate", "chaos", "--agent", "hub:./scan hub"][..],
            "`hub:./scan hub` cannot play: `chaos` has no name in the Hub protocol",
        ),
        (&["match", "thai", "random", "hub:./scan hub"], "its rule file says no `hub`"),
        (&["play", "english", "--opponent", "hub:"], "`hub:` says no program"),
        (&["play", "english", "--opponent", "hub:2s:  "], "says no program"),
        (&["play", "english", "--opponent", "hub:'./scan hub"], "' is never closed"),
        (&["match", "english", "random", "hub:./no-such-engine hub"], "`./no-such-engine` cannot be started"),
        (&["play", "english", "--opponent", "hub:./no-such-engine", "--as", "White"], "`./no-such-engine` cannot be started"),
        (&["simulate", "english", "--agent", "hubble"], "there is no agent `hubble`"),
    ] {
        let ended = run(arguments);
        assert!(ended.code == 2 && ended.err.contains(says), "{arguments:?}: {}", ended.err);
    }
    // Lines of other programs start no engine.
    let asked = run_with(
        &["session"],
        b"{\"request\":\"load\",\"variant\":\"english\"}\n{\"request\":\"agent\",\"agent\":\"hub:true\"}\n",
    );
    assert!(asked.out.contains("there is no agent `hub:true`"), "{}", asked.out);
}

/// An engine that plays one move and no other, and where it writes down what it is told.
fn logging(folder: &Path) -> (String, PathBuf) {
    let log = folder.join("log");
    let script = format!(
        "exec 3>'{}'\nwhile read line; do echo \"$line\" >&3; case $line in hub) echo wait;; init) echo ready;; go*) echo 'done move=32-28'; esac; done",
        log.display()
    );
    (file(folder, "engine.sh", script), log)
}

/// An engine that plays no other game need not be told which.
#[test]
fn an_engine_without_variants_plays_the_usual_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = logging(folder.path());
    let seat = format!("White=hub:sh '{path}'");
    let ended = run(&["simulate", "international", "--agent", &seat, "--games", "1"]);
    assert!(ended.code == 2 && ended.err.contains("it plays a move that is none"), "{}", ended.err);
    let told = std::fs::read_to_string(log).unwrap();
    let first: Vec<&str> = told.lines().take(6).collect();
    let start = format!("pos pos=W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(first, ["hub", "init", "new-game", &start, "level move-time=1", "go think"], "{told}");
    assert_eq!(told.lines().last(), Some("quit"), "told that it is over");
}

/// An engine is told what the clock of the game shows, not what it was to think.
#[test]
fn an_engine_is_told_the_time_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = logging(folder.path());
    let engine = format!("hub:2s,depth=9:sh '{path}'");
    let ended = run(&["match", "international", &engine, "random", "--clock", "60s+1s", "--opening", "0", "--games", "2"]);
    assert!(ended.code == 2 && ended.err.contains("it plays a move that is none"), "{}", ended.err);
    let told = std::fs::read_to_string(log).unwrap();
    assert_eq!(told.lines().find(|line| line.starts_with("level")), Some("level time=60 inc=1 depth=9"), "{told}");
}
