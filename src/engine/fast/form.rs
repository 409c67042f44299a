//! What the generators are made for: everything that is settled before the first move is a type or a constant, so that each form
//! of game gets code of its own and asks nothing twice.

use std::marker::PhantomData;

use super::super::word::Word;
use super::board::Board;
use super::law::Law;
use super::step::Step;
use super::tally::Tally;

/// A form of game.
pub(super) trait Form: Sized + 'static {
    /// Sets of sites.
    type Word: Word;
    /// Steps.
    type Step: Step<Self::Word>;
    /// What a chain keeps in mind for comparing it.
    type Tally: Tally;
    /// What the rules ask beyond steps and captures.
    type Law: Law<Self::Word>;
    /// Some piece slides, or takes from or lands at a distance.
    const FLYING: bool;
}

/// The form of these parts.
pub(super) struct Of<B, S, T, L, const FLYING: bool>(PhantomData<(B, S, T, L)>);

impl<B: Word, S: Step<B>, T: Tally, L: Law<B>, const FLYING: bool> Form for Of<B, S, T, L, FLYING> {
    type Word = B;
    type Step = S;
    type Tally = T;
    type Law = L;
    const FLYING: bool = FLYING;
}

/// A position of a form.
pub(super) type BoardOf<F> = Board<<F as Form>::Word, <<F as Form>::Law as Law<<F as Form>::Word>>::State>;
