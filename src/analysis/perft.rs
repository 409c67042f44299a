//! Counting the leaves of the tree of moves.

use crate::engine::{Counting, Direct, LimitReached, Move, Position};
use crate::program::Program;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which runs are one move.
    pub counting: Counting,
    /// Make every move down to the leaves, instead of counting the moves of the last ply.
    pub made: bool,
    /// By the direct engine, where it has a form for the rules. Else by the general machine alone.
    pub quick: bool,
}

impl Way {
    /// As the rule file says, last ply counted, as fast as can be.
    pub const USUAL: Way = Way { counting: Counting::AsWritten, made: false, quick: true };
}

/// How many leaves lie so many plies below a position. A ply is one decision, chance's included; endings that wait for
/// patience to run out are not applied, and a finished game has no moves.
///
/// ```
/// # use draughtsman::{analysis::perft::{Way, perft}, engine::Position, library};
/// let program = library::bundled("english").unwrap().program;
/// let start = Position::start(&program).unwrap();
/// assert_eq!(perft(&program, &start, 3, Way::USUAL), Ok(302));
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn perft(program: &Program, position: &Position, depth: u32, way: Way) -> Result<u64, LimitReached> {
    Counter::new(program, way).leaves(position, depth)
}

/// For each move, the leaves below it.
///
/// # Errors
/// A rule that does not come to an end.
pub fn divide(program: &Program, position: &Position, depth: u32, way: Way) -> Result<Vec<(Move, u64)>, LimitReached> {
    let counter = Counter::new(program, way);
    let moves = position.moves_impatiently(program, way.counting)?;
    let below = |mv: Move| {
        let next = position.play_impatiently(program, &mv)?;
        Ok((mv, counter.leaves(&next, depth.saturating_sub(1))?))
    };
    moves.into_iter().map(below).collect()
}

/// Counts leaves of one program, on any thread.
pub struct Counter<'a> {
    pub(super) program: &'a Program,
    pub(super) way: Way,
    pub(super) direct: Option<Direct>,
}

impl<'a> Counter<'a> {
    /// What all counts have in common. Which engine counts is decided here, and by what it says of a position.
    pub fn new(program: &'a Program, way: Way) -> Counter<'a> {
        let routes = way.counting.routes(program);
        let direct = if way.quick { Direct::counting(program, routes).ok() } else { None };
        Counter { program, way, direct }
    }

    /// The leaves below a position. What is fastest may know nothing of it: then the general machine makes its moves, and each
    /// position after them is asked for anew.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn leaves(&self, position: &Position, depth: u32) -> Result<u64, LimitReached> {
        let Counter { program, way: Way { counting, made, .. }, direct } = self;
        if depth == 0 {
            return Ok(1);
        }
        let counted = direct.as_ref().and_then(|direct| direct.leaves(program, position, depth, *made));
        if let Some(leaves) = counted {
            return Ok(leaves);
        }
        let moves = position.moves_impatiently(program, *counting)?;
        if depth == 1 && !made {
            return Ok(moves.len() as u64);
        }
        moves.iter().try_fold(0, |sum, mv| {
            let next = position.play_impatiently(program, mv)?;
            Ok(sum + self.leaves(&next, depth - 1)?)
        })
    }

    /// The same, asked in between whether to stop: none if so. What has more leaves than a moment's work by its first ply is
    /// counted move by move.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    ///
    /// ```
    /// # use draughtsman::{analysis::perft::{Counter, Way}, engine::Position, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// let counter = Counter::new(&program, Way::USUAL);
    /// assert_eq!(counter.leaves_unless(&start, 5, &|| false), Ok(Some(7361)));
    /// assert_eq!(counter.leaves_unless(&start, 50, &|| true), Ok(None));
    /// ```
    pub fn leaves_unless(&self, position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Result<Option<u64>, LimitReached> {
        if depth < 2 {
            return self.leaves(position, depth).map(Some);
        }
        if stop() {
            return Ok(None);
        }
        // A forced move says nothing of the moves behind it.
        let moves = self.leaves(position, 1)?.max(USUAL_MOVES);
        if moves.saturating_pow(depth) <= AT_ONCE {
            return self.leaves(position, depth).map(Some);
        }
        let next = match self.replies(position)? {
            Some(next) => next,
            None => self.replies_by_machine(position)?,
        };
        let at_once = moves.saturating_pow(depth - 1) <= AT_ONCE;
        let mut sum = 0u64;
        for next in &next {
            let below = match at_once && !stop() {
                true => Some(self.leaves(next, depth - 1)?),
                false => self.leaves_unless(next, depth - 1, stop)?,
            };
            let Some(leaves) = below else { return Ok(None) };
            sum = sum.saturating_add(leaves);
        }
        Ok(Some(sum))
    }
}

/// As many moves as a position has at least, for the guess how much lies below it.
const USUAL_MOVES: u64 = 10;

/// Leaves that are counted in one go, between two looks whether to stop.
const AT_ONCE: u64 = 1_000_000;
