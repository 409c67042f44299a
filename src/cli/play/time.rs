//! The clock of a game: it runs for whoever decides, and whoever runs out of time has lost.

use std::time::{Duration, Instant};

use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;
use draughtsman::notation::{GameClock, Pace, dial};

use super::table::Table;

/// Why a game has ended by the clock.
const TIME: &str = "time";

impl Table {
    /// From now on the clock runs for whoever decides.
    pub(super) fn run_clock(&mut self) {
        let runs = self.session.clock().is_some() && !self.over();
        self.since = runs.then(Instant::now);
    }

    /// Notes how long whoever decides has taken so far; whether in time. Who is not has lost.
    pub(super) fn note_time(&mut self) -> bool {
        let Some(since) = self.since.take() else { return true };
        let in_time = self.session.spend(since.elapsed());
        match self.actor() {
            Some(Actor::Player(player)) if !in_time => self.end(self.winners_without(player), TIME),
            _ => self.run_clock(),
        }
        in_time
    }

    /// Whether the game has ended by the clock: there is no time left to take anything back for.
    pub(super) fn has_ended_by_time(&self) -> bool {
        let is_out = self.session.clock().is_some_and(|clock| clock.left.iter().any(Duration::is_zero));
        is_out && self.session.ended().is_some_and(|ended| ended.reason == TIME)
    }

    /// Whether whoever decides has run out of time.
    pub(super) fn is_late(&self) -> bool {
        let running = self.running();
        self.since.is_some() && running.zip(self.pace()).is_some_and(|((_, taken), pace)| taken > pace.left)
    }

    /// What whoever decides may think with.
    pub(super) fn pace(&self) -> Option<Pace> {
        self.session.clock().and_then(GameClock::pace)
    }

    /// What the clock shows: `Black 4:59, White 5:03`.
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

    /// For whom the clock runs, and for how long of which nothing was noted yet.
    fn running(&self) -> Option<(PlayerId, Duration)> {
        match self.actor() {
            Some(Actor::Player(player)) => Some((player, self.since.map_or(Duration::ZERO, |since| since.elapsed()))),
            _ => None,
        }
    }
}
