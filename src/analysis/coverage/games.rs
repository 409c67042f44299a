//! Plays the games of `simulate` again while counting coverage.

use std::collections::VecDeque;

use super::count::Counts;
use super::watch::Watch;
use crate::analysis::simulate::{Played, Simulator};
use crate::engine::{Actor, LimitReached, Move, Playing, Position, drawn};

/// Random games, identical to those that a [`Simulator`] plays with the same random numbers.
pub struct Games<'s> {
    simulator: &'s Simulator<'s>,
    playing: Option<Playing<'s>>,
}

impl<'s> Games<'s> {
    /// The games of a simulator.
    pub fn new(simulator: &'s Simulator<'s>) -> Games<'s> {
        let mut playing = simulator.playout();
        if let Some(playing) = &mut playing {
            playing.note_results();
        }
        Games { simulator, playing }
    }

    /// Plays and counts a game. `picks` is called more than once; all its generators must give the same numbers, each below its
    /// argument.
    ///
    /// ```
    /// # use draughtsman::analysis::coverage::{Counts, Games, Points, Watch};
    /// # use draughtsman::analysis::simulate::Simulator;
    /// # use draughtsman::{agents, engine::Position, library};
    /// let ready = library::bundled("english").unwrap();
    /// let simulator = Simulator::new(&ready.program, Position::start(&ready.program).unwrap(), 1000);
    /// let picks = || {
    ///     let mut rng = agents::generator(7, 0);
    ///     move |below: u64| agents::below(below, &mut rng)
    /// };
    /// let points = Points::new(&ready.variant);
    /// let watch = Watch::new(&ready.program, &points, 1000).unwrap();
    /// let seen = Games::new(&simulator).game(&watch, &picks, &mut Counts::new(&points)).unwrap();
    /// let played = simulator.play_out(&mut simulator.playout().unwrap(), &mut picks()).unwrap();
    /// assert_eq!(seen, played);
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn game<P: FnMut(u64) -> u64>(
        &mut self,
        watch: &Watch<'_>,
        picks: &dyn Fn() -> P,
        counts: &mut Counts,
    ) -> Result<Played, LimitReached> {
        let mut pick = picks();
        if let Some(playing) = &mut self.playing
            && self.simulator.play_directly(playing, &mut pick).is_some()
        {
            return follow(watch, playing, &mut picks(), counts);
        }
        walk(watch, &mut pick, counts)
    }
}

/// Follows a game on the fast engine, move by move, on the general machine.
fn follow(
    watch: &Watch<'_>,
    playing: &mut Playing<'_>,
    pick: &mut dyn FnMut(u64) -> u64,
    counts: &mut Counts,
) -> Result<Played, LimitReached> {
    playing.restart(pick);
    let mut results = VecDeque::from(playing.results());
    let mut decide = |position: &Position, actor, moves: &[Move]| {
        if actor == Actor::Chance {
            return Ok(results.pop_front().unwrap_or(moves.len()));
        }
        let option = pick(playing.options() as u64) as usize;
        let chosen = playing.move_of(watch.program(), option, position, moves)?;
        playing.play(option);
        results.extend(playing.results());
        Ok(chosen.unwrap_or(moves.len()))
    };
    watch.game(&mut decide, counts)
}

/// Plays a game on the general machine alone.
fn walk(watch: &Watch<'_>, pick: &mut dyn FnMut(u64) -> u64, counts: &mut Counts) -> Result<Played, LimitReached> {
    let mut decide = |_: &Position, actor, moves: &[Move]| {
        let chosen = match actor {
            Actor::Chance => drawn(moves.iter().map(|mv| mv.weight), pick),
            Actor::Player(_) if moves.is_empty() => None,
            Actor::Player(_) => Some(pick(moves.len() as u64) as usize),
        };
        Ok(chosen.unwrap_or(moves.len()))
    };
    watch.game(&mut decide, counts)
}
