//! Hashes by which moves and positions are told apart.

use std::hash::{Hash, Hasher};

use super::super::mixing::Mixing;
use super::super::word::Word;
use super::scene::Named;

/// A number mixed into a hash.
#[inline(always)]
pub(super) fn mingle(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// A single site, or nothing, mixed into a hash.
#[inline(always)]
pub(super) fn spot<B: Word>(hash: u64, site: B) -> u64 {
    mingle(hash, site.key())
}

/// A set mixed into a hash.
#[inline(always)]
pub(super) fn blend<B: Word>(hash: u64, set: B) -> u64 {
    (0..B::PARTS).fold(hash, |hash, i| mingle(hash, set.part(i)))
}

/// A thing chosen mixed into a hash.
pub(super) fn chosen<B: Word>(hash: u64, name: u16, value: &Named<B>) -> u64 {
    let hash = mingle(hash, u64::from(name) + 1);
    match value {
        Named::Nothing => hash,
        Named::Sites(set) => blend(mingle(hash, 1), *set),
        Named::Pieces(set) => blend(mingle(hash, 2), *set),
        Named::Taken(places) => mingle(mingle(hash, 3), *places),
        Named::Bits(bits) => mingle(mingle(hash, 4), *bits),
        Named::Number(number) => mingle(mingle(hash, 5), *number as u64),
        Named::Tokens { of, .. } => mingle(mingle(hash, 7), *of),
        Named::Off { code, .. } => mingle(mingle(hash, 8), u64::from(*code)),
        Named::Card { cell, .. } => mingle(mingle(hash, 9), u64::from(*cell)),
        Named::Truth(truth) => mingle(mingle(hash, 6), u64::from(*truth)),
    }
}

/// What is under a name mixed into a hash: where it lies too, which is not seen in what was chosen.
pub(super) fn named<B: Word>(hash: u64, name: u16, value: &Named<B>) -> u64 {
    let mut place = Mixing::default();
    match value {
        Named::Tokens { spot, .. } | Named::Card { spot, .. } => spot.hash(&mut place),
        Named::Off { lies, .. } => lies.hash(&mut place),
        _ => {}
    }
    mingle(chosen(hash, name, value), place.finish())
}
