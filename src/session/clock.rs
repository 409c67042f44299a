//! The time that players have left, where they play by the clock.

use std::time::Duration;

use crate::engine::Actor;
use crate::notation::{GameClock, TimeControl};

use super::Session;

impl Session {
    /// From now on players have so much time for all their decisions; from none on they have no clock.
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

    /// The time that players have left, if they play by the clock.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Whoever decides has taken so long over it, of which nothing was said yet; whether in time. What it means to have run out of time
    /// is for who asks to say.
    pub fn spend(&mut self, taken: Duration) -> bool {
        let decides = matches!(self.actor(), Some(Actor::Player(_)));
        self.clock.as_mut().filter(|_| decides).is_none_or(|clock| clock.spend(taken))
    }

    /// The clock runs for whoever decides.
    pub(super) fn begin_turn(&mut self) {
        if let Some(Actor::Player(player)) = self.actor() {
            self.clock.iter_mut().for_each(|clock| clock.begin(player));
        }
    }

    /// The same in a turn that has begun before.
    pub(super) fn go_on_with_turn(&mut self) {
        if let Some(Actor::Player(player)) = self.actor() {
            self.clock.iter_mut().for_each(|clock| clock.go_on(player));
        }
    }
}
