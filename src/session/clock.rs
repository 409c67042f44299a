//! The clock of a game.

use std::time::Duration;

use crate::engine::Actor;
use crate::notation::{GameClock, TimeControl};

use super::Session;

impl Session {
    /// Sets the clock of all players to a time control, or removes it.
    ///
    /// ```
    /// use draughtsman::session::Session;
    /// use std::time::Duration;
    /// let mut session = Session::bundled("english")?;
    /// session.set_clock(Some("5m+3s".parse().unwrap()));
    /// assert!(session.spend(Duration::from_secs(63)));
    /// session.play("11-15", None)?;
    /// let left: Vec<u64> = session.clock().unwrap().left.iter().map(Duration::as_secs).collect();
    /// assert_eq!(left, [240, 303], "Black has decided, and the turn of White has begun");
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn set_clock(&mut self, control: Option<TimeControl>) {
        let players = self.variant().equipment.players.len();
        self.clock = control.map(|control| GameClock::new(control, players));
        self.begin_turn();
    }

    /// The clock, if the players play by the clock.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// The player to decide has used this much more time. Returns whether that was in time; the caller decides what running out
    /// of time means.
    pub fn spend(&mut self, taken: Duration) -> bool {
        let decides = matches!(self.actor(), Some(Actor::Player(_)));
        self.clock.as_mut().filter(|_| decides).is_none_or(|clock| clock.spend(taken))
    }

    /// Starts the turn of the player to decide on the clock.
    pub(super) fn begin_turn(&mut self) {
        if let Some(Actor::Player(player)) = self.actor() {
            self.clock.iter_mut().for_each(|clock| clock.begin(player));
        }
    }

    /// The same in a turn that began earlier, without increment.
    pub(super) fn go_on_with_turn(&mut self) {
        if let Some(Actor::Player(player)) = self.actor() {
            self.clock.iter_mut().for_each(|clock| clock.go_on(player));
        }
    }
}
