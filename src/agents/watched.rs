//! Games of agents whose use of the rules is counted, and moves that agents choose for a caller.

use std::collections::VecDeque;

use super::agent::Agent;
use super::decide::decide;
use super::decider::{Decider, Undecided, asked};
use super::series::Series;
use super::thinker::Clock;
use super::{below, by_weight, generator};
use crate::analysis::coverage::{Counts, Games, Watch};
use crate::analysis::simulate::{Played, Simulator};
use crate::engine::{Actor, Game, LookAhead, Move, Position};
use crate::program::Program;

/// Games of agents in which the use of each rule is counted. Random ones are those of [`Series`]; others are played decision by
/// decision and have different random numbers.
pub struct Watched<'s> {
    series: Series<'s>,
    /// Used where all agents are random.
    random: Option<Games<'s>>,
    seed: u64,
}

impl<'s> Watched<'s> {
    /// The games of a seed between agents, one for each player.
    pub fn new(simulator: &'s Simulator<'s>, agents: &[Agent], seed: u64, clock: Clock<'s>) -> Watched<'s> {
        let random = agents.iter().all(|agent| *agent == Agent::Random).then(|| Games::new(simulator));
        Watched { series: Series::new(simulator, agents, seed, clock), random, seed }
    }

    /// The games of a seed between any deciders, one for each player.
    pub fn between(simulator: &'s Simulator<'s>, deciders: Vec<Decider>, seed: u64, clock: Clock<'s>) -> Watched<'s> {
        Watched { series: Series::between(simulator, deciders, seed, clock), random: None, seed }
    }

    /// The same with this number of random decisions at the beginning of each game.
    #[must_use]
    pub fn after_opening(self, plies: u32) -> Watched<'s> {
        Watched { series: self.series.after_opening(plies), ..self }
    }

    /// Plays the n-th game and counts; none if the clock says to stop during the game. It depends on the seed and the number
    /// only, unless time is measured.
    ///
    /// ```
    /// use draughtsman::agents::{Agent, Clock, Watched};
    /// use draughtsman::analysis::coverage::{Counts, Points, Watch};
    /// use draughtsman::analysis::simulate::Simulator;
    /// # use draughtsman::{engine::Position, library};
    ///
    /// let ready = library::bundled("english").unwrap();
    /// let simulator = Simulator::new(&ready.program, Position::start(&ready.program).unwrap(), 20);
    /// let points = Points::new(&ready.variant);
    /// let watch = Watch::new(&ready.program, &points, 20).unwrap();
    /// let mut counts = Counts::new(&points);
    /// let mut watched = Watched::new(&simulator, &[Agent::Greedy; 2], 7, Clock::none());
    /// let played = watched.game(0, &watch, &mut counts).unwrap().unwrap();
    /// assert_eq!((played.decisions, counts.games), (20, 1));
    /// ```
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn game(&mut self, number: u64, watch: &Watch<'_>, counts: &mut Counts) -> Result<Option<Played>, Undecided> {
        if let Some(games) = &mut self.random {
            let picks = || {
                let mut rng = generator(self.seed, number);
                move |limit| below(limit, &mut rng)
            };
            return Ok(Some(games.game(watch, &picks, counts)?));
        }
        let mut chosen = VecDeque::new();
        let shown = self.series.shown(number, &mut |_, _, place| chosen.push_back(place));
        // Ctrl-C may have ended the outside program too, so its error is ignored when the clock says to stop.
        if self.series.stops() {
            return Ok(None);
        }
        shown?;
        Ok(Some(watch.game(&mut |_, _, moves| Ok(chosen.pop_front().unwrap_or(moves.len())), counts)?))
    }
}

/// Returns a function that chooses a move in any position of these rules, for the player whose decision it is, or by weight for
/// chance. It returns none where there is nothing to choose, or nothing outside the program has an answer.
pub fn chooser<'p>(
    program: &'p Program,
    ahead: &'p LookAhead,
    mut deciders: Vec<Decider>,
    seed: u64,
    clock: Clock<'p>,
) -> impl FnMut(&Position) -> Option<Move> + 'p {
    let mut rng = generator(seed, 0);
    move |position| {
        let game = Game::from(position.clone());
        let mut moves = game.options(program).ok()?;
        let place = match game.actor(program)? {
            Actor::Chance => by_weight(&moves, &mut rng),
            Actor::Player(player) => match deciders.get_mut(player.index())? {
                Decider::Thinker(thinker) => {
                    decide(program, ahead, &game, thinker, &mut rng, clock).ok()?.map(|one| one.option)
                }
                Decider::Outside(ask) => asked(ask, program, &game, &moves, None).ok()?,
            },
        };
        let place = place.filter(|place| *place < moves.len())?;
        Some(moves.swap_remove(place))
    }
}
