//! A game by the clock: how long agents think, by the clock on the wall.

use std::time::Duration;

use super::thinker::Clock;
use crate::model::PlayerId;
use crate::notation::{GameClock, Pace, TimeControl};

/// The time of a game, if it is played by the clock.
pub(super) struct Timed<'t> {
    wall: Clock<'t>,
    game: Option<GameClock>,
    /// Who decides, and since when.
    begun: Option<(PlayerId, Duration)>,
    /// Who has run out of time.
    pub(super) overstepped: Option<PlayerId>,
}

impl<'t> Timed<'t> {
    /// A game that begins, of so many players.
    pub(super) fn new(wall: Clock<'t>, control: Option<TimeControl>, players: usize) -> Timed<'t> {
        let game = control.map(|control| GameClock::new(control, players));
        Timed { wall, game, begun: None, overstepped: None }
    }

    /// A player begins to think; what there is to think with.
    pub(super) fn begin(&mut self, player: PlayerId) -> Option<Pace> {
        let game = self.game.as_mut()?;
        game.begin(player);
        self.begun = self.wall.now().map(|now| (player, now));
        game.pace()
    }

    /// Whoever thought has decided; whether in time.
    pub(super) fn end(&mut self) -> bool {
        let (Some(game), Some((player, begun)), Some(now)) = (&mut self.game, self.begun.take(), self.wall.now()) else {
            return true;
        };
        let in_time = game.spend(now.saturating_sub(begun));
        self.overstepped = (!in_time).then_some(player);
        in_time
    }
}
