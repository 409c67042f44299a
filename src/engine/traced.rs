//! The same as [`Position::play`] and its siblings, but with a record of what the rules did on the way.

use crate::program::Program;

use super::moves::Move;
use super::position::{Counting, Position, Struck, beginning, consider, settle_noting};
use super::run::{LimitReached, Past};
use super::trace::{Fired, Trace};

/// The result of [`Position::considered_traced`]: the moves, those struck out, and the statements at which runs failed.
pub type Considered = (Vec<Move>, Vec<Struck>, Vec<Fired>);

impl Position {
    /// [`Position::start`], with what the set-up went through before the first decision.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn start_traced(program: &Program) -> Result<(Position, Vec<Fired>), LimitReached> {
        let mut runner = beginning(program);
        runner.trace = Trace::of_a_run();
        settle_noting(runner)
    }

    /// [`Position::play`], with what the move went through up to the next decision, including the end of the turn and the
    /// beginning of the next. Each thing occurs once, in the order of first occurrence.
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

    /// [`Position::considered`], with the statements at which some run failed and so was not a move: [`Fired::Stopped`].
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
