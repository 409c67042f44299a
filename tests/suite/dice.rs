//! Numbers that look random and are the same in every run, or that somebody has chosen.

/// The next of a row of numbers that look random (xorshift, Marsaglia 2003).
pub(crate) fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
}

/// What makes one of many things: by chance, or as a row of bytes says.
pub(crate) trait Dice {
    /// The next number, of 31 bits.
    fn throw(&mut self) -> usize;
}

impl Dice for u64 {
    fn throw(&mut self) -> usize {
        next(self)
    }
}

/// A row of bytes, one for each number; where they are used up, numbers that look random.
pub(crate) struct Bytes<'b> {
    /// What is left.
    left: &'b [u8],
    seed: u64,
}

impl<'b> Bytes<'b> {
    /// The bytes, from the first.
    pub(crate) fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes { left: bytes, seed: 0x9E37_79B9_7F4A_7C15 ^ bytes.len() as u64 }
    }
}

impl Dice for Bytes<'_> {
    fn throw(&mut self) -> usize {
        match self.left.split_first() {
            Some((first, left)) => {
                self.left = left;
                usize::from(*first)
            }
            None => next(&mut self.seed),
        }
    }
}
