//! Lists of moves. They hold sets of moves rather than single ones, so that moves can be counted without being made.

use super::super::word::Word;
use super::batches::{Batch, BatchKind};
use super::legs::{Offer, leg_choice};
use super::paths::{PathAt, Reach};
use super::phrases::Term;
use super::rules::{Class, Play, RuleAt, Verb};
use super::run::{Done, Mode, Run, Stop};
use crate::program::code::EventKind;

impl<'r, B: Word> Run<'r, B> {
    /// Lists the moves of the player who chooses.
    pub(super) fn list(&mut self, play: &Play) -> Done {
        if let Some(listing) = self.listing(play) {
            return self.list_generated(listing);
        }
        let rules = self.rules;
        self.begin_list()?;
        let (mut allowed, asked) = self.asked_by(play);
        if rules.distinction.run_to_end {
            self.list_groups(allowed)?;
            if let Some(class) = asked {
                self.admit(class);
            }
            self.strike_out();
        } else {
            let mut listed = 0;
            for obligation in &rules.obligations {
                self.back_to_last();
                let preferred = self.class(&obligation.moves) & allowed;
                if preferred != 0
                    && preferred != allowed
                    && obligation.condition.as_ref().is_none_or(|condition| self.holds(condition))
                {
                    self.list_groups(preferred & !listed)?;
                    listed |= preferred;
                    if self.listed.batches.iter().any(|batch| preferred >> self.group_of(batch) & 1 != 0) {
                        allowed = preferred;
                    }
                }
            }
            self.list_groups(allowed & !listed)?;
            if listed & !allowed != 0 {
                let groups = |batch: &Batch<B>| allowed >> rules.rules[batch.rule as usize].group & 1 != 0;
                self.listed.batches.retain(groups);
            }
        }
        if self.moving.is_too_much() { Err(Stop::TooMuch) } else { self.merge_identical() }
    }

    /// Clears the list and prepares to list a decision.
    fn begin_list(&mut self) -> Done {
        let rules = self.rules;
        self.aim.mode = Mode::List;
        self.another_decision()?;
        self.listed.clear();
        self.chosen.choices.clear();
        self.legs.clear();
        self.keep_last();
        self.recount_repeats();
        self.aim.decider = self.chooser();
        // What is known about captures and landings holds only for moves of the player on turn.
        let own = self.turn.by.is_none();
        self.listed.captures_known = match &rules.distinction.captures_known {
            Some(unless) => own && !unless.iter().any(|test| self.holds(test)),
            None => false,
        };
        self.listed.landings_distinct = match &rules.distinction.landings_distinguish {
            Some(unless) => own && !unless.iter().any(|test| self.holds(test)),
            None => false,
        };
        Ok(())
    }

