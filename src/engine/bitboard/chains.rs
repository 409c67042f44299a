//! Between the legs of a move: whether and how the chain continues, and the end of the move.

use smallvec::SmallVec;

use super::super::word::Word;
use super::legs::{BODY, END_CHAIN, Offer, leg_choice};
use super::paths::Leg;
use super::rules::{RuleAt, Test, Verb};
use super::run::{BitDeed, Done, MOST_LEGS, Mode, Run, Stop};
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// A leg is over: the chain continues, or the move ends.
    pub(super) fn leg_over(&mut self) -> Done {
        self.progress.in_leg = false;
        self.event(EventKind::LegEnds)?;
        self.end_immediately()?;
        if self.aim.only_first_leg {
            return Err(Stop::Found);
        }
        let rules = self.rules;
        let group = &rules.groups[rules.rules[self.rule as usize].group as usize];
        if group.chain.is_empty() || !self.moving.actor.any() || self.progress.ended > 0 {
            return self.chain_over();
        }
        if self.moving.legs >= MOST_LEGS {
            return Err(Stop::TooMuch);
        }
        if self.aim.mode == Mode::Play {
            match self.given()? {
                None if rules.happens.asks => {}
                None | Some(END_CHAIN) => return self.chain_over(),
                Some(choice) => {
                    let rule = (choice >> 24) as RuleAt;
                    if self.has_body(rule.into()) {
                        return self.body_leg(rule);
                    }
                    let leg = self.leg_path(rule).and_then(|leg_path| self.leg_of(leg_path, choice)).ok_or(Stop::TooMuch)?;
                    return self.leg(rule, &leg);
                }
            }
        }
        let Some(must) = self.law(&group.chain) else { return self.chain_stops() };
        let first = self.legs.len();
        self.offer_further();
        self.landing_law(first)?;
        let bodies = self.bodies_on()?;
        if self.legs.len() == first && bodies.is_empty() {
            return self.chain_stops();
        }
        if self.aim.mode == Mode::Play {
            return self.ask_leg(first, &bodies, must);
        }
        self.each_offer(first, &mut |run, rule, leg| run.leg(rule, leg))?;
        if !bodies.is_empty() {
            self.branches(bodies.len(), |_, i| leg_choice(bodies[i], BODY, 0), |run, i| run.body_leg(bodies[i]))?;
        }
        if !must {
            self.chosen.choices.push(END_CHAIN);
            let done = self.chain_over();
            let done = self.noted(done);
            self.chosen.choices.pop();
            return done;
        }
        Ok(())
    }

    /// The chain stops without a decision. Where somebody may be asked later in the move, the stop is recorded as a choice,
    /// for choices are replayed in order.
    fn chain_stops(&mut self) -> Done {
        if !self.rules.happens.asks {
            return self.chain_over();
        }
        self.chosen.choices.push(END_CHAIN);
        if self.aim.mode == Mode::Play {
            self.chosen.next = self.chosen.choices.len();
            return self.chain_over();
        }
        let done = self.chain_over();
        let done = self.noted(done);
        self.chosen.choices.pop();
        done
    }

    /// Evaluates the chain laws in order: whether the first that applies says that the chain must continue; none if no law
    /// applies.
    fn law(&mut self, chain: &[(bool, Option<Test>)]) -> Option<bool> {
        for (must, condition) in chain {
            if condition.as_ref().is_none_or(|condition| self.holds(condition)) {
                return Some(*must);
            }
        }
        None
    }

    /// Generates every further leg by any rule of the class.
    fn offer_further(&mut self) {
        let rules = self.rules;
        let at = rules.rules[self.rule as usize].group as usize;
        let heading = self.progress.heading.filter(|_| self.moving.legs > 0);
        let barred = heading.map_or(0, |heading| rules.groups[at].turning.barred(heading, &rules.phrases.geometry.opposite));
        for rule in rules.of_group(at) {
            let Verb::Path(leg_path) = rules.rules[rule].verb else { continue };
            if self.admits(rule) {
                self.offer(rule as RuleAt, leg_path, barred);
            }
        }
    }

    /// The rules with bodies in this class by which the chain can continue.
    fn bodies_on(&mut self) -> Result<SmallVec<[RuleAt; 4]>, Stop> {
        let rules = self.rules;
        let at = rules.rules[self.rule as usize].group as usize;
        let mut bodies = SmallVec::new();
        if !rules.groups[at].bodies {
            return Ok(bodies);
        }
        for rule in rules.of_group(at) {
            if self.has_body(rule) && self.admits(rule) && self.can_carry_out(rule as RuleAt)? {
                bodies.push(rule as RuleAt);
            }
        }
        Ok(bodies)
    }

    /// Whether a rule's subject and condition admit the acting piece.
    pub(super) fn admits(&mut self, rule: usize) -> bool {
        let rules = self.rules;
        let rule = &rules.rules[rule];
        let subject = rule.test.unwrap_or(rule.subject);
        !rule.by_player
            && (rules.phrases.sites(subject, &self.moving) & self.moving.actor).any()
            && rule.condition.as_ref().is_none_or(|condition| self.holds(condition))
    }

    /// Where the chain must continue, it also decides where to land: among the landings behind the same prey only those from
    /// which it must and can continue are kept, if there is one.
    pub(super) fn landing_law(&mut self, first: usize) -> Done {
        let rules = self.rules;
        let same = |a: &Offer<B>, b: &Offer<B>| a.rule == b.rule && a.leg.way == b.leg.way && a.leg.taken == b.leg.taken;
        let binds = |offer: &Offer<B>| {
            let group = rules.rules[offer.rule as usize].group as usize;
            rules.groups[group].chain.iter().any(|(must, _)| *must)
        };
        let legs = &self.legs[first..];
        // Legs in one direction are adjacent in the list.
        if !legs.windows(2).any(|two| two[0].rule == two[1].rule && two[0].leg.way == two[1].leg.way) {
            return Ok(());
        }
        let asked = |legs: &[Offer<B>], i: usize| {
            let others = || legs.iter().enumerate().any(|(j, other)| i != j && same(&legs[i], other));
            binds(&legs[i]) && legs[i].leg.taken.any() && others()
        };
        if !(0..legs.len()).any(|i| asked(legs, i)) {
            return Ok(());
        }
        let many = legs.len();
        let mut goes_on: SmallVec<[bool; 16]> = SmallVec::new();
        for i in 0..many {
            let ask = asked(&self.legs[first..], i);
            goes_on.push(ask && self.goes_on(first + i)?);
        }
        let legs: SmallVec<[Offer<B>; 16]> = self.legs[first..].iter().copied().collect();
        let kept = legs
            .iter()
            .enumerate()
            .filter(|(i, leg)| goes_on[*i] || !legs.iter().zip(&goes_on).any(|(other, on)| *on && same(leg, other)));
        self.legs.truncate(first);
        self.legs.extend(kept.map(|(_, leg)| *leg));
        Ok(())
    }

    /// Whether the chain would have to continue, and could, after an offered leg.
    fn goes_on(&mut self, at: usize) -> Result<bool, Stop> {
        let Offer { rule, leg, .. } = self.legs[at];
        let saved = self.save();
        let mode = std::mem::replace(&mut self.aim.mode, Mode::List);
        let answer = self.tried_leg(rule, &leg);
        self.aim.mode = mode;
        self.restore(&saved);
        self.let_go(&saved);
        answer
    }

    fn tried_leg(&mut self, rule: RuleAt, leg: &Leg<B>) -> Result<bool, Stop> {
        let group = &self.rules.groups[self.rules.rules[rule as usize].group as usize];
        if group.asks || self.rules.happens.asks {
            let mut goes_on = Ok(false);
            self.some_way(&mut |run| run.leg_through(rule, leg), &mut |run, done| {
                goes_on = if done.is_ok() { run.chain_must_go_on() } else { Ok(false) };
                goes_on != Ok(false)
            })?;
            return goes_on;
        }
        match self.leg_through(rule, leg) {
            Ok(()) => self.chain_must_go_on(),
            Err(Stop::TooMuch) => Err(Stop::TooMuch),
            Err(_) => Ok(false),
        }
    }

    /// Makes a leg up to its end, without deciding how the chain continues.
    fn leg_through(&mut self, rule: RuleAt, leg: &Leg<B>) -> Done {
        let compiled = &self.rules.rules[rule as usize];
        let Verb::Path(leg_path) = compiled.verb else { return Err(Stop::Failed) };
        self.clear_leg();
        self.tell_leg(leg);
        self.event(EventKind::LegBegins)?;
        self.carry_out(leg_path, leg, self.rules.groups[compiled.group as usize].waits)?;
        if let Some(then) = compiled.then.filter(|_| !self.progress.leg_ended) {
            let outer = self.enter(compiled.locals);
            self.block_alone(then)?;
            self.leave(outer);
        }
        self.event(EventKind::LegEnds)?;
        self.end_immediately()
    }

    /// Whether, after a leg, the chain must continue and can.
    fn chain_must_go_on(&mut self) -> Result<bool, Stop> {
        if self.progress.ended > 0 || self.moving.legs >= MOST_LEGS || !self.moving.actor.any() {
            return Ok(false);
        }
        let group = &self.rules.groups[self.rules.rules[self.rule as usize].group as usize];
        if self.law(&group.chain) != Some(true) {
            return Ok(false);
        }
        let first = self.legs.len();
        self.offer_further();
        let goes_on = self.legs.len() > first;
        self.legs.truncate(first);
        Ok(goes_on || !self.bodies_on()?.is_empty())
    }

    /// The chain is over. The rest of the move is carried out if only that shows what the move is.
    fn chain_over(&mut self) -> Done {
        match self.aim.mode {
            Mode::Play => {
                if self.rules.happens.asks {
                    self.mark_end();
                }
                self.move_ends()
            }
            Mode::Any | Mode::List => {
                if self.runs_through() {
                    return self.note();
                }
                let saved = self.save();
                let done = self.move_ends().and_then(|()| self.note());
                let done = self.noted(done);
                self.restore(&saved);
                self.let_go(&saved);
                done
            }
        }
    }

    /// Whether the rest of the move runs through by itself and need not be run to know what the move is.
    fn runs_through(&mut self) -> bool {
        let rule = &self.rules.rules[self.rule as usize];
        let quiet = self.ends_surely(rule.group);
        let told = || self.deeds.iter().any(|told| matches!(told, BitDeed::Chosen(..)));
        let verb = || self.deeds.iter().any(|told| matches!(told, BitDeed::Verb(_)));
        let legs = || matches!(rule.verb, Verb::Path(..)) && !(self.rules.goes_on_by_bodies(self.rule) && verb());
        quiet && (self.aim.mode == Mode::Any || !self.rules.distinction.run_to_end && !self.weighs_ends() && (legs() || told()))
    }

    /// Whether it must be known what triggers at the end of the move take.
    fn weighs_ends(&self) -> bool {
        self.aim.counts_takes
            && self.rules.distinction.taken_at.iter().any(|event| matches!(event, EventKind::Rests | EventKind::MoveEnds))
    }

    /// Whether, after the chain, the rest of a move of this class runs through, given where the move began.
    fn ends_surely(&mut self, group: u8) -> bool {
        let end = self.rules.groups[usize::from(group)].end.as_ref();
        end.is_some_and(|unless| unless.iter().all(|condition| !self.holds(condition)))
    }

    /// Of the pieces that may begin a move, those for which the rest of a move of this class runs through after the chain.
    pub(super) fn surely_ending(&mut self, group: u8, among: B) -> B {
        if self.rules.groups[usize::from(group)].end.as_ref().is_some_and(Vec::is_empty) {
            return among;
        }
        let (mut left, mut ending) = (among, B::ZERO);
        let before = (self.moving.actor, self.moving.start);
        while let Some(from) = left.take() {
            (self.moving.actor, self.moving.start) = (from, from);
            if self.ends_surely(group) {
                ending |= from;
            }
        }
        (self.moving.actor, self.moving.start) = before;
        ending
    }

    /// The end of a move: taken pieces that were waiting leave the board, and the acting piece rests.
    pub(super) fn move_ends(&mut self) -> Done {
        self.asking.ending = true;
        if self.moving.waiting.any() {
            let waiting = self.moving.taken.iter().map(|taken| taken.site).filter(|site| (*site & self.moving.waiting).any());
            let waiting: SmallVec<[B; 16]> = waiting.collect();
            let mark = self.stack.piece_marks.len();
            self.stack.piece_marks.extend_from_slice(&waiting);
            for i in 0..waiting.len() {
                let site = self.stack.piece_marks[mark + i];
                if site.any() {
                    let pile = self.rules.players.captured[self.rules.player(self.moving.state.turn)];
                    self.while_going(mark + i, |run| run.leave_board(site, pile))?;
                }
            }
            self.stack.piece_marks.truncate(mark);
        }
        if self.moving.actor.any() {
            self.event_about(EventKind::Rests, self.moving.actor)?;
        }
        self.event(EventKind::MoveEnds)?;
        self.end_immediately()?;
        self.moving.under_way = false;
        Ok(())
    }
}
