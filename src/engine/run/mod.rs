//! The general machine, which defines what rules mean. It runs tasks until somebody must choose. Code that lists moves tries
//! every option; code that plays a move replays the options of its record.

mod choices;
mod combinations;
mod course;
mod endings;
mod events;
mod follow;
mod leg;
mod legs;
mod limits;
mod pieces;
mod piles;
mod shuffles;
mod statements;
mod takes;
mod token_names;
mod token_places;
mod tokens;
mod towers;
mod turns;

pub use limits::{LimitReached, MOST_CHOICES, MOST_LEGS, MOST_MOVES, MOST_TRIGGERS};
pub(super) use limits::{MOST_DEEDS, TOO_MANY_DEEDS};
pub(super) use turns::repeats;

use std::borrow::Cow;

use smallvec::SmallVec;

use super::effort::WorkBudget;
use super::eval::Eval;
use super::eval::memo::Memo;
use super::eval::paths::Match;
use super::machine::{Machine, Task};
use super::position::TurnStartHash;
use super::store::{Journal, Mark, Store};
use super::trace::Trace;
use super::value::Element;
use crate::model::{PlayerId, RuleId, SiteId};
use crate::program::Program;
use crate::program::code::RuleRef;
use crate::program::node::NodeId;
use combinations::Subsets;
use limits::{MOST_STEPS, MOST_TRIED};

/// A run under way: the position's memory, the task stack, and what is needed to run and undo it.
#[derive(Clone)]
pub(super) struct Runner<'a> {
    pub(super) program: &'a Program,
    pub(super) store: Store,
    pub(super) journal: Journal,
    pub(super) machine: Machine,
    /// The hash when the turn under way began.
    pub(super) began: TurnStartHash,
    /// What is known of the game's history.
    pub(super) past: Past<'a>,
    /// The limit that was reached: it makes the run, and whatever it was to answer, void.
    pub(super) limit: Option<LimitReached>,
    /// A record of what the run goes through, if asked for.
    pub(super) trace: Trace,
    /// Steps (tasks) since the last choice.
    steps: u32,
    /// The number of options that may still be tried for the decision at hand.
    pub(super) untried: u32,
    /// Turns that have passed without a choice.
    idle_turns: u32,
    /// The laws of chains that are off, to find what they bar.
    pub(super) waived: Waived,
    /// The `play` by which the current move began, if that was since the decision at hand.
    pub(super) under: Option<Under>,
    /// The number of options of the decision at hand taken before the one being taken. Maintained while moves are listed.
    pub(super) behind: usize,
    /// Memoized values of phrases.
    pub(super) memo: Memo,
    /// The work that the decision at hand may still take.
    pub(super) effort: WorkBudget,
    /// Machines kept for reuse by `save`.
    spare: Vec<Machine>,
}

/// The laws of chains that do not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waived {
    /// All laws apply.
    Nothing,
    /// The landing law of compulsory chains.
    Landings,
    /// That a chain must continue.
    Stops,
    /// Laws on the directions of further legs, and `end move`; the line of the last `end move` that the run has passed.
    Ends(Option<RuleId>),
}

/// A state of a run to return to.
pub(super) struct Checkpoint {
    mark: Mark,
    machine: Machine,
    under: Option<Under>,
}

/// A `play`, as reached within one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Under {
    /// The phrase for the moves that it admits.
    pub(super) play: NodeId,
    /// The number of options of the decision taken before it.
    pub(super) behind: usize,
}

/// What rules can see of the history.
#[derive(Clone, Debug)]
pub(super) struct Past<'a> {
    /// Repetition hashes of the positions so far, as [`super::Game`] keeps them.
    pub(super) stood: &'a [u64],
    /// Whether patience endings (those that read a clock or `repeats`) apply.
    pub(super) patience: bool,
    /// Whether the run only answers a question (`can`): then no `as soon as` ending is tested.
    pub(super) tried: bool,
}

/// Why a run has paused or stopped.
pub(super) enum Step {
    /// Somebody must choose; the task stays on the stack until an option is taken.
    Choice(Choice),
    /// The option of this decision ends here; what follows is another decision.
    Cut,
    /// The game is over.
    Over,
    /// The run is impossible: it gives no move.
    Failed,
}

