//! Carrying out a leg.

use smallvec::SmallVec;

use super::Runner;
use crate::engine::eval::paths::Match;
use crate::engine::machine::{About, MoveStage, TakeStage, Task};
use crate::engine::moves::Deed;
use crate::engine::trace::Fired;
use crate::model::SiteId;
use crate::program::code::{EventKind, RuleRef, Verb};

impl Runner<'_> {
    /// Begins a leg by a rule, as chosen.
    pub(in crate::engine) fn begin_leg(&mut self, rule: RuleRef, leg: &Match) {
        self.note_leg(rule);
        self.push(Task::LegEnds);
        self.push(Task::Then { rule });
        let waits = self.program.groups[rule.group.index()].removal_after_move;
        self.carry_out(leg, waits);
        self.tell(EventKind::LegBegins, About::Nothing);
    }

    fn note_leg(&mut self, rule: RuleRef) {
        self.trace.note(Fired::Rule(self.program.groups[rule.group.index()].rules[rule.index as usize].rule));
    }

    /// Carries out a leg by a path that is a statement of a block.
    pub(super) fn path_leg(&mut self, leg: &Match) {
        self.push_immediate_endings();
        let group = self.machine.moving.rule.map(|rule| &self.program.groups[rule.group.index()]);
        let waits = self.machine.depth == 0 && group.is_some_and(|group| group.removal_after_move);
        self.carry_out(leg, waits);
    }

    fn carry_out(&mut self, leg: &Match, waits: bool) {
        self.clear_leg();
        let from = self.machine.moving.actor.unwrap_or(leg.to);
        self.machine.deeds.push(Deed::Leg { from, to: leg.to, captures: SmallVec::new() });
        self.push(Task::Land { to: leg.to, passed: leg.passed.clone(), heading: leg.heading });
        for site in leg.taken.iter().rev() {
            // A piece on the landing site itself cannot wait there.
            let waits = waits && *site != leg.to;
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits, of_leg: true });
        }
    }

    fn clear_leg(&mut self) {
        self.machine.moving.leg_ended = false;
        self.machine.moving.passed.clear();
    }

    /// Carries out every match of a `sweep` at once; the piece does not move.
    pub(super) fn sweep(&mut self, found: &[Match], from: SiteId) {
        let each = |of: fn(&Match) -> &SmallVec<[SiteId; 2]>| {
            let mut sites: SmallVec<[SiteId; 2]> = SmallVec::new();
            for site in found.iter().flat_map(of) {
                if !sites.contains(site) {
                    sites.push(*site);
                }
            }
            sites
        };
        let taken = each(|one| &one.taken);
        self.machine.moving.passed = each(|one| &one.passed);
        if taken.is_empty() {
            return;
        }
        self.machine.moving.leg_ended = false;
        self.machine.deeds.push(Deed::Leg { from, to: from, captures: SmallVec::new() });
        for site in taken.iter().rev() {
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits: false, of_leg: true });
        }
    }

    pub(super) fn land(&mut self, to: SiteId, passed: SmallVec<[SiteId; 2]>, heading: u8) {
        let layout = &self.program.layout;
        self.machine.moving.passed = passed;
        self.machine.moving.heading = Some(heading);
        self.machine.moving.legs = self.machine.moving.legs.saturating_add(1);
        let Some(from) = self.machine.moving.actor else { return };
        if self.machine.moving.leg_ended || from == to {
            return;
        }
        if self.store.piece_at(to, layout).is_some() {
            // A capture by replacement was prevented: the piece stays where it was, and the move's text names the site at which
            // it was aimed.
            self.machine.moving.landing = Some(to);
            return;
        }
        self.relocate(&[(from, to)]);
        self.machine.moving.landing = Some(to);
        if !self.machine.moving.trail.contains(&to) {
            self.machine.moving.trail.push(to);
        }
        // Only legs of rules land: what a trigger does is no landing.
        if self.machine.depth == 0 {
            self.tell(EventKind::Lands, About::Piece(to));
        }
    }

    /// Runs the statements that follow the path of a rule, after its leg.
    pub(super) fn then(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        if self.machine.moving.leg_ended || self.program.block(compiled.then).ops.is_empty() {
            return;
        }
        let base = self.enter(compiled.locals);
        self.push(Task::Block { block: compiled.then, next: 0, base });
    }

    /// Begins a rule with a body. The whole body is one leg.
    pub(super) fn begin_body(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        let Verb::Body(name, body) = &compiled.verb else { return };
        self.note_leg(rule);
        self.clear_leg();
        self.machine.moving.legs = self.machine.moving.legs.saturating_add(1);
        if let Some(site) = self.machine.moving.actor {
            self.machine.deeds.push(Deed::Actor(site));
        }
        self.machine.deeds.push(Deed::Verb(name.clone()));
        self.push(Task::LegEnds);
        self.push(Task::Then { rule });
        let base = self.enter(compiled.locals);
        self.push(Task::Block { block: *body, next: 0, base });
        self.tell(EventKind::LegBegins, About::Nothing);
    }

    pub(super) fn leg_ends(&mut self) {
        self.push_immediate_endings();
        self.tell(EventKind::LegEnds, About::Nothing);
    }

    pub(super) fn move_ends(&mut self, stage: MoveStage) {
        match stage {
            MoveStage::Removal => {
                self.push(Task::MoveEnds { stage: MoveStage::Rests });
                let waiting: SmallVec<[SiteId; 4]> = self.machine.waiting().collect();
                if let (Some(rule), false) = (self.machine.moving.rule, waiting.is_empty()) {
                    self.trace.note(Fired::Waited(rule.group));
                }
                for site in waiting.iter().rev() {
                    let pile = self.captured();
                    self.push(Task::Leave { about: About::Piece(*site), pile, told: false });
                }
            }
            MoveStage::Rests => {
                self.push(Task::MoveEnds { stage: MoveStage::Ends });
                if let Some(site) = self.machine.moving.actor {
                    self.tell(EventKind::Rests, About::Piece(site));
                }
            }
            MoveStage::Ends => {
                self.push_immediate_endings();
                self.tell(EventKind::MoveEnds, About::Nothing);
            }
        }
    }
}
