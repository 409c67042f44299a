//! Pieces on their way: from site to site, into piles and out of them, under and over one another.

use smallvec::SmallVec;

use crate::model::equipment::SlotType;
use crate::model::expr::NewPiece;
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::model::{SiteId, SiteSet};
use crate::program::code::PieceTo;
use crate::program::layout::PileForm;
use crate::program::node::NodeId;

use super::{Runner, Step};
use crate::engine::machine::{About, Task};
use crate::engine::moves::Deed;
use crate::engine::tokens::Token;
use crate::engine::value::{OffPiece, PieceData, Value};

impl Runner<'_> {
    /// What stands on a site.
    pub(super) fn piece_data(&self, site: SiteId) -> Option<PieceData> {
        let layout = &self.program.layout;
        let (side, kind) = self.store.piece_at(site, layout)?;
        let slots = layout.slots.iter().map(|start| self.store.cell(start + site.index()));
        Some(PieceData { side: side as u8, kind: kind as u8, slots: slots.collect() })
    }

    fn put(&mut self, site: SiteId, data: &PieceData) {
        let layout = &self.program.layout;
        self.store.flip_piece(site, data.side as usize, data.kind as usize, layout, &mut self.journal);
        for (start, cell) in layout.slots.iter().zip(&data.slots) {
            self.set_cell(start + site.index(), *cell);
        }
    }

    fn lift(&mut self, site: SiteId) -> Option<PieceData> {
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
        }
    }

    fn tower(&self, site: SiteId) -> SmallVec<[u32; 8]> {
        let layout = &self.program.layout;
        let Some(start) = layout.towers else { return SmallVec::new() };
        let start = start + site.index() * layout.tower_cells;
        (0..layout.tower_cells).map(|i| self.store.cell(start + i)).collect()
    }

    fn set_tower(&mut self, site: SiteId, tower: &[u32]) {
        let layout = &self.program.layout;
        if let Some(start) = layout.towers {
            let start = start + site.index() * layout.tower_cells;
            for i in 0..layout.tower_cells {
                self.set_cell(start + i, tower.get(i).copied().unwrap_or(0));
            }
        }
    }

    /// Moves whatever stands on sites, all at once; everything that refers to a piece follows it.
    pub(super) fn relocate(&mut self, shifts: &[(SiteId, SiteId)]) {
        let lifted: SmallVec<[_; 4]> = shifts.iter().map(|(from, to)| (*to, self.lift(*from), self.tower(*from))).collect();
        for (from, _) in shifts {
            self.set_tower(*from, &[]);
        }
        for (to, data, tower) in lifted {
            if let Some(data) = data {
                self.put(to, &data);
            }
            self.set_tower(to, &tower);
        }
        let follow = |site: SiteId| shifts.iter().find(|(from, _)| *from == site).map_or(site, |(_, to)| *to);
        self.follow(&|site| Some(follow(site)), shifts);
    }

    /// A piece is no longer among the pieces: nothing refers to it any more.
    pub(super) fn forget_piece(&mut self, site: SiteId) {
        self.follow(&|one| (one != site).then_some(one), &[(site, site)]);
    }

    /// Changes every reference to a piece.
    fn follow(&mut self, new: &dyn Fn(SiteId) -> Option<SiteId>, changed: &[(SiteId, SiteId)]) {
        let shift = |set: &SiteSet| -> Option<SiteSet> {
            if !changed.iter().any(|(from, _)| set.contains(*from)) {
                return None;
            }
            let mut shifted = SiteSet::from_words(&vec![0; set.words().len()]);
            set.iter().filter_map(new).for_each(|site| shifted.insert(site));
            Some(shifted)
        };
        let machine = &mut self.machine;
        machine.run.actor = machine.run.actor.and_then(new);
        machine.run.passed = machine.run.passed.iter().filter_map(|site| new(*site)).collect();
        for value in &mut machine.values {
            if let Value::Pieces(pieces) = value
                && let Some(shifted) = shift(&pieces.board)
            {
                pieces.board = shifted;
            }
        }
        for task in &mut machine.tasks {
            match task {
                Task::Event { about, .. } | Task::Take { about, .. } | Task::Leave { about, .. } | Task::Actor { about } => {
                    if let About::Piece(site) = about {
                        *about = new(*site).map_or(About::Gone, About::Piece);
                    }
                }
                Task::Each { left, .. } => {
                    use crate::engine::value::Element;
                    left.retain(|element| !matches!(element, Element::Piece(site) if new(*site).is_none()));
                    for element in left {
                        if let Element::Piece(site) = element {
                            *site = new(*site).unwrap_or(*site);
                        }
                    }
                }
                _ => {}
            }
        }
        for (i, stored) in self.program.stored.iter().enumerate() {
            if stored.holds != StoredType::Set(Type::Piece) {
                continue;
            }
            let cells = self.program.layout.stored[i];
            for owner in 0..cells.owners {
                let start = cells.start + owner * cells.width;
                let kept = self.eval(0).read_sites(start);
                if let Some(shifted) = shift(&kept) {
                    for (j, word) in shifted.words().iter().enumerate() {
                        self.set_cell(start + 2 * j, *word as u32);
                        self.set_cell(start + 2 * j + 1, (*word >> 32) as u32);
                    }
                }
            }
        }
    }

    /// Takes a tower off the board, into a pile or out of the game.
    pub(super) fn remove_piece(&mut self, site: SiteId, pile: Option<u8>) {
        let below = self.tower(site);
        let count = below.first().copied().unwrap_or(0) as usize;
        for cell in below.iter().skip(1).take(count) {
            let data = PieceData::read(*cell, std::iter::empty());
            self.drop_piece(data, pile);
        }
        self.set_tower(site, &[]);
        self.remove_commander(site, pile);
    }

    fn remove_commander(&mut self, site: SiteId, pile: Option<u8>) {
        if let Some(data) = self.lift(site) {
            if let Some(taken) = self.machine.run.taken.iter_mut().find(|taken| taken.site == site && taken.waits) {
                taken.waits = false;
            }
            self.forget_piece(site);
            self.drop_piece(data, pile);
        }
    }

    /// A piece without a place goes to a pile, or out of the game; then the tokens on it go to the box.
    fn drop_piece(&mut self, data: PieceData, pile: Option<u8>) {
        if pile.is_some_and(|pile| self.add_to_pile(pile, &data)) {
            return;
        }
        for (slot, cell) in self.program.equipment.slots.iter().zip(&data.slots) {
            if let SlotType::Token(token) = slot.holds
                && let Some(class) = Token::read(*cell).and_then(|token| token.class)
            {
                let at = self.program.layout.boxes[token.index()] + class as usize;
                self.set_cell(at, self.store.cell(at) + 1);
            }
        }
    }

    /// Whether there was room.
    fn add_to_pile(&mut self, pile: u8, data: &PieceData) -> bool {
        let layout = &self.program.layout;
        let cells = &layout.piles[pile as usize];
        match cells.form {
            PileForm::Counts(_) => {
                let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
                self.set_cell(at, self.store.cell(at) + 1);
                true
            }
            PileForm::List { most, ordered, .. } => {
                let mut pieces = self.eval(0).pieces_in(pile);
                if pieces.len() >= most {
                    return false;
                }
                pieces.push(data.clone());
                if !ordered {
                    pieces.sort_unstable();
                }
                self.write_pile(pile, &pieces);
                true
            }
        }
    }

    /// Takes a piece like this out of a pile; whether there was one.
    fn take_from_pile(&mut self, pile: u8, data: &PieceData) -> bool {
        let layout = &self.program.layout;
        let cells = &layout.piles[pile as usize];
        match cells.form {
            PileForm::Counts(_) => {
                let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
                let count = self.store.cell(at);
                self.set_cell(at, count.saturating_sub(1));
                count > 0
            }
            PileForm::List { .. } => {
                let mut pieces = self.eval(0).pieces_in(pile);
                let Some(at) = pieces.iter().rposition(|one| one == data) else { return false };
                pieces.remove(at);
                self.write_pile(pile, &pieces);
                true
            }
        }
    }

    fn write_pile(&mut self, pile: u8, pieces: &[PieceData]) {
        let cells = &self.program.layout.piles[pile as usize];
        let (start, PileForm::List { width, .. }) = (cells.start, cells.form) else { return };
        let old = self.store.cell(start) as usize;
        self.set_cell(start, pieces.len() as u32);
        for i in 0..old.max(pieces.len()) {
            let at = start + 1 + i * width;
            let piece = pieces.get(i);
            self.set_cell(at, piece.map_or(0, PieceData::first_cell));
            for j in 1..width {
                let slot = piece.and_then(|piece| piece.slots.get(j - 1)).copied();
                self.set_cell(at + j, slot.unwrap_or(0));
            }
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
                for off in pieces.off {
                    if let Some(data) = self.take_off(&off) {
                        self.drop_piece(data, pile);
                    }
                }
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
                match pieces.off.first().and_then(|off| self.take_off(off)) {
                    Some(data) => self.arrive(site, &data),
                    None => return self.fail(),
                }
                None
            }
            PieceTo::BottomOf(_) | PieceTo::TopOf(_) => {
                let Some(site) = self.one_site(to, base) else { return self.fail() };
                for off in &pieces.off {
                    if let Some(data) = self.take_off(off) {
                        self.stack(site, &data, matches!(to, PieceTo::TopOf(_)));
                    }
                }
                for from in pieces.board.iter().filter(|from| *from != site).collect::<SmallVec<[SiteId; 4]>>() {
                    let mut all: Vec<PieceData> = self.below(from);
                    all.extend(self.piece_data(from));
                    self.set_tower(from, &[]);
                    self.remove_commander_only(from);
                    for data in all.into_iter().rev() {
                        self.stack(site, &data, matches!(to, PieceTo::TopOf(_)));
                    }
                }
                None
            }
        }
    }

    fn below(&self, site: SiteId) -> Vec<PieceData> {
        let tower = self.tower(site);
        let count = tower.first().copied().unwrap_or(0) as usize;
        tower.iter().skip(1).take(count).map(|cell| PieceData::read(*cell, std::iter::empty())).collect()
    }

    fn remove_commander_only(&mut self, site: SiteId) {
        self.lift(site);
        self.forget_piece(site);
    }

    fn arrive(&mut self, site: SiteId, data: &PieceData) {
        self.put(site, data);
        self.machine.deeds.push(Deed::Placed(site));
    }

    /// Takes a piece from where it is, off the board or in a tower.
    fn take_off(&mut self, off: &OffPiece) -> Option<PieceData> {
        match off {
            OffPiece::Taken(_) => None,
            OffPiece::InPile(pile, data) => self.take_from_pile(*pile, data).then(|| data.clone()),
            OffPiece::Below(site, i) => {
                let mut below = self.below(*site);
                if (*i as usize) < below.len() {
                    let data = below.remove(*i as usize);
                    self.write_below(*site, &below);
                    return Some(data);
                }
                let data = self.lift(*site)?;
                match below.pop() {
                    Some(commander) => {
                        self.put(*site, &commander);
                        self.write_below(*site, &below);
                    }
                    None => self.forget_piece(*site),
                }
                Some(data)
            }
        }
    }

    fn write_below(&mut self, site: SiteId, below: &[PieceData]) {
        let cells: SmallVec<[u32; 8]> =
            std::iter::once(below.len() as u32).chain(below.iter().map(PieceData::first_cell)).collect();
        self.set_tower(site, &cells);
    }

    /// Puts a piece at the bottom of a tower, or on top; in a full tower it goes out of the game.
    fn stack(&mut self, site: SiteId, data: &PieceData, on_top: bool) {
        let mut below = self.below(site);
        if below.len() + 1 >= self.program.layout.tower_cells.max(1) {
            self.drop_piece(data.clone(), None);
            return;
        }
        if !on_top {
            below.insert(0, data.clone());
        } else if let Some(commander) = self.lift(site) {
            below.push(commander);
            self.put(site, data);
        } else {
            self.put(site, data);
        }
        self.write_below(site, &below);
    }

    /// `move new K to SITE`
    pub(super) fn place_new(&mut self, new: &NewPiece, to: &PieceTo, base: u16) -> Option<Step> {
        let equipment = &self.program.equipment;
        let mover = self.mover();
        let side = equipment.kinds[new.kind.index()].owner.unwrap_or(equipment.players[mover.index()].side);
        let slots = equipment.slots.iter().map(|_| 0).collect();
        let data = PieceData { side: side.0, kind: new.kind.0, slots };
        if let Some(pile) = new.from {
            use crate::model::equipment::PileOwner;
            let owner = match equipment.piles[pile.index()].of {
                PileOwner::EachPlayer => mover.0,
                PileOwner::EachSide => side.0,
                PileOwner::Common | PileOwner::One(_) => 0,
            };
            let from = self.program.layout.pile(pile, owner);
            if !from.is_some_and(|from| self.take_from_pile(from as u8, &data)) {
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
                self.stack(site, &data, matches!(to, PieceTo::TopOf(_)));
            }
            PieceTo::Pile(pile) => {
                let pile = self.eval(base).piles(*pile).first().copied();
                self.drop_piece(data, pile);
            }
            PieceTo::Box => {}
        }
        None
    }
}
