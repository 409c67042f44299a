//! The directions of a board, and their names.

use super::compass::{EIGHT, SIX};
use super::drawn;
use super::plan::{Lines, Plan};
use crate::model::board::{Direction, NamedDirections};

/// A direction with its effect on the file and rank of a place (on hexagonal boards this is not the drawn vector).
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The direction as the board stores it.
    pub(super) direction: Direction,
    /// Files and ranks that one step adds; (0, 0) for directions of bent lines, whose steps are listed one by one.
    pub(super) delta: (i32, i32),
    /// Whether it is a leap of the front matter, from square to square or from point to point whatever is between.
    pub(super) leap: bool,
}

/// All directions by index: those of the compass, a pair for each group of bent lines, then the vectors of each leap as written.
pub(super) fn ways(plan: &Plan) -> Vec<Way> {
    let hex = plan.lines == Lines::Hex;
    let compass = if hex { SIX } else { EIGHT };
    let half = compass.len() / 2;
    let mut ways: Vec<Way> = compass
        .iter()
        .enumerate()
        .map(|(i, &(name, delta, vector, orthogonal))| Way {
            direction: Direction {
                name: name.to_owned(),
                vector,
                orthogonal,
                diagonal: !orthogonal,
                opposite: Some(((i + half) % compass.len()) as u8),
            },
            delta,
            leap: false,
        })
        .collect();
    for number in 1..=drawn::bends(plan) {
        let first = ways.len() as u8;
        let bent = |name: String, opposite: u8| Way {
            direction: Direction { name, vector: (0, 0), orthogonal: true, diagonal: false, opposite: Some(opposite) },
            delta: (0, 0),
            leap: false,
        };
        ways.extend([bent(format!("along-{number}"), first + 1), bent(format!("back-{number}"), first)]);
    }
    for leap in &plan.leaps {
        let first = ways.len();
        for (i, &(x, y)) in leap.vectors.iter().enumerate() {
            let back = leap.vectors.iter().position(|&(u, v)| (u, v) == (-x, -y));
            let direction = Direction {
                name: format!("{}-{}", leap.name, i + 1),
                vector: if hex { (2 * x + y, y) } else { (x, y) },
                orthogonal: false,
                diagonal: false,
                opposite: back.map(|back| (first + back) as u8),
            };
            ways.push(Way { direction, delta: (i32::from(x), i32::from(y)), leap: true });
        }
    }
    ways
}

/// The named sets: `orthogonal`, `diagonal`, each direction under its own name, and each leap's name for all its vectors.
pub(super) fn named(plan: &Plan, ways: &[Way]) -> Vec<NamedDirections> {
    let select = |wanted: &dyn Fn(&Way) -> bool| {
        ways.iter().enumerate().filter(|(_, way)| wanted(way)).fold(0, |set, (i, _)| set | 1u32 << i)
    };
    let entry = |name: &str, set| NamedDirections { name: name.to_owned(), set };
    let mut named = vec![
        entry("orthogonal", select(&|way| way.direction.orthogonal)),
        entry("diagonal", select(&|way| way.direction.diagonal)),
    ];
    named.extend(ways.iter().enumerate().map(|(i, way)| entry(&way.direction.name, 1u32 << i)));
    let mut first = ways.iter().filter(|way| !way.leap).count();
    for leap in &plan.leaps {
        let bits = (first..first + leap.vectors.len()).fold(0, |set, i| set | 1u32 << i);
        named.push(entry(&leap.name, bits));
        first += leap.vectors.len();
    }
    named
}

/// The names of the single directions of a plan, by their index in the board.
pub fn direction_names(plan: &Plan) -> Vec<String> {
    ways(plan).into_iter().map(|way| way.direction.name).collect()
}