/// A choice to be made.
pub(super) struct Choice {
    pub(super) by: Actor,
    pub(super) options: Options,
}

/// The options of a choice, in order.
pub(super) enum Options {
    /// One by one.
    Listed(Vec<Pick>),
    /// Some of a set of things: there may be very many.
    Subsets(Subsets),
}

impl Choice {
    fn of(by: Actor, options: Vec<Pick>) -> Choice {
        Choice { by, options: Options::Listed(options) }
    }
}

impl Options {
    pub(super) fn len(&self) -> usize {
        match self {
            Options::Listed(all) => all.len(),
            Options::Subsets(subsets) => subsets.len(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<Cow<'_, Pick>> {
        match self {
            Options::Listed(all) => all.get(index).map(Cow::Borrowed),
            Options::Subsets(subsets) => subsets.get(index).map(Cow::Owned),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Cow<'_, Pick>> {
        (0..).map_while(|index| self.get(index))
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// A player.
    Player(PlayerId),
    /// Chance.
    Chance,
}

/// One option of a choice point.
#[derive(Clone, Debug)]
pub(super) enum Pick {
    /// A move by a rule of a class, with a piece (`None` for a rule of players).
    Rule(RuleRef, Option<SiteId>),
    /// An optional `play` is declined.
    Decline,
    /// A leg by a rule.
    Leg(RuleRef, Match),
    /// A further leg by a rule with a body.
    Body(RuleRef),
    /// A match of a path of a block.
    Match(Match),
    /// The chain stops.
    Stop,
    /// Chosen things, and the number of equally likely ways to get them, as identical things are not distinguished. The number
    /// counts for chance only.
    Things(SmallVec<[Element; 2]>, u64),
    /// The i-th block of an `either`.
    Block(u8),
    /// Whether to run the block of a `may`.
    Take(bool),
    /// The class of a token that is seen for the first time, and how many tokens of that class it may be.
    Identity(u16, u64),
}

impl<'a> Past<'a> {
    /// With these repetition hashes and all endings.
    pub(super) fn of(stood: &'a [u64]) -> Past<'a> {
        Past { stood, patience: true, tried: false }
    }
}

impl<'a> Runner<'a> {
    pub(super) fn new(program: &'a Program, store: Store, machine: Machine, past: Past<'a>) -> Runner<'a> {
        let began = TurnStartHash(store.hash());
        Runner {
            program,
            store,
            began,
            journal: Journal::default(),
            machine,
            past,
            limit: None,
            trace: Trace::default(),
            steps: 0,
            untried: MOST_TRIED,
            idle_turns: 0,
            waived: Waived::Nothing,
            under: None,
            behind: 0,
            memo: Memo::default(),
            effort: WorkBudget::default(),
            spare: Vec::new(),
        }
    }

    /// Saves the state of the run.
    pub(super) fn save(&mut self) -> Checkpoint {
        let mut machine = self.spare.pop().unwrap_or_default();
        machine.copy(&self.machine);
        Checkpoint { mark: self.journal.mark(), machine, under: self.under }
    }

    /// Returns to a saved state.
    pub(super) fn restore(&mut self, saved: Checkpoint) {
        let Checkpoint { mark, machine, under } = saved;
        self.under = under;
        self.journal.undo(mark, &mut self.store, &self.program.layout);
        self.spare.push(std::mem::replace(&mut self.machine, machine));
    }

    /// Tries something in place and undoes it; only the answer stays.
    pub(super) fn trying<T>(&mut self, test: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.save();
        let (limit, steps, untried, idle) = (self.limit.take(), self.steps, self.untried, self.idle_turns);
        // The trial may go on into another turn.
        let began = self.began;
        // A trial is not part of what the run goes through.
        let trace = std::mem::take(&mut self.trace);
        let answer = test(self);
        self.trace = trace;
        (self.limit, self.steps, self.untried, self.idle_turns) = (limit, steps, untried, idle);
        self.began = began;
        self.restore(saved);
        answer
    }

    /// An evaluator for phrases at this point, with the names of the script at `base`.
    pub(super) fn eval(&self, base: u16) -> Eval<'_> {
        let memo = Some((&self.memo, self.journal.state()));
        Eval::of(self.program, &self.store, &self.machine, base as usize, self.past.stood, memo, &self.effort)
    }

    /// Runs until somebody must choose, a cut, the end of the game, or failure.
    pub(super) fn advance(&mut self) -> Step {
        loop {
            self.effort.spend(1);
            if self.is_void() {
                return Step::Failed;
            }
            if self.machine.outcome.is_some() {
                return Step::Over;
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                let rule = self.rule_under_way();
                self.reach("more than 1,000,000 steps without a choice", rule);
                return Step::Failed;
            }
            if let Some(step) = self.step() {
                self.steps = 0;
                // The options may have been computed after the effort was spent, when phrases denote nothing.
                return if self.is_void() { Step::Failed } else { step };
            }
        }
    }

    /// Does one task, or leaves it on the stack and returns its choice.
    fn step(&mut self) -> Option<Step> {
        let Some(task) = self.machine.tasks.last() else { return Some(Step::Over) };
        let asks = matches!(
            task,
            Task::Play { .. }
                | Task::Leg { .. }
                | Task::Chain
                | Task::Path { .. }
                | Task::Choose { .. }
                | Task::Either { .. }
                | Task::May { .. }
                | Task::Again { optional: true, .. }
        );
        if asks {
            let task = task.clone();
            return self.choice(&task);
        } else if let Task::Tokens(transfer) = task
            && let Some(choice) = self.identities(transfer)
        {
            return Some(self.offered(choice));
        }
        let task = self.machine.tasks.pop()?;
        match task {
            Task::Block { block, next, base } => return self.statement(block, next, base),
            Task::Forget { to } => self.machine.values.truncate(to as usize),
            Task::Setup { next } => self.set_up(next),
            Task::TurnBegins => self.turn_begins(),
            Task::Turn => self.turn(),
            Task::TurnEnds => self.turn_ends(),
            Task::Endings { next } => self.endings(next),
            Task::NextTurn => self.next_turn(),
            Task::PlayEnds { chooser } => return Some(self.play_ends(chooser)),
            Task::Land { to, passed, heading } => self.land(to, passed, heading),
            Task::Then { rule } => self.then(rule),
            Task::LegEnds => self.leg_ends(),
            Task::MoveEnds { stage } => self.move_ends(stage),
            Task::Take { about, stage, waits, of_leg } => self.take_piece(about, stage, waits, of_leg),
            Task::Leave { about, pile, told } => self.leave(about, pile, told),
            Task::Event { event, about, next } => self.event(event, about, next),
            Task::TriggerEnds => {
                self.machine.depth = self.machine.depth.saturating_sub(1);
                self.push_immediate_endings();
            }
            Task::ImmediateEndings { next } => self.test_immediate_endings(next),
            Task::Each { local, left, block, base } => self.each(local, left, block, base),
            Task::Actor { about } => self.machine.moving.actor = about.site(),
            Task::Tokens(transfer) => return self.transfer(transfer),
            Task::Shuffle { pile } => self.shuffle(pile),
            Task::Cut => return Some(Step::Cut),
            Task::Again { block, base, optional: false, left } => self.again(block, base, left),
            Task::Play { .. }
            | Task::Leg { .. }
            | Task::Chain
            | Task::Path { .. }
            | Task::Choose { .. }
            | Task::Either { .. }
            | Task::May { .. }
            | Task::Again { .. } => {}
        }
        None
    }

    pub(super) fn push(&mut self, task: Task) {
        self.machine.tasks.push(task);
    }

    /// Makes room for the names of a script and pushes the task that removes them. Returns their base.
    pub(super) fn enter(&mut self, locals: u16) -> u16 {
        let base = self.machine.values.len() as u16;
        if locals > 0 {
            self.push(Task::Forget { to: base });
            let len = self.machine.values.len() + locals as usize;
            self.machine.values.resize(len, Default::default());
        }
        base
    }

    /// The run fails.
    pub(super) fn fail(&mut self) -> Option<Step> {
        Some(Step::Failed)
    }
}
