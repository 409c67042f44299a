//! Where the parts of a position are in its memory: first words of bits, with a set of sites for each side and kind, then cells
//! of 32 bits.
//!
//! A cell in its initial state holds 0, so that the hash of a position is a sum over the bits that are set and the other cells.

use std::ops::Range;

use crate::model::equipment::{Pile, PileHolds, PileOwner, SeenBy, SlotType};
use crate::model::expr::{Field, Type};
use crate::model::rules::{Each, PileRef, Stored, StoredOf, StoredType};
use crate::model::{Equipment, PileId, PlayerId, Setup, SiteId, SiteSet, StoredId, TokenId};

use super::node::{Node, NodeId, Phrases};

/// The memory map of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of sites.
    pub sites: usize,
    /// Words in a set of sites.
    pub words: usize,
    /// Number of sides.
    pub sides: usize,
    /// Number of kinds.
    pub kinds: usize,
    /// Number of cells.
    pub cells: usize,
    /// Cells below this one do not belong to the position for repetition: turns played, clocks and
    /// their marks, and what starts afresh with each move.
    pub uncounted: usize,
    /// Where each counter, clock and kept thing is.
    pub stored: Vec<StoredCells>,
    /// For each slot of pieces, the first of its cells, one for each site.
    pub slots: Vec<usize>,
    /// The first of the cells for tokens under sites, one for each site.
    pub under: Option<usize>,
    /// The first of the cells for towers, `tower_cells` for each site: the number of pieces below the commander, then those
    /// pieces from the bottom up, `tower_width` cells each.
    pub towers: Option<usize>,
    /// Cells of a tower.
    pub tower_cells: usize,
    /// Cells of a piece below a commander: what it is, then the content of each of its slots.
    pub tower_width: usize,
    /// Every pile.
    pub piles: Vec<PileCells>,
    /// For each player, the index in `piles` of the pile for what the player captures, if there is one called `captured`.
    pub captured: Vec<Option<usize>>,
    /// The unseen part of each shuffle; each pile that holds hidden tokens has a shuffle.
    pub shuffles: Vec<ShuffleCells>,
    /// For each type of token, whether anything about it can be hidden.
    pub hidden: Vec<bool>,
    /// For each type of token, the first of its cells, one for each class: how many of the class are out of the game.
    pub boxes: Vec<usize>,
    /// For each cell, how much of it counts for repetition. Empty if nothing can be hidden: then every cell counts as a whole.
    pub counted: Vec<Counted>,
}

/// How much of a cell belongs to the position for repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All of it.
    Whole,
    /// The class of a token and how it lies, whoever has seen it; if nobody has, that it is there and how it lies.
    Class,
    /// As `Class` while this face of the token is up, otherwise as `Lying`.
    Open(u8),
    /// That a token is there and how it lies.
    Lying,
    /// Nothing.
    Nothing,
}

/// Where a stored thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredCells {
    /// The first cell of the first owner.
    pub start: usize,
    /// Cells for each owner.
    pub width: usize,
    /// Number of owners.
    pub owners: usize,
}

/// Where a pile is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileCells {
    /// Which pile.
    pub pile: PileRef,
    /// What it holds.
    pub holds: PileHolds,
    /// Players who see what lies in it, as bits.
    pub seers: u8,
    /// The first cell.
    pub start: usize,
    /// How it is stored.
    pub form: PileForm,
    /// The index of its own shuffle, if what it holds can be hidden.
    pub shuffle: Option<u8>,
}

/// How a pile is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileForm {
    /// One cell for each class of things: how many of the class are in the pile. The value is the number of classes.
    Counts(usize),
    /// The number of things, then `width` cells for each, with room for `most`; in order of arrival if `ordered`, else sorted.
    List {
        /// Cells for each thing.
        width: usize,
        /// The greatest number of things.
        most: usize,
        /// The order of arrival matters.
        ordered: bool,
    },
}

