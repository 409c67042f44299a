//! Where one of the engines is known to differ from the reference: each such case says what both say, so that it cannot go unseen when it
//! is mended.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Direct, Position, Walk};
use draughtsman::library::load_text;
use draughtsman::model::setup::{Piece, Setup};
use draughtsman::model::{KindId, SideId, Variant};
use draughtsman::program::Program;
use draughtsman::reference::{Pending, Reference};

fn read(text: &str) -> Variant {
    let checked = load_text("odd", "odd.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// Leaves so many decisions below a position.
fn leaves(reference: Reference<'_>, pending: &Pending, depth: usize) -> usize {
    let moves = reference.moves(pending).expect("no limit is reached");
    if depth == 1 {
        return moves.len();
    }
    let after = |mv| reference.play(pending, mv).expect("no limit is reached");
    moves.iter().map(|mv| leaves(reference, &after(mv), depth - 1)).sum()
}

/// A flying king on a board without edges reaches one square by two directions. That is one move.
#[test]
fn what_is_reached_by_two_directions_is_one_move() {
    let variant = read("+++\nname = \"C\"\nversion = \"1.0.0\"\nextends = \"turkish\"\n[board]\nwrap = \"files\"\n+++\n");
    let program = Program::compile(&variant);
    let king = KindId(variant.equipment.kinds.iter().position(|kind| kind.name == "king").expect("there are kings") as u8);
    let side = |name: &str| {
        SideId(variant.equipment.sides.iter().position(|side| side.name == name).expect("there is such a side") as u8)
    };
    let at = |site: &str, owner| {
        (variant.equipment.board.site(site).expect("a square"), vec![Piece { owner, kind: king, slots: Vec::new() }])
    };
    let mut board = vec![at("a1", side("White")), at("h8", side("Black"))];
    board.sort();
    let turn = variant.equipment.turn_order.iter().position(|player| variant.equipment.players[player.index()].name == "White");
    let setup = Setup { board, turn: turn.expect("White moves") as u8, ..Setup::default() };
    let position = Position::from_setup(&program, &setup).expect("a position");
    let reference = Reference::new(&variant).impatient();
    let pending = reference.at(&setup).expect("no limit is reached");
    assert_eq!(leaves(reference, &pending, 2), 187);
    let general = Way { counting: Counting::AsWritten, made: false, shaped: false };
    assert_eq!(perft(&program, &position, 2, general), Ok(187));
    assert_eq!(perft(&program, &position, 2, Way::USUAL), Ok(187));
}

const PLAIN: &str = "+++\nname = \"Odd\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                     [pieces]\nman = { symbol = \"m\" }\nking = { symbol = \"k\" }\n[setup]\ndiagram = \"\"\"\nb b . .\n. . . .\n. . . .\nw w . .\n\"\"\"\n+++\n";

fn moves_by_all(rules: &str) -> usize {
    moves_of(&format!("{PLAIN}{rules}"))
}

/// How many moves a rule file has at its start: as many by the reference as by every way that the engine has.
fn moves_of(text: &str) -> usize {
    let variant = read(text);
    let program = Program::compile(&variant);
    let reference = Reference::new(&variant);
    let pending = reference.start().expect("no limit is reached");
    let position = Position::start(&program).expect("no limit is reached");
    let engines = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
    let many = reference.moves(&pending).expect("no limit is reached").len();
    assert_eq!(engines.len(), many, "the long list of\n{text}");
    assert_eq!(Walk::new(&program, &position).options(), Ok(many), "the short list of\n{text}");
    if let Some(direct) = Direct::new(&program)
        && let Some(game) = direct.game(&program, &position)
    {
        assert_eq!(game.options(), many, "the direct engine's list of\n{text}");
    }
    many
}

/// Two ways that come to the same are one move, wherever they were aimed.
#[test]
fn legs_that_are_ended_before_they_land_are_one_move() {
    let rules = "movement {\n  man may step any-way\n}\neffects {\n  when leg begins: end leg\n}\n";
    assert_eq!(moves_by_all(rules), 2);
}

/// Which line allows a move does not matter: one that a capture and another class allow is a capture, and stays one when captures are
/// asked for.
#[test]
fn what_two_classes_allow_is_of_both() {
    let rules = "movement {\n  man may step any-way\n  man may jump any-way over enemy\n}\n\
                 capture {\n  man may jump any-way over enemy\n}\nobligation {\n  must capture\n}\n";
    let near = PLAIN.replace("b b . .\n. . . .\n. . . .\n", "b . . .\n. . . .\nb . . .\n");
    assert_eq!(moves_of(&format!("{near}{rules}")), 1);
}

/// `end turn` leaves nothing out of the leg, `end leg` its landing, in whichever order they are said.
#[test]
fn a_leg_is_ended_behind_the_end_of_a_turn_too() {
    let rules = "capture {\n  piece may fly orthogonal over enemy\n}\neffects {\n  when piece is taken: end turn; end leg\n}\n";
    let near = PLAIN.replace("b b . .\n. . . .\n. . . .\n", ". . . .\n. . . .\nb . . .\n");
    assert_eq!(moves_of(&format!("{near}{rules}")), 1);
}

/// Two ways are one move only if they are by the same verb where it has a name.
#[test]
fn verbs_of_other_names_are_other_moves() {
    let rules = "movement {\n  man may nod { require true }\n  man may bow { require true }\n}\n";
    assert_eq!(moves_by_all(rules), 4);
}
