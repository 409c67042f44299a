//! Hashes that distinguish moves and positions.

use std::hash::{Hash, Hasher};

use super::super::mixing::Mixing;
use super::super::word::Word;
use super::move_state::NamedValue;

/// Mixes a number into a hash.
#[inline(always)]
pub(super) fn mingle(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// Mixes a single site, or none, into a hash.
#[inline(always)]
pub(super) fn spot<B: Word>(hash: u64, site: B) -> u64 {
    mingle(hash, site.key())
}

/// Mixes a set into a hash.
#[inline(always)]
pub(super) fn blend<B: Word>(hash: u64, set: B) -> u64 {
    (0..B::PARTS).fold(hash, |hash, i| mingle(hash, set.part(i)))
}

/// Mixes a chosen thing into a hash, without the place where it lies.
pub(super) fn chosen<B: Word>(hash: u64, name: u16, value: &NamedValue<B>) -> u64 {
    let hash = mingle(hash, u64::from(name) + 1);
    match value {
        NamedValue::Nothing => hash,
        NamedValue::Sites(set) => blend(mingle(hash, 1), *set),
        NamedValue::Pieces(set) => blend(mingle(hash, 2), *set),
        NamedValue::Taken(places) => mingle(mingle(hash, 3), *places),
        NamedValue::Bits(bits) => mingle(mingle(hash, 4), *bits),
        NamedValue::Number(number) => mingle(mingle(hash, 5), *number as u64),
        NamedValue::Tokens { of, .. } => mingle(mingle(hash, 7), *of),
        NamedValue::Off { code, .. } => mingle(mingle(hash, 8), u64::from(*code)),
        NamedValue::Card(card) => mingle(mingle(hash, 9), u64::from(card.cell)),
        NamedValue::Truth(truth) => mingle(mingle(hash, 6), u64::from(*truth)),
    }
}

/// Mixes the value of a name into a hash, including the place where it lies, which [`chosen`] leaves out.
pub(super) fn named<B: Word>(hash: u64, name: u16, value: &NamedValue<B>) -> u64 {
    let mut place = Mixing::default();
    match value {
        NamedValue::Tokens { spot, .. } => spot.hash(&mut place),
        NamedValue::Card(card) => card.hash(&mut place),
        NamedValue::Off { place: lies, .. } => lies.hash(&mut place),
        _ => {}
    }
    mingle(chosen(hash, name, value), place.finish())
}
