//! Goes through all results of chance after an option one by one, as [`Line::foresee`](crate::engine::Line::foresee) allows.

use smallvec::SmallVec;

use crate::engine::ChanceDraw;

/// The number of results, as far as these draws show.
pub(super) fn results(draws: &[ChanceDraw]) -> u32 {
    draws.iter().fold(1, |all, draw| all.saturating_mul(draw.results))
}

/// The probability of the result of these draws.
pub(super) fn share(draws: &[ChanceDraw]) -> f64 {
    draws.iter().map(|draw| draw.share).product()
}

/// The places of the next result after these draws, in lexicographic order; none after the last one.
pub(super) fn following(draws: &[ChanceDraw]) -> Option<SmallVec<[u32; 4]>> {
    let last = draws.iter().rposition(|draw| draw.place + 1 < draw.results)?;
    let before = draws[..last].iter().map(|draw| draw.place);
    Some(before.chain([draws[last].place + 1]).collect())
}
