//! Long work is not lost: that its answer can be written is tried before, and what there is to tell is told if it fails all the same.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use super::hindered::Barred;
use super::{entries, folder};
use crate::shell::file;

/// What takes long, each with what it would write.
const LONG: &[&[&str]] = &[
    &["train", "english", "--games", "300", "--measure", "0", "-o", "learned.weights"],
    &["endgames", "english", "--pieces", "3", "-o", "more.endgames"],
    &["simulate", "english", "--games", "40", "--report", "-o", "report.html"],
    &["simulate", "english", "--games", "200", "--report", "--shard", "1/2", "-o", "part.json"],
    &["match", "english", "random", "random", "--games", "40", "-o", "games.pdn"],
    &["analyse", "long.pdn", "--agent", "alpha-beta:20", "-o", "judged.pdn"],
    &["analyse", "long.pdn", "--agent", "alpha-beta:20", "--plot", "plot.svg"],
];

/// Runs a command in a shell that has taken something from it: its exit code, and what it said on both channels.
fn hindered(hindrance: &str, folder: &std::path::Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{hindrance}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_draughtsman")]);
    let ended = shell.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ended.status.code(), text(&ended.stdout), text(&ended.stderr))
}

/// A game of so many moves that what is said of it is long.
fn with_a_long_game() -> tempfile::TempDir {
    let folder = folder();
    let moves = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23";
    file(folder.path(), "long.pdn", format!("[GameType \"21\"]\n\n{moves} *\n"));
    folder
}

#[track_caller]
fn refused_before(hindrance: &str, folder: &std::path::Path) {
    let before = entries(folder);
    for arguments in LONG {
        let (code, out, err) = hindered(hindrance, folder, arguments);
        assert!(code == Some(2) && out.is_empty(), "{arguments:?}: {code:?}: {out}{err}");
        assert!(err.contains("no file can be written there"), "{arguments:?}: {err}");
        assert_eq!(entries(folder), before, "{arguments:?}");
    }
}

#[test]
fn no_room_is_noticed_before_the_work() {
    refused_before("trap '' XFSZ; ulimit -f 0", with_a_long_game().path());
}

#[test]
#[allow(clippy::print_stderr, reason = "who runs it should know")]
fn a_folder_in_which_nothing_can_be_made_is_noticed_before_the_work() {
    let folder = with_a_long_game();
    match Barred::new(folder.path()) {
        Some(_barred) => refused_before(":", folder.path()),
        None => eprintln!("not tried: here everything may be written, and no folder can be frozen"),
    }
}

/// What is tried needs little; there is not room enough for all of it.
#[test]
fn what_cannot_be_written_in_the_end_is_told_without_it() {
    let folder = with_a_long_game();
    let before = entries(folder.path());
    // Blocks of 512 bytes in one shell, of 1024 in another.
    let little = "trap '' XFSZ; ulimit -f 8";
    let tells = ["300 games of english", "material", "40 games by random", "\"shard\":[1,2]", "40 games of english"];
    for (arguments, tells) in LONG.iter().zip(tells) {
        let (code, out, err) = hindered(little, folder.path(), arguments);
        assert!(code == Some(2) && err.contains("File too large"), "{arguments:?}: {code:?}: {err}");
        assert!(out.to_lowercase().contains(tells), "{arguments:?}: {out}");
        assert!(!out.contains("written to"), "{arguments:?}: {out}");
        assert_eq!(entries(folder.path()), before, "{arguments:?}");
        if arguments[0] != "simulate" {
            let (code, out, err) = hindered(little, folder.path(), &[arguments, &["--json"][..]].concat());
            let said: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{arguments:?}: {out}"));
            assert!(code == Some(2) && said["variant"] == "english" && err.contains("File too large"), "{arguments:?}: {err}");
        }
    }
}

/// What is tried leaves nothing behind, also where the work fails or is given up for another reason.
#[test]
fn what_is_tried_leaves_nothing() {
    let folder = tempdir().unwrap();
    let arguments =
        ["match", "english", "greedy", "random", "--opening", "50", "--limit", "40", "--games", "4", "-o", "games.pdn"];
    let (code, _, err) = hindered(":", folder.path(), &arguments);
    assert!(code == Some(2) && err.contains("no game goes on"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
