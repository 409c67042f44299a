//! Files are never lost, and nothing of them reaches a terminal that it would obey.

mod hindered;
mod long;
mod others;
mod shown;
mod strange;
mod theirs;

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::shell::{command, file, run, small};

/// A misspelt word in a line that is not in regular form.
fn untidy() -> String {
    small("movement {\n    man may step  forwrd\n}\n")
}

/// The same as it should be.
fn tidy() -> String {
    small("movement {\n  man may step forward\n}\n")
}

/// What lies in a folder, by name.
fn entries(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A command that writes into a folder, and what is typed into it.
struct Writer {
    arguments: &'static [&'static str],
    typed: &'static str,
    /// The file it replaces; it also may write others.
    writes: &'static str,
}

/// One of each that writes, each over a file of its own.
const WRITERS: &[Writer] = &[
    Writer { arguments: &["fmt", "form.draughts"], typed: "", writes: "form.draughts" },
    Writer { arguments: &["check", "--fix", "slip.draughts"], typed: "", writes: "slip.draughts" },
    Writer { arguments: &["show", "small.draughts", "--rulebook", "-o", "book.md"], typed: "", writes: "book.md" },
    Writer { arguments: &["show", "small.draughts", "--program", "-o", "program.txt"], typed: "", writes: "program.txt" },
    Writer { arguments: &["render", "small.draughts", "--flip", "-o", "board.svg"], typed: "", writes: "board.svg" },
    Writer { arguments: &["position", "small.draughts", "-o", "position.json"], typed: "", writes: "position.json" },
    Writer { arguments: &["position", "small.draughts", "-o", "position.toml"], typed: "", writes: "position.toml" },
    Writer { arguments: &["position", "small.draughts", "-o", "position.fen"], typed: "", writes: "position.fen" },
    Writer { arguments: &["pdn", "one.pdn", "-o", "all.pdn"], typed: "", writes: "all.pdn" },
    Writer {
        arguments: &["diff", "small.draughts", "far.draughts", "--positions", "9", "--svg", "parted.svg"],
        typed: "",
        writes: "parted.svg",
    },
    Writer {
        arguments: &["endgames", "small.draughts", "--pieces", "3", "-o", "few.endgames"],
        typed: "",
        writes: "few.endgames",
    },
    Writer { arguments: &["new", "fresh"], typed: "", writes: "fresh.draughts" },
    Writer { arguments: &["play", "english", "--save", "game.toml", "--force"], typed: "9-14\nquit\n", writes: "game.toml" },
    Writer { arguments: &["play", "english", "--save", "game.pdn", "--force"], typed: "9-14\nquit\n", writes: "game.pdn" },
    Writer { arguments: &["snapshot", "add", "small.draughts", "--name", "again"], typed: "", writes: "small.positions.toml" },
    Writer { arguments: &["snapshot", "small.draughts", "--update"], typed: "", writes: "small.snapshot.txt" },
];

/// A folder where every writer finds what it reads, and an older file of its own to replace.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    let at = folder.path();
    file(at, "small.draughts", tidy());
    file(at, "form.draughts", tidy().replace("  man may", "   man    may"));
    file(at, "far.draughts", tidy().replace("step", "fly"));
    file(at, "slip.draughts", untidy());
    file(at, "one.pdn", "[GameType \"21\"]\n\n1. 11-15 {a comment} 23-19 *\n");
    let made = |arguments: &[&str]| {
        let output = command(arguments).current_dir(at).env_remove("CI").output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    made(&["show", "far.draughts", "--rulebook", "-o", "book.md"]);
    made(&["show", "far.draughts", "--program", "-o", "program.txt"]);
    made(&["render", "english", "-o", "board.svg"]);
    fs::copy(at.join("board.svg"), at.join("parted.svg")).unwrap();
    made(&["position", "english", "-o", "position.json"]);
    made(&["position", "english", "-o", "position.toml"]);
    made(&["position", "english", "-o", "position.fen"]);
    made(&["position", "english", "-o", "game.toml"]);
    file(at, "other.pdn", "[GameType \"21\"]\n\n1. 10-15 *\n");
    made(&["pdn", "other.pdn", "-o", "all.pdn"]);
    fs::copy(at.join("all.pdn"), at.join("game.pdn")).unwrap();
    made(&["endgames", "small.draughts", "--pieces", "2", "-o", "few.endgames"]);
    made(&["snapshot", "add", "small.draughts", "--name", "one"]);
    let pinned = fs::read_to_string(at.join("small.snapshot.txt")).unwrap();
    fs::write(at.join("small.snapshot.txt"), pinned.replace("to move", "to go")).unwrap();
    folder
}

#[test]
fn what_a_command_made_it_replaces() {
    let folder = folder();
    let before = entries(folder.path());
    for writer in WRITERS {
        let path = folder.path().join(writer.writes);
        let old = fs::read(&path).ok();
        let ended = crate::shell::run_in(folder.path(), writer.arguments, writer.typed.as_bytes());
        assert!(ended.code < 2, "{:?}: {}", writer.arguments, ended.err);
        assert_ne!(fs::read(&path).ok(), old, "{:?} writes nothing", writer.arguments);
    }
    let after = entries(folder.path());
    let new: Vec<&String> = after.iter().filter(|name| !before.contains(name)).collect();
    assert_eq!(new, ["fresh.draughts"]);
}

#[test]
fn every_command_that_writes_can_be_made_to() {
    for command in ["show", "render", "position", "pdn", "diff", "new", "fmt", "check", "play", "snapshot", "endgames"] {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains("--force") && help.contains("through a link"), "{command}:\n{help}");
    }
}
