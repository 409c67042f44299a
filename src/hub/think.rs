//! The task that `go` starts: thinking about one decision, on any thread.

use std::time::Duration;

use super::board::move_text;
use super::level::Level;
use super::line::line;
use crate::agents::{self, Agent, Clock, Effort, Thinker, Thought};
use crate::engine::Game;
use crate::model::KindId;
use crate::model::hub::Squares;
use crate::session::{Error, Rules};

/// The purpose of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To decide now.
    Think,
    /// To use the opponent's time: the player's own time begins with `ponder-hit`.
    Ponder,
    /// To analyse, until `stop` if no limit was sent.
    Analyze,
}

/// A thinking task.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The purpose.
    pub mode: Mode,
    /// The limits.
    pub level: Level,
    /// Whether a new game has begun since the last task.
    pub anew: bool,
    /// The number of threads, for agents that can use several.
    pub threads: u16,
    pub(super) rules: Rules,
    pub(super) squares: Squares,
    pub(super) game: Game,
}

/// The effort for finding the expected reply.
const REPLY: Effort = Effort { nodes: Some(200), time: None, depth: None };

/// The score of a won game; it is reduced by a hundredth for each decision to the win.
const SURE: f64 = 100.0;
/// The bound of scores that are not proved.
const MOST: f64 = 89.0;

impl Thinking {
    /// An agent for the rules of the task.
    pub fn thinker(&self, agent: Agent) -> Thinker {
        Thinker::new(&self.rules.ready().program, agent.on(self.threads), agents::MEMORY)
    }

    /// Whether the answer has to wait for `stop` or `ponder-hit`.
    pub fn waits(&self) -> bool {
        self.mode == Mode::Ponder || self.level.infinite
    }

    /// Thinks, and returns the answer: `info`, then `done`, with a move if there is one. `tell` is called with an `info` line
    /// for each depth. Time limits are enforced by `clock`.
    pub fn decide(&self, thinker: &mut Thinker, clock: Clock<'_>, tell: &(dyn Fn(String) + Sync)) -> Vec<String> {
        self.decided(thinker, clock, tell).unwrap_or_else(|error| {
            let message = error.to_string();
            vec![line("error", &[("message", &message)]), "done".to_owned()]
        })
    }

    fn decided(&self, thinker: &mut Thinker, clock: Clock<'_>, tell: &(dyn Fn(String) + Sync)) -> Result<Vec<String>, Error> {
        let program = &self.rules.ready().program;
        let moves = self.game.options(program)?;
        let begun = clock.now();
        if self.anew {
            thinker.forget();
        }
        thinker.at_most(Effort { time: None, ..self.level.effort });
        let time = || clock.now().zip(begun).map_or(Duration::ZERO, |(now, begun)| now.saturating_sub(begun));
        let told = |thoughts: &[Thought]| thoughts.iter().take(1).for_each(|best| tell(self.info(best, time(), None)));
        let mut rng = agents::generator(0, self.game.moves().len() as u64);
        let thought = agents::decide(program, self.rules.ahead(), &self.game, thinker, &mut rng, clock.telling(&told))?;
        let Some((mv, thought)) = thought.and_then(|thought| Some((moves.get(thought.option)?, thought))) else {
            return Err(Error::wrong("the game is over: there is no move"));
        };
        let Some(text) = move_text(&self.squares, mv) else {
            return Err(Error::wrong("the move cannot be written in the Hub protocol"));
        };
        let info = self.info(&thought, time(), Some(&text));
        let mut after = self.game.clone();
        after.play_impatiently(program, mv)?;
        thinker.at_most(REPLY.and(self.level.effort));
        let reply = agents::decide(program, self.rules.ahead(), &after, thinker, &mut rng, Clock::none())?;
        let replies = after.options(program)?;
        let reply = reply.and_then(|reply| move_text(&self.squares, replies.get(reply.option)?));
        let pairs: Vec<(&str, &str)> =
            [("move", text.as_str())].into_iter().chain(reply.as_deref().map(|reply| ("ponder", reply))).collect();
        Ok(vec![info, line("done", &pairs)])
    }

    /// `info depth=8 score=0.12 nodes=20000 time=0.50 nps=40000 pv="32-28"`
    fn info(&self, thought: &Thought, time: Duration, best: Option<&str>) -> String {
        let equipment = &self.rules.ready().program.equipment;
        let man = equipment.kinds.get(KindId(0).index()).map_or(1, |kind| kind.value.max(1)) as f64;
        let score = match thought.decided() {
            Some(plies) => (SURE - f64::from(plies.abs()) / 100.0).copysign(f64::from(plies)),
            None => (f64::from(thought.value) / 100.0 / man).clamp(-MOST, MOST),
        };
        let (score, seconds) = (format!("{score:.2}"), format!("{:.2}", time.as_secs_f64()));
        let (depth, nodes) = (thought.depth.to_string(), thought.nodes.to_string());
        let speed = format!("{:.0}", thought.nodes as f64 / time.as_secs_f64().max(1e-3));
        let known = [("depth", &depth), ("score", &score), ("nodes", &nodes), ("time", &seconds), ("nps", &speed)];
        // An agent without a definite search depth reports none.
        let known = known.iter().filter(|(name, _)| *name != "depth" || thought.depth > 0);
        let mut pairs: Vec<(&str, &str)> = known.map(|(name, value)| (*name, value.as_str())).collect();
        pairs.extend(best.map(|best| ("pv", best)));
        line("info", &pairs)
    }
}
