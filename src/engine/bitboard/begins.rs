//! Whether moves could be begun: only their first legs are generated.

use super::super::word::Word;
use super::paths::PathAt;
use super::rules::RuleAt;
use super::run::{Done, Run, Stop};

impl<B: Word> Run<'_, B> {
    /// Stops with [`Stop::Found`] if one of these pieces could begin a move by a path.
    pub(super) fn begin_by(&mut self, rule: RuleAt, leg_path: PathAt, mut among: B) -> Done {
        let first = self.legs.len();
        while let Some(from) = among.take() {
            self.moving.actor = from;
            self.offer(rule, leg_path, 0);
            if self.legs.len() > first {
                return Err(Stop::Found);
            }
        }
        self.moving.actor = B::ZERO;
        Ok(())
    }
}
