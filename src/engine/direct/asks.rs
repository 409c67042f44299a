//! Decisions in the midst of a move: who has been asked what, and lists of what may follow. The move is run again from its beginning,
//! or from where it was over, with the choices taken so far; where they are used up, the next one is to be made. Likewise between
//! moves, see [`super::script`].

use super::super::word::Word;
use super::alike::Fate;
use super::keys::{mingle, named, spot};
use super::options::{Options, Then};
use super::rules::RuleAt;
use super::run::{Along, Done, Mode, Run, Stop, Told};
use super::scene::{Come, Named, State, Taken};
use super::script::{Origin, Stage};

/// Most choices of one decision; beyond, the general machine takes over.
const MOST_CHOICES: usize = 100;

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decider {
    Chance,
    Player(u8),
}

/// What was asked last.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) by: Decider,
    /// The choices there are.
    pub(super) options: Vec<u32>,
    /// No two of them come to one move.
    pub(super) apart: bool,
    /// Which statement asks.
    pub(super) place: usize,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { by: Decider::Chance, options: Vec::new(), apart: false, place: 0 }
    }
}

/// What is run again for who has been asked.
#[derive(Clone, Debug)]
pub(super) enum Root<B: Word> {
    Move(Begun<B>),
    /// Scripts between moves.
    Script(Box<Origin<B>>),
}

/// What a move goes back to.
#[derive(Clone, Debug)]
pub(super) struct Begun<B: Word> {
    state: State<B>,
    rule: RuleAt,
    from: B,
    /// Where the chain was over, if that is behind the first of the choices to be made.
    end: Option<End<B>>,
}

/// Where a chain was over.
#[derive(Clone, Debug)]
struct End<B: Word> {
    state: State<B>,
    come: Come<B>,
    taken: Vec<Taken<B>>,
    along: Along,
    /// Names of the script of the turn.
    names: Vec<Named<B>>,
    next: usize,
}

/// Decisions otherwise than among moves.
#[derive(Clone)]
pub(super) struct Asking<B: Word> {
    /// What was asked last.
    pub(super) asked: Asked,
    pub(super) options: Options,
    /// What is run again.
    pub(super) root: Option<Root<B>>,
    /// Scripts between moves are run, or have stopped where somebody is asked.
    pub(super) script: bool,
    /// What was chosen last is carried out from there on the way to the next decision.
    pub(super) resumes: Option<Stage>,
    /// What was chosen in scripts before what is told now.
    pub(super) deeds: Vec<Told<B>>,
    /// Ways are being tried, and chance is not asked.
    pub(super) exploring: bool,
    /// What fails has not been an option at all.
    pub(super) trying: bool,
    /// Somebody else was asked where the move has come to.
    pub(super) stopped: bool,
    /// The move has come to its end.
    pub(super) ending: bool,
}

