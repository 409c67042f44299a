//! Limits on thinking: `level move-time=5`, `level moves=40 time=300 inc=0`, `level depth=8`, `level infinite`.

use std::time::Duration;

use super::line::Line;
use crate::agents::{Effort, seconds, share};

/// The contents of a `level` line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// The limits on nodes, depth and time; the caller has to provide a clock for the time.
    pub effort: Effort,
    /// Whether thinking ends only with `stop`.
    pub infinite: bool,
}

/// The time for a decision if no level was sent.
const USUAL: Duration = Duration::from_secs(1);

impl Level {
    /// The level if none was sent: one second.
    pub fn usual() -> Level {
        Level { effort: Effort { time: Some(USUAL), ..Effort::default() }, infinite: false }
    }

    /// A level without limits: thinking ends only with `stop`.
    pub fn endless() -> Level {
        Level { effort: Effort::default(), infinite: true }
    }

    /// Reads the parameters of `level`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &Line) -> Result<Level, String> {
        let mut level = Level::default();
        let (mut time, mut inc, mut moves) = (None, 0.0, None);
        for (name, value) in &line.pairs {
            let wrong = || format!("`{name}` wants a number, this is `{}`", value.as_deref().unwrap_or(""));
            let number = || value.as_ref().and_then(|value| value.parse::<f64>().ok()).filter(|one| one.is_finite());
            let positive = || number().filter(|one| *one >= 0.0);
            let whole = || value.as_ref().and_then(|value| value.parse::<u64>().ok()).filter(|one| *one > 0);
            match name.as_str() {
                "infinite" => level.infinite = true,
                // It announces pondering; `go ponder` then starts it.
                "ponder" => {}
                "depth" => level.effort.depth = Some(whole().and_then(|one| u32::try_from(one).ok()).ok_or_else(wrong)?),
                "nodes" => level.effort.nodes = Some(whole().ok_or_else(wrong)?),
                "move-time" => level.effort.time = Some(seconds(positive().ok_or_else(wrong)?)),
                "moves" => moves = Some(whole().ok_or_else(wrong)?),
                // The time may be negative.
                "time" => time = Some(number().ok_or_else(wrong)?),
                "inc" => inc = positive().ok_or_else(wrong)?,
                _ => {
                    return Err(format!(
                        "`level` knows no `{name}`; accepted: move-time, depth, nodes, moves, time, inc, infinite"
                    ));
                }
            }
        }
        if let Some(time) = time {
            // The protocol's time does not include the increment of the current move.
            let of = |time: f64| Duration::try_from_secs_f64(time.max(0.0)).unwrap_or(Duration::MAX);
            level.effort.time = Some(share(of(time + inc), of(inc), moves));
        }
        if level == Level::default() {
            return Err("`level` says nothing; accepted: move-time, depth, nodes, moves, time, inc, infinite".to_owned());
        }
        Ok(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Level, String> {
        Level::read(&Line::read(text).unwrap())
    }

    #[test]
    fn a_level_is_a_limit() {
        let time = |text: &str| level(text).unwrap().effort.time.unwrap().as_secs_f64();
        assert_eq!((time("level move-time=2.5"), time("level move-time=0")), (2.5, 0.01));
        // A thirtieth of the time and the increment, or a share by the remaining moves; the last move may take most of it, but
        // never all.
        assert!((time("level time=300") - 9.95).abs() < 1e-6 && (time("level time=29 inc=1") - 1.95).abs() < 1e-6);
        assert!((time("level time=100 moves=10") - 9.95).abs() < 1e-6 && (time("level time=10 moves=1") - 6.95).abs() < 1e-6);
        assert_eq!(time("level time=-1 inc=0.9"), 0.01, "whose time is up thinks no longer");
        let effort = level("level depth=4 nodes=100").unwrap().effort;
        assert_eq!((effort.depth, effort.nodes, effort.time), (Some(4), Some(100), None));
        assert_eq!(level("level infinite"), Ok(Level::endless()));
        for wrong in [
            "level",
            "level depth=0",
            "level depth",
            "level nodes=x",
            "level time=soon",
            "level time=inf",
            "level speed=1",
            "level move-time=-1",
            "level time=5 inc=-1",
        ] {
            assert!(level(wrong).is_err(), "{wrong}");
        }
    }
}
