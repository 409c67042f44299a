//! Whether turns carry anything that moves depend on: counters read by rules, obligations or endings, and endings that are not
//! patience lines. If they do, in which positions it matters.

use crate::model::expr::Given;
use crate::program::code::{Op, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{Asks, BlockId, Program};

use super::{Kernels, KindsPresent, lists, needs, sets};

/// Whether turns carry nothing that moves depend on.
pub(super) fn nothing_carried(program: &Program) -> bool {
    let rules = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.condition);
    let obligations = program.obligations.iter().map(|one| one.condition);
    let impatient = program.game.endings.iter().filter(|ending| !ending.patience);
    program.game.setup.is_empty()
        && !rules.chain(obligations).flatten().any(|node| asks(program, node))
        && program.game.immediate_endings.iter().all(|soon| soon.patience)
        && impatient.clone().all(|ending| ending.cannot_move.is_some())
        && !impatient.into_iter().any(|ending| lists::in_block(program, ending.script.body, &|node| asks(program, node)))
        && [0, 1].into_iter().all(|side| ends_when_stuck(program, side))
}

/// The positions in which it matters what turns carry, in games whose moves do nothing besides promoting, setting and requiring:
/// those with a piece that has a conditional rule, or that an ending without patience requires. `None` if it may always matter.
pub(super) fn watched(program: &Program, kernels: &Kernels) -> Option<KindsPresent> {
    if kernels.obligation_if.is_some() || ![0, 1].into_iter().all(|side| ends_when_stuck(program, side)) {
        return None;
    }
    let mut watched = KindsPresent::default();
    for (kind, rules) in kernels.quiet.iter().enumerate() {
        watched.own |= u32::from(rules.iter().any(|rule| rule.condition.is_some())) << kind;
    }
    for ending in program.game.endings.iter().filter(|ending| !ending.patience && ending.cannot_move.is_none()) {
        let [(Op::If(condition, _, no), _)] = program.block(ending.script.body).ops.as_slice() else { return None };
        if !program.block(*no).ops.is_empty() {
            return None;
        }
        // The turn has passed: the mover's enemy is to move next.
        watched = watched | needs::of_condition(program, *condition)?.turned();
    }
    Some(watched)
}

/// Whether a phrase reads what is carried from turn to turn.
pub(super) fn asks(program: &Program, node: NodeId) -> bool {
    program.asks_about(node).any(Asks::STORED | Asks::TURNS)
}

/// Whether the game ends when a player of a side cannot move.
fn ends_when_stuck(program: &Program, side: u8) -> bool {
    let applies = |who: NodeId| match program.node(who) {
        Node::Given(Given::Players | Given::Mover) => true,
        Node::Bits(players) => sets::sides_of(&program.equipment, *players) >> side & 1 != 0,
        _ => false,
    };
    let mut lines = program.game.endings.iter().filter(|ending| ending.cannot_move.is_some_and(applies));
    lines.next().is_some_and(|ending| ends(program, ending.script.body))
}

/// Whether a block begins by ending the game, for players who are named without a condition, or for all.
fn ends(program: &Program, block: BlockId) -> bool {
    match program.block(block).ops.first() {
        Some((Op::Draw(_), _)) => true,
        Some((Op::Wins(who, _) | Op::Loses(who, _), _)) => {
            !program.reads(*who, &|node| matches!(node, Node::Where(..) | Node::Without(..) | Node::Intersect(_)))
        }
        _ => false,
    }
}

/// Whether odd rules depend on nothing but pieces and the side to move.
pub(super) fn odd_ask_pieces(program: &Program, kernels: &Kernels) -> bool {
    if kernels.odd.is_empty() {
        return true;
    }
    let asks = |node: NodeId| asks(program, node);
    let of_rule = |odd: &super::Odd| {
        let rule = &program.groups[odd.group].rules[odd.index];
        let in_verb = match &rule.verb {
            Verb::Path(path) => program.paths[path.0 as usize].nodes().into_iter().any(asks),
            Verb::Body(_, body) => lists::in_block(program, *body, &asks),
        };
        in_verb || [rule.subject].into_iter().chain(rule.condition).any(asks) || lists::in_block(program, rule.then, &asks)
    };
    program.equipment.piles.is_empty() && !kernels.odd.iter().any(of_rule)
}
