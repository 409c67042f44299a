//! Moves: the moves that a `play` offers, the successive legs of a move, and the end of a move.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::model::expr::{Expr, Type};
use crate::model::rules::{MoveRule, MoveVerb, Subject};
use crate::model::walk::classes_of;
use crate::model::{GroupId, PlayerId, RuleId, SideId};

use super::can::rules_of;
use super::candidates::{any_admitted, whole_classes};
use super::deeds::Deed;
use super::events::Moment;
use super::limits::{Limit, LimitReached, MOST_LEGS};
use super::paths::Match;
use super::position::PieceNo;
use super::run::{Decider, Moving, Ran, Run, Stop, Under, every_way};

/// How a move begins: the class, the rule, and the acting piece (none for a rule of players).
pub(super) type Opening<'v> = (GroupId, &'v MoveRule, Option<PieceNo>);

/// How a chain continues: with a leg by a path rule, with a rule that has a body, or not at all.
enum Further<'v> {
    Leg(&'v MoveRule, Match),
    Body(&'v MoveRule),
    Stop,
}

/// The possible legs by path rules, and the rules with bodies that can be carried out.
type NextLegs<'v> = (Vec<(&'v MoveRule, Match)>, Vec<&'v MoveRule>);

impl<'v> Run<'v> {
    /// `play MOVES` and `may play MOVES`: one move is chosen and made, or with `optional` declined. If none is offered, a
    /// `play` without `optional` runs the endings for a player who cannot move. Returns whether a move was made.
    pub(super) fn play(&mut self, moves: &'v Expr, by: Option<&'v Expr>, optional: bool) -> Ran<bool> {
        if self.turn.ended {
            return Ok(false);
        }
        let by = by.map(|by| self.player_meant(by));
        let player = by.unwrap_or_else(|| self.mover());
        let last = self.position.stored.clone();
        self.fresh_each_move();
        let openings = self.openings(&classes_of(moves), &[], player);
        let offered = self.find_out(|run| any_admitted(run, moves, &openings, by))?;
        if !offered {
            self.position.stored = last;
            if !optional {
                self.cannot_move(player)?;
            }
            return Ok(false);
        }
        let at = (!whole_classes(moves)).then(|| Rc::new(self.clone()));
        let under = Under { moves, behind: self.record.used, at };
        let options = openings.len() + usize::from(optional);
        self.record.sure = true;
        let chosen = self.choose(Decider::Player(player), vec![1; options])?;
        self.record.sure = false;
        let played = chosen < openings.len();
        if played {
            self.decision.under = Some(under);
            self.play_opening(openings[chosen], by)?;
        } else {
            self.decision.deeds.push(Deed::Declined);
            self.moving = Moving::default();
            self.cut()?;
        }
        Ok(played)
    }

    /// Makes the move with this opening; its end is the end of the decision.
    pub(super) fn play_opening(&mut self, opening: Opening<'v>, by: Option<PlayerId>) -> Ran {
        let before = std::mem::replace(&mut self.chooser, by);
        self.make_move(opening)?;
        self.chooser = before;
        self.cut()
    }

