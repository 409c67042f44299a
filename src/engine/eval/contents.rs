//! The contents of piles and towers, and the attributes of pieces.

use smallvec::SmallVec;

use super::Eval;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, PieceData, PieceSet, Value};
use crate::model::equipment::SlotType;
use crate::model::expr::{Field, Type};
use crate::model::{SiteId, SlotId};
use crate::program::layout::PileForm;
use crate::program::node::{Node, NodeId};

impl PieceData {
    /// Decodes a piece from its cells: side and kind, then slots.
    pub(in crate::engine) fn read(first: u32, slots: impl Iterator<Item = u32>) -> PieceData {
        let first = first.saturating_sub(1);
        PieceData { side: (first >> 8) as u8, kind: first as u8, slots: slots.collect() }
    }

    /// Its first cell: side and kind.
    pub(in crate::engine) fn first_cell(&self) -> u32 {
        ((self.side as u32) << 8 | self.kind as u32) + 1
    }
}

impl Eval<'_> {
    /// The pieces in piles, or below commanders.
    pub(super) fn contents(&mut self, of: NodeId) -> PieceSet {
        let mut set = PieceSet::on(self.layout().no_sites());
        if self.program.type_of(of) == Type::Piece {
            for site in self.pieces(of).board.iter() {
                set.off.extend((0..self.below(site)).map(|i| OffPiece::Below(site, i)));
            }
            return set;
        }
        for pile in self.piles(of) {
            let ordered = matches!(self.layout().piles[pile as usize].form, PileForm::List { ordered: true, .. });
            let place = |i: usize| if ordered { i as u16 } else { 0 };
            let pieces = self.pieces_in(pile).into_iter().enumerate();
            set.off.extend(pieces.map(|(i, data)| OffPiece::InPile(pile, place(i), data)));
        }
        set
    }

    /// The number of pieces that `P in PILE` denotes, where the pile keeps counts; `None` for other phrases and piles.
    pub(super) fn counted_in(&mut self, of: NodeId) -> Option<i64> {
        let (program, layout) = (self.program, self.layout());
        let Node::In(what, container, false) = program.node(of) else { return None };
        let Node::Contents(piles) = program.node(*container) else { return None };
        if program.type_of(of) != Type::Piece || program.type_of(*piles) != Type::Pile {
            return None;
        }
        let mut count = 0;
        for pile in self.piles(*piles) {
            let cells = &layout.piles[pile as usize];
            let PileForm::Counts(classes) = cells.form else { return None };
            for class in (0..classes).filter(|class| self.store.cell(cells.start + class) > 0) {
                let (side, kind) = ((class / layout.kinds) as u8, (class % layout.kinds) as u8);
                let piece = OffPiece::InPile(pile, 0, PieceData { side, kind, slots: SmallVec::new() });
                if self.contains(*what, &Element::Off(piece)) {
                    count += i64::from(self.store.cell(cells.start + class));
                }
            }
        }
        Some(count)
    }

    /// The pieces in a pile, in its order.
    pub(in crate::engine) fn pieces_in(&self, pile: u8) -> Vec<PieceData> {
        let layout = self.layout();
        let cells = &layout.piles[pile as usize];
        let mut pieces = Vec::new();
        match cells.form {
            PileForm::Counts(classes) => {
                for class in 0..classes {
                    let data = PieceData {
                        side: (class / layout.kinds) as u8,
                        kind: (class % layout.kinds) as u8,
                        slots: SmallVec::new(),
                    };
                    let count = self.store.cell(cells.start + class) as usize;
                    pieces.extend(std::iter::repeat_n(data, count));
                }
            }
            PileForm::List { width, .. } => {
                for i in 0..self.store.cell(cells.start) as usize {
                    let at = cells.start + 1 + i * width;
                    pieces.push(PieceData::read(self.store.cell(at), (1..width).map(|j| self.store.cell(at + j))));
                }
            }
        }
        pieces
    }

    /// The number of pieces below the commander of a site.
    pub(in crate::engine) fn below(&self, site: SiteId) -> u8 {
        let layout = self.layout();
        layout.towers.map_or(0, |start| self.store.cell(start + site.index() * layout.tower_cells) as u8)
    }

    pub(super) fn end_of_list(&mut self, id: NodeId) -> PieceSet {
        let none = PieceSet::on(self.layout().no_sites());
        let Node::Field(field, of) = self.program.node(id) else { return none };
        let of_pile = self.program.type_of(*of) == Type::Pile;
        let of_tower = matches!(field, Field::Top | Field::Bottom) && !of_pile;
        let set = if of_pile { self.contents(*of) } else { self.pieces(*of) };
        if of_tower && !set.board.is_empty() {
            let ends = set.board.iter().map(|site| {
                let place = if *field == Field::Top { self.below(site) } else { 0 };
                OffPiece::Below(site, place)
            });
            return PieceSet { board: self.layout().no_sites(), off: ends.collect() };
        }
        let elements = Value::Pieces(set).elements();
        let end = match field {
            Field::Top | Field::Last => elements.last(),
            _ => elements.first(),
        };
        match end {
            Some(Element::Piece(site)) => PieceSet::on(self.at(Some(*site))),
            Some(Element::Off(off)) => PieceSet { off: SmallVec::from_elem(off.clone(), 1), ..none },
            _ => none,
        }
    }

    /// The content of a slot of the piece on a site.
    pub(in crate::engine) fn slot_cell(&self, site: SiteId, slot: SlotId) -> u32 {
        self.store.cell(self.layout().slots[slot.index()] + site.index())
    }

    /// Whether the content of a slot is one of these values, or a token whose attribute is.
    pub(super) fn bears(&self, slot: SlotId, attribute: Option<u8>, cell: u32, values: u64) -> bool {
        match (self.program.equipment.slots[slot.index()].holds, attribute) {
            (SlotType::Value(_), _) => cell != 0 && values >> (cell - 1) & 1 != 0,
            (SlotType::Token(token), Some(attribute)) => {
                let class = Token::read(cell).and_then(|token| token.class);
                class.is_some_and(|class| {
                    let class = &self.program.equipment.tokens[token.index()].classes[class as usize];
                    values >> class.values[attribute as usize] & 1 != 0
                })
            }
            (SlotType::Token(_), None) => false,
        }
    }
}
