//! `must capture`, then comparisons of captures.

use crate::model::expr::{Field, Given};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

use super::sets::{self, Whose};
use super::{Kernels, Preference};

/// Reads every obligation. Those about classes of odd rules alone oblige to nothing where no such rule can be used.
pub(super) fn obligations(program: &Program, capturing: Option<usize>, kernels: &mut Kernels) -> Option<()> {
    let obligations: Vec<_> = program.obligations.iter().filter(|one| !all_odd(program, one.moves, kernels)).collect();
    for (i, obligation) in obligations.iter().enumerate() {
        if i == 0 {
            kernels.compulsory = true;
            if !all_captures(program, obligation.moves, capturing) {
                // Some capture is always among those that take most; a king's capture there need not be.
                let preference = preference(program, obligation.moves, capturing)?;
                if matches!(preference, Preference::With(_) | Preference::Early(_)) || obligation.condition.is_some() {
                    return None;
                }
                kernels.preferences.push(preference);
                continue;
            }
            // Later lines would oblige to capture too, as they prefer some captures to everything else.
            if obligation.condition.is_some() && obligations.len() > 1 {
                return None;
            }
            kernels.duty_if = obligation.condition;
            continue;
        }
        if obligation.condition.is_some() {
            return None;
        }
        let preference = preference(program, obligation.moves, capturing)?;
        // Places in a list are told apart by bits only if lists are equally long and name equally many.
        if let Preference::Early(kinds) = preference
            && !(kernels.preferences.contains(&Preference::Count) && kernels.preferences.contains(&Preference::CountOf(kinds)))
        {
            return None;
        }
        kernels.preferences.push(preference);
    }
    // Of what is taken only how many is told of pieces of both sides.
    let own = kernels.captures.iter().flatten().any(|capture| capture.own_prey != 0);
    (!own || kernels.preferences.iter().all(|one| *one == Preference::Count)).then_some(())
}

/// Whether all moves of some classes are by odd rules.
fn all_odd(program: &Program, node: NodeId, kernels: &Kernels) -> bool {
    match program.node(node) {
        Node::Moves(groups) => groups.iter().all(|group| {
            let odd = kernels.odd.iter().filter(|odd| odd.group == group.index());
            odd.count() == program.groups[group.index()].rules.len()
        }),
        Node::Where(what, ..) | Node::Extreme(what, ..) => all_odd(program, *what, kernels),
        _ => false,
    }
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
            // Each leg takes one.
            Node::Given(Given::Legs) => Some(Preference::Count),
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
