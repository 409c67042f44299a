//! Decisions in the midst of what cannot be carried out, whatever is chosen: each choice is offered, and what stops is left out.

use draughtsman::engine::{Counting, Position};
use draughtsman::model::setup::{Kept, Setup};
use draughtsman::program::Program;

use super::faults::{agree_on, on, read};

/// What comes of each option of a decision, the first of all being 0, where the first option of each before it is taken.
fn come(text: &str, decision: usize) -> Vec<Setup> {
    agree_on(text);
    let program = Program::compile(&read(text));
    let play = |position: &Position| -> Vec<Position> {
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        moves.iter().map(|mv| position.play(&program, mv, &[]).expect("no limit is reached")).collect()
    };
    let mut position = Position::start(&program).expect("no limit is reached");
    for _ in 0..decision {
        position = play(&position).swap_remove(0);
    }
    play(&position).iter().map(|after| after.to_setup(&program)).collect()
}

/// What the one counter has come to, from the least to the most.
fn moods(come: &[Setup]) -> Vec<i64> {
    let number = |after: &Setup| match after.stored.as_slice() {
        [] => 0,
        [(_, Kept::Number(mood))] => *mood,
        other => panic!("{other:?}"),
    };
    let mut moods: Vec<i64> = come.iter().map(number).collect();
    moods.sort_unstable();
    moods
}

const MOOD: &str = "state {\n  counter mood: 0..9\n}\n";

/// The opponent has chosen, so the move is made. Then the man can go nowhere, and the move ends there; or one way is open, and is gone.
#[test]
fn a_verb_that_cannot_go_on_leaves_its_rest_out() {
    let rules = "movement {\n  man may march { go north, to empty; choose p in own man by opponent; choose way in (east or west)\n    \
                 go way, to empty\n    raise mood by 1 }\n}\n";
    let shut = come(&on(". . . .\n. . . .\n. b . .\nw . . .", &format!("{MOOD}{rules}")), 2);
    assert_eq!((moods(&shut), shut[0].turn, shut[1].turn), (vec![0, 0], 1, 1));
    let open = come(&on(". b . .\n. . . .\n. . . .\nw . . .", &format!("{MOOD}{rules}")), 2);
    assert_eq!((moods(&open), open[0].turn), (vec![1], 1));
}

/// To the west there is no square. To the east each landing asks for a number and stops behind it, and the verb goes on.
#[test]
fn a_trigger_that_cannot_go_on_leaves_its_rest_out_and_the_verb_goes_on() {
    let rules = "movement {\n  man may march { choose p in own man by opponent; choose way in (east or west)\n    go way, to empty\n    \
                 go north, to empty }\n}\n\
                 effects {\n  when man lands { choose gain in 1 or 2; raise mood by gain; require no enemy; raise mood by 5 }\n}\n";
    let all = come(&on("b . . .\n. . . .\n. . . .\nw . . .", &format!("{MOOD}{rules}")), 2);
    assert_eq!(moods(&all), [0, 2, 3, 3, 4]);
    assert!(all.iter().all(|after| after.turn == 1));
}

#[test]
fn a_script_that_cannot_go_on_leaves_its_rest_out() {
    let rules = "movement {\n  man may step orthogonal\n}\n";
    let script = "choose x in 1 or 2; raise mood by x; require no enemy; raise mood by 5";
    let board = |script: &str| on("b . . .\n. . . .\n. . . .\nw . . .", &format!("{MOOD}{script}{rules}"));
    let turn = come(&board(&format!("turn {{ {script}; play movement }}\n")), 0);
    assert_eq!((moods(&turn), turn[0].turn), (vec![1, 2], 1), "the turn is over");
    let set_up = come(&board(&format!("setup {{ {script} }}\n")), 0);
    assert_eq!((moods(&set_up), set_up[0].turn), (vec![1, 1, 2, 2], 1), "the first step of the game belongs to it");
}

/// Each capture of the script sets off what stops. Behind it those moves are offered that can be carried out, and no others.
#[test]
fn moves_that_cannot_be_carried_out_are_not_offered_behind_it() {
    let rules = "turn { choose prey in enemy; take prey; play movement }\n\
                 movement {\n  man may march { go orthogonal, to empty; require it on edge; raise mood by 1 }\n}\n\
                 effects {\n  when man is taken { choose gain in 1 or 2; raise mood by gain; require count own > 5 }\n}\n";
    let all = come(&on("b . . .\n. . . .\n. w . .\n. . . .", &format!("{MOOD}{rules}")), 0);
    assert_eq!(moods(&all), [2, 2, 3, 3]);
}
