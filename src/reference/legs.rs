//! Legs and captures.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::equipment::{PileHolds, PileOwner};
use crate::model::rules::{MoveRule, MoveVerb, Path, PathMode, PileRef, Removal};
use crate::model::{PileId, SiteId};

use super::deeds::Deed;
use super::events::Moment;
use super::limits::Limit;
use super::paths::Match;
use super::phrases::{Thing, Value};
use super::position::PieceNo;
use super::run::{Ran, Run, Stop, Taken};

impl<'v> Run<'v> {
    /// Makes a leg by the path of a rule.
    pub(super) fn leg(&mut self, rule: &'v MoveRule, leg: &Match) -> Ran {
        self.leg_is_set_out(leg);
        self.tell(Moment::LegBegins, None)?;
        self.follow_path(leg, self.removal_waits())?;
        self.what_follows(rule)?;
        self.leg_ends()
    }

    /// Makes a leg by a rule with a body: all its statements together are one leg.
    pub(super) fn body(&mut self, rule: &'v MoveRule) -> Ran {
        let MoveVerb::Body(name, body) = &rule.verb else { return Ok(()) };
        self.moving.leg_ended = false;
        self.moving.passed.clear();
        self.moving.legs += 1;
        if let Some((_, site)) = self.actor() {
            self.decision.deeds.push(Deed::Actor(site));
        }
        self.decision.deeds.push(Deed::Verb(name.clone()));
        self.tell(Moment::LegBegins, None)?;
        self.within(&rule.scope, BTreeMap::new(), |run| run.block_of(body))?;
        self.what_follows(rule)?;
        self.leg_ends()
    }

    /// Follows a path that is a statement. It is part of the leg to which the statements belong.
    pub(super) fn path_statement(&mut self, path: &'v Path) -> Ran {
        let Some((actor, from)) = self.actor() else {
            return if path.mode == PathMode::Sweep { Ok(()) } else { Err(Stop::Failed) };
        };
        let found = self.asking().matches(path, actor).ok_or_else(|| self.limit(Limit::Ways))?;
        if path.mode == PathMode::Sweep {
            self.sweep(&found, from)?;
        } else {
            let chosen = self.choose(self.decider(), vec![1; found.len()])?;
            self.leg_is_set_out(&found[chosen]);
            let waits = self.depth == 0 && self.removal_waits();
            self.follow_path(&found[chosen], waits)?;
        }
        self.test_immediate_endings()
    }

    /// Takes the pieces of all matches at once, without moving.
    fn sweep(&mut self, found: &[Match], from: SiteId) -> Ran {
        let mut taken: Vec<PieceNo> = Vec::new();
        for piece in found.iter().flat_map(|one| &one.taken) {
            if !taken.contains(piece) {
                taken.push(*piece);
            }
        }
        let passed: BTreeSet<SiteId> = found.iter().flat_map(|one| &one.passed).copied().collect();
        self.moving.passed = passed.into_iter().filter_map(|site| self.piece_on(site)).collect();
        if taken.is_empty() {
            return Ok(());
        }
        self.moving.leg_ended = false;
        self.decision.deeds.push(Deed::Leg(from, from, Vec::new()));
        for piece in taken {
            if self.moving.leg_ended {
                break;
            }
            self.capture(piece, false)?;
        }
        Ok(())
    }

    /// Whether captures by the class of the current move stay on the board until the move is over (`removal after move`).
    fn removal_waits(&self) -> bool {
        let class = self.moving.rule.map(|(class, _)| &self.variant.rules.groups[class.index()]);
        class.is_some_and(|class| matches!(class.removal, Removal::AfterMove(_)))
    }

    fn leg_is_set_out(&mut self, leg: &Match) {
        self.moving.leg_ended = false;
        self.moving.passed.clear();
        let from = self.actor().map_or(leg.to, |(_, from)| from);
        self.decision.deeds.push(Deed::Leg(from, leg.to, Vec::new()));
    }

    /// Makes the captures of a path, then the landing.
    fn follow_path(&mut self, leg: &Match, waits: bool) -> Ran {
        for piece in &leg.taken {
            if self.moving.leg_ended {
                break;
            }
            // A piece captured on the landing site is removed at once, because the captor needs the site.
            let waits = waits && self.stands(*piece) != Some(leg.to);
            self.capture(*piece, waits)?;
        }
        self.land(leg)
    }

    /// Lands the acting piece, unless it has been removed or the landing site is occupied.
    fn land(&mut self, leg: &Match) -> Ran {
        self.moving.passed = leg.passed.iter().filter_map(|site| self.piece_on(*site)).collect();
        self.moving.heading = Some(leg.heading);
        self.moving.legs += 1;
        let Some((actor, from)) = self.actor() else { return Ok(()) };
        if self.moving.leg_ended || from == leg.to {
            return Ok(());
        }
        self.moving.landing = Some(leg.to);
        if self.position.commander(leg.to).is_some() {
            return Ok(());
        }
        self.relocate(&[(from, leg.to)]);
        if !self.moving.trail.contains(&leg.to) {
            self.moving.trail.push(leg.to);
        }
        // Only a leg made by a rule produces the event `lands`, not a path inside a trigger.
        if self.depth == 0 { self.tell(Moment::Lands, Some(actor)) } else { Ok(()) }
    }

