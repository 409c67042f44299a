//! Towers: pieces above and below one another.

use smallvec::SmallVec;

use crate::model::SiteId;

use super::Runner;
use crate::engine::value::{OffPiece, PieceData};

/// A piece removed alone from where it was.
pub(super) struct Lifted {
    pub(super) data: PieceData,
    /// The site of its tower, if it was in one.
    pub(super) tower: Option<SiteId>,
    /// Whether it commanded that tower. It may have been all of it.
    pub(super) commanded: bool,
}

impl Lifted {
    /// The site that it commanded, if it did.
    pub(super) fn left(&self) -> Option<SiteId> {
        self.tower.filter(|_| self.commanded)
    }
}

impl Runner<'_> {
    pub(super) fn tower(&self, site: SiteId) -> SmallVec<[u32; 8]> {
        let layout = &self.program.layout;
        let Some(start) = layout.towers else { return SmallVec::new() };
        let start = start + site.index() * layout.tower_cells;
        (0..layout.tower_cells).map(|i| self.store.cell(start + i)).collect()
    }

    pub(super) fn set_tower(&mut self, site: SiteId, tower: &[u32]) {
        let layout = &self.program.layout;
        if let Some(start) = layout.towers {
            let start = start + site.index() * layout.tower_cells;
            for i in 0..layout.tower_cells {
                self.set_cell(start + i, tower.get(i).copied().unwrap_or(0));
            }
        }
    }

    pub(super) fn below(&self, site: SiteId) -> Vec<PieceData> {
        let tower = self.tower(site);
        let Some((count, cells)) = tower.split_first() else { return Vec::new() };
        let pieces = cells.chunks(self.program.layout.tower_width).take(*count as usize);
        pieces.map(|piece| PieceData::read(piece[0], piece[1..].iter().copied())).collect()
    }

    pub(super) fn write_below(&mut self, site: SiteId, below: &[PieceData]) {
        let slots = self.program.layout.tower_width - 1;
        let borne = |piece: &PieceData, slot: usize| piece.slots.get(slot).copied().unwrap_or(0);
        let mut cells: SmallVec<[u32; 8]> = SmallVec::from_elem(below.len() as u32, 1);
        for piece in below {
            cells.push(piece.first_cell());
            cells.extend((0..slots).map(|slot| borne(piece, slot)));
        }
        self.set_tower(site, &cells);
    }

    /// Whether a tower may have this many pieces; if not, a limit is reached.
    fn has_room(&mut self, pieces: usize) -> bool {
        let room = pieces <= usize::from(self.program.equipment.stacks.max(1));
        if !room {
            self.reach("more pieces on one another than `stacks` allows", self.rule_under_way());
        }
        room
    }

    /// A commander has left its site alone, and may command another site now. References to it go with it, rather than to the
    /// piece that commands its old site.
    pub(super) fn commands_now(&mut self, left: Option<SiteId>, now: Option<SiteId>) {
        if let Some(from) = left {
            self.follow(&|site| if site == from { now } else { Some(site) }, &[(from, now.unwrap_or(from))]);
        }
    }

    /// Puts a piece at the bottom of a tower, or on top. Returns the site that it commands then, if it does.
    pub(super) fn stack(&mut self, site: SiteId, lifted: &Lifted, on_top: bool) -> Option<SiteId> {
        let mut below = self.below(site);
        if !self.has_room(below.len() + 2) {
            return None;
        }
        if !on_top && self.store.piece_at(site, &self.program.layout).is_some() {
            below.insert(0, lifted.data.clone());
            self.write_below(site, &below);
            return None;
        }
        if let Some(commander) = self.lift(site) {
            // Not if the lifted piece commanded this very site: then references to the site still mean that piece.
            if lifted.left() != Some(site) {
                self.forget_piece(site);
            }
            below.push(commander);
        }
        self.put(site, &lifted.data);
        self.write_below(site, &below);
        Some(site)
    }

    /// A whole tower goes onto another, or under it, in its own order.
    pub(super) fn join(&mut self, from: SiteId, to: SiteId, on_top: bool) {
        let whole = |runner: &Self, site: SiteId| {
            let mut all = runner.below(site);
            all.extend(runner.piece_data(site));
            all
        };
        let (group, host) = (whole(self, from), whole(self, to));
        if !self.has_room(group.len() + host.len()) {
            return;
        }
        let mut all = if on_top { [host, group].concat() } else { [group, host].concat() };
        self.set_tower(from, &[]);
        self.lift(from);
        self.lift(to);
        if let Some(commander) = all.pop() {
            self.put(to, &commander);
        }
        self.write_below(to, &all);
        // References to the commander of the joint tower follow it; the other former commander is no longer among the pieces.
        let new = |site: SiteId| match site {
            site if site == from => on_top.then_some(to),
            site if site == to => (!on_top).then_some(to),
            other => Some(other),
        };
        self.follow(&new, &[(from, to), (to, to)]);
    }

    /// Changes a piece in a pile or in a tower. Returns the new reference to a piece in a pile.
    pub(super) fn change_off(&mut self, off: &OffPiece, change: &dyn Fn(&mut PieceData)) -> Option<OffPiece> {
        match off {
            OffPiece::Taken(_) => None,
            OffPiece::Below(site, i) => {
                let mut below = self.below(*site);
                if let Some(data) = below.get_mut(*i as usize) {
                    change(data);
                    self.strip(data, None);
                    self.write_below(*site, &below);
                } else if let Some(mut data) = self.lift(*site) {
                    change(&mut data);
                    self.strip(&mut data, Some(*site));
                    self.put(*site, &data);
                }
                None
            }
            OffPiece::InPile(pile, place, data) => {
                let mut new = data.clone();
                change(&mut new);
                self.strip(&mut new, None);
                self.change_in_pile(*pile, *place, data, &new).then(|| OffPiece::InPile(*pile, *place, new))
            }
        }
    }

    /// The site of an enemy commander that goes into a tower of the mover's: the move's text counts that as a capture.
    pub(super) fn imprisons(&self, off: &OffPiece, into: SiteId) -> Option<SiteId> {
        let OffPiece::Below(from, i) = off else { return None };
        let mover = self.program.equipment.players[self.mover().index()].side.0;
        let side = |site| self.piece_data(site).map(|commander| commander.side);
        let commands = *i as usize >= self.below(*from).len();
        (commands && side(*from)? != mover && side(into)? == mover).then_some(*from)
    }
}
