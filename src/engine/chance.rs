//! Drawing results of chance, and the limit on decisions of chance in a row.

use crate::program::Program;

use super::position::Position;
use super::run::{Actor, LimitReached};

/// The most decisions of chance in a row. A game in which no player ever decides would not come to an end.
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
    /// Counts one more decision, which is made at this position.
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
    /// The limit reported where chance decides again and again, with the line that asks for chance here.
    pub(super) fn limit_of_chance(&self, program: &Program) -> LimitReached {
        let runner = self.resume(program);
        runner.limit_of("more than 10,000 decisions of chance in a row", runner.rule_under_way())
    }
}

/// Draws one of several options of chance, weighted by the number of ways that lead to each, and returns its index; `None` if
/// there is no way. `pick` returns a number below its argument.
pub fn drawn(ways: impl Iterator<Item = u64> + Clone, pick: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
    let total = ways.clone().fold(0, u64::saturating_add);
    let mut rest = if total == 0 { return None } else { pick(total) };
    ways.into_iter().position(|ways| {
        let here = rest < ways;
        rest = rest.saturating_sub(ways);
        here
    })
}
