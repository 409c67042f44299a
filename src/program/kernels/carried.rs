//! Whether turns carry anything that moves depend on: counters read by rules, obligations or endings, and endings that are not
//! patience lines. If they do, in which positions it matters.

use crate::model::expr::Given;
use crate::program::code::{Op, Trigger, Verb};
use crate::program::node::{Node, NodeId};
use crate::program::{Asks, BlockId, Program};

use super::lists::Watched;
use super::sets::Whose;
use super::{Kernels, every_trigger, lists, promotions, sets};

/// Whether turns carry nothing that moves depend on, and triggers do nothing but promote, set, and require.
pub(super) fn nothing_carried(program: &Program) -> bool {
    let rules = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.condition);
    let obligations = program.obligations.iter().map(|one| one.condition);
    let impatient = program.game.endings.iter().filter(|ending| !ending.patience);
    program.game.setup.is_empty()
        && !rules.chain(obligations).flatten().any(|node| asks(program, node))
        && every_trigger(program).all(|(_, trigger)| sets_or_demands(program, trigger))
        && program.game.immediate_endings.iter().all(|soon| soon.patience)
        && impatient.clone().all(|ending| ending.cannot_move.is_some())
        && !impatient.into_iter().any(|ending| lists::in_block(program, ending.script.body, &|node| asks(program, node)))
        && [0, 1].into_iter().all(|side| ends_when_stuck(program, side))
}

/// The positions in which it matters what turns carry, in games whose moves do nothing besides promoting, setting and requiring:
/// those with a piece that has a conditional rule, or that an ending without patience requires. `None` if it may always matter.
pub(super) fn watched(program: &Program, kernels: &Kernels) -> Option<Watched> {
    if kernels.obligation_if.is_some() || ![0, 1].into_iter().all(|side| ends_when_stuck(program, side)) {
        return None;
    }
    let mut watched = Watched::default();
    for (kind, rules) in kernels.quiet.iter().enumerate() {
        watched.own |= u32::from(rules.iter().any(|rule| rule.condition.is_some())) << kind;
    }
    for ending in program.game.endings.iter().filter(|ending| !ending.patience && ending.cannot_move.is_none()) {
        let [(Op::If(condition, _, no), _)] = program.block(ending.script.body).ops.as_slice() else { return None };
        if !program.block(*no).ops.is_empty() {
            return None;
        }
        let asked = asks_for(program, *condition)?;
        (watched.own, watched.other) = (watched.own | asked.own, watched.other | asked.other);
    }
    Some(watched)
}

/// The pieces of which there must be one if a condition is to hold at the end of a turn.
fn asks_for(program: &Program, condition: NodeId) -> Option<Watched> {
    match program.node(condition) {
        Node::And(parts) => parts.iter().find_map(|part| asks_for(program, *part)),
        Node::Or(parts) => parts.iter().try_fold(Watched::default(), |all, part| {
            let part = asks_for(program, *part)?;
            Some(Watched { own: all.own | part.own, other: all.other | part.other })
        }),
        Node::Some(pieces) => {
            let (whose, kinds) = among(program, *pieces)?;
            // The turn has passed: the mover's enemy is to move next.
            let of = |who: Whose| if whose == who || whose == Whose::Any { kinds } else { 0 };
            Some(Watched { own: of(Whose::Enemy), other: of(Whose::Own) })
        }
        _ => None,
    }
}

/// The owner and the kinds of a set that contains every piece of the phrase.
fn among(program: &Program, pieces: NodeId) -> Option<(Whose, u32)> {
    match program.node(pieces) {
        Node::On(of, _, _) | Node::Where(of, _, _) | Node::Without(of, _) => among(program, *of),
        _ => sets::pieces(program, pieces),
    }
}

/// Whether a phrase reads what is carried from turn to turn.
fn asks(program: &Program, node: NodeId) -> bool {
    program.asks_about(node).any(Asks::STORED | Asks::TURNS)
}

fn sets_or_demands(program: &Program, trigger: &Trigger) -> bool {
    let demand = match program.block(trigger.body).ops.as_slice() {
        [(Op::Require(demand), _)] => Some(*demand),
        _ => None,
    };
    match demand {
        Some(demand) => !trigger.condition.iter().chain([&demand]).any(|node| asks(program, *node)),
        None => promotions::promotes(program, trigger) || lists::only_sets(program, trigger.body),
    }
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
    let of_rule = |odd: &super::Odd| {
        let rule = &program.groups[odd.group].rules[odd.index];
        let mut nodes: Vec<NodeId> = [rule.subject].into_iter().chain(rule.condition).collect();
        if let Verb::Path(path) = &rule.verb {
            nodes.extend(program.paths[path.0 as usize].nodes());
        }
        nodes
    };
    program.equipment.piles.is_empty() && !kernels.odd.iter().flat_map(of_rule).any(|node| asks(program, node))
}
