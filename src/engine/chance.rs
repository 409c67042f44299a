//! Chance as it draws, and how long it may go on by itself.

use crate::program::Program;

use super::position::Position;
use super::run::{Actor, LimitReached};

/// Most decisions of chance in a row: a game in which no player ever has a say would not come to an end.
pub const MOST_OF_CHANCE: usize = 10_000;

/// Counts the decisions of chance since a player last decided.
///
/// ```
/// # use draughtsman::{engine::{Actor, InARow, Position}, library};
/// let program = library::bundled("english").unwrap().program;
/// let (mut drawn, position) = (InARow::default(), Position::start(&program).unwrap());
/// assert!((0..10_000).all(|_| drawn.decides(Actor::Chance, &program, &position).is_ok()));
/// assert!(drawn.decides(Actor::Chance, &program, &position).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InARow(usize);

impl InARow {
    /// One more decision, at this position.
    ///
    /// # Errors
    /// Chance has decided [`MOST_OF_CHANCE`] times in a row.
    pub fn decides(&mut self, actor: Actor, program: &Program, position: &Position) -> Result<(), LimitReached> {
        if actor != Actor::Chance {
            self.0 = 0;
        } else if self.0 == MOST_OF_CHANCE {
            return Err(position.limit_of_chance(program));
        } else {
            self.0 += 1;
        }
        Ok(())
    }
}

impl Position {
    /// What is told where chance decides on and on, by the line that asks it here.
    pub(super) fn limit_of_chance(&self, program: &Program) -> LimitReached {
        let runner = self.resume(program);
        runner.limit_of("more than 10,000 decisions of chance in a row", runner.rule_under_way())
    }
}

/// The place of one of these options of chance, each taking as many numbers as ways lead to it; none if there is no way. `pick`
/// takes a number below the one that it is given.
pub fn drawn(ways: impl Iterator<Item = u64> + Clone, pick: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
    let total = ways.clone().fold(0, u64::saturating_add);
    let mut rest = if total == 0 { return None } else { pick(total) };
    ways.into_iter().position(|ways| {
        let here = rest < ways;
        rest = rest.saturating_sub(ways);
        here
    })
}
