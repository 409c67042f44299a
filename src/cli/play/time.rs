//! The clock of a game. It runs for the player to move; a player who runs out of time has lost.

use std::time::{Duration, Instant};

use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;
use draughtsman::notation::{GameClock, Pace, dial};

use super::table::Table;

/// The reason of an end by the clock.
const TIME: &str = "time";

impl Table {
    /// Starts the clock for the player to move.
    pub(super) fn run_clock(&mut self) {
        let runs = self.session.clock().is_some() && !self.over();
        self.since = runs.then(Instant::now);
    }

    /// Records the time that the player to move has taken so far. Returns whether it was in time; if not, the player has
    /// lost.
    pub(super) fn note_time(&mut self) -> bool {
        let Some(since) = self.since.take() else { return true };
        let in_time = self.session.spend(since.elapsed());
        match self.actor() {
            Some(Actor::Player(player)) if !in_time => self.end(self.winners_without(player), TIME),
            _ => self.run_clock(),
        }
        in_time
    }

    /// Whether the game has ended by the clock: nothing can be taken back then, as no time is left.
    pub(super) fn has_ended_by_time(&self) -> bool {
        let is_out = self.session.clock().is_some_and(|clock| clock.left.iter().any(Duration::is_zero));
        is_out && self.session.ended().is_some_and(|ended| ended.reason == TIME)
    }

    /// Whether the player to move has run out of time.
    pub(super) fn is_late(&self) -> bool {
        let running = self.running();
        self.since.is_some() && running.zip(self.pace()).is_some_and(|((_, taken), pace)| taken > pace.left)
    }

    /// The time that the player to move may use.
    pub(super) fn pace(&self) -> Option<Pace> {
        self.session.clock().and_then(GameClock::pace)
    }

    /// The times left: `Black 4:59, White 5:03`.
    pub(super) fn dials(&self) -> Option<String> {
        let clock = self.session.clock()?;
        let running = self.running();
        let dials =
            (0u8..).map(PlayerId).zip(&self.program().equipment.players).zip(&clock.left).map(|((id, player), left)| {
                let taken = running.filter(|(who, _)| *who == id).map_or(Duration::ZERO, |(_, taken)| taken);
                format!("{} {}", player.name, dial(left.saturating_sub(taken)))
            });
        Some(dials.collect::<Vec<_>>().join(", "))
    }

    /// The player for whom the clock runs, and the time that is not recorded yet.
    fn running(&self) -> Option<(PlayerId, Duration)> {
        match self.actor() {
            Some(Actor::Player(player)) => Some((player, self.since.map_or(Duration::ZERO, |since| since.elapsed()))),
            _ => None,
        }
    }
}