    /// Every way for `player` to begin a move of these classes: a rule with a piece that it admits, or a rule of players alone.
    /// Rules of the lines in `without` are omitted.
    pub(super) fn openings(&self, classes: &[GroupId], without: &[RuleId], player: PlayerId) -> Vec<Opening<'v>> {
        let asking = self.asking_afresh().moving(player).acting(None);
        let side = self.side_of(player);
        let mut openings = Vec::new();
        for (class, rule) in rules_of(self, classes).filter(|(_, rule)| !without.contains(&rule.rule)) {
            match &rule.subject {
                Subject::Players(who) => {
                    let condition = rule.condition.as_ref();
                    if asking.players_of(who).contains(&player) && condition.is_none_or(|condition| asking.truth(condition)) {
                        openings.push((class, rule, None));
                    }
                }
                Subject::Pieces(_) => {
                    let own = self.position.board.keys().filter_map(|site| self.piece_on(*site));
                    let own = own.filter(|piece| self.position.pieces[piece].owner == side);
                    let admitted = own.filter(|piece| asking.admits(rule, *piece));
                    openings.extend(admitted.map(|piece| (class, rule, Some(piece))));
                }
            }
        }
        openings
    }

    /// The player that a phrase means; of several players of a side, the one whose turn comes soonest.
    pub(super) fn player_meant(&self, who: &'v Expr) -> PlayerId {
        if who.ty != Type::Side {
            return self.asking().players_of(who).first().copied().unwrap_or_else(|| self.mover());
        }
        self.next_of(&self.asking().sides(who)).unwrap_or_else(|| self.mover())
    }

    /// Of the players of these sides, the one whose turn comes soonest.
    pub(super) fn next_of(&self, sides: &[SideId]) -> Option<PlayerId> {
        let order = &self.variant.equipment.turn_order;
        let mut from_now = order.iter().cycle().skip(self.position.turn).take(order.len());
        from_now.find(|player| sides.contains(&self.side_of(**player))).copied()
    }

    /// Makes a move, from `move begins` to `move ends`.
    fn make_move(&mut self, (class, rule, piece): Opening<'v>) -> Ran {
        let start = piece.and_then(|piece| self.stands(piece));
        self.moving = Moving {
            rule: Some((class, rule)),
            began_with: piece,
            actor: piece,
            start,
            trail: start.into_iter().collect(),
            under_way: true,
            ..Moving::default()
        };
        self.tell(Moment::MoveBegins, None)?;
        let legs = self.legs_of_move(rule);
        self.too_late(legs)?;
        self.waiting_leave()?;
        if let Some((actor, _)) = self.actor() {
            self.tell(Moment::Rests, Some(actor))?;
        }
        self.tell(Moment::MoveEnds, None)?;
        self.test_immediate_endings()?;
        self.moving.under_way = false;
        Ok(())
    }

    /// Makes the first leg, and further legs as long as the chain law requires or the player chooses one.
    fn legs_of_move(&mut self, rule: &'v MoveRule) -> Ran {
        match &rule.verb {
            MoveVerb::Body(..) => self.body(rule)?,
            MoveVerb::Path(..) => {
                let legs = self.landing_law(self.legs_by(rule)?.into_iter().map(|leg| (rule, leg)).collect())?;
                let chosen = self.choose(self.decider(), vec![1; legs.len()])?;
                let (rule, leg) = &legs[chosen];
                self.leg(rule, leg)?;
            }
        }
        loop {
            let mut further = self.further_legs()?;
            if further.is_empty() {
                return Ok(());
            }
            let chosen = self.choose(self.decider(), vec![1; further.len()])?;
            match further.swap_remove(chosen) {
                Further::Leg(rule, leg) => self.leg(rule, &leg)?,
                Further::Body(rule) => self.body(rule)?,
                Further::Stop => return Ok(()),
            }
        }
    }

    /// The legs of the acting piece by the path of a rule, without those that the class rules out by `chain must not reverse`,
    /// `chain must turn` or `chain must not turn`.
    fn legs_by(&self, rule: &'v MoveRule) -> Ran<Vec<Match>> {
        let (Some((actor, _)), Some((class, _)), MoveVerb::Path(_, path)) = (self.actor(), self.moving.rule, &rule.verb) else {
            return Ok(Vec::new());
        };
        let class = &self.variant.rules.groups[class.index()];
        let legs = self.asking_afresh().matches(path, actor);
        let limit = || Stop::Limit(LimitReached::new(Limit::Ways, Some(rule.rule), &self.variant.rules));
        let mut legs = legs.ok_or_else(limit)?;
        if let Some(last) = self.moving.heading.filter(|_| self.moving.legs > 0) {
            let back = self.variant.equipment.board.directions[last].opposite.map(usize::from);
            legs.retain(|leg| {
                let reverses = class.must_not_reverse.is_some() && Some(leg.heading) == back;
                let goes_straight_on = class.must_turn.is_some() && leg.heading == last;
                let turns = class.must_not_turn.is_some() && leg.heading != last;
                !reverses && !goes_straight_on && !turns
            });
        }
        Ok(legs)
    }

    /// The chain line that applies, which is the first whose condition holds: `Some(true)` for `must continue`, `Some(false)`
    /// for `may continue`, `None` if the move ends.
    fn chain(&self) -> Option<bool> {
        let (class, _) = self.moving.rule?;
        let lines = &self.variant.rules.groups[class.index()].chain;
        let asking = self.asking_afresh();
        let applies = lines.iter().find(|line| line.condition.as_ref().is_none_or(|condition| asking.truth(condition)));
        applies.map(|line| line.must)
    }

    /// Every next leg of the acting piece by any rule of the move's class.
    fn next_legs(&self) -> Ran<NextLegs<'v>> {
        let (mut legs, mut bodies) = (Vec::new(), Vec::new());
        let (Some((class, _)), Some((actor, _))) = (self.moving.rule, self.actor()) else { return Ok((legs, bodies)) };
        let asking = self.asking_afresh();
        for (_, rule) in rules_of(self, &[class]).filter(|(_, rule)| asking.admits(rule, actor)) {
            match rule.verb {
                MoveVerb::Path(..) => legs.extend(self.legs_by(rule)?.into_iter().map(|leg| (rule, leg))),
                MoveVerb::Body(..) if asking.can_carry_out(rule, Some(actor)) => bodies.push(rule),
                MoveVerb::Body(..) => {}
            }
        }
        Ok((legs, bodies))
    }

    /// The ways to continue the move, including to stop where that is allowed; empty if the move is over.
    fn further_legs(&self) -> Ran<Vec<Further<'v>>> {
        let (Some((class, _)), false) = (self.moving.rule, self.moving.ended) else { return Ok(Vec::new()) };
        if self.actor().is_none() || self.variant.rules.groups[class.index()].chain.is_empty() {
            return Ok(Vec::new());
        }
        if self.moving.legs >= MOST_LEGS {
            return Err(self.limit(Limit::Legs));
        }
        let Some(must) = self.chain() else { return Ok(Vec::new()) };
        let (legs, bodies) = self.next_legs()?;
        let mut further: Vec<Further<'v>> =
            self.landing_law(legs)?.into_iter().map(|(rule, leg)| Further::Leg(rule, leg)).collect();
        further.extend(bodies.into_iter().map(Further::Body));
        if !further.is_empty() && !must {
            further.push(Further::Stop);
        }
        Ok(further)
    }

    /// Applies the law that `chain must continue` also restricts the landing: of several landings behind the same prey, those
    /// after which the chain must and can continue exclude the others.
    fn landing_law(&self, legs: Vec<(&'v MoveRule, Match)>) -> Ran<Vec<(&'v MoveRule, Match)>> {
        let Some((class, _)) = self.moving.rule else { return Ok(legs) };
        if !self.variant.rules.groups[class.index()].chain.iter().any(|line| line.must) {
            return Ok(legs);
        }
        // Two legs have the same prey if they are by the same rule, in the same direction, and take the same pieces.
        let prey = |(rule, leg): &(&'v MoveRule, Match)| (std::ptr::from_ref(*rule), leg.heading, leg.taken.clone());
        let mut landings: HashMap<_, usize> = HashMap::new();
        legs.iter().filter(|leg| !leg.1.taken.is_empty()).for_each(|leg| *landings.entry(prey(leg)).or_default() += 1);
        let (mut goes_on, mut bound) = (Vec::new(), HashSet::new());
        for one in &legs {
            let alone = landings.get(&prey(one)).is_none_or(|many| *many < 2);
            goes_on.push(!alone && self.goes_on(one)?);
            if goes_on.last() == Some(&true) {
                bound.insert(prey(one));
            }
        }
        let kept = legs.iter().zip(&goes_on).filter(|(one, on)| **on || !bound.contains(&prey(one)));
        Ok(kept.map(|(one, _)| one.clone()).collect())
    }

    /// Whether the chain must and can continue after this leg.
    fn goes_on(&self, (rule, leg): &(&'v MoveRule, Match)) -> Ran<bool> {
        let mut goes_on = false;
        every_way(&self.trial(), self.decider(), &|run| run.leg(rule, leg), &mut |run, stop, _| {
            let further = stop.is_none() && !run.moving.ended && run.chain() == Some(true) && {
                // If enumerating the legs exceeds a limit, the chain counts as unable to continue.
                run.next_legs().is_ok_and(|(legs, bodies)| !legs.is_empty() || !bodies.is_empty())
            };
            goes_on |= further;
            !goes_on
        })
        .map_err(Stop::Limit)?;
        Ok(goes_on)
    }
}
