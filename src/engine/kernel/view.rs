//! Views, by which generators read the rules of the side to move: from tables, or as compile-time constants where the first kind
//! moves and captures as men do in most games.

use std::marker::PhantomData;

use crate::program::kernels::Kernels;

use super::form::{BoardOf, Form, Sets as _};
use super::geometry::{Geometry, Kind, Side};
use super::halves::{ConstantWays as _, Halved, Halves};
use super::law::Law;
use super::ways::{Rules as _, Ways};

/// How the rules of the side to move are read.
pub(in crate::engine) trait View<F: Form>: 'static {
    /// The side to move has pieces of the first kind alone.
    const FIRST: bool;
    /// The rules are compile-time constants, as [`settled`] has established.
    const CONSTANT_RULES: bool;
    /// The directions of rules that take nothing, and of rules that take something.
    type Slides: Ways<F::Word>;
    type Takers: Ways<F::Word>;
    /// The view of the other side.
    type Other: View<F, Other = Self>;

    /// The rules by which a kind takes nothing: their directions, and whether they go any distance.
    fn slides(of: &Kind<F>) -> impl Iterator<Item = (&Self::Slides, bool)>;

    /// The rules by which it takes something: their directions, the pieces that they may take if the mover set out from `from`,
    /// and whether they take from and land at any distance.
    fn takers<'g>(of: &'g Kind<F>, board: &BoardOf<F>, from: F::Word) -> impl Iterator<Item = Jumps<'g, F, Self::Takers>>;

    /// Whether a leg in one direction may be followed by one in another. Directions are numbered as by the ways of this view.
    fn turns(geometry: &Geometry<F>, direction: usize, next: usize) -> bool;
}

/// See [`View::takers`].
pub(super) type Jumps<'g, F, W> = (&'g W, <F as Form>::Word, [bool; 2]);

/// If a rule has both halves, the indices of a way and of its opposite differ by this bit.
const BACK: usize = 2;

/// Read from tables; pieces of any kind.
pub(super) struct Every;
/// Read from tables; pieces of the first kind alone.
pub(super) struct FirstKindOnly;
/// Compile-time constants; pieces of the first kind alone. They step in the half `S` and capture in `T`.
pub(super) struct Ahead<S, T>(PhantomData<(S, T)>);

macro_rules! tables {
    ($($view:ident $first:literal)*) => {$(
        impl<F: Form> View<F> for $view {
            const FIRST: bool = $first;
            const CONSTANT_RULES: bool = false;
            type Slides = F::Ways;
            type Takers = F::Ways;
            type Other = $view;

            #[inline(always)]
            fn slides(of: &Kind<F>) -> impl Iterator<Item = (&F::Ways, bool)> {
                of.quiet.each().map(|rule| (&rule.ways, rule.far))
            }

            #[inline(always)]
            fn takers<'g>(of: &'g Kind<F>, board: &BoardOf<F>, from: F::Word) -> impl Iterator<Item = Jumps<'g, F, F::Ways>> {
                of.takers.each().map(move |rule| (&rule.ways, rule.prey(board, from), [rule.from_afar, rule.lands_afar]))
            }

            #[inline(always)]
            fn turns(geometry: &Geometry<F>, direction: usize, next: usize) -> bool {
                geometry.turns(direction, next)
            }
        }
    )*};
}

tables! { Every false FirstKindOnly true }

impl<F: Form, S: Halved, T: Halved> View<F> for Ahead<S, T> {
    const FIRST: bool = true;
    const CONSTANT_RULES: bool = true;
    type Slides = HalfOf<F, S>;
    type Takers = HalfOf<F, T>;
    type Other = Ahead<S::Other, T::Other>;

    #[inline(always)]
    fn slides(_: &Kind<F>) -> impl Iterator<Item = (&HalfOf<F, S>, bool)> {
        std::iter::once((HalfOf::<F, S>::THIS, false))
    }

    #[inline(always)]
    fn takers<'g>(_: &'g Kind<F>, board: &BoardOf<F>, _: F::Word) -> impl Iterator<Item = Jumps<'g, F, HalfOf<F, T>>> {
        std::iter::once((HalfOf::<F, T>::THIS, board.enemy.all(), [false; 2]))
    }

    #[inline(always)]
    fn turns(_: &Geometry<F>, direction: usize, next: usize) -> bool {
        T::HALVES != Halves::Both || direction ^ BACK != next
    }
}

/// One half, or both, of the ways of a form.
type HalfOf<F, H> = <<F as Form>::Ways as Ways<<F as Form>::Word>>::Half<H>;

/// The halves of its ways by which the first kind of a side steps, and by which it captures.
pub(super) type Goes = (Halves, Halves);

/// For both sides, if they can be read as [`Ahead`]: the first kind has one rule to step ahead and one to jump ahead or all
/// round, over any adjacent enemy, where a leg is barred only straight back over what it took; capturing is compulsory; no two
/// jumps are one.
pub(super) fn settled<F: Form>(sides: &[Side<F>; 2], kernels: &Kernels, plain: bool) -> Option<[Goes; 2]> {
    let of = |side: &Side<F>| {
        let kind = &side.kinds[0];
        let goes = (kind.quiet.each().next()?.ways.halves()?, kind.takers.each().next()?.ways.halves()?);
        let near = kind.near && !kind.meets && goes.0 != Halves::Both;
        (near && [goes.0, Halves::Both].contains(&goes.1)).then_some(goes)
    };
    let ([quiet], [capture]) = (kernels.quiet.first()?.as_slice(), kernels.captures.first()?.as_slice()) else { return None };
    let bars = kernels.no_reverse || kernels.must_turn || kernels.must_not_turn;
    let all = !bars && !quiet.far && !kernels.over_any() && capture.prey.trailing_ones() as usize >= kernels.captures.len();
    let goes = [of(&sides[0])?, of(&sides[1])?];
    let [one, other] = goes;
    let facing = one.0 != other.0 && (one.1 == Halves::Both) == (other.1 == Halves::Both);
    (all && facing && plain && kernels.compulsory && !F::Law::MAY_REFUSE).then_some(goes)
}
