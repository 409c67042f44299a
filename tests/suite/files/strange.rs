//! Files that freeze who reads them, lead elsewhere, or say what cannot be.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::json;
use tempfile::tempdir;

use super::tidy;
use crate::shell::{answer, file, run, run_in};

#[test]
fn a_pipe_is_not_watched() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe.draughts");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for name in [pipe.to_str().unwrap(), "/dev/zero"] {
        let ended = run(&["check", "--watch", name]);
        assert!(ended.code == 2 && ended.err.contains("neither a file nor a folder, and cannot be watched"), "{}", ended.err);
    }
    // In a folder nobody means it.
    file(folder.path(), "my.draughts", tidy());
    let ended = run(&["check", folder.path().to_str().unwrap()]);
    assert!(ended.err.contains("1 file: "), "{}", ended.err);
}

#[test]
fn a_saved_game_opens_no_files_elsewhere() {
    let folder = tempdir().unwrap();
    let elsewhere = file(folder.path(), "elsewhere.draughts", answer(&["show", "english"]));
    let at = folder.path().join("games");
    fs::create_dir_all(at.join("rules")).unwrap();
    for name in ["beside.draughts", "rules/below.draughts"] {
        fs::copy(&elsewhere, at.join(name)).unwrap();
    }
    file(&at, "text.txt", tidy());
    symlink(&elsewhere, at.join("link.draughts")).unwrap();
    let check = |variant: &str, options: &[&str], code: i32, says: &str| {
        file(&at, "game.toml", format!("schema = 1\nvariant = {variant:?}\nmoves = [\"11-15\"]\n"));
        let ended = run_in(&at, &[&["pdn", "game.toml"], options].concat(), b"");
        assert!(
            ended.code == code && format!("{}{}", ended.out, ended.err).contains(says),
            "{variant}: {}{}",
            ended.out,
            ended.err
        );
    };
    for variant in ["english", "beside", "beside.draughts", "rules/below", "./rules/below.draughts", "below"] {
        check(variant, &[], 0, "1 move, ");
    }
    let outside = folder.path().join("elsewhere").display().to_string();
    for variant in [
        elsewhere.as_str(),
        &outside,
        "../elsewhere",
        "../elsewhere.draughts",
        "rules/../../elsewhere",
        "link",
        "-",
        "text.txt",
        "/dev/zero",
    ] {
        check(variant, &[], 2, "neither bundled nor a rule file in its folder or below: give them with --rules");
        check(variant, &["--rules", &elsewhere], 0, "1 move, ");
    }
    check("", &[], 2, "does not say by which rules");
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    let check = |position: &str, says: &str| {
        let ended = run(&["moves", "english", "--position", position]);
        assert!(ended.code == 2 && ended.err.contains(says), "{}", ended.err);
    };
    check(r#"{"player":"Black","player":"White","board":{}}"#, "`player` is set twice\n --> --position:1:26");
    check(r#"{"player":"Black","board":{"a1":"White man","a1":"White king"}}"#, "`a1` is set twice");
    check(r#"{"player":"Black","board":{"a1":[{"owner":"White","kind":"man","kind":"king"}]}}"#, "`kind` is set twice");
}

#[test]
fn there_is_no_more_of_a_thing_than_there_can_be() {
    let start: serde_json::Value =
        serde_json::from_str(&answer(&["position", "saving_private", "--seed", "3", "--json"])).unwrap();
    let folder = tempdir().unwrap();
    let check = |change: &dyn Fn(&mut serde_json::Value), says: &str| {
        let mut position = start.clone();
        change(&mut position);
        let path = file(folder.path(), "position.json", position.to_string());
        let ended = run(&["position", "saving_private", "--position", &path]);
        match says {
            "" => assert_eq!(ended.code, 0, "{}", ended.err),
            says => assert!(ended.code == 2 && ended.err.contains(says), "{}{}", ended.out, ended.err),
        }
    };
    check(&|_| {}, "");
    check(&|position| position["piles"]["discard"] = json!(["ace clubs", "ace clubs"]), "of `ace clubs`, of which there are 1");
    check(&|position| position["tokens"]["?1"]["card"]["ace clubs"] = json!(9), "9 of `ace clubs`, of which there are 1");
    check(&|position| position["tokens"]["?1"]["card"] = json!({}), "of `?1`, of which there are 0");
    check(
        &|position| position["piles"]["captured"] = json!({"South": {"North man": 60_000}}),
        "pieces, on the board and off it: there can be at most",
    );
    check(&|position| position["piles"]["captured"] = json!({"South": {"North man": 12}}), "");
}

/// What is larger than anybody writes is refused, not read in part.
#[test]
fn files_beyond_the_limit_are_refused_whole() {
    let folder = tempdir().unwrap();
    for (name, most, words) in [
        ("positions", 1u64 << 24, &["diff", "english", "pool", "--positions-from", "positions"][..]),
        ("part.json", 1 << 27, &["merge", "part.json"]),
    ] {
        // Nothing but holes, which take no room on the disk.
        fs::File::create(folder.path().join(name)).unwrap().set_len(most + 1).unwrap();
        let ended = run_in(folder.path(), words, b"");
        assert!(
            ended.code == 2 && ended.err.contains(&format!("{name}: more than {most} bytes")),
            "{}: {}",
            ended.code,
            ended.err
        );
    }
}
