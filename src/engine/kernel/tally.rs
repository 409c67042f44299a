//! How captures are compared: what a chain records leg by leg, and the number computed from it.

use crate::program::kernels::{CapturePreference, Kernels, MOST_KINDS};

/// What a chain records, leg by leg, in order to be compared.
pub(in crate::engine) trait Tally: Copy + Default + 'static {
    /// Captures are compared at all.
    const COMPARES: bool;
    /// Only the number of captured pieces counts, not their kinds or that of the capturing piece.
    const COUNTS_ALIKE: bool;

    /// Records one more captured piece, of that kind.
    fn add(&mut self, scale: &Scale, kind: impl FnOnce() -> usize);

    /// The rank of a capture by a piece that began as kind `was`; the highest is preferred.
    fn value(&self, scale: &Scale, was: usize) -> u64;
}

/// By what captures are compared.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Scale {
    /// The value of pieces, by kind.
    worth: [u64; MOST_KINDS],
    /// Each preference with the lowest bit of its field in the rank.
    weights: Vec<(CapturePreference, u32)>,
}

impl Scale {
    /// Assigns each preference a field of one 64-bit number, the first one highest; `None` if they do not fit.
    pub(in crate::engine) fn of(kernels: &Kernels, worth: [u64; MOST_KINDS]) -> Option<Scale> {
        let width = |preference: &CapturePreference| match preference {
            CapturePreference::Count | CapturePreference::CountOf(_) => 7,
            CapturePreference::Worth => 17,
            CapturePreference::With(_) => 1,
            CapturePreference::Early(_) => 32,
        };
        let mut left = 64;
        let mut weights = Vec::new();
        for preference in &kernels.preferences {
            left -= width(preference);
            if left < 0 {
                return None;
            }
            weights.push((*preference, left as u32));
        }
        Some(Scale { worth, weights })
    }
}

/// Captures are not compared.
#[derive(Clone, Copy, Default)]
pub(in crate::engine) struct Free;

impl Tally for Free {
    const COMPARES: bool = false;
    const COUNTS_ALIKE: bool = true;

    #[inline(always)]
    fn add(&mut self, _: &Scale, _: impl FnOnce() -> usize) {}

    #[inline(always)]
    fn value(&self, _: &Scale, _: usize) -> u64 {
        0
    }
}

/// Captures are compared by the number of captured pieces alone.
#[derive(Clone, Copy, Default)]
pub(in crate::engine) struct Many(u32);

impl Tally for Many {
    const COMPARES: bool = true;
    const COUNTS_ALIKE: bool = true;

    #[inline(always)]
    fn add(&mut self, _: &Scale, _: impl FnOnce() -> usize) {
        self.0 += 1;
    }

    #[inline(always)]
    fn value(&self, _: &Scale, _: usize) -> u64 {
        u64::from(self.0)
    }
}

/// Captures are compared by the kinds of the capturing and the captured pieces.
#[derive(Clone, Copy, Default)]
pub(in crate::engine) struct Whole {
    count: u32,
    worth: u64,
    kinds: [u32; MOST_KINDS],
    /// By kind, a bit for each captured piece of it: the highest bit for the first piece of the capture.
    order: [u32; MOST_KINDS],
}

impl Tally for Whole {
    const COMPARES: bool = true;
    const COUNTS_ALIKE: bool = false;

    #[inline(always)]
    fn add(&mut self, scale: &Scale, kind: impl FnOnce() -> usize) {
        let kind = kind();
        self.worth += scale.worth[kind];
        self.kinds[kind] += 1;
        if self.count < 32 {
            self.order[kind] |= 1 << (31 - self.count);
        }
        self.count += 1;
    }

    fn value(&self, scale: &Scale, was: usize) -> u64 {
        let of = |kinds: u32| (0..MOST_KINDS).filter(move |kind| kinds >> kind & 1 != 0);
        scale.weights.iter().fold(0, |value, (preference, shift)| {
            let number = match preference {
                CapturePreference::Count => u64::from(self.count),
                CapturePreference::Worth => self.worth,
                CapturePreference::With(kinds) => u64::from(kinds >> was & 1),
                CapturePreference::CountOf(kinds) => of(*kinds).map(|kind| u64::from(self.kinds[kind])).sum(),
                CapturePreference::Early(kinds) => u64::from(of(*kinds).fold(0, |order, kind| order | self.order[kind])),
            };
            value | number << shift
        })
    }
}
