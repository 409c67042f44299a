//! Legs and the captures in them. For chains and the end of a move see [`super::chains`].

use smallvec::SmallVec;

use super::super::word::Word;
use super::keys::{blend, mingle, spot};
use super::paths::{Leg, PathAt};
use super::rules::{RuleAt, Verb};
use super::run::{BitDeed, Done, Mode, Run, Stop};
use crate::program::code::EventKind;

/// The choice to stop a chain.
pub(super) const END_CHAIN: u32 = u32::MAX;

/// Stands in place of the direction for a leg that is a body.
pub(super) const BODY: u8 = u8::MAX;

/// A leg that can be made, and the number that records its choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer<B> {
    pub(super) rule: RuleAt,
    pub(super) choice: u32,
    pub(super) from: B,
    pub(super) leg: Leg<B>,
}

/// Encodes a leg by a rule as a choice: the rule, the direction, and the index among the rule's legs in that direction.
pub(super) fn leg_choice(rule: RuleAt, way: u8, which: u32) -> u32 {
    u32::from(rule) << 24 | u32::from(way) << 16 | which
}

impl<B: Word> Run<'_, B> {
    /// Appends to `legs` every leg of the acting piece by a path, except in the barred directions.
    pub(super) fn offer(&mut self, rule: RuleAt, leg_path: PathAt, barred: u64) {
        self.recount_repeats();
        let first = self.legs.len();
        let legs = &mut self.legs;
        let from = self.moving.actor;
        self.rules.phrases.each(leg_path, &self.moving, from, barred, &mut |leg| {
            let which = legs[first..].iter().filter(|other| other.leg.way == leg.way).count() as u32;
            legs.push(Offer { rule, choice: leg_choice(rule, leg.way, which), from, leg });
        });
    }

    /// The leg that a choice encodes.
    pub(super) fn leg_of(&mut self, leg_path: PathAt, choice: u32) -> Option<Leg<B>> {
        self.recount_repeats();
        let (way, mut which) = (choice >> 16 & 0xFF, choice & 0xFFFF);
        let phrases = &self.rules.phrases;
        // Where decisions interrupt moves, a leg that was listed may have become impossible since.
        if !self.rules.happens.asks && phrases.is_straight(leg_path) {
            return phrases.leg_listed(leg_path, &self.moving, way as usize);
        }
        let mut found = None;
        phrases.each(leg_path, &self.moving, self.moving.actor, !(1 << way), &mut |leg| {
            if u32::from(leg.way) == way {
                if which == 0 && found.is_none() {
                    found = Some(leg);
                }
                which = which.wrapping_sub(1);
            }
        });
        found
    }

    /// The index, among a piece's legs in a direction, of the leg that lands `ahead` sites away.
    pub(super) fn which_leg(&mut self, rule: RuleAt, way: u8, ahead: u16, from: B) -> Option<u32> {
        let (leg_path, phrases) = (self.leg_path(rule)?, &self.rules.phrases);
        if phrases.is_straight(leg_path) {
            return Some(0);
        }
        self.recount_repeats();
        let to = *phrases.geometry.ray(way.into(), from).get(usize::from(ahead).checked_sub(1)?)?;
        let (mut before, mut found) = (0, false);
        phrases.each(leg_path, &self.moving, from, !(1 << way), &mut |leg| {
            found |= leg.to == to;
            before += u32::from(!found);
        });
        found.then_some(before)
    }

    pub(super) fn leg_path(&self, rule: RuleAt) -> Option<PathAt> {
        match self.rules.rules[rule as usize].verb {
            Verb::Path(leg_path) => Some(leg_path),
            Verb::Body(_) => None,
        }
    }

    /// Runs every move by a rule with a path that the acting piece can begin; in play, the chosen one.
    pub(super) fn first_leg(&mut self, rule: RuleAt) -> Done {
        let Some(leg_path) = self.leg_path(rule) else { return Ok(()) };
        if self.aim.mode == Mode::Play
            && let Some(choice) = self.given()?
        {
            let leg = self.leg_of(leg_path, choice).ok_or(Stop::TooMuch)?;
            return self.leg(rule, &leg);
        }
        let first = self.legs.len();
        self.offer(rule, leg_path, 0);
        self.landing_law(first)?;
        if self.aim.mode == Mode::Play {
            return self.ask_leg(first, &[], true);
        }
        self.each_offer(first, &mut |run, rule, leg| run.leg(rule, leg))
    }

    /// Asks the mover to choose one of the legs from `first` on, one of the bodies or, unless the chain must continue, to stop.
    pub(super) fn ask_leg(&mut self, first: usize, bodies: &[RuleAt], must: bool) -> Done {
        let mut options: SmallVec<[u32; 16]> = self.legs[first..].iter().map(|offer| offer.choice).collect();
        options.extend(bodies.iter().map(|rule| leg_choice(*rule, BODY, 0)));
        self.legs.truncate(first);
        if options.is_empty() {
            return Err(Stop::Failed);
        }
        if !must {
            options.push(END_CHAIN);
        }
        Err(self.ask_mover(options.into_iter(), false, usize::MAX))
    }

    /// Branches over the legs from `first` on, then removes them from `legs`.
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

    /// Makes a leg by a rule and runs all continuations.
    pub(super) fn leg(&mut self, rule: RuleAt, leg: &Leg<B>) -> Done {
        let rules = self.rules;
        let compiled = &rules.rules[rule as usize];
        let Verb::Path(leg_path) = compiled.verb else { return Ok(()) };
        (self.progress.in_leg, self.progress.leg_rule) = (true, rule);
        self.clear_leg();
        self.tell_leg(leg);
        self.event(EventKind::LegBegins)?;
        self.carry_out(leg_path, leg, rules.groups[compiled.group as usize].waits)?;
        match compiled.then {
            Some(then) if !self.progress.leg_ended => self.then(rule, then),
            _ => self.leg_over(),
        }
    }

    /// Runs the statements that follow a rule's leg, then ends the leg.
    pub(super) fn then(&mut self, rule: RuleAt, then: u16) -> Done {
        self.progress.in_leg = false;
        let outer = self.enter(self.rules.rules[rule as usize].locals);
        self.script_and(then, &mut |run| {
            run.leave(outer);
            run.leg_over()
        })
    }

    pub(super) fn clear_leg(&mut self) {
        self.progress.leg_ended = false;
        self.moving.passed = B::ZERO;
    }

    pub(super) fn tell_leg(&mut self, leg: &Leg<B>) {
        let from = if self.moving.actor.any() { self.moving.actor } else { leg.to };
        self.deeds.push(BitDeed::Leg { from, to: leg.to });
        self.progress.aim = mingle(spot(blend(0, leg.taken), leg.to), leg.way.into()) as u32 | 1;
    }

    /// Captures what a leg takes, then lands.
    pub(super) fn carry_out(&mut self, leg_path: PathAt, leg: &Leg<B>, waits: bool) -> Done {
        if leg.taken.any() && !self.progress.leg_ended {
            if leg.taken.lowest() == leg.taken && !self.capture_triggers_wait() {
                self.take(leg.taken, waits && leg.taken != leg.to)?;
            } else {
                let mut taken: SmallVec<[B; 8]> = SmallVec::new();
                self.rules.phrases.in_order(leg_path, self.moving.actor, leg, &mut |site| taken.push(site));
                self.take_all(&taken, true, |site| waits && site != leg.to)?;
            }
        }
        self.land(leg)
    }

    /// A `sweep`: the acting piece captures what lies on all matches of a path at once, and stays where it is.
    pub(super) fn sweep(&mut self, leg_path: PathAt) -> Done {
        let (rules, from) = (self.rules, self.moving.actor);
        if !from.any() {
            return Ok(());
        }
        self.recount_repeats();
        let (mut taken, mut passed) = (SmallVec::<[B; 8]>::new(), B::ZERO);
        rules.phrases.each(leg_path, &self.moving, from, 0, &mut |leg| {
            passed |= leg.passed;
            rules.phrases.in_order(leg_path, from, &leg, &mut |site| {
                if !taken.contains(&site) {
                    taken.push(site);
                }
            });
        });
        self.moving.passed = passed;
        if taken.is_empty() {
            return Ok(());
        }
        self.deeds.push(BitDeed::Leg { from, to: from });
        self.progress.leg_ended = false;
        self.take_all(&taken, true, |_| false)
    }

    /// Captures pieces one after the other; those of a leg only until the leg is ended.
    pub(super) fn take_all(&mut self, sites: &[B], of_leg: bool, waits: impl Fn(B) -> bool) -> Done {
        let mark = self.stack.piece_marks.len();
        self.stack.piece_marks.extend_from_slice(sites);
        for (i, first) in sites.iter().enumerate() {
            let site = self.stack.piece_marks[mark + i];
            if self.is_going(site) {
                continue;
            }
            if site.any() && !(of_leg && self.progress.leg_ended) {
                self.while_going(mark + i, |run| run.take(site, waits(*first)))?;
            }
            self.progress.prevented = false;
        }
        self.stack.piece_marks.truncate(mark);
        Ok(())
    }

    /// Acts on the piece of a mark while it is leaving the board; meanwhile that piece cannot be captured again.
    pub(super) fn while_going(&mut self, mark: usize, act: impl FnOnce(&mut Self) -> Done) -> Done {
        self.stack.leaving.push(mark);
        let done = act(self);
        self.stack.leaving.pop();
        done
    }

    /// Whether any trigger waits for a piece to be taken or to leave the board.
    fn capture_triggers_wait(&self) -> bool {
        [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves].into_iter().any(|event| self.awaited(event))
    }

    fn is_going(&self, site: B) -> bool {
        site.any() && self.stack.leaving.iter().any(|mark| self.stack.piece_marks.get(*mark) == Some(&site))
    }

    /// Captures the piece on a site. It leaves the board, or with `waits` stays until the move is over.
    fn take(&mut self, site: B, waits: bool) -> Done {
        let site = self.event_about(EventKind::BeforeTaken, site)?;
        if std::mem::take(&mut self.progress.prevented) || !site.any() {
            return Ok(());
        }
        let Some(board) = self.board_of(site) else { return Ok(()) };
        self.note_taken(site, board);
        let site = self.event_about(EventKind::Taken, site)?;
        if !site.any() {
            return Ok(());
        }
        if waits {
            if self.moving.taken.iter().any(|taken| taken.site == site) {
                self.moving.waiting |= site;
            }
            self.follow_pieces(&[(site, B::ZERO)]);
            return Ok(());
        }
        self.leave_board(site, self.rules.players.captured[self.rules.player(self.moving.state.turn)])
    }

    /// Moves the piece on a site, and those below it, from the board to a pile or out of the game.
    pub(super) fn leave_board(&mut self, site: B, pile: Option<usize>) -> Done {
        let site = self.event_about(EventKind::Leaves, site)?;
        if !site.any() {
            return Ok(());
        }
        self.raze(site, pile)?;
        if let Some(board) = self.lift(site) {
            let code = self.code_of(board, site);
            self.bare(site);
            self.moving.waiting &= !site;
            self.drop_piece(code, site, pile)?;
            self.forget(site);
        }
        Ok(())
    }

    fn land(&mut self, leg: &Leg<B>) -> Done {
        self.progress.aim = 0;
        self.moving.passed = leg.passed;
        self.progress.heading = Some(leg.way);
        self.moving.legs += 1;
        let (from, to) = (self.moving.actor, leg.to);
        if !from.any() || self.progress.leg_ended || from == to {
            return Ok(());
        }
        if self.board_of(to).is_some() {
            self.moving.landing = to;
            return Ok(());
        }
        self.shift(from, to);
        self.moving.landing = to;
        self.moving.trail |= to;
        if self.progress.depth == 0 {
            self.event_about(EventKind::Lands, to)?;
        }
        Ok(())
    }
}
