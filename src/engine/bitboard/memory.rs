//! Conversion of a position's memory to a state, and back.

use super::super::position::{Position, TurnStartHash};
use super::super::store::{Journal, Store};
use super::super::tokens::Token;
use super::super::value::PieceData;
use super::super::word::Word;
use super::keys::{blend, mingle};
use super::move_state::State;
use super::slots::StateLayout;
use super::towers::Pieces;
use crate::model::SiteId;
use crate::program::Program;
use crate::program::layout::{Layout, PileForm};

/// The most turns before a position, so that as many again still fit into a signed number.
const MOST_TURNS: u32 = 1 << 30;

impl StateLayout {
    /// Whether a position holds no more than a [`State`] can.
    pub(super) fn fits(&self, program: &Program, position: &Position) -> bool {
        let store = &position.store;
        let mut piles = program.layout.piles.iter().zip(&self.piles);
        // Turns are counted in a signed number.
        position.turns() < MOST_TURNS
            && piles.all(|(cells, pile)| pile.most.is_none_or(|most| store.cell(cells.start) as usize <= most))
    }

    /// A hash of a state: whose turn it is, its boards, and its numbers from `first` on.
    pub(super) fn digest<B: Word>(&self, state: &State<B>, first: usize) -> u64 {
        self.digest_in(state, state.turn, first)
    }

    /// The same as if it were the turn at this place of the turn order.
    pub(super) fn digest_in<B: Word>(&self, state: &State<B>, turn: u8, first: usize) -> u64 {
        // Four independent hashes can be computed in parallel. The turn is spread over all bits, so that it is not mistaken for a
        // piece.
        let mut lanes = [mingle(0, u64::from(turn)), 1, 2, 3];
        let attributes = &state.attributes.as_ref()[..self.attributes.plain];
        for (i, board) in state.boards.as_ref()[..self.boards].iter().chain(attributes).enumerate() {
            lanes[i % 4] = blend(lanes[i % 4], *board);
        }
        let shown = self.repeated(state.numbers.as_ref(), first);
        let numbers = shown.as_deref().unwrap_or_else(|| &state.numbers.as_ref()[first..self.many]);
        let (pairs, last) = numbers.as_chunks::<2>();
        for (i, [low, high]) in pairs.iter().enumerate() {
            lanes[i % 4] = mingle(lanes[i % 4], u64::from(*low as u32) | u64::from(*high as u32) << 32);
        }
        if let [last] = last {
            lanes[0] = mingle(lanes[0], u64::from(*last as u32));
        }
        lanes.into_iter().fold(0, mingle)
    }

    /// The state of a position.
    pub(super) fn state<B: Word>(&self, program: &Program, position: &Position) -> State<B> {
        self.read(program, &position.store)
    }

    /// Reads a state from a store.
    pub(super) fn read<B: Word>(&self, program: &Program, store: &Store) -> State<B> {
        let layout = &program.layout;
        let mut state: State<B> = State {
            boards: B::boards(self.boards),
            attributes: B::attributes(self.attributes.all),
            numbers: B::numbers(self.many),
            turn: store.cell(layout.turn()) as u8,
        };
        for side in 0..layout.sides {
            for kind in 0..layout.kinds {
                let words = store.board(side, kind, layout).iter().enumerate();
                let sites = words.fold(B::ZERO, |sites, (i, word)| sites | B::of(i, *word));
                state.boards[side * layout.kinds + kind] = self.order.set(sites);
            }
        }
        for (cell, number) in self.numbers.iter().enumerate() {
            if let Some(number) = number {
                state.numbers[usize::from(*number)] = store.cell(cell) as i32;
            }
        }
        for (i, (slot, start)) in self.borne.iter().zip(&layout.slots).enumerate() {
            for site in 0..layout.sites {
                let (at, cell) = (self.order.bit(SiteId(site as u16)), store.cell(start + site));
                if slot.cards.is_some() {
                    self.wear(i, at, cell, &mut state);
                } else if let Some(class) = slot.part_of_cell(cell).checked_sub(1) {
                    state.attributes[slot.board + class as usize] |= at;
                }
            }
        }
        for (cells, pile) in layout.piles.iter().zip(&self.piles) {
            if let (PileForm::Counts(classes), Some(_)) = (cells.form, pile.deck) {
                let cards = (0..classes).flat_map(|class| {
                    let cell = Token::public(class as u16).cell();
                    std::iter::repeat_n(cell, store.cell(cells.start + class) as usize)
                });
                let cards: Vec<i32> = cards.map(|cell| cell as i32).collect();
                state.numbers[pile.start] = cards.len() as i32;
                state.numbers.as_mut()[pile.start + 1..pile.start + 1 + cards.len()].copy_from_slice(&cards);
            }
            if let (PileForm::List { width, .. }, Some(most)) = (cells.form, pile.most) {
                let many = (store.cell(cells.start) as usize).min(most);
                state.numbers[pile.start] = many as i32;
                for i in 0..many {
                    state.numbers[pile.start + 1 + i] = self.code_in(store, cells.start + 1 + i * width) as i32;
                }
            }
        }
        if let (Some(towers), Some(start)) = (self.towers, layout.towers) {
            for site in (0..layout.sites).map(|site| SiteId(site as u16)) {
                let first = start + site.index() * layout.tower_cells;
                let below = (0..store.cell(first) as usize).map(|i| self.code_in(store, first + 1 + i * layout.tower_width));
                towers.set_below(state.numbers.as_mut(), site, &below.collect::<Pieces>());
            }
        }
        self.starts(|at, first| state.numbers[at] += first);
        for at in &self.remembered.sites {
            let sites = self.order.set(self.kept(&state, *at));
            self.keep(&mut state, *at, sites);
        }
        state
    }

