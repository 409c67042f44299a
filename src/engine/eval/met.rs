//! Where a path can be followed by pieces of the mover's, worked out once for a position and not for each piece.

use super::Eval;
use super::filters::ones;
use super::memo::Met;
use super::paths::{Match, is_single, passes, straight_match};
use crate::model::{SiteId, SiteSet};
use crate::program::code::{Item, Path, PathId};
use crate::program::fixed::Keep;
use crate::program::node::{Node, NodeId, Relative};

impl Eval<'_> {
    /// Every way for a piece of the mover's to follow a path, in the order of [`Eval::matches`], as far as the position alone tells:
    /// `None` if each piece has to be asked.
    pub(in crate::engine) fn known_matches(&mut self, id: PathId, from: SiteId) -> Option<Vec<Match>> {
        let program = self.program;
        let path = &program.paths[id.0 as usize];
        let (memo, state) = self.memo?;
        let met = |met: &Met| {
            if !met.single {
                return None;
            }
            let mut ways = met.ways;
            for way in ones(met.ways) {
                let ray = program.geometry.ray(from, way);
                let is_met = |(item, site): (&Option<SiteSet>, &SiteId)| item.as_ref().is_none_or(|item| item.contains(*site));
                if ray.len() < path.ahead.len() || !met.items.iter().zip(ray).all(is_met) {
                    ways &= !(1 << way);
                }
            }
            if ways == 0 {
                return Some(Vec::new());
            }
            let one = |way| straight_match(path, from, way, program.geometry.ray(from, way), &met.pieces);
            met.exact.then(|| ones(ways).map(one).collect())
        };
        memo.met(id, state, || self.met(path), met)
    }

    /// Where the items of a path can be met by a piece of the mover's.
    fn met(&mut self, path: &Path) -> Met {
        if !path.behind.is_empty() || !path.ahead.iter().all(is_single) {
            return Met::unknown();
        }
        let directions = self.program.equipment.board.directions.len() as u32;
        let every = 1u64.checked_shl(directions).map_or(u64::MAX, |above| above - 1);
        let (ways, mut exact) = self.any_ways(path.ways);
        let items = path.ahead.iter().map(|item| {
            let (Item::Past(_, set) | Item::Taking(_, set) | Item::To(set)) = item else { return None };
            let fixed = Some(set.node).filter(|node| self.program.fixed[node.0 as usize]);
            let node = fixed.or_else(|| self.wider(set.node));
            exact &= node == Some(set.node);
            let node = node?;
            Some(if set.pieces { self.pieces(node).board } else { self.sites(node) })
        });
        let items = items.collect();
        let pieces = if passes(path) { self.all_pieces() } else { SiteSet::default() };
        Met { single: true, exact, ways: ways & every, items, pieces }
    }

    /// The directions that a phrase can denote for a piece of the mover's, and perhaps more; whether there are none but these.
    fn any_ways(&mut self, id: NodeId) -> (u64, bool) {
        match self.program.node(id) {
            Node::If(_, a, b) => (self.any_ways(*a).0 | self.any_ways(*b).0, false),
            Node::Bits(bits) => (*bits, true),
            Node::RelativeDirections(way, Relative::Described | Relative::Actor | Relative::Mover) => {
                (self.program.geometry.ways(self.side_of(self.mover()).index(), *way), true)
            }
            Node::Intersect(parts) => parts.iter().fold((u64::MAX, true), |(ways, exact), part| {
                let (more, also) = self.any_ways(*part);
                (ways & more, exact && also)
            }),
            Node::Union(parts) => parts.iter().fold((0, true), |(ways, exact), part| {
                let (more, also) = self.any_ways(*part);
                (ways | more, exact && also)
            }),
            _ => (u64::MAX, false),
        }
    }

    /// A phrase that is kept as long as the position stays and denotes all that this one does, and perhaps more.
    pub(super) fn wider(&self, mut id: NodeId) -> Option<NodeId> {
        loop {
            if self.program.keeping[id.0 as usize] == Keep::Position {
                return Some(id);
            }
            match self.program.node(id) {
                Node::Where(what, ..) | Node::Without(what, _) | Node::On(what, ..)
                    if self.program.type_of(*what) == self.program.type_of(id) =>
                {
                    id = *what;
                }
                _ => return None,
            }
        }
    }
}
