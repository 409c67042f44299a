use super::*;
use crate::check::Choices;
use crate::library::{self, Ready};
use crate::notation::pinned;
use crate::program::Program;

fn positions(ready: &Ready, text: &str) -> Vec<Section> {
    let all = pinned::read(text).unwrap();
    all.iter().map(|one| of_game(&ready.variant, &ready.program, one)).collect()
}

/// English draughts with the first occurrence of `old` in its text replaced.
fn english(old: &str, new: &str) -> Ready {
    let text = library::text_of("english").unwrap();
    assert!(old.is_empty() || text.contains(old), "{old}");
    let loaded = library::load_text("x", "x.draughts", text.replacen(old, new, 1).into_bytes(), None);
    let checked = loaded.check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    Ready { program: Program::compile(&variant), variant }
}

const POSITIONS: &str = "
[[position]]
name = \"crowned\"
reason = \"A man that gets there is a king,\\nand its move is over.\"
fen = \"W:W9,12:B6,7,8,3\"

[[position]]
name = \"lost\"
fen = \"B:W5,6,10:B1\"

[[position]]
name = \"nowhere\"
fen = \"B:W5,6,99:B1\"

[[position]]
name = \"moved\"
moves = [\"11-15\", \"23-19\"]
";

#[test]
fn files_read_back() {
    let ready = english("", "");
    let sections = positions(&ready, POSITIONS);
    let text = print(&sections);
    assert_eq!(parse(&text).unwrap(), sections, "{text}");
    assert!(text.contains("reason: A man that gets there is a king, and its move is over.\n"), "{text}");
    assert!(text.contains("  9x2 -> takes Black man 6; becomes king\n"), "{text}");
    assert!(sections[1].heading.starts_with("The game is over: White wins: "), "{}", sections[1].heading);
    assert!(sections[2].heading.starts_with("No such position: "), "{}", sections[2].heading);
    for name in ["saving_private", "chaos", "guerrilla", "warp", "lasca", "collateral"] {
        let ready = library::bundled(name).unwrap();
        let sections = positions(&ready, "[[position]]\nname = \"start\"\n");
        let text = print(&sections);
        assert_eq!(parse(&text).unwrap(), sections, "{text}");
        assert!(!sections[0].moves.is_empty(), "{text}");
    }
}

#[test]
fn nothing_has_changed_where_nothing_has() {
    let sections = positions(&english("", ""), POSITIONS);
    assert_eq!(compare(&sections, &positions(&english("", ""), POSITIONS)), []);
}

#[test]
fn what_changed_is_told_as_a_player_would() {
    let before = positions(&english("", ""), POSITIONS);
    let after = positions(&english("promote it to king; end move", "promote it to king"), POSITIONS);
    let changes = compare(&before, &after);
    assert_eq!(changes.iter().map(Change::name).collect::<Vec<_>>(), ["crowned"]);
    let told = told(&changes[0]);
    assert!(told.contains("A man that gets there is a king"), "{told}");
    assert!(told.contains("\n  gone:      9x2 -> ") && told.contains("\n  new:       9x"), "{told}");
    let gone = compare(&before, &after[1..]);
    assert!(matches!(&gone[..], [Change::Stale(section)] if section.name == "crowned"));
    let new = compare(&before[1..], &before);
    assert!(matches!(&new[..], [Change::New(section)] if section.name == "crowned"));
}

#[test]
fn a_file_that_was_merged_badly_is_refused_with_its_line() {
    let problem = parse("=== a ===\n\nx\n<<<<<<< HEAD\n").unwrap_err();
    assert_eq!(problem.line, 4);
    assert_eq!(parse("hello\n").unwrap_err().line, 1);
    assert_eq!(parse("").unwrap(), []);
}
