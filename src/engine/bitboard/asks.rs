//! Decisions during a move: who is asked what, and the list of answers. To continue, the move is run again with the choices
//! made so far, from its beginning or from where its chain ended; the first decision for which there is no choice yet is the
//! one to make. The same is done for decisions between moves: see [`super::script`].

use super::super::word::Word;
use super::keys::{mingle, named, spot};
use super::move_state::{MoveSites, NamedValue, State, Taken};
use super::options::{OptionTail, Options};
use super::rules::RuleAt;
use super::run::{BitDeed, Done, Mode, Progress, Run, Stop};
use super::same_move::MoveIdentity;
use super::script::{Origin, ResumeAt};

/// The maximum number of choices in one decision; beyond it the general machine takes over.
const MOST_CHOICES: usize = 100;

/// Who makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decider {
    Chance,
    Player(u8),
}

/// The last question that stopped the run.
#[derive(Clone, Debug)]
pub(super) struct LastQuestion {
    pub(super) by: Decider,
    /// The choices that are possible.
    pub(super) options: Vec<u32>,
    /// Different choices always lead to different moves.
    pub(super) all_distinct: bool,
    /// Identifies the statement that asks.
    pub(super) place: usize,
}

impl Default for LastQuestion {
    fn default() -> LastQuestion {
        LastQuestion { by: Decider::Chance, options: Vec::new(), all_distinct: false, place: 0 }
    }
}

/// What is run again to continue from a question.
#[derive(Clone, Debug)]
pub(super) enum ReplayFrom<B: Word> {
    Move(Begun<B>),
    /// The scripts between moves.
    Script(Box<Origin<B>>),
}

/// The beginning of a move that is run again.
#[derive(Clone, Debug)]
pub(super) struct Begun<B: Word> {
    state: State<B>,
    rule: RuleAt,
    from: B,
    /// Where the chain ended, once the move has been played that far: later questions are replayed from there.
    end: Option<End<B>>,
}

/// A move at the end of its chain.
#[derive(Clone, Debug)]
struct End<B: Word> {
    state: State<B>,
    come: MoveSites<B>,
    taken: Vec<Taken<B>>,
    progress: Progress,
    /// The names of the turn's script.
    names: Vec<NamedValue<B>>,
    next: usize,
}

/// Questions during moves and in scripts, as opposed to the choice of a move.
#[derive(Clone)]
pub(super) struct Asking<B: Word> {
    /// The last question.
    pub(super) asked: LastQuestion,
    pub(super) options: Options,
    /// What is run again to continue from the last question.
    pub(super) replay_from: Option<ReplayFrom<B>>,
    /// Scripts between moves are running, or have stopped at a question.
    pub(super) script: bool,
    /// The stage from which the scripts are run again on the way to the next decision, so that the last choices take effect.
    pub(super) resumes: Option<ResumeAt>,
    /// What was done in scripts before the deeds now recorded in [`Run::deeds`].
    pub(super) deeds: Vec<BitDeed<B>>,
    /// Alternatives are being tried: the run stops at chance instead of drawing.
    pub(super) exploring: bool,
    /// A run that fails means that the option does not exist; otherwise only the rest of the script that failed is left out.
    pub(super) trying: bool,
    /// The run has stopped at a question to another player or to chance.
    pub(super) stopped: bool,
    /// The chain is over and the end of the move is being carried out.
    pub(super) ending: bool,
}

