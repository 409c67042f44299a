//! An agent at the board: what it remembers from decision to decision.

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

/// Bytes for what a search remembers, where nothing else is said.
pub const MEMORY: usize = 16 << 20;

/// What time it is, and whether to stop thinking at once.
#[derive(Clone, Copy)]
pub struct Clock<'c> {
    now: Option<fn() -> Duration>,
    stop: &'c (dyn Fn() -> bool + Sync),
    told: &'c (dyn Fn(&[Thought]) + Sync),
    /// One decision is thought about in so many parts, each of which may take its share of time and effort.
    parts: u64,
}

impl Default for Clock<'_> {
    fn default() -> Self {
        Clock::none()
    }
}

/// Without a clock a millisecond stands for so many decisions that are looked at.
const PER_MILLISECOND: u64 = 100;

impl<'c> Clock<'c> {
    /// A clock that tells the time since whenever. `stop` is asked every now and then.
    pub fn new(now: fn() -> Duration, stop: &'c (dyn Fn() -> bool + Sync)) -> Clock<'c> {
        Clock { now: Some(now), stop, told: &|_| (), parts: 1 }
    }

    /// The clock on the wall.
    #[cfg(not(target_family = "wasm"))]
    pub fn wall() -> Clock<'static> {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        Clock::new(|| BEGUN.elapsed(), &|| false)
    }

    /// No clock: of who may think for some time, a millisecond is a hundred decisions that are looked at, on every machine.
    pub fn none() -> Clock<'static> {
        Clock { now: None, stop: &|| false, told: &|_| (), parts: 1 }
    }

    /// The time since whenever, if it tells any.
    pub fn now(&self) -> Option<Duration> {
        self.now.map(|now| now())
    }

    /// Whether to stop at once.
    pub fn stops(&self) -> bool {
        (self.stop)()
    }

    /// The same, asked so whether to stop at once.
    pub fn stopped_by(self, stop: &'c (dyn Fn() -> bool + Sync)) -> Clock<'c> {
        Clock { stop, ..self }
    }

    /// The same, and somebody is told from time to time what came of it so far, the best option first, by who looks ahead. The
    /// options told of are not places in the list of moves.
    pub fn telling(self, told: &'c (dyn Fn(&[Thought]) + Sync)) -> Clock<'c> {
        Clock { told, ..self }
    }

    /// The same for one of several parts of a decision.
    pub(super) fn one_of(self, parts: u64) -> Clock<'c> {
        Clock { parts: self.parts * parts, ..self }
    }
}

/// An agent that plays one variant.
pub struct Thinker {
    mind: Mind,
    /// What it was made with.
    own: Effort,
    effort: Effort,
    /// Of a hundred decisions so many are made without thought.
    careless: u64,
}

enum Mind {
    Random,
    Greedy(Evaluation),
    AlphaBeta(Box<AlphaBeta>),
    Mcts(Box<Mcts>),
}

impl Thinker {
    /// An agent for a variant, with so many bytes to remember things, if it was not told how many.
    pub fn new(program: &Program, agent: Agent, memory: usize) -> Thinker {
        let memory = agent.memory().map_or(memory, |mebibytes| (mebibytes as usize) << 20);
        let known = || Known::of(program).ok().flatten().and_then(|known| known.complete(program));
        let evaluation = |knowledge| match knowledge {
            Knowledge::Learned => Evaluation::of(program).knowing(known()),
            Knowledge::Untrained => Evaluation::untrained(program),
            Knowledge::Baseline => Evaluation::worth(program),
        };
        let greedy = || Mind::Greedy(Evaluation::worth(program));
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
                // Whoever plays like a beginner does not play endings like nobody else.
                let search = AlphaBeta::new(program, Evaluation::of(program), memory.min(LEVEL_MEMORY));
                (Mind::AlphaBeta(Box::new(search)), nodes(power), careless)
            }
        };
        Thinker { mind, own: effort, effort, careless }
    }

    /// Somebody who looks ahead so many decisions by alpha-beta search, and judges positions by this.
    pub(super) fn by(program: &Program, evaluation: Evaluation, nodes: u64, memory: usize) -> Thinker {
        let effort = Effort { nodes: Some(nodes), ..Effort::default() };
        Thinker {
            mind: Mind::AlphaBeta(Box::new(AlphaBeta::new(program, evaluation, memory))),
            own: effort,
            effort,
            careless: 0,
        }
    }

    /// It thinks no more than this about each decision from here on, and no more than it was made with.
    pub fn at_most(&mut self, effort: Effort) {
        self.effort = self.own.and(effort);
    }

    /// It thinks about the next decision for its share of what the clock of the game shows, whatever time it was told; other limits hold.
    pub fn by_the_clock(&mut self, pace: Pace) {
        self.effort.time = Some(share(pace.left, pace.increment, None));
    }

    /// It remembers nothing of earlier decisions.
    pub fn forget(&mut self) {
        match &mut self.mind {
            Mind::Random | Mind::Greedy(_) => {}
            Mind::AlphaBeta(search) => search.forget(),
            Mind::Mcts(search) => search.forget(),
        }
    }

    /// What it decides where a line stands; nothing if there is nothing to choose from.
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

    /// The best options where a line stands, the best one first, and what follows each of them: as many as are asked for and there
    /// are, from who looks ahead; else the one it decides on.
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

    /// The same for who wants to read them: what is certain goes on to the end of the game, where tables know how.
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

    /// What comes of it when a tree is grown for all positions that look alike to a player; nothing, if it is not who grows one.
    pub(super) fn veiled<T>(&mut self, clock: Clock<'_>, grow: impl FnOnce(&mut Mcts, &Limits<'_>) -> T) -> Option<T> {
        self.within(clock, 1, |mind, limits| match mind {
            Mind::Mcts(search) => Some(grow(search, limits)),
            Mind::Random | Mind::Greedy(_) | Mind::AlphaBeta(_) => None,
        })
    }

    /// What is thought about one decision, or a part of it, by the limits of that.
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

    /// What tells positions apart, of who looks ahead.
    fn evaluation(&self) -> Option<&Evaluation> {
        match &self.mind {
            Mind::Random | Mind::Greedy(_) => None,
            Mind::AlphaBeta(search) => Some(search.evaluation()),
            Mind::Mcts(search) => Some(search.evaluation()),
        }
    }
}

/// On how many threads a decision is thought about: WebAssembly has none but its own.
fn threads(means: Means) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { usize::from(means.threads) }
}

/// Any option.
fn any(options: usize, rng: &mut ChaCha8Rng) -> Option<Thought> {
    Some(Thought::without(below(options as u64, rng) as usize))
}

/// For the levels from the second on: decisions looked at, and how many of a hundred decisions are made without thought.
const LEVEL: [(u64, u64); 7] = [(60, 22), (80, 0), (280, 0), (1_400, 0), (7_000, 0), (35_000, 0), (350_000, 0)];
const LEVEL_MEMORY: usize = 8 << 20;

/// The option with the best result at once: a game won, else the most material against all others, a draw being worth nothing and
/// a loss less than anything. Among equal ones it takes any.
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
