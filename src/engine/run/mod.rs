//! The general machine: it defines what rules mean. It runs tasks until somebody must choose; whoever enumerates tries every
//! option, whoever plays replays the options of a record.

mod choices;
mod course;
mod draws;
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
mod token_places;
mod tokens;
mod towers;
mod turns;

pub use limits::{LimitReached, MOST_CHOICES, MOST_LEGS, MOST_MOVES, MOST_TRIGGERS};
pub(super) use limits::{MOST_DEEDS, TOO_MANY_DEEDS};
pub(super) use turns::repeats;

use smallvec::SmallVec;

use super::effort::Effort;
use super::eval::Eval;
use super::eval::memo::Memo;
use super::eval::paths::Match;
use super::machine::{Machine, Task};
use super::position::Began;
use super::store::{Journal, Mark, Store};
use super::trace::Trace;
use super::value::Element;
use crate::model::{PlayerId, SiteId};
use crate::program::Program;
use crate::program::code::RuleRef;
use crate::program::node::NodeId;
use limits::{MOST_STEPS, MOST_TRIED};

/// A run under way.
#[derive(Clone)]
pub(super) struct Runner<'a> {
    pub(super) program: &'a Program,
    pub(super) store: Store,
    pub(super) journal: Journal,
    pub(super) machine: Machine,
    /// How the turn under way began.
    pub(super) began: Began,
    /// What is known of the game so far.
    pub(super) past: Past<'a>,
    /// A limit that was reached: the run is void, and so is the question.
    pub(super) limit: Option<LimitReached>,
    /// What the run goes through, if anybody asked.
    pub(super) trace: Trace,
    /// Tasks done since the last choice.
    steps: u32,
    /// How many more options may be tried for the decision at hand.
    pub(super) untried: u32,
    /// Turns passed without a decision.
    idle_turns: u32,
    /// No chain binds where to land: for who asks what is barred so.
    pub(super) unbound: bool,
    /// The `play` under which the move at hand has begun, since the decision at hand.
    pub(super) under: Option<Under>,
    /// How many options of the decision at hand were taken before the one that is being taken: kept by who lists moves.
    pub(super) behind: usize,
    /// Values of phrases.
    pub(super) memo: Memo,
    /// What the decision at hand may still take.
    pub(super) effort: Effort,
    /// Memory for copies of the machine.
    spare: Vec<Machine>,
}

/// What a run goes back to.
pub(super) struct Saved {
    mark: Mark,
    machine: Machine,
    under: Option<Under>,
}

/// A `play`, as one decision comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Under {
    /// The moves that it admits.
    pub(super) play: NodeId,
    /// How many options of the decision were taken before.
    pub(super) behind: usize,
}

/// What of the past the rules can see.
#[derive(Clone, Debug)]
pub(super) struct Past<'a> {
    /// Repetition hashes of the positions at the ends of earlier turns.
    pub(super) stood: &'a [u64],
    /// Whether endings that wait for patience to run out apply.
    pub(super) patience: bool,
    /// Whether something is only tried, to know whether it can be done: then no ending is tested in the midst of it.
    pub(super) tried: bool,
}

/// Why a run has stopped.
pub(super) enum Step {
    /// Somebody must choose; the task stays until an option is taken.
    Choice(Choice),
    /// The option of this decision ends here.
    Cut,
    /// The game is over.
    Over,
    /// There is no such run.
    Failed,
}

/// A choice to be made.
pub(super) struct Choice {
    pub(super) by: Actor,
    pub(super) options: Vec<Pick>,
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
    /// A rule of a class, for a piece.
    Rule(RuleRef, Option<SiteId>),
    /// No move.
    Decline,
    /// A leg by a rule.
    Leg(RuleRef, Match),
    /// A further leg by a rule with a body.
    Body(RuleRef),
    /// A match of a path of a block.
    Match(Match),
    /// The chain stops.
    Stop,
    /// Things, and how many alike ways there are to get them; a player's move does not weigh more for it.
    Things(SmallVec<[Element; 2]>, u64),
    /// The i-th block.
    Block(u8),
    /// A block, or not.
    Take(bool),
    /// The class of a token seen for the first time, and how many such there are.
    Identity(u16, u64),
}

impl<'a> Past<'a> {
    /// What has stood, with all endings.
    pub(super) fn of(stood: &'a [u64]) -> Past<'a> {
        Past { stood, patience: true, tried: false }
    }
}

impl<'a> Runner<'a> {
    pub(super) fn new(program: &'a Program, store: Store, machine: Machine, past: Past<'a>) -> Runner<'a> {
        let began = Began(store.hash());
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
            unbound: false,
            under: None,
            behind: 0,
            memo: Memo::default(),
            effort: Effort::default(),
            spare: Vec::new(),
        }
    }

    /// Notes where the run stands.
    pub(super) fn save(&mut self) -> Saved {
        let mut machine = self.spare.pop().unwrap_or_default();
        machine.copy(&self.machine);
        Saved { mark: self.journal.mark(), machine, under: self.under }
    }

    /// Goes back to there.
    pub(super) fn restore(&mut self, saved: Saved) {
        let Saved { mark, machine, under } = saved;
        self.under = under;
        self.journal.undo(mark, &mut self.store, &self.program.layout);
        self.spare.push(std::mem::replace(&mut self.machine, machine));
    }

    /// Tries something, of which only the answer stays.
    pub(super) fn trying<T>(&mut self, test: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.save();
        let (limit, steps, untried, idle) = (self.limit.take(), self.steps, self.untried, self.idle_turns);
        // What is tried may go on into another turn.
        let began = self.began;
        // A trial is no part of what the run goes through.
        let trace = std::mem::take(&mut self.trace);
        let answer = test(self);
        self.trace = trace;
        (self.limit, self.steps, self.untried, self.idle_turns) = (limit, steps, untried, idle);
        self.began = began;
        self.restore(saved);
        answer
    }

    /// Phrases at this point, with the names of a script.
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
                // What there is to choose from may have been worked out when nothing was left.
                return if self.is_void() { Step::Failed } else { step };
            }
        }
    }

    /// One task: done, or left in place with a choice.
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
                self.soon();
            }
            Task::Soon { next } => self.test_soon(next),
            Task::Each { local, left, block, base } => self.each(local, left, block, base),
            Task::Actor { about } => self.machine.run.actor = about.site(),
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

    /// Room for the names of a script; a task to forget them is left behind.
    pub(super) fn enter(&mut self, locals: u16) -> u16 {
        let base = self.machine.values.len() as u16;
        if locals > 0 {
            self.push(Task::Forget { to: base });
            let len = self.machine.values.len() + locals as usize;
            self.machine.values.resize(len, Default::default());
        }
        base
    }

    /// The run has no way on.
    pub(super) fn fail(&mut self) -> Option<Step> {
        Some(Step::Failed)
    }
}
