//! Options of a decision in a script. Whoever chooses there goes on choosing as long as nobody else is asked: a move of the same player
//! that follows belongs to the option. Every one is run to its end; duties strike out what is no move of the best, whatever was chosen
//! before it, and of those that come to the same one stays.

use super::super::word::Word;
use super::alike::Fate;
use super::batches::{Batch, Candidate, Form};
use super::keys::{mingle, named};
use super::options::{Options, Then};
use super::rules::{LOOPS, Play, Step};
use super::run::{Done, Mode, Run, Stop};
use super::scene::{Named, Taken};

/// Most options: beyond, the general machine takes over.
const MOST_OPTIONS: usize = 20_000;

/// How far the turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<B> {
    at: usize,
    counters: [u32; LOOPS],
    /// What is under the names of its script, and things for which steps are to be taken.
    names: Vec<Named<B>>,
}

impl<B: Word> Place<B> {
    /// Mixed into a hash.
    pub(super) fn digest(&self, hash: u64) -> u64 {
        let hash = self.counters.iter().fold(mingle(hash, self.at as u64), |hash, counter| mingle(hash, u64::from(*counter)));
        (0..).zip(&self.names).fold(hash, |hash, (name, value)| named(hash, name, value))
    }
}

/// An option.
struct Way<B: Word> {
    choices: Vec<u32>,
    then: Then,
    fate: Fate<B>,
    /// A hash of the position in which it ends: the same for those that are one.
    key: u64,
    /// How many pieces the legs of a move take.
    takes: u8,
    /// Of a move: what duties see.
    of: Option<(Candidate<B>, Vec<Taken<B>>)>,
}

