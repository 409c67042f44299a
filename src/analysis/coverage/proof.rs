//! What was found, tried again, and made smaller.

use super::points::Point;
use super::watch::Watch;
use crate::engine::Position;
use crate::model::Setup;
use crate::notation::movetext;

/// A position, or a game, in which something plays its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What.
    pub point: Point,
    /// Where it begins; none: at the start of the rules.
    pub start: Option<Setup>,
    /// The moves from there; with the last one it happens.
    pub moves: Vec<String>,
    /// Whether somebody has played to it; else it was made up.
    pub played: bool,
}

/// Takes out of a made-up position what it does without: counters, the number of turns, pieces.
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

/// Whether something happens with the last of these moves: the test of a [`Witness`].
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
