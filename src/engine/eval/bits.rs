//! Phrases that denote directions, players, sides, kinds or values, as bits; and piles.

use smallvec::SmallVec;

use crate::model::equipment::{PileOwner, SlotType};
use crate::model::expr::{Field, Given, RelativeWay};
use crate::model::rules::{StoredOf, StoredType};
use crate::model::{PileId, SiteSet, SlotId, StoredId};
use crate::program::node::{Node, NodeId, Relative};

use super::Eval;
use super::filters::ones;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, Value};

impl Eval<'_> {
    /// The set that a phrase denotes, as bits.
    pub(in crate::engine) fn bits(&mut self, id: NodeId) -> u64 {
        let program = self.program;
        if self.is_spent() {
            return 0;
        }
        match program.node(id) {
            Node::Bits(bits) => *bits,
            Node::RelativeDirections(way, to) => self.relative_directions(*way, *to),
            Node::Given(Given::Mover) => 1 << self.mover().0,
            Node::Given(Given::Opponent) => {
                let side = self.side_of(self.mover());
                let players = program.equipment.players.iter().enumerate();
                players.filter(|(_, player)| player.side != side).fold(0, |bits, (i, _)| bits | 1 << i)
            }
            Node::Given(Given::Players) => (1 << program.equipment.players.len()) - 1,
            Node::Given(Given::Sides) => (1 << program.equipment.sides.len()) - 1,
            Node::Stored(stored, of) => self.stored_bits(*stored, *of),
            Node::Intersect(parts) => parts.iter().fold(u64::MAX, |bits, part| bits & self.bits(*part)),
            Node::Union(parts) => parts.iter().fold(0, |bits, part| bits | self.bits(*part)),
            Node::Without(a, b) => {
                let bits = self.bits(*a);
                bits & !self.bits(*b)
            }
            Node::Field(field, of) => self.field_bits(*field, *of),
            Node::Local(local) => match self.named(*local) {
                Value::Bits(bits) => *bits,
                _ => 0,
            },
            _ => match self.shared(id) {
                Some(Value::Bits(bits)) => bits,
                _ => 0,
            },
        }
    }

    fn relative_directions(&mut self, way: RelativeWay, to: Relative) -> u64 {
        let sides = self.sides_about(to);
        let facing = (0..self.layout().sides).filter(|side| sides >> side & 1 != 0);
        facing.fold(0, |bits, side| bits | self.program.geometry.ways(side, way))
    }

    fn field_bits(&mut self, field: Field, of: NodeId) -> u64 {
        match field {
            Field::Owner => self.each_piece(of, |eval, piece| Some(1 << eval.owner(piece)?)),
            Field::Kind => self.each_piece(of, |eval, piece| Some(1 << eval.kind(piece)?)),
            Field::Slot(slot) => self.each_piece(of, |eval, piece| eval.slot_value(piece, slot)),
            Field::Attribute(i) => {
                let tokens = self.tokens(of);
                tokens.iter().fold(0, |bits, token| {
                    let class = Token::read(token.cell).and_then(|token| token.class);
                    let class = class.map(|class| &self.program.equipment.tokens[token.kind as usize].classes[class as usize]);
                    bits | class.map_or(0, |class| 1 << class.values[i as usize])
                })
            }
            Field::Face => {
                let tokens = self.tokens(of);
                let faces = tokens.iter().filter_map(|token| Token::read(token.cell));
                faces.fold(0, |bits, token| bits | 1 << token.face)
            }
            Field::Opposite => {
                let directions = &self.program.equipment.board.directions;
                let ways = self.bits(of);
                let back = |way: usize| directions[way].opposite.map_or(0, |back| 1 << back);
                ones(ways).fold(0, |all, way| all | back(way))
            }
            Field::SideOf => {
                let players = self.bits(of);
                self.sides_of_players(players)
            }
            Field::PlayersOf => {
                let sides = self.bits(of);
                let players = self.program.equipment.players.iter().enumerate();
                let on_side = players.filter(|(_, player)| sides >> player.side.0 & 1 != 0);
                on_side.fold(0, |bits, (i, _)| bits | 1 << i)
            }
            Field::PlayerAttribute(i) => {
                let players = self.bits(of);
                let all = self.program.equipment.players.iter().enumerate();
                let chosen = all.filter(|(p, _)| players >> p & 1 != 0);
                chosen.fold(0, |bits, (_, player)| bits | player.attributes.get(i as usize).map_or(0, |(_, _, values)| *values))
            }
            _ => 0,
        }
    }

    fn each_piece(&mut self, of: NodeId, bits: impl Fn(&Self, &Element) -> Option<u64>) -> u64 {
        let pieces = self.pieces(of);
        let on = pieces.board.iter().filter_map(|site| bits(self, &Element::Piece(site))).fold(0, |all, one| all | one);
        let off = pieces.off.into_iter().filter_map(|off| bits(self, &Element::Off(off)));
        off.fold(on, |all, one| all | one)
    }

    fn slot_value(&self, piece: &Element, slot: SlotId) -> Option<u64> {
        let cell = self.slot_of(piece, slot)?;
        let is_value = matches!(self.program.equipment.slots[slot.index()].holds, SlotType::Value(_));
        (is_value && cell != 0).then(|| 1 << (cell - 1))
    }

    /// The piles that a phrase denotes, by their index in the layout.
    pub(in crate::engine) fn piles(&mut self, id: NodeId) -> SmallVec<[u8; 2]> {
        match self.program.node(id) {
            Node::Field(Field::Pile(pile), of) => self.piles_of(*pile, *of),
            Node::Union(parts) => parts.iter().flat_map(|part| self.piles(*part)).collect(),
            _ => match self.shared(id) {
                Some(Value::Piles(piles)) => piles,
                _ => SmallVec::new(),
            },
        }
    }

    fn piles_of(&mut self, pile: PileId, of: NodeId) -> SmallVec<[u8; 2]> {
        let owners = match self.program.equipment.piles[pile.index()].of {
            PileOwner::Common | PileOwner::One(_) => 1,
            PileOwner::EachSide | PileOwner::EachPlayer => self.bits(of),
        };
        let mut found = SmallVec::new();
        for owner in 0..8u8 {
            if owners >> owner & 1 != 0
                && let Some(i) = self.layout().pile(pile, owner)
            {
                found.push(i as u8);
            }
        }
        found
    }

    /// The owners, as bits, whose share of a stored thing is meant.
    fn owners_of_stored(&mut self, stored: StoredId, of: Option<NodeId>) -> u64 {
        match (self.program.stored[stored.index()].of, of) {
            // If there are several owners the check demands that one is named (E0317).
            (StoredOf::Position, _) | (_, None) => 1,
            (_, Some(of)) => self.bits(of),
        }
    }

    /// The first cells of a stored thing, one for each owner that is meant.
    pub(in crate::engine) fn stored_cells(&mut self, stored: StoredId, of: Option<NodeId>) -> SmallVec<[usize; 2]> {
        let owners = self.owners_of_stored(stored, of);
        let cells = self.layout().stored[stored.index()];
        let owners = (0..cells.owners).filter(|owner| owners >> owner & 1 != 0);
        owners.map(|owner| cells.start + owner * cells.width).collect()
    }

    pub(super) fn stored_sites(&mut self, stored: StoredId, of: Option<NodeId>) -> SiteSet {
        let mut set = self.layout().no_sites();
        for start in self.stored_cells(stored, of) {
            set.unite(&self.read_sites(start));
        }
        set
    }

    /// The set of sites stored from a cell on.
    pub(in crate::engine) fn read_sites(&self, start: usize) -> SiteSet {
        let words = (0..self.layout().words).map(|i| self.read_word(start + 2 * i));
        SiteSet::from_words(&words.collect::<SmallVec<[u64; 4]>>())
    }

    fn read_word(&self, at: usize) -> u64 {
        self.store.cell(at) as u64 | (self.store.cell(at + 1) as u64) << 32
    }

    fn stored_bits(&mut self, stored: StoredId, of: Option<NodeId>) -> u64 {
        let cells = self.stored_cells(stored, of);
        cells.iter().fold(0, |bits, start| bits | self.read_word(*start))
    }

    /// The number in a counter or clock; summed over the owners that are meant.
    pub(super) fn stored_number(&mut self, stored: StoredId, of: Option<NodeId>) -> i64 {
        let first = match self.program.stored[stored.index()].holds {
            StoredType::Number { start, .. } => start,
            StoredType::Set(_) => 0,
        };
        if self.program.stored[stored.index()].of == StoredOf::Position {
            return first + self.store.cell(self.layout().stored[stored.index()].start) as i32 as i64;
        }
        let cells = self.stored_cells(stored, of);
        cells.iter().map(|at| first + self.store.cell(*at) as i32 as i64).sum()
    }
}
