//! A game by the clock: measures by wall time how long agents think.

use std::time::Duration;

use super::thinker::Clock;
use crate::model::PlayerId;
use crate::notation::{GameClock, Pace, TimeControl};

/// The time of a game, if it is played by the clock.
pub(super) struct Timed<'t> {
    wall: Clock<'t>,
    game: Option<GameClock>,
    /// The player that decides, and since when.
    begun: Option<(PlayerId, Duration)>,
    /// The player that has run out of time.
    pub(super) overstepped: Option<PlayerId>,
}

impl<'t> Timed<'t> {
    /// The time of a new game with this number of players.
    pub(super) fn new(wall: Clock<'t>, control: Option<TimeControl>, players: usize) -> Timed<'t> {
        let game = control.map(|control| GameClock::new(control, players));
        Timed { wall, game, begun: None, overstepped: None }
    }

    /// A player begins to think; returns the time it has.
    pub(super) fn begin(&mut self, player: PlayerId) -> Option<Pace> {
        let game = self.game.as_mut()?;
        game.begin(player);
        self.begun = self.wall.now().map(|now| (player, now));
        game.pace()
    }

    /// The player has decided; returns whether in time.
    pub(super) fn end(&mut self) -> bool {
        let (Some(game), Some((player, begun)), Some(now)) = (&mut self.game, self.begun.take(), self.wall.now()) else {
            return true;
        };
        let in_time = game.spend(now.saturating_sub(begun));
        self.overstepped = (!in_time).then_some(player);
        in_time
    }
}
