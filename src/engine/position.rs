//! A position: a valid arrangement with its pending decision.

use std::hash::{Hash, Hasher};

use crate::model::equipment::Routes;
use crate::model::setup::Outcome;
use crate::model::{PlayerId, RuleId};
use crate::program::code::Op;
use crate::program::{Layout, Program};

use super::effort::WorkBudget;
use super::line::{BoardPiece, each_piece};
use super::machine::{Machine, Task};
use super::mixing::Mixing;
use super::moves::Move;
use super::run::{Actor, LimitReached, Past, Runner, Step};
use super::store::Store;
use super::trace::Fired;
use super::{list, oblige};

/// A position with its pending decision: who must choose, and the rest of the turn.
///
/// It belongs to one [`Program`]; using it with another program gives meaningless results, but never panics. While nothing of a
/// turn has happened yet it is plain memory of a few words; the rest of a turn under way is kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) store: Store,
    /// The turn under way; `None` at the first decision of a turn that begins with a plain `play`.
    pub(super) machine: Option<Box<Machine>>,
    pub(super) began: TurnStartHash,
}

/// The hash of the position when its turn began, before the triggers of `turn begins`. It belongs to the history: it is ignored
/// when positions are compared or hashed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnStartHash(pub(super) u64);

impl PartialEq for TurnStartHash {
    fn eq(&self, _: &TurnStartHash) -> bool {
        true
    }
}

impl Eq for TurnStartHash {}

impl Hash for TurnStartHash {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A move that would be possible without an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The move.
    pub mv: Move,
    /// The line of the obligation that forbids it.
    pub by: RuleId,
}

/// Which runs count as the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// As the rule file says.
    AsWritten,
    /// Every capture route is a move of its own: the order of the pieces taken, and the final square, distinguish it.
    Keep,
    /// Runs with the same start, end, captured pieces and effects are one move.
    Drop,
}

impl Counting {
    /// Whether routes distinguish moves under this counting.
    pub fn routes(self, program: &Program) -> Routes {
        match self {
            Counting::AsWritten => program.equipment.routes,
            Counting::Keep => Routes::Distinct,
            Counting::Drop => Routes::Alike,
        }
    }
}

