//! `must capture`, then comparisons of captures.

use crate::model::expr::{Field, Given};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

use super::read::Reading;
use super::sets::{self, Whose};
use super::slots::Slots;
use super::{Preference, Shape};

/// Reads every obligation.
pub(super) fn obligations(program: &Program, slots: &Slots, capturing: Option<usize>, shape: &mut Shape) -> Option<()> {
    for (i, obligation) in program.obligations.iter().enumerate() {
        if i == 0 {
            shape.compulsory = true;
            if !all_captures(program, obligation.moves, capturing) {
                // Some capture is always among those that take most; a king's capture there need not be.
                let preference = preference(program, obligation.moves, capturing)?;
                if matches!(preference, Preference::With(_) | Preference::Early(_)) || obligation.condition.is_some() {
                    return None;
                }
                shape.preferences.push(preference);
                continue;
            }
            // Later lines would oblige to capture too, as they prefer some captures to everything else.
            if let Some(condition) = obligation.condition {
                let condition = Reading::new(program, slots).condition(condition)?;
                if condition.asks_move() || program.obligations.len() > 1 {
                    return None;
                }
                shape.duty_if = Some(condition);
            }
            continue;
        }
        if obligation.condition.is_some() {
            return None;
        }
        let preference = preference(program, obligation.moves, capturing)?;
        // Places in a list are told apart by bits only if lists are equally long and name equally many.
        if let Preference::Early(kinds) = preference
            && !(shape.preferences.contains(&Preference::Count) && shape.preferences.contains(&Preference::CountOf(kinds)))
        {
            return None;
        }
        shape.preferences.push(preference);
    }
    Some(())
}

fn all_captures(program: &Program, node: NodeId, capturing: Option<usize>) -> bool {
    match program.node(node) {
        Node::Moves(groups) => groups.len() == 1 && Some(groups[0].index()) == capturing,
        _ => false,
    }
}

fn preference(program: &Program, node: NodeId, capturing: Option<usize>) -> Option<Preference> {
    let taken = |node: NodeId| matches!(program.node(node), Node::Given(Given::Taken));
    match program.node(node) {
        Node::Where(what, _, condition) if all_captures(program, *what, capturing) => match program.node(*condition) {
            Node::Is(actor, set) if matches!(program.node(*actor), Node::Given(Given::Actor)) => {
                match sets::pieces(program, *set)? {
                    (Whose::Any, kinds) => Some(Preference::With(kinds)),
                    _ => None,
                }
            }
            _ => None,
        },
        Node::Extreme(what, _, true, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Count(of) if taken(*of) => Some(Preference::Count),
            Node::Count(of) => match program.node(*of) {
                Node::In(set, list, false) if taken(*list) => match sets::pieces(program, *set)? {
                    (Whose::Any, kinds) => Some(Preference::CountOf(kinds)),
                    _ => None,
                },
                _ => None,
            },
            Node::Total(Field::Worth, of) if taken(*of) => Some(Preference::Worth),
            _ => None,
        },
        Node::Extreme(what, _, false, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Order(set, list) if taken(*list) => match sets::pieces(program, *set)? {
                (Whose::Any, kinds) => Some(Preference::Early(kinds)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
