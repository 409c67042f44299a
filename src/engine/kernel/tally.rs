//! How captures are compared: what a chain keeps in mind on its way, and the number that comes of it.

use crate::program::kernels::{Kernels, MOST_KINDS, Preference};

/// What a chain keeps in mind for comparing it, by leg.
pub(in crate::engine) trait Tally: Copy + Default + 'static {
    /// Captures are compared at all.
    const COMPARES: bool;
    /// One piece taken is as good as another, whoever takes it.
    const COUNTS_ALIKE: bool;

    /// One more is taken, of that kind.
    fn add(&mut self, scale: &Scale, kind: impl FnOnce() -> usize);

    /// How much the capture is preferred that began as that kind.
    fn value(&self, scale: &Scale, was: usize) -> u64;
}

/// By what captures are compared.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Scale {
    /// What pieces are worth, by kind.
    worth: [u64; MOST_KINDS],
    /// For each preference, by how many bits its number is shifted.
    weights: Vec<(Preference, u32)>,
}

impl Scale {
    /// Where each preference stands in one number, the first one highest; `None` if they do not fit.
    pub(in crate::engine) fn of(kernels: &Kernels, worth: [u64; MOST_KINDS]) -> Option<Scale> {
        let width = |preference: &Preference| match preference {
            Preference::Count | Preference::CountOf(_) => 7,
            Preference::Worth => 17,
            Preference::With(_) => 1,
            Preference::Early(_) => 32,
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

/// Captures are compared by how many are taken, and by nothing else.
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

/// Captures are compared by who takes whom.
#[derive(Clone, Copy, Default)]
pub(in crate::engine) struct Whole {
    count: u32,
    worth: u64,
    kinds: [u32; MOST_KINDS],
    /// One bit a taken piece, the first highest, by kind.
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
                Preference::Count => u64::from(self.count),
                Preference::Worth => self.worth,
                Preference::With(kinds) => u64::from(kinds >> was & 1),
                Preference::CountOf(kinds) => of(*kinds).map(|kind| u64::from(self.kinds[kind])).sum(),
                Preference::Early(kinds) => u64::from(of(*kinds).fold(0, |order, kind| order | self.order[kind])),
            };
            value | number << shift
        })
    }
}
