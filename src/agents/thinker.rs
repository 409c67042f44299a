//! An agent at the board, with what it remembers from decision to decision.

#[cfg(not(target_family = "wasm"))]
use std::sync::LazyLock;
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::agent::{Agent, Effort};
use super::alpha_beta::AlphaBeta;
use super::evaluation::Evaluation;
use super::known::{self, Known};
use super::limits::{Limits, MOST_DEPTH, Thought, over, share};
use super::mcts::Mcts;
use super::means::{Knowledge, Means};
use super::random::below;
use crate::engine::Line;
use crate::notation::Pace;
use crate::program::Program;

/// Bytes for the table or tree of a search, unless another number is given.
pub const MEMORY: usize = 16 << 20;

/// Tells the time and whether to stop a search, and receives results so far.
#[derive(Clone, Copy)]
pub struct Clock<'c> {
    now: Option<fn() -> Duration>,
    stop: &'c (dyn Fn() -> bool + Sync),
    told: &'c (dyn Fn(&[Thought]) + Sync),
    /// A decision is searched in this many parts, each with its share of the time and nodes.
    parts: u64,
}

impl Default for Clock<'_> {
    fn default() -> Self {
        Clock::none()
    }
}

/// Without a clock a millisecond of effort counts as this many decisions searched.
const PER_MILLISECOND: u64 = 100;

impl<'c> Clock<'c> {
    /// A clock whose `now` is the time since any fixed moment. `stop` is called every now and then.
    pub fn new(now: fn() -> Duration, stop: &'c (dyn Fn() -> bool + Sync)) -> Clock<'c> {
        Clock { now: Some(now), stop, told: &|_| (), parts: 1 }
    }

    /// The wall clock.
    #[cfg(not(target_family = "wasm"))]
    pub fn wall() -> Clock<'static> {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        Clock::new(|| BEGUN.elapsed(), &|| false)
    }

    /// No clock: a limit of time is replaced by a hundred decisions for each millisecond, so results are the same on every
    /// machine.
    pub fn none() -> Clock<'static> {
        Clock { now: None, stop: &|| false, told: &|_| (), parts: 1 }
    }

    /// The time since a fixed moment, if there is a clock.
    pub fn now(&self) -> Option<Duration> {
        self.now.map(|now| now())
    }

    /// Whether to stop at once.
    pub fn stops(&self) -> bool {
        (self.stop)()
    }

    /// The same, with another condition to stop.
    pub fn stopped_by(self, stop: &'c (dyn Fn() -> bool + Sync)) -> Clock<'c> {
        Clock { stop, ..self }
    }

    /// The same with a callback that searches call from time to time with their result so far, the best option first. The options
    /// in it are those of the line, not indices in the list of moves.
    pub fn telling(self, told: &'c (dyn Fn(&[Thought]) + Sync)) -> Clock<'c> {
        Clock { told, ..self }
    }

    /// The same for one of several parts of a decision.
    pub(super) fn one_of(self, parts: u64) -> Clock<'c> {
        Clock { parts: self.parts * parts, ..self }
    }
}

/// An agent that plays the games of one program.
pub struct Thinker {
    mind: Mind,
    /// The effort it was made with.
    own: Effort,
    effort: Effort,
    /// The percentage of decisions made at random, without a search.
    careless: u64,
}

enum Mind {
    Random,
    Greedy(Evaluation),
    AlphaBeta(Box<AlphaBeta>),
    Mcts(Box<Mcts>),
}

