//! Decisions of players between moves: in the set-up, where a turn begins or ends, in its script. Scripts are run again with the
//! choices taken so far, from the end of the last move or from a later place at which nothing was pending; the next decision is
//! where the choices are used up. Its options extend to a decision of somebody else, or to the end of a move: see
//! [`super::joint`].

use super::super::word::Word;
use super::asks::ReplayFrom;
use super::keys::mingle;
use super::move_state::{MoveSites, State, Taken};
use super::options::OptionTail;
use super::rules::Play;
use super::run::{Done, Mode, Progress, Run, Stop};
use super::turns::Turn;

/// Where scripts continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResumeAt {
    /// At this script of the set-up.
    SetUp(usize),
    /// At the beginning of a turn.
    Begins,
    /// At the next step of the turn.
    Steps,
}

/// Where scripts are run again from.
#[derive(Clone, Debug)]
pub(super) struct Origin<B: Word> {
    stage: ResumeAt,
    state: State<B>,
    turn: Turn<B>,
    come: MoveSites<B>,
    taken: Vec<Taken<B>>,
    along: Progress,
    idle: usize,
    /// The number of positions that had occurred, and what is known of the current one.
    stood: usize,
    unstood: bool,
    coming: Option<u64>,
}

impl<B: Word> Origin<B> {
    /// The position at the origin.
    pub(super) fn stood_there(&self) -> &State<B> {
        &self.state
    }

    /// A hash of how far the turn had progressed there.
    pub(super) fn digest(&self) -> u64 {
        let stage = match self.stage {
            ResumeAt::SetUp(script) => 2 + script as u64,
            ResumeAt::Begins => 1,
            ResumeAt::Steps => 0,
        };
        mingle(self.turn.digest(), stage)
    }
}

