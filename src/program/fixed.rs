//! Phrases that depend on the position alone: not on the move under way, the acting piece, or a name bound outside. As long as
//! nothing is written their value stays.

use super::node::{Node, NodeId, Relative};
use crate::model::LocalId;
use crate::model::expr::{Field, Given};

/// For each phrase, whether it depends on the position alone.
pub(super) fn fixed(nodes: &[Node]) -> Vec<bool> {
    let look = Look { nodes };
    (0..nodes.len()).map(|i| look.fixed(NodeId(i as u32), &mut Vec::new())).collect()
}

struct Look<'n> {
    nodes: &'n [Node],
}

impl Look<'_> {
    /// `bound` are the names that are bound inside the phrase asked about.
    fn fixed(&self, id: NodeId, bound: &mut Vec<LocalId>) -> bool {
        match &self.nodes[id.0 as usize] {
            Node::RelativeSites(_, to) | Node::RelativeDirections(_, to) => match to {
                Relative::Mover => true,
                Relative::Of(of) => self.fixed(*of, bound),
                Relative::Described | Relative::Actor => false,
            },
            Node::Given(given) => matches!(
                given,
                Given::Empty | Given::Pieces | Given::Mover | Given::Opponent | Given::Players | Given::Sides | Given::Turns
            ),
            Node::Local(local) => bound.contains(local),
            Node::Where(what, it, condition) | Node::Extreme(what, it, _, condition) => {
                if !self.fixed(*what, bound) {
                    return false;
                }
                bound.push(*it);
                let fixed = self.fixed(*condition, bound);
                bound.pop();
                fixed
            }
            Node::Field(Field::ActorOf, _)
            | Node::Moves(_)
            | Node::MovesOf(..)
            | Node::CanPath(..)
            | Node::CanGroup(..)
            | Node::CanBody(..) => false,
            node => node.parts().iter().all(|part| self.fixed(*part, bound)),
        }
    }
}

/// For each phrase, whether keeping its value is worth the while: it depends on the position alone, and is not there anyhow.
pub(super) fn worth_keeping(nodes: &[Node]) -> Vec<bool> {
    let kept = fixed(nodes).into_iter().zip(nodes);
    kept.map(|(fixed, node)| {
        let there = matches!(
            node,
            Node::None
                | Node::Number(_)
                | Node::Truth(_)
                | Node::Sites(_)
                | Node::Bits(_)
                | Node::Given(Given::Mover | Given::Turns)
        );
        fixed && !there
    })
    .collect()
}