impl<B: Word> Run<'_, B> {
    /// Lists the options of who is asked in a script.
    pub(super) fn list_script(&mut self, options: &mut Options) -> Done {
        let given = options.given.len();
        let mut found = Vec::new();
        self.chosen.fork = given;
        let done = self.explore(&mut |run| run.note_option(given, &mut found));
        let done = done.and_then(|()| self.oblige(&options.given, &mut found));
        self.chosen.fork = usize::MAX;
        self.back_to_origin();
        (self.asking.script, self.asking.exploring) = (false, false);
        self.chosen.choices.clone_from(&options.given);
        done?;
        let mut first_of: rustc_hash::FxHashMap<u64, Vec<usize>> = Default::default();
        for (i, option) in found.iter().enumerate() {
            let alike = first_of.entry(option.key).or_default();
            let declines = |way: &Way<B>| way.then == Then::Decline;
            let same = |j: &usize| declines(&found[*j]) == declines(option) && found[*j].fate == option.fate;
            if !alike.iter().any(same) {
                alike.push(i);
                options.add(&option.choices, option.then, option.takes);
            }
        }
        Ok(())
    }

    /// What was chosen has led to where somebody else decides, to the end of the game, or to a move by the same player.
    fn note_option(&mut self, given: usize, found: &mut Vec<Way<B>>) -> Done {
        self.keep_deeds();
        if found.len() > MOST_OPTIONS {
            return Err(Stop::TooMuch);
        }
        let play = match self.rules.turn.steps.get(self.turn.at) {
            Some(Step::Play(play)) if self.over.is_none() && !self.asking.stopped => Some(play),
            _ => None,
        };
        let choices = self.chosen.choices[given..].to_vec();
        if let Some(play) = play.filter(|_| self.chooser() == self.aim.decider) {
            return self.note_moves(play, &choices, found);
        }
        let fate = self.fate_of_script(self.turn.at);
        found.push(self.option(choices, Then::Nothing, fate));
        Ok(())
    }

    /// Every move of a `play` behind what was chosen, and that none is made.
    fn note_moves(&mut self, play: &Play, choices: &[u32], found: &mut Vec<Way<B>>) -> Done {
        let (state, turn, deeds) = (self.scene.state.clone(), self.turn.clone(), self.asking.deeds.clone());
        let chosen = self.chosen.clone();
        let next = if play.again { turn.at } else { turn.at + 1 };
        if play.optional {
            self.fresh();
            let fate = self.fate_of_script(turn.at + 1);
            found.push(self.option(choices.to_vec(), Then::Decline, fate));
        }
        self.asking.script = false;
        self.chosen.fork = usize::MAX;
        for at in 0..self.listed.batches.len() {
            let batch = self.listed.batches[at];
            for i in 0..batch.count {
                if found.len() > MOST_OPTIONS {
                    return Err(Stop::TooMuch);
                }
                let from = self.decode(&batch, i).ok_or(Stop::TooMuch)?;
                let of_move = self.chosen.choices.clone();
                self.aim.mode = Mode::Play;
                self.asking.exploring = true;
                let done = self.run_rule(batch.rule, from);
                if let Err(Stop::Failed | Stop::Found | Stop::Replay | Stop::TooMuch) = done {
                    return Err(Stop::TooMuch);
                }
                let candidate = Candidate {
                    start: self.scene.start,
                    landing: self.scene.landing,
                    trail: self.scene.trail,
                    legs: self.scene.legs,
                    taken: (0, 0),
                };
                let taken = self.scene.taken.clone();
                self.asking.stopped = done == Err(Stop::Asked);
                self.told.splice(0..0, deeds.iter().copied());
                self.names_follow();
                let mut fate = self.fate();
                fate.place = self.place_of_turn(next);
                self.asking.stopped = false;
                let all = [choices, &of_move].concat();
                let from = from.any().then(|| from.first());
                let then = Then::Move { rule: batch.rule, from, choices: of_move.len() as u32 };
                let option = self.option(all, then, fate);
                found.push(Way { takes: batch.takes, of: Some((candidate, taken)), ..option });
                self.scene.state.clone_from(&state);
                self.turn.copy(&turn);
                self.over = None;
                self.fresh();
            }
        }
        self.chosen = chosen;
        Ok(())
    }

    fn option(&self, choices: Vec<u32>, then: Then, fate: Fate<B>) -> Way<B> {
        let key = self.rules.slots.digest(&fate.state, 0);
        Way { choices, then, fate, key, takes: 0, of: None }
    }

    /// What has come of choices in a script, of which this step is the next.
    fn fate_of_script(&mut self, at: usize) -> Fate<B> {
        self.told.clone_from(&self.asking.deeds);
        let mut fate = self.fate();
        fate.place = self.place_of_turn(at);
        self.told.clear();
        fate
    }

    /// Where names of the script of the turn mean pieces: what they mean when the move is over.
    pub(super) fn names_followed(&self) -> Option<Box<Place<B>>> {
        let names = self.stack.frames.get(..self.names_put_aside()).filter(|names| !names.is_empty())?;
        Some(Box::new(Place { at: 0, counters: [0; LOOPS], names: names.to_vec() }))
    }

    /// How far the turn has come if this step is the next; if the game is over, nothing is to come.
    fn place_of_turn(&self, mut at: usize) -> Option<Box<Place<B>>> {
        // Wherever it is said, what comes next is the same.
        while let Some(Step::Jump(to)) = self.rules.turn.steps.get(at) {
            at = *to;
        }
        let names = || self.turn.names.iter().chain(self.turn.left.iter().map(|(_, thing)| thing)).copied().collect();
        let place = || Box::new(Place { at, counters: self.turn.counters, names: names() });
        self.over.is_none().then(place)
    }

    /// Strikes out the moves that duties remove: they ask at the decision.
    fn oblige(&mut self, given: &[u32], found: &mut Vec<Way<B>>) -> Done {
        if self.rules.duties.is_empty() || found.iter().all(|option| option.of.is_none()) {
            return Ok(());
        }
        self.chosen.choices.clear();
        self.chosen.choices.extend_from_slice(given);
        self.asking.exploring = true;
        if self.again() != Err(Stop::Asked) {
            return Err(Stop::TooMuch);
        }
        self.aim.mode = Mode::List;
        self.keep_last();
        self.list_candidates(found);
        self.strike_out();
        let mut stays = vec![false; found.len()];
        self.listed.batches.iter().for_each(|batch| stays[batch.key as usize] = true);
        let mut stays = stays.into_iter();
        found.retain(|option| stays.next() == Some(true) || option.of.is_none());
        Ok(())
    }

    /// The moves among options, as duties see them.
    fn list_candidates(&mut self, found: &[Way<B>]) {
        let listed = &mut self.listed;
        listed.clear();
        for (i, option) in found.iter().enumerate() {
            let (Some((candidate, taken)), Then::Move { rule, .. }) = (&option.of, option.then) else { continue };
            let first = listed.taken.len() as u32;
            listed.taken.extend_from_slice(taken);
            listed.candidates.push(Candidate { taken: (first, listed.taken.len() as u32), ..*candidate });
            listed.batches.push(Batch { rule, from: candidate.start, key: i as u64, ..Batch::of(Form::One) });
        }
    }
}
