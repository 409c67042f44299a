//! Which number of a state stands for what.

use super::super::kernel;
use super::super::tokens;
use super::super::word::Word;
use super::borne::{Borne, borne, codes, wear};
use super::cards::{self, Cards, Deck};
use super::geometry::SHIFTS;
use super::move_state::State;
use super::order::Order;
use super::places::{Places, places, repeated};
use super::refusal::Cause;
use super::rules::PLAYERS;
use super::towers::Towers;
use crate::model::StoredId;
use crate::model::equipment::TokenType;
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::program::Program;
use crate::program::layout::Counted;

/// The index in [`State::numbers`] of the number of turns played.
pub(super) const TURNS: usize = 0;
/// The index of the clocks that were set in this turn, as bits by [`StoredId`].
pub(super) const CLOCKS_SET: usize = 1;

/// The most classes of a type of token, and the most tokens of a class, where each count has 4 bits.
const CLASSES: usize = 16;
const ALIKE: u32 = 15;

/// The map of a [`State`]. Its numbers are the cells of a position in order, followed by towers and lists. The player on turn is
/// a field of its own; what pieces bear is kept in sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateLayout {
    /// Which bit stands for which site.
    pub(super) order: Order,
    /// How many numbers there are.
    pub(super) many: usize,
    /// How many boards of pieces there are: sides times kinds.
    pub(super) boards: usize,
    /// The numbers of sets of what pieces bear.
    pub(super) attributes: AttributeBoards,
    /// The index of the sides that are out, as bits.
    pub(super) out: usize,
    /// How many kinds there are.
    pub(super) kinds: usize,
    pub(super) remembered: Remembered,
    /// Each pile of the layout.
    pub(super) piles: Vec<PileLayout>,
    /// Each slot of pieces.
    pub(super) borne: Vec<Borne>,
    /// Towers, if pieces may stand on one another.
    pub(super) towers: Option<Towers>,
    /// Tokens that are recorded one by one.
    pub(super) cards: Cards,
    pub(super) repetition: Repetition,
    /// How many sites there are.
    pub(super) sites: usize,
    /// For each type of token, the first number of the counts of those in the box.
    pub(super) boxes: Vec<usize>,
    /// For each cell its number; `None` for those that are kept otherwise.
    pub(super) numbers: Vec<Option<u16>>,
}

/// The numbers of sets of what pieces bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttributeBoards {
    /// All of them.
    pub(super) all: usize,
    /// How many of them, the first ones, do not repeat what numbers say.
    pub(super) plain: usize,
}

/// Counters, clocks and kept things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remembered {
    /// Where each stored thing lies.
    stored: Vec<StoredPlace>,
    /// The first number of each kept set of pieces, for each owner.
    pieces: Vec<usize>,
    /// The first number of each kept set of sites or pieces, for each owner.
    pub(super) sites: Vec<usize>,
    /// The number of 64-bit words in a set of the general machine.
    parts: usize,
}

/// What counts for repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repetition {
    /// Numbers before this index do not count.
    pub(super) uncounted: usize,
    /// For each number, how much of it counts; empty if all of each does.
    counted: Vec<Counted>,
}

/// Where the contents of a pile are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PileLayout {
    /// The first number.
    pub(super) start: usize,
    /// The type of its tokens; none if pieces lie in it.
    pub(super) token: Option<u8>,
    /// The most pieces, if it is a list: its length, then the code of each piece, sorted. Else it is a count for each class.
    pub(super) most: Option<usize>,
    /// `Some` if cards lie in it: its length, then the number of each card.
    pub(super) deck: Option<Deck>,
    /// The pieces keep the order in which they came.
    pub(super) ordered: bool,
    /// There is room for all that can lie there.
    pub(super) all: bool,
    /// How many classes are counted.
    pub(super) classes: usize,
}

/// Where a stored thing lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredPlace {
    /// The first number of the first owner.
    pub(super) start: usize,
    /// Numbers for each owner.
    pub(super) width: usize,
    /// How many owners.
    pub(super) owners: usize,
    /// The value with which a number begins.
    pub(super) first: i32,
}

