//! The numbers of a position whose count depends on the rules.

use std::ops::{Index, IndexMut};

use smallvec::SmallVec;

/// A list of numbers, `INLINE` of them without the heap. Unlike those of a vector they are copied as one block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbers<const INLINE: usize>(SmallVec<[i32; INLINE]>);

impl<const INLINE: usize> Numbers<INLINE> {
    /// This many numbers, all 0.
    pub(super) fn zero(many: usize) -> Numbers<INLINE> {
        Numbers(SmallVec::from_elem(0, many))
    }
}

impl<const INLINE: usize> Clone for Numbers<INLINE> {
    #[inline]
    fn clone(&self) -> Numbers<INLINE> {
        Numbers(SmallVec::from_slice(&self.0))
    }

    #[inline]
    fn clone_from(&mut self, other: &Numbers<INLINE>) {
        if self.0.len() == other.0.len() {
            self.0.copy_from_slice(&other.0);
        } else {
            *self = other.clone();
        }
    }
}

impl<const INLINE: usize> AsRef<[i32]> for Numbers<INLINE> {
    #[inline]
    fn as_ref(&self) -> &[i32] {
        &self.0
    }
}

impl<const INLINE: usize> AsMut<[i32]> for Numbers<INLINE> {
    #[inline]
    fn as_mut(&mut self) -> &mut [i32] {
        &mut self.0
    }
}

impl<const INLINE: usize> Index<usize> for Numbers<INLINE> {
    type Output = i32;

    #[inline]
    fn index(&self, at: usize) -> &i32 {
        &self.0[at]
    }
}

impl<const INLINE: usize> IndexMut<usize> for Numbers<INLINE> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut i32 {
        &mut self.0[at]
    }
}