    /// The position at the first decision of a turn that has this state.
    pub(super) fn position<B: Word>(&self, program: &Program, state: &State<B>) -> Position {
        let layout = &program.layout;
        let (mut store, mut journal) = (Store::new(layout), Journal::default());
        let sites = |set: B| {
            let mut left = set;
            std::iter::from_fn(move || left.take()).map(|one| self.order.site(one))
        };
        for board in 0..layout.sides * layout.kinds {
            for site in sites(state.boards[board]) {
                store.flip_piece(site, board / layout.kinds, board % layout.kinds, layout, &mut journal);
            }
        }
        for (slot, start) in self.borne.iter().zip(&layout.slots).filter(|(slot, _)| slot.cards.is_none()) {
            for class in 0..slot.classes {
                let cell = slot.cell(slot.code_of(class));
                for site in sites(state.attributes[slot.board + class]) {
                    store.set_cell(start + site.index(), cell, layout, &mut journal);
                }
            }
        }
        let mut plain = state.clone();
        for at in &self.remembered.sites {
            let sites = self.order.numbers(self.kept(state, *at));
            self.keep(&mut plain, *at, sites);
        }
        let mut numbers = plain.numbers;
        self.starts(|at, first| numbers[at] -= first);
        store.set_cell(layout.turn(), u32::from(state.turn), layout, &mut journal);
        for (cell, number) in self.numbers.iter().enumerate() {
            if let Some(number) = number {
                store.set_cell(cell, numbers[usize::from(*number)] as u32, layout, &mut journal);
            }
        }
        if let (Some(towers), Some(start)) = (self.towers, layout.towers) {
            for site in (0..layout.sites).map(|site| SiteId(site as u16)) {
                let below = towers.below(numbers.as_ref(), site);
                let first = start + site.index() * layout.tower_cells;
                store.set_cell(first, below.len() as u32, layout, &mut journal);
                for (i, code) in below.into_iter().enumerate() {
                    self.write_code(&mut store, first + 1 + i * layout.tower_width, code, layout, &mut journal);
                }
            }
        }
        for (cells, pile) in layout.piles.iter().zip(&self.piles) {
            if let (PileForm::Counts(classes), Some(_)) = (cells.form, pile.deck) {
                let cards = &numbers.as_ref()[pile.start + 1..pile.start + 1 + numbers[pile.start] as usize];
                for class in 0..classes {
                    let alike = cards.iter().filter(|cell| **cell as u32 == Token::public(class as u16).cell());
                    store.set_cell(cells.start + class, alike.count() as u32, layout, &mut journal);
                }
            }
            if let (PileForm::List { width, .. }, Some(_)) = (cells.form, pile.most) {
                let many = numbers[pile.start] as usize;
                store.set_cell(cells.start, many as u32, layout, &mut journal);
                for i in 0..many {
                    let code = numbers[pile.start + 1 + i] as u32;
                    self.write_code(&mut store, cells.start + 1 + i * width, code, layout, &mut journal);
                }
            }
        }
        let began = TurnStartHash(store.hash());
        Position { store, machine: None, began }
    }

    /// Reads the code of a piece off the board from the cells at a place.
    fn code_in(&self, store: &Store, at: usize) -> u32 {
        let piece = PieceData::read(store.cell(at), (1..=self.borne.len()).map(|slot| store.cell(at + slot)));
        let parts = self.borne.iter().zip(&piece.slots).map(|(slot, cell)| slot.part_of_cell(*cell));
        self.code(piece.side.into(), piece.kind.into(), parts)
    }

    /// Writes the code of a piece off the board to the cells at a place.
    fn write_code(&self, store: &mut Store, at: usize, code: u32, layout: &Layout, journal: &mut Journal) {
        let board = self.board_of(code);
        let piece = ((board / self.kinds) << 8) | (board % self.kinds);
        store.set_cell(at, piece as u32 + 1, layout, journal);
        for (i, slot) in self.borne.iter().enumerate() {
            store.set_cell(at + 1 + i, slot.cell(code), layout, journal);
        }
    }
}
