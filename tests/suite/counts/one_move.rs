//! Ways that come to the same are counted once, and those that do not are not taken for one.

use draughtsman::engine::Position;

use super::{ALL, both, compare, program};

#[test]
fn what_is_to_come_tells_moves_apart_that_are_cut() {
    let program = program(include_str!("../bitboard/cut.draughts"));
    let start = Position::start(&program).expect("a position");
    // With the rounds and the alternatives taken for the same there were 328.
    assert_eq!(both(&program, &start, 2), (Some(412), Ok(412)));
}

/// Where a leg was aimed is no matter if the game is over before it lands: the piece behind the prey has three sites to land on.
#[test]
fn a_leg_that_has_not_landed_when_the_game_is_over_is_one_move() {
    let file = |more: &str, endings: &str| {
        program(&format!(
            "+++\nname = \"Aimed\"\nversion = \"1.0.0\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"5x2\"\n[pieces]\n\
             king = {{ symbol = \"k\" }}\n[setup]\nking = {{ White = \"a1\", Black = [\"b1\", \"e2\"] }}\n+++\n\
             movement {{\n  king may step orthogonal\n}}\ncapture {{\n  king may fly orthogonal over enemy\n}}\n{more}\n\
             victory {{\n{endings}  player who cannot move loses\n}}\n"
        ))
    };
    let marks = "state {\n  counter mark: 0..1\n  when piece is taken: set mark to 1\n}";
    for (rules, endings, moves) in [
        ("", "", 4),
        ("effects {\n  when piece is taken: mover wins\n}", "", 2),
        ("effects {\n  before piece is taken: draw\n}", "", 2),
        (marks, "  as soon as mark = 1: mover wins\n", 2),
    ] {
        let program = file(rules, endings);
        let start = Position::start(&program).expect("a position");
        assert_eq!(both(&program, &start, 1), (Some(moves), Ok(moves)), "{rules}");
        compare(&program, &start, &ALL).unwrap_or_else(|problem| panic!("{rules}: {problem}"));
    }
}