impl Thinker {
    /// An agent for the games of a program; `memory` is in bytes and applies if the agent names none.
    pub fn new(program: &Program, agent: Agent, memory: usize) -> Thinker {
        let memory = agent.memory().map_or(memory, |mebibytes| (mebibytes as usize) << 20);
        let known = || Known::of(program).ok().flatten().and_then(|known| known.complete(program));
        let evaluation = |knowledge| match knowledge {
            Knowledge::Learned => Evaluation::best_available(program).knowing(known()),
            Knowledge::Untrained => Evaluation::untrained(program),
            Knowledge::Baseline => Evaluation::baseline(program),
        };
        let greedy = || Mind::Greedy(Evaluation::baseline(program));
        let nodes = |nodes| Effort { nodes: Some(nodes), ..Effort::default() };
        let (mind, effort, careless) = match agent {
            Agent::Random => (Mind::Random, Effort::default(), 0),
            Agent::Greedy => (greedy(), Effort::default(), 0),
            Agent::AlphaBeta(effort, means) => {
                let search = AlphaBeta::new(program, evaluation(means.knowledge), memory).on(threads(means));
                (Mind::AlphaBeta(Box::new(search)), effort, 0)
            }
            Agent::Mcts(effort, means) => {
                let search = Mcts::new(program, evaluation(means.knowledge), memory).on(threads(means));
                (Mind::Mcts(Box::new(search)), effort, 0)
            }
            Agent::Level(1) => (greedy(), Effort::default(), 50),
            Agent::Level(level) => {
                let (power, careless) = LEVEL[usize::from(level.saturating_sub(2)).min(LEVEL.len() - 1)];
                // Weak levels must not play endgames perfectly, so levels use no tables.
                let search = AlphaBeta::new(program, Evaluation::best_available(program), memory.min(LEVEL_MEMORY));
                (Mind::AlphaBeta(Box::new(search)), nodes(power), careless)
            }
        };
        Thinker { mind, own: effort, effort, careless }
    }

    /// An alpha-beta searcher of this many decisions a move, with its own evaluation.
    pub(super) fn by(program: &Program, evaluation: Evaluation, nodes: u64, memory: usize) -> Thinker {
        let effort = Effort { nodes: Some(nodes), ..Effort::default() };
        Thinker {
            mind: Mind::AlphaBeta(Box::new(AlphaBeta::new(program, evaluation, memory))),
            own: effort,
            effort,
            careless: 0,
        }
    }

    /// Limits the effort of all later decisions, which never exceeds what it was made with.
    pub fn at_most(&mut self, effort: Effort) {
        self.effort = self.own.and(effort);
    }

    /// Gives the next decision its share of the time on the game's clock, in place of the agent's own time; its other limits
    /// still apply.
    pub fn by_the_clock(&mut self, pace: Pace) {
        self.effort.time = Some(share(pace.left, pace.increment, None));
    }

    /// Forgets everything of earlier decisions.
    pub fn forget(&mut self) {
        match &mut self.mind {
            Mind::Random | Mind::Greedy(_) => {}
            Mind::AlphaBeta(search) => search.forget(),
            Mind::Mcts(search) => search.forget(),
        }
    }

    /// The choice at the current decision; none if there are no options.
    pub fn choose(&mut self, line: &mut impl Line, rng: &mut ChaCha8Rng, clock: Clock<'_>) -> Option<Thought> {
        let options = line.options();
        if self.careless > 0 && options > 0 && below(100, rng) < self.careless {
            return any(options, rng);
        }
        if options == 1
            && let Some(evaluation) = self.evaluation()
        {
            let value = evaluation.value(line, evaluation.side(line.actor()?));
            return Some(Thought { value, ..Thought::without(0) });
        }
        self.lines(line, rng, clock, 1).into_iter().next()
    }

    /// The best options of the current decision, at most `lines`, the best one first, each with the line of play that follows it;
    /// agents that do not search give only the option they choose.
    pub fn lines(&mut self, line: &mut impl Line, rng: &mut ChaCha8Rng, clock: Clock<'_>, lines: usize) -> Vec<Thought> {
        if line.options() == 0 {
            return Vec::new();
        }
        if let Some(evaluation) = self.evaluation()
            && let Some(thoughts) = known::thoughts(line, evaluation, lines)
        {
            return thoughts;
        }
        self.within(clock, lines, |mind, limits| match mind {
            Mind::Random => any(line.options(), rng).into_iter().collect(),
            Mind::Greedy(evaluation) => greedy(evaluation, line, rng).into_iter().collect(),
            Mind::AlphaBeta(search) => search.think(line, limits, rng.next_u64()),
            Mind::Mcts(search) => search.think(line, limits, rng),
        })
    }

