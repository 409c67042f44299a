//! When what a move takes is known by its legs alone.

use crate::model::expr::{Field, Given};
use crate::model::rules::Ending;
use crate::program::Program;
use crate::program::code::{BlockId, EventKind, Item, Op, PieceTo};
use crate::program::node::{Node, NodeId};

/// See [`super::Quiet::captures_known`]. What bodies of verbs take does not tell moves apart.
pub(super) fn captures_known(program: &Program) -> Option<Vec<NodeId>> {
    let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let others = others.chain(program.soon.iter().map(|soon| soon.script.body)).chain([program.turn.body]);
    if others.into_iter().any(|block| takes(program, block)) {
        return None;
    }
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let taking = triggers.filter(|trigger| takes(program, trigger.body));
    taking.map(|trigger| trigger.condition.filter(|condition| of_mover(program, *condition))).collect()
}

/// Whether a block takes pieces, or prevents that.
fn takes(program: &Program, block: BlockId) -> bool {
    program.block(block).ops.iter().any(|(op, _)| match op {
        Op::Take(_) | Op::Prevent => true,
        Op::MovePiece(_, to) | Op::PlaceNew(_, to) => matches!(to, PieceTo::BottomOf(_) | PieceTo::TopOf(_)),
        Op::Either(blocks) => blocks.iter().any(|block| takes(program, *block)),
        Op::If(_, yes, no) => takes(program, *yes) || takes(program, *no),
        Op::May(block)
        | Op::Repeat(_, block)
        | Op::MayRepeat(block)
        | Op::For(_, _, block)
        | Op::As(_, block)
        | Op::Verb(_, block) => takes(program, *block),
        Op::Path(path) => program.paths[path.0 as usize].ahead.iter().any(|item| !matches!(item, Item::To(_))),
        _ => false,
    })
}

/// See [`super::Quiet::landings_tell`]. What bodies of verbs do is another matter: where they land does not tell moves apart.
pub(super) fn landings_tell(program: &Program) -> Option<Vec<NodeId>> {
    let onto = program.paths.iter().any(|path| matches!(path.ahead.last(), Some(Item::Taking(..))));
    let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let others = others.chain(program.soon.iter().map(|soon| soon.script.body)).chain([program.turn.body]);
    if others.into_iter().any(|block| displaces(program, block, onto)) {
        return None;
    }
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let displacing = triggers.filter(|trigger| displaces(program, trigger.body, onto));
    displacing.map(|trigger| trigger.condition.filter(|condition| of_mover(program, *condition))).collect()
}

/// Whether a block may keep the acting piece from landing, or have it or its like elsewhere after it has landed; `onto`: pieces may
/// be aimed at sites of others.
fn displaces(program: &Program, block: BlockId, onto: bool) -> bool {
    let within = |block: &BlockId| displaces(program, *block, onto);
    program.block(block).ops.iter().any(|(op, _)| match op {
        Op::End(Ending::Leg, _) | Op::Exchange(_) | Op::Path(_) => true,
        Op::Prevent => onto,
        Op::Take(what) => !of_others(program, *what),
        Op::MovePiece(what, PieceTo::Pile(_) | PieceTo::Box) => !of_others(program, *what),
        Op::MovePiece(..) => true,
        Op::PlaceNew(_, to) => !matches!(to, PieceTo::Pile(_) | PieceTo::Box),
        Op::Either(blocks) => blocks.iter().any(within),
        Op::If(_, yes, no) => within(yes) || within(no),
        Op::May(block)
        | Op::Repeat(_, block)
        | Op::MayRepeat(block)
        | Op::For(_, _, block)
        | Op::As(_, block)
        | Op::Verb(_, block) => within(block),
        _ => false,
    })
}

/// Whether pieces of a phrase are never the mover's.
fn of_others(program: &Program, id: NodeId) -> bool {
    match program.node(id) {
        Node::Field(Field::PiecesOf, of) => match program.node(*of) {
            Node::Field(Field::SideOf, of) => *program.node(*of) == Node::Given(Given::Opponent),
            _ => false,
        },
        Node::Intersect(parts) => parts.iter().any(|part| of_others(program, *part)),
        Node::Union(parts) => parts.iter().all(|part| of_others(program, *part)),
        Node::Where(of, ..) | Node::On(of, ..) | Node::Without(of, _) => of_others(program, *of),
        Node::In(of, ..) => of_others(program, *of),
        _ => false,
    }
}

/// Whether a condition asks for nothing but whose turn it is.
fn of_mover(program: &Program, id: NodeId) -> bool {
    match program.node(id) {
        Node::Given(Given::Mover | Given::Opponent) | Node::Bits(_) | Node::Truth(_) => true,
        node
        @ (Node::Is(..) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Field(Field::SideOf | Field::PlayersOf, _)) => {
            node.parts().iter().all(|part| of_mover(program, *part))
        }
        _ => false,
    }
}
