//! Learning the evaluation from self-play, in rounds that each use what was learned in those before.

mod lesson;
mod regression;

use std::ops::Range;
use std::sync::Arc;

use super::agent::{Agent, Effort};
use super::decider::Decider;
use super::evaluation::Evaluation;
use super::generator;
use super::learned::{History, Learned, Plan, symmetries};
use super::means::Knowledge;
use super::thinker::{Clock, MEMORY, Thinker};
use crate::analysis::simulate::Simulator;
use crate::engine::LimitReached;
use crate::model::SideId;
use crate::program::Program;

pub use lesson::Lesson;
use regression::Regression;

/// The decisions searched for each move of a game that is learned from.
const NODES: u64 = 200;
/// Bytes of the table during such games: few, because it is cleared for each game.
const SHORT_MEMORY: usize = 1 << 20;
/// The weight of what follows a decision against its own search value, in the result that its position is to predict. What
/// follows is weighted in the same way at the next decision, down to the result of the game (this is lambda of TD(lambda), R. S.
/// Sutton, 1988).
const CAME: f32 = 0.95;
/// The number of games of the first round, and of the longest; each round has twice as many as the one before.
const ROUND: [u64; 2] = [500, 8000];
/// Most positions that are learned from; the oldest games are dropped.
const MOST_POSITIONS: usize = 3_000_000;
/// How often all of them are gone through after a round, and after the last.
const PASSES: [usize; 2] = [1, 4];
/// The random stream with which symmetries of the rules are searched; learning uses the streams after it.
const SYMMETRIES: u64 = 1 << 61;

/// The number of random decisions at the beginning of a game that measures what was learned.
pub const MEASURED_OPENING: u32 = 6;
/// The decisions searched for each move of such a game.
pub const MEASURED_NODES: u64 = 2_000;
/// The number of decisions after which such a game, or one that is learned from, is cut off.
pub const MEASURED_LIMIT: u32 = 400;

/// The state of the training of one program's evaluation.
pub struct Training<'t> {
    simulator: &'t Simulator<'t>,
    plan: Arc<Plan>,
    regression: Regression,
    learned: Arc<Learned>,
    lessons: Vec<Lesson>,
    seed: u64,
    /// The number of rounds begun, of their games, of games learned from, and of positions in these.
    rounds: u32,
    begun: u64,
    games: u64,
    positions: u64,
}

impl<'t> Training<'t> {
    /// Nothing is learned yet: training begins with the evaluation by the rules.
    pub fn new(simulator: &'t Simulator<'t>, seed: u64) -> Training<'t> {
        let program = simulator.program();
        let symmetries = symmetries(program, &mut generator(seed, SYMMETRIES));
        // Symmetries that were found by turning the board do fit it.
        let plan = Arc::new(Plan::new(program, &symmetries).unwrap_or_else(|| Plan::plain(program)));
        let rules = Evaluation::untrained(program);
        let regression = Regression::new(&plan, &|side, kind, site| rules.place(side, kind, site));
        let learned = Arc::new(regression.learned(&plan));
        let (rounds, begun, games, positions) = (0, 0, 0, 0);
        Training { simulator, plan, regression, learned, lessons: Vec::new(), seed, rounds, begun, games, positions }
    }

    /// Begins the next round; returns the numbers of its games.
    pub fn next_round(&mut self) -> Range<u64> {
        let many = (ROUND[0] << self.rounds.min(16)).min(ROUND[1]);
        self.rounds += 1;
        self.begun += many;
        self.begun - many..self.begun
    }

    /// The agent that plays the games of the current round against itself.
    pub fn pupil(&self) -> Thinker {
        Thinker::by(self.simulator.program(), self.evaluation(), NODES, SHORT_MEMORY)
    }

    /// Plays the game of this number. It depends on the seed, the number and what was learned in earlier rounds. If the clock
    /// says to stop, the game is cut off.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine.
    pub fn game(&self, pupil: &mut Thinker, number: u64, clock: Clock<'_>) -> Result<Lesson, LimitReached> {
        // In the first round the values come from the rules alone and may be wrong, so only the results of games count.
        let came = if self.rounds > 1 { CAME } else { 1.0 };
        lesson::game(self.simulator, &self.plan, pupil, &|| generator(self.seed, number), clock, came)
    }

    /// Learns from the games of a round, in the order of their numbers; `last` if no other round follows.
    pub fn learn(&mut self, lessons: Vec<Lesson>, last: bool) {
        self.games += lessons.len() as u64;
        self.positions += lessons.iter().map(|lesson| lesson.positions() as u64).sum::<u64>();
        self.lessons.extend(lessons);
        let mut kept = 0;
        let from = self.lessons.iter().rposition(|lesson| {
            kept += lesson.positions();
            kept > MOST_POSITIONS
        });
        self.lessons.drain(..from.map_or(0, |from| from + 1));
        let passes = PASSES[usize::from(last)];
        self.regression.learn(&self.plan, &self.lessons, passes, &mut generator(self.seed, SYMMETRIES + 1 + self.games));
        self.learned = Arc::new(self.regression.learned(&self.plan));
    }

    /// The number of games and of positions that were learned from.
    pub fn learned_from(&self) -> (u64, u64) {
        (self.games, self.positions)
    }

    /// What was learned, as the text of a file beside the rules of that name.
    pub fn write(&self, variant: &str) -> String {
        let (games, positions) = self.learned_from();
        let history = History { variant: variant.to_owned(), games, positions, seed: self.seed };
        self.learned.write(self.simulator.program(), &history)
    }

    /// A player of the games that measure what was learned: with it (0), or the baseline (1), both by alpha-beta of
    /// [`MEASURED_NODES`].
    pub fn measured(&self, which: usize) -> Decider {
        match which {
            0 => Decider::Thinker(Box::new(Thinker::by(self.simulator.program(), self.evaluation(), MEASURED_NODES, MEMORY))),
            _ => Decider::of(self.simulator.program(), Training::opponent()),
        }
    }

    /// The agent that what was learned is measured against.
    pub fn opponent() -> Agent {
        let effort = Effort { nodes: Some(MEASURED_NODES), ..Effort::default() };
        Agent::AlphaBeta(effort, Knowledge::Baseline.into())
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::learned(self.simulator.program(), Arc::clone(&self.learned))
    }
}

/// The initial worth of a piece to its side, by side, kind and site.
type Prior<'p> = dyn Fn(SideId, usize, usize) -> i32 + 'p;

/// Whether an evaluation can be learned for these rules.
///
/// # Errors
/// The reason why not.
pub fn can_learn(program: &Program) -> Result<(), &'static str> {
    let equipment = &program.equipment;
    let codes = equipment.sides.len() * equipment.kinds.len() * (equipment.board.sites.len() + 2);
    match equipment.playing().count() {
        0 | 1 => Err("only one side plays: there are no games to be won against anybody"),
        _ if codes > usize::from(u16::MAX) => Err("there are too many kinds of pieces for so large a board"),
        _ => Ok(()),
    }
}
