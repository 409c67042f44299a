//! Which number of a position stands for what.

use super::super::kernel;
use super::super::tokens;
use super::super::word::Word;
use super::borne::{Borne, borne, codes, wear};
use super::cards::{self, Cards, Deck};
use super::geometry::SHIFTS;
use super::order::Order;
use super::places::{Places, places, repeated};
use super::refusal::Cause;
use super::rules::PLAYERS;
use super::scene::State;
use super::towers::Towers;
use crate::model::StoredId;
use crate::model::equipment::TokenType;
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::program::Program;
use crate::program::layout::Counted;

/// The place in [`State::numbers`] of turns played.
pub(super) const TURNS: usize = 0;
/// The place of the clocks that were set in this turn, as bits by [`StoredId`].
pub(super) const CLOCKS_SET: usize = 1;

/// Most classes of tokens of a type, and most tokens of a class: how many of each are told in 4 bits.
const CLASSES: usize = 16;
const ALIKE: u32 = 15;

/// The map of a [`State`]: the cells of a position in their order, but for the one that says whose turn it is, and what pieces bear,
/// which is kept in sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    /// Which bit stands for which site.
    pub(super) order: Order,
    /// How many numbers there are.
    pub(super) many: usize,
    /// How many boards of pieces there are: sides times kinds.
    pub(super) boards: usize,
    /// How many boards of what pieces bear there are.
    pub(super) bearings: Bearings,
    /// The place of the sides that are out, as bits.
    pub(super) out: usize,
    /// How many kinds there are.
    pub(super) kinds: usize,
    pub(super) remembered: Remembered,
    /// Each pile of the layout.
    pub(super) piles: Vec<Lying>,
    /// Each slot of pieces.
    pub(super) borne: Vec<Borne>,
    /// Pieces on one another, where there are any.
    pub(super) towers: Option<Towers>,
    /// Tokens that are told one by one.
    pub(super) cards: Cards,
    pub(super) repetition: Repetition,
    /// How many sites there are.
    pub(super) sites: usize,
    /// For each type of token, the first number of those that are out of the game.
    pub(super) boxes: Vec<usize>,
    /// The number that stands for a cell; none for those that are kept otherwise.
    pub(super) numbers: Vec<Option<u16>>,
}

/// How many boards of what pieces bear there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bearings {
    /// All of them.
    pub(super) all: usize,
    /// So many, the first ones, are not told by numbers too.
    pub(super) plain: usize,
}

/// Counters, clocks and what is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remembered {
    /// Where each stored thing lies.
    stored: Vec<Stored>,
    /// The first numbers of kept sets of pieces, for each owner.
    pieces: Vec<usize>,
    /// The first numbers of kept sets of sites or pieces.
    pub(super) sites: Vec<usize>,
    /// How many numbers of 64 bits a set of the machine's is.
    parts: usize,
}

/// What belongs to the position for repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repetition {
    /// Numbers before this one do not.
    pub(super) uncounted: usize,
    /// For each number, how much of it does; nothing if all of each does.
    counted: Vec<Counted>,
}

/// Where the things of a pile lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lying {
    /// The first number.
    pub(super) start: usize,
    /// The type of its tokens; none if pieces lie in it.
    pub(super) token: Option<u8>,
    /// The most pieces, if they are told one by one: how many there are, then the code of each, sorted. Else each class is counted.
    pub(super) most: Option<usize>,
    /// What is known of it, if cards lie in it: how many there are, then the number of each.
    pub(super) deck: Option<Deck>,
    /// Pieces lie in it in the order in which they came.
    pub(super) ordered: bool,
    /// There is room for all that can lie there.
    pub(super) all: bool,
    /// How many classes are counted.
    pub(super) classes: usize,
}

/// Where a stored thing lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    /// The first number of the first owner.
    pub(super) start: usize,
    /// Numbers for each owner.
    pub(super) width: usize,
    /// How many owners.
    pub(super) owners: usize,
    /// What a number begins with.
    pub(super) first: i32,
}

