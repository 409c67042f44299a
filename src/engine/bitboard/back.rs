//! Saving and restoring: the start of an alternative, the beginning of a turn, and the names of a script that another one
//! interrupts.

use super::super::word::Word;
use super::move_state::{MoveSites, NamedValue, State};
use super::run::{Progress, Run};

/// A point to which a run can backtrack.
pub(super) struct Saved<B: Word> {
    state: State<B>,
    come: MoveSites<B>,
    progress: Progress,
    taken: usize,
    deeds: usize,
    marks: usize,
    names: usize,
    frames: usize,
}

/// What running scripts and statements refer to, and what is saved meanwhile.
#[derive(Clone)]
pub(super) struct Stack<B> {
    /// The pieces that running statements and events are about; each mark follows its piece.
    pub(super) piece_marks: Vec<B>,
    /// The places in `marks` of pieces that are leaving the board, while triggers about that are running.
    pub(super) leaving: Vec<usize>,
    /// The names of interrupted scripts.
    pub(super) outer_names: Vec<NamedValue<B>>,
    /// Names, marks and frames saved for backtracking, as a stack.
    saved: Vec<NamedValue<B>>,
}

impl<B> Default for Stack<B> {
    fn default() -> Stack<B> {
        Stack { piece_marks: Vec::new(), leaving: Vec::new(), outer_names: Vec::new(), saved: Vec::new() }
    }
}

impl<B: Word> Run<'_, B> {
    /// Resets the move to the beginning of a turn, with nothing done.
    pub(super) fn reset_move(&mut self) {
        self.moving.taken.clear();
        self.moving.come_to(&MoveSites::NOTHING);
        self.progress = Progress::default();
        if self.asking.script {
            self.keep_deeds();
        }
        self.deeds.clear();
        self.stack.piece_marks.clear();
        self.put_names_aside();
    }

    /// Forgets all running scripts but that of the turn.
    pub(super) fn unwind(&mut self) {
        self.stack.piece_marks.clear();
        self.stack.outer_names.truncate(self.names_put_aside());
    }

    /// Sets a position at the beginning of a turn and discards everything left by earlier evaluations, which may have stopped
    /// anywhere.
    pub(super) fn reset_to(&mut self, state: &State<B>) {
        self.moving.state.clone_from(state);
        self.reset_move();
        self.over = None;
        self.moving.work.set(0);
        self.stack.saved.clear();
        self.legs.clear();
        self.chosen.choices.clear();
        self.listed.clear();
    }

    #[inline]
    pub(super) fn save(&mut self) -> Saved<B> {
        let locals = self.progress.locals as usize;
        if locals > 0 {
            self.stack.saved.extend_from_slice(&self.moving.names[..locals]);
        }
        if !self.stack.piece_marks.is_empty() {
            self.stack.saved.extend(self.stack.piece_marks.iter().map(|mark| NamedValue::Sites(*mark)));
        }
        if !self.stack.outer_names.is_empty() {
            self.stack.saved.extend_from_slice(&self.stack.outer_names);
        }
        let moving = &self.moving;
        Saved {
            state: moving.state.clone(),
            come: moving.come(),
            progress: self.progress,
            taken: moving.taken.len(),
            deeds: self.deeds.len(),
            marks: self.stack.piece_marks.len(),
            names: locals,
            frames: self.stack.outer_names.len(),
        }
    }

    /// Backtracks to a saved point. It can be restored repeatedly until it is released by `let_go`.
    #[inline]
    pub(super) fn restore(&mut self, saved: &Saved<B>) {
        let moving = &mut self.moving;
        moving.state.clone_from(&saved.state);
        moving.come_to(&saved.come);
        self.progress = saved.progress;
        moving.taken.truncate(saved.taken);
        self.deeds.truncate(saved.deeds);
        self.over = None;
        let kept = saved.names + saved.marks + saved.frames;
        if kept > 0 {
            let from = self.stack.saved.len() - kept;
            self.moving.names[..saved.names].copy_from_slice(&self.stack.saved[from..from + saved.names]);
            self.stack.piece_marks.clear();
            self.stack.outer_names.clear();
            let (marks, frames) = self.stack.saved[from + saved.names..].split_at(saved.marks);
            self.stack
                .piece_marks
                .extend(marks.iter().map(|mark| if let NamedValue::Sites(site) = mark { *site } else { B::ZERO }));
            self.stack.outer_names.extend_from_slice(frames);
        } else {
            self.stack.piece_marks.clear();
            self.stack.outer_names.clear();
        }
    }

    /// Whether anything differs from the saved point: what the position holds, or how far the move has come.
    pub(super) fn differs(&self, saved: &Saved<B>) -> bool {
        let moving = &self.moving;
        let ended = |progress: &Progress| (progress.heading, progress.leg_ended, progress.ended);
        moving.state != saved.state
            || moving.come() != saved.come
            || moving.taken.len() != saved.taken
            || ended(&self.progress) != ended(&saved.progress)
    }

    #[inline]
    pub(super) fn let_go(&mut self, saved: &Saved<B>) {
        let left = self.stack.saved.len() - saved.names - saved.marks - saved.frames;
        self.stack.saved.truncate(left);
    }

    /// Makes room for the names of a script, and saves those of the script that it interrupts. Returns how many those are, for
    /// `leave`.
    #[inline]
    pub(super) fn enter(&mut self, locals: u8) -> u8 {
        let outer = self.progress.locals;
        if outer > 0 {
            self.stack.outer_names.extend_from_slice(&self.moving.names[..outer as usize]);
        }
        for name in &mut self.moving.names[..locals as usize] {
            *name = NamedValue::Nothing;
        }
        self.progress.locals = locals;
        outer
    }

    /// Restores the names of the interrupted script.
    #[inline]
    pub(super) fn leave(&mut self, outer: u8) {
        if outer > 0 {
            let from = self.stack.outer_names.len() - outer as usize;
            self.moving.names[..outer as usize].copy_from_slice(&self.stack.outer_names[from..]);
            self.stack.outer_names.truncate(from);
        }
        self.progress.locals = outer;
    }
}
