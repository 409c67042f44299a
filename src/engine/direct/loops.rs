//! `for X in S`: statements for each of several things.

use super::super::word::Word;
use super::bodies::Then;
use super::rules::BlockAt;
use super::run::{Done, Run};
use super::scene::Named;

impl<'r, B: Word> Run<'r, B> {
    /// What follows for each of the elements from one on, whichever way it is gone. `mark` and `frame`: where those to come are told.
    pub(super) fn each(
        &mut self,
        local: u8,
        elements: &[Named<B>],
        (mark, frame): (usize, usize),
        at: usize,
        inner: BlockAt,
        then: Then<'_, 'r, B>,
    ) -> Done {
        let Some(element) = elements.get(at) else {
            self.stack.marks.truncate(mark);
            self.stack.frames.truncate(frame);
            return then(self);
        };
        // The machine goes on with the pieces that are left; where they are now, the marks know.
        let element = match element {
            Named::Pieces(_) if !self.stack.marks[mark + at].any() => {
                return self.each(local, elements, (mark, frame), at + 1, inner, then);
            }
            Named::Pieces(_) => Named::Pieces(self.stack.marks[mark + at]),
            Named::Off { .. } => self.stack.frames[frame + at],
            other => *other,
        };
        self.scene.names[local as usize] = element;
        self.block(inner, 0, &mut |run| run.each(local, elements, (mark, frame), at + 1, inner, then))
    }

    /// The same where every choice is given.
    pub(super) fn each_in_play(&mut self, local: u8, elements: &[Named<B>], inner: BlockAt) -> Done {
        let mark = self.stack.marks.len();
        let frame = self.mark_elements(elements);
        for (i, element) in elements.iter().enumerate() {
            let now = self.stack.marks[mark + i];
            self.scene.names[local as usize] = match element {
                Named::Pieces(_) if !now.any() => continue,
                Named::Pieces(_) => Named::Pieces(now),
                Named::Off { .. } => self.stack.frames[frame + i],
                other => *other,
            };
            self.block_alone(inner)?;
        }
        self.stack.marks.truncate(mark);
        self.stack.frames.truncate(frame);
        Ok(())
    }

    /// Pieces that are still to come in a loop: what is told of those on the board and of those in piles follows them. Where the
    /// latter are told.
    pub(super) fn mark_elements(&mut self, elements: &[Named<B>]) -> usize {
        let frame = self.stack.frames.len();
        self.stack.marks.extend(elements.iter().map(|one| if let Named::Pieces(site) = one { *site } else { B::ZERO }));
        if let Some(Named::Off { .. }) = elements.first() {
            self.stack.frames.extend_from_slice(elements);
        }
        frame
    }
}