impl Slots {
    /// The map for a program, unless a position holds what the [`State`](super::scene::State) of these words cannot.
    pub(super) fn of<B: Word>(program: &Program) -> Result<Slots, Cause> {
        let (layout, equipment) = (&program.layout, &program.equipment);
        let refused = [
            (layout.sides > PLAYERS || equipment.players.len() > PLAYERS, Cause::Sides),
            (layout.piles.len() > 64, Cause::Room),
            // A kept set would need more numbers than the machine has cells for it.
            (B::PARTS == 2 && layout.words < 2, Cause::Room),
            (layout.sides * layout.kinds > B::ROOM.boards, Cause::Kinds),
            (layout.sites > B::BITS as usize, Cause::Sites),
        ];
        if let Some((_, cause)) = refused.iter().find(|(refused, _)| *refused) {
            return Err(*cause);
        }
        let cards = cards::types(program, |token| counted(&equipment.tokens[token]))?;
        // Where a kept set is no more than the machine's words there is no room for gaps beyond them.
        let room = if B::PARTS > 2 { 64 * layout.words } else { B::BITS as usize };
        let mut borne = borne(program, cards).ok_or(Cause::Room)?;
        let codes = codes(&borne, layout.sides * layout.kinds);
        let Places { numbers, piles, towers, many } = places(program, cards, codes, B::ROOM.numbers)?;
        let number_of = |cell: usize| numbers[cell].map(usize::from);
        wear(&mut borne, &layout.slots, number_of).ok_or(Cause::Room)?;
        let bearings = borne.iter().map(|slot| slot.classes).sum();
        if bearings > B::ROOM.bearings {
            return Err(Cause::Room);
        }
        let stored = program.stored.iter().zip(&layout.stored).map(|(stored, cells)| {
            Some(Stored {
                start: if cells.width * cells.owners > 0 { number_of(cells.start)? } else { 0 },
                width: cells.width,
                owners: cells.owners,
                first: match stored.holds {
                    StoredType::Number { start, .. } => start as i32,
                    StoredType::Set(_) => 0,
                },
            })
        });
        let stored: Vec<Stored> = stored.collect::<Option<_>>().ok_or(Cause::Room)?;
        let follows = program.stored.iter().zip(&stored).filter(|(one, _)| one.holds == StoredType::Set(Type::Piece));
        let kept_pieces = follows.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        let on_board = |holds: StoredType| matches!(holds, StoredType::Set(Type::Site | Type::Piece));
        let kept = program.stored.iter().zip(&stored).filter(|(one, _)| on_board(one.holds));
        let kept_sites = kept.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        Ok(Slots {
            order: order::<B>(program, room).ok_or(Cause::Sites)?,
            many,
            boards: layout.sides * layout.kinds,
            bearings: Bearings {
                all: bearings,
                plain: borne.iter().filter(|slot| slot.cards.is_none()).map(|slot| slot.classes).sum(),
            },
            out: number_of(layout.out()).ok_or(Cause::Room)?,
            kinds: layout.kinds,
            remembered: Remembered { stored, pieces: kept_pieces, sites: kept_sites, parts: layout.words },
            piles,
            borne,
            towers,
            cards: Cards::of(program, cards, number_of).ok_or(Cause::Room)?,
            repetition: Repetition { uncounted: layout.uncounted, counted: repeated(program, &numbers, many) },
            sites: layout.sites,
            boxes: layout.boxes.iter().map(|cell| number_of(*cell)).collect::<Option<_>>().ok_or(Cause::Room)?,
            numbers,
        })
    }

    /// The first number of a stored thing of an owner: a counter, clock or truth is that number (as it is, its start included); a
    /// set of sites, pieces or members takes several, see [`kept`] and [`kept_bits`].
    pub(super) fn stored(&self, id: StoredId, owner: usize) -> usize {
        let stored = &self.remembered.stored[id.index()];
        stored.start + owner * stored.width
    }

