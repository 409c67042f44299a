//! Perft: counts the leaves of the game tree at a given depth.

use crate::engine::{BitboardEngine, Counting, LimitReached, Move, Position};
use crate::program::Program;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which runs count as the same move.
    pub counting: Counting,
    /// Makes every move down to the leaves instead of counting the moves of the last ply.
    pub made: bool,
    /// Uses the bitboard engine where it supports the rules, else the general machine alone.
    pub quick: bool,
}

impl Way {
    /// The usual count: routes as the rule file says, the last ply counted in bulk, on the fastest engine.
    pub const USUAL: Way = Way { counting: Counting::AsWritten, made: false, quick: true };
}

/// The number of leaves `depth` plies below a position. A ply is one decision, including decisions of chance. Patience endings
/// are not applied, and a finished game has no moves.
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

/// The number of leaves below each move.
pub fn divide(program: &Program, position: &Position, depth: u32, way: Way) -> Result<Vec<(Move, u64)>, LimitReached> {
    let counter = Counter::new(program, way);
    let moves = position.moves_impatiently(program, way.counting)?;
    let below = |mv: Move| {
        let next = position.play_impatiently(program, &mv)?;
        Ok((mv, counter.leaves(&next, depth.saturating_sub(1))?))
    };
    moves.into_iter().map(below).collect()
}

/// Counts leaves of one program; can be shared by threads.
pub struct Counter<'a> {
    pub(super) program: &'a Program,
    pub(super) way: Way,
    pub(super) bitboards: Option<BitboardEngine>,
}

impl<'a> Counter<'a> {
    /// Chooses the engine for all counts. That engine may still decline single positions.
    pub fn new(program: &'a Program, way: Way) -> Counter<'a> {
        let routes = way.counting.routes(program);
        let bitboards = if way.quick { BitboardEngine::counting(program, routes).ok() } else { None };
        Counter { program, way, bitboards }
    }

    /// The number of leaves below a position. If the fast engine declines the position, the general machine makes its moves and
    /// each resulting position is tried anew.
    pub fn leaves(&self, position: &Position, depth: u32) -> Result<u64, LimitReached> {
        let Counter { program, way: Way { counting, made, .. }, bitboards } = self;
        if depth == 0 {
            return Ok(1);
        }
        let counted = bitboards.as_ref().and_then(|bitboards| bitboards.leaves(program, position, depth, *made));
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

    /// The same, but calls `stop` at intervals and returns `None` as soon as it is true. A count that is estimated to be large
    /// is divided by its moves.
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
        // A forced move says nothing about the number of moves after it.
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

/// Assumed minimum number of moves per position, for estimating the size of a count.
const USUAL_MOVES: u64 = 10;

/// Estimated number of leaves that are counted without calling `stop`.
const AT_ONCE: u64 = 1_000_000;
