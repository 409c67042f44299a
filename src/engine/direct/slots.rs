//! Which number of a position stands for what.

use super::super::position::Position;
use super::super::store::{Journal, Store};
use super::super::word::Word;
use super::geometry::SHIFTS;
use super::order::Order;
use super::scene::{BOARDS, NUMBERS, State};
use crate::model::StoredId;
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::program::layout::PileForm;
use crate::program::{Layout, Program};

/// The place in [`State::numbers`] of turns played.
pub(super) const TURNS: usize = 0;
/// The place of the clocks that were set in this turn, as bits by [`StoredId`].
pub(super) const CLOCKS_SET: usize = 1;

/// The map of [`State::numbers`]: the cells of a position in their order, but for the one that says whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    /// Which bit stands for which site.
    pub(super) order: Order,
    /// Numbers before this one do not belong to the position for repetition.
    pub(super) uncounted: usize,
    /// How many numbers there are.
    pub(super) many: usize,
    /// The place of the sides that are out, as bits.
    pub(super) out: usize,
    /// How many kinds there are.
    kinds: usize,
    stored: Vec<Stored>,
    kept_pieces: Vec<usize>,
    /// The first numbers of kept sets of sites or pieces.
    kept_sites: Vec<usize>,
    /// The first number of each pile.
    piles: Vec<usize>,
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
    /// The map for a program; none if a position holds what a [`State`] cannot.
    pub(super) fn of(program: &Program) -> Option<Slots> {
        let (layout, equipment) = (&program.layout, &program.equipment);
        let plain = equipment.tokens.is_empty()
            && layout.slots.is_empty()
            && layout.under.is_none()
            && layout.towers.is_none()
            && layout.shuffles.is_empty();
        let counted = layout.piles.iter().all(|pile| matches!(pile.form, PileForm::Counts(_)));
        if !plain || !counted || layout.sides != 2 || layout.sides * layout.kinds > BOARDS || layout.cells - 1 > NUMBERS {
            return None;
        }
        let stored = program.stored.iter().zip(&layout.stored).map(|(stored, cells)| Stored {
            start: number_of(cells.start, layout),
            width: cells.width,
            owners: cells.owners,
            first: match stored.holds {
                StoredType::Number { start, .. } => start as i32,
                StoredType::Set(_) => 0,
            },
        });
        let stored: Vec<Stored> = stored.collect();
        let follows = program.stored.iter().zip(&stored).filter(|(one, _)| one.holds == StoredType::Set(Type::Piece));
        let kept_pieces = follows.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        let on_board = |holds: StoredType| matches!(holds, StoredType::Set(Type::Site | Type::Piece));
        let kept = program.stored.iter().zip(&stored).filter(|(one, _)| on_board(one.holds));
        let kept_sites = kept.flat_map(|(_, at)| (0..at.owners).map(|owner| at.start + owner * at.width)).collect();
        Some(Slots {
            order: Order::of(&equipment.board, 64 * layout.words, SHIFTS)?,
            uncounted: layout.uncounted,
            many: layout.cells - 1,
            out: number_of(layout.out(), layout),
            kinds: layout.kinds,
            stored,
            kept_pieces,
            kept_sites,
            piles: layout.piles.iter().map(|pile| number_of(pile.start, layout)).collect(),
        })
    }

    /// The first number of a stored thing of an owner: a counter, clock or truth is that number (as it is, its start included); a
    /// set of sites, pieces or members takes several, see [`kept`] and [`kept_bits`].
    pub(super) fn stored(&self, id: StoredId, owner: usize) -> usize {
        let stored = &self.stored[id.index()];
        stored.start + owner * stored.width
    }

    /// Where each stored thing lies.
    pub(super) fn all_stored(&self) -> &[Stored] {
        &self.stored
    }

    /// The kept sets of pieces: the first numbers, for each owner. A set follows its pieces when they move.
    pub(super) fn kept_pieces(&self) -> &[usize] {
        &self.kept_pieces
    }

    /// How many pieces of a side and kind lie in a pile, by its place in the layout.
    pub(super) fn pile(&self, pile: usize, side: usize, kind: usize) -> usize {
        self.piles[pile] + side * self.kinds + kind
    }

    /// A position's memory.
    pub(super) fn state<B: Word>(&self, program: &Program, position: &Position) -> State<B> {
        self.read(program, &position.store)
    }

    /// What is in a memory.
    pub(super) fn read<B: Word>(&self, program: &Program, store: &Store) -> State<B> {
        let layout = &program.layout;
        let mut state = State { boards: [B::ZERO; BOARDS], numbers: [0; NUMBERS], turn: store.cell(layout.turn()) as u8 };
        for side in 0..layout.sides {
            for kind in 0..layout.kinds {
                let words = store.board(side, kind, layout);
                state.boards[side * layout.kinds + kind] = self.order.set([words[0], words.get(1).copied().unwrap_or(0)]);
            }
        }
        for cell in (0..layout.cells).filter(|cell| *cell != layout.turn()) {
            state.numbers[number_of(cell, layout)] = store.cell(cell) as i32;
        }
        self.starts(|at, first| state.numbers[at] += first);
        for at in &self.kept_sites {
            let sites = self.order.set(kept::<B>(&state, *at).halves());
            keep::<B>(&mut state, *at, sites);
        }
        state
    }

    /// The position at the first decision of a turn with this in its memory.
    pub(super) fn position<B: Word>(&self, program: &Program, state: &State<B>) -> Position {
        let layout = &program.layout;
        let (mut store, mut journal) = (Store::new(layout), Journal::default());
        for (board, set) in state.boards.iter().enumerate() {
            let mut left = *set;
            while let Some(one) = left.take() {
                store.flip_piece(self.order.site(one), board / layout.kinds, board % layout.kinds, layout, &mut journal);
            }
        }
        let mut plain = *state;
        for at in &self.kept_sites {
            let [low, high] = self.order.numbers(kept::<B>(state, *at));
            keep(&mut plain, *at, B::of([low, high]));
        }
        let mut numbers = plain.numbers;
        self.starts(|at, first| numbers[at] -= first);
        store.set_cell(layout.turn(), u32::from(state.turn), layout, &mut journal);
        for cell in (0..layout.cells).filter(|cell| *cell != layout.turn()) {
            store.set_cell(cell, numbers[number_of(cell, layout)] as u32, layout, &mut journal);
        }
        Position { store, machine: None }
    }

    /// Every number that a counter or clock is, with what it begins with.
    fn starts(&self, mut each: impl FnMut(usize, i32)) {
        for one in &self.stored {
            (0..one.owners).for_each(|owner| each(one.start + owner * one.width, one.first));
        }
    }
}

/// The number that stands for a cell.
fn number_of(cell: usize, layout: &Layout) -> usize {
    if cell > layout.turn() { cell - 1 } else { cell }
}

/// The sites kept from a number on.
#[inline]
pub(super) fn kept<B: Word>(state: &State<B>, at: usize) -> B {
    let high = if B::BITS > 64 { kept_bits(state, at + 2) } else { 0 };
    B::of([kept_bits(state, at), high])
}

/// Keeps sites from a number on; the board has so many.
#[inline]
pub(super) fn keep<B: Word>(state: &mut State<B>, at: usize, sites: B) {
    let [low, high] = sites.halves();
    keep_bits(state, at, low);
    if B::BITS > 64 {
        keep_bits(state, at + 2, high);
    }
}

/// The members kept from a number on.
#[inline]
pub(super) fn kept_bits<B>(state: &State<B>, at: usize) -> u64 {
    u64::from(state.numbers[at] as u32) | u64::from(state.numbers[at + 1] as u32) << 32
}

/// Keeps members from a number on.
#[inline]
pub(super) fn keep_bits<B>(state: &mut State<B>, at: usize, bits: u64) {
    state.numbers[at] = bits as i32;
    state.numbers[at + 1] = (bits >> 32) as i32;
}
