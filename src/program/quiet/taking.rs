//! When what a move takes is known by its legs alone.

use crate::model::expr::{Field, Given};
use crate::model::rules::{Effects, PathMode};
use crate::program::Program;
use crate::program::code::{BlockId, EventKind, Item, Op, PieceTo};
use crate::program::node::{Node, NodeId};

/// See [`super::Quiet::captures_known`]. What bodies of verbs take does not tell moves apart.
pub(super) fn captures_known(program: &Program) -> Option<Vec<NodeId>> {
    let over = |op: &Op| match op {
        Op::Path(path) => program.paths[path.0 as usize].ahead.iter().any(|item| !matches!(item, Item::To(_))),
        _ => false,
    };
    unless(program, &|op| program.own_effects(op).any(Effects::TAKES | Effects::PREVENTS | Effects::STACKS) || over(op))
}

/// See [`super::Quiet::landings_tell`]: whether something may keep the acting piece from landing, or have it or its like elsewhere after
/// it has landed. What bodies of verbs do is another matter: where they land does not tell moves apart.
pub(super) fn landings_tell(program: &Program) -> Option<Vec<NodeId>> {
    // Pieces may be aimed at sites of others.
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

/// Conditions without which no statement of this form is carried out but in bodies of verbs: those of triggers, where they ask for
/// nothing but whose turn it is. None if such a statement may be carried out otherwise.
fn unless(program: &Program, is: &dyn Fn(&Op) -> bool) -> Option<Vec<NodeId>> {
    let does = |block: BlockId| program.some_op(block, is);
    let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
    let mut others = others.chain(program.game.soon.iter().map(|soon| soon.script.body)).chain([program.game.turn.body]);
    if others.any(does) {
        return None;
    }
    let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
    let doing = triggers.filter(|trigger| does(trigger.body));
    doing.map(|trigger| trigger.condition.filter(|condition| of_mover(program, *condition))).collect()
}

/// Whether pieces of a phrase are never the mover's, nor were when the move began.
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
