//! Classes of chains of hops over pieces that stay, during which nothing else happens.

use super::super::super::word::Word;
use super::super::hops::Hops;
use super::{Maker, look};
use crate::model::equipment::Routes;
use crate::model::expr::Given;
use crate::model::rules::PathMode;
use crate::program::NodeId;
use crate::program::code::{self, EventKind, Item, MoveRule};
use crate::program::node::{Node, Relative};

impl<B: Word> Maker<'_, B> {
    /// The hops of a class all of whose moves are such chains, if it is one: after each hop the piece may stop or go on, and
    /// nothing depends on the route.
    pub(super) fn hops(&mut self, group: usize) -> Option<Hops> {
        let program = self.program;
        let compiled = &program.groups[group];
        let nothing = [EventKind::LegBegins, EventKind::Lands, EventKind::LegEnds];
        let stops_anywhere = compiled.chain.first().is_some_and(|law| !law.must && law.condition.is_none());
        let still = program.layout.towers.is_none()
            && program.forced_rest.starts
            && nothing.into_iter().all(|event| program.triggers.of(event).is_empty())
            && program.game.immediate_endings.is_empty()
            && self.routes != Routes::Distinct
            && !program.afterwards.route_asked.elsewhere
            && stops_anywhere
            && !compiled.has_turning_law();
        let kinds: Vec<u64> = compiled.rules.iter().map(|rule| look::kinds(program, rule.subject)).collect();
        let mut pairs = (0..kinds.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        if !still || kinds.is_empty() || pairs.any(|(i, j)| kinds[i] & kinds[j] != 0) {
            return None;
        }
        let rules = compiled.rules.iter().map(|rule| {
            let (ways, over, onto) = self.hop(rule)?;
            Some((self.term(ways)?, self.term(over)?, self.term(onto)?))
        });
        Some(Hops { rules: rules.collect::<Option<_>>()? })
    }

    /// The directions of a hop, what it goes over, and where it lands, if a rule is one.
    fn hop(&self, rule: &MoveRule) -> Option<(NodeId, NodeId, NodeId)> {
        let program = self.program;
        let code::Verb::Path(path) = rule.verb else { return None };
        let path = &program.paths[path.0 as usize];
        let [Item::Past(times, over), Item::To(onto)] = path.ahead.as_slice() else { return None };
        let plain = path.mode == PathMode::Go
            && path.behind.is_empty()
            && (times.least, times.most) == (1, Some(1))
            && over.pieces
            && !onto.pieces
            && rule.condition.is_none()
            && !rule.by_player
            && program.block(rule.then).ops.is_empty()
            && self.by_kind(rule.subject)
            && self.by_kind(over.node)
            && self.straight_on(path.ways)
            && self.never_back(onto.node) == Some(true);
        plain.then_some((path.ways, over.node, onto.node))
    }

    /// `Some(true)` for empty sites off the trail, `Some(false)` for empty sites on the trail or off it, if both are on a part of the
    /// board that is fixed for each player; none for other sites.
    fn never_back(&self, sites: NodeId) -> Option<bool> {
        let program = self.program;
        let trail = |id: NodeId| *program.node(id) == Node::Given(Given::Trail);
        match program.node(sites) {
            Node::Given(Given::Empty) => Some(false),
            Node::Without(of, others) | Node::In(of, others, true) => match self.never_back(*of)? {
                _ if trail(*others) => Some(true),
                never => self.lasts(*others).then_some(never),
            },
            Node::In(of, place, false) if self.lasts(*place) => self.never_back(*of),
            Node::Intersect(parts) => {
                let (lasting, others): (Vec<NodeId>, Vec<NodeId>) = parts.iter().partition(|part| self.lasts(**part));
                match others.as_slice() {
                    [one] if !lasting.is_empty() => self.never_back(*one),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether sites are the same during the whole game, for each player.
    fn lasts(&self, sites: NodeId) -> bool {
        match self.program.node(sites) {
            Node::Sites(_) => true,
            Node::RelativeSites(_, to) => !matches!(to, Relative::Of(_)),
            node @ (Node::Intersect(_) | Node::Union(_) | Node::Without(..)) => {
                node.parts().iter().all(|part| self.lasts(*part))
            }
            _ => false,
        }
    }
}