impl<B: Word> Run<'_, B> {
    /// Runs from the very beginning to the first decision.
    pub(super) fn begin_all(&mut self) -> Done {
        if self.rules.happens.between_moves {
            return self.scripts_go_on(ResumeAt::SetUp(0));
        }
        self.set_up(0)?;
        self.turns_go_on()
    }

    /// Continues the game to the next decision, or to its end.
    pub(super) fn go_on(&mut self) -> Done {
        if !self.rules.happens.between_moves {
            return self.turns_go_on();
        }
        match self.asking.resumes.take() {
            Some(_) => self.script_again(),
            None => self.scripts_go_on(ResumeAt::Steps),
        }
    }

    /// Continues from here, where nothing is pending.
    fn scripts_go_on(&mut self, stage: ResumeAt) -> Done {
        self.asking.resumes = None;
        (self.asking.script, self.asking.exploring) = (true, false);
        self.note_origin(stage);
        self.stages(stage)
    }

    /// Runs the scripts again, with the current choices.
    pub(super) fn script_again(&mut self) -> Done {
        let Some(stage) = self.back_to_origin() else { return Err(Stop::TooMuch) };
        self.stages(stage)
    }

    fn stages(&mut self, stage: ResumeAt) -> Done {
        self.aim.mode = Mode::Play;
        let done = match stage {
            ResumeAt::SetUp(script) => self.set_up(script),
            ResumeAt::Begins => self.turn_opens(),
            ResumeAt::Steps => Ok(()),
        };
        match done.and_then(|()| self.turns_go_on()) {
            Err(Stop::Asked) => {
                if !self.asking.exploring {
                    self.record_position();
                }
                Err(Stop::Asked)
            }
            done => {
                self.asking.script = self.asking.exploring;
                done
            }
        }
    }

    /// Makes this place the origin, if scripts are run, all choices have been carried out, and there were any.
    pub(super) fn comes_to(&mut self, stage: ResumeAt) {
        let all = !self.asking.exploring && self.chosen.next >= self.chosen.choices.len();
        if self.asking.script && all && !self.chosen.choices.is_empty() {
            self.note_origin(stage);
        }
    }

    /// All choices so far have been carried out: what is asked from here on is not given.
    pub(super) fn nothing_is_given(&mut self) {
        if !self.asking.script {
            self.chosen.next = self.chosen.choices.len();
        }
    }

    fn note_origin(&mut self, stage: ResumeAt) {
        let moving = &self.moving;
        self.asking.replay_from = Some(ReplayFrom::Script(Box::new(Origin {
            stage,
            state: moving.state.clone(),
            turn: self.turn.clone(),
            come: moving.come(),
            taken: moving.taken.clone(),
            along: self.progress,
            idle: self.idle,
            stood: self.history.stood.len(),
            unstood: self.history.unrecorded,
            coming: self.history.next_hash,
        })));
        self.chosen.choices.clear();
        (self.chosen.next, self.chosen.fork) = (0, usize::MAX);
        self.chance.drawn.clear();
    }

    /// Goes back to the origin, with no choice used; returns the stage there.
    pub(super) fn back_to_origin(&mut self) -> Option<ResumeAt> {
        let Some(ReplayFrom::Script(origin)) = self.asking.replay_from.take() else { return None };
        self.asking.script = true;
        self.turn.clone_from(&origin.turn);
        self.reset_move();
        self.deeds.clear();
        self.asking.deeds.clear();
        let moving = &mut self.moving;
        moving.state.clone_from(&origin.state);
        moving.come_to(&origin.come);
        moving.taken.clone_from(&origin.taken);
        moving.work.set(0);
        (self.progress, self.idle, self.over) = (origin.along, origin.idle, None);
        self.history.back_to(origin.stood, origin.coming);
        self.history.unrecorded = origin.unstood;
        self.chosen.next = 0;
        let stage = origin.stage;
        self.asking.replay_from = Some(ReplayFrom::Script(origin));
        Some(stage)
    }

    /// The deeds so far belong to earlier choices.
    pub(super) fn keep_deeds(&mut self) {
        self.asking.deeds.append(&mut self.deeds);
    }

    /// Lists the moves of a decision of the turn; while scripts are run, their progress is preserved.
    pub(super) fn list_here(&mut self, play: &Play) -> Done {
        if !self.asking.script {
            return self.list(play);
        }
        self.aside(|run| if run.asking.exploring { run.list_all(play) } else { run.list(play) })
    }

    /// Does something outside scripts, and preserves their progress.
    pub(super) fn aside(&mut self, act: impl FnOnce(&mut Self) -> Done) -> Done {
        self.keep_deeds();
        let root = self.asking.replay_from.take();
        let chosen = self.chosen.clone();
        let (decider, exploring) = (self.aim.decider, self.asking.exploring);
        self.asking.script = false;
        let done = act(self);
        self.deeds.clear();
        self.asking.replay_from = root;
        self.chosen = chosen;
        self.asking.exploring = exploring;
        if exploring {
            self.aim.decider = decider;
        }
        self.asking.script = true;
        done
    }

    /// Plays an option of a decision in a script, whose choices are set already, up to the end of its move.
    pub(super) fn go_by_script(&mut self, then: OptionTail) -> Done {
        let moves = match then {
            OptionTail::Move { choices, .. } => {
                let from = self.chosen.choices.len() - choices as usize;
                self.chosen.choices.split_off(from)
            }
            _ => Vec::new(),
        };
        if then == OptionTail::Nothing {
            self.asking.resumes = self.back_to_origin();
            return Ok(());
        }
        self.script_again()?;
        self.history.decision_hash = None;
        let OptionTail::Move { rule, from, .. } = then else {
            self.decline();
            return Ok(());
        };
        self.chosen.choices = moves;
        self.chosen.next = 0;
        self.chance.drawn.clear();
        self.begin(rule, from.map_or(B::ZERO, B::bit))?;
        self.play_ends();
        Ok(())
    }
}
