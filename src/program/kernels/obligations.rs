//! Obligations: `must capture`, then comparisons of captures.

use crate::model::expr::{Field, Given};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

use super::sets::{self, Whose};
use super::{CapturePreference, Kernels};

/// Reads every obligation. One about classes of odd rules alone has no effect where no odd rule can be used.
pub(super) fn obligations(program: &Program, capturing: Option<usize>, kernels: &mut Kernels) -> Option<()> {
    let obligations: Vec<_> = program.obligations.iter().filter(|one| !all_odd(program, one.moves, kernels)).collect();
    for (i, obligation) in obligations.iter().enumerate() {
        if i == 0 {
            kernels.compulsory = true;
            if !all_captures(program, obligation.moves, capturing) {
                // To have to take most is to have to capture, as some capture takes most; no king need be able to.
                let preference = preference(program, obligation.moves, capturing)?;
                if matches!(preference, CapturePreference::With(_) | CapturePreference::Early(_))
                    || obligation.condition.is_some()
                {
                    return None;
                }
                kernels.preferences.push(preference);
                continue;
            }
            // Later obligations would make capturing compulsory in any case, as they prefer some captures to all other moves.
            if obligation.condition.is_some() && obligations.len() > 1 {
                return None;
            }
            kernels.obligation_if = obligation.condition;
            continue;
        }
        if obligation.condition.is_some() {
            return None;
        }
        let preference = preference(program, obligation.moves, capturing)?;
        // `Early` compares bit masks, which is right only among captures of as many pieces, and as many of these kinds.
        if let CapturePreference::Early(kinds) = preference
            && !(kernels.preferences.contains(&CapturePreference::Count)
                && kernels.preferences.contains(&CapturePreference::CountOf(kinds)))
        {
            return None;
        }
        kernels.preferences.push(preference);
    }
    // Where own pieces are captured, too, only the number of captured pieces is recorded correctly.
    let own = kernels.captures.iter().flatten().any(|capture| capture.own_prey != 0);
    (!own || kernels.preferences.iter().all(|one| *one == CapturePreference::Count)).then_some(())
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

fn preference(program: &Program, node: NodeId, capturing: Option<usize>) -> Option<CapturePreference> {
    let taken = |node: NodeId| matches!(program.node(node), Node::Given(Given::Taken));
    match program.node(node) {
        Node::Where(what, _, condition) if all_captures(program, *what, capturing) => match program.node(*condition) {
            Node::Is(actor, set) if matches!(program.node(*actor), Node::Given(Given::Actor)) => {
                match sets::pieces(program, *set)? {
                    (Whose::Any, kinds) => Some(CapturePreference::With(kinds)),
                    _ => None,
                }
            }
            _ => None,
        },
        Node::Extreme(what, _, true, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Count(of) if taken(*of) => Some(CapturePreference::Count),
            // Each leg takes one piece.
            Node::Given(Given::Legs) => Some(CapturePreference::Count),
            Node::Count(of) => match program.node(*of) {
                Node::In(set, list, false) if taken(*list) => match sets::pieces(program, *set)? {
                    (Whose::Any, kinds) => Some(CapturePreference::CountOf(kinds)),
                    _ => None,
                },
                _ => None,
            },
            Node::Total(Field::Worth, of) if taken(*of) => Some(CapturePreference::Worth),
            _ => None,
        },
        Node::Extreme(what, _, false, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Order(set, list) if taken(*list) => match sets::pieces(program, *set)? {
                (Whose::Any, kinds) => Some(CapturePreference::Early(kinds)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
