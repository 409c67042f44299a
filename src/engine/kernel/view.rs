//! How the rules of who moves are read: off the tables; or, where the first kind does what it does in most games, off the code itself.

use std::marker::PhantomData;

use crate::program::kernels::Kernels;

use super::form::{BoardOf, Form, Sets as _};
use super::geometry::{Geometry, Kind, Side};
use super::halves::{Halved, Halves, Known as _};
use super::law::Law;
use super::ways::{Rules as _, Ways};

/// How the rules of who moves are read.
pub(in crate::engine) trait View<F: Form>: 'static {
    /// Who moves has no pieces of other kinds than the first.
    const FIRST: bool;
    /// Nothing need be asked of the rules: see [`settled`].
    const SETTLED: bool;
    /// The ways of rules that take nothing, and of those that take something.
    type Slides: Ways<F::Word>;
    type Takers: Ways<F::Word>;
    /// How the other side reads them.
    type Other: View<F, Other = Self>;

    /// The rules by which a kind takes nothing: their ways, and whether they go any distance.
    fn slides(of: &Kind<F>) -> impl Iterator<Item = (&Self::Slides, bool)>;

    /// The rules by which it takes something: their ways, what they take of what has set out from there, and whether they take from and
    /// land at any distance.
    fn takers<'g>(of: &'g Kind<F>, board: &BoardOf<F>, from: F::Word) -> impl Iterator<Item = Jumps<'g, F, Self::Takers>>;

    /// Whether a leg in one direction, as these ways tell them, may be followed by one in another.
    fn turns(geometry: &Geometry<F>, direction: usize, next: usize) -> bool;
}

/// See [`View::takers`].
pub(super) type Jumps<'g, F, W> = (&'g W, <F as Form>::Word, [bool; 2]);

/// Where both halves are gone, the number of a way and that of the way back differ by this bit.
const BACK: usize = 2;

/// Off the tables, pieces of any kind.
pub(super) struct Every;
/// Off the tables, pieces of the first kind.
pub(super) struct First;
/// Off the code, pieces of the first kind: which halves of the ways they go, and which they take.
pub(super) struct Ahead<S, T>(PhantomData<(S, T)>);

macro_rules! tables {
    ($($view:ident $first:literal)*) => {$(
        impl<F: Form> View<F> for $view {
            const FIRST: bool = $first;
            const SETTLED: bool = false;
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

tables! { Every false First true }

impl<F: Form, S: Halved, T: Halved> View<F> for Ahead<S, T> {
    const FIRST: bool = true;
    const SETTLED: bool = true;
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

/// These of the ways of a form.
type HalfOf<F, H> = <<F as Form>::Ways as Ways<<F as Form>::Word>>::Half<H>;

/// Which halves of its ways the first kind of a side goes without taking anything, and takes something by.
pub(super) type Goes = (Halves, Halves);

/// These of both sides, where nothing else need be asked of the rules: there is one rule each, by which it steps ahead, and jumps ahead
/// or all round over whatever is beside it, by any way but back over what it took; a capture must be made; and no two jumps are one.
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
