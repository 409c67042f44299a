//! Whether moves could be begun: only their first legs are looked for.

use super::super::word::Word;
use super::paths::Course;
use super::rules::RuleAt;
use super::run::{Done, Run, Stop};

impl<B: Word> Run<'_, B> {
    /// Whether one of these pieces could begin a move by a path.
    pub(super) fn begin_by(&mut self, rule: RuleAt, course: Course, mut among: B) -> Done {
        let first = self.legs.len();
        while let Some(from) = among.take() {
            self.scene.actor = from;
            self.offer(rule, course, 0);
            if self.legs.len() > first {
                return Err(Stop::Found);
            }
        }
        self.scene.actor = B::ZERO;
        Ok(())
    }
}
