//! A seat: what a player sees, what the player's input means, and agents that decide for a player.

use std::sync::{Arc, OnceLock};

use chacha20::ChaCha8Rng;

use crate::agents::{self, Agent, Clock, Thinker, Thought};
use crate::analysis::explain::{self, Explanation, Listing};
use crate::analysis::perft::{Counter, Way};
use crate::engine::{Actor, Counting, Move, Position, SeenMove};
use crate::model::{PlayerId, Setup};
use crate::notation::movetext::{Unpicked, pick};

use super::{Error, Session};

/// Added to the number of a decision to seed the random numbers of hints.
const HINTS: u64 = 1 << 63;

/// The agent that gives hints.
const HELPER: Agent = Agent::Level(4);

/// The options of a decision as a seat may see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The options, in the order of the engine.
    pub moves: Vec<Move>,
    /// Their texts.
    pub texts: Vec<String>,
    /// For each option of the list, the indices of the real options that look like it, and the number of equally likely ways of
    /// each; empty if every option is what it looks like.
    blind: Vec<(Vec<usize>, Vec<u64>)>,
}

/// The meaning of a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The option with this index in the complete list.
    Move(usize),
    /// Several options, or a number beyond the list.
    Doubt(Unpicked),
    /// A move that the rules bar, for a reason that the seat cannot know.
    Barred,
    /// No move.
    Unread(Unpicked),
}

impl Session {
    /// Whether anything can be hidden in this game.
    pub fn hides(&self) -> bool {
        self.program().layout.hidden.contains(&true)
    }

    /// The position as a seat may see it, or the whole position.
    pub fn seen(&self, seat: Option<PlayerId>) -> Position {
        match seat.filter(|_| self.hides()) {
            Some(player) => self.position().view(self.program(), player),
            None => self.position().clone(),
        }
    }

    /// The same in plain data.
    pub fn shown(&self, seat: Option<PlayerId>) -> Setup {
        self.shown_of(self.position(), seat)
    }

    /// The same for another position by these rules.
    pub fn shown_of(&self, position: &Position, seat: Option<PlayerId>) -> Setup {
        match seat.filter(|_| self.hides()) {
            Some(player) => position.view(self.program(), player).to_setup(self.program()),
            None => position.to_setup(self.program()),
        }
    }