    /// Runs the statements that follow the path of a rule.
    fn what_follows(&mut self, rule: &'v MoveRule) -> Ran {
        if self.moving.leg_ended {
            return Ok(());
        }
        self.within(&rule.scope, BTreeMap::new(), |run| run.block_of(&rule.then))
    }

    fn leg_ends(&mut self) -> Ran {
        self.tell(Moment::LegEnds, None)?;
        self.test_immediate_endings()
    }

    /// Captures a piece unless a trigger prevents it. It is removed at once, or at the end of the move if `waits`.
    pub(super) fn capture(&mut self, piece: PieceNo, waits: bool) -> Ran {
        if self.going.contains(&piece) {
            return Ok(());
        }
        self.prevented = false;
        if self.stands(piece).is_none() {
            return Ok(());
        }
        self.while_going(piece, |run| run.capture_once(piece, waits))
    }

    /// Runs `act` while `piece` is marked as being removed, so that triggers cannot capture it a second time.
    fn while_going(&mut self, piece: PieceNo, act: impl FnOnce(&mut Self) -> Ran) -> Ran {
        self.going.push(piece);
        let ran = act(self);
        self.going.pop();
        ran
    }

    fn capture_once(&mut self, piece: PieceNo, waits: bool) -> Ran {
        self.tell(Moment::BeforeTaken, Some(piece))?;
        if std::mem::take(&mut self.prevented) {
            return Ok(());
        }
        let Some(site) = self.stands(piece) else { return Ok(()) };
        let taken = Taken { number: piece, site, piece: self.position.pieces[&piece].clone(), waits: false };
        self.moving.taken.push(taken);
        self.name_capture(site);
        self.tell(Moment::Taken, Some(piece))?;
        if self.stands(piece).is_none() {
            return Ok(());
        }
        if !waits {
            return self.leave(piece, self.captured_pile());
        }
        self.begin_to_wait(piece);
        Ok(())
    }

    /// `take P` for a piece inside a tower: it is captured alone and produces no events.
    pub(super) fn capture_from_tower(&mut self, piece: PieceNo) {
        let Some(site) = self.position.site_of(piece) else { return };
        let taken = Taken { number: piece, site, piece: self.position.pieces[&piece].clone(), waits: false };
        self.moving.taken.push(taken);
        self.name_capture(site);
        self.put_away(piece, self.captured_pile());
    }

    /// Adds the site of a captured piece to the last leg recorded in the deeds.
    pub(super) fn name_capture(&mut self, site: SiteId) {
        let last = self.decision.deeds.iter_mut().rev().find_map(|deed| match deed {
            Deed::Leg(_, _, captures) => Some(captures),
            _ => None,
        });
        if let Some(captures) = last {
            captures.push(site);
        }
    }

    /// The pile that receives the mover's captures: the one named `captured`, if it is declared for pieces.
    fn captured_pile(&self) -> Option<PileRef> {
        let piles = &self.variant.equipment.piles;
        let named = piles.iter().position(|pile| pile.name == "captured" && !matches!(pile.holds, PileHolds::Token(_)))?;
        let owner = match piles[named].of {
            PileOwner::EachPlayer => self.mover().0,
            PileOwner::EachSide => self.side_of(self.mover()).0,
            PileOwner::Common | PileOwner::One(_) => 0,
        };
        Some(PileRef { pile: PileId(named as u8), owner })
    }

    /// Removes a piece with everything below it from the board, to a pile or out of play.
    pub(super) fn leave(&mut self, piece: PieceNo, pile: Option<PileRef>) -> Ran {
        self.while_going(piece, |run| run.tell(Moment::Leaves, Some(piece)))?;
        if let Some(site) = self.position.commands(piece) {
            for piece in self.position.board.get(&site).cloned().unwrap_or_default() {
                self.put_away(piece, pile);
            }
        }
        Ok(())
    }

    /// Removes the pieces that were taken but stayed, in the order in which they were taken.
    pub(super) fn waiting_leave(&mut self) -> Ran {
        let waiting: Vec<PieceNo> = self.moving.taken.iter().filter(|taken| taken.waits).map(|taken| taken.number).collect();
        for piece in waiting {
            self.leave(piece, self.captured_pile())?;
            for taken in &mut self.moving.taken {
                taken.waits &= taken.number != piece;
            }
        }
        Ok(())
    }

    /// A taken piece stays on its site, but from now on no set of pieces, no name and no `keep` contains it.
    fn begin_to_wait(&mut self, piece: PieceNo) {
        self.position.forget(piece);
        for names in &mut self.names {
            for value in names.values.values_mut() {
                if let Value::Things(things) = value {
                    things.retain(|thing| *thing != Thing::Piece(piece));
                }
            }
        }
        for taken in &mut self.moving.taken {
            taken.waits |= taken.number == piece;
        }
    }
}
