//! Moving pieces: from site to site, into piles and out of them, under and over one another.

use smallvec::SmallVec;

use crate::model::SiteId;
use crate::model::expr::NewPiece;
use crate::program::code::PieceTo;
use crate::program::node::NodeId;

use super::towers::Lifted;
use super::{Runner, Step};
use crate::engine::machine::{About, Task};
use crate::engine::moves::Deed;
use crate::engine::value::{OffPiece, PieceData, TakenPiece};

impl Runner<'_> {
    /// The piece on a site, as data.
    pub(super) fn piece_data(&self, site: SiteId) -> Option<PieceData> {
        let layout = &self.program.layout;
        let (side, kind) = self.store.piece_at(site, layout)?;
        let slots = layout.slots.iter().map(|start| self.store.cell(start + site.index()));
        Some(PieceData { side: side as u8, kind: kind as u8, slots: slots.collect() })
    }

    pub(super) fn put(&mut self, site: SiteId, data: &PieceData) {
        let layout = &self.program.layout;
        self.store.flip_piece(site, data.side as usize, data.kind as usize, layout, &mut self.journal);
        for (start, cell) in layout.slots.iter().zip(&data.slots) {
            self.set_cell(start + site.index(), *cell);
        }
    }

    pub(super) fn lift(&mut self, site: SiteId) -> Option<PieceData> {
        let data = self.piece_data(site)?;
        let layout = &self.program.layout;
        self.store.flip_piece(site, data.side as usize, data.kind as usize, layout, &mut self.journal);
        for start in &layout.slots {
            self.set_cell(start + site.index(), 0);
        }
        Some(data)
    }

    /// Changes the owner or kind of a piece.
    pub(super) fn set_piece(&mut self, site: SiteId, side: Option<usize>, kind: Option<usize>) {
        let layout = &self.program.layout;
        if let Some((old_side, old_kind)) = self.store.piece_at(site, layout) {
            self.store.flip_piece(site, old_side, old_kind, layout, &mut self.journal);
            let (side, kind) = (side.unwrap_or(old_side), kind.unwrap_or(old_kind));
            self.store.flip_piece(site, side, kind, layout, &mut self.journal);
            if kind != old_kind {
                self.strip_on(site);
            }
        }
    }

    /// The piece on a site loses the attributes and tokens that its kind does not have.
    pub(super) fn strip_on(&mut self, site: SiteId) {
        let Some(mut data) = self.piece_data(site).filter(|data| !data.slots.is_empty()) else { return };
        self.strip(&mut data, Some(site));
        for (slot, cell) in data.slots.iter().enumerate() {
            self.set_cell(self.program.layout.slots[slot] + site.index(), *cell);
        }
    }

    /// Removes a tower from the board, into a pile or out of the game.
    pub(super) fn remove_piece(&mut self, site: SiteId, pile: Option<u8>) {
        for data in self.below(site) {
            self.drop_piece(data, None, pile);
        }
        self.set_tower(site, &[]);
        self.remove_commander(site, pile);
    }

    fn remove_commander(&mut self, site: SiteId, pile: Option<u8>) {
        if let Some(data) = self.lift(site) {
            if let Some(taken) = self.machine.moving.taken.iter_mut().find(|taken| taken.site == site && taken.waits) {
                taken.waits = false;
            }
            self.drop_piece(data, Some(site), pile);
            self.forget_piece(site);
        }
    }

    /// `move X to Y`
    pub(super) fn move_pieces(&mut self, what: NodeId, to: &PieceTo, base: u16) -> Option<Step> {
        let pieces = self.eval(base).pieces(what);
        if pieces.is_empty() {
            return None;
        }
        match to {
            PieceTo::Box | PieceTo::Pile(_) => {
                let pile = match to {
                    PieceTo::Pile(pile) => self.eval(base).piles(*pile).first().copied(),
                    _ => None,
                };
                self.take_each_off(&pieces.off, |run, lifted| {
                    let from = lifted.left();
                    run.drop_piece(lifted.data, from, pile);
                    None
                });
                let sites: SmallVec<[SiteId; 4]> = pieces.board.iter().collect();
                for site in sites.into_iter().rev() {
                    self.push(Task::Leave { about: About::Piece(site), pile, told: false });
                }
                None
            }
            PieceTo::Site(_) => {
                let Some(site) = self.one_site(to, base) else { return self.fail() };
                if pieces.len() != 1 {
                    return self.fail();
                }
                if let Some(from) = pieces.board.first() {
                    if self.store.piece_at(site, &self.program.layout).is_some() && site != from {
                        return self.fail();
                    }
                    self.relocate(&[(from, site)]);
                    return None;
                }
                if self.store.piece_at(site, &self.program.layout).is_some() {
                    return self.fail();
                }
                let Some(off) = pieces.off.first() else { return self.fail() };
                let Some(lifted) = self.take_off(off) else { return self.fail() };
                self.arrive(site, &lifted.data);
                self.commands_now(lifted.left(), Some(site));
                let here = self.only(site);
                self.rename(what, base, off, &here);
                None
            }
            PieceTo::BottomOf(_) | PieceTo::TopOf(_) => {
                let Some(site) = self.one_site(to, base) else { return self.fail() };
                for off in &pieces.off {
                    if let Some(from) = self.imprisons(off, site) {
                        self.tell_capture(from);
                    }
                }
                self.take_each_off(&pieces.off, |run, lifted| run.stack(site, &lifted, matches!(to, PieceTo::TopOf(_))));
                for from in pieces.board.iter().filter(|from| *from != site).collect::<SmallVec<[SiteId; 4]>>() {
                    self.join(from, site, matches!(to, PieceTo::TopOf(_)));
                }
                None
            }
        }
    }

    fn arrive(&mut self, site: SiteId, data: &PieceData) {
        self.put(site, data);
        self.machine.deeds.push(Deed::Placed(site));
    }

    /// `take P` for pieces inside towers: each is captured alone, without events.
    pub(super) fn capture_off(&mut self, off: &[OffPiece]) {
        let pile = self.captured();
        self.take_each_off(off, |run, Lifted { data, tower, commanded }| {
            if let Some(site) = tower {
                let borne = run.drop_piece(data.clone(), commanded.then_some(site), pile);
                run.machine.moving.taken.push(TakenPiece { site, data, waits: false, borne });
                run.tell_capture(site);
            }
            None
        });
    }

    /// Removes pieces off the board or in towers from where they are, one after the other. `each` returns the site that the
    /// piece commands afterwards, if it does.
    fn take_each_off(&mut self, off: &[OffPiece], mut each: impl FnMut(&mut Self, Lifted) -> Option<SiteId>) {
        for (i, one) in off.iter().enumerate() {
            // Removing pieces from below has lowered its place.
            let under = |below: &dyn Fn(&OffPiece) -> bool| off[..i].iter().filter(|one| below(one)).count();
            let now = match one {
                OffPiece::Below(site, i) => {
                    let under = under(&|one| matches!(one, OffPiece::Below(from, other) if from == site && other < i));
                    OffPiece::Below(*site, i - under as u8)
                }
                OffPiece::InPile(pile, i, data) => {
                    let under = under(&|one| matches!(one, OffPiece::InPile(from, other, _) if from == pile && other < i));
                    OffPiece::InPile(*pile, i - under as u16, data.clone())
                }
                OffPiece::Taken(_) => one.clone(),
            };
            if let Some(lifted) = self.take_off(&now) {
                let left = lifted.left();
                let commands = each(self, lifted);
                self.commands_now(left, commands);
            }
        }
    }

    /// Removes a piece off the board or in a tower from where it is. If it was a commander, references to it must be updated
    /// with [`Self::commands_now`].
    fn take_off(&mut self, off: &OffPiece) -> Option<Lifted> {
        match off {
            OffPiece::Taken(_) => None,
            OffPiece::InPile(pile, place, data) => {
                let data = self.take_from_pile(*pile, *place, data).then(|| data.clone())?;
                Some(Lifted { data, tower: None, commanded: false })
            }
            OffPiece::Below(site, i) => {
                let (tower, mut below) = (Some(*site), self.below(*site));
                if (*i as usize) < below.len() {
                    let data = below.remove(*i as usize);
                    self.write_below(*site, &below);
                    return Some(Lifted { data, tower, commanded: false });
                }
                let data = self.lift(*site)?;
                if let Some(commander) = below.pop() {
                    self.put(*site, &commander);
                    self.write_below(*site, &below);
                }
                Some(Lifted { data, tower, commanded: true })
            }
        }
    }

    /// A new piece, and the owner index of the pile that it comes from.
    fn fresh_piece(&self, new: &NewPiece) -> (PieceData, u8) {
        let equipment = &self.program.equipment;
        let mover = self.mover();
        let side = equipment.kinds[new.kind.index()].owner.unwrap_or(equipment.players[mover.index()].side);
        let slots = equipment.slots.iter().map(|_| 0).collect();
        let owner = new.from.map_or(0, |pile| equipment.piles[pile.index()].of.place(mover, side));
        (PieceData { side: side.0, kind: new.kind.0, slots }, owner)
    }

    /// `move new K to SITE`
    pub(super) fn place_new(&mut self, new: &NewPiece, to: &PieceTo, base: u16) -> Option<Step> {
        let (data, owner) = self.fresh_piece(new);
        if let Some(pile) = new.from {
            let from = self.program.layout.pile(pile, owner);
            if !from.is_some_and(|from| self.take_from_pile(from as u8, u16::MAX, &data)) {
                return self.fail();
            }
        }
        match to {
            PieceTo::Site(_) => {
                let Some(site) = self.one_site(to, base) else { return self.fail() };
                if self.store.piece_at(site, &self.program.layout).is_some() {
                    return self.fail();
                }
                self.arrive(site, &data);
            }
            PieceTo::BottomOf(_) | PieceTo::TopOf(_) => {
                let Some(site) = self.one_site(to, base) else { return self.fail() };
                self.stack(site, &Lifted { data, tower: None, commanded: false }, matches!(to, PieceTo::TopOf(_)));
            }
            PieceTo::Pile(pile) => {
                let pile = self.eval(base).piles(*pile).first().copied();
                self.drop_piece(data, None, pile);
            }
            PieceTo::Box => {}
        }
        None
    }
}
