//! What is marked `each move` begins afresh when a player comes to choose a move: who may move and when sees it so, and what the move
//! before has left does not tell two moves apart.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::program::Program;
use draughtsman::reference::Reference;

use super::faults::{agree_on, leaves, moves_of, on, read};

/// Two men a side in the corners.
fn corners(rules: &str, state: &str, more: &str) -> String {
    format!(
        "+++\nname = \"Corners\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\ngrid = \"4x4\"\n[pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n\
         [setup]\nman = {{ White = [\"a1\", \"d1\"], Black = [\"a4\", \"d4\"] }}\n+++\n\
         movement {{\n  {rules}\n}}\nstate {{\n  counter n: 0..2 each move\n  keep seen: site each move\n  \
         keep flag: truth each move\n  {state}\n}}\n{more}"
    )
}

/// Leaves so many decisions below the start, by the reference and by every way to count; and games by all of them.
fn count(text: &str, depth: u32) -> u64 {
    let variant = read(text);
    let reference = Reference::new(&variant).impatient();
    let start = reference.start().expect("no limit is reached");
    let many = leaves(reference, &start, depth as usize) as u64;
    let program = Program::compile(&variant);
    let position = Position::start(&program).expect("no limit is reached");
    for (made, quick) in [(false, false), (true, false), (false, true), (true, true)] {
        let way = Way { counting: Counting::AsWritten, made, quick };
        assert_eq!(perft(&program, &position, depth, way), Ok(many), "made: {made}, quick: {quick}\n{text}");
    }
    agree_on(text);
    many
}

/// However it is asked, the second player finds nothing of what the first one's move has kept.
#[test]
fn the_next_player_finds_everything_afresh() {
    for rule in [
        "man where n = 0 may step orthogonal: raise n by 1",
        "man may step orthogonal if n = 0: raise n by 1",
        "man may step orthogonal: require n = 0; raise n by 1",
        "man may step orthogonal if no seen: set seen to landing",
        "man not on seen may step orthogonal: set seen to site",
        "man may step orthogonal if not flag: set flag to true",
        "man may go orthogonal, to (empty where n = 0): raise n by 1",
        "man may walk { require n = 0; choose s in empty orthogonal from actor; move actor to s; raise n by 1 }",
        "man may walk if n = 0 { choose s in empty orthogonal from actor; move actor to s; raise n by 1 }",
        "mover may walk if n = 0 { choose m in own; choose s in empty orthogonal from m; move m to s; raise n by 1 }",
    ] {
        assert_eq!(count(&corners(rule, "", ""), 1), 4, "{rule}");
        assert_eq!(count(&corners(rule, "", ""), 2), 16, "{rule}");
    }
}

/// So does who moves a second time in a turn, and what is kept can be read between the moves.
#[test]
fn each_play_of_a_turn_begins_afresh() {
    let rule = "man may step orthogonal if n = 0: raise n by 1";
    let turn = |script: &str| count(&corners(rule, "", &format!("turn {{\n  {script}\n}}\n")), 2);
    assert_eq!(turn("play movement\n  may play movement"), 24, "five moves and none, after each of four");
    assert_eq!(turn("play movement\n  may play movement if n = 1"), 24);
    assert_eq!(turn("play movement\n  may play movement if n = 0"), 16);
}

/// What a move has kept can be read until the next choice of a move; where there is nothing to choose, that has not come.
#[test]
fn what_a_move_has_kept_stays_until_the_next_choice() {
    let over = "capture {\n  man may jump orthogonal over enemy\n}\nvictory {\n  mover wins \"kept\" if n = 1\n}\n";
    let with = |turn: &str| count(&corners("man may step orthogonal: raise n by 1", "", &format!("{turn}{over}")), 2);
    assert_eq!(with(""), 0, "the first move wins");
    assert_eq!(with("turn {\n  play movement\n  may play capture\n}\n"), 0, "nobody can capture");
    assert_eq!(with("turn {\n  play movement\n  may play movement\n}\n"), 24, "whoever declines has chosen");
}

/// Whoever asks in a move what players, or pieces of others, could do asks as if a move began; what the move has kept is there again
/// afterwards. Own pieces are asked in the move as it stands.
#[test]
fn what_could_be_done_is_asked_afresh() {
    let with = |asks: &str| {
        let rule = format!("man where n = 0 may step orthogonal: raise n by 1; require {asks}; require n = 1");
        count(&corners(&rule, "", ""), 2)
    };
    assert_eq!(with("mover can movement"), 16);
    assert_eq!(with("some movement"), 16);
    assert_eq!(with("opponent can movement"), 16);
    assert_eq!(with("enemy can movement"), 16);
    assert_eq!(with("not (own can movement)"), 16);
    let on_condition = "man may step orthogonal if n = 0: raise n by 1; require opponent can movement and enemy can movement";
    assert_eq!(count(&corners(on_condition, "", ""), 2), 16);
}

/// Two ways that differ in nothing but what they leave of such things are one move, unless something may read it before the next one.
#[test]
fn what_is_left_of_a_move_does_not_make_it_two() {
    let rules = "man may step orthogonal\n  man may go orthogonal, to empty: set n to 1";
    let moves = |state: &str, more: &str| {
        let text = corners(rules, state, more);
        agree_on(&text);
        moves_of(&text)
    };
    assert_eq!(moves("when move ends if n = 2: require false", ""), 4);
    assert_eq!(moves("when turn ends if n = 2: set n to 1", ""), 4, "it makes no difference to anything else");
    assert_eq!(moves("counter marks: 0..9\n  when turn ends if n = 1: raise marks by 1", ""), 8);
    assert_eq!(moves("", "victory {\n  mover wins \"kept\" if n = 2\n}\n"), 8);
    let soon = "victory {\n  as soon as some own not on home-row: mover wins \"off\"\n  mover wins \"kept\" if n = 2\n}\n";
    assert_eq!(moves("", soon), 6, "where the game is over nothing reads it");
    let twice = "turn {\n  play movement\n  may play movement\n}\n";
    assert_eq!(moves("", twice), 4);
    assert_eq!(moves("", &twice.replace("may play movement", "may play movement if n = 0")), 8);
}

/// Whether a clock was set is known of each by itself, however many things are kept between two of them.
#[test]
fn each_clock_ticks_by_itself() {
    let between: String = (0..31).map(|i| format!("  counter n{i}: 0..1\n")).collect();
    let text = on(
        "b b . .\n. . . .\n. . . .\nw w . .",
        &format!(
            "movement {{\n  man may step any-way\n}}\nstate {{\n  clock slow: 0..9\n{between}  clock quick: 0..3\n}}\n\
             effects {{\n  when man lands: set slow to 0\n}}\nvictory {{\n  draw \"quick\" if quick >= 3\n}}\n"
        ),
    );
    agree_on(&text);
}
