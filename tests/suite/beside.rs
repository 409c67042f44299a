//! What lies beside rules, weights and endgame tables, and devices in the place of files.

use std::fs;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::shell::{Ended, run_in, small};

/// Rules of which there are tables.
fn rules() -> String {
    small(
        "movement {\n  man may step forward diagonal\n  king may step diagonal\n}\n\ncapture {\n  man may jump forward diagonal over an enemy\n  \
         king may jump diagonal over an enemy\n}\n\npromotion {\n  when man lands on far-row {\n    promote it to king\n  }\n}\n",
    )
}

/// Rules whose words leave much to the equipment.
const CAMPS: &str = "+++\nname = \"Camps\"\nturn_order = [\"White\", \"Black\"]\n[players]\nWhite = { faces = \"north\" }\n\
    Black = { faces = \"south\" }\n[board]\ngrid = \"5x5\"\n[regions]\ncamp = [\"a5\", \"b5\"]\n[pieces]\nman = { symbol = \"m\", plural = \"men\" }\n\
    guard = { symbol = \"g\" }\n[piles]\nstore = { of = \"side\", holds = \"man\" }\n[setup]\nman = { White = [\"a1\", \"b1\"], Black = [\"d4\", \"e4\"] }\n\
    guard = { White = \"c1\" }\n+++\nmovement {\n  man may step forward orthogonal\n  guard may step orthogonal\n  \
    mover may return { choose spot in empty on camp; move piece in store of mover to spot }\n}\nvictory {\n  mover wins if some own on camp\n  player who cannot move loses\n}\n";

/// Where the equipment is other the rules are, though each of their lines stays as it was.
#[test]
fn files_beside_the_rules_know_the_equipment() {
    let checksum = |text: String| {
        let checked = draughtsman::library::load_text("camps", "camps.draughts", text.into(), None).check(&Default::default());
        let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
        draughtsman::agents::checksum(&draughtsman::program::Program::compile(&variant))
    };
    let before = checksum(CAMPS.to_owned());
    for (was, is) in [
        ("[\"a5\", \"b5\"]", "[\"a5\", \"c5\"]"),
        ("Black = { faces = \"south\" }", "Black = { faces = \"west\" }"),
        ("[\"White\", \"Black\"]\n[players]", "[\"White\", \"Black\", \"Black\"]\n[players]"),
        ("guard = { symbol = \"g\" }", "guard = { symbol = \"g\", owner = \"White\" }"),
        ("man = { White = [\"a1\"", "man = { White = [\"a2\""),
        ("guard = { White = \"c1\" }", "guard = { White = \"c1\" }\nstore = { White = { man = 2 }, Black = {} }"),
    ] {
        assert_eq!(CAMPS.matches(was).count(), 1, "{was}");
        assert_ne!(before, checksum(CAMPS.replace(was, is)), "{is}");
    }
    assert_eq!(
        before,
        checksum(CAMPS.replace("movement {", "movement {\n  ## Slowly.\n  # For now.")),
        "comments are no rules"
    );
}

/// Tables are read again by who goes on with them: nothing comes back from what is no file.
#[test]
fn endgame_tables_go_into_a_file_only() {
    let folder = tempdir().unwrap();
    for path in ["/dev/full", "/dev/zero", "/dev/null", "/dev/stdout"] {
        let ended = run_in(folder.path(), &["endgames", "english", "--pieces", "2", "-o", path], b"");
        assert!(ended.code == 2 && ended.out.is_empty(), "{path}: {}{}", ended.out, ended.err);
        assert!(ended.err.contains(&format!("{path}: this is no file")), "{path}: {}", ended.err);
    }
}

#[test]
fn devices_are_not_read_without_end() {
    let folder = tempdir().unwrap();
    for words in [&["pdn", "/dev/zero"][..], &["match", "english", "random", "random", "--openings", "/dev/zero"]] {
        let ended = run_in(folder.path(), words, b"");
        assert!(ended.code == 2 && ended.err.contains("/dev/zero: more than 16777216 bytes"), "{words:?}: {}", ended.err);
    }
}

/// Only where there is no such file agents do without.
#[test]
fn what_lies_beside_rules_and_cannot_be_read_is_refused() {
    for ending in ["weights", "endgames"] {
        let folder = tempdir().unwrap();
        fs::create_dir(folder.path().join(format!("english.{ending}"))).unwrap();
        let asked = |words: &[&str]| -> Ended { run_in(folder.path(), words, b"") };
        for words in [
            &["analyse", "english", "--agent", "alpha-beta:50"][..],
            &["match", "english", "mcts:50", "random", "--games", "2"],
            &["simulate", "english", "--games", "1", "--agent", "alpha-beta:50"],
        ] {
            let ended = asked(words);
            assert!(ended.code == 2, "{words:?}: {}", ended.out);
            assert!(ended.err.contains(&format!("english.{ending}: it cannot be read: is a directory")), "{}", ended.err);
        }
        let ended = asked(&["match", "english", "alpha-beta:50,untrained", "level:1", "--games", "2", "--limit", "20"]);
        assert_eq!(ended.code, 0, "{}", ended.err);
    }
}

