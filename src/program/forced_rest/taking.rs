//! Whether the captures of a move are known from its legs alone, and whether landings distinguish moves.

use crate::model::expr::{Field, Given};
use crate::model::rules::{Effects, PathMode};
use crate::program::Program;
use crate::program::code::{BlockId, EventKind, Item, Op, PieceTo};
use crate::program::node::{Node, NodeId};

/// See [`super::ForcedRest::captures_known`]. Captures in the bodies of verbs are left out, as they do not distinguish moves.
pub(super) fn captures_known(program: &Program) -> Option<Vec<NodeId>> {
    let over = |op: &Op| match op {
        Op::Path(path) => program.paths[path.0 as usize].ahead.iter().any(|item| !matches!(item, Item::To(_))),
        _ => false,
    };
    unless(program, &|op| program.own_effects(op).any(Effects::TAKES | Effects::PREVENTS | Effects::STACKS) || over(op))
}

/// See [`super::ForcedRest::landings_tell`]: whether something may keep the acting piece from landing, or may put it or an
/// identical piece elsewhere after it has landed. Bodies of verbs are left out, as their landings do not distinguish moves.
pub(super) fn landings_tell(program: &Program) -> Option<Vec<NodeId>> {
    // Paths may end on the site of a captured piece, where prevention of the capture prevents the landing.
    let onto = program.paths.iter().any(|path| matches!(path.ahead.last(), Some(Item::Taking(..))));
    let surely = Effects::ENDS_LEG | Effects::EXCHANGES | Effects::LEG | Effects::MOVES | Effects::PLACES | Effects::TAKES;
    let surely = if onto { surely | Effects::PREVENTS } else { surely };
    unless(program, &|op| match op {
        Op::Take(what) | Op::MovePiece(what, PieceTo::Pile(_) | PieceTo::Box) => !of_others(program, *what),
        Op::Path(path) if program.paths[path.0 as usize].mode == PathMode::Sweep => {
            program.paths[path.0 as usize].prey().into_iter().any(|prey| !of_others(program, prey))
        }
        op => program.own_effects(op).any(surely),
    })
}

/// The conditions of the triggers in which statements that satisfy `is` occur. `None` if such a trigger has no condition or one
/// that reads more than whose turn it is, or if such statements occur elsewhere than in triggers and bodies of verbs.
fn unless(program: &Program, is: &dyn Fn(&Op) -> bool) -> Option<Vec<NodeId>> {
    let does = |block: BlockId| program.some_op(block, is);
    let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let mut others =
        others.chain(program.game.immediate_endings.iter().map(|soon| soon.script.body)).chain([program.game.turn.body]);
    if others.any(does) {
        return None;
    }
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let doing = triggers.filter(|trigger| does(trigger.body));
    doing.map(|trigger| trigger.condition.filter(|condition| of_mover(program, *condition))).collect()
}

/// Whether the pieces of a phrase never are the mover's, nor were when the move began.
fn of_others(program: &Program, id: NodeId) -> bool {
    match program.node(id) {
        _ if program.ever(Effects::OWNER) => false,
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

/// Whether a condition depends on nothing but whose turn it is.
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
