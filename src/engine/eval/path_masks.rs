//! Path masks: where the mover's pieces can follow a path, computed once for a position instead of for each piece.

use std::rc::Rc;

use smallvec::SmallVec;

use super::Eval;
use super::filters::ones;
use super::paths::{Match, is_single, passes, straight_match};
use crate::model::{SiteId, SiteSet};
use crate::program::Program;
use crate::program::code::{Item, Path, PathId};
use crate::program::fixed::Keep;
use crate::program::node::{Node, NodeId, Relative};

/// The masks of a path for the mover's pieces.
#[derive(Clone, Debug)]
pub(in crate::engine) struct PathMasks {
    /// Whether each of its items matches one site and none lies behind the piece; for other paths nothing is known.
    single: bool,
    /// Whether the masks are exact. If not, they are supersets, and matches must be computed for each piece.
    exact: bool,
    /// The directions that it may follow.
    ways: u64,
    /// For each item, the sites on which it can match (perhaps with others); `None` if not known.
    items: SmallVec<[Option<SiteSet>; 3]>,
    /// All pieces on the board, if the path passes over any.
    pieces: SiteSet,
}

impl PathMasks {
    /// Masks that tell nothing.
    fn unknown() -> PathMasks {
        PathMasks { single: false, exact: false, ways: u64::MAX, items: SmallVec::new(), pieces: SiteSet::default() }
    }

    /// The directions in which the path may be followed from a site; if the masks are exact, just those in which it can be.
    fn ways_from(&self, program: &Program, from: SiteId) -> u64 {
        let mut ways = 0;
        for way in ones(self.ways) {
            let ray = program.geometry.ray(from, way);
            let mut met = ray.len() >= self.items.len();
            for (i, item) in self.items.iter().enumerate() {
                met = met && item.as_ref().is_none_or(|item| item.contains(ray[i]));
            }
            ways |= u64::from(met) << way;
        }
        ways
    }

    /// Every way to follow the path from a site, in the order of [`Eval::matches`]; `None` if that must be computed for the
    /// piece.
    pub(in crate::engine) fn matches(&self, program: &Program, id: PathId, from: SiteId) -> Option<Vec<Match>> {
        let ways = self.ways_from(program, from);
        if ways == 0 {
            return Some(Vec::new());
        }
        let path = &program.paths[id.0 as usize];
        let along = |way| straight_match(path, from, way, program.geometry.ray(from, way), &self.pieces);
        self.exact.then(|| ones(ways).map(along).collect())
    }
}

impl Eval<'_> {
    /// The masks of a path in this position; `None` if they tell nothing.
    pub(in crate::engine) fn met(&mut self, id: PathId) -> Option<Rc<PathMasks>> {
        let (memo, state) = self.memo?;
        let met = memo.met(id, state).unwrap_or_else(|| {
            let met = Rc::new(self.met_anew(&self.program.paths[id.0 as usize]));
            memo.keep_met(id, state, &met);
            met
        });
        met.single.then_some(met)
    }

    /// Computes the masks of a path.
    fn met_anew(&mut self, path: &Path) -> PathMasks {
        if !path.behind.is_empty() || !path.ahead.iter().all(is_single) {
            return PathMasks::unknown();
        }
        let directions = self.program.equipment.board.directions.len() as u32;
        let every = 1u64.checked_shl(directions).map_or(u64::MAX, |above| above - 1);
        let (ways, mut exact) = self.any_ways(path.ways);
        let mut items = SmallVec::new();
        for item in &path.ahead {
            let (Item::Past(_, set) | Item::Taking(_, set) | Item::To(set)) = item else {
                items.push(None);
                continue;
            };
            let fixed = Some(set.node).filter(|node| self.program.phrases.fixed[node.0 as usize]);
            let node = fixed.or_else(|| self.wider(set.node));
            exact &= node == Some(set.node);
            items.push(node.map(|node| if set.pieces { self.pieces(node).board } else { self.sites(node) }));
        }
        let pieces = if passes(path) { self.all_pieces() } else { SiteSet::default() };
        PathMasks { single: true, exact, ways: ways & every, items, pieces }
    }

    /// The directions that a phrase can denote for the mover's pieces, perhaps with others, and whether they are exact.
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

    /// A phrase whose value is memoized for the position, and which denotes a superset of this phrase's value.
    pub(super) fn wider(&self, mut id: NodeId) -> Option<NodeId> {
        loop {
            if self.program.phrases.keeping[id.0 as usize] == Keep::Position {
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
