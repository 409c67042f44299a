//! Boards whose `lines` are listed one by one: the steps along the lines and the directions of these steps.

use super::compass::EIGHT;
use super::places::Place;
use super::plan::Plan;

/// All steps along the lines of a plan, both ways: from, index of the direction, to.
pub(super) fn steps(plan: &Plan) -> Vec<(Place, usize, Place)> {
    let bent = bent(plan);
    let way = |line: usize, from: Place, to: Place| match bent[line] {
        Some(pair) => EIGHT.len() + 2 * pair,
        None => compass(from, to),
    };
    let lines = plan.drawn.iter().enumerate();
    let there = lines.flat_map(|(i, line)| line.windows(2).map(move |pair| (i, pair[0], pair[1])));
    there
        .flat_map(|(line, from, to)| {
            let ahead = way(line, from, to);
            let back = if bent[line].is_some() { ahead + 1 } else { compass(to, from) };
            [(from, ahead, to), (to, back, from)]
        })
        .collect()
}

/// The number of pairs of directions that the bent lines need.
pub(super) fn bends(plan: &Plan) -> usize {
    bent(plan).into_iter().flatten().max().map_or(0, |most| most + 1)
}

/// A place from which one direction would lead to two places, with these two; `None` if the lines do not conflict.
pub fn crossing(plan: &Plan) -> Option<(Place, [Place; 2])> {
    let mut known: Vec<(Place, usize, Place)> = Vec::new();
    steps(plan).into_iter().find_map(|(from, way, to)| {
        let other = known.iter().find(|one| (one.0, one.1) == (from, way) && one.2 != to).map(|one| one.2);
        known.push((from, way, to));
        other.map(|other| (from, [other, to]))
    })
}

/// For each bent line the number of its pair of directions; `None` for straight lines. Lines without a common place share a pair.
fn bent(plan: &Plan) -> Vec<Option<usize>> {
    let mut pairs: Vec<Vec<Place>> = Vec::new();
    let number = |line: &Vec<Place>| {
        let ways = || line.windows(2).map(|pair| compass(pair[0], pair[1]));
        if ways().all(|way| Some(way) == ways().next()) {
            return None;
        }
        let free = pairs.iter().position(|used| !line.iter().any(|place| used.contains(place)));
        let pair = free.unwrap_or(pairs.len());
        if free.is_none() {
            pairs.push(Vec::new());
        }
        pairs[pair].extend(line);
        Some(pair)
    };
    plan.drawn.iter().map(number).collect()
}

/// The compass direction of a step, by the signs of the differences in file and rank.
fn compass(from: Place, to: Place) -> usize {
    let sign = |from: u8, to: u8| (i32::from(to) - i32::from(from)).signum();
    let way = (sign(from.file, to.file), sign(from.rank, to.rank));
    EIGHT.iter().position(|(_, delta, ..)| *delta == way).unwrap_or(0)
}
