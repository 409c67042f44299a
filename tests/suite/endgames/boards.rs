//! Small boards, solved from their beginning: the values that docs/agents.md lists.

use draughtsman::check::Choices;
use draughtsman::endgames::Value;
use draughtsman::library::load_text;

use super::{made, standing};

/// A row of men on each side.
const BOARDS: [(&str, &str); 3] = [
    ("4x4", ". b . b\n. . . .\n. . . .\nw . w ."),
    ("5x5", "b . b . b\n. . . . .\n. . . . .\n. . . . .\nw . w . w"),
    ("6x6", ". b . b . b\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\nw . w . w ."),
];

/// What the beginning of a game by these rules on a board is worth to who begins, and of how many pieces it is.
fn value(parent: &str, (grid, diagram): (&str, &str)) -> Value {
    let text = format!(
        "+++\nname = \"Small\"\nversion = \"1.0.0\"\nextends = \"{parent}\"\n\n[board]\ngrid = \"{grid}\"\n\n[setup]\ndiagram = \"\"\"\n{diagram}\n\"\"\"\n+++\n"
    );
    let loaded = load_text("small", "small.draughts", text.into_bytes(), None);
    let variant = loaded.check(&Choices::default()).variant.expect("rules without mistakes");
    let ready = loaded.ready(variant);
    let mut stand = standing(&ready, &ready.program.start);
    made(&ready, stand.len() as u32).value(&mut stand, 0).expect("a position of the tables")
}

/// The smallest always, the middle ones where more is asked for, the largest where six pieces are.
#[test]
fn small_boards_are_worth_what_is_listed() {
    let page = include_str!("../../../docs/agents.md");
    let rows =
        page.lines().skip_while(|line| !line.starts_with("| rules | 4x4 |")).skip(2).take_while(|line| line.starts_with('|'));
    let boards = match super::pieces() {
        0..=3 => 1,
        4..=5 => 2,
        _ => 3,
    };
    let mut tried = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (board, listed) in BOARDS.into_iter().zip(&cells[2..]).take(boards) {
            let said = match value(&cells[1].to_lowercase(), board) {
                Value::Drawn => "draw".to_owned(),
                Value::Won(plies) => format!("won in {plies}"),
                Value::Lost(plies) => format!("lost in {plies}"),
            };
            assert_eq!(said, **listed, "{}, {}", cells[1], board.0);
            tried += 1;
        }
    }
    assert_eq!(tried, 3 * boards);
}