    /// The same for display: decided lines are continued to the end of the game where tables know how.
    pub(super) fn whole_lines(
        &mut self,
        line: &mut impl Line,
        rng: &mut ChaCha8Rng,
        clock: Clock<'_>,
        lines: usize,
    ) -> Vec<Thought> {
        let mut thoughts = self.lines(line, rng, clock, lines);
        if let Some(evaluation) = self.evaluation().filter(|evaluation| evaluation.has_tables()) {
            known::go_on(line, evaluation, &mut thoughts);
        }
        thoughts
    }

    /// Calls `grow` with the tree search and its limits, where one tree is grown for all positions that look the same to a
    /// player; none if the agent is no tree search.
    pub(super) fn veiled<T>(&mut self, clock: Clock<'_>, grow: impl FnOnce(&mut Mcts, &Limits<'_>) -> T) -> Option<T> {
        self.within(clock, 1, |mind, limits| match mind {
            Mind::Mcts(search) => Some(grow(search, limits)),
            Mind::Random | Mind::Greedy(_) | Mind::AlphaBeta(_) => None,
        })
    }

    /// Runs a search of one decision, or of a part of it, with the limits that follow from effort and clock.
    fn within<T>(&mut self, clock: Clock<'_>, lines: usize, think: impl FnOnce(&mut Mind, &Limits<'_>) -> T) -> T {
        let time = self.effort.time;
        let end = clock.now.zip(time).map(|(now, time)| now() + time / clock.parts as u32);
        let stop = || clock.stops() || clock.now.zip(end).is_some_and(|(now, end)| now() >= end);
        let by_time = time.filter(|_| clock.now.is_none()).map(|time| time.as_millis() as u64 * PER_MILLISECOND);
        let nodes = self.effort.nodes.into_iter().chain(by_time).min();
        let limits = Limits {
            nodes: nodes.map_or(u64::MAX, |nodes| (nodes / clock.parts).max(1)),
            depth: self.effort.depth.unwrap_or(MOST_DEPTH),
            lines,
            stop: &stop,
            told: clock.told,
        };
        think(&mut self.mind, &limits)
    }

    /// The evaluation of a searching agent.
    fn evaluation(&self) -> Option<&Evaluation> {
        match &self.mind {
            Mind::Random | Mind::Greedy(_) => None,
            Mind::AlphaBeta(search) => Some(search.evaluation()),
            Mind::Mcts(search) => Some(search.evaluation()),
        }
    }
}

/// The number of threads for a decision: WebAssembly has only one.
fn threads(means: Means) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { usize::from(means.threads) }
}

/// Any option, each equally likely.
fn any(options: usize, rng: &mut ChaCha8Rng) -> Option<Thought> {
    Some(Thought::without(below(options as u64, rng) as usize))
}

/// For each level from 2 on: decisions searched, and the percentage of decisions made at random.
const LEVEL: [(u64, u64); 7] = [(60, 22), (80, 0), (280, 0), (1_400, 0), (7_000, 0), (35_000, 0), (350_000, 0)];
const LEVEL_MEMORY: usize = 8 << 20;

/// The option with the best immediate result: a win, else the most material against all others, where a draw counts 0 and a loss
/// less than anything. Ties are broken at random.
fn greedy(evaluation: &Evaluation, line: &mut impl Line, rng: &mut ChaCha8Rng) -> Option<Thought> {
    let side = evaluation.side(line.actor()?);
    let (mut best, mut most) = (Vec::new(), i32::MIN);
    let options = line.options();
    line.deal(rng.next_u64());
    line.mark();
    for option in 0..options {
        line.peek(option);
        let value = match line.winners() {
            Some(winners) => over(winners, side, 0),
            None => evaluation.material(line, side),
        };
        line.back();
        if value > most {
            most = value;
            best.clear();
        }
        if value == most {
            best.push(option);
        }
    }
    line.unmark();
    let option = *best.get(below(best.len() as u64, rng) as usize)?;
    Some(Thought { value: most, depth: 1, nodes: options as u64, ..Thought::without(option) })
}
