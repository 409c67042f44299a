//! Leaves counted below some positions of a game.

use std::rc::Rc;

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::engine::Position;
use draughtsman::program::Program;

use super::work::Work;

/// The general machine alone.
pub(crate) const MACHINE: Way = Way { quick: false, ..Way::USUAL };

/// Deeper than that nobody counts: some trees stay narrow.
const DEEPEST: u32 = 20;

/// A tree of so many leaves is wide and deep enough to tell a wrong count, and soon counted by the machine.
const COMPARED: u64 = 20_000;

/// A tree of fewer leaves tells nothing.
const FEWEST: u64 = 100;

/// A count of leaves.
#[derive(Clone)]
pub(crate) struct Count {
    pub(crate) program: &'static Program,
    pub(crate) positions: Vec<Position>,
    pub(crate) depth: u32,
}

impl Count {
    /// From one position.
    pub(crate) fn from(program: &'static Program, position: Position, depth: u32) -> Count {
        Count { program, positions: vec![position], depth }
    }

    /// The first depth with so many leaves, or the last that has any.
    pub(crate) fn of_at_least(least: u64, what: &str, program: &'static Program, positions: Vec<Position>) -> Count {
        Count::until(what, program, positions, |_, leaves| leaves >= least)
    }

    /// The first depth with so many leaves but no deeper than another count, or the last that has any.
    pub(crate) fn within(other: &Count, least: u64, what: &str, program: &'static Program, positions: Vec<Position>) -> Count {
        Count::until(what, program, positions, |depth, leaves| depth == other.depth || leaves >= least)
    }

    /// Ply by ply, until depth and leaves are enough. The machine finds as many where there are many leaves, or in the end.
    fn until(what: &str, program: &'static Program, positions: Vec<Position>, enough: impl Fn(u32, u64) -> bool) -> Count {
        let (quick, machine) = (Counter::new(program, Way::USUAL), Counter::new(program, MACHINE));
        let mut count = Count { program, positions, depth: 1 };
        let compare = |count: &Count, leaves: u64| assert_eq!(leaves, count.leaves(&machine), "{what}, {} plies", count.depth);
        let (mut compared, mut leaves) = (false, count.leaves(&quick));
        loop {
            if !compared && leaves >= COMPARED {
                compare(&count, leaves);
                compared = true;
            }
            if enough(count.depth, leaves) || count.depth == DEEPEST {
                break;
            }
            let deeper = Count { depth: count.depth + 1, ..count.clone() };
            let below = deeper.leaves(&quick);
            if below == 0 {
                break;
            }
            (count, leaves) = (deeper, below);
        }
        assert!(leaves >= FEWEST, "{what} has few leaves");
        if !compared {
            compare(&count, leaves);
        }
        count
    }

    /// How many there are.
    pub(crate) fn leaves(&self, counter: &Counter<'_>) -> u64 {
        let leaves = |position| counter.leaves(position, self.depth).expect("no limit is reached");
        self.positions.iter().map(leaves).sum()
    }

    /// Counting them in one way.
    pub(crate) fn work(&self, what: &str, way: Way) -> Rc<Work> {
        let (count, counter) = (self.clone(), Counter::new(self.program, way));
        Work::new(format!("{what}, {} plies", self.depth), "leaves", move || count.leaves(&counter))
    }
}
