//! Statements that cannot be carried out to their end. A move that is only tried is then no move. Once a move has been decided
//! on, the rest of the verb, trigger or script that stopped is left out instead. A choice stops too if every option of it does.

use super::super::word::Word;
use super::bodies::Then;
use super::options;
use super::rules::{BlockAt, RuleAt};
use super::run::{Done, Mode, Run, Stop};

/// Stands in place of a choice where there was nothing to choose.
pub(super) const NOTHING: u32 = u32::MAX - 1;

impl<'r, B: Word> Run<'r, B> {
    /// Whether it is too late to reject the move under way: it is being played, and its last choice is not merely being tried.
    pub(super) fn is_decided(&self) -> bool {
        self.aim.mode == Mode::Play && !self.asking.trying && !(self.asking.exploring && self.chosen.next > self.chosen.fork)
    }

    /// Runs a move by a rule. If a leg, or the very first choice, has become impossible and the move is already decided on, the
    /// move ends.
    pub(super) fn run_move(&mut self, rule: RuleAt, from: B) -> Done {
        match self.run_rule(rule, from) {
            Err(Stop::Failed) if !self.asking.ending && self.is_decided() => {
                self.unwind();
                (self.progress.locals, self.progress.to_come, self.progress.in_leg) = (0, 0, false);
                self.move_ends()
            }
            done => done,
        }
    }

    /// Runs a block that is a script of its own, then what follows it. If the block fails after the move has been decided on, its
    /// rest is left out and what follows still runs.
    pub(super) fn script_and(&mut self, block: BlockAt, then: Then<'_, 'r, B>) -> Done {
        if !self.may_leave_out() {
            return self.block(block, 0, then);
        }
        let (marks, frames, progress) = (self.stack.piece_marks.len(), self.stack.outer_names.len(), self.progress);
        // The acting piece is marked: it acts again after the block, wherever it is by then.
        self.stack.piece_marks.push(self.moving.actor);
        let mut over = false;
        let done = self.block(block, 0, &mut |run| {
            over = true;
            run.stack.piece_marks.truncate(marks);
            then(run)
        });
        if over || done != Err(Stop::Failed) || !self.is_decided() {
            return done;
        }
        self.moving.actor = self.stack.piece_marks[marks];
        self.stack.piece_marks.truncate(marks);
        self.stack.outer_names.truncate(frames);
        (self.progress.locals, self.progress.to_come) = (progress.locals, progress.to_come);
        then(self)
    }

    /// Runs the script of a trigger or an ending.
    pub(super) fn script_alone(&mut self, block: BlockAt) -> Done {
        if self.may_leave_out() { self.script_and(block, &mut |_| Ok(())) } else { self.block_alone(block) }
    }

    /// Whether the run may include choices made before it was known how the run continues, so that a block that fails is left
    /// out.
    fn may_leave_out(&self) -> bool {
        let happens = &self.rules.happens;
        self.aim.mode == Mode::Play && (happens.asks || happens.between_moves)
    }

    /// Answers for a player who was asked and has nothing to choose: the run stops at that choice, and continues after what is
    /// left out.
    pub(super) fn choose_nothing(&mut self) -> Done {
        self.asking.options.add(&[NOTHING], options::OptionTail::Nothing, 0);
        self.go_by(0)
    }
}
