//! Phrases that denote sites.

use crate::model::expr::{Field, Given, RelativeRow, Type};
use crate::model::{SiteId, SiteSet};
use crate::program::node::{Node, NodeId, Relative};

use super::Eval;
use crate::engine::value::{OffPiece, Value};

impl Eval<'_> {
    /// The sites that a phrase denotes.
    pub(in crate::engine) fn sites(&mut self, id: NodeId) -> SiteSet {
        let Some((memo, key)) = self.kept(id, Type::Site) else { return self.sites_anew(id) };
        memo.sites(key).unwrap_or_else(|| {
            let sites = self.sites_anew(id);
            memo.keep_sites(key, &sites);
            sites
        })
    }

    fn sites_anew(&mut self, id: NodeId) -> SiteSet {
        let program = self.program;
        let none = || program.layout.no_sites();
        if self.is_spent() {
            return none();
        }
        match program.node(id) {
            Node::Sites(sites) => sites.clone(),
            Node::RelativeSites(row, to) => self.relative_sites(*row, *to),
            Node::Given(Given::Empty) => self.empty(),
            Node::Given(Given::Start) => self.one(match (self.sets_out, self.candidate) {
                (None, Some(candidate)) => candidate.start,
                (None, None) => self.machine.moving.start,
                (start, _) => start,
            }),
            Node::Given(Given::Landing) => self.one(match self.candidate {
                Some(candidate) => candidate.landing,
                None => self.machine.moving.landing,
            }),
            Node::Given(Given::Trail) => {
                let mut set = none();
                let trail = self.candidate.map_or(&self.machine.moving.trail[..], |candidate| candidate.trail);
                let trail = self.sets_out.as_ref().map_or(trail, std::slice::from_ref);
                trail.iter().for_each(|site| set.insert(*site));
                set
            }
            Node::Stored(stored, of) => self.stored_sites(*stored, *of),
            Node::Intersect(parts) => {
                let mut sites = self.sites(parts[0]);
                for part in &parts[1..] {
                    if sites.is_empty() {
                        break;
                    }
                    let other = self.sites(*part);
                    sites.intersect(&other);
                }
                sites
            }
            Node::Union(parts) => {
                let mut sites = none();
                for part in parts {
                    let other = self.sites(*part);
                    sites.unite(&other);
                }
                sites
            }
            Node::Without(a, b) => {
                let mut sites = self.sites(*a);
                let other = self.sites(*b);
                sites.subtract(&other);
                sites
            }
            Node::On(what, on, not) => {
                let mut sites = self.sites(*what);
                let other = self.sites(*on);
                if *not {
                    sites.subtract(&other)
                } else {
                    sites.intersect(&other)
                }
                sites
            }
            Node::Field(Field::Site, pieces) => {
                let pieces = self.pieces(*pieces);
                let mut sites = pieces.board;
                for off in &pieces.off {
                    match off {
                        OffPiece::Taken(i) => {
                            if let Some(taken) = self.taken().get(*i as usize) {
                                sites.insert(taken.site);
                            }
                        }
                        OffPiece::Below(site, _) => sites.insert(*site),
                        OffPiece::InPile(..) => {}
                    }
                }
                sites
            }
            Node::From(ways, from, pieces) => self.from(*ways, *from, *pieces, false),
            Node::Beyond(ways, from, pieces) => self.from(*ways, *from, *pieces, true),
            _ => match self.shared(id) {
                Some(Value::Sites(sites)) => sites,
                Some(Value::Pieces(pieces)) => pieces.board,
                _ => none(),
            },
        }
    }

    fn one(&self, site: Option<SiteId>) -> SiteSet {
        let mut set = self.layout().no_sites();
        if let Some(site) = site {
            set.insert(site);
        }
        set
    }

    /// Every site without a piece.
    fn empty(&self) -> SiteSet {
        let layout = self.layout();
        let mut empty = self.program.geometry.every.clone();
        for side in 0..layout.sides {
            for kind in 0..layout.kinds {
                empty.subtract_words(self.store.board(side, kind, layout));
            }
        }
        empty
    }

    pub(super) fn relative_sites(&mut self, row: RelativeRow, to: Relative) -> SiteSet {
        let sides = self.sides_about(to);
        let mut sites = self.layout().no_sites();
        for side in (0..self.layout().sides).filter(|side| sides >> side & 1 != 0) {
            sites.unite(self.program.geometry.row(side, row));
        }
        sites
    }

    /// The sites one step from sites or pieces in some directions, or with `beyond` all sites in those directions.
    fn from(&mut self, ways: NodeId, from: NodeId, pieces: bool, beyond: bool) -> SiteSet {
        if !pieces {
            let from = self.sites(from);
            let ways = self.bits(ways);
            return self.steps(ways, &from, beyond);
        }
        let from = self.pieces(from);
        let mut reached = self.layout().no_sites();
        for site in from.board.iter() {
            let ways = self.describing(site, |eval| eval.bits(ways));
            let one = self.one(Some(site));
            reached.unite(&self.steps(ways, &one, beyond));
        }
        for off in &from.off {
            if let OffPiece::Taken(i) = off
                && let Some(taken) = self.taken().get(*i as usize)
            {
                let ways = self.bits(ways);
                let one = self.one(Some(taken.site));
                reached.unite(&self.steps(ways, &one, beyond));
            }
        }
        reached
    }

    fn steps(&self, ways: u64, from: &SiteSet, beyond: bool) -> SiteSet {
        let (board, geometry) = (&self.program.equipment.board, &self.program.geometry);
        let mut reached = self.layout().no_sites();
        for site in from.iter() {
            for way in (0..board.directions.len()).filter(|way| ways >> way & 1 != 0) {
                if beyond {
                    geometry.ray(site, way).iter().for_each(|next| reached.insert(*next));
                } else if let Some(next) = board.step(way, site) {
                    reached.insert(next);
                }
            }
        }
        reached
    }

    /// Evaluates something with the owner of the piece on a site as the one described.
    pub(super) fn describing<T>(&mut self, site: SiteId, test: impl FnOnce(&mut Self) -> T) -> T {
        let owner = self.store.piece_at(site, self.layout()).map(|(side, _)| side);
        self.describing_side(owner, test)
    }

    pub(super) fn describing_side<T>(&mut self, side: Option<usize>, test: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.described, side);
        let result = test(self);
        self.described = outer;
        result
    }
}
