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

/// Rules of a board with some pieces, of these equipment lines and chapters.
fn small(grid: &str, setup: &str, chapters: &str) -> String {
    format!(
        "+++\nname = \"Small\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\n\
         grid = \"{grid}\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[setup]\n\
         {setup}\n+++\n{chapters}\nvictory {{ draw if turns > 30 }}\n"
    )
}

#[test]
fn what_was_counted_wrongly_once() {
    for (grid, setup, chapters, leaves) in [
        // Two verbs that do the same are two moves, also where a chain may go on.
        ("3x3", "", "movement { mover may nod { } }\ncapture {\n  mover may wink { }\n  chain may continue\n}", &[2, 4][..]),
        // Somebody is asked before the piece lands, and it has been put elsewhere: where it lands is still to come.
        (
            "2x5",
            "man = { White = \"a3\", Black = \"a4\" }",
            "state {\n  when piece is taken {\n    move actor to b3\n    choose v in player by chance\n  }\n}\n\
             movement { man may nod { } }\ncapture { man may fly forward orthogonal over enemy }",
            &[2, 5],
        ),
        // A choice before the last ply that is made leaves nothing behind.
        (
            "3x4",
            "king = { White = \"b2\", Black = \"c3\" }\n[regions]\nmid = \"b2-c3\"",
            "movement { king on mid may step forward any-way }\n\
             turn {\n  choose v in opponent\n  take own king on far-row\n  play move\n}",
            &[2, 4],
        ),
        // A leg is aimed from its beginning on, at other prey here, of which the trigger says nothing until it is met.
        (
            "3x3",
            "man = { White = [\"b1\", \"a1\"], Black = [\"b2\", \"c2\"] }",
            "movement { man may pounce any-way onto enemy }\n\
             effects {\n  before piece is taken: set kind of it to king; prevent\n  when leg begins { choose x in own by opponent }\n}",
            &[3, 6, 8],
        ),
        (
            "4x4",
            "man = { White = [\"a1\", \"b1\"], Black = [\"a4\", \"b4\"] }",
            "movement { man may step any-way }\n\
             effects { when leg begins { choose x in (1 or 2) by chance; end leg if x = 1 } }",
            &[6, 12, 72],
        ),
        (
            "4x4",
            "man = { White = [\"a1\", \"c2\"] }\nking = { Black = \"b3\" }",
            "movement { man may step forward orthogonal }\ncapture { king may strike any-way, taking enemy }\n\
             effects { when leg begins: choose x in (1 or 2) by chance }",
            &[2, 4, 6],
        ),
        // There is an acting piece in the path of a rule.
        (
            "6x6",
            "man = { White = \"b2\" }\nking = { Black = \"a4\" }",
            "movement {\n  king may step (if some actor then diagonal else orthogonal)\n  man may step forward orthogonal\n}",
            &[1, 1],
        ),
        // A body that asks its mover, and then fails, cannot be begun.
        (
            "6x6",
            "king = { White = \"c1\" }\nman = { Black = \"d5\" }",
            "turn { either { play movement } or { play capture } }\n\
             movement { piece may stay { require turns >= 0 } }\n\
             capture { piece may fox { choose x in king by mover; require no piece } }",
            &[1, 1],
        ),
    ] {
        let program = program(&small(grid, setup, chapters));
        let start = Position::start(&program).expect("a position");
        compare(&program, &start, &ALL).unwrap_or_else(|problem| panic!("{chapters}: {problem}"));
        for (depth, leaves) in (1..).zip(leaves) {
            assert_eq!(both(&program, &start, depth), (Some(*leaves), Ok(*leaves)), "{depth}: {chapters}");
        }
    }
}

/// Each choice of some squares is put together when it is played, not all of them each time.
#[test]
fn choices_of_many_things_are_counted_soon() {
    let program = program(&small(
        "6x6",
        "man = { White = \"a1\", Black = \"f6\" }",
        "movement { man may mark { choose some v in (empty not edge) } }",
    ));
    let start = Position::start(&program).expect("a position");
    assert_eq!(both(&program, &start, 1).1, Ok(65_535));
    let moves = start.moves(&program, draughtsman::engine::Counting::AsWritten).expect("no limit");
    for mv in moves.iter().step_by(17) {
        start.play(&program, mv, &[]).expect("no limit");
    }
}