impl<B: Word> Default for Asking<B> {
    fn default() -> Asking<B> {
        Asking {
            asked: Asked::default(),
            options: Options::default(),
            root: None,
            script: false,
            resumes: None,
            deeds: Vec::new(),
            exploring: false,
            trying: false,
            stopped: false,
            ending: false,
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// Somebody is asked.
    pub(super) fn ask(&mut self, by: Decider, options: impl Iterator<Item = u32>, apart: bool, place: usize) -> Stop {
        let asked = &mut self.asking.asked;
        asked.options.clear();
        asked.options.extend(options);
        (asked.by, asked.apart, asked.place) = (by, apart, place);
        Stop::Asked
    }

    /// Who moves is asked.
    pub(super) fn ask_mover(&mut self, options: impl Iterator<Item = u32>, apart: bool, place: usize) -> Stop {
        self.ask(Decider::Player(self.chooser()), options, apart, place)
    }

    /// Who makes the move at hand, or else is on turn.
    pub(super) fn chooser(&self) -> u8 {
        self.turn.by.unwrap_or(self.rules.player(self.scene.state.turn) as u8)
    }

    /// Plays a move by a rule, as far as choices are given.
    pub(super) fn begin(&mut self, rule: RuleAt, from: B) -> Done {
        self.aim.mode = Mode::Play;
        self.asking.script = false;
        self.chosen.fork = usize::MAX;
        if self.rules.happens.asks {
            self.asking.root = Some(Root::Move(Begun { state: self.scene.state.clone(), rule, from, end: None }));
        }
        self.through(rule, from)
    }

    /// The chain is over: from here on, whatever is asked, what was before stays.
    pub(super) fn mark_end(&mut self) {
        if self.chosen.next > self.chosen.fork || self.asking.exploring {
            return;
        }
        let names = self.names_put_aside();
        let Some(Root::Move(root)) = &mut self.asking.root else { return };
        let scene = &self.scene;
        root.end = Some(End {
            state: scene.state.clone(),
            come: scene.come(),
            taken: scene.taken.clone(),
            along: self.along,
            names: self.stack.frames.get(..names).unwrap_or_default().to_vec(),
            next: self.chosen.next,
        });
    }

    /// The move at hand once more, or the scripts, with the choices that are there now.
    pub(super) fn again(&mut self) -> Done {
        self.aim.mode = Mode::Play;
        self.over = None;
        self.chosen.next = 0;
        let root = match &self.asking.root {
            Some(Root::Move(root)) => root,
            Some(Root::Script(_)) => return self.script_again(),
            None => return Err(Stop::TooMuch),
        };
        let (rule, from) = (root.rule, root.from);
        match &root.end {
            None => {
                self.scene.state.clone_from(&root.state);
                self.through(rule, from)
            }
            Some(end) => {
                let scene = &mut self.scene;
                scene.state.clone_from(&end.state);
                scene.come_to(&end.come);
                scene.taken.clone_from(&end.taken);
                self.along = end.along;
                self.rule = rule;
                self.chosen.next = end.next;
                self.told.clear();
                self.stack.marks.clear();
                self.stack.frames.clone_from(&end.names);
                self.move_ends()
            }
        }
    }

    /// Lists the options of who has been asked.
    pub(super) fn list_asked(&mut self) -> Done {
        let Decider::Player(decider) = self.asking.asked.by else { return Err(Stop::TooMuch) };
        let mut options = std::mem::take(&mut self.asking.options);
        options.begin(&self.chosen.choices);
        self.aim.decider = decider;
        let done = match &self.asking.root {
            Some(Root::Script(_)) => self.list_script(&mut options),
            _ => self.list_ways(&mut options),
        };
        self.asking.options = options;
        done
    }

    /// How many pieces the legs so far have taken.
    pub(super) fn captured(&self) -> usize {
        self.told.iter().filter(|told| matches!(told, Told::Captured(_))).count()
    }

    fn list_ways(&mut self, options: &mut Options) -> Done {
        let given = options.given.len();
        let apart = self.asking.asked.apart;
        let mut fates: Vec<Fate<B>> = Vec::new();
        self.chosen.fork = given;
        let done = self.explore(&mut |run| {
            let simple = apart && run.chosen.choices.len() == given + 1;
            if !simple || !fates.is_empty() {
                let fate = run.fate();
                if fates.contains(&fate) {
                    return Ok(());
                }
                fates.push(fate);
            }
            // What the move had taken before was forgotten where this decision was come to.
            options.add(&run.chosen.choices[given..], Then::Nothing, run.captured().min(255) as u8);
            Ok(())
        });
        self.chosen.fork = usize::MAX;
        done
    }

    /// Every way on from where somebody was asked, up to where somebody else is, or to the end of the move.
    pub(super) fn explore(&mut self, leaf: &mut dyn FnMut(&mut Self) -> Done) -> Done {
        let so_far = self.chosen.choices.clone();
        if so_far.len() > MOST_CHOICES {
            return Err(Stop::TooMuch);
        }
        let options = std::mem::take(&mut self.asking.asked.options);
        for choice in &options {
            self.chosen.choices.clone_from(&so_far);
            self.chosen.choices.push(*choice);
            self.asking.exploring = true;
            let done = self.again();
            self.asking.exploring = false;
            self.came_to(done, leaf)?;
        }
        self.asking.asked.options = options;
        Ok(())
    }

    fn came_to(&mut self, done: Done, leaf: &mut dyn FnMut(&mut Self) -> Done) -> Done {
        match done {
            Ok(()) | Err(Stop::Over) => leaf(self),
            Err(Stop::Asked) if self.asking.asked.by == Decider::Player(self.aim.decider) => self.explore(leaf),
            Err(Stop::Asked) => {
                self.asking.stopped = true;
                let done = leaf(self);
                self.asking.stopped = false;
                done
            }
            Err(Stop::Failed) => Ok(()),
            stop => stop,
        }
    }

    /// A hash of what is run again for who has been asked, as far as it has come, and of how it can go on.
    pub(super) fn digest_of_rest(&self) -> u64 {
        let begun = match &self.asking.root {
            Some(Root::Move(root)) => spot(mingle(self.stands(&root.state), root.rule.into()), root.from),
            Some(Root::Script(origin)) => mingle(self.stands(origin.stood_there()), origin.digest()),
            None => 0,
        };
        let drawn = (0..).zip(&self.chance.drawn).fold(begun, |hash, (name, value)| named(hash, name, value));
        let mut hash = self.asking.options.given.iter().fold(drawn, |hash, choice| mingle(hash, u64::from(*choice) + 1));
        self.asking.options.each(|choices, _| choices.for_each(|choice| hash = mingle(hash, u64::from(choice) + 1)));
        hash
    }

    /// Plays an option, up to the end of the move.
    pub(super) fn go_by(&mut self, option: usize) -> Done {
        let Some((added, then)) = self.asking.options.get(option) else { return Err(Stop::TooMuch) };
        self.chosen.choices.clone_from(&self.asking.options.given);
        self.chosen.choices.extend_from_slice(added);
        if let Some(Root::Script(_)) = &self.asking.root {
            return self.go_by_script(then);
        }
        self.again()?;
        self.play_ends();
        Ok(())
    }

    /// Lists every move by a rule that begins with a piece by running each again and again: who lists is asked by a trigger.
    pub(super) fn list_by_replay(&mut self, rule: RuleAt, from: B) -> Done {
        let (mode, state) = (self.aim.mode, self.scene.state.clone());
        self.chosen.choices.clear();
        self.chosen.next = 0;
        (self.asking.exploring, self.asking.trying) = (true, true);
        let done = self.begin(rule, from);
        self.asking.exploring = false;
        let done = self.came_to(done, &mut |run| if mode == Mode::Any { Err(Stop::Found) } else { run.note() });
        self.asking.trying = false;
        self.aim.mode = mode;
        self.scene.state = state;
        self.over = None;
        self.chosen.choices.clear();
        // Legs of the next rule are looked for before anything is done.
        self.fresh();
        done
    }
}
