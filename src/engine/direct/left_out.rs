//! What cannot be carried out to its end. As long as it is only tried there is no such way; where it is decided already that it is done, the
//! rest of the verb, the trigger or the script that stopped is left out. A choice stops, too, if whatever is chosen does.

use super::super::word::Word;
use super::bodies::Then;
use super::options;
use super::rules::{BlockAt, RuleAt};
use super::run::{Done, Mode, Run, Stop};

/// There is nothing to choose: in place of a choice.
pub(super) const NOTHING: u32 = u32::MAX - 1;

impl<'r, B: Word> Run<'r, B> {
    /// Whether it is too late for the move at hand not to be one: it is played, and what was chosen last is not only being tried.
    pub(super) fn is_decided(&self) -> bool {
        self.aim.mode == Mode::Play && !self.asking.trying && !(self.asking.exploring && self.chosen.next > self.chosen.fork)
    }

    /// A move by a rule. Where a leg, or the first choice of all, has become impossible the move ends.
    pub(super) fn through(&mut self, rule: RuleAt, from: B) -> Done {
        match self.run_rule(rule, from) {
            Err(Stop::Failed) if !self.asking.ending && self.is_decided() => {
                self.unwind();
                (self.along.locals, self.along.to_come, self.along.in_leg) = (0, 0, false);
                self.move_ends()
            }
            done => done,
        }
    }

    /// A block that is a script of its own, and what follows it, be it carried out to its end or not.
    pub(super) fn script_and(&mut self, block: BlockAt, then: Then<'_, 'r, B>) -> Done {
        if !self.may_leave_out() {
            return self.block(block, 0, then);
        }
        let (marks, frames, along) = (self.stack.marks.len(), self.stack.frames.len(), self.along);
        // Who acts before it acts behind it, wherever it is by then.
        self.stack.marks.push(self.scene.actor);
        let mut over = false;
        let done = self.block(block, 0, &mut |run| {
            over = true;
            run.stack.marks.truncate(marks);
            then(run)
        });
        if over || done != Err(Stop::Failed) || !self.is_decided() {
            return done;
        }
        self.scene.actor = self.stack.marks[marks];
        self.stack.marks.truncate(marks);
        self.stack.frames.truncate(frames);
        (self.along.locals, self.along.to_come) = (along.locals, along.to_come);
        then(self)
    }

    /// The script of a trigger or an ending.
    pub(super) fn script_alone(&mut self, block: BlockAt) -> Done {
        if self.may_leave_out() { self.script_and(block, &mut |_| Ok(())) } else { self.block_alone(block) }
    }

    /// Whether what is played may have been chosen by somebody who did not know how it goes on.
    fn may_leave_out(&self) -> bool {
        let happens = &self.rules.happens;
        self.aim.mode == Mode::Play && (happens.asks || happens.questions)
    }

    /// Somebody was asked who has nothing to choose: the run stops there, and goes on behind what is left out.
    pub(super) fn choose_nothing(&mut self) -> Done {
        self.asking.options.add(&[NOTHING], options::Then::Nothing, 0);
        self.go_by(0)
    }
}
