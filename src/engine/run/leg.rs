//! A leg, carried out.

use smallvec::SmallVec;

use super::Runner;
use crate::engine::eval::paths::Match;
use crate::engine::machine::{About, MoveStage, TakeStage, Task};
use crate::engine::moves::Deed;
use crate::engine::trace::Fired;
use crate::model::SiteId;
use crate::program::code::{EventKind, RuleRef, Verb};

impl Runner<'_> {
    /// A leg by a rule, chosen.
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

    /// A leg by a path of a block.
    pub(super) fn path_leg(&mut self, leg: &Match) {
        self.soon();
        let group = self.machine.run.rule.map(|rule| &self.program.groups[rule.group.index()]);
        let waits = self.machine.depth == 0 && group.is_some_and(|group| group.removal_after_move);
        self.carry_out(leg, waits);
    }

    fn carry_out(&mut self, leg: &Match, waits: bool) {
        self.clear_leg();
        let from = self.machine.run.actor.unwrap_or(leg.to);
        self.machine.deeds.push(Deed::Leg { from, to: leg.to, captures: SmallVec::new() });
        self.push(Task::Land { to: leg.to, passed: leg.passed.clone(), heading: leg.heading });
        for site in leg.taken.iter().rev() {
            // What stands on the landing itself cannot wait there.
            let waits = waits && *site != leg.to;
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits, of_leg: true });
        }
    }

    fn clear_leg(&mut self) {
        self.machine.run.leg_ended = false;
        self.machine.run.passed.clear();
    }

    /// Every match at once, without moving.
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
        self.machine.run.passed = each(|one| &one.passed);
        if taken.is_empty() {
            return;
        }
        self.machine.run.leg_ended = false;
        self.machine.deeds.push(Deed::Leg { from, to: from, captures: SmallVec::new() });
        for site in taken.iter().rev() {
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits: false, of_leg: true });
        }
    }

    pub(super) fn land(&mut self, to: SiteId, passed: SmallVec<[SiteId; 2]>, heading: u8) {
        let layout = &self.program.layout;
        self.machine.run.passed = passed;
        self.machine.run.heading = Some(heading);
        self.machine.run.legs = self.machine.run.legs.saturating_add(1);
        let Some(from) = self.machine.run.actor else { return };
        if self.machine.run.leg_ended || from == to {
            return;
        }
        if self.store.piece_at(to, layout).is_some() {
            // A prevented capture by replacement: the piece ends where it began; its text says where it went.
            self.machine.run.landing = Some(to);
            return;
        }
        self.relocate(&[(from, to)]);
        self.machine.run.landing = Some(to);
        if !self.machine.run.trail.contains(&to) {
            self.machine.run.trail.push(to);
        }
        // What a trigger does is no landing.
        if self.machine.depth == 0 {
            self.tell(EventKind::Lands, About::Piece(to));
        }
    }

    /// The suite of a rule, after its leg.
    pub(super) fn then(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        if self.machine.run.leg_ended || self.program.block(compiled.then).ops.is_empty() {
            return;
        }
        let base = self.enter(compiled.locals);
        self.push(Task::Block { block: compiled.then, next: 0, base });
    }

    /// A rule with a body: the whole of it is one leg.
    pub(super) fn begin_body(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        let Verb::Body(name, body) = &compiled.verb else { return };
        self.note_leg(rule);
        self.clear_leg();
        self.machine.run.legs = self.machine.run.legs.saturating_add(1);
        if let Some(site) = self.machine.run.actor {
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
        self.soon();
        self.tell(EventKind::LegEnds, About::Nothing);
    }

    pub(super) fn move_ends(&mut self, stage: MoveStage) {
        match stage {
            MoveStage::Removal => {
                self.push(Task::MoveEnds { stage: MoveStage::Rests });
                let waiting: SmallVec<[SiteId; 4]> = self.machine.waiting().collect();
                if let (Some(rule), false) = (self.machine.run.rule, waiting.is_empty()) {
                    self.trace.note(Fired::Waited(rule.group));
                }
                for site in waiting.iter().rev() {
                    let pile = self.captured();
                    self.push(Task::Leave { about: About::Piece(*site), pile, told: false });
                }
            }
            MoveStage::Rests => {
                self.push(Task::MoveEnds { stage: MoveStage::Ends });
                if let Some(site) = self.machine.run.actor {
                    self.tell(EventKind::Rests, About::Piece(site));
                }
            }
            MoveStage::Ends => {
                self.soon();
                self.tell(EventKind::MoveEnds, About::Nothing);
            }
        }
    }
}
