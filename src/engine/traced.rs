//! Playing with open eyes: the same as [`Position::play`] and its fellows, with what the rules did on the way.

use crate::program::Program;

use super::moves::Move;
use super::position::{Counting, Position, Struck, beginning, consider, settle_noting};
use super::run::{LimitReached, Past};
use super::trace::{Fired, Trace};

/// What [`Position::considered_traced`] finds: the moves, those struck out, and the statements at which runs stopped.
pub type Considered = (Vec<Move>, Vec<Struck>, Vec<Fired>);

impl Position {
    /// [`Position::start`], and what the set-up went through before its first decision.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn start_traced(program: &Program) -> Result<(Position, Vec<Fired>), LimitReached> {
        let mut runner = beginning(program);
        runner.trace = Trace::of_a_run();
        settle_noting(runner)
    }

    /// [`Position::play`], and what the move went through up to the next decision: the end of the turn and the beginning of
    /// the next one among it. Each thing stands there once, in the order in which it came first.
    ///
    /// ```
    /// # use draughtsman::{engine::{Counting, Fired, Position}, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// let moves = start.moves(&program, Counting::AsWritten).unwrap();
    /// let (next, fired) = start.play_traced(&program, &moves[0], &[]).unwrap();
    /// assert_eq!(next, start.play(&program, &moves[0], &[]).unwrap());
    /// let Fired::Rule(rule) = fired[0] else { panic!("{fired:?}") };
    /// assert_eq!(program.lines[rule.index()].text, "man may step forward diagonal");
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_traced(&self, program: &Program, mv: &Move, stood: &[u64]) -> Result<(Position, Vec<Fired>), LimitReached> {
        let mut runner = self.resume(program);
        runner.past = Past::of(stood);
        runner.trace = Trace::of_a_run();
        runner.replay(&mv.record);
        settle_noting(runner)
    }

    /// [`Position::considered`], and the statements at which some run stopped and was no move: [`Fired::Stopped`].
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn considered_traced(&self, program: &Program, counting: Counting) -> Result<Considered, LimitReached> {
        let mut runner = self.resume(program);
        runner.trace = Trace::of_stops();
        let (moves, struck) = consider(&mut runner, counting)?;
        Ok((moves, struck, runner.trace.fired()))
    }
}
