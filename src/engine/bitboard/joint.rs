//! The options of a decision in a script of a turn or of the set-up. An option consists of all consecutive choices of the same
//! player, including a move of that player that follows. Every option is run to its end. Obligations compare all moves of the
//! list, whichever choices precede them, and remove those that are not preferred. Of identical options one is kept.

use super::super::word::Word;
use super::batches::{Batch, BatchKind, Candidate};
use super::keys::{mingle, named};
use super::move_state::{NamedValue, Taken};
use super::options::{OptionTail, Options};
use super::rules::{LOOPS, Play, Step};
use super::run::{Done, Mode, Run, Stop};
use super::same_move::MoveIdentity;

/// The most options of one decision; beyond, the general machine takes over the game.
const MOST_OPTIONS: usize = 20_000;

/// How far the turn has progressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnProgress<B> {
    at: usize,
    counters: [u32; LOOPS],
    /// The values of the names of its script, followed by the remaining elements of its loops.
    names: Vec<NamedValue<B>>,
}

impl<B: Word> TurnProgress<B> {
    /// Mixes this progress into a hash.
    pub(super) fn digest(&self, hash: u64) -> u64 {
        let hash = self.counters.iter().fold(mingle(hash, self.at as u64), |hash, counter| mingle(hash, u64::from(*counter)));
        (0..).zip(&self.names).fold(hash, |hash, (name, value)| named(hash, name, value))
    }
}

/// An option, as found by running it.
struct ListedOption<B: Word> {
    choices: Vec<u32>,
    then: OptionTail,
    identity: MoveIdentity<B>,
    /// A hash of the position in which it ends; identical options have equal keys.
    key: u64,
    /// The number of pieces that the legs of its move take; 0 without a move.
    takes: u8,
    /// For an option with a move: the move as obligations see it, and the pieces that it takes.
    of: Option<(Candidate<B>, Vec<Taken<B>>)>,
}

impl<B: Word> Run<'_, B> {
    /// Lists the options of the player who is asked in a script.
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
            let declines = |way: &ListedOption<B>| way.then == OptionTail::Decline;
            let same = |j: &usize| declines(&found[*j]) == declines(option) && found[*j].identity == option.identity;
            if !alike.iter().any(same) {
                alike.push(i);
                options.add(&option.choices, option.then, option.takes);
            }
        }
        Ok(())
    }

    /// Notes what the choices have led to: a decision of another player, the end of the game, or the moves of a `play` of the
    /// same player.
    fn note_option(&mut self, given: usize, found: &mut Vec<ListedOption<B>>) -> Done {
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
        let identity = self.identity_of_script(self.turn.at);
        found.push(self.option(choices, OptionTail::Nothing, identity));
        Ok(())
    }

    /// Notes an option for every move of the `play` that the choices have led to, and one for declining it if that is allowed.
    fn note_moves(&mut self, play: &Play, choices: &[u32], found: &mut Vec<ListedOption<B>>) -> Done {
        let (state, turn, deeds) = (self.moving.state.clone(), self.turn.clone(), self.asking.deeds.clone());
        let chosen = self.chosen.clone();
        let next = if play.again { turn.at } else { turn.at + 1 };
        if play.optional {
            self.reset_move();
            let identity = self.identity_of_script(turn.at + 1);
            found.push(self.option(choices.to_vec(), OptionTail::Decline, identity));
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
                    start: self.moving.start,
                    landing: self.moving.landing,
                    trail: self.moving.trail,
                    legs: self.moving.legs,
                    taken: (0, 0),
                };
                let taken = self.moving.taken.clone();
                self.asking.stopped = done == Err(Stop::Asked);
                self.deeds.splice(0..0, deeds.iter().copied());
                self.names_follow();
                let mut identity = self.identity();
                identity.place = self.place_of_turn(next);
                self.asking.stopped = false;
                let all = [choices, &of_move].concat();
                let from = from.any().then(|| from.first());
                let then = OptionTail::Move { rule: batch.rule, from, choices: of_move.len() as u32 };
                let option = self.option(all, then, identity);
                found.push(ListedOption { takes: batch.takes, of: Some((candidate, taken)), ..option });
                self.moving.state.clone_from(&state);
                self.turn.copy(&turn);
                self.over = None;
                self.reset_move();
            }
        }
        self.chosen = chosen;
        Ok(())
    }

    fn option(&self, choices: Vec<u32>, then: OptionTail, identity: MoveIdentity<B>) -> ListedOption<B> {
        let key = self.rules.slots.digest(&identity.state, 0);
        ListedOption { choices, then, identity, key, takes: 0, of: None }
    }

    /// The identity of an option without a move; `at` is the step of the turn that comes next.
    fn identity_of_script(&mut self, at: usize) -> MoveIdentity<B> {
        self.deeds.clone_from(&self.asking.deeds);
        let mut identity = self.identity();
        identity.place = self.place_of_turn(at);
        self.deeds.clear();
        identity
    }

    /// The values of the turn's names after the move; `None` if no name of its script can denote pieces, or none has a value.
    pub(super) fn names_followed(&self) -> Option<Box<TurnProgress<B>>> {
        let names = self.stack.outer_names.get(..self.names_put_aside()).filter(|names| !names.is_empty())?;
        Some(Box::new(TurnProgress { at: 0, counters: [0; LOOPS], names: names.to_vec() }))
    }

    /// The progress of the turn if step `at` comes next; `None` if the game is over.
    fn place_of_turn(&self, mut at: usize) -> Option<Box<TurnProgress<B>>> {
        // A jump is replaced by its target, so that equal continuations compare equal.
        while let Some(Step::Jump(to)) = self.rules.turn.steps.get(at) {
            at = *to;
        }
        let names = || self.turn.names.iter().chain(self.turn.left.iter().map(|(_, thing)| thing)).copied().collect();
        let place = || Box::new(TurnProgress { at, counters: self.turn.counters, names: names() });
        self.over.is_none().then(place)
    }

    /// Removes the options whose moves obligations reject. Obligations are evaluated at the position of the decision.
    fn oblige(&mut self, given: &[u32], found: &mut Vec<ListedOption<B>>) -> Done {
        if self.rules.obligations.is_empty() || found.iter().all(|option| option.of.is_none()) {
            return Ok(());
        }
        self.chosen.choices.clear();
        self.chosen.choices.extend_from_slice(given);
        self.asking.exploring = true;
        if self.replay() != Err(Stop::Asked) {
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

    /// Fills the list with the moves of the options, for obligations to select from; the key of a batch is the index of its
    /// option.
    fn list_candidates(&mut self, found: &[ListedOption<B>]) {
        let listed = &mut self.listed;
        listed.clear();
        for (i, option) in found.iter().enumerate() {
            let (Some((candidate, taken)), OptionTail::Move { rule, .. }) = (&option.of, option.then) else { continue };
            let first = listed.taken.len() as u32;
            listed.taken.extend_from_slice(taken);
            listed.candidates.push(Candidate { taken: (first, listed.taken.len() as u32), ..*candidate });
            listed.batches.push(Batch { rule, from: candidate.start, key: i as u64, ..Batch::of(BatchKind::One) });
        }
    }
}
