//! The layout of what pieces bear in their slots, on the board and in the code of a piece that is off the board.

use smallvec::SmallVec;

use super::super::tokens::Token;
use super::super::word::Word;
use super::geometry::ones;
use super::move_state::State;
use super::slots::StateLayout;
use crate::model::TokenId;
use crate::model::equipment::SlotType;
use crate::program::Program;
use crate::program::layout::{Counted, everybody};

/// The layout of one slot of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Borne {
    /// The first attribute board. There is one board for each class or value, and for cards one more for those that nobody has
    /// seen.
    pub(super) board: usize,
    /// The number of these boards.
    pub(super) classes: usize,
    /// The type of token; none if the slot holds a value.
    pub(super) token: Option<u8>,
    /// The kinds that have the slot, as bits.
    pub(super) kinds: u64,
    /// Where its cards are kept, if its tokens are tracked one by one; the boards then repeat what is known of them.
    pub(super) cards: Option<Worn>,
    /// The position of the slot in the code of a piece.
    shift: u32,
    mask: u32,
}

/// Where the cards on pieces of the board are kept, and how a card is packed into the code of a piece. From the lowest bits
/// up: the class (from 1; the last one means that nobody has seen it), the shuffle, who has seen it, the face. The order of
/// codes is the machine's order of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worn {
    /// The number of the state that holds the card on the first site; those of the other sites follow in the order of the
    /// sites.
    start: usize,
    /// The shuffles of its type of token, as bits.
    shuffles: u64,
    /// The number of bits for each part of a card in the code; the rest is the face.
    class: u32,
    shuffle: u32,
    seen: u32,
    /// How much of a card belongs to the position for repetition.
    counted: Counted,
}

impl Worn {
    fn of(program: &Program, token: usize) -> Worn {
        let (equipment, layout) = (&program.equipment, &program.layout);
        let own = layout.shuffles.iter().enumerate().filter(|(_, shuffle)| shuffle.token.index() == token);
        let shuffles = own.fold(0, |all, (i, _)| all | 1 << i);
        let hidden = layout.hidden[token];
        let slot = equipment.slots.iter().position(|slot| slot.holds == SlotType::Token(TokenId(token as u8)));
        Worn {
            start: 0,
            shuffles,
            class: bits(equipment.tokens[token].classes.len() as u64 + 1),
            shuffle: bits(u64::from(shuffles.count_ones())),
            seen: if hidden { bits(u64::from(everybody(equipment))) } else { 0 },
            counted: slot.and_then(|slot| layout.counted.get(layout.slots[slot])).copied().unwrap_or(Counted::Whole),
        }
    }
}

