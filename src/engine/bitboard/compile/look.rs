//! Properties of a whole program, found by looking at its phrases and statements.

use smallvec::SmallVec;

use crate::model::StoredId;
use crate::model::expr::{Given, Type};
use crate::model::rules::{Effects, Ending as EndOf};
use crate::program::code::{EventKind, Item, Op, PieceTo, Trigger};
use crate::program::node::{Node, NodeId};
use crate::program::{Asks, BlockId, Program};

/// Whether a phrase reads `repeats`.
pub(super) fn reads_repeats(program: &Program, node: NodeId) -> bool {
    program.asks_about(node).any(Asks::REPEATS)
}

/// Whether a phrase of a path, or the subject of a rule, reads `repeats`.
pub(super) fn paths_read_repeats(program: &Program) -> bool {
    let rules = program.groups.iter().flat_map(|group| &group.rules);
    let paths = program.paths.iter().flat_map(|path| path.nodes());
    asks_repeats(program) && paths.chain(rules.map(|rule| rule.subject)).any(|node| reads_repeats(program, node))
}

/// Whether any phrase reads `repeats`.
pub(in crate::engine::bitboard) fn asks_repeats(program: &Program) -> bool {
    program.phrases.asks.iter().any(|asks| asks.any(Asks::REPEATS))
}

/// Whether nothing but clocks changes between the end of a turn and the next decision.
pub(super) fn calm(program: &Program) -> bool {
    // With more than two sides, one can lose while the others play on.
    let two = program.layout.sides <= 2;
    let ends = if two { Effects::ENDS } else { Effects::ENDS.without(Effects::LOSES) };
    let endings = program.game.endings.iter().map(|ending| ending.script.body);
    let mut bodies = endings.chain(program.game.immediate_endings.iter().map(|soon| soon.script.body));
    // Clocks are not part of the position for repetition.
    let clock = |id: StoredId| program.stored[id.index()].clock;
    let counts_on = |op: &Op| matches!(op, Op::If(..)) || op.stores().is_some_and(clock);
    let mut begins = program.triggers.of(EventKind::TurnBegins).iter().map(|trigger| trigger.body);
    !begins.any(|body| program.some_op(body, &|op| !counts_on(op))) && bodies.all(|body| program.effects(body).only(ends))
}

/// Whether anything is drawn by chance.
pub(super) fn chance(program: &Program) -> bool {
    program.ever(Effects::ASKS_CHANCE)
}

/// Whether pieces can come onto the board, or out of towers.
pub(super) fn anything_comes(program: &Program) -> bool {
    let in_piles = program
        .phrases
        .nodes
        .iter()
        .zip(&program.phrases.types)
        .any(|(node, of)| matches!((node, of), (Node::Contents(_), Type::Piece)));
    let brings = |op: &Op| matches!(op, Op::MovePiece(_, PieceTo::Site(_)));
    program.layout.towers.is_some()
        || program.ever(Effects::MAKES)
        || in_piles && program.blocks.iter().any(|block| block.ops.iter().any(|(op, _)| brings(op)))
}

/// Whether a phrase depends on nothing but where pieces are, and whose turn it is.
pub(super) fn of_boards(program: &Program, node: NodeId) -> bool {
    let others = Asks::STORED | Asks::PILES | Asks::BORNE | Asks::TURNS | Asks::REPEATS;
    program.phrases.fixed[node.0 as usize] && !program.asks_about(node).any(others)
}

/// Whether a trigger neither reads nor binds a name, in what it waits for and in what it does.
pub(super) fn nameless(program: &Program, trigger: &Trigger) -> bool {
    let local = |node: &NodeId| program.asks_about(*node).any(Asks::NAMES);
    let sets = |op: &Op| match op {
        Op::SetNumber(_, of, to) | Op::Raise(_, of, to) => !of.iter().chain([to]).any(local),
        Op::End(EndOf::Leg | EndOf::Move | EndOf::Turn, _) | Op::Prevent => true,
        _ => false,
    };
    !trigger.subject.iter().chain(&trigger.place).chain(&trigger.condition).any(local)
        && program.block(trigger.body).ops.iter().all(|(op, _)| sets(op))
}

