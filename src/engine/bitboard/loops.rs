//! `for X in S`: runs statements for each of several things.

use super::super::word::Word;
use super::bodies::Then;
use super::move_state::NamedValue;
use super::rules::BlockAt;
use super::run::{Done, Run};

impl<'r, B: Word> Run<'r, B> {
    /// Runs a loop for the elements from `at` on, in all branches, then what follows. `mark` and `frame`: where the remaining
    /// elements are kept on the stack.
    pub(super) fn each(
        &mut self,
        local: u8,
        elements: &[NamedValue<B>],
        (mark, frame): (usize, usize),
        at: usize,
        inner: BlockAt,
        then: Then<'_, 'r, B>,
    ) -> Done {
        let Some(element) = elements.get(at) else {
            self.stack.piece_marks.truncate(mark);
            self.stack.outer_names.truncate(frame);
            return then(self);
        };
        // As in the machine, pieces that have left the board are skipped; the marks say where the others are now.
        let element = match element {
            NamedValue::Pieces(_) if !self.stack.piece_marks[mark + at].any() => {
                return self.each(local, elements, (mark, frame), at + 1, inner, then);
            }
            NamedValue::Pieces(_) => NamedValue::Pieces(self.stack.piece_marks[mark + at]),
            NamedValue::Off { .. } | NamedValue::Card(_) => self.stack.outer_names[frame + at],
            other => *other,
        };
        self.unplace_others(element);
        self.moving.names[local as usize] = element;
        self.block(inner, 0, &mut |run| run.each(local, elements, (mark, frame), at + 1, inner, then))
    }

    /// The same in play, where there are no branches.
    pub(super) fn each_in_play(&mut self, local: u8, elements: &[NamedValue<B>], inner: BlockAt) -> Done {
        let mark = self.stack.piece_marks.len();
        let frame = self.mark_elements(elements);
        for (i, element) in elements.iter().enumerate() {
            let now = self.stack.piece_marks[mark + i];
            let element = match element {
                NamedValue::Pieces(_) if !now.any() => continue,
                NamedValue::Pieces(_) => NamedValue::Pieces(now),
                NamedValue::Off { .. } | NamedValue::Card(_) => self.stack.outer_names[frame + i],
                other => *other,
            };
            self.unplace_others(element);
            self.moving.names[local as usize] = element;
            self.block_alone(inner)?;
        }
        self.stack.piece_marks.truncate(mark);
        self.stack.outer_names.truncate(frame);
        Ok(())
    }

    /// Puts the remaining elements of a loop on the stack, where they follow: pieces on the board as marks, those in piles and
    /// towers and tokens as frames. Returns the place of the latter.
    pub(super) fn mark_elements(&mut self, elements: &[NamedValue<B>]) -> usize {
        let frame = self.stack.outer_names.len();
        self.stack
            .piece_marks
            .extend(elements.iter().map(|one| if let NamedValue::Pieces(site) = one { *site } else { B::ZERO }));
        if let Some(NamedValue::Off { .. } | NamedValue::Card(_)) = elements.first() {
            self.stack.outer_names.extend_from_slice(elements);
        }
        frame
    }
}