/// Where the unseen part of a shuffle is: one cell for each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShuffleCells {
    /// The type of token.
    pub token: TokenId,
    /// The first cell.
    pub start: usize,
    /// Number of classes.
    pub classes: usize,
}

impl Layout {
    /// The cell that counts turns played.
    pub const TURNS: usize = 0;
    /// The cell whose bits say which clocks were set in this turn.
    pub const CLOCKS_SET: usize = 1;

    /// The cell that says whose turn it is: an index into the turn order.
    pub fn turn(&self) -> usize {
        self.uncounted
    }

    /// The cell whose bits say which sides are out.
    pub fn out(&self) -> usize {
        self.uncounted + 1
    }

    /// The index of the pile with this declaration and owner.
    pub fn pile(&self, pile: PileId, owner: u8) -> Option<usize> {
        self.piles.iter().position(|one| one.pile == PileRef { pile, owner })
    }

    /// The first cell of the i-th piece from the bottom of a tower, if pieces may stand on one another.
    pub fn below(&self, site: SiteId, i: usize) -> Option<usize> {
        Some(self.towers? + site.index() * self.tower_cells + 1 + i * self.tower_width)
    }

    /// The cells of a slot of the pieces below commanders: one for each place in each tower.
    pub fn in_towers(&self, slot: usize) -> impl Iterator<Item = usize> + use<> {
        let (sites, cells, width) = (self.sites, self.tower_cells, self.tower_width);
        let place = move |start: usize| {
            (0..sites).flat_map(move |site| (1..cells).step_by(width).map(move |i| start + site * cells + i))
        };
        self.towers.into_iter().flat_map(place).map(move |piece| piece + 1 + slot)
    }

    /// The cells of a stored thing, for all its owners.
    pub fn cells_of(&self, stored: StoredId) -> Range<usize> {
        let StoredCells { start, width, owners } = self.stored[stored.index()];
        start..start + width * owners
    }

    /// The empty set of sites.
    pub fn no_sites(&self) -> SiteSet {
        SiteSet::empty(self.sites)
    }

    /// The layout of a variant with these phrases; `shuffles`: some statement shuffles.
    pub(super) fn new(equipment: &Equipment, stored: &[Stored], start: &Setup, phrases: &Phrases, shuffles: bool) -> Layout {
        let sites = equipment.board.sites.len();
        let hidden = hidden_types(equipment, shuffles);
        let mut layout = Layout {
            sites,
            words: SiteSet::words_for(sites),
            sides: equipment.sides.len(),
            kinds: equipment.kinds.len(),
            cells: 2,
            uncounted: 0,
            stored: vec![StoredCells { start: 0, width: 0, owners: 0 }; stored.len()],
            slots: Vec::new(),
            under: None,
            towers: None,
            tower_cells: 1 + (equipment.stacks.max(1) as usize - 1) * (1 + equipment.slots.len()),
            tower_width: 1 + equipment.slots.len(),
            piles: Vec::new(),
            captured: Vec::new(),
            shuffles: Vec::new(),
            hidden,
            boxes: Vec::new(),
            counted: Vec::new(),
        };
        layout.place_stored(equipment, stored, true);
        layout.uncounted = layout.cells;
        layout.cells += 2;
        layout.place_stored(equipment, stored, false);
        layout.slots = equipment.slots.iter().map(|_| layout.take(sites)).collect();
        layout.under = equipment.under.as_ref().map(|_| layout.take(sites));
        layout.towers = (equipment.stacks > 1).then(|| layout.take(sites * layout.tower_cells));
        layout.place_piles(equipment, start, phrases);
        layout.captured = layout.captured(equipment);
        layout.boxes = equipment.tokens.iter().map(|token| layout.take(token.classes.len())).collect();
        if layout.hidden.contains(&true) {
            layout.counted = layout.counted(equipment);
        }
        layout
    }

