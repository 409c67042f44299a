//! Phrases compiled to terms over sets of sites.

use smallvec::SmallVec;

use super::super::word::Word;
use super::geometry::Geometry;
use super::scene::{Named, Scene};
use super::slots::Slots;
use crate::program::Program;
use crate::program::node::NodeId;

/// A compiled phrase: an index, by what it denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// Sites.
    Sites(u32),
    /// Pieces on the board; and of those that the move has taken.
    Pieces(u32, u32),
    /// Directions, players, sides, kinds or values.
    Bits(u32),
    /// Numbers.
    Number(u32),
    /// A truth.
    Truth(u32),
}

/// The terms of a program.
#[derive(Clone, Debug)]
pub(super) struct Phrases<B> {
    /// Steps and rays.
    pub(super) geometry: Geometry<B>,
}

impl<B: Word> Phrases<B> {
    /// No terms yet; none at all if the board has too many sites for the word.
    pub(super) fn of(program: &Program, slots: &Slots) -> Option<Phrases<B>> {
        let _ = (program, slots);
        unimplemented!()
    }

    /// Compiles a phrase; none if it has no form.
    pub(super) fn compile(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let _ = (program, node);
        unimplemented!()
    }

    /// Compiles what a piece is asked to be (`Eval::contains`): the subject of a rule or trigger, prey. [`Phrases::pieces`] then
    /// gives every site whose piece is such a one, and the taken pieces that were.
    pub(super) fn test(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let _ = (program, node);
        unimplemented!()
    }

    /// Compiles where a piece is asked to stand (`Eval::stands_on`), relative words being those of its owner: the sites on which
    /// some piece stands so.
    pub(super) fn place(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let _ = (program, node);
        unimplemented!()
    }

    /// The phrases of moves that terms ask about (`some move`), in the order of the bits of [`Scene::moves`].
    pub(super) fn asked(&self) -> &[NodeId] {
        unimplemented!()
    }

    /// The player whose turn it is at a place of the turn order.
    pub(super) fn player(&self, turn: u8) -> u8 {
        let _ = turn;
        unimplemented!()
    }

    /// The side of the player whose turn it is at a place of the turn order.
    pub(super) fn side(&self, turn: u8) -> u8 {
        let _ = turn;
        unimplemented!()
    }

    /// The sites that a term denotes; of pieces those on the board.
    pub(super) fn sites(&self, term: Term, scene: &Scene<B>) -> B {
        let _ = (term, scene);
        unimplemented!()
    }

    /// The pieces that a term denotes: on the board, and taken, as bits by their places in [`Scene::taken`].
    pub(super) fn pieces(&self, term: Term, scene: &Scene<B>) -> (B, u64) {
        let _ = (term, scene);
        unimplemented!()
    }

    /// The members that a term denotes.
    pub(super) fn bits(&self, term: Term, scene: &Scene<B>) -> u64 {
        let _ = (term, scene);
        unimplemented!()
    }

    /// The number that a term denotes; 0 if it denotes none.
    pub(super) fn number(&self, term: Term, scene: &Scene<B>) -> i64 {
        let _ = (term, scene);
        unimplemented!()
    }

    /// The numbers that a term denotes: what is chosen from, keys of `with most` that are compared in order.
    pub(super) fn numbers(&self, term: Term, scene: &Scene<B>) -> SmallVec<[i64; 4]> {
        let _ = (term, scene);
        unimplemented!()
    }

    /// Whether a term holds.
    pub(super) fn truth(&self, term: Term, scene: &Scene<B>) -> bool {
        let _ = (term, scene);
        unimplemented!()
    }

    /// The value of a term, to be bound to a name; of pieces those on the board if there are any.
    pub(super) fn value(&self, term: Term, scene: &Scene<B>) -> Named<B> {
        let _ = (term, scene);
        unimplemented!()
    }
}
