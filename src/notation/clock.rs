//! The time of a game: how much players have for all their moves, and how much of it is left.

use std::fmt::{Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

use crate::model::PlayerId;

/// A time control: the time that a player has for a whole game, and what is added at the beginning of each of the player's turns, the
/// first one included (Fischer's increment).
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
    /// For the whole game.
    pub main: Duration,
    /// For each turn.
    pub increment: Duration,
}

/// A text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no time control: a time for the whole game and one for each turn are accepted: 5m+3s, 90s, 1h+30s, 500ms+10ms"
)]
pub struct NoTimeControl(pub String);

/// No clock shows more.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// The units of times, each with its milliseconds; `ms` ends in `s`, and comes before it.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

/// Reads a time of one unit, `2s`, `500ms`, `0.5s`, `1h`, in whole milliseconds; none if it is none, or longer than a year.
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

/// A time as it is read, in the greatest unit of which it is so many: `2s`, `500ms`.
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

/// The clock of a game under way: what is left to each player. It runs for nobody by itself: who has it says how long somebody took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What it was set to.
    pub control: TimeControl,
    /// What each player has left.
    pub left: Vec<Duration>,
    /// Whose turn it is, once one has begun.
    turn: Option<PlayerId>,
}

/// What somebody may think with who plays by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// What is left, with the increment of the turn at hand.
    pub left: Duration,
    /// What each turn to come adds.
    pub increment: Duration,
}

impl GameClock {
    /// A clock on which nothing has run yet, for so many players.
    pub fn new(control: TimeControl, players: usize) -> GameClock {
        GameClock::standing(control, vec![control.main; players])
    }

    /// A clock that was stopped in the turn of whoever decides next.
    pub fn standing(control: TimeControl, left: Vec<Duration>) -> GameClock {
        GameClock { control, left, turn: None }
    }

    /// A player is to decide: where that begins a turn, its increment is added.
    pub fn begin(&mut self, player: PlayerId) {
        let begins = self.turn != Some(player);
        self.go_on(player);
        if begins && let Some(left) = self.left.get_mut(player.index()) {
            *left = left.saturating_add(self.control.increment);
        }
    }

    /// A player is to decide in a turn that has begun before.
    pub fn go_on(&mut self, player: PlayerId) {
        self.turn = Some(player);
    }

    /// Whoever is to decide has taken so long; whether in time.
    pub fn spend(&mut self, taken: Duration) -> bool {
        let Some(left) = self.turn.and_then(|player| self.left.get_mut(player.index())) else { return true };
        let in_time = taken <= *left;
        *left = left.saturating_sub(taken);
        in_time
    }

    /// What whoever is to decide may think with.
    pub fn pace(&self) -> Option<Pace> {
        let left = self.left.get(self.turn?.index())?;
        Some(Pace { left: *left, increment: self.control.increment })
    }
}

/// A time as a clock shows it: `1:05:09`, `4:59`, below twenty seconds with tenths, `0:19.9`. What is left counts as begun.
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
