//! `draughtsman snapshot` as an author uses it: positions pinned, a rule changed, the difference read, accepted or rejected.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::shell::{Ended, command};

/// An author's folder.
struct Folder {
    folder: TempDir,
}

const RULES: &str = r#"+++
name    = "Pond draughts"
extends = "english"
+++

## Men of the pond look both ways.
capture {
  replace man may jump by man may jump diagonal over an enemy
}
"#;

impl Folder {
    fn new() -> Folder {
        let folder = Folder { folder: tempdir().unwrap() };
        folder.write("pond.draughts", RULES);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn run_as(&self, arguments: &[&str], input: &str, ci: Option<&str>) -> Ended {
        let mut command = command(arguments);
        command.current_dir(self.folder.path()).env_remove("CI");
        if let Some(ci) = ci {
            command.env("CI", ci);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ended { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        self.run_as(arguments, "", None)
    }

    fn good(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!(ended.code, 0, "{arguments:?}: {}{}", ended.out, ended.err);
        ended.out
    }

    /// With two positions pinned.
    fn pinned() -> Folder {
        let folder = Folder::new();
        let reason = "A man takes backward too.";
        folder.good(&["snapshot", "add", "pond.draughts", "--name", "backward", "--reason", reason, "--position", "W:W10:B15"]);
        folder.good(&["snapshot", "add", "pond.draughts", "--name", "a quiet man", "--position", "W:W22:B1"]);
        folder
    }
}

const OLD: &str = "replace man may jump by man may jump diagonal over an enemy";
const NEW: &str = "replace king may jump by king may jump any-way over an enemy";

#[test]
fn a_position_that_is_added_is_pinned() {
    let folder = Folder::pinned();
    let positions = folder.read("pond.positions.toml");
    assert!(
        positions
            .contains("[[position]]\nname   = \"backward\"\nreason = \"A man takes backward too.\"\nfen    = \"W:W10:B15\"\n")
    );
    let snapshot = folder.read("pond.snapshot.txt");
    let wanted = "\nWhite to move, 1 move:\n  10x19 -> takes Black man 15; White wins: player who cannot move loses\n";
    assert!(snapshot.contains("=== backward ===\nreason: A man takes backward too.\n"), "{snapshot}");
    assert!(snapshot.contains(wanted), "{snapshot}");
    assert_eq!(folder.good(&["snapshot", "pond.draughts"]), "2 positions: as pinned.\n");
    let again = folder.run(&["snapshot", "add", "pond.draughts", "--name", "backward", "--position", "W:W10:B15"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("there is a position `backward` already"), "{}", again.err);
}

#[test]
fn a_changed_rule_is_told_and_nothing_is_written() {
    let folder = Folder::pinned();
    let before = (folder.read("pond.positions.toml"), folder.read("pond.snapshot.txt"));
    folder.write("pond.draughts", &RULES.replace(OLD, NEW));
    let ended = folder.run(&["snapshot", "pond.draughts"]);
    assert_eq!(ended.code, 1);
    for wanted in [
        "backward: changed\n  A man takes backward too.\n",
        "\n  gone:      10x19 -> takes Black man 15; White wins: player who cannot move loses\n",
        "\n  new:       10-6\n             10-7\n",
        "2 positions: 1 not as pinned.\n",
        "draughtsman snapshot pond.draughts --update",
    ] {
        assert!(ended.out.contains(wanted), "{wanted}\n{}", ended.out);
    }
    assert!(!ended.out.contains("a quiet man"), "{}", ended.out);
    assert_eq!((folder.read("pond.positions.toml"), folder.read("pond.snapshot.txt")), before);
    assert_eq!(fs::read_dir(folder.folder.path()).unwrap().count(), 3);
    let json: Value = serde_json::from_str(&folder.run(&["snapshot", "pond.draughts", "--json"]).out).unwrap();
    assert_eq!(json["positions"], 2);
    assert_eq!(json["changes"][0]["name"], "backward");
    assert_eq!(json["changes"][0]["gone"], serde_json::json!(["10x19"]));
    folder.good(&["snapshot", "pond.draughts", "--update"]);
    assert_eq!(folder.good(&["snapshot", "pond.draughts"]), "2 positions: as pinned.\n");
    assert!(folder.read("pond.snapshot.txt").contains("  10-7\n"));
}

#[test]
fn a_move_that_does_something_else_is_told() {
    let folder = Folder::new();
    folder.good(&["snapshot", "add", "pond.draughts", "--name", "crowned", "--position", "W:W5:B21"]);
    let rule = "promotion {\n  replace when man lands by when man lands on far-row: end move\n}\n";
    folder.write("pond.draughts", &format!("{RULES}\n{rule}"));
    let ended = folder.run(&["snapshot", "pond.draughts"]);
    let wanted = "  otherwise: 5-1\n               was: becomes king\n               now: nothing else\n";
    assert!(ended.out.contains(wanted), "{}", ended.out);
    assert_eq!(ended.code, 1);
}

#[test]
fn what_is_pending_is_gone_through_one_by_one() {
    let folder = Folder::pinned();
    folder.good(&["snapshot", "add", "pond.draughts", "--name", "two ways", "--position", "W:W10:B14,15"]);
    let before = folder.read("pond.snapshot.txt");
    folder.write("pond.draughts", &RULES.replace(OLD, NEW));
    let ended = folder.run(&["snapshot", "pond.draughts", "--pending"]);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert_eq!(folder.read("pond.snapshot.txt"), before);
    assert!(folder.read("pond.snapshot.pending.txt").contains("=== two ways ==="));
    let ended = folder.run_as(&["snapshot", "review", "pond.draughts"], "what\na\ns\n", None);
    assert_eq!(ended.code, 1);
    for wanted in [
        "1 of 2\nbackward: changed",
        "Please answer a, r, s or q.",
        "Accepted: backward",
        "2 of 2",
        "1 accepted, 1 still pending.",
    ] {
        assert!(ended.out.contains(wanted), "{wanted}\n{}", ended.out);
    }
    assert!(folder.read("pond.snapshot.txt").contains("  10-7\n"));
    let unknown = folder.run(&["snapshot", "accept", "pond.draughts", "tow ways"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("no position `tow ways` is pending (pending: `two ways`)"), "{}", unknown.err);
    assert_eq!(folder.good(&["snapshot", "reject", "pond.draughts", "two ways"]), "Rejected: two ways\n");
    assert!(!folder.path("pond.snapshot.pending.txt").exists());
    assert!(folder.run(&["snapshot", "pond.draughts"]).out.contains("two ways: changed"));
    folder.run(&["snapshot", "pond.draughts", "--pending"]);
    assert_eq!(folder.good(&["snapshot", "accept", "pond.draughts"]), "Accepted: two ways\n");
    folder.good(&["snapshot", "pond.draughts"]);
    assert_eq!(folder.good(&["snapshot", "review", "pond.draughts"]), "Nothing is pending.\n");
}

#[test]
fn what_is_pinned_of_positions_that_are_gone_is_found_and_forgotten() {
    let folder = Folder::pinned();
    let text = folder.read("pond.positions.toml");
    let (kept, _) = text.split_once("\n[[position]]\nname   = \"a quiet man\"").unwrap();
    folder.write("pond.positions.toml", kept);
    let ended = folder.run(&["snapshot", "pond.draughts"]);
    assert_eq!(ended.code, 1);
    assert!(ended.out.contains("a quiet man: pinned, but there is no such position any more"), "{}", ended.out);
    let ended = folder.run(&["snapshot", "pond.draughts", "--update"]);
    assert_eq!(ended.code, 1, "an update forgets nothing: {}", ended.out);
    assert!(folder.read("pond.snapshot.txt").contains("a quiet man"));
    folder.good(&["snapshot", "pond.draughts", "--prune"]);
    assert!(!folder.read("pond.snapshot.txt").contains("a quiet man"));
    assert_eq!(folder.good(&["snapshot", "pond.draughts"]), "1 position: as pinned.\n");
}

#[test]
fn nothing_is_written_where_ci_is_set() {
    let folder = Folder::pinned();
    folder.write("pond.draughts", &RULES.replace(OLD, NEW));
    let before = folder.read("pond.snapshot.txt");
    assert_eq!(folder.run_as(&["snapshot", "pond.draughts"], "", Some("true")).code, 1);
    let writing: [&[&str]; 7] = [
        &["snapshot", "pond.draughts", "--update"],
        &["snapshot", "pond.draughts", "--pending"],
        &["snapshot", "pond.draughts", "--prune"],
        &["snapshot", "accept", "pond.draughts"],
        &["snapshot", "reject", "pond.draughts"],
        &["snapshot", "review", "pond.draughts"],
        &["snapshot", "add", "pond.draughts", "--name", "x", "--position", "W:W22:B1"],
    ];
    for arguments in writing {
        let ended = folder.run_as(arguments, "", Some("true"));
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.out);
        assert!(ended.err.contains("nothing is written where CI is set"), "{}", ended.err);
    }
    assert_eq!(folder.read("pond.snapshot.txt"), before);
    assert_eq!(fs::read_dir(folder.folder.path()).unwrap().count(), 3);
}

#[test]
fn play_pins_the_position_on_the_board() {
    let folder = Folder::new();
    let typed = "11-15\npin \"the open game\" White may answer as it likes.\npin \"the open game\"\nquit\n";
    let ended = folder.run_as(&["play", "pond.draughts"], typed, None);
    assert!(ended.out.contains("Pinned: `the open game` (pond.positions.toml, pond.snapshot.txt)"), "{}", ended.out);
    assert!(
        ended.out.contains("Not pinned: pond.positions.toml: there is a position `the open game` already"),
        "{}",
        ended.out
    );
    assert!(folder.read("pond.positions.toml").contains("reason = \"White may answer as it likes.\""));
    assert_eq!(folder.good(&["snapshot", "pond.draughts"]), "1 position: as pinned.\n");
}

#[test]
fn cards_secrets_and_half_made_set_ups_are_pinned_whole() {
    for name in ["saving_private", "chaos", "guerrilla", "warp", "lasca"] {
        let folder = Folder::new();
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(format!("{name}.draughts"));
        fs::copy(rules, folder.path("own.draughts")).unwrap();
        // The first decision, perhaps of the set-up; and one with everything set up and some moves made.
        folder.good(&["snapshot", "add", "own.draughts", "--name", "first"]);
        folder.good(&["snapshot", "add", "own.draughts", "--name", "set up", "--seed", "7"]);
        let pinned = folder.read("own.snapshot.txt");
        assert!(!pinned.contains("No such position"), "{name}: {pinned}");
        assert_eq!(folder.good(&["snapshot", "own.draughts"]), "2 positions: as pinned.\n", "{name}");
    }
}

#[test]
fn positions_may_switch_options_of_their_own() {
    let folder = Folder::new();
    let option = "option long-kings {\n  movement {\n    replace king may step by king may fly diagonal\n  }\n}\n";
    folder.write("pond.draughts", &format!("{RULES}\n{option}"));
    folder.good(&["snapshot", "add", "pond.draughts", "--name", "short", "--position", "W:WK29:B4"]);
    let long = ["snapshot", "add", "pond.draughts", "--name", "long", "--position", "W:WK29:B4", "--option", "long-kings"];
    folder.good(&long);
    assert!(folder.read("pond.positions.toml").contains("options = [\"long-kings\"]"));
    let pinned = folder.read("pond.snapshot.txt");
    assert!(pinned.contains("options: long-kings\n") && pinned.contains("29-8"), "{pinned}");
    folder.good(&["snapshot", "pond.draughts"]);
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let folder = Folder::new();
    let none = folder.run(&["snapshot", "pond.draughts"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("there is no file pond.positions.toml"), "{}", none.err);
    folder.write("pond.positions.toml", "[[position]]\nnam = \"x\"\n");
    let wrong = folder.run(&["snapshot", "pond.draughts"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("pond.positions.toml: position.1: unknown key `nam` (accepted: name,"), "{}", wrong.err);
    folder.write("pond.positions.toml", "[[position]]\nname = \"x\"\nfen = \"W:W99:B1\"\n");
    let lost = folder.run(&["snapshot", "pond.draughts"]);
    assert_eq!(lost.code, 1);
    assert!(lost.out.contains("No such position: the position `x`.fen: "), "{}", lost.out);
    folder.write("pond.snapshot.txt", "nonsense\n");
    assert!(folder.run(&["snapshot", "pond.draughts"]).err.contains("pond.snapshot.txt: line 1: "));
}

#[test]
fn a_position_with_an_option_that_there_is_not_is_named() {
    let folder = Folder::new();
    folder.write(
        "pond.positions.toml",
        "[[position]]\nname = \"the long king\"\noptions = [\"long-kings\"]\nfen = \"W:WK1:B32\"\n",
    );
    let ended = folder.run_as(&["snapshot", "pond.draughts"], "", None);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("the position `the long king`: options: there is no option `long-kings`"), "{}", ended.err);
}

/// A position that cannot be read or set up may be pinned, but is named each time.
#[test]
fn a_pinned_position_that_there_is_not_is_named() {
    let folder = Folder::new();
    folder.write("pond.positions.toml", "[[position]]\nname = \"far\"\nfen = \"W:WK1:B99\"\n");
    assert_eq!(folder.run_as(&["snapshot", "pond.draughts", "--update"], "", None).code, 0);
    let ended = folder.run_as(&["snapshot", "pond.draughts"], "", None);
    assert_eq!((ended.code, ended.out.as_str()), (0, "1 position: as pinned.\nNo such position under these rules: `far`.\n"));
}