/// Whether moves by paths whose legs take different numbers of pieces lead to different positions, as nothing else makes or moves
/// pieces.
pub(super) fn counts_tell(program: &Program) -> bool {
    let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let others = others.chain(program.game.immediate_endings.iter().map(|soon| soon.script.body));
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let mut others = others.chain(triggers.map(|trigger| trigger.body));
    !others.any(|block| program.effects(block).any(Effects::MAKES | Effects::MOVES))
}

/// The events of a move at which something may be taken other than by legs; what follows a rule belongs to the end of its leg.
pub(super) fn taken_at(program: &Program) -> SmallVec<[EventKind; 1]> {
    let takes = |block: BlockId| program.effects(block).any(Effects::TAKES);
    let mut suites = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let events = [EventKind::LegBegins, EventKind::Lands, EventKind::LegEnds, EventKind::Rests, EventKind::MoveEnds];
    let at = |event: &EventKind| program.triggers.of(*event).iter().any(|trigger| takes(trigger.body));
    let suite = suites.any(takes);
    events.into_iter().filter(|event| at(event) || suite && *event == EventKind::LegEnds).collect()
}

/// The kinds that the pieces of a phrase can have, as bits.
pub(super) fn kinds(program: &Program, node: NodeId) -> u64 {
    match program.node(node) {
        Node::PiecesOfKinds(kinds) => match program.node(*kinds) {
            Node::Bits(bits) => *bits,
            Node::Union(parts) => parts.iter().fold(0, |all, part| match program.node(*part) {
                Node::Bits(bits) => all | bits,
                _ => u64::MAX,
            }),
            _ => u64::MAX,
        },
        Node::Intersect(parts) => parts.iter().fold(u64::MAX, |all, part| all & kinds(program, *part)),
        Node::Union(parts) => parts.iter().fold(0, |all, part| all | kinds(program, *part)),
        Node::On(of, ..) | Node::Where(of, ..) | Node::Without(of, _) | Node::Extreme(of, ..) => kinds(program, *of),
        _ => u64::MAX,
    }
}

/// Whether every leg by a path takes something (`true`), or none does; none if that varies.
pub(super) fn takes(program: &Program, path: u32) -> Option<bool> {
    let items = &program.paths[path as usize].ahead;
    let behind = &program.paths[path as usize].behind;
    let none = |item: &Item| matches!(item, Item::Past(..) | Item::To(_));
    if items.iter().chain(behind).all(none) {
        return Some(false);
    }
    let some = |item: &Item| matches!(item, Item::Taking(times, _) if times.least > 0);
    items.iter().chain(behind).any(some).then_some(true)
}

/// The boards, as bits by side, then kind, of the pieces that a trigger waits for, if side and kind alone decide which these are.
pub(super) fn boards(program: &Program, event: EventKind, subject: Option<NodeId>) -> Option<u64> {
    let (sides, all) = (program.layout.sides, program.layout.kinds);
    let kinds = match subject.map(|subject| program.node(subject)) {
        None | Some(Node::Given(Given::Pieces)) => u64::MAX >> (64 - all),
        Some(Node::PiecesOfKinds(kinds)) => match program.node(*kinds) {
            Node::Bits(kinds) => *kinds,
            _ => return None,
        },
        Some(_) => return None,
    };
    // A piece that waits to be removed may no longer be one of them.
    let waits = event == EventKind::Leaves && program.groups.iter().any(|group| group.removal_after_move);
    let here = (0..sides).fold(0, |boards, side| boards | kinds << (side * all));
    (!waits && sides * all < 64).then_some(here)
}