/// The number of bits needed for numbers up to this one.
fn bits(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// The number of codes for pieces off the board, with this many boards (sides times kinds).
pub(super) fn codes(borne: &[Borne], boards: usize) -> u64 {
    (boards as u64) << borne.iter().map(|slot| slot.mask.count_ones()).sum::<u32>()
}

/// Sets where the cards on pieces are kept: `slots` are the first cells of the slots of a position, `number` gives the number
/// of the state for a cell. None if a cell has no number.
pub(super) fn wear(borne: &mut [Borne], slots: &[usize], number: impl Fn(usize) -> Option<usize>) -> Option<()> {
    for (slot, cell) in borne.iter_mut().zip(slots) {
        if let Some(worn) = &mut slot.cards {
            worn.start = number(*cell)?;
        }
    }
    Some(())
}

/// The layout of all slots; none if the codes do not fit into 32 bits. `cards`: the types of tokens that are tracked one by
/// one, as bits.
pub(super) fn borne(program: &Program, cards: u64) -> Option<Vec<Borne>> {
    let (equipment, layout) = (&program.equipment, &program.layout);
    let mut slots = Vec::new();
    for (i, slot) in equipment.slots.iter().enumerate() {
        let has = equipment.kinds.iter().enumerate().filter(|(_, kind)| kind.slots >> i & 1 != 0);
        let kinds = has.fold(0, |kinds, (kind, _)| kinds | 1 << kind);
        let (classes, token) = match slot.holds {
            SlotType::Value(values) => (equipment.enums[values.index()].values.len(), None),
            SlotType::Token(token) => (equipment.tokens[token.index()].classes.len(), Some(token)),
        };
        let mut borne = Borne {
            board: 0,
            classes,
            token: token.map(|token| token.0),
            kinds,
            cards: None,
            shift: 0,
            mask: (1 << bits(classes as u64)) - 1,
        };
        if let Some(token) = token.filter(|token| cards >> token.index() & 1 != 0) {
            let worn = Worn::of(program, token.index());
            let faces = equipment.tokens[token.index()].faces.map_or(1, |faces| equipment.enums[faces.index()].values.len());
            let all = worn.class + worn.shuffle + worn.seen + bits(faces as u64 - 1);
            borne = Borne { classes: classes + 1, cards: Some(worn), mask: 1u32.checked_shl(all)?.wrapping_sub(1), ..borne };
        }
        slots.push(borne);
    }
    // The boards of slots with cards come last: hashes for repetition leave them out, for the cards count there by their
    // numbers.
    let (mut board, mut shift) = (0, 0);
    for cards in [false, true] {
        for slot in slots.iter_mut().filter(|slot| slot.cards.is_some() == cards) {
            slot.board = board;
            board += slot.classes;
        }
    }
    for slot in slots.iter_mut().rev() {
        slot.shift = shift;
        shift += slot.mask.count_ones();
    }
    (shift + bits((layout.sides * layout.kinds) as u64) <= u32::BITS).then_some(slots)
}

impl Borne {
    /// What a piece with this code bears in this slot; for a card that nobody has seen the last class of all.
    #[inline]
    pub(super) fn class(&self, code: u32) -> Option<usize> {
        let part = code >> self.shift & self.mask;
        let part = self.cards.map_or(part, |worn| part & ((1 << worn.class) - 1));
        part.checked_sub(1).map(|class| class as usize)
    }

    /// The same, but none for a card that nobody has seen.
    pub(super) fn known_class(&self, code: u32) -> Option<usize> {
        self.class(code).filter(|class| self.cards.is_none() || class + 1 < self.classes)
    }

    /// The part of a code for a class or value; 0 for none.
    #[inline]
    fn part_of_class(&self, class: Option<usize>) -> u32 {
        class.map_or(0, |class| class as u32 + 1)
    }

    /// The part of a code for the contents of a machine cell.
    pub(super) fn part_of_cell(&self, cell: u32) -> u32 {
        let Some(token) = self.token.and_then(|_| Token::read(cell)) else {
            return if self.token.is_some() { 0 } else { cell };
        };
        let Some(worn) = self.cards else { return self.part_of_class(token.class.map(usize::from)) };
        let class = token.class.map_or(self.classes as u32, |class| u32::from(class) + 1);
        let shuffle = token.shuffle.map_or(0, |shuffle| (worn.shuffles & ((2 << shuffle) - 1)).count_ones());
        let (seen, face) = (u32::from(token.seen_by), u32::from(token.face));
        class | (shuffle | (seen | face << worn.seen) << worn.shuffle) << worn.class
    }

    /// What a piece with this code bears in this slot, as a machine cell.
    pub(super) fn cell(&self, code: u32) -> u32 {
        let part = code >> self.shift & self.mask;
        let class = self.class(code);
        match (self.token, self.cards) {
            (None, _) => part,
            (Some(_), None) => class.map_or(0, |class| Token::public(class as u16).cell()),
            (Some(_), Some(worn)) => {
                let Some(class) = class else { return 0 };
                let (rest, mask) = (part >> worn.class, (1 << worn.shuffle) - 1);
                let nth = (rest & mask) as usize;
                let shuffle = nth.checked_sub(1).and_then(|nth| ones(worn.shuffles, 64).nth(nth));
                let (seen, face) = (rest >> worn.shuffle & ((1 << worn.seen) - 1), rest >> worn.shuffle >> worn.seen);
                let class = (class + 1 < self.classes).then_some(class as u16);
                Token { class, shuffle: shuffle.map(|one| one as u8), seen_by: seen as u8, face: face as u8 }.cell()
            }
        }
    }

    /// The bits of a code that stand for a class or value in this slot, all others 0.
    pub(super) fn code_of(&self, class: usize) -> u32 {
        (class as u32 + 1) << self.shift
    }

    /// The code with the part of this slot replaced.
    pub(super) fn with_part(&self, code: u32, part: u32) -> u32 {
        code & !(self.mask << self.shift) | part << self.shift
    }
}

impl StateLayout {
    /// The code of a piece that bears the same, but is of another side or kind.
    pub(super) fn of_other(&self, code: u32, side: Option<usize>, kind: Option<usize>) -> u32 {
        let board = self.board_of(code);
        let other = side.unwrap_or(board / self.kinds) * self.kinds + kind.unwrap_or(board % self.kinds);
        code ^ self.bare_code(board) ^ self.bare_code(other)
    }

    /// A piece as a number: side, kind and what it bears in each slot. The order of codes is the machine's order of pieces.
    pub(super) fn code(&self, side: usize, kind: usize, parts: impl Iterator<Item = u32>) -> u32 {
        let piece = self.bare_code(side * self.kinds + kind);
        self.borne.iter().zip(parts).fold(piece, |code, (slot, part)| code | part << slot.shift)
    }

    /// The code of a piece of a board that bears nothing.
    #[inline]
    pub(super) fn bare_code(&self, board: usize) -> u32 {
        (board as u32) << self.below_board()
    }

    /// The board of the piece with this code, which gives its side and kind.
    #[inline]
    pub(super) fn board_of(&self, code: u32) -> usize {
        (code >> self.below_board()) as usize
    }

    #[inline]
    fn below_board(&self) -> u32 {
        self.borne.first().map_or(0, |borne| borne.shift + borne.mask.count_ones())
    }

    /// What the piece on a site bears in a slot; for a card that nobody has seen the last class of all.
    #[inline]
    pub(super) fn class_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> Option<usize> {
        let slot = &self.borne[slot];
        state.attributes.as_ref()[slot.board..slot.board + slot.classes].iter().position(|board| (*board & site).any())
    }

    /// The card that the piece on a site bears in a slot; 0 if there is none.
    pub(super) fn card_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> u32 {
        self.borne[slot].cards.map_or(0, |worn| state.numbers[worn.start + self.order.site(site).index()] as u32)
    }

    /// Gives the piece on a site this card in a slot, or none if it is 0.
    pub(super) fn wear<B: Word>(&self, slot: usize, site: B, cell: u32, state: &mut State<B>) {
        let borne = &self.borne[slot];
        let Some(worn) = borne.cards else { return };
        state.numbers[worn.start + self.order.site(site).index()] = cell as i32;
        let boards = &mut state.attributes.as_mut()[borne.board..borne.board + borne.classes];
        boards.iter_mut().for_each(|board| *board &= !site);
        if let Some(card) = Token::read(cell) {
            boards[card.class.map_or(borne.classes - 1, usize::from)] |= site;
        }
    }

    /// What the piece on a site bears in a slot, as the part of a code.
    pub(super) fn part_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> u32 {
        let borne = &self.borne[slot];
        match borne.cards {
            None => borne.part_of_class(self.class_on(slot, site, state)),
            Some(_) => borne.part_of_cell(self.card_on(slot, site, state)),
        }
    }

    /// The code of the piece of a board on a site.
    pub(super) fn code_on<B: Word>(&self, board: usize, site: B, state: &State<B>) -> u32 {
        if self.borne.is_empty() {
            return board as u32;
        }
        let parts = (0..self.borne.len()).map(|slot| self.part_on(slot, site, state));
        self.code(board / self.kinds, board % self.kinds, parts)
    }

    /// Moves cards along with the pieces that bear them; the attribute boards are moved elsewhere.
    pub(super) fn carry_cards<B: Word>(&self, shifts: &[(B, B)], state: &mut State<B>) {
        for worn in self.borne.iter().filter_map(|slot| slot.cards) {
            let at = |site: B| worn.start + self.order.site(site).index();
            let numbers = state.numbers.as_mut();
            let moved: SmallVec<[(usize, i32); 4]> =
                shifts.iter().map(|(from, to)| (at(*to), std::mem::take(&mut numbers[at(*from)]))).collect();
            moved.into_iter().for_each(|(to, card)| {
                if card != 0 {
                    numbers[to] = card;
                }
            });
        }
    }

    /// The code with only what belongs to the position for repetition.
    pub(super) fn counted_code(&self, code: u32) -> u32 {
        self.borne.iter().filter(|slot| slot.cards.is_some()).fold(code, |code, slot| {
            let counted = slot.cards.map_or(Counted::Whole, |worn| worn.counted);
            let kept = |card: Token| match counted {
                Counted::Whole => card,
                Counted::Class => Token { shuffle: None, seen_by: 0, ..card },
                Counted::Open(face) if card.face == face => Token { shuffle: None, seen_by: 0, ..card },
                Counted::Open(_) | Counted::Lying | Counted::Nothing => {
                    Token { class: None, shuffle: None, seen_by: 0, ..card }
                }
            };
            slot.with_part(code, Token::read(slot.cell(code)).map_or(0, |card| slot.part_of_cell(kept(card).cell())))
        })
    }
}
