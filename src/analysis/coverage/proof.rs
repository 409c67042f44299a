//! Witnesses of coverage: they can be checked by replay, and made smaller.

use super::points::Point;
use super::watch::Watch;
use crate::engine::Position;
use crate::model::Setup;
use crate::notation::movetext;

/// A position or game in which a coverage point takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The point.
    pub point: Point,
    /// The position where it begins; `None` for the initial position of the rules.
    pub start: Option<Setup>,
    /// The moves from there; the point takes part in the last one.
    pub moves: Vec<String>,
    /// Whether the position was reached by play; else it was constructed.
    pub played: bool,
}

/// Simplifies a constructed position as long as the witness stays valid: resets counters and the number of turns, removes
/// pieces.
pub(super) fn shrink(watch: &Watch<'_>, found: &mut Witness) {
    let Some(start) = found.start.clone().filter(|_| !found.played) else { return };
    let mut best = start;
    let mut tries: Vec<Setup> = vec![
        Setup { turns: 0, stored: Vec::new(), ..best.clone() },
        Setup { stored: Vec::new(), ..best.clone() },
        Setup { turns: 0, ..best.clone() },
    ];
    tries.retain(|setup| *setup != best && shows(watch, found.point, &Some(setup.clone()), &found.moves));
    if let Some(simpler) = tries.into_iter().next() {
        best = simpler;
    }
    let mut i = 0;
    while i < best.stored.len() {
        let mut fewer = best.clone();
        fewer.stored.remove(i);
        match shows(watch, found.point, &Some(fewer.clone()), &found.moves) {
            true => best = fewer,
            false => i += 1,
        }
    }
    let mut i = 0;
    while i < best.board.len() {
        let mut fewer = best.clone();
        fewer.board.remove(i);
        match shows(watch, found.point, &Some(fewer.clone()), &found.moves) {
            true => best = fewer,
            false => i += 1,
        }
    }
    found.start = Some(best);
}

/// Whether a point takes part in the last of these moves. This is the test of a [`Witness`].
pub fn shows(watch: &Watch<'_>, point: Point, start: &Option<Setup>, moves: &[String]) -> bool {
    let program = watch.program;
    let first = match start {
        Some(setup) => Position::from_setup(program, setup).ok(),
        None => Position::start(program).ok(),
    };
    let Some(mut position) = first else { return false };
    let mut stood = vec![position.standing()];
    let mut last = Vec::new();
    for text in moves {
        let Ok(Some(decision)) = watch.decision(&position) else { return false };
        let texts = movetext::texts(&program.equipment, &decision.moves, program.chains_may_stop());
        let Some(chosen) = texts.iter().position(|one| one == text) else { return false };
        let Ok((next, touched)) = watch.step(&position, &decision.moves[chosen], &stood) else { return false };
        stood.push(next.stands_after(&position));
        last = decision.touched;
        last.extend(touched);
        position = next;
    }
    last.contains(&point)
}
