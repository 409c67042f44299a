//! Where terms are kept. A term is stored once, so equal ids mean equal terms.

use std::collections::HashMap;
use std::hash::Hash;

use super::term::{
    Bits, CardDescription, CardSet, Needs, Number, OffBoardSet, PieceDescription, PilePieces, Set, Test, TokenSet, Truth,
};

/// The terms, in one arena for each type.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    pub(super) sets: Arena<Set>,
    pub(super) off_board: Arena<OffBoardSet>,
    pub(super) bits: Arena<Bits>,
    pub(super) nums: Arena<Number>,
    pub(super) truths: Arena<Truth>,
    pub(super) tests: Arena<Test>,
    pub(super) toks: Arena<TokenSet>,
    pub(super) hands: Arena<CardSet>,
    pub(super) card_descriptions: Arena<CardDescription>,
    pub(super) pile_pieces: Arena<PilePieces>,
    pub(super) descriptions: Arena<PieceDescription>,
}

/// The terms of one type, by id.
#[derive(Clone, Debug)]
pub(super) struct Arena<T> {
    terms: Vec<T>,
    needs: Vec<Needs>,
    known: HashMap<T, u32>,
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena { terms: Vec::new(), needs: Vec::new(), known: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Arena<T> {
    /// The id of a term, which is added if it is new.
    pub(super) fn put(&mut self, term: T, needs: Needs) -> u32 {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let id = self.terms.len() as u32;
        self.known.insert(term.clone(), id);
        self.terms.push(term);
        self.needs.push(needs);
        id
    }

    #[inline(always)]
    pub(super) fn get(&self, id: impl Into<usize>) -> &T {
        &self.terms[id.into()]
    }

    /// All terms.
    #[cfg(all(test, unit_games))]
    pub(super) fn all(&self) -> &[T] {
        &self.terms
    }

    pub(super) fn needs(&self, id: impl Into<usize>) -> Needs {
        self.needs[id.into()]
    }
}
