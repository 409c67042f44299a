//! What a run goes back to: where a way began, the beginning of a turn, the script that another one has interrupted.

use super::super::word::Word;
use super::run::{Along, Run};
use super::scene::{Come, Named, State};

/// What a run goes back to.
pub(super) struct Saved<B: Word> {
    state: State<B>,
    come: Come<B>,
    along: Along,
    taken: usize,
    told: usize,
    marks: usize,
    names: usize,
    frames: usize,
}

/// What scripts and statements under way refer to, and what is put aside for them.
#[derive(Clone)]
pub(super) struct Stack<B> {
    /// Pieces that statements and events under way are about.
    pub(super) marks: Vec<B>,
    /// Which marks are of pieces on their way off the board, while triggers are told of it.
    pub(super) going: Vec<usize>,
    /// Names of scripts that others have interrupted.
    pub(super) frames: Vec<Named<B>>,
    /// Names and marks to go back to.
    kept: Vec<Named<B>>,
}

impl<B> Default for Stack<B> {
    fn default() -> Stack<B> {
        Stack { marks: Vec::new(), going: Vec::new(), frames: Vec::new(), kept: Vec::new() }
    }
}

impl<B: Word> Run<'_, B> {
    /// As at the beginning of a turn, with nothing done.
    pub(super) fn fresh(&mut self) {
        self.scene.taken.clear();
        self.scene.come_to(&Come::NOTHING);
        self.along = Along::default();
        if self.asking.script {
            self.keep_deeds();
        }
        self.told.clear();
        self.stack.marks.clear();
        self.put_names_aside();
    }

    /// No script is under way any more but that of the turn.
    pub(super) fn unwind(&mut self) {
        self.stack.marks.clear();
        self.stack.frames.truncate(self.names_put_aside());
    }

    /// As at the beginning of a turn in this position: of what was asked before, which may have ended anywhere, nothing is left.
    pub(super) fn anew(&mut self, state: &State<B>) {
        self.scene.state.clone_from(state);
        self.fresh();
        self.over = None;
        self.scene.work.set(0);
        self.stack.kept.clear();
        self.legs.clear();
        self.chosen.choices.clear();
        self.listed.clear();
    }

    #[inline]
    pub(super) fn save(&mut self) -> Saved<B> {
        let locals = self.along.locals as usize;
        if locals > 0 {
            self.stack.kept.extend_from_slice(&self.scene.names[..locals]);
        }
        if !self.stack.marks.is_empty() {
            self.stack.kept.extend(self.stack.marks.iter().map(|mark| Named::Sites(*mark)));
        }
        if !self.stack.frames.is_empty() {
            self.stack.kept.extend_from_slice(&self.stack.frames);
        }
        let scene = &self.scene;
        Saved {
            state: scene.state.clone(),
            come: scene.come(),
            along: self.along,
            taken: scene.taken.len(),
            told: self.told.len(),
            marks: self.stack.marks.len(),
            names: locals,
            frames: self.stack.frames.len(),
        }
    }

    /// Goes back there; it can be gone back to again, until it is let go.
    #[inline]
    pub(super) fn restore(&mut self, saved: &Saved<B>) {
        let scene = &mut self.scene;
        scene.state.clone_from(&saved.state);
        scene.come_to(&saved.come);
        self.along = saved.along;
        scene.taken.truncate(saved.taken);
        self.told.truncate(saved.told);
        self.over = None;
        let kept = saved.names + saved.marks + saved.frames;
        if kept > 0 {
            let from = self.stack.kept.len() - kept;
            self.scene.names[..saved.names].copy_from_slice(&self.stack.kept[from..from + saved.names]);
            self.stack.marks.clear();
            self.stack.frames.clear();
            let (marks, frames) = self.stack.kept[from + saved.names..].split_at(saved.marks);
            self.stack.marks.extend(marks.iter().map(|mark| if let Named::Sites(site) = mark { *site } else { B::ZERO }));
            self.stack.frames.extend_from_slice(frames);
        } else {
            self.stack.marks.clear();
            self.stack.frames.clear();
        }
    }

    /// Whether anything is different from then: what a position holds, or how far the move has come.
    pub(super) fn differs(&self, saved: &Saved<B>) -> bool {
        let scene = &self.scene;
        let ended = |along: &Along| (along.heading, along.leg_ended, along.ended);
        scene.state != saved.state
            || scene.come() != saved.come
            || scene.taken.len() != saved.taken
            || ended(&self.along) != ended(&saved.along)
    }

    #[inline]
    pub(super) fn let_go(&mut self, saved: &Saved<B>) {
        let left = self.stack.kept.len() - saved.names - saved.marks - saved.frames;
        self.stack.kept.truncate(left);
    }

    /// Room for the names of a script; those of the script under way are put aside.
    #[inline]
    pub(super) fn enter(&mut self, locals: u8) -> u8 {
        let outer = self.along.locals;
        if outer > 0 {
            self.stack.frames.extend_from_slice(&self.scene.names[..outer as usize]);
        }
        for name in &mut self.scene.names[..locals as usize] {
            *name = Named::Nothing;
        }
        self.along.locals = locals;
        outer
    }

    /// The names of the script that was interrupted are there again.
    #[inline]
    pub(super) fn leave(&mut self, outer: u8) {
        if outer > 0 {
            let from = self.stack.frames.len() - outer as usize;
            self.scene.names[..outer as usize].copy_from_slice(&self.stack.frames[from..]);
            self.stack.frames.truncate(from);
        }
        self.along.locals = outer;
    }
}