impl Position {
    /// The position at the first decision of a game; it is a decision of chance if the set-up draws something.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn start(program: &Program) -> Result<Position, LimitReached> {
        settle(beginning(program))
    }

    /// The same, if the engine gets there in at most `most` steps (of the 40,000,000 that one decision may take); `None` otherwise.
    pub fn start_within(program: &Program, most: u64) -> Option<Position> {
        let mut runner = beginning(program);
        runner.effort = WorkBudget::of(most);
        settle(runner).ok()
    }

    /// Who must choose; `None` if the game is over.
    pub fn actor(&self, program: &Program) -> Option<Actor> {
        match &self.machine {
            None => Some(Actor::Player(self.mover(program))),
            Some(machine) if machine.outcome.is_some() => None,
            Some(_) => match self.resume(program).advance() {
                Step::Choice(choice) => Some(choice.by),
                _ => None,
            },
        }
    }

    /// Whose turn it is.
    pub fn mover(&self, program: &Program) -> PlayerId {
        let turn = self.store.cell(program.layout.turn()) as usize;
        program.equipment.turn_order.get(turn).copied().unwrap_or_default()
    }

    /// The number of turns that are over, without one whose end still has a decision pending.
    pub fn turns(&self) -> u32 {
        let ended = |machine: &Machine| machine.outcome.is_none() && machine.has_ended_turn();
        self.store.cell(Layout::TURNS) - u32::from(self.machine.as_deref().is_some_and(ended))
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.machine.as_ref()?.outcome.as_deref()
    }

    /// The options of the pending decision, in a fixed order; empty if the game is over.
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn moves(&self, program: &Program, counting: Counting) -> Result<Vec<Move>, LimitReached> {
        Ok(self.considered(program, counting)?.0)
    }

    /// The same without patience endings (those that read a clock or `repeats`), which may end the game during a move. For use
    /// with [`Position::play_impatiently`].
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn moves_impatiently(&self, program: &Program, counting: Counting) -> Result<Vec<Move>, LimitReached> {
        let mut runner = self.resume(program);
        runner.past.patience = false;
        Ok(consider(&mut runner, counting)?.0)
    }

    /// The moves, if listing them takes at most `most` steps, and the number of steps taken. For callers with a limited budget
    /// of work.
    pub(crate) fn moves_within(&self, program: &Program, counting: Counting, most: u64) -> (Option<Vec<Move>>, u64) {
        let mut runner = self.resume(program);
        runner.effort = WorkBudget::of(most);
        let moves = consider(&mut runner, counting).ok().map(|(moves, _)| moves);
        (moves, most - runner.effort.left())
    }

    /// Calls `each` for every piece on the board, including those inside towers.
    pub fn each_piece(&self, program: &Program, each: impl FnMut(BoardPiece)) {
        each_piece(program, &self.store, each);
    }

    /// The options of the pending decision, and the moves struck out by obligations, each with the line of the obligation.
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn considered(&self, program: &Program, counting: Counting) -> Result<(Vec<Move>, Vec<Struck>), LimitReached> {
        consider(&mut self.resume(program), counting)
    }

    /// The moves that obligations have struck out; empty where a limit is reached.
    pub fn barred(&self, program: &Program) -> Vec<Move> {
        let (_, struck) = self.considered(program, Counting::AsWritten).unwrap_or_default();
        struck.into_iter().map(|struck| struck.mv).collect()
    }

    /// The position after a move of [`Position::moves`]. `stood` are the repetition hashes of the game so far, for endings by
    /// repetition; [`super::Game`] keeps them.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play(&self, program: &Program, mv: &Move, stood: &[u64]) -> Result<Position, LimitReached> {
        self.play_with(program, mv, Past::of(stood))
    }

    /// The position after a move, without patience endings (those that read a clock or `repeats`): what perft counts.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_impatiently(&self, program: &Program, mv: &Move) -> Result<Position, LimitReached> {
        self.play_with(program, mv, Past { patience: false, ..Past::of(&[]) })
    }

    fn play_with(&self, program: &Program, mv: &Move, past: Past<'_>) -> Result<Position, LimitReached> {
        let mut runner = self.resume(program);
        runner.past = past;
        runner.replay(&mv.record);
        settle(runner)
    }

    /// The repetition hash: of all that belongs to a position for `repeats`. It is updated incrementally, move by move.
    pub fn hash(&self) -> u64 {
        self.store.hash()
    }

    /// A hash of the pending decision: of what is in [`Position::hash`] and of the rest of a turn under way, including what has
    /// been chosen and done in it. When one player has chosen and another must answer, the board can be the same whatever was
    /// chosen; only this hash distinguishes such decisions.
    ///
    /// ```
    /// # use draughtsman::{engine::Position, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// assert_eq!(start.decision_hash(), start.hash(), "nothing of the turn has happened yet");
    /// ```
    pub fn decision_hash(&self) -> u64 {
        let Some(machine) = &self.machine else { return self.hash() };
        let mut hasher = Mixing::default();
        (self.hash(), machine).hash(&mut hasher);
        hasher.finish()
    }

    /// The repetition hash of the position as the player found it when the turn began, before the triggers of `turn begins`:
    /// what counts for repetition. Not meaningful in the middle of a turn.
    pub fn standing(&self) -> u64 {
        self.began.0
    }

    /// The repetition hash, computed from scratch.
    pub fn hash_from_scratch(&self, program: &Program) -> u64 {
        self.store.hash_from_scratch(&program.layout)
    }

    /// Whether another position has the same memory; the rest of a turn under way is ignored. Both must belong to programs with
    /// equal [layouts](Layout), not necessarily to the same program.
    pub fn same_memory(&self, other: &Position) -> bool {
        self.store == other.store
    }

    /// The bytes that this position occupies, including those on the heap.
    pub fn bytes(&self) -> usize {
        let machine = self.machine.as_ref().map_or(0, |machine| {
            std::mem::size_of::<Machine>()
                + machine.tasks.capacity() * std::mem::size_of::<Task>()
                + machine.values.capacity() * std::mem::size_of::<super::value::Value>()
        });
        std::mem::size_of::<Position>() + self.store.heap_bytes() + machine
    }

    /// Whether this is the first decision of a turn and nothing has happened in the turn that would not happen again: beginning
    /// the turn anew on this memory reaches exactly this position.
    pub(super) fn begins_turn(&self, program: &Program) -> bool {
        let begun = || {
            let machine = Machine { tasks: vec![Task::TurnEnds, Task::Turn], ..Machine::default() };
            settle(Runner::new(program, self.store.clone(), machine, Past { patience: false, ..Past::of(&[]) }))
        };
        self.machine.is_none() || begun().is_ok_and(|begun| begun == *self)
    }

    /// A runner at the pending decision.
    pub(super) fn resume<'a>(&self, program: &'a Program) -> Runner<'a> {
        let machine = self.machine.as_deref().cloned().unwrap_or_else(|| turn_start(program));
        let mut runner = Runner::new(program, self.store.clone(), machine, Past::of(&[]));
        runner.began = self.began;
        runner
    }
}

/// The most tasks that [`turn_start`] leaves: the end of the turn, forgetting the script's names, the rest of the script, the
/// `play`.
const MOST_TASKS_AT_START: usize = 4;

