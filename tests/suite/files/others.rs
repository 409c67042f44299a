//! What somebody else has made stays, and what is no file is written to.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use super::{entries, folder, tidy};
use crate::shell::{command, file, run_in};

/// The command is refused, says this, and changes nothing; with `--force` it writes.
#[track_caller]
fn refused(folder: &Path, arguments: &[&str], typed: &str, written: &str, says: &str) {
    let path = folder.join(written);
    let (before, names) = (fs::read(&path).ok(), entries(folder));
    let ended = run_in(folder, arguments, typed.as_bytes());
    let said = ended.out + &ended.err;
    assert!(said.contains(&format!("{written}: ")) && said.contains(says), "{arguments:?}: {said}");
    assert_eq!((fs::read(&path).ok(), entries(folder)), (before.clone(), names), "{arguments:?}");
    let ended = run_in(folder, &[arguments, &["--force"]].concat(), typed.as_bytes());
    assert!(ended.code < 2, "{arguments:?}: {}", ended.err);
    assert_ne!(fs::read(&path).ok(), before, "{arguments:?} --force writes nothing");
}

#[test]
fn what_others_have_made_stays() {
    let folder = folder();
    let at = folder.path();
    let mut number = 0;
    let mut check = |arguments: &[&str], held: &str, says: &str| {
        number += 1;
        let name = format!("{number}.{}", arguments.last().unwrap());
        fs::write(at.join(&name), held).unwrap();
        let arguments = [&arguments[..arguments.len() - 1], &[name.as_str()]].concat();
        refused(at, &arguments, "", &name, says);
    };
    check(&["show", "english", "--rulebook", "-o", "html"], "<!DOCTYPE html>\n<title>Mine</title>\n", "no rule book");
    check(&["show", "english", "--rulebook", "-o", "md"], "# Our rules\n\n## 1. Moves\n", "no rule book");
    check(&["show", "english", "--program", "-o", "txt"], "program notes: none", "no listing");
    check(&["show", "english", "-o", "draughts"], &tidy(), "there is a file already");
    check(&["render", "english", "-o", "svg"], "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>", "no picture");
    check(&["position", "english", "-o", "toml"], "[package]\nname = \"x\"\n", "no saved game");
    check(&["position", "english", "-o", "toml"], "schema = 1\nthing = 2\n", "no saved game");
    check(&["position", "english", "-o", "json"], "{\"schema\":1}", "no position");
    check(&["position", "english", "-o", "fen"], "host:port", "no position");
    check(&["position", "english", "-o", "txt"], "notes", "there is a file already");
    check(&["pdn", "one.pdn", "-o", "pdn"], "[Event \"x\"]\n\n1. 11-15 ; mine\n*\n", "no games in PDN");
    check(&["new", "x", "-o", "draughts"], &tidy(), "there is a file already");
    check(&["diff", "small.draughts", "far.draughts", "--positions", "9", "--svg", "svg"], "mine", "no picture");
    // Nothing turns a rule file into its own rule book.
    let before = fs::read(at.join("form.draughts")).unwrap();
    let ended = run_in(at, &["show", "english", "--rulebook", "-o", "form.draughts", "--force"], b"");
    assert!(ended.code == 2 && ended.err.contains("this cannot be written as .draughts"), "{}", ended.err);
    assert_eq!(fs::read(at.join("form.draughts")).unwrap(), before);
}

#[test]
fn a_game_replaces_games_only() {
    let folder = folder();
    let at = folder.path();
    let two = fs::read_to_string(at.join("all.pdn")).unwrap();
    file(at, "two.pdn", format!("{two}\n{two}"));
    file(at, "other.toml", "[package]\nname = \"x\"\n");
    for (name, says) in [("other.toml", "no saved game"), ("two.pdn", "no game in PDN")] {
        // In the game it is said, and the game goes on.
        let typed = format!("save {name}\n9-14\nquit\n");
        let before = fs::read(at.join(name)).unwrap();
        let ended = run_in(at, &["play", "english"], typed.as_bytes());
        assert_eq!(ended.code, 0, "{}", ended.err);
        assert!(ended.out.contains(&format!("Not saved: {name}: ")) && ended.out.contains("Black: 9-14"), "{}", ended.out);
        assert_eq!(fs::read(at.join(name)).unwrap(), before);
        // What can be known before is said before.
        let ended = run_in(at, &["play", "english", "--save", name], b"9-14\n");
        assert!(ended.code == 2 && ended.out.is_empty() && ended.err.contains(says), "{}{}", ended.out, ended.err);
        assert_eq!(fs::read(at.join(name)).unwrap(), before);
        let ended = run_in(at, &["play", "english", "--force"], typed.as_bytes());
        assert!(ended.out.contains(&format!("Saved: {name}")), "{}", ended.out);
    }
}

