//! Lists of moves: sets of moves rather than single ones, so that they can be counted without being made.

use super::super::word::Word;
use super::batches::{Batch, Form};
use super::legs::{Offer, leg_choice};
use super::paths::{Course, Reach};
use super::phrases::Term;
use super::rules::{Class, Play, RuleAt, Verb};
use super::run::{Done, Mode, Run, Stop};
use crate::program::code::EventKind;

impl<'r, B: Word> Run<'r, B> {
    /// Lists the moves of who is to move.
    pub(super) fn list(&mut self, play: &Play) -> Done {
        if let Some(listing) = self.listing(play) {
            return self.list_generated(listing);
        }
        let rules = self.rules;
        self.begin_list()?;
        let (mut allowed, asked) = self.asked_by(play);
        if rules.telling.whole {
            self.list_groups(allowed)?;
            if let Some(class) = asked {
                self.admit(class);
            }
            self.strike_out();
        } else {
            let mut listed = 0;
            for duty in &rules.duties {
                self.back_to_last();
                let preferred = self.class(&duty.moves) & allowed;
                if preferred != 0
                    && preferred != allowed
                    && duty.condition.as_ref().is_none_or(|condition| self.holds(condition))
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
        if self.scene.is_too_much() { Err(Stop::TooMuch) } else { self.make_one() }
    }

    /// A list of moves begins.
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
        // What is known of moves is known of those of who is on turn.
        let own = self.turn.by.is_none();
        self.listed.known = match &rules.telling.captures_known {
            Some(unless) => own && !unless.iter().any(|test| self.holds(test)),
            None => false,
        };
        self.listed.lands = match &rules.telling.landings_tell {
            Some(unless) => own && !unless.iter().any(|test| self.holds(test)),
            None => false,
        };
        Ok(())
    }

    /// Lists the moves of a decision before duties; moves that are one are there more than once.
    pub(super) fn list_all(&mut self, play: &Play) -> Done {
        self.begin_list()?;
        let (allowed, asked) = self.asked_by(play);
        self.list_groups(allowed)?;
        if let Some(class) = asked {
            self.admit(class);
        }
        if self.scene.is_too_much() { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// The classes of moves that a `play` admits, and what else it asks of each move.
    fn asked_by(&mut self, play: &Play) -> (u64, Option<&'r Class>) {
        let rules = self.rules;
        let Some(at) = play.admits.filter(|_| play.only.is_none()) else { return (play.groups, None) };
        let class = &rules.turn.admitted[usize::from(at)];
        if !class.by_class() {
            return (play.groups, Some(class));
        }
        (play.groups & self.with_names(|run| run.class(class)), None)
    }

    /// Whether of a move by legs no more need be known than where it lands: what it takes besides may be asked of an option.
    fn told_by_landings(&self) -> bool {
        let telling = &self.rules.telling;
        !telling.whole && self.listed.lands && (!self.aim.weighs || telling.taken_at.is_empty())
    }

    fn group_of(&self, batch: &Batch<B>) -> u8 {
        self.rules.rules[batch.rule as usize].group
    }

    /// The classes that a phrase of classes means.
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

    /// The pieces of the side whose turn it is.
    pub(super) fn own(&self) -> B {
        let (rules, state) = (self.rules, &self.scene.state);
        let side = rules.players.side_of[usize::from(self.chooser())] as usize;
        let own = state.boards.as_ref()[side * rules.slots.kinds..(side + 1) * rules.slots.kinds].iter();
        own.fold(B::ZERO, |all, board| all | *board)
    }

    pub(super) fn list_groups(&mut self, groups: u64) -> Done {
        let rules = self.rules;
        let own = self.own();
        // Rules that follow each other are often for the same pieces.
        let mut last = None;
        let all = self.turn.only.is_none();
        let chained = all && !rules.telling.whole && self.listed.lands && self.aim.begins.is_none_or(|barred| barred == 0);
        let hopped = all && self.told_by_landings() && self.aim.begins.is_none();
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
            let barred = self.aim.begins.unwrap_or(0);
            for rule in rules.of_group(i).filter(|rule| barred >> rule & 1 == 0) {
                self.list_rule(rule, own, &mut last)?;
                if self.scene.is_too_much() {
                    return Err(Stop::TooMuch);
                }
            }
        }
        Ok(())
    }

    /// Every move by a rule. `last` are the mover's own pieces that the last rule was for.
    pub(super) fn list_rule(&mut self, at: usize, own: B, last: &mut Option<(Term, B)>) -> Done {
        let rules = self.rules;
        let rule = &rules.rules[at];
        self.back_to_last();
        self.scene.actor = B::ZERO;
        let among = match self.turn.by {
            None => self.openings(at, own, last),
            // Who may move, and if, is asked as if it were the turn of who is to move.
            Some(by) => {
                let turn = self.scene.state.turn;
                self.scene.state.turn = rules.place_of(by).ok_or(Stop::TooMuch)?;
                let among = self.openings(at, own, last);
                self.scene.state.turn = turn;
                among
            }
        };
        let Some(mut among) = among else { return Ok(()) };
        if let Some(only) = self.turn.only {
            self.call_names();
            let mut left = if rule.by_player { B::ZERO } else { among };
            if rule.by_player && !rules.phrases.truth(only, &self.scene) {
                return Ok(());
            }
            while let Some(from) = left.take() {
                self.scene.actor = from;
                if !rules.phrases.truth(only, &self.scene) {
                    among ^= from;
                }
            }
            self.scene.actor = B::ZERO;
        }
        if rule.by_player {
            return if self.rootless(at) { Ok(()) } else { self.start(at as RuleAt, B::ZERO) };
        }
        if self.turn.later && self.aim.begins.is_none() {
            // Legs are looked for when the move has begun.
            self.fresh();
        }
        self.list_among(at, among)
    }

    /// The pieces that may move by a rule; none, not even nobody, if there are none.
    fn openings(&mut self, at: usize, own: B, last: &mut Option<(Term, B)>) -> Option<B> {
        let rules = self.rules;
        let rule = &rules.rules[at];
        if rule.by_player {
            let player = rules.player(self.scene.state.turn);
            let may = rules.phrases.bits(rule.subject, &self.scene) >> player & 1 != 0;
            return (may && rule.condition.as_ref().is_none_or(|condition| self.holds(condition))).then_some(B::ZERO);
        }
        let among = match last {
            Some((term, pieces)) if *term == rule.subject => *pieces,
            _ => last.insert((rule.subject, rules.phrases.sites(rule.subject, &self.scene) & own)).1,
        };
        if !among.any() {
            return None;
        }
        Some(self.admitted(at, among)).filter(|among| among.any())
    }

    /// Those of the pieces that a rule's condition admits.
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
                    self.scene.actor = from;
                    if !self.admits(at) {
                        among ^= from;
                    }
                }
                self.scene.actor = B::ZERO;
                among
            }
        }
    }

    /// Every move by a rule and one of these pieces.
    fn list_among(&mut self, at: usize, mut among: B) -> Done {
        let rules = self.rules;
        let rule = &rules.rules[at];
        let phrases = &rules.phrases;
        if rule.quiet && !rules.telling.whole && among.any() {
            if self.aim.mode == Mode::Any {
                return Err(Stop::Found);
            }
            let count = among.count();
            self.listed.batches.push(Batch { rule: at as RuleAt, count, set: among, ..Batch::of(Form::Bodies) });
            return Ok(());
        }
        if let Verb::Path(course) = rule.verb {
            if self.aim.begins.is_some() {
                return self.begin_by(at as RuleAt, course, among);
            }
            if rule.plain.is_some() && self.told_by_landings() {
                let ending = self.surely_ending(rule.group, among);
                self.steps(at as RuleAt, course, ending)?;
                among &= !ending;
                if !among.any() {
                    return Ok(());
                }
            }
            if rules.happens.starts && phrases.is_straight(course) && !self.turn.names_pieces(rules.turn.pieces) {
                return self.legs_of(at as RuleAt, course, among);
            }
            if rules.happens.starts {
                among = phrases.able(course, &self.scene, among, 0);
            }
        }
        if self.rootless(at) {
            return Ok(());
        }
        let opening = rule.opening.as_ref().filter(|_| !rules.telling.whole);
        while let Some(from) = among.take() {
            match opening {
                Some(opening) => self.open(at as RuleAt, opening, from)?,
                None => self.start(at as RuleAt, from)?,
            }
        }
        Ok(())
    }

    /// Every move of one leg by these pieces.
    fn steps(&mut self, rule: RuleAt, course: Course, among: B) -> Done {
        let before = self.listed.batches.len();
        let batches = &mut self.listed.batches;
        self.rules.phrases.movers(course, &self.scene, among, &mut |Reach { way, ahead, takes }, set| {
            let batch =
                Batch { rule, count: set.count(), set, takes: takes.min(255) as u8, ..Batch::of(Form::Steps(way, ahead)) };
            batches.push(batch);
        });
        if self.aim.mode == Mode::Any && batches.len() > before { Err(Stop::Found) } else { Ok(()) }
    }

    /// Every move that begins with a leg by one of these pieces, where nothing happens before it.
    fn legs_of(&mut self, rule: RuleAt, course: Course, mut among: B) -> Done {
        let (first, before) = (self.legs.len(), self.listed.marks());
        let legs = &mut self.legs;
        self.rules.phrases.each_of(course, &self.scene, among, 0, &mut |from, leg| {
            legs.push(Offer { rule, choice: leg_choice(rule, leg.way, 0), from, leg });
        });
        if self.legs.len() == first {
            self.fresh();
            return Ok(());
        }
        let root = self.scene.state.clone();
        for i in first..self.legs.len() {
            let Offer { choice, from, leg, .. } = self.legs[i];
            self.set_out(rule, from);
            self.chosen.choices.push(choice);
            let led = self.leg(rule, &leg);
            let done = self.noted(led);
            self.chosen.choices.clear();
            self.scene.state.clone_from(&root);
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
        // As above: before anything is taken.
        self.fresh();
        Ok(())
    }

    /// Every move by a rule that begins with a piece, or without.
    pub(super) fn start(&mut self, rule: RuleAt, from: B) -> Done {
        if self.turn.names_pieces(self.rules.turn.pieces) {
            // Names are followed in play alone.
            return self.list_by_replay(rule, from);
        }
        let (root, before) = (self.scene.state.clone(), self.listed.marks());
        let done = self.run_rule(rule, from);
        let done = self.noted(done);
        self.scene.state = root;
        self.over = None;
        self.chosen.choices.clear();
        if done == Err(Stop::Replay) {
            self.listed.cut(before);
            return self.list_by_replay(rule, from);
        }
        // Conditions of the next rule are asked before anything is done.
        self.fresh();
        done
    }

    /// The moves by a rule, or in play the one that is chosen.
    pub(super) fn run_rule(&mut self, rule: RuleAt, from: B) -> Done {
        self.set_out(rule, from);
        if self.aim.begins.is_none() {
            self.event(EventKind::MoveBegins)?;
        }
        match self.rules.rules[rule as usize].verb {
            Verb::Path(..) if !self.scene.actor.any() => Err(Stop::Failed),
            Verb::Path(..) => self.first_leg(rule),
            Verb::Body(_) => self.body(rule),
        }
    }
}