    /// How much of each cell belongs to the position for repetition: of tokens that do not lie open to all, only how they lie.
    fn counted(&self, equipment: &Equipment) -> Vec<Counted> {
        let mut counted = vec![Counted::Whole; self.cells];
        // How much of a token that a piece bears, or that lies under a site, belongs to it.
        let borne = |token: TokenId| {
            let faces = equipment.tokens[token.index()].faces.map(|faces| equipment.enums[faces.index()].values.len());
            faces.map_or(Counted::Class, |faces| Counted::Open(faces.saturating_sub(1) as u8))
        };
        let slots = equipment.slots.iter().enumerate().filter_map(|(i, slot)| match slot.holds {
            SlotType::Token(token) if self.hidden[token.index()] => Some((i, borne(token))),
            _ => None,
        });
        let slots: Vec<(usize, Counted)> = slots.collect();
        for (slot, how) in &slots {
            counted[self.slots[*slot]..self.slots[*slot] + self.sites].fill(*how);
            self.in_towers(*slot).for_each(|at| counted[at] = *how);
            for pile in self.piles.iter().filter(|pile| !matches!(pile.holds, PileHolds::Token(_))) {
                if let PileForm::List { width, most, .. } = pile.form {
                    (0..most).for_each(|item| counted[pile.start + 1 + item * width + 1 + slot] = *how);
                }
            }
        }
        let under = equipment.under.iter().zip(self.under).map(|((_, token), start)| (*token, start));
        for (token, start) in under.filter(|(token, _)| self.hidden[token.index()]) {
            counted[start..start + self.sites].fill(borne(token));
        }
        for pile in self.piles.iter().filter(|pile| pile.shuffle.is_some()) {
            if let PileForm::List { width, most, .. } = pile.form {
                let how = if pile.seers == everybody(equipment) { Counted::Class } else { Counted::Lying };
                counted[pile.start + 1..pile.start + 1 + width * most].fill(how);
            }
        }
        for shuffle in &self.shuffles {
            counted[shuffle.start..shuffle.start + shuffle.classes].fill(Counted::Nothing);
        }
        counted
    }

    fn take(&mut self, cells: usize) -> usize {
        let start = self.cells;
        self.cells += cells;
        start
    }

    fn place_stored(&mut self, equipment: &Equipment, stored: &[Stored], uncounted: bool) {
        let uncounts = |one: &Stored| one.clock || one.each == Each::Move;
        for (i, one) in stored.iter().enumerate().filter(|(_, one)| uncounts(one) == uncounted) {
            let owners = match one.of {
                StoredOf::Position => 1,
                StoredOf::Player => equipment.players.len(),
                StoredOf::Side => equipment.sides.len(),
            };
            let width = match one.holds {
                StoredType::Number { .. } | StoredType::Set(Type::Truth) => 1,
                StoredType::Set(Type::Site | Type::Piece) => 2 * self.words,
                StoredType::Set(_) => 2,
            };
            self.stored[i] = StoredCells { start: self.take(owners * width), width, owners };
        }
    }

    fn place_piles(&mut self, equipment: &Equipment, start: &Setup, phrases: &Phrases) {
        let pieces = start.board.iter().map(|(_, tower)| tower.len()).sum::<usize>()
            + start.piles.iter().map(|(_, items)| items.len()).sum::<usize>()
            + self.sites;
        for (id, pile) in equipment.piles.iter().enumerate() {
            let id = PileId(id as u8);
            let ordered = reads_ends(phrases, id);
            let (owners, offset) = match pile.of {
                PileOwner::Common | PileOwner::One(_) => (1, 0),
                PileOwner::EachSide => (equipment.sides.len(), 0),
                PileOwner::EachPlayer => (equipment.players.len(), 0),
            };
            for owner in offset..owners {
                let form = match pile.holds {
                    PileHolds::Token(token) => {
                        let classes = &equipment.tokens[token.index()].classes;
                        if ordered || self.hidden[token.index()] {
                            let most = classes.iter().map(|class| class.copies as usize).sum();
                            PileForm::List { width: 1, most, ordered }
                        } else {
                            PileForm::Counts(classes.len())
                        }
                    }
                    _ if ordered || !equipment.slots.is_empty() => {
                        PileForm::List { width: 1 + equipment.slots.len(), most: pieces, ordered }
                    }
                    _ => PileForm::Counts(self.sides * self.kinds),
                };
                let cells = match form {
                    PileForm::Counts(classes) => classes,
                    PileForm::List { width, most, .. } => 1 + width * most,
                };
                let shuffle = self.place_shuffle(equipment, pile.holds);
                let start = self.take(cells);
                let pile_ref = PileRef { pile: id, owner: owner as u8 };
                let seers = seers(equipment, pile.of, pile.seen_by, owner as u8);
                self.piles.push(PileCells { pile: pile_ref, holds: pile.holds, seers, start, form, shuffle });
            }
        }
    }

