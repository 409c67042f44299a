//! Phrases that depend on the position alone: not on the current move, the acting piece, or a name bound outside. Their values
//! stay the same until the position is written to.

use super::asks::Asks;
use super::node::{Node, NodeId};
use crate::model::LocalId;
use crate::model::expr::{Field, Given};

/// How long the value of a phrase is cached, if that pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It is not cached.
    Never,
    /// As long as the position stays the same.
    Position,
    /// As long as the position and the acting piece stay the same.
    Actor,
}

/// For each phrase, whether it depends on the position alone.
pub(super) fn fixed(nodes: &[Node]) -> Vec<bool> {
    let look = Walk { nodes, actor: false };
    (0..nodes.len()).map(|i| look.fixed(NodeId(i as u32), &mut Vec::new())).collect()
}

/// For each phrase, how long its value is cached.
pub(super) fn keeping(nodes: &[Node]) -> Vec<Keep> {
    let (position, actor) = (Walk { nodes, actor: false }, Walk { nodes, actor: true });
    let keep = |(i, node): (usize, &Node)| {
        let id = NodeId(i as u32);
        let cheap = matches!(node, Node::Some(of) if matches!(nodes[of.0 as usize], Node::Field(Field::PiecesOf, _)));
        let there = cheap
            || matches!(
                node,
                Node::None
                    | Node::Not(_)
                    | Node::Number(_)
                    | Node::Truth(_)
                    | Node::Sites(_)
                    | Node::Bits(_)
                    | Node::Given(Given::Mover | Given::Turns)
            );
        if there {
            Keep::Never
        } else if position.fixed(id, &mut Vec::new()) {
            Keep::Position
        } else if actor.filters(id) && actor.fixed(id, &mut Vec::new()) {
            Keep::Actor
        } else {
            Keep::Never
        }
    };
    nodes.iter().enumerate().map(keep).collect()
}

struct Walk<'n> {
    nodes: &'n [Node],
    /// Whether phrases may depend on the acting piece.
    actor: bool,
}

impl Walk<'_> {
    /// Whether the phrase, or a part of it, tests elements one by one.
    fn filters(&self, id: NodeId) -> bool {
        let node = &self.nodes[id.0 as usize];
        matches!(node, Node::Where(..)) || node.parts().iter().any(|part| self.filters(*part))
    }

    /// Whether a phrase stays the same. `bound` are the names that are bound inside the outermost phrase.
    fn fixed(&self, id: NodeId, bound: &mut Vec<LocalId>) -> bool {
        match &self.nodes[id.0 as usize] {
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
            node => {
                let elsewhere = Asks::MOVE | Asks::REPEATS | Asks::CANDIDATES | Asks::TRIES;
                let elsewhere = if self.actor { elsewhere } else { elsewhere | Asks::ACTOR };
                !node.asks().any(elsewhere) && node.parts().iter().all(|part| self.fixed(*part, bound))
            }
        }
    }
}