/// Levels do not look positions up, and what was learned by other rules no level but the first can do without.
#[test]
fn who_can_do_without_is_told() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("russian.weights"), "{}").unwrap();
    let ended = run_in(folder.path(), &["match", "russian", "level:3", "random", "--games", "2"], b"");
    assert!(ended.code == 2 && ended.err.contains("russian.weights: this is no file"), "{}", ended.err);
    fs::remove_file(folder.path().join("russian.weights")).unwrap();
    fs::create_dir(folder.path().join("russian.weights")).unwrap();
    let ended = run_in(folder.path(), &["match", "russian", "level:3", "random", "--games", "2"], b"");
    assert!(ended.err.contains("`alpha-beta:EFFORT,untrained` or `level:1` does without it"), "{}", ended.err);
    fs::remove_dir(folder.path().join("russian.weights")).unwrap();
    fs::write(folder.path().join("russian.weights"), "").unwrap();
    let ended = run_in(folder.path(), &["match", "russian", "level:3", "random", "--games", "2"], b"");
    assert!(ended.err.contains("writes, it is empty") && !ended.err.contains("line 1"), "{}", ended.err);
}

/// What is advised is what the command takes, with the options that the file is for.
#[test]
fn advice_can_be_followed() {
    let folder = tempdir().unwrap();
    let option = ["--option", "idle-limit=10"];
    let made = |words: &[&str]| {
        let ended = run_in(folder.path(), &[words, &option].concat(), b"");
        assert_eq!(ended.code, 0, "{words:?}: {}", ended.err);
    };
    made(&["endgames", "english", "--pieces", "2"]);
    made(&["train", "english", "--games", "4", "--measure", "0"]);
    let session = draughtsman::session::Session::load("english", &"idle-limit=10".parse().unwrap()).unwrap();
    for (ending, anew) in [("endgames", "endgames english"), ("weights", "train english")] {
        let path = folder.path().join(format!("english+idle-limit=10.{ending}"));
        let whole = fs::read(&path).unwrap();
        let rules = draughtsman::agents::checksum(session.program());
        let at = whole.windows(64).position(|part| part == rules.as_bytes()).unwrap();
        let mut other = whole.clone();
        other[at..at + 64].fill(b'0');
        fs::write(&path, &other).unwrap();
        for (words, without) in [
            (
                &["match", "english", "mcts:50", "random", "--games", "2"][..],
                "`alpha-beta:EFFORT,untrained` or `level:1` does without it",
            ),
            (&["analyse", "english", "--agent", "alpha-beta:50"], "`--agent alpha-beta:EFFORT,untrained` does without it"),
            (&["solve", "english", "--win-in", "1"], ""),
        ] {
            // Who solves makes no use of what was learned.
            if ending == "weights" && words[0] == "solve" {
                continue;
            }
            let ended = run_in(folder.path(), &[words, &option].concat(), b"");
            let advice = format!("`draughtsman {anew} --option idle-limit=10`");
            assert!(ended.code == 2 && ended.err.contains(&advice) && ended.err.contains(without), "{words:?}: {}", ended.err);
            assert!(words[0] != "solve" || !ended.err.contains("untrained"), "{}", ended.err);
            assert!(words[0] != "analyse" || !ended.err.contains("level:1"), "{}", ended.err);
        }
        fs::write(&path, &whole).unwrap();
    }
    let words = ["analyse", "english", "--agent", "alpha-beta:50,untrained", "--option", "idle-limit=10"];
    assert_eq!(run_in(folder.path(), &words, b"").code, 0);
}

#[test]
fn what_agents_go_by_is_told() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("mine.draughts"), rules()).unwrap();
    let told = |words: &[&str]| {
        let ended = run_in(folder.path(), words, b"");
        assert_eq!(ended.code, 0, "{words:?}: {}", ended.err);
        ended.out
    };
    let analyse = ["analyse", "mine.draughts", "--agent", "alpha-beta:50"];
    let goes_by = |words: &[&str]| -> Value {
        let said: Value = serde_json::from_str(&told(&[words, &["--json"]].concat())).unwrap();
        said["goes_by"].clone()
    };
    assert_eq!(goes_by(&analyse), json!({ "weights": null, "endgames": null }));
    assert!(!told(&analyse).contains("goes by"));
    told(&["endgames", "mine.draughts", "--pieces", "2"]);
    assert_eq!(goes_by(&analyse), json!({ "weights": null, "endgames": "mine.endgames" }));
    assert!(told(&analyse).contains("alpha-beta:50 goes by mine.endgames\n"));
    let played = ["match", "mine.draughts", "alpha-beta:50", "random", "--games", "2", "--opening", "0"];
    assert_eq!(goes_by(&played)["endgames"], "mine.endgames");
    assert!(told(&played).contains("who looks ahead goes by mine.endgames\n"));
    let without = ["match", "mine.draughts", "alpha-beta:50,untrained", "level:3", "--games", "2", "--opening", "0"];
    assert_eq!(goes_by(&without), json!({ "weights": null, "endgames": null }));
}