    /// Lists the moves of a decision before obligations; identical moves are not merged.
    pub(super) fn list_all(&mut self, play: &Play) -> Done {
        self.begin_list()?;
        let (allowed, asked) = self.asked_by(play);
        self.list_groups(allowed)?;
        if let Some(class) = asked {
            self.admit(class);
        }
        if self.moving.is_too_much() { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// The classes of moves that a `play` admits, and the condition that it puts on each move, if any.
    fn asked_by(&mut self, play: &Play) -> (u64, Option<&'r Class>) {
        let rules = self.rules;
        let Some(at) = play.admits.filter(|_| play.only.is_none()) else { return (play.groups, None) };
        let class = &rules.turn.admitted[usize::from(at)];
        if !class.by_class() {
            return (play.groups, Some(class));
        }
        (play.groups & self.with_names(|run| run.class(class)), None)
    }

    /// Whether a move by legs is sufficiently described by its landing. Where a search weighs options it is not, if events take
    /// pieces too.
    fn distinct_by_landing(&self) -> bool {
        let telling = &self.rules.distinction;
        !telling.run_to_end && self.listed.landings_distinct && (!self.aim.counts_takes || telling.taken_at.is_empty())
    }

    fn group_of(&self, batch: &Batch<B>) -> u8 {
        self.rules.rules[batch.rule as usize].group
    }

    /// Evaluates a phrase of classes, as bits.
    fn class(&mut self, class: &Class) -> u64 {
        match class {
            Class::Groups(groups) => *groups,
            Class::And(parts) => parts.iter().fold(u64::MAX, |all, part| all & self.class(part)),
            Class::Or(parts) => parts.iter().fold(0, |all, part| all | self.class(part)),
            Class::Without(a, b) => self.class(a) & !self.class(b),
            Class::If(condition, yes, no) => {
                let branch = if self.holds(condition) { yes } else { no };
                self.class(branch)
            }
            Class::Where(..) | Class::Extreme(..) => 0,
        }
    }

    /// The pieces on the board of the side of the player who chooses.
    pub(super) fn own(&self) -> B {
        let (rules, state) = (self.rules, &self.moving.state);
        let side = rules.players.side_of[usize::from(self.chooser())] as usize;
        let own = state.boards.as_ref()[side * rules.slots.kinds..(side + 1) * rules.slots.kinds].iter();
        own.fold(B::ZERO, |all, board| all | *board)
    }

    pub(super) fn list_groups(&mut self, groups: u64) -> Done {
        let rules = self.rules;
        let own = self.own();
        // Consecutive rules often have the same subject.
        let mut last = None;
        let all = self.turn.only.is_none();
        let chained = all && !rules.distinction.run_to_end && self.listed.landings_distinct;
        let hopped = all && self.distinct_by_landing();
        for (i, group) in rules.groups.iter().enumerate().filter(|(i, _)| groups >> i & 1 != 0) {
            match (&group.jumps, &group.hops) {
                (Some(jumps), _) if chained => {
                    self.jumps(i, jumps)?;
                    continue;
                }
                (_, Some(hops)) if hopped => {
                    self.hops(i, hops)?;
                    continue;
                }
                _ => {}
            }
            for rule in rules.of_group(i) {
                self.list_rule(rule, own, &mut last)?;
                if self.moving.is_too_much() {
                    return Err(Stop::TooMuch);
                }
            }
        }
        Ok(())
    }

    /// Lists every move by a rule. `last` caches the subject of the rule before, and the mover's pieces in it.
    pub(super) fn list_rule(&mut self, at: usize, own: B, last: &mut Option<(Term, B)>) -> Done {
        let rules = self.rules;
        let rule = &rules.rules[at];
        self.back_to_last();
        self.moving.actor = B::ZERO;
        let among = match self.turn.by {
            None => self.openings(at, own, last),
            // Subject and condition are evaluated as if it were the turn of the player who chooses.
            Some(by) => {
                let turn = self.moving.state.turn;
                self.moving.state.turn = rules.place_of(by).ok_or(Stop::TooMuch)?;
                let among = self.openings(at, own, last);
                self.moving.state.turn = turn;
                among
            }
        };
        let Some(mut among) = among else { return Ok(()) };
        if let Some(only) = self.turn.only {
            self.call_names();
            let mut left = if rule.by_player { B::ZERO } else { among };
            if rule.by_player && !rules.phrases.truth(only, &self.moving) {
                return Ok(());
            }
            while let Some(from) = left.take() {
                self.moving.actor = from;
                if !rules.phrases.truth(only, &self.moving) {
                    among ^= from;
                }
            }
            self.moving.actor = B::ZERO;
        }
        if rule.by_player {
            return if self.cannot_begin(at) { Ok(()) } else { self.start(at as RuleAt, B::ZERO) };
        }
        if self.turn.later {
            // Legs are searched for as in a new move, after the turn's last one has been cleared.
            self.reset_move();
        }
        self.list_among(at, among)
    }

    /// The pieces that may move by a rule. `None` if there are none; for a rule of players that applies, the empty set.
    pub(super) fn openings(&mut self, at: usize, own: B, last: &mut Option<(Term, B)>) -> Option<B> {
        let rules = self.rules;
        let rule = &rules.rules[at];
        if rule.by_player {
            let player = rules.player(self.moving.state.turn);
            let may = rules.phrases.bits(rule.subject, &self.moving) >> player & 1 != 0;
            return (may && rule.condition.as_ref().is_none_or(|condition| self.holds(condition))).then_some(B::ZERO);
        }
        let among = match last {
            Some((term, pieces)) if *term == rule.subject => *pieces,
            _ => last.insert((rule.subject, rules.phrases.sites(rule.subject, &self.moving) & own)).1,
        };
        if !among.any() {
            return None;
        }
        Some(self.admitted(at, among)).filter(|among| among.any())
    }

    /// Those of the pieces that a rule's subject and condition admit.
    pub(super) fn admitted(&mut self, at: usize, mut among: B) -> B {
        let rule = &self.rules.rules[at];
        match &rule.condition {
            Some(condition) if rule.fixed => {
                if self.holds(condition) {
                    among
                } else {
                    B::ZERO
                }
            }
            None if rule.test.is_none() => among,
            _ => {
                let mut left = among;
                while let Some(from) = left.take() {
                    self.moving.actor = from;
                    if !self.admits(at) {
                        among ^= from;
                    }
                }
                self.moving.actor = B::ZERO;
                among
            }
        }
    }

    /// Lists every move by a rule with one of these pieces.
    fn list_among(&mut self, at: usize, mut among: B) -> Done {
        let rules = self.rules;
        let rule = &rules.rules[at];
        let phrases = &rules.phrases;
        if rule.forced_body && !rules.distinction.run_to_end && among.any() {
            if self.aim.mode == Mode::Any {
                return Err(Stop::Found);
            }
            let count = among.count();
            self.listed.batches.push(Batch { rule: at as RuleAt, count, set: among, ..Batch::of(BatchKind::Bodies) });
            return Ok(());
        }
        if let Verb::Path(leg_path) = rule.verb
            && !rule.reads_start
        {
            if rule.single_leg.is_some() && self.distinct_by_landing() {
                let ending = self.surely_ending(rule.group, among);
                self.steps(at as RuleAt, leg_path, ending)?;
                among &= !ending;
                if !among.any() {
                    return Ok(());
                }
            }
            if rules.happens.starts && phrases.is_straight(leg_path) && !self.turn.names_pieces(rules.turn.pieces) {
                return self.legs_of(at as RuleAt, leg_path, among);
            }
            if rules.happens.starts {
                among = phrases.able(leg_path, &self.moving, among, 0);
            }
        }
        if self.cannot_begin(at) {
            return Ok(());
        }
        let opening = rule.opening.as_ref().filter(|_| !rules.distinction.run_to_end);
        while let Some(from) = among.take() {
            match opening {
                Some(opening) => self.open(at as RuleAt, opening, from)?,
                None => self.start(at as RuleAt, from)?,
            }
        }
        Ok(())
    }

    /// Lists the moves of a single leg by these pieces, as sets by direction and distance.
    fn steps(&mut self, rule: RuleAt, leg_path: PathAt, among: B) -> Done {
        let before = self.listed.batches.len();
        let batches = &mut self.listed.batches;
        self.rules.phrases.movers(leg_path, &self.moving, among, &mut |Reach { way, ahead, takes }, set| {
            let batch =
                Batch { rule, count: set.count(), set, takes: takes.min(255) as u8, ..Batch::of(BatchKind::Steps(way, ahead)) };
            batches.push(batch);
        });
        if self.aim.mode == Mode::Any && batches.len() > before { Err(Stop::Found) } else { Ok(()) }
    }

    /// Runs every move that begins with a leg of one of these pieces, where no trigger waits for the beginning of a move.
    fn legs_of(&mut self, rule: RuleAt, leg_path: PathAt, mut among: B) -> Done {
        let (first, before) = (self.legs.len(), self.listed.marks());
        let legs = &mut self.legs;
        self.rules.phrases.each_of(leg_path, &self.moving, among, 0, &mut |from, leg| {
            legs.push(Offer { rule, choice: leg_choice(rule, leg.way, 0), from, leg });
        });
        if self.legs.len() == first {
            self.reset_move();
            return Ok(());
        }
        let root = self.moving.state.clone();
        for i in first..self.legs.len() {
            let Offer { choice, from, leg, .. } = self.legs[i];
            self.set_out(rule, from);
            self.chosen.choices.push(choice);
            let led = self.leg(rule, &leg);
            let done = self.noted(led);
            self.chosen.choices.clear();
            self.moving.state.clone_from(&root);
            self.over = None;
            if done == Err(Stop::Replay) {
                self.legs.truncate(first);
                self.listed.cut(before);
                while let Some(from) = among.take() {
                    self.list_by_replay(rule, from)?;
                }
                break;
            }
            done?;
        }
        self.legs.truncate(first);
        // As above: conditions of the next rule are evaluated as before any move.
        self.reset_move();
        Ok(())
    }

    /// Lists every move by a rule with the piece on `from`, or with no piece if that is empty.
    pub(super) fn start(&mut self, rule: RuleAt, from: B) -> Done {
        if self.turn.names_pieces(self.rules.turn.pieces) {
            // Names of the turn follow their pieces only in play.
            return self.list_by_replay(rule, from);
        }
        let (root, before) = (self.moving.state.clone(), self.listed.marks());
        let done = self.run_rule(rule, from);
        let done = self.noted(done);
        self.moving.state = root;
        self.over = None;
        self.chosen.choices.clear();
        if done == Err(Stop::Replay) {
            self.listed.cut(before);
            return self.list_by_replay(rule, from);
        }
        // Conditions of the next rule are evaluated as before any move.
        self.reset_move();
        done
    }

    /// Runs the moves by a rule; in play, the chosen one.
    pub(super) fn run_rule(&mut self, rule: RuleAt, from: B) -> Done {
        self.set_out(rule, from);
        self.event(EventKind::MoveBegins)?;
        match self.rules.rules[rule as usize].verb {
            Verb::Path(..) if !self.moving.actor.any() => Err(Stop::Failed),
            Verb::Path(..) => self.first_leg(rule),
            Verb::Body(_) => self.body(rule),
        }
    }
}
