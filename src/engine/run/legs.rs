//! Moves by the rules of their classes: what a `play` offers, first and further legs, and the laws of chains.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{MOST_LEGS, Pick, Runner, Step, Waived};
use crate::engine::eval::follow::TOO_MANY_WAYS;
use crate::engine::eval::paths::Match;
use crate::engine::list::{self, explore};
use crate::engine::machine::{Ended, Task};
use crate::engine::trace::Fired;
use crate::engine::trials;
use crate::model::{PlayerId, RuleId, SiteId};
use crate::program::code::{Law, RuleRef, Verb};
use crate::program::node::NodeId;

impl<'a> Runner<'a> {
    /// The decision of a `play`: which rule, with which piece. Without any move an optional `play` is skipped, and one that is
    /// not optional runs the `cannot move` endings. After the turn has been ended there is no decision.
    pub(super) fn play_choice(&mut self, moves: NodeId, by: Option<PlayerId>, optional: bool) -> Option<Step> {
        if self.machine.moving.ended == Some(Ended::Turn) {
            self.machine.tasks.pop();
            return None;
        }
        let mark = self.journal.mark();
        self.fresh_each_move();
        let mut options = self.openings(moves, by);
        if !trials::any_admitted(self, moves, &options) {
            self.journal.undo(mark, &mut self.store, &self.program.layout);
            self.machine.tasks.pop();
            if !optional {
                self.cannot_move(by.unwrap_or_else(|| self.mover()));
            }
            return None;
        }
        if optional {
            options.push(Pick::Decline);
        }
        let by = super::Actor::Player(by.unwrap_or_else(|| self.mover()));
        Some(Step::Choice(super::Choice::of(by, options)))
    }

    /// The rules and pieces with which a move denoted by this phrase can begin.
    pub(in crate::engine) fn openings(&mut self, moves: NodeId, by: Option<PlayerId>) -> Vec<Pick> {
        let groups = list::groups_of(self.program, moves);
        self.openings_of(&groups, &[], by)
    }

