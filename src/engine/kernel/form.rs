//! Forms of games: everything that is fixed before the first move is a type or a constant, so that each form is compiled to code
//! of its own and evaluates nothing twice.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut, Range};

use super::super::word::Word;
use super::board::Board;
use super::law::{Law, NoLaw};
use super::moves::Move;
use super::tally::Tally;
use super::ways::{Diagonals, Ways};

/// A form of game.
pub(in crate::engine) trait Form: Sized + 'static {
    /// Sets of sites.
    type Word: Word;
    /// A set of sites for each kind of piece.
    type Sets: Sets<Self::Word>;
    /// The directions of a rule.
    type Ways: Ways<Self::Word>;
    /// What a chain records in order to be compared.
    type Tally: Tally;
    /// What the rules depend on besides steps and captures.
    type Law: Law<Self::Word, Self::Sets>;
    /// Some piece slides, or takes from or lands at a distance.
    const FLYING: bool;
    /// Some piece captures pieces of its own side, or hops over pieces without taking them.
    const OVER_ANY: bool;
}

/// A set of sites for each kind. Loops over kinds use no closures: in a build of several codegen units these would become calls.
pub(in crate::engine) trait Sets<B: Word>:
    Copy + Eq + Debug + Send + Sync + IndexMut<usize, Output = B> + AsRef<[B]> + 'static
{
    /// The number of kinds.
    const KINDS: usize;
    /// A value for each kind.
    type Of<T: Send + Sync + 'static>: Index<usize, Output = T> + Send + Sync + 'static;

    /// No pieces.
    fn none() -> Self;

    /// A value made for each kind; `None` if `make` fails for one.
    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> Option<T>) -> Option<Self::Of<T>>;

    /// The indices of all kinds, or of the first alone.
    #[inline(always)]
    fn kinds(first: bool) -> Range<usize> {
        0..if first { 1 } else { Self::KINDS }
    }

    /// Whether there are no pieces of other kinds than the first.
    #[inline(always)]
    fn are_first(&self) -> bool {
        let mut others = B::ZERO;
        for kind in 1..Self::KINDS {
            others |= self[kind];
        }
        !others.any()
    }

    /// The union over all kinds.
    #[inline(always)]
    fn all(&self) -> B {
        let mut all = B::ZERO;
        for kind in 0..Self::KINDS {
            all |= self[kind];
        }
        all
    }

    /// Each set restricted to some sites.
    #[inline(always)]
    fn within(&self, sites: B) -> Self {
        let mut within = *self;
        for kind in 0..Self::KINDS {
            within[kind] &= sites;
        }
        within
    }

    /// The first kind whose set is not empty; the first of all if there is none.
    #[inline(always)]
    fn some_kind(&self) -> usize {
        (0..Self::KINDS).find(|kind| self[*kind].any()).unwrap_or(0)
    }

    /// The kind of the piece on a site, if there is one.
    #[inline(always)]
    fn kind_at(&self, at: B) -> Option<usize> {
        (0..Self::KINDS).find(|kind| (self[*kind] & at).any())
    }
}

impl<B: Word, const KINDS: usize> Sets<B> for [B; KINDS] {
    const KINDS: usize = KINDS;
    type Of<T: Send + Sync + 'static> = [T; KINDS];

    #[inline(always)]
    fn none() -> [B; KINDS] {
        [B::ZERO; KINDS]
    }

    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> Option<T>) -> Option<[T; KINDS]> {
        (0..KINDS).map(make).collect::<Option<Vec<T>>>()?.try_into().ok()
    }
}

/// The form with these parts: word, sets, directions, comparison of captures, law.
pub(in crate::engine) struct Of<B, K, W, T, L, const FLYING: bool, const OVER_ANY: bool>(PhantomData<(B, K, W, T, L)>);

impl<B: Word, K: Sets<B>, W: Ways<B>, T: Tally, L: Law<B, K>, const FLYING: bool, const OVER_ANY: bool> Form
    for Of<B, K, W, T, L, FLYING, OVER_ANY>
{
    type Word = B;
    type Sets = K;
    type Ways = W;
    type Tally = T;
    type Law = L;
    const FLYING: bool = FLYING;
    const OVER_ANY: bool = OVER_ANY;
}

/// Sets for at most two kinds.
pub(super) type Two<B> = [B; 2];
/// Sets for at most three.
pub(super) type Three<B> = [B; 3];
/// Sets for at most four.
pub(super) type Four<B> = [B; 4];

/// Forms of games in which all pieces move along the diagonals of a board of 8x8 squares, and of 10x10.
pub(super) type On8<T, const FLYING: bool> = Of<u64, Two<u64>, Diagonals<u64, 4>, T, NoLaw, FLYING, false>;
pub(super) type On10<T, const FLYING: bool> = Of<u64, Two<u64>, Diagonals<u64, 5>, T, NoLaw, FLYING, false>;
/// The same on 12x12.
pub(super) type On12<T, const FLYING: bool> = Of<u128, Two<u128>, Diagonals<u128, 6>, T, NoLaw, FLYING, false>;

/// A position of a form.
pub(in crate::engine) type BoardOf<F> = Board<<F as Form>::Sets, StateOf<F>>;
/// The state that the law adds to its positions.
pub(in crate::engine) type StateOf<F> = <<F as Form>::Law as Law<<F as Form>::Word, <F as Form>::Sets>>::State;
/// A move of a form.
pub(in crate::engine) type MoveOf<F> = Move<<F as Form>::Word, <F as Form>::Sets>;
/// The rules of a kind in a form.
pub(in crate::engine) type RulesOf<F, T> = <<F as Form>::Ways as Ways<<F as Form>::Word>>::Rules<T>;