    /// The options of the current decision as a seat may see them, or all as they are; empty if the game is over.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn decision(&self, seat: Option<PlayerId>) -> Result<Arc<Decision>, Error> {
        if self.ended().is_some() {
            return Ok(Arc::new(Decision { moves: Vec::new(), texts: Vec::new(), blind: Vec::new() }));
        }
        if let Some(player) = seat.filter(|_| self.hides()) {
            let seen = self.position().moves_seen_by(self.program(), player)?;
            let blind = seen.iter().map(|one| (one.of.clone(), one.ways.clone())).collect();
            let moves: Vec<Move> = seen.into_iter().map(|SeenMove { mv, .. }| mv).collect();
            return Ok(Arc::new(Decision { texts: self.texts_of(&moves), moves, blind }));
        }
        let list = self.lists.last();
        if let Some(known) = list.and_then(OnceLock::get) {
            return Ok(Arc::clone(known));
        }
        let moves = self.position().moves(self.program(), Counting::AsWritten)?;
        let made = Arc::new(Decision { texts: self.texts_of(&moves), moves, blind: Vec::new() });
        Ok(list.map_or_else(|| Arc::clone(&made), |list| Arc::clone(list.get_or_init(|| Arc::clone(&made)))))
    }

    /// The position after an option of a seat's list, as far as that seat can know it.
    ///
    /// # Errors
    /// A rule does not terminate, or depends on what the seat does not know.
    pub fn after(&self, mv: &Move, seat: Option<PlayerId>) -> Result<Position, Error> {
        let mut game = match seat {
            Some(player) => self.game.imagining(self.position().view(self.program(), player)),
            None => self.game.clone(),
        };
        game.play(self.program(), mv)?;
        Ok(game.position().clone())
    }

    /// The option that a seat means: by its text, its number in the list, or a short form. If several real options look like
    /// it, chance selects one.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn find(&self, typed: &str, seat: Option<PlayerId>) -> Result<Found, Error> {
        let decision = self.decision(seat)?;
        Ok(self.found(&decision, self.picked(&decision, typed, seat)))
    }

    fn picked(&self, decision: &Decision, typed: &str, seat: Option<PlayerId>) -> Result<usize, Unpicked> {
        let program = self.program();
        let barred = || self.seen(seat).barred(program);
        pick(&program.equipment, typed, &decision.moves, program.chains_may_stop(), &barred)
    }

    fn found(&self, decision: &Decision, picked: Result<usize, Unpicked>) -> Found {
        match picked {
            Ok(found) => decision.real(found, &mut self.generator()).map_or(Found::Barred, Found::Move),
            Err(unread @ Unpicked::Unread(_)) => Found::Unread(unread),
            Err(doubt) => Found::Doubt(doubt),
        }
    }

    /// The index, in the complete list, of the option to play for a typed text. The exact text of an option means that option,
    /// even if it is the number of another.
    ///
    /// # Errors
    /// The text means no option, may mean several, or the game is over; [`Session::explain`] says more.
    pub fn meant(&self, typed: &str, seat: Option<PlayerId>) -> Result<usize, Error> {
        if self.actor().is_none() {
            return Err(Error::wrong(format!("`{typed}` comes after the end of the game")));
        }
        let decision = self.decision(seat)?;
        let own = decision.texts.iter().position(|text| text == typed);
        match self.found(&decision, own.map_or_else(|| self.picked(&decision, typed, seat), Ok)) {
            Found::Move(index) => Ok(index),
            Found::Barred => Err(Error::wrong(format!("the rules bar `{typed}` now, for a reason that cannot be told"))),
            Found::Doubt(doubt) | Found::Unread(doubt) => Err(Error::wrong(doubt)),
        }
    }

    /// Plays the option that a seat means.
    ///
    /// # Errors
    /// As for [`Session::meant`].
    pub fn play(&mut self, typed: &str, seat: Option<PlayerId>) -> Result<(), Error> {
        self.take(self.meant(typed, seat)?)
    }

    /// Why a move is legal or not, as far as a seat may know.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn explain(&self, typed: &str, seat: Option<PlayerId>) -> Result<Explanation, Error> {
        Ok(explain::why(self.program(), &self.seen(seat), typed)?)
    }

    /// The lines that generate each move of the current decision, as far as a seat may know.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn explain_all(&self, seat: Option<PlayerId>) -> Result<Listing, Error> {
        Ok(explain::listing(self.program(), &self.seen(seat))?)
    }

    /// Whether an option of the complete list names nothing that one of these players cannot know.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn may_be_told(&self, index: usize, to: &[PlayerId]) -> Result<bool, Error> {
        let decision = self.decision(None)?;
        let (before, Some(mv)) = (self.position(), decision.moves.get(index)) else { return Ok(true) };
        let after = before.play(self.program(), mv, &[])?;
        Ok(self.is_told(before, mv, &after, to))
    }

    /// The same for a decision that led from one position to another.
    pub fn is_told(&self, before: &Position, mv: &Move, after: &Position, to: &[PlayerId]) -> bool {
        to.iter().all(|player| before.told(self.program(), mv, after, *player).deeds == mv.deeds)
    }

    /// The text of a past decision, counted from 0, if it names nothing that one of these players cannot know; none also if
    /// there is no such decision.
    pub fn told(&self, at: usize, to: &[PlayerId]) -> Option<&str> {
        let game = self.game();
        let (text, mv) = (self.texts().get(at)?, game.moves().get(at)?);
        let (before, after) = (game.positions().get(at)?, game.positions().get(at + 1)?);
        (!self.hides() || self.is_told(before, mv, after, to)).then_some(text)
    }

    /// The option that an agent selects for the player who decides, from what that player can see: an index of the complete
    /// list. Decisions of chance are made at random, whatever the agent. None if the game is over.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn agent(&self, agent: Agent, clock: Clock<'_>) -> Result<Option<usize>, Error> {
        let mut thinker = self.thinker(agent, agents::MEMORY)?;
        Ok(self.think(&mut thinker, clock)?.map(|thought| thought.option))
    }

    /// An agent for these rules, with this many bytes of memory for its tables.
    ///
    /// # Errors
    /// The agent uses learned weights, and the file beside the rules does not match them.
    pub fn thinker(&self, agent: Agent, memory: usize) -> Result<Thinker, Error> {
        agents::fit(self.program(), agent).map_err(Error::wrong)?;
        Ok(Thinker::new(self.program(), agent, memory))
    }

    /// The same by an agent that keeps what it has computed before.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn think(&self, thinker: &mut Thinker, clock: Clock<'_>) -> Result<Option<Thought>, Error> {
        if self.actor().is_none() {
            return Ok(None);
        }
        Ok(agents::decide(self.program(), self.rules.ahead(), &self.game, thinker, &mut self.generator(), clock)?)
    }

    /// The text of a good move for the player who decides, as far as a seat may know.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn hint(&self, seat: Option<PlayerId>) -> Result<Option<String>, Error> {
        self.advice(seat, &mut Thinker::new(self.program(), HELPER, agents::MEMORY), Clock::none())
    }

    /// The text of the move that an agent would make for the player who decides, from what a seat can see.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn advice(&self, seat: Option<PlayerId>, thinker: &mut Thinker, clock: Clock<'_>) -> Result<Option<String>, Error> {
        let Some(Actor::Player(_)) = self.actor() else { return Ok(None) };
        let game = match seat.filter(|_| self.hides()) {
            Some(_) => self.game.imagining(self.seen(seat)),
            None => self.game.clone(),
        };
        let thought = agents::decide(self.program(), self.rules.ahead(), &game, thinker, &mut self.aside(seat), clock)?;
        let decision = self.decision(seat)?;
        Ok(thought.and_then(|thought| decision.texts.get(thought.option).cloned()))
    }

    /// The number of leaves `depth` plies below the position; none if `stop` has returned true.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Result<Option<u64>, Error> {
        Ok(Counter::new(self.program(), Way::USUAL).leaves_unless(self.position(), depth, stop)?)
    }

    /// The same for each option of the current decision, in order.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn divide(&self, depth: u32, stop: &dyn Fn() -> bool) -> Result<Option<Vec<u64>>, Error> {
        let counter = Counter::new(self.program(), Way::USUAL);
        let mut below = Vec::new();
        for mv in &self.decision(None)?.moves {
            let next = self.position().play_impatiently(self.program(), mv)?;
            match counter.leaves_unless(&next, depth.saturating_sub(1), stop)? {
                Some(leaves) => below.push(leaves),
                None => return Ok(None),
            }
        }
        Ok(Some(below))
    }

    /// The random numbers of chance and opponents at this decision: the same whenever the game reaches it with the same seed.
    pub(super) fn generator(&self) -> ChaCha8Rng {
        agents::generator(self.seed.unwrap_or(0), self.texts.len() as u64)
    }

    /// The random numbers of an agent that thinks for a seat. They differ from those of chance and opponents and, for a seat,
    /// do not depend on the seed, so that they reveal nothing about the former.
    pub(super) fn aside(&self, seat: Option<PlayerId>) -> ChaCha8Rng {
        let seed = if seat.is_some() { 0 } else { self.seed.unwrap_or(0) };
        agents::generator(seed, HINTS | self.texts.len() as u64)
    }
}

impl Decision {
    /// The real options that look like an option of this list, with the number of equally likely ways of each; empty if the
    /// rules bar it for a reason that the seat cannot know.
    pub fn real_options(&self, index: usize) -> Vec<(usize, u64)> {
        match self.blind.get(index) {
            Some((of, ways)) => of.iter().copied().zip(ways.iter().copied()).collect(),
            None => vec![(index, 1)],
        }
    }

    /// The real option behind an option of this list; if several look like it, a random one.
    fn real(&self, index: usize, rng: &mut ChaCha8Rng) -> Option<usize> {
        let Some((of, ways)) = self.blind.get(index) else { return Some(index) };
        of.get(agents::by_ways(ways.iter().copied(), rng)?).copied()
    }
}
