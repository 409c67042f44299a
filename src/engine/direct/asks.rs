//! Decisions in the midst of a move: who has been asked what, and lists of what may follow. The move is run again from its beginning,
//! or from where it was over, with the choices taken so far; where they are used up, the next one is to be made.

use super::super::word::Word;
use super::alike::Fate;
use super::keys::{mingle, named, spot};
use super::rules::RuleAt;
use super::run::{Along, Done, Mode, Run, Stop};
use super::scene::{Come, State, Taken};

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

/// What a move goes back to.
#[derive(Clone, Debug)]
pub(super) struct Root<B: Word> {
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
    next: usize,
}

/// The options of a decision in the midst of a move: the choices that lead there, and those that each adds.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    given: Vec<u32>,
    added: Vec<u32>,
    ends: Vec<(u32, u32)>,
}

impl Options {
    pub(super) fn total(&self) -> usize {
        self.ends.len()
    }

    /// Shows the choices that each adds.
    pub(super) fn each(&self, mut each: impl FnMut(&[u32])) {
        self.ends.iter().for_each(|(first, last)| each(&self.added[*first as usize..*last as usize]));
    }
}

/// Decisions in the midst of the move at hand.
#[derive(Clone)]
pub(super) struct Asking<B: Word> {
    /// What was asked last.
    pub(super) asked: Asked,
    pub(super) options: Options,
    /// What the move goes back to.
    pub(super) root: Option<Root<B>>,
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
        let mover = self.rules.player(self.scene.state.turn) as u8;
        self.ask(Decider::Player(mover), options, apart, place)
    }

    /// Plays a move by a rule, as far as choices are given.
    pub(super) fn begin(&mut self, rule: RuleAt, from: B) -> Done {
        self.aim.mode = Mode::Play;
        self.chosen.fork = usize::MAX;
        if self.rules.happens.asks {
            self.asking.root = Some(Root { state: self.scene.state.clone(), rule, from, end: None });
        }
        self.through(rule, from)
    }

    /// A move by a rule. What has become impossible by what was drawn, or by what others have chosen, is left out.
    fn through(&mut self, rule: RuleAt, from: B) -> Done {
        match self.run_rule(rule, from) {
            Err(Stop::Failed) if !self.asking.ending && self.is_decided() => {
                self.stack.unwind();
                self.along.locals = 0;
                self.move_ends()
            }
            done => done,
        }
    }

    /// Whether it is too late for the move at hand not to be one: it is played, and what was chosen last is not only being tried.
    pub(super) fn is_decided(&self) -> bool {
        self.aim.mode == Mode::Play && !self.asking.trying && !(self.asking.exploring && self.chosen.next > self.chosen.fork)
    }

    /// The chain is over: from here on, whatever is asked, what was before stays.
    pub(super) fn mark_end(&mut self) {
        if self.chosen.next > self.chosen.fork || self.asking.exploring {
            return;
        }
        let Some(root) = &mut self.asking.root else { return };
        let scene = &self.scene;
        root.end = Some(End {
            state: scene.state.clone(),
            come: scene.come(),
            taken: scene.taken.clone(),
            along: self.along,
            next: self.chosen.next,
        });
    }

    /// The move at hand once more, with the choices that are there now.
    fn again(&mut self) -> Done {
        self.aim.mode = Mode::Play;
        self.over = None;
        self.chosen.next = 0;
        let Some(root) = &self.asking.root else { return Err(Stop::TooMuch) };
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
                self.stack.unwind();
                self.move_ends()
            }
        }
    }

    /// Lists the options of who has been asked in the midst of a move.
    pub(super) fn list_asked(&mut self) -> Done {
        let Decider::Player(decider) = self.asking.asked.by else { return Err(Stop::TooMuch) };
        let mut options = std::mem::take(&mut self.asking.options);
        options.given.clone_from(&self.chosen.choices);
        options.added.clear();
        options.ends.clear();
        self.aim.decider = decider;
        let done = self.list_ways(&mut options);
        self.asking.options = options;
        done
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
            let first = options.added.len() as u32;
            options.added.extend_from_slice(&run.chosen.choices[given..]);
            options.ends.push((first, options.added.len() as u32));
            Ok(())
        });
        self.chosen.fork = usize::MAX;
        done
    }

    /// Every way on from where somebody was asked, up to where somebody else is, or to the end of the move.
    fn explore(&mut self, leaf: &mut dyn FnMut(&mut Self) -> Done) -> Done {
        let so_far = self.chosen.choices.clone();
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

    /// A hash of the move at hand as far as it has come, and of how it can go on.
    pub(super) fn digest_of_rest(&self) -> u64 {
        let begun =
            self.asking.root.as_ref().map_or(0, |root| spot(mingle(self.stands(&root.state), root.rule.into()), root.from));
        let drawn = (0..).zip(&self.chance.drawn).fold(begun, |hash, (name, value)| named(hash, name, value));
        let mut hash = self.asking.options.given.iter().fold(drawn, |hash, choice| mingle(hash, u64::from(*choice) + 1));
        self.asking.options.each(|choices| choices.iter().for_each(|choice| hash = mingle(hash, u64::from(*choice) + 1)));
        hash
    }

    /// Plays an option of a decision in the midst of a move.
    pub(super) fn go_by(&mut self, option: usize) -> Done {
        let Some((first, last)) = self.asking.options.ends.get(option).copied() else { return Err(Stop::TooMuch) };
        self.chosen.choices.clone_from(&self.asking.options.given);
        self.chosen.choices.extend_from_slice(&self.asking.options.added[first as usize..last as usize]);
        self.again()
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