    fn captured(&self, equipment: &Equipment) -> Vec<Option<usize>> {
        let is = |pile: &Pile| pile.name == "captured" && !matches!(pile.holds, PileHolds::Token(_));
        let pile = equipment.piles.iter().position(is).map(|id| (PileId(id as u8), equipment.piles[id].of));
        let players = (0..).map(PlayerId).zip(&equipment.players);
        players.map(|(id, player)| pile.and_then(|(pile, of)| self.pile(pile, of.place(id, player.side)))).collect()
    }

    fn place_shuffle(&mut self, equipment: &Equipment, holds: PileHolds) -> Option<u8> {
        let PileHolds::Token(token) = holds else { return None };
        if !self.hidden[token.index()] {
            return None;
        }
        let classes = equipment.tokens[token.index()].classes.len();
        let start = self.take(classes);
        self.shuffles.push(ShuffleCells { token, start, classes });
        Some(self.shuffles.len() as u8 - 1)
    }
}

/// The players who see what lies in a pile, as bits.
fn seers(equipment: &Equipment, of: PileOwner, seen_by: SeenBy, owner: u8) -> u8 {
    let everybody = everybody(equipment);
    match (seen_by, of) {
        (SeenBy::All, _) | (SeenBy::Owner, PileOwner::Common) => everybody,
        (SeenBy::Nobody, _) => 0,
        (SeenBy::Owner, PileOwner::EachPlayer) => 1 << owner,
        (SeenBy::Owner, PileOwner::One(player)) => 1 << player.0,
        (SeenBy::Owner, PileOwner::EachSide) => {
            let of_side = |(i, player): (usize, &crate::model::equipment::Player)| {
                if player.side.0 == owner { 1 << i } else { 0 }
            };
            equipment.players.iter().enumerate().map(of_side).fold(0, |all, one| all | one)
        }
    }
}

/// All players, as bits.
pub fn everybody(equipment: &Equipment) -> u8 {
    ((1u16 << equipment.players.len()) - 1) as u8
}

fn hidden_types(equipment: &Equipment, shuffles: bool) -> Vec<bool> {
    let types = equipment.tokens.iter().enumerate();
    types
        .map(|(i, token)| {
            let holds = PileHolds::Token(TokenId(i as u8));
            let secret = |pile: &Pile| pile.holds == holds && pile.seen_by != SeenBy::All;
            shuffles || token.faces.is_some() || equipment.piles.iter().any(secret)
        })
        .collect()
}

/// Whether some phrase may read the top or bottom of this pile.
fn reads_ends(phrases: &Phrases, pile: PileId) -> bool {
    phrases.nodes.iter().any(|node| match node {
        Node::Field(Field::Top | Field::Bottom, of) => may_name(phrases, *of, pile),
        _ => false,
    })
}

/// Whether a phrase, or a part of it, names this pile, or is a bound name of piles, which may be of this one.
fn may_name(phrases: &Phrases, id: NodeId, pile: PileId) -> bool {
    match &phrases.nodes[id.0 as usize] {
        Node::Field(Field::Pile(one), _) => *one == pile,
        Node::Local(_) => phrases.types[id.0 as usize] == Type::Pile,
        node => node.parts().into_iter().any(|part| may_name(phrases, part, pile)),
    }
}