    /// Where each stored thing lies.
    pub(super) fn all_stored(&self) -> &[Stored] {
        &self.remembered.stored
    }

    /// The kept sets of pieces: the first numbers, for each owner. A set follows its pieces when they move.
    pub(super) fn kept_pieces(&self) -> &[usize] {
        &self.remembered.pieces
    }

    /// How many pieces of a side and kind lie in a pile, by its place in the layout.
    pub(super) fn pile(&self, pile: usize, side: usize, kind: usize) -> usize {
        self.piles[pile].start + side * self.kinds + kind
    }

    /// What of a number belongs to the position for repetition; none if all of each does.
    pub(super) fn repeated(&self, numbers: &[i32], first: usize) -> Option<Vec<i32>> {
        let counted = &self.repetition.counted;
        if counted.is_empty() || first == 0 {
            return None;
        }
        let hows = counted[first..].iter().zip(&numbers[first..]);
        let mut shown: Vec<i32> = hows.map(|(how, number)| tokens::counted(Some(how), *number as u32) as i32).collect();
        for (pile, _) in self.piles.iter().filter_map(|pile| Some((pile, pile.most?))) {
            let pieces = pile.start + 1..pile.start + 1 + numbers[pile.start] as usize;
            pieces.for_each(|at| shown[at - first] = self.counted_code(numbers[at] as u32) as i32);
        }
        if let Some(towers) = self.towers {
            towers.change_from(&mut shown, first, self.sites, &|code| self.counted_code(code));
        }
        Some(shown)
    }

    /// Every number that a counter or clock is, with what it begins with.
    pub(super) fn starts(&self, mut each: impl FnMut(usize, i32)) {
        for one in &self.remembered.stored {
            (0..one.owners).for_each(|owner| each(one.start + owner * one.width, one.first));
        }
    }
}

impl Slots {
    /// How many parts of words are kept.
    #[inline(always)]
    fn parts<B: Word>(&self) -> usize {
        if B::PARTS > 2 { self.remembered.parts } else { B::PARTS }
    }

    /// The sites kept from a number on.
    #[inline]
    pub(super) fn kept<B: Word>(&self, state: &State<B>, at: usize) -> B {
        (0..self.parts::<B>()).fold(B::ZERO, |sites, i| sites | B::of(i, kept_bits(state, at + 2 * i)))
    }

    /// Keeps sites from a number on.
    #[inline]
    pub(super) fn keep<B: Word>(&self, state: &mut State<B>, at: usize, sites: B) {
        for i in 0..self.parts::<B>() {
            keep_bits(state, at + 2 * i, sites.part(i));
        }
    }
}

/// Which bit stands for which site: as for generators, if they reckon with such words.
fn order<B: Word>(program: &Program, room: usize) -> Option<Order> {
    let lists = program.lists.as_ref().map(|lists| &lists.kernels);
    let laid = lists.and_then(|kernels| kernel::laid(program, kernels)).filter(|laid| laid.width == B::BITS);
    let order = laid.and_then(|laid| Order::laid(&laid.bits, room));
    order.or_else(|| Order::of(&program.equipment.board, room, SHIFTS))
}

/// Whether how many tokens there are of each class can be told.
fn counted(token: &TokenType) -> bool {
    token.classes.len() <= CLASSES && token.classes.iter().all(|class| u32::from(class.copies) <= ALIKE)
}

/// The members kept from a number on.
#[inline]
pub(super) fn kept_bits<B: Word>(state: &State<B>, at: usize) -> u64 {
    u64::from(state.numbers[at] as u32) | u64::from(state.numbers[at + 1] as u32) << 32
}

/// Keeps members from a number on.
#[inline]
pub(super) fn keep_bits<B: Word>(state: &mut State<B>, at: usize, bits: u64) {
    state.numbers[at] = bits as i32;
    state.numbers[at + 1] = (bits >> 32) as i32;
}
