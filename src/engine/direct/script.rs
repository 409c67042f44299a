//! Questions to players between moves: in the set-up, where a turn begins or ends, in its script. From the end of the last move, or a
//! later place at which nothing was pending, scripts are run again with the choices taken so far; where these are used up stands the
//! next decision. What is listed of it goes on to where somebody else is asked, or to the end of a move: see [`super::joint`].

use super::super::word::Word;
use super::asks::Root;
use super::keys::mingle;
use super::options::Then;
use super::rules::Play;
use super::run::{Along, Done, Mode, Run, Stop};
use super::scene::{Come, State, Taken};
use super::turns::Turn;

/// Where scripts go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// With this script of the set-up.
    SetUp(usize),
    /// A turn begins.
    Begins,
    /// With the steps of the turn, as far as they have come.
    Steps,
}

/// What scripts go back to.
#[derive(Clone, Debug)]
pub(super) struct Origin<B: Word> {
    stage: Stage,
    state: State<B>,
    turn: Turn<B>,
    come: Come<B>,
    taken: Vec<Taken<B>>,
    along: Along,
    idle: usize,
    /// How many positions had stood, and what is known of the one at hand.
    stood: usize,
    unstood: bool,
    coming: Option<u64>,
}

impl<B: Word> Origin<B> {
    /// The position there.
    pub(super) fn stood_there(&self) -> &State<B> {
        &self.state
    }

    /// A hash of how far turns have come there.
    pub(super) fn digest(&self) -> u64 {
        let stage = match self.stage {
            Stage::SetUp(script) => 2 + script as u64,
            Stage::Begins => 1,
            Stage::Steps => 0,
        };
        mingle(self.turn.digest(), stage)
    }
}

impl<B: Word> Run<'_, B> {
    /// From the beginning of all on to the first decision.
    pub(super) fn begin_all(&mut self) -> Done {
        if self.rules.happens.questions {
            return self.scripts_go_on(Stage::SetUp(0));
        }
        self.set_up(0)?;
        self.turns_go_on()
    }

    /// On with the game to the next decision, or to the end.
    pub(super) fn go_on(&mut self) -> Done {
        if !self.rules.happens.questions {
            return self.turns_go_on();
        }
        match self.asking.resumes.take() {
            Some(_) => self.script_again(),
            None => self.scripts_go_on(Stage::Steps),
        }
    }

    /// On from here, where nothing is pending.
    fn scripts_go_on(&mut self, stage: Stage) -> Done {
        self.asking.resumes = None;
        (self.asking.script, self.asking.exploring) = (true, false);
        self.note_origin(stage);
        self.stages(stage)
    }

    /// The scripts once more, with the choices that are there now.
    pub(super) fn script_again(&mut self) -> Done {
        let Some(stage) = self.back_to_origin() else { return Err(Stop::TooMuch) };
        self.stages(stage)
    }

    fn stages(&mut self, stage: Stage) -> Done {
        self.aim.mode = Mode::Play;
        let done = match stage {
            Stage::SetUp(script) => self.set_up(script),
            Stage::Begins => self.turn_opens(),
            Stage::Steps => Ok(()),
        };
        match done.and_then(|()| self.turns_go_on()) {
            Err(Stop::Asked) => {
                if !self.asking.exploring {
                    self.stand();
                }
                Err(Stop::Asked)
            }
            done => {
                self.asking.script = self.asking.exploring;
                done
            }
        }
    }

    /// Scripts have come to a place from which they can be run again, if all that was chosen is carried out, and anything was.
    pub(super) fn comes_to(&mut self, stage: Stage) {
        let all = !self.asking.exploring && self.chosen.next >= self.chosen.choices.len();
        if self.asking.script && all && !self.chosen.choices.is_empty() {
            self.note_origin(stage);
        }
    }

    /// What was chosen before was carried out: what is asked from here on is not given.
    pub(super) fn nothing_is_given(&mut self) {
        if !self.asking.script {
            self.chosen.next = self.chosen.choices.len();
        }
    }

    fn note_origin(&mut self, stage: Stage) {
        let scene = &self.scene;
        self.asking.root = Some(Root::Script(Box::new(Origin {
            stage,
            state: scene.state.clone(),
            turn: self.turn.clone(),
            come: scene.come(),
            taken: scene.taken.clone(),
            along: self.along,
            idle: self.idle,
            stood: self.history.stood.len(),
            unstood: self.history.unstood,
            coming: self.history.coming,
        })));
        self.chosen.choices.clear();
        (self.chosen.next, self.chosen.fork) = (0, usize::MAX);
        self.chance.drawn.clear();
    }

    /// As it was there, with no choice used.
    pub(super) fn back_to_origin(&mut self) -> Option<Stage> {
        let Some(Root::Script(origin)) = self.asking.root.take() else { return None };
        self.asking.script = true;
        self.turn.clone_from(&origin.turn);
        self.fresh();
        self.told.clear();
        self.asking.deeds.clear();
        let scene = &mut self.scene;
        scene.state.clone_from(&origin.state);
        scene.come_to(&origin.come);
        scene.taken.clone_from(&origin.taken);
        scene.work.set(0);
        (self.along, self.idle, self.over) = (origin.along, origin.idle, None);
        self.history.back_to(origin.stood, origin.coming);
        self.history.unstood = origin.unstood;
        self.chosen.next = 0;
        let stage = origin.stage;
        self.asking.root = Some(Root::Script(origin));
        Some(stage)
    }

    /// What was told so far belongs to what was chosen before.
    pub(super) fn keep_deeds(&mut self) {
        self.asking.deeds.append(&mut self.told);
    }

    /// Lists the moves of a decision of the turn; while scripts are run, what is known of them stays.
    pub(super) fn list_here(&mut self, play: &Play) -> Done {
        if !self.asking.script {
            return self.list(play);
        }
        self.aside(|run| if run.asking.exploring { run.list_all(play) } else { run.list(play) })
    }

    /// Does something else than to run scripts.
    pub(super) fn aside(&mut self, act: impl FnOnce(&mut Self) -> Done) -> Done {
        self.keep_deeds();
        let root = self.asking.root.take();
        let chosen = self.chosen.clone();
        let (decider, exploring) = (self.aim.decider, self.asking.exploring);
        self.asking.script = false;
        let done = act(self);
        self.told.clear();
        self.asking.root = root;
        self.chosen = chosen;
        self.asking.exploring = exploring;
        if exploring {
            self.aim.decider = decider;
        }
        self.asking.script = true;
        done
    }

    /// Plays an option of who was asked in a script, of which the choices are there, up to the end of the move that belongs to it.
    pub(super) fn go_by_script(&mut self, then: Then) -> Done {
        let moves = match then {
            Then::Move { choices, .. } => {
                let from = self.chosen.choices.len() - choices as usize;
                self.chosen.choices.split_off(from)
            }
            _ => Vec::new(),
        };
        if then == Then::Nothing {
            self.asking.resumes = self.back_to_origin();
            return Ok(());
        }
        self.script_again()?;
        self.history.at_hand = None;
        let Then::Move { rule, from, .. } = then else {
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
