//! Learning from games that one plays against oneself: round by round, each with what was learned in those before it.

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

/// Decisions that are looked at for each one of a game that is learned from.
const NODES: u64 = 200;
/// What is remembered while it is thought: little, for it is soon forgotten.
const SHORT_MEMORY: usize = 1 << 20;
/// How much what came of a decision counts of what is learned of it; what was thought at it is the rest. What came of it is told in the same
/// way by the next decision, and so on to the end of the game (TD(lambda); R. S. Sutton, 1988): how it ended comes of all that was done
/// on the way.
const CAME: f32 = 0.95;
/// Games of the first round, and of the longest one.
const ROUND: [u64; 2] = [500, 8000];
/// Positions that are learned from, of the latest games.
const MOST_POSITIONS: usize = 3_000_000;
/// How often all of them are gone through after a round, and at the end.
const PASSES: [usize; 2] = [1, 4];
/// What the symmetries of rules are looked for by.
const SYMMETRIES: u64 = 1 << 61;

/// Decisions at random that a game begins with in which it is measured what was learned.
pub const MEASURED_OPENING: u32 = 6;
/// Decisions that both look at for each one of theirs then.
pub const MEASURED_NODES: u64 = 2_000;
/// Decisions after which such a game, and one that is learned from, is cut off.
pub const MEASURED_LIMIT: u32 = 400;

/// What is learned, and from what.
pub struct Training<'t> {
    simulator: &'t Simulator<'t>,
    plan: Arc<Plan>,
    regression: Regression,
    learned: Arc<Learned>,
    lessons: Vec<Lesson>,
    seed: u64,
    /// Rounds begun, games of these, games learned from and their positions.
    rounds: u32,
    begun: u64,
    games: u64,
    positions: u64,
}

impl<'t> Training<'t> {
    /// Nothing is learned yet: what the rules say is where it begins.
    pub fn new(simulator: &'t Simulator<'t>, seed: u64) -> Training<'t> {
        let program = simulator.program();
        let symmetries = symmetries(program, &mut generator(seed, SYMMETRIES));
        // What was found by turning the board fits it.
        let plan = Arc::new(Plan::new(program, &symmetries).unwrap_or_else(|| Plan::plain(program)));
        let rules = Evaluation::untrained(program);
        let regression = Regression::new(&plan, &|side, kind, site| rules.place(side, kind, site));
        let learned = Arc::new(regression.learned(&plan));
        let (rounds, begun, games, positions) = (0, 0, 0, 0);
        Training { simulator, plan, regression, learned, lessons: Vec::new(), seed, rounds, begun, games, positions }
    }

    /// The numbers of the games of the next round.
    pub fn next_round(&mut self) -> Range<u64> {
        let many = (ROUND[0] << self.rounds.min(16)).min(ROUND[1]);
        self.rounds += 1;
        self.begun += many;
        self.begun - many..self.begun
    }

    /// Who plays the games of a round against itself.
    pub fn pupil(&self) -> Thinker {
        Thinker::by(self.simulator.program(), self.evaluation(), NODES, SHORT_MEMORY)
    }

    /// Plays the game of that number. It depends on the seed, the number and what was learned in the rounds before. Where the clock
    /// says to stop, it is no whole game.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn game(&self, pupil: &mut Thinker, number: u64, clock: Clock<'_>) -> Result<Lesson, LimitReached> {
        // What the rules say of pieces may be wrong: by that nothing is judged yet.
        let came = if self.rounds > 1 { CAME } else { 1.0 };
        lesson::game(self.simulator, &self.plan, pupil, &|| generator(self.seed, number), clock, came)
    }

    /// Learns from the games of a round in the order of their numbers; `last`, if no other follows.
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

    /// How many games and positions were learned from.
    pub fn learned_from(&self) -> (u64, u64) {
        (self.games, self.positions)
    }

    /// What was learned, as the file that lies beside the rules of that name.
    pub fn write(&self, variant: &str) -> String {
        let (games, positions) = self.learned_from();
        let history = History { variant: variant.to_owned(), games, positions, seed: self.seed };
        self.learned.write(self.simulator.program(), &history)
    }

    /// Who measures what was learned: with it (0) and with the baseline (1), both by alpha-beta search of [`MEASURED_NODES`].
    pub fn measured(&self, which: usize) -> Decider {
        match which {
            0 => Decider::Thinker(Box::new(Thinker::by(self.simulator.program(), self.evaluation(), MEASURED_NODES, MEMORY))),
            _ => Decider::of(self.simulator.program(), Training::opponent()),
        }
    }

    /// Whom what was learned is measured against.
    pub fn opponent() -> Agent {
        let effort = Effort { nodes: Some(MEASURED_NODES), ..Effort::default() };
        Agent::AlphaBeta(effort, Knowledge::Baseline.into())
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::learned(self.simulator.program(), Arc::clone(&self.learned))
    }
}

/// What a piece is worth to its side where it stands: by side, kind and site.
type Prior<'p> = dyn Fn(SideId, usize, usize) -> i32 + 'p;

/// Whether anything can be learned by rules.
///
/// # Errors
/// Why it cannot.
pub fn can_learn(program: &Program) -> Result<(), &'static str> {
    let equipment = &program.equipment;
    let codes = equipment.sides.len() * equipment.kinds.len() * (equipment.board.sites.len() + 2);
    match equipment.playing().count() {
        0 | 1 => Err("only one side plays: there are no games to be won against anybody"),
        _ if codes > usize::from(u16::MAX) => Err("there are too many kinds of pieces for so large a board"),
        _ => Ok(()),
    }
}
