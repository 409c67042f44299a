//! The table of `docs/commands.md`: how every command ends, what it says where, and that all of them agree.

use std::sync::OnceLock;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::shell::{Ended, answer, file, run_in, small};

/// A row: the command, lines that end with 0, 1 and 2, and whether there is `--json`.
struct Row {
    command: String,
    lines: [Option<Vec<String>>; 3],
    json: bool,
}

fn rows() -> Vec<Row> {
    let page = include_str!("../../docs/commands.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [command, lines @ .., json] = cells.as_slice() else { panic!("{line}") };
        let bare = |cell: &&str| cell.trim_matches('`').split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<_> = lines.iter().map(|cell| Some(bare(cell)).filter(|words| !words.is_empty())).collect();
        Row {
            command: command.trim_matches('`').to_owned(),
            lines: lines.try_into().expect("three codes"),
            json: *json == "yes",
        }
    })
    .collect()
}

/// The parts of a run.
fn parts() -> &'static [String; 2] {
    static PARTS: OnceLock<[String; 2]> = OnceLock::new();
    PARTS.get_or_init(|| ["1/2", "2/2"].map(|shard| answer(&["simulate", "english", "--games", "4", "--shard", shard])))
}

/// The folder that the page tells of.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    let good = small("movement {\n  man may step any-way\n}\n");
    let position = "[[position]]\nname = \"one\"\nfen = \"W:W5:B1\"\n";
    let game = |last: &str| format!("[Event \"?\"]\n[GameType \"20\"]\n\n1. 32-28 {last} *\n");
    let [one, two] = parts();
    for (name, text) in [
        ("one.json", one.clone()),
        ("two.json", two.clone()),
        ("good.draughts", good.clone()),
        ("unpinned.draughts", good.clone()),
        ("wrong.draughts", good.replace("any-way", "anyway")),
        ("loose.draughts", good.replace("  man may", "     man may")),
        ("good.positions.toml", position.to_owned()),
        ("unpinned.positions.toml", position.to_owned()),
        ("wrong.positions.toml", position.to_owned()),
        ("good.pdn", game("19-23")),
        ("broken.pdn", game("19-22")),
    ] {
        file(folder.path(), name, text);
    }
    folder
}

fn ended(folder: &TempDir, words: &[String], more: &[&str]) -> Ended {
    let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    run_in(folder.path(), &words, b"")
}

#[test]
fn every_command_is_in_the_table() {
    let help = answer(&["--help"]);
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let names = listed.lines().filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let mut known: Vec<&str> = names.filter(|name| *name != "help").collect();
    let rows = rows();
    let mut told: Vec<&str> = rows.iter().map(|row| row.command.as_str()).collect();
    told.sort_unstable();
    known.sort_unstable();
    assert_eq!(told, known);
    for row in &rows {
        let help = answer(&[&row.command, "--help"]);
        assert_eq!(help.contains("--json"), row.json, "{}", row.command);
        assert!(
            help.contains("Examples:\n") && help.contains("--quiet") && help.contains("--color"),
            "{}: {help}",
            row.command
        );
    }
}

#[test]
fn every_command_ends_as_the_table_says() {
    for row in rows() {
        for (code, words) in (0..).zip(&row.lines) {
            let Some(words) = words else { continue };
            let folder = folder();
            let plain = ended(&folder, words, &[]);
            assert_eq!(plain.code, code, "{words:?}: {}{}", plain.out, plain.err);
            assert!(!(plain.out + &plain.err).contains('\u{1b}'), "{words:?}: colour in a pipe");
            assert!(code != 2 || !plain.err.is_empty(), "{words:?}: nothing is said of what is wrong");
        }
    }
}

/// What is wrong is told in colour on a terminal, unless `NO_COLOR` is set, and wherever `--color always` asks for it.
#[test]
fn every_command_has_colour_where_it_is_wanted() {
    for row in rows() {
        let Some(words) = &row.lines[2] else { continue };
        let folder = folder();
        for (choice, wanted) in [("always", true), ("never", false)] {
            let ended = ended(&folder, words, &["--color", choice]);
            assert_eq!((ended.code, ended.err.contains('\u{1b}')), (2, wanted), "{words:?} --color {choice}: {}", ended.err);
        }
        #[cfg(unix)]
        for (no_color, wanted) in [(None, true), (Some("1"), false)] {
            let said = crate::terminal::errors_on_a_terminal(folder.path(), words, no_color);
            assert_eq!(said.contains('\u{1b}'), wanted, "{words:?}, NO_COLOR {no_color:?}: {said}");
        }
    }
}

#[test]
fn quiet_commands_say_the_same_and_no_more() {
    for row in rows() {
        for words in row.lines.iter().flatten() {
            let (folder, other) = (folder(), folder());
            let (plain, quiet) = (ended(&folder, words, &[]), ended(&other, words, &["--quiet"]));
            assert_eq!(quiet.code, plain.code, "{words:?}");
            // How long it took is not the same.
            if !plain.out.contains(" s") {
                assert_eq!(quiet.out, plain.out, "{words:?}");
            }
            match plain.code {
                2 => assert!(!quiet.err.is_empty(), "{words:?}: what is wrong is said all the same"),
                _ => assert!(quiet.err.is_empty() || row.command == "pdn", "{words:?}: {}", quiet.err),
            }
        }
    }
}

#[test]
fn every_command_with_json_says_one_object() {
    for row in rows().into_iter().filter(|row| row.json) {
        for words in row.lines.iter().flatten() {
            let folder = folder();
            let plain = ended(&folder, words, &[]).code;
            let folder = self::folder();
            let told = ended(&folder, words, &["--json"]);
            assert_eq!(told.code, plain, "{words:?}: {}{}", told.out, told.err);
            let object: Value =
                serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{words:?}: {error}: {}", told.out));
            assert_eq!(object["schema"], 1, "{words:?}: {object}");
            assert_eq!(object.get("exit_code").is_some(), plain == 2, "{words:?}: {object}");
        }
    }
}
