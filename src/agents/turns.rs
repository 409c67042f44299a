//! Whether a turn may pass without a decision.

use crate::model::expr::Given;
use crate::model::rules::{Effects, Ending};
use crate::program::Program;
use crate::program::code::Op;
use crate::program::node::Node;

/// Whether a turn may pass without a decision. It cannot if each turn begins with a move, nothing can end it before that, and the
/// game is over when a player has no move.
pub(super) fn may_pass(program: &Program) -> bool {
    let moves = matches!(program.block(program.game.turn.body).ops.first(), Some((Op::Play { by: None, .. }, _)));
    let begins = program
        .triggers
        .turn_begins
        .iter()
        .all(|trigger| program.effects(trigger.body).only(Effects::STORES | Effects::DRAWS | Effects::SCORES));
    // With more than two sides one that loses is out, and the others go on.
    let two = program.equipment.playing().count() == 2;
    let stuck = program.game.endings.iter().any(|ending| {
        let everybody = ending.cannot_move.is_some_and(|who| *program.node(who) == Node::Given(Given::Players));
        everybody
            && match program.block(ending.script.body).ops.first() {
                Some((Op::Loses(..), _)) => two,
                Some((op, _)) => matches!(op, Op::Draw(_) | Op::End(Ending::Game, _)),
                None => false,
            }
    });
    !(moves && begins && stuck)
}