impl StateLayout {
    /// The map for a program, unless a position can hold what a [`State`] of these words cannot.
    pub(super) fn of<B: Word>(program: &Program) -> Result<StateLayout, Cause> {
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
        // A kept set has only as many words as in the machine: there is no room for gaps that need more.
        let room = if B::PARTS > 2 { 64 * layout.words } else { B::BITS as usize };
        let mut borne = borne(program, cards).ok_or(Cause::Room)?;
        let codes = codes(&borne, layout.sides * layout.kinds);
        let Places { numbers, piles, towers, many } = places(program, cards, codes, B::ROOM.numbers)?;
        let number_of = |cell: usize| numbers[cell].map(usize::from);
        wear(&mut borne, &layout.slots, number_of).ok_or(Cause::Room)?;
        let attributes = borne.iter().map(|slot| slot.classes).sum();
        if attributes > B::ROOM.attributes {
            return Err(Cause::Room);
        }
        let stored = program.stored.iter().zip(&layout.stored).map(|(stored, cells)| {
            Some(StoredPlace {
                start: if cells.width * cells.owners > 0 { number_of(cells.start)? } else { 0 },
                width: cells.width,
                owners: cells.owners,
                first: match stored.holds {
                    StoredType::Number { start, .. } => start as i32,
                    StoredType::Set(_) => 0,
                },
            })
        });
        let stored: Vec<StoredPlace> = stored.collect::<Option<_>>().ok_or(Cause::Room)?;
        let follows = program.stored.iter().zip(&stored).filter(|(one, _)| one.holds == StoredType::Set(Type::Piece));
        let kept_pieces = follows.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        let on_board = |holds: StoredType| matches!(holds, StoredType::Set(Type::Site | Type::Piece));
        let kept = program.stored.iter().zip(&stored).filter(|(one, _)| on_board(one.holds));
        let kept_sites = kept.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        Ok(StateLayout {
            order: order::<B>(program, room).ok_or(Cause::Sites)?,
            many,
            boards: layout.sides * layout.kinds,
            attributes: AttributeBoards {
                all: attributes,
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

    /// The first number of a stored thing of an owner. A counter, clock or truth is that number, not relative to its start as in
    /// a cell; a set of sites, pieces or members takes several: see [`Slots::kept`] and [`kept_bits`].
    pub(super) fn stored(&self, id: StoredId, owner: usize) -> usize {
        let stored = &self.remembered.stored[id.index()];
        stored.start + owner * stored.width
    }

    /// Where each stored thing lies.
    pub(super) fn all_stored(&self) -> &[StoredPlace] {
        &self.remembered.stored
    }

    /// The first number of each kept set of pieces, for each owner. Such a set follows its pieces when they move.
    pub(super) fn kept_pieces(&self) -> &[usize] {
        &self.remembered.pieces
    }

    /// The index of the number that counts the pieces of a side and kind in a pile, by its index in the layout.
    pub(super) fn pile(&self, pile: usize, side: usize, kind: usize) -> usize {
        self.piles[pile].start + side * self.kinds + kind
    }

    /// What counts for repetition of the numbers from `first` on; `None` if all of each does.
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

    /// Shows the first number of every stored thing of every owner, with the value with which it begins.
    pub(super) fn starts(&self, mut each: impl FnMut(usize, i32)) {
        for one in &self.remembered.stored {
            (0..one.owners).for_each(|owner| each(one.start + owner * one.width, one.first));
        }
    }
}

impl StateLayout {
    /// The number of 64-bit parts of a kept set.
    #[inline(always)]
    fn parts<B: Word>(&self) -> usize {
        if B::PARTS > 2 { self.remembered.parts } else { B::PARTS }
    }

    /// The kept sites whose numbers begin at `at`.
    #[inline]
    pub(super) fn kept<B: Word>(&self, state: &State<B>, at: usize) -> B {
        (0..self.parts::<B>()).fold(B::ZERO, |sites, i| sites | B::of(i, kept_bits(state, at + 2 * i)))
    }

    /// Keeps sites in the numbers from `at` on.
    #[inline]
    pub(super) fn keep<B: Word>(&self, state: &mut State<B>, at: usize, sites: B) {
        for i in 0..self.parts::<B>() {
            keep_bits(state, at + 2 * i, sites.part(i));
        }
    }
}

/// The order of the sites: that of the generators, if these use words of the same size.
fn order<B: Word>(program: &Program, room: usize) -> Option<Order> {
    let lists = program.lists.as_ref().map(|lists| &lists.kernels);
    let laid = lists.and_then(|kernels| kernel::laid(program, kernels)).filter(|laid| laid.width == B::BITS);
    let order = laid.and_then(|laid| Order::laid(&laid.bits, room));
    order.or_else(|| Order::of(&program.equipment.board, room, SHIFTS))
}

/// Whether the tokens of a type can be kept as a count for each class.
fn counted(token: &TokenType) -> bool {
    token.classes.len() <= CLASSES && token.classes.iter().all(|class| u32::from(class.copies) <= ALIKE)
}

/// The kept members whose numbers begin at `at`.
#[inline]
pub(super) fn kept_bits<B: Word>(state: &State<B>, at: usize) -> u64 {
    u64::from(state.numbers[at] as u32) | u64::from(state.numbers[at + 1] as u32) << 32
}

/// Keeps members in the numbers from `at` on.
#[inline]
pub(super) fn keep_bits<B: Word>(state: &mut State<B>, at: usize, bits: u64) {
    state.numbers[at] = bits as i32;
    state.numbers[at + 1] = (bits >> 32) as i32;
}
