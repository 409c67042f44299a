//! Time controls and game clocks.

use std::fmt::{Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

use crate::model::PlayerId;

/// A time control: the time of a player for a whole game, and the increment that is added at the beginning of each of the
/// player's turns, including the first (Fischer).
///
/// ```
/// use draughtsman::notation::TimeControl;
/// let control: TimeControl = "5m+3s".parse()?;
/// assert_eq!((control.main.as_secs(), control.increment.as_secs(), control.to_string().as_str()), (300, 3, "5m+3s"));
/// assert!("5+3".parse::<TimeControl>().is_err(), "five of what?");
/// # Ok::<(), draughtsman::notation::NoTimeControl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for the whole game.
    pub main: Duration,
    /// The increment of each turn.
    pub increment: Duration,
}

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no time control: a time for the whole game and one for each turn are accepted: 5m+3s, 90s, 1h+30s, 500ms+10ms"
)]
pub struct NoTimeControl(pub String);

/// The longest time that is accepted.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// The units of time in milliseconds. `ms` also ends in `s`, and so comes before it.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

/// Reads a time of one unit, `2s`, `500ms`, `0.5s`, `1h`, in whole milliseconds; none if it is not one, or longer than a year.
pub fn read_time(text: &str) -> Option<Duration> {
    let (number, unit) = UNITS.iter().find_map(|(name, millis)| Some((text.strip_suffix(name)?, millis)))?;
    let (whole, part) = number.split_once('.').map_or((number, None), |(whole, part)| (whole, Some(part)));
    let read = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
    let mut millis = read(whole)?.checked_mul(*unit)?;
    if let Some(part) = part {
        let parts = read(part)?.checked_mul(*unit)?;
        let of = 10u64.checked_pow(part.len() as u32)?;
        millis = millis.checked_add(parts / of).filter(|_| parts % of == 0)?;
    }
    Some(Duration::from_millis(millis)).filter(|time| *time <= LONGEST)
}

/// A time in the form that [`read_time`] reads, in the largest unit of which it is a whole number: `2s`, `500ms`.
pub fn time_text(time: Duration) -> String {
    let millis = time.as_millis();
    let whole = UNITS.iter().rev().find(|(_, unit)| millis > 0 && millis.is_multiple_of(u128::from(*unit)));
    let (name, unit) = whole.copied().unwrap_or(("s", 1000));
    format!("{}{name}", millis / u128::from(unit))
}

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, NoTimeControl> {
        let (main, increment) = text.split_once('+').map_or((text, None), |(main, increment)| (main, Some(increment)));
        let increment = increment.map_or(Some(Duration::ZERO), read_time);
        let control = read_time(main).zip(increment).map(|(main, increment)| TimeControl { main, increment });
        let has_some = |control: &TimeControl| control.main + control.increment > Duration::ZERO;
        control.filter(has_some).ok_or_else(|| NoTimeControl(text.to_owned()))
    }
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&time_text(self.main))?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", time_text(self.increment))?;
        }
        Ok(())
    }
}

/// The clock of a game under way. It does not run by itself: its owner reports how long each decision took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time control.
    pub control: TimeControl,
    /// The time left to each player.
    pub left: Vec<Duration>,
    /// The player whose turn it is, once a turn has begun.
    turn: Option<PlayerId>,
}

/// The time that a player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The time left, including the increment of the current turn.
    pub left: Duration,
    /// The increment of each later turn.
    pub increment: Duration,
}

impl GameClock {
    /// A clock for `players` players, on which no time has passed yet.
    pub fn new(control: TimeControl, players: usize) -> GameClock {
        GameClock::standing(control, vec![control.main; players])
    }

    /// A stopped clock with these times left; no turn has begun on it.
    pub fn standing(control: TimeControl, left: Vec<Duration>) -> GameClock {
        GameClock { control, left, turn: None }
    }

    /// A player is about to decide: if this begins a turn, the increment is added.
    pub fn begin(&mut self, player: PlayerId) {
        let begins = self.turn != Some(player);
        self.go_on(player);
        if begins && let Some(left) = self.left.get_mut(player.index()) {
            *left = left.saturating_add(self.control.increment);
        }
    }

    /// A player is about to decide, in a turn that began earlier; no increment is added.
    pub fn go_on(&mut self, player: PlayerId) {
        self.turn = Some(player);
    }

    /// The player to decide has used this much time. Returns whether that was in time.
    pub fn spend(&mut self, taken: Duration) -> bool {
        let Some(left) = self.turn.and_then(|player| self.left.get_mut(player.index())) else { return true };
        let in_time = taken <= *left;
        *left = left.saturating_sub(taken);
        in_time
    }

    /// The time that the player to decide may use; none before the first turn.
    pub fn pace(&self) -> Option<Pace> {
        let left = self.left.get(self.turn?.index())?;
        Some(Pace { left: *left, increment: self.control.increment })
    }
}

/// A time as a clock shows it: `1:05:09`, `4:59`, and below twenty seconds with tenths, `0:19.9`. Seconds are rounded up,
/// tenths down.
///
/// ```
/// use draughtsman::notation::dial;
/// use std::time::Duration;
/// assert_eq!(dial(Duration::from_millis(299_001)), "5:00");
/// assert_eq!(dial(Duration::from_millis(9_950)), "0:09.9");
/// ```
pub fn dial(left: Duration) -> String {
    const SHORT: Duration = Duration::from_secs(20);
    if left < SHORT {
        return format!("0:{:02}.{}", left.as_secs(), left.subsec_millis() / 100);
    }
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["5m+3s", "90s", "1h+30s", "500ms+10ms", "0s+2s", "2m"] {
            assert_eq!(text.parse::<TimeControl>().map(|control| control.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("60s+0s".parse::<TimeControl>().unwrap().to_string(), "1m");
        assert_eq!("1.5m+0.25s".parse::<TimeControl>().unwrap().to_string(), "90s+250ms");
        for text in [
            "",
            "5",
            "5+3",
            "5m+",
            "+3s",
            "0s",
            "5m+3",
            "-1s",
            "5 m",
            "+5m",
            "1e3s",
            "9000h",
            "18446744073709551615h",
            "1.s",
            ".5s",
            "0.5ms",
            "0.0001s",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(NoTimeControl(text.to_owned())));
        }
    }

    #[test]
    fn each_turn_adds_its_increment_and_no_decision_within_it() {
        let (one, other, second) = (PlayerId(0), PlayerId(1), Duration::from_secs(1));
        let mut clock = GameClock::new("10s+3s".parse().unwrap(), 2);
        assert!(clock.pace().is_none() && clock.spend(second * 99), "nobody's turn has begun");
        clock.begin(one);
        assert_eq!(clock.pace(), Some(Pace { left: second * 13, increment: second * 3 }));
        assert!(clock.spend(second * 6));
        clock.begin(one);
        assert_eq!(clock.left, [second * 7, second * 10], "the turn goes on");
        clock.begin(other);
        clock.begin(one);
        assert_eq!(clock.left, [second * 10, second * 13]);
        clock.go_on(other);
        assert!(clock.spend(second * 13) && !clock.spend(second), "all of it is in time, more is not");
        assert_eq!(clock.left, [second * 10, Duration::ZERO]);
        assert_eq!(
            [0, 100, 19_999, 20_001, 3_600_000].map(|millis| dial(Duration::from_millis(millis))),
            ["0:00.0", "0:00.1", "0:19.9", "0:21", "1:00:00"]
        );
    }
}