impl<B: Word> Default for Asking<B> {
    fn default() -> Asking<B> {
        Asking {
            asked: LastQuestion::default(),
            options: Options::default(),
            replay_from: None,
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
    /// Stops the run with a question.
    pub(super) fn ask(&mut self, by: Decider, options: impl Iterator<Item = u32>, apart: bool, place: usize) -> Stop {
        let asked = &mut self.asking.asked;
        asked.options.clear();
        asked.options.extend(options);
        (asked.by, asked.all_distinct, asked.place) = (by, apart, place);
        Stop::Asked
    }

    /// Stops the run with a question to the player who makes the move.
    pub(super) fn ask_mover(&mut self, options: impl Iterator<Item = u32>, apart: bool, place: usize) -> Stop {
        self.ask(Decider::Player(self.chooser()), options, apart, place)
    }

    /// The player who makes the move at hand: the one that the `play` names, else the player whose turn it is.
    pub(super) fn chooser(&self) -> u8 {
        self.turn.by.unwrap_or(self.rules.player(self.moving.state.turn) as u8)
    }

    /// Plays a move by a rule as far as the given choices go.
    pub(super) fn begin(&mut self, rule: RuleAt, from: B) -> Done {
        self.aim.mode = Mode::Play;
        self.asking.script = false;
        self.chosen.fork = usize::MAX;
        if self.rules.happens.asks {
            self.asking.replay_from = Some(ReplayFrom::Move(Begun { state: self.moving.state.clone(), rule, from, end: None }));
        }
        self.run_move(rule, from)
    }

    /// The chain is over: later questions are replayed from here, unless alternatives are only being tried or a choice of the
    /// decision at hand has been used already.
    pub(super) fn mark_end(&mut self) {
        if self.chosen.next > self.chosen.fork || self.asking.exploring {
            return;
        }
        let names = self.names_put_aside();
        let Some(ReplayFrom::Move(root)) = &mut self.asking.replay_from else { return };
        let moving = &self.moving;
        root.end = Some(End {
            state: moving.state.clone(),
            come: moving.come(),
            taken: moving.taken.clone(),
            progress: self.progress,
            names: self.stack.outer_names.get(..names).unwrap_or_default().to_vec(),
            next: self.chosen.next,
        });
    }

    /// Runs the move at hand, or the scripts between moves, again with the current choices.
    pub(super) fn replay(&mut self) -> Done {
        self.aim.mode = Mode::Play;
        self.over = None;
        self.chosen.next = 0;
        let root = match &self.asking.replay_from {
            Some(ReplayFrom::Move(root)) => root,
            Some(ReplayFrom::Script(_)) => return self.script_again(),
            None => return Err(Stop::TooMuch),
        };
        let (rule, from) = (root.rule, root.from);
        match &root.end {
            None => {
                self.moving.state.clone_from(&root.state);
                self.run_move(rule, from)
            }
            Some(end) => {
                let moving = &mut self.moving;
                moving.state.clone_from(&end.state);
                moving.come_to(&end.come);
                moving.taken.clone_from(&end.taken);
                self.progress = end.progress;
                self.rule = rule;
                self.chosen.next = end.next;
                self.deeds.clear();
                self.stack.piece_marks.clear();
                self.stack.outer_names.clone_from(&end.names);
                self.move_ends()
            }
        }
    }

    /// Lists the options of the player who was asked.
    pub(super) fn list_asked(&mut self) -> Done {
        let Decider::Player(decider) = self.asking.asked.by else { return Err(Stop::TooMuch) };
        let mut options = std::mem::take(&mut self.asking.options);
        options.begin(&self.chosen.choices);
        self.aim.decider = decider;
        let done = match &self.asking.replay_from {
            Some(ReplayFrom::Script(_)) => self.list_script(&mut options),
            _ => self.list_ways(&mut options),
        };
        self.asking.options = options;
        done
    }

    /// The number of pieces captured, as far as the deeds are recorded.
    pub(super) fn captured(&self) -> usize {
        self.deeds.iter().filter(|told| matches!(told, BitDeed::Captured(_))).count()
    }

    fn list_ways(&mut self, options: &mut Options) -> Done {
        let given = options.given.len();
        let apart = self.asking.asked.all_distinct;
        let mut identities: Vec<MoveIdentity<B>> = Vec::new();
        self.chosen.fork = given;
        let done = self.explore(&mut |run| {
            let simple = apart && run.chosen.choices.len() == given + 1;
            if !simple || !identities.is_empty() {
                let identity = run.identity();
                if identities.contains(&identity) {
                    return Ok(());
                }
                identities.push(identity);
            }
            // The deeds before this decision were cleared when it was reached: this counts only what the option takes.
            options.add(&run.chosen.choices[given..], OptionTail::Nothing, run.captured().min(255) as u8);
            Ok(())
        });
        self.chosen.fork = usize::MAX;
        done
    }

    /// Follows every alternative from the last question up to a question to somebody else or to the end of the move.
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
            let done = self.replay();
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

    /// A hash of the unfinished move or scripts: where they are replayed from, what chance has drawn, the choices so far, and
    /// the options.
    pub(super) fn digest_of_rest(&self) -> u64 {
        let begun = match &self.asking.replay_from {
            Some(ReplayFrom::Move(root)) => spot(mingle(self.repetition_hash(&root.state), root.rule.into()), root.from),
            Some(ReplayFrom::Script(origin)) => mingle(self.repetition_hash(origin.stood_there()), origin.digest()),
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
        if let Some(ReplayFrom::Script(_)) = &self.asking.replay_from {
            return self.go_by_script(then);
        }
        self.replay()?;
        self.play_ends();
        Ok(())
    }

    /// Lists every move by a rule that begins with a given piece by running the move once for each sequence of choices. This
    /// is for moves that cannot be listed by backtracking, because a trigger asks the player who lists moves or names of the
    /// turn's script follow pieces.
    pub(super) fn list_by_replay(&mut self, rule: RuleAt, from: B) -> Done {
        let (mode, state) = (self.aim.mode, self.moving.state.clone());
        self.chosen.choices.clear();
        self.chosen.next = 0;
        (self.asking.exploring, self.asking.trying) = (true, true);
        let done = self.begin(rule, from);
        self.asking.exploring = false;
        let done = self.came_to(done, &mut |run| if mode == Mode::Any { Err(Stop::Found) } else { run.note() });
        self.asking.trying = false;
        self.aim.mode = mode;
        self.moving.state = state;
        self.over = None;
        self.chosen.choices.clear();
        // The legs of the next rule are generated in a state in which nothing has been done.
        self.reset_move();
        done
    }
}
