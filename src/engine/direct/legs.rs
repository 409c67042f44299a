//! Legs, chains, captures, and the end of a move.

use smallvec::SmallVec;

use super::super::word::Word;
use super::paths::{Course, Leg};
use super::rules::{RuleAt, Verb};
use super::run::{Done, Mode, Run, Stop, Told};
use crate::program::code::EventKind;

/// The choice to stop a chain.
pub(super) const STOP: u32 = u32::MAX;

/// The direction of a leg that is a body.
pub(super) const BODY: u8 = u8::MAX;

/// A leg that can be made, and the choice that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer<B> {
    pub(super) rule: RuleAt,
    pub(super) choice: u32,
    pub(super) from: B,
    pub(super) leg: Leg<B>,
}

/// A leg by a rule as a choice: the rule, the direction, and which of the legs in that direction.
pub(super) fn leg_choice(rule: RuleAt, way: u8, which: u32) -> u32 {
    u32::from(rule) << 24 | u32::from(way) << 16 | which
}

impl<B: Word> Run<'_, B> {
    /// Puts on offer every leg by a path in directions that are not barred.
    pub(super) fn offer(&mut self, rule: RuleAt, course: Course, barred: u64) {
        self.recount_repeats();
        let first = self.legs.len();
        let legs = &mut self.legs;
        let from = self.scene.actor;
        self.rules.phrases.each(course, &self.scene, from, barred, &mut |leg| {
            let which = legs[first..].iter().filter(|other| other.leg.way == leg.way).count() as u32;
            legs.push(Offer { rule, choice: leg_choice(rule, leg.way, which), from, leg });
        });
    }

    /// The leg that a choice means.
    pub(super) fn leg_of(&mut self, course: Course, choice: u32) -> Option<Leg<B>> {
        self.recount_repeats();
        let (way, mut which) = (choice >> 16 & 0xFF, choice & 0xFFFF);
        let phrases = &self.rules.phrases;
        // Where somebody is asked in the midst of a move, what was listed may have become impossible.
        if !self.rules.happens.asks && phrases.is_straight(course) {
            return phrases.leg_listed(course, &self.scene, way as usize);
        }
        let mut found = None;
        phrases.each(course, &self.scene, self.scene.actor, !(1 << way), &mut |leg| {
            if u32::from(leg.way) == way {
                if which == 0 && found.is_none() {
                    found = Some(leg);
                }
                which = which.wrapping_sub(1);
            }
        });
        found
    }

    /// Which of the legs of a piece in a direction lands so many sites ahead.
    pub(super) fn which_leg(&mut self, rule: RuleAt, way: u8, ahead: u16, from: B) -> Option<u32> {
        let (course, phrases) = (self.course(rule)?, &self.rules.phrases);
        if phrases.is_straight(course) {
            return Some(0);
        }
        self.recount_repeats();
        let to = *phrases.geometry.ray(way.into(), from).get(usize::from(ahead).checked_sub(1)?)?;
        let (mut before, mut found) = (0, false);
        phrases.each(course, &self.scene, from, !(1 << way), &mut |leg| {
            found |= leg.to == to;
            before += u32::from(!found);
        });
        found.then_some(before)
    }

    pub(super) fn course(&self, rule: RuleAt) -> Option<Course> {
        match self.rules.rules[rule as usize].verb {
            Verb::Path(course) => Some(course),
            Verb::Body(_) => None,
        }
    }

    /// Every move by a rule with a path, from where the acting piece stands.
    pub(super) fn first_leg(&mut self, rule: RuleAt) -> Done {
        let Some(course) = self.course(rule) else { return Ok(()) };
        if self.aim.mode == Mode::Play
            && let Some(choice) = self.given()?
        {
            let leg = self.leg_of(course, choice).ok_or(Stop::TooMuch)?;
            return self.leg(rule, &leg);
        }
        let first = self.legs.len();
        self.offer(rule, course, 0);
        self.landing_law(first)?;
        if self.aim.mode == Mode::Play {
            return self.ask_leg(first, &[], true);
        }
        self.each_offer(first, &mut |run, rule, leg| run.leg(rule, leg))
    }

    /// Who moves is asked for one of the legs on offer, or of these bodies, or whether the chain goes on.
    pub(super) fn ask_leg(&mut self, first: usize, bodies: &[RuleAt], must: bool) -> Done {
        let mut options: SmallVec<[u32; 16]> = self.legs[first..].iter().map(|offer| offer.choice).collect();
        options.extend(bodies.iter().map(|rule| leg_choice(*rule, BODY, 0)));
        self.legs.truncate(first);
        if options.is_empty() {
            return Err(Stop::Failed);
        }
        if !must {
            options.push(STOP);
        }
        Err(self.ask_mover(options.into_iter(), false, usize::MAX))
    }

    /// Every way on by what is on offer.
    pub(super) fn each_offer(&mut self, first: usize, lead: &mut dyn FnMut(&mut Self, RuleAt, &Leg<B>) -> Done) -> Done {
        let many = self.legs.len() - first;
        let choice = |run: &Self, i: usize| run.legs[first + i].choice;
        let done = self.branches(many, choice, |run, i| {
            let Offer { rule, leg, .. } = run.legs[first + i];
            lead(run, rule, &leg)
        });
        self.legs.truncate(first);
        done
    }

    /// A leg by a rule, and all that can follow it.
    pub(super) fn leg(&mut self, rule: RuleAt, leg: &Leg<B>) -> Done {
        let rules = self.rules;
        let compiled = &rules.rules[rule as usize];
        let Verb::Path(course) = compiled.verb else { return Ok(()) };
        (self.along.in_leg, self.along.leg_rule) = (true, rule);
        self.clear_leg();
        self.tell_leg(leg);
        self.event(EventKind::LegBegins)?;
        self.carry_out(course, leg, rules.groups[compiled.group as usize].waits)?;
        match compiled.then {
            Some(then) if !self.along.leg_ended => self.then(rule, then),
            _ => self.leg_over(),
        }
    }

    /// The suite of a rule, after its leg.
    pub(super) fn then(&mut self, rule: RuleAt, then: u16) -> Done {
        self.along.in_leg = false;
        let outer = self.enter(self.rules.rules[rule as usize].locals);
        self.script_and(then, &mut |run| {
            run.leave(outer);
            run.leg_over()
        })
    }

    pub(super) fn clear_leg(&mut self) {
        self.along.leg_ended = false;
        self.scene.passed = B::ZERO;
    }

    pub(super) fn tell_leg(&mut self, leg: &Leg<B>) {
        let from = if self.scene.actor.any() { self.scene.actor } else { leg.to };
        self.told.push(Told::Leg { from, to: leg.to });
    }

    /// Takes what a leg takes, and lands.
    pub(super) fn carry_out(&mut self, course: Course, leg: &Leg<B>, waits: bool) -> Done {
        if leg.taken.any() && !self.along.leg_ended {
            if leg.taken.lowest() == leg.taken && !self.taking_is_told() {
                self.take(leg.taken, waits && leg.taken != leg.to)?;
            } else {
                let mut taken: SmallVec<[B; 8]> = SmallVec::new();
                self.rules.phrases.in_order(course, self.scene.actor, leg, &mut |site| taken.push(site));
                self.take_all(&taken, true, |site| waits && site != leg.to)?;
            }
        }
        self.land(leg)
    }

    /// The acting piece goes over, and takes, what lies on every way to follow a path at once, and stays where it is.
    pub(super) fn sweep(&mut self, course: Course) -> Done {
        let (rules, from) = (self.rules, self.scene.actor);
        if !from.any() {
            return Ok(());
        }
        self.recount_repeats();
        let (mut taken, mut passed) = (SmallVec::<[B; 8]>::new(), B::ZERO);
        rules.phrases.each(course, &self.scene, from, 0, &mut |leg| {
            passed |= leg.passed;
            rules.phrases.in_order(course, from, &leg, &mut |site| {
                if !taken.contains(&site) {
                    taken.push(site);
                }
            });
        });
        self.scene.passed = passed;
        if taken.is_empty() {
            return Ok(());
        }
        self.told.push(Told::Leg { from, to: from });
        self.along.leg_ended = false;
        self.take_all(&taken, true, |_| false)
    }

    /// Takes pieces one after the other; those of a leg only until it is ended.
    pub(super) fn take_all(&mut self, sites: &[B], of_leg: bool, waits: impl Fn(B) -> bool) -> Done {
        let mark = self.stack.marks.len();
        self.stack.marks.extend_from_slice(sites);
        for (i, first) in sites.iter().enumerate() {
            let site = self.stack.marks[mark + i];
            if self.is_going(site) {
                continue;
            }
            if site.any() && !(of_leg && self.along.leg_ended) {
                self.while_going(mark + i, |run| run.take(site, waits(*first)))?;
            }
            self.along.prevented = false;
        }
        self.stack.marks.truncate(mark);
        Ok(())
    }

    /// What is done with a piece, marked here, that is on its way off the board: meanwhile it is not taken again.
    pub(super) fn while_going(&mut self, mark: usize, act: impl FnOnce(&mut Self) -> Done) -> Done {
        self.stack.going.push(mark);
        let done = act(self);
        self.stack.going.pop();
        done
    }

    /// Whether triggers wait for pieces that are taken, or leave the board.
    fn taking_is_told(&self) -> bool {
        [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves].into_iter().any(|event| self.awaited(event))
    }

    fn is_going(&self, site: B) -> bool {
        site.any() && self.stack.going.iter().any(|mark| self.stack.marks.get(*mark) == Some(&site))
    }

    /// Takes the piece on a site: it waits there until the move is over, or leaves.
    fn take(&mut self, site: B, waits: bool) -> Done {
        let site = self.event_about(EventKind::BeforeTaken, site)?;
        if std::mem::take(&mut self.along.prevented) || !site.any() {
            return Ok(());
        }
        let Some(board) = self.board_of(site) else { return Ok(()) };
        self.note_taken(site, board);
        let site = self.event_about(EventKind::Taken, site)?;
        if !site.any() {
            return Ok(());
        }
        if waits {
            if self.scene.taken.iter().any(|taken| taken.site == site) {
                self.scene.waiting |= site;
            }
            self.forget(site);
            return Ok(());
        }
        self.leave_board(site, self.rules.players.captured[self.rules.player(self.scene.state.turn)])
    }

    /// A piece goes from the board to a pile, or out of the game.
    pub(super) fn leave_board(&mut self, site: B, pile: Option<usize>) -> Done {
        let site = self.event_about(EventKind::Leaves, site)?;
        if !site.any() {
            return Ok(());
        }
        self.raze(site, pile)?;
        if let Some(board) = self.lift(site) {
            let code = self.code_of(board, site);
            self.bare(site);
            self.scene.waiting &= !site;
            self.forget(site);
            self.drop_piece(code, pile)?;
        }
        Ok(())
    }

    fn land(&mut self, leg: &Leg<B>) -> Done {
        self.scene.passed = leg.passed;
        self.along.heading = Some(leg.way);
        self.scene.legs += 1;
        let (from, to) = (self.scene.actor, leg.to);
        if !from.any() || self.along.leg_ended || from == to {
            return Ok(());
        }
        if self.board_of(to).is_some() {
            self.scene.landing = to;
            return Ok(());
        }
        self.shift(from, to);
        self.scene.landing = to;
        self.scene.trail |= to;
        if self.along.depth == 0 {
            self.event_about(EventKind::Lands, to)?;
        }
        Ok(())
    }
}