    /// The same for classes, leaving out the rules of the lines `without`.
    pub(in crate::engine) fn openings_of(
        &mut self,
        groups: &[crate::model::GroupId],
        without: &[RuleId],
        by: Option<PlayerId>,
    ) -> Vec<Pick> {
        let program = self.program;
        let mut options = Vec::with_capacity(16);
        let player = by.unwrap_or_else(|| self.mover());
        let mut eval = self.eval(self.machine.values.len() as u16);
        if by.is_some() {
            eval = eval.moving(player);
        }
        let mut eval = eval.acting(None);
        let mut own = program.layout.no_sites();
        let side = eval.side_of(player).index();
        (0..program.layout.kinds).for_each(|kind| self.store.add_board(side, kind, &program.layout, &mut own));
        for rule in list::rules_of(program, groups) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            if without.contains(&compiled.rule) {
                continue;
            }
            if compiled.by_player {
                let may = eval.bits(compiled.subject) >> player.0 & 1 != 0
                    && compiled.condition.is_none_or(|condition| eval.truth(condition));
                if may {
                    options.push(Pick::Rule(rule, None));
                }
                continue;
            }
            let pieces = match eval.of_side(compiled.subject, side) {
                Some(pieces) => pieces,
                None if !eval.may_be_among(compiled.subject, &own) => continue,
                None => {
                    let mut pieces = eval.pieces(compiled.subject).board;
                    pieces.intersect(&own);
                    pieces
                }
            };
            // A subject that does not depend on the acting piece has been tested already; only the condition remains.
            let meant = program.phrases.fixed[compiled.subject.0 as usize];
            for site in pieces.iter() {
                let admitted = if meant { eval.allows(compiled, site) } else { eval.admits(compiled, site) };
                if admitted {
                    options.push(Pick::Rule(rule, Some(site)));
                }
            }
        }
        options
    }

    /// The legs with which a move by a rule can begin. If there are too many, a limit is reached and the list is empty.
    pub(super) fn first_legs(&mut self, rule: RuleRef) -> Vec<Pick> {
        let Some(legs) = self.begun_by(rule) else {
            let line = self.program.groups[rule.group.index()].rules[rule.index as usize].rule;
            self.reach(TOO_MANY_WAYS, Some(line));
            return Vec::new();
        };
        legs.into_iter().map(|leg| Pick::Leg(rule, leg)).collect()
    }

    /// The legs with which a move by a rule can begin; `None` if there are too many.
    fn begun_by(&mut self, rule: RuleRef) -> Option<Vec<Match>> {
        let Some(from) = self.machine.moving.actor else { return Some(Vec::new()) };
        if self.machine.moving.legs == 0
            && let Some(legs) = self.known_legs(rule, from)
        {
            debug_assert_eq!(
                Some(&legs),
                self.eval(0).legs(rule, from, None).as_ref(),
                "what the position tells is what the piece finds"
            );
            return Some(legs);
        }
        let legs = self.eval(0).legs(rule, from, self.last_heading())?;
        if !legs.windows(2).any(|pair| pair[0].heading == pair[1].heading) {
            // With one landing in each direction the landing law has nothing to choose from.
            return Some(legs);
        }
        let legs = legs.into_iter().map(|leg| (rule, leg)).collect();
        Some(self.landing_law(legs).into_iter().map(|(_, leg)| leg).collect())
    }

    /// Whether every move by a rule with a body is known to succeed: the body is one leg, and asks nobody.
    pub(in crate::engine) fn body_runs_through(&self, rule: RuleRef) -> bool {
        let quiet = &self.program.forced_rest;
        quiet.starts && quiet.groups[rule.group.index()].bodies[rule.index as usize]
    }

    /// Whether a move by a rule can begin with any leg, given that all that starts afresh with a move has done so. `None` if a
    /// leg is not known to be a whole move, so that it has to be run.
    pub(in crate::engine) fn some_leg(&mut self, rule: RuleRef, from: SiteId) -> Option<bool> {
        let quiet = &self.program.forced_rest;
        let group = &quiet.groups[rule.group.index()];
        if !(quiet.starts && group.ends()) || group.legs[rule.index as usize] != [true; 2] {
            return None;
        }
        if let Some(legs) = self.known_legs(rule, from) {
            return Some(!legs.is_empty());
        }
        self.set_out(rule, Some(from));
        Some(self.begun_by(rule).is_some_and(|legs| !legs.is_empty()))
    }

    /// The legs with which a move by a rule can begin, at most one in each direction; `None` unless the piece is the mover's and
    /// the position alone determines them.
    pub(in crate::engine) fn known_legs(&self, rule: RuleRef, from: SiteId) -> Option<Vec<Match>> {
        let program = self.program;
        let Verb::Path(path) = program.groups[rule.group.index()].rules[rule.index as usize].verb else { return None };
        let (side, _) = self.store.piece_at(from, &program.layout)?;
        let own = program.equipment.players[self.mover().index()].side.index() == side;
        if own { self.eval(0).met(path)?.matches(program, path, from) } else { None }
    }

    /// The direction of the last leg of this move, by which the laws of its class restrict the next; none where they are waived.
    fn last_heading(&self) -> Option<u8> {
        let moving = &self.machine.moving;
        moving.heading.filter(|_| moving.legs > 0 && !matches!(self.waived, Waived::Ends(_)))
    }

    /// The options of a chain after a leg; `None` if it does not continue.
    pub(super) fn further_legs(&mut self) -> Option<Vec<Pick>> {
        let program = self.program;
        let rule = self.machine.moving.rule?;
        let group = &program.groups[rule.group.index()];
        let actor = self.machine.moving.actor?;
        if group.chain.is_empty() || self.machine.moving.ended.is_some() {
            return None;
        }
        if self.machine.moving.legs >= MOST_LEGS {
            self.reach("more than 1,000 legs in one move", Some(group.rules[rule.index as usize].rule));
            return None;
        }
        let law = self.law(rule)?;
        let must = law.must;
        let (legs, bodies) = self.legs_on(rule, actor);
        self.note_chain(rule, law, actor, legs.len(), !legs.is_empty() || !bodies.is_empty());
        let mut options: Vec<Pick> = self.landing_law(legs).into_iter().map(|(rule, leg)| Pick::Leg(rule, leg)).collect();
        options.extend(bodies.into_iter().map(Pick::Body));
        if options.is_empty() {
            return None;
        }
        if !must || self.waived == Waived::Stops {
            options.push(Pick::Stop);
        }
        Some(options)
    }

    /// The first chain law whose condition holds.
    pub(in crate::engine) fn law(&self, rule: RuleRef) -> Option<&'a Law> {
        let group = &self.program.groups[rule.group.index()];
        let base = self.machine.values.len() as u16;
        let mut eval = self.eval(base);
        group.chain.iter().find(|law| law.condition.is_none_or(|condition| eval.truth(condition)))
    }

    /// Records in the trace what the laws of a chain have done, if the trace is on.
    fn note_chain(&mut self, rule: RuleRef, law: &Law, actor: SiteId, legs: usize, goes_on: bool) {
        let group = &self.program.groups[rule.group.index()];
        if !self.trace.on() {
            return;
        }
        if goes_on {
            self.trace.note(Fired::Law(law.rule));
        }
        if group.has_turning_law() {
            let mut free = self.clone();
            free.machine.moving.heading = None;
            if free.legs_on(rule, actor).0.len() > legs {
                self.trace.note(Fired::Barred(rule.group));
            }
        }
    }

    /// Every further leg by any path rule of the class, and every body rule that can be carried out.
    fn legs_on(&mut self, first: RuleRef, actor: SiteId) -> (Vec<(RuleRef, Match)>, Vec<RuleRef>) {
        let program = self.program;
        let (mut legs, mut bodies, last) = (Vec::new(), Vec::new(), self.last_heading());
        for rule in list::rules_of(program, &[first.group]) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            let mut eval = self.eval(self.machine.values.len() as u16);
            if !eval.admits(compiled, actor) {
                continue;
            }
            match compiled.verb {
                Verb::Path(_) => {
                    let found = eval.legs(rule, actor, last);
                    drop(eval);
                    match found {
                        Some(found) => legs.extend(found.into_iter().map(|leg| (rule, leg))),
                        None => self.reach(TOO_MANY_WAYS, Some(compiled.rule)),
                    }
                }
                Verb::Body(..) if trials::body_runs(&eval, rule, Some(actor)) => bodies.push(rule),
                Verb::Body(..) => {}
            }
        }
        (legs, bodies)
    }

    /// The landing law of compulsory chains: of several landings behind the same prey only those are kept from which the chain
    /// can continue, if there are any.
    pub(in crate::engine) fn landing_law(&mut self, legs: Vec<(RuleRef, Match)>) -> Vec<(RuleRef, Match)> {
        if self.waived == Waived::Landings {
            return legs;
        }
        let binds = |rule: &RuleRef| self.program.groups[rule.group.index()].chain.iter().any(|law| law.must);
        // Captures are of the same prey if the same rule takes the same pieces in the same direction.
        let prey = |(rule, leg): &(RuleRef, Match)| (*rule, leg.heading, leg.taken.clone());
        let mut landings: FxHashMap<_, usize> = FxHashMap::default();
        legs.iter()
            .filter(|leg| binds(&leg.0) && !leg.1.taken.is_empty())
            .for_each(|leg| *landings.entry(prey(leg)).or_default() += 1);
        let alternatives = |one: &(RuleRef, Match)| landings.get(&prey(one)).is_some_and(|many| *many > 1);
        if landings.values().all(|many| *many < 2) {
            return legs;
        }
        let goes_on: Vec<bool> = legs.iter().map(|leg| alternatives(leg) && self.law_after(leg).is_some()).collect();
        let bound: FxHashSet<_> = legs.iter().zip(&goes_on).filter(|(_, on)| **on).map(|(leg, _)| prey(leg)).collect();
        let kept = legs.iter().zip(&goes_on).filter(|(leg, on)| **on || !bound.contains(&prey(leg)));
        kept.map(|(leg, _)| leg.clone()).collect()
    }

    /// The law by which the chain must continue after this leg, if it can continue after some way to complete the leg.
    pub(in crate::engine) fn law_after(&self, (rule, leg): &(RuleRef, Match)) -> Option<RuleId> {
        let mut trial = Runner::new(self.program, self.store.clone(), self.machine.clone(), self.past.clone());
        trial.effort = self.effort.clone();
        let by = trial.machine_player();
        trial.machine.tasks.clear();
        trial.push(Task::Cut);
        trial.begin_leg(*rule, leg);
        let mut law = None;
        explore(&mut trial, by, &mut Vec::new(), 1, &mut |after, _, _| {
            law = after.must_go_on(*rule);
            law.is_none()
        });
        law
    }

    /// The law by which the chain must continue after a completed leg, if it can.
    fn must_go_on(&self, rule: RuleRef) -> Option<RuleId> {
        let machine = &self.machine;
        // If tasks remain, another decider has to choose, and the leg is not complete.
        if !machine.tasks.is_empty()
            || machine.outcome.is_some()
            || machine.moving.ended.is_some()
            || machine.moving.legs >= MOST_LEGS
        {
            return None;
        }
        let actor = machine.moving.actor?;
        let law = self.law(rule).filter(|law| law.must)?;
        let mut further = self.clone();
        let (legs, bodies) = further.legs_on(rule, actor);
        (further.limit.is_none() && (!legs.is_empty() || !bodies.is_empty())).then_some(law.rule)
    }
}
