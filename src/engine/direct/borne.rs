//! What pieces bear in their slots: where it is kept, and how it is told of a piece that stands on no site.

use smallvec::SmallVec;

use super::super::tokens::Token;
use super::super::word::Word;
use super::geometry::ones;
use super::scene::State;
use super::slots::Slots;
use crate::model::TokenId;
use crate::model::equipment::SlotType;
use crate::program::Program;
use crate::program::layout::{Counted, everybody};

/// Where it is kept what pieces bear in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Borne {
    /// The first board of one a class or value; of cards, one more for those that nobody has seen.
    pub(super) board: usize,
    /// How many there are.
    pub(super) classes: usize,
    /// The type of token; none if it is a value.
    pub(super) token: Option<u8>,
    /// The kinds that have it, as bits.
    pub(super) kinds: u64,
    /// Where its cards are told, if its tokens are told one by one: boards say the same again, as far as it is known.
    pub(super) cards: Option<Worn>,
    /// Where it stands in the code of a piece.
    shift: u32,
    mask: u32,
}

/// Where the cards are told that pieces bear on the board; and how a card is part of the code of a piece, so that pieces are in the
/// machine's order: from the lowest bits up its class from 1, the last if nobody has seen it, its shuffle, who has seen it, its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worn {
    /// The number of the card on the first site, in the order of the sites.
    start: usize,
    /// Its shuffles, as bits.
    shuffles: u64,
    /// How many bits each part of a card has in the code.
    class: u32,
    shuffle: u32,
    seen: u32,
    /// How much of it belongs to the position for repetition.
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

/// How many bits numbers up to this one have.
fn bits(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// Of how many a piece off the board is one, with so many sides and kinds.
pub(super) fn codes(borne: &[Borne], boards: usize) -> u64 {
    (boards as u64) << borne.iter().map(|slot| slot.mask.count_ones()).sum::<u32>()
}

/// Where the cards are told that pieces bear: `slots` are the cells of each slot of a position, and `number` says which number stands
/// for a cell.
pub(super) fn wear(borne: &mut [Borne], slots: &[usize], number: impl Fn(usize) -> Option<usize>) -> Option<()> {
    for (slot, cell) in borne.iter_mut().zip(slots) {
        if let Some(worn) = &mut slot.cards {
            worn.start = number(*cell)?;
        }
    }
    Some(())
}

/// Where it is kept what pieces bear; none if that is too much. `cards`: types of tokens that are told one by one.
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
    // What cards are belongs to the position for repetition as far as their numbers say: those boards are the last.
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
    /// What a piece bears in this slot; of cards that nobody has seen the last of all.
    #[inline]
    pub(super) fn class(&self, code: u32) -> Option<usize> {
        let part = code >> self.shift & self.mask;
        let part = self.cards.map_or(part, |worn| part & ((1 << worn.class) - 1));
        part.checked_sub(1).map(|class| class as usize)
    }

    /// The same of what is known: nothing of cards that nobody has seen.
    pub(super) fn known_class(&self, code: u32) -> Option<usize> {
        self.class(code).filter(|class| self.cards.is_none() || class + 1 < self.classes)
    }

    /// The part of a code that says that this is borne: a class or value.
    #[inline]
    fn part_of_class(&self, class: Option<usize>) -> u32 {
        class.map_or(0, |class| class as u32 + 1)
    }

    /// The part of a code that says of a cell what is borne.
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

    /// What a piece with this code bears in this slot, as the cell that says so.
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

    /// The code of which this is all: a class or value is borne.
    pub(super) fn code_of(&self, class: usize) -> u32 {
        (class as u32 + 1) << self.shift
    }

    /// A code in which this slot holds something else.
    pub(super) fn with_part(&self, code: u32, part: u32) -> u32 {
        code & !(self.mask << self.shift) | part << self.shift
    }
}

impl Slots {
    /// A piece of another side or kind that bears the same.
    pub(super) fn of_other(&self, code: u32, side: Option<usize>, kind: Option<usize>) -> u32 {
        let board = self.board_of(code);
        let other = side.unwrap_or(board / self.kinds) * self.kinds + kind.unwrap_or(board % self.kinds);
        code ^ self.bare_code(board) ^ self.bare_code(other)
    }

    /// A piece as a number: side, kind and what it bears in each slot, so that pieces are in the machine's order.
    pub(super) fn code(&self, side: usize, kind: usize, parts: impl Iterator<Item = u32>) -> u32 {
        let piece = self.bare_code(side * self.kinds + kind);
        self.borne.iter().zip(parts).fold(piece, |code, (slot, part)| code | part << slot.shift)
    }

    /// The code of a piece of a board that bears nothing.
    #[inline]
    pub(super) fn bare_code(&self, board: usize) -> u32 {
        (board as u32) << self.below_board()
    }

    /// The place of the board of such a piece: its side and kind.
    #[inline]
    pub(super) fn board_of(&self, code: u32) -> usize {
        (code >> self.below_board()) as usize
    }

    #[inline]
    fn below_board(&self) -> u32 {
        self.borne.first().map_or(0, |borne| borne.shift + borne.mask.count_ones())
    }

    /// What the piece on a site bears in a slot; of cards that nobody has seen the last of all.
    #[inline]
    pub(super) fn class_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> Option<usize> {
        let slot = &self.borne[slot];
        state.bearings.as_ref()[slot.board..slot.board + slot.classes].iter().position(|board| (*board & site).any())
    }

    /// The card that the piece on a site bears in a slot; 0 if there is none.
    pub(super) fn card_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> u32 {
        self.borne[slot].cards.map_or(0, |worn| state.numbers[worn.start + self.order.site(site).index()] as u32)
    }

    /// The piece on a site bears this card in a slot from now on.
    pub(super) fn wear<B: Word>(&self, slot: usize, site: B, cell: u32, state: &mut State<B>) {
        let borne = &self.borne[slot];
        let Some(worn) = borne.cards else { return };
        state.numbers[worn.start + self.order.site(site).index()] = cell as i32;
        let boards = &mut state.bearings.as_mut()[borne.board..borne.board + borne.classes];
        boards.iter_mut().for_each(|board| *board &= !site);
        if let Some(card) = Token::read(cell) {
            boards[card.class.map_or(borne.classes - 1, usize::from)] |= site;
        }
    }

    /// What the piece on a site bears in a slot, as its part of a code.
    pub(super) fn part_on<B: Word>(&self, slot: usize, site: B, state: &State<B>) -> u32 {
        let borne = &self.borne[slot];
        match borne.cards {
            None => borne.part_of_class(self.class_on(slot, site, state)),
            Some(_) => borne.part_of_cell(self.card_on(slot, site, state)),
        }
    }

    /// All that the piece of a board on a site is.
    pub(super) fn code_on<B: Word>(&self, board: usize, site: B, state: &State<B>) -> u32 {
        if self.borne.is_empty() {
            return board as u32;
        }
        let parts = (0..self.borne.len()).map(|slot| self.part_on(slot, site, state));
        self.code(board / self.kinds, board % self.kinds, parts)
    }

    /// Cards go with the pieces that bear them from site to site; boards are seen to elsewhere.
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

    /// How much of a piece off the board belongs to the position for repetition.
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
