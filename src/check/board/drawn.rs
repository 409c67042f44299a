//! Lines of one's own: which steps they are, and in which directions.

use super::compass::EIGHT;
use super::places::Place;
use super::plan::Plan;

/// The steps along the lines of a plan, both ways: from where, in which direction, to where.
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

/// How many pairs of directions the lines need that bend.
pub(super) fn bends(plan: &Plan) -> usize {
    bent(plan).into_iter().flatten().max().map_or(0, |most| most + 1)
}

/// Two places to which one direction would lead from a place, if the lines of a plan say so.
pub fn crossing(plan: &Plan) -> Option<(Place, [Place; 2])> {
    let mut known: Vec<(Place, usize, Place)> = Vec::new();
    steps(plan).into_iter().find_map(|(from, way, to)| {
        let other = known.iter().find(|one| (one.0, one.1) == (from, way) && one.2 != to).map(|one| one.2);
        known.push((from, way, to));
        other.map(|other| (from, [other, to]))
    })
}

/// For each line the number of its pair of directions, if it bends. Lines that have no place in common share a pair.
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

/// The way of the compass from one place to another, as files and ranks rise or fall.
fn compass(from: Place, to: Place) -> usize {
    let sign = |from: u8, to: u8| (i32::from(to) - i32::from(from)).signum();
    let way = (sign(from.file, to.file), sign(from.rank, to.rank));
    EIGHT.iter().position(|(_, delta, ..)| *delta == way).unwrap_or(0)
}
