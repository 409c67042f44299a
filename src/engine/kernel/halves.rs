//! The four diagonals, restricted at compile time to those that a rule has: the two down, the two up, or all.

use std::marker::PhantomData;

use super::super::word::Word;
use super::step::Line;
use super::ways::{Diagonals, Ways};

/// Which of the four diagonals a rule has: the two down, the two up, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Halves {
    Down,
    Up,
    Both,
}

/// The same as a type.
pub(in crate::engine) trait Halved: Clone + Send + Sync + 'static {
    const HALVES: Halves;
    /// The half of the other side.
    type Other: Halved<Other = Self>;
}

#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Down;
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Up;
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Both;

impl Halved for Down {
    const HALVES: Halves = Halves::Down;
    type Other = Up;
}

impl Halved for Up {
    const HALVES: Halves = Halves::Up;
    type Other = Down;
}

impl Halved for Both {
    const HALVES: Halves = Halves::Both;
    type Other = Both;
}

/// The diagonals of one half, or of both. A way's direction is its index: the board's directions are in the tables.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::engine) struct Half<B, const BY: u32, H>(PhantomData<(B, H)>);

impl<B: Word, const BY: u32, H: Halved> Half<B, BY, H> {
    /// The shifts.
    const BITS: &[u32] = Diagonals::<B, BY>::bits(H::HALVES);

    /// Folds over the shifts.
    #[inline(always)]
    fn sum<T>(none: T, add: impl Fn(T, u32) -> T) -> T {
        let two = add(add(none, Self::BITS[0]), Self::BITS[1]);
        if Self::BITS.len() == 2 { two } else { add(add(two, Self::BITS[2]), Self::BITS[3]) }
    }
}

/// Ways of a type that has a single value.
pub(in crate::engine) trait ConstantWays: 'static {
    const THIS: &'static Self;
}

impl<B: Word, const BY: u32, H: Halved> ConstantWays for Half<B, BY, H> {
    const THIS: &'static Self = &Half(PhantomData);
}

impl<B: Word, const BY: u32, H: Halved> Ways<B> for Half<B, BY, H> {
    const STRAIGHT: bool = true;
    const KNOWN: bool = true;
    type Half<I: Halved> = Half<B, BY, I>;
    type Rules<T: Send + Sync + 'static> = Option<T>;

    fn of(_: &[(u8, Vec<(i32, B)>)]) -> Option<Self> {
        None
    }

    #[inline(always)]
    fn many(&self) -> usize {
        Self::BITS.len()
    }

    #[inline(always)]
    fn direction(&self, way: usize) -> usize {
        way
    }

    #[inline(always)]
    fn go(&self, way: usize, from: B) -> B {
        from.up(Self::BITS[way])
    }

    #[inline(always)]
    fn come(&self, way: usize, to: B) -> B {
        to.down(Self::BITS[way])
    }

    #[inline(always)]
    fn run(&self, _: usize, line: &Line<B>, from: B, free: B) -> (B, B) {
        line.run(from, free)
    }

    #[inline(always)]
    fn steps(&self, from: B, to: B) -> u32 {
        Self::sum(0, |count, by| count + (to.down(by) & from).count())
    }

    #[inline(always)]
    fn jumpers(&self, prey: B, to: B) -> B {
        Self::sum(B::ZERO, |jumpers, by| jumpers | (to.down(by) & prey).down(by))
    }

    #[inline(always)]
    fn jumps(&self, from: B, prey: B, to: B) -> u32 {
        Self::sum(0, |count, by| count + ((to.down(by) & prey).down(by) & from).count())
    }

    #[inline(always)]
    fn landings(&self, from: B, prey: B, to: B) -> B {
        Self::sum(B::ZERO, |landings, by| landings | (from.up(by) & prey).up(by) & to)
    }
}