#[test]
fn a_game_is_never_saved_over_a_rule_file_or_a_picture() {
    let folder = folder();
    let at = folder.path();
    for name in ["small.draughts", "board.svg"] {
        let before = fs::read(at.join(name)).unwrap();
        let typed = format!("save {name}\n9-14\nquit\n");
        for force in [&[][..], &["--force"]] {
            let ended = run_in(at, &[&["play", "english"], force].concat(), typed.as_bytes());
            assert_eq!(ended.code, 0, "{}", ended.err);
            assert!(ended.out.contains(&format!("Not saved: {name}: ")) && ended.out.contains("Black: 9-14"), "{}", ended.out);
            let ended = run_in(at, &[&["play", "english", "--save", name], force].concat(), b"9-14\n");
            assert!(ended.code == 2 && ended.out.is_empty() && ended.err.contains(name), "{}{}", ended.out, ended.err);
            assert_eq!(fs::read(at.join(name)).unwrap(), before, "{name} {force:?}");
        }
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let folder = folder();
    let at = folder.path();
    let link = |name: &str, to: &str| symlink(to, at.join(name)).unwrap();
    link("link.svg", "board.svg");
    link("link.draughts", "form.draughts");
    link("nowhere.svg", "not/here.svg");
    refused(at, &["render", "english", "--flip", "-o", "link.svg"], "", "link.svg", "this is a link to board.svg");
    refused(at, &["fmt", "link.draughts"], "", "link.draughts", "this is a link to form.draughts");
    assert!(at.join("link.svg").is_symlink() && at.join("link.draughts").is_symlink());
    let nowhere = run_in(at, &["render", "english", "-o", "nowhere.svg"], b"");
    assert!(nowhere.code == 2 && nowhere.err.contains("this is a link to not/here.svg"), "{}", nowhere.err);
    link("link.toml", "board.svg");
    let ended = run_in(at, &["play", "english"], b"save link.toml\nquit\n");
    assert!(ended.out.contains("Not saved: link.toml: this is a link"), "{}", ended.out);
}

#[test]
fn the_rights_of_a_file_stay() {
    let folder = folder();
    let path = folder.path().join("board.svg");
    let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    let is = || fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
    mode(0o640);
    assert_eq!(run_in(folder.path(), &["render", "english", "--flip", "-o", "board.svg"], b"").code, 0);
    assert_eq!(is(), 0o640);
    mode(0o440);
    refused(folder.path(), &["render", "english", "-o", "board.svg"], "", "board.svg", "may not be written");
    assert_eq!(is(), 0o440);
}

/// Editors save too: what was not read is not replaced.
#[test]
fn a_file_that_is_no_text_of_the_command_is_not_mended() {
    let folder = folder();
    let pipe = folder.path().join("pipe.draughts");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let text = tidy().replace("  man", "   man");
    let typed = pipe.clone();
    std::thread::spawn(move || fs::write(typed, text));
    let ended = run_in(folder.path(), &["fmt", "pipe.draughts"], b"");
    assert!(ended.code == 2 && ended.err.contains("this is no file, and cannot be changed"), "{}", ended.err);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn what_is_no_file_is_written_to() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let drawn = run_in(at, &["render", "english"], b"").out;
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"] {
        assert_eq!(run_in(at, &["render", "english", "-o", name], b"").out, drawn, "{name}");
        // Also where it is a file that somebody has opened: what stands in it stays.
        file(at, "all.svg", "before\n");
        let all = fs::OpenOptions::new().append(true).open(at.join("all.svg")).unwrap();
        let ended = command(&["render", "english", "-o", name]).current_dir(at).stdout(Stdio::from(all)).status().unwrap();
        assert!(ended.success());
        assert_eq!(fs::read_to_string(at.join("all.svg")).unwrap(), format!("before\n{drawn}"), "{name}");
    }
    assert_eq!(run_in(at, &["render", "english", "-o", "/dev/null"], b"").code, 0);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let full = run_in(at, &["render", "english", "-o", "/dev/full"], b"");
    assert!(full.code == 2 && full.err.contains("No space left"), "{}", full.err);
    let pipe = at.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    assert_eq!(run_in(at, &["render", "english", "-o", "pipe"], b"").code, 0);
    assert_eq!(reader.join().unwrap(), drawn);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    let into = run_in(at, &["render", "english", "-o", "."], b"");
    assert!(into.code == 2 && into.err.contains("is a directory"), "{}", into.err);
    assert_eq!(entries(at), ["all.svg", "pipe"]);
}

/// `-o -` is standard output for each command: it takes what would be written and nothing else, or that is refused.
#[test]
fn what_goes_to_standard_output_makes_no_file() {
    let folder = tempdir().unwrap();
    let said = |words: &[&str]| {
        let ended = run_in(folder.path(), words, b"");
        assert_eq!(entries(folder.path()), Vec::<String>::new(), "{words:?}");
        ended
    };
    let games = said(&["match", "english", "random", "random", "--games", "2", "-o", "-"]);
    assert!(
        games.code == 0 && games.out.contains("[Event ") && !games.out.contains("of the points"),
        "{}{}",
        games.out,
        games.err
    );
    let weights = said(&["train", "english", "--games", "4", "--measure", "0", "-o", "-"]);
    assert!(
        weights.code == 0 && serde_json::from_str::<serde_json::Value>(&weights.out).is_ok(),
        "{}{}",
        weights.out,
        weights.err
    );
    let tables = said(&["endgames", "english", "--pieces", "2", "-o", "-"]);
    assert!(
        tables.code == 2 && tables.out.is_empty() && tables.err.contains("standard output"),
        "{}{}",
        tables.out,
        tables.err
    );
}