/// The machine at the first decision of a turn that begins with a `play`.
pub(super) fn turn_start(program: &Program) -> Machine {
    Machine { tasks: vec![Task::TurnEnds, Task::Turn], ..Machine::default() }.opened(program)
}

impl Machine {
    /// Enters the script of the turn, if it begins with a plain `play`.
    fn opened(mut self, program: &Program) -> Machine {
        let script = &program.game.turn;
        let ops = &program.block(script.body).ops;
        if let Some((Op::Play { moves, by: None }, _)) = ops.first() {
            self.tasks.pop();
            if script.locals > 0 {
                self.tasks.push(Task::Forget { to: 0 });
                self.values.resize(script.locals as usize, Default::default());
            }
            if ops.len() > 1 {
                self.tasks.push(Task::Block { block: script.body, next: 1, base: 0 });
            }
            self.tasks.push(Task::Play { moves: *moves, by: None, optional: false, again: false, base: 0 });
        }
        self
    }
}

/// A runner before the set-up, on the starting arrangement.
pub(super) fn beginning(program: &Program) -> Runner<'_> {
    let mut store = Store::new(&program.layout);
    super::convert::arrange(program, &program.start, &mut store);
    let machine = Machine { tasks: vec![Task::Setup { next: 0 }], ..Machine::default() };
    Runner::new(program, store, machine, Past::of(&[]))
}

/// The moves of the decision at hand, and those struck out by obligations.
pub(super) fn consider(runner: &mut Runner<'_>, counting: Counting) -> Result<(Vec<Move>, Vec<Struck>), LimitReached> {
    let program = runner.program;
    let choice = match runner.advance() {
        Step::Choice(choice) => choice,
        Step::Failed => return runner.limit.take().map_or(Ok(Default::default()), Err),
        Step::Cut | Step::Over => return Ok(Default::default()),
    };
    let mut found = list::runs(runner, &choice, counting.routes(program))?;
    let struck = oblige::oblige(runner, &mut found);
    runner.counts()?;
    let found = list::merge(found);
    let struck = list::unlike(struck, &found);
    let struck = struck.map(|(struck, i)| Struck { mv: struck.mv, by: program.obligations[i].rule }).collect();
    Ok((found.into_iter().map(|found| found.mv).collect(), struck))
}

/// Runs to the next decision, or to the end of the game, and returns the position there.
pub(super) fn settle(runner: Runner<'_>) -> Result<Position, LimitReached> {
    settle_noting(runner).map(|(position, _)| position)
}

/// The same, with what the trace has recorded on the way.
pub(super) fn settle_noting(mut runner: Runner<'_>) -> Result<(Position, Vec<Fired>), LimitReached> {
    run_on(&mut runner)?;
    runner.machine.deeds.clear();
    let fresh = runner.machine.tasks.len() <= MOST_TASKS_AT_START && runner.machine == turn_start(runner.program);
    let machine = (!fresh).then(|| Box::new(runner.machine));
    Ok((Position { store: runner.store, machine, began: runner.began }, runner.trace.fired()))
}

/// Runs to the next decision, or to the end of the game.
fn run_on(runner: &mut Runner<'_>) -> Result<(), LimitReached> {
    loop {
        match runner.advance() {
            Step::Cut => continue,
            Step::Choice(choice) if runner.can_choose(&choice)? => return Ok(()),
            Step::Over => return Ok(()),
            // The moves listed have been tried up to a cut. Behind it a run can fail, because of what becomes known or what
            // others choose; then what is impossible is skipped.
            Step::Choice(_) | Step::Failed => match runner.limit.take() {
                Some(limit) => return Err(limit),
                None if runner.skip_failed() => continue,
                None => return Ok(()),
            },
        }
    }
}

impl Runner<'_> {
    /// Called after a failure behind a cut, or where nothing can be chosen: skips the rest of the verb, trigger or script under
    /// way. Returns whether there is anything left to run.
    fn skip_failed(&mut self) -> bool {
        while let Some(task) = self.machine.tasks.last() {
            match task {
                Task::Actor { about } => {
                    self.machine.moving.actor = about.site();
                    self.machine.tasks.pop();
                }
                Task::Forget { .. }
                | Task::TriggerEnds
                | Task::ImmediateEndings { .. }
                | Task::Then { .. }
                | Task::LegEnds
                | Task::MoveEnds { .. }
                | Task::PlayEnds { .. }
                | Task::TurnEnds
                | Task::Endings { .. }
                | Task::Setup { .. }
                | Task::NextTurn => return true,
                _ => {
                    self.machine.tasks.pop();
                }
            }
        }
        false
    }
}
