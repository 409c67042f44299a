//! All that chance can bring after an option, one result after the other, as [`Line::foresee`](crate::engine::Line::foresee) tells it.

use smallvec::SmallVec;

use crate::engine::Draw;

/// How many results there are as far as draws show.
pub(super) fn results(draws: &[Draw]) -> u32 {
    draws.iter().fold(1, |all, draw| all.saturating_mul(draw.results))
}

/// How likely the result is that was drawn so.
pub(super) fn share(draws: &[Draw]) -> f64 {
    draws.iter().map(|draw| draw.share).product()
}

/// The places of the result after these, in the order of all; nothing after the last one.
pub(super) fn following(draws: &[Draw]) -> Option<SmallVec<[u32; 4]>> {
    let last = draws.iter().rposition(|draw| draw.place + 1 < draw.results)?;
    let before = draws[..last].iter().map(|draw| draw.place);
    Some(before.chain([draws[last].place + 1]).collect())
}
