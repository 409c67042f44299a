//! Values given to pieces that cannot have them: `set mood of it to calm` where `it` is a man, and men have no `mood`.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, Type};
use crate::model::rules::{Block, Effects, Event, MoveVerb, Statement, StatementKind, Subject, TokenDestination};
use crate::model::{LocalId, RuleId, SlotId};
use crate::source::Span;

use super::Looked;
use super::reckon::{Around, Known, Reckoner};

impl Looked<'_> {
    /// E0351: no kind that the pieces can be of has the attribute or the slot. Such a statement does nothing.
    pub(super) fn bearing(&mut self) {
        let mut given = Given { reckoner: self.reckoner(), rule: RuleId::default(), found: Vec::new() };
        let nothing = Around::default();
        for rule in self.rules.groups.iter().flat_map(|group| &group.rules).filter(|one| self.asked_line(one.rule)) {
            given.rule = rule.rule;
            if let MoveVerb::Body(_, body) = &rule.verb {
                let actor = match &rule.subject {
                    Subject::Pieces(set) => Some(given.reckoner.one_of(set, &nothing)),
                    Subject::Players(_) => None,
                };
                given.block(body, &mut Around { actor, ..nothing.clone() });
            }
            given.block(&rule.then, &mut nothing.clone());
        }
        for trigger in self.rules.triggers.iter().filter(|one| self.asked_line(one.rule)) {
            given.rule = trigger.rule;
            let (it, acts) = match &trigger.event {
                Event::Lands(set, _) | Event::Rests(set, _) => (Some(given.reckoner.one_of(set, &nothing)), true),
                Event::BeforeTaken(set) | Event::Taken(set) | Event::Leaves(set) => {
                    (Some(given.reckoner.one_of(set, &nothing)), false)
                }
                _ => (None, false),
            };
            let actor = it.clone().filter(|_| acts);
            let locals = it.into_iter().map(|it| (LocalId(0), it)).collect();
            given.block(&trigger.body, &mut Around { actor, locals, ..nothing.clone() });
        }
        for script in self.rules.setup.iter().chain([&self.rules.turn]) {
            let mut around = nothing.clone();
            for statement in script.body.statements.iter().filter(|one| self.asked_line(one.rule)) {
                given.rule = statement.rule;
                given.statement(statement, &mut around);
            }
        }
        for ending in self.rules.endings.iter().filter(|one| self.asked_line(one.rule)) {
            given.rule = ending.rule;
            given.block(&ending.body, &mut nothing.clone());
        }
        for (rule, slot, kinds, pieces) in given.found {
            let equipment = self.equipment;
            let list = |bits: u32, between: &str| {
                let kinds = equipment.kinds.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
                kinds.map(|(_, kind)| format!("`{}`", kind.name)).collect::<Vec<_>>().join(between)
            };
            let those = list(kinds, " or ");
            let name = &equipment.slots[slot.index()].name;
            let having = list(self.reckoner().kinds_with(slot), ", ");
            let line = self.line_span(rule);
            let at = if line.contains(pieces) { pieces } else { line };
            self.found.push(
                Diagnostic::error("E0351", at, format!("this is {those}, which has no `{name}`: nothing would be done"))
                    .help(format!("a kind has what `has` names under `[pieces]`; those that have `{name}`: {having}")),
            );
        }
    }
}

/// Walks statements with what is known of the pieces at each of them, and collects those that give in vain.
struct Given<'a> {
    reckoner: Reckoner<'a>,
    rule: RuleId,
    /// The line, the slot, the kinds that the pieces can be of, and where these pieces are named.
    found: Vec<(RuleId, SlotId, u32, Span)>,
}

impl Given<'_> {
    fn block(&mut self, block: &Block, around: &mut Around) {
        for statement in &block.statements {
            self.statement(statement, around);
        }
    }

    fn statement(&mut self, statement: &Statement, around: &mut Around) {
        match &statement.kind {
            StatementKind::SetSlot(slot, pieces, _) | StatementKind::MoveToken(_, TokenDestination::Slot(slot, pieces)) => {
                self.gives(*slot, pieces, around);
            }
            _ => {}
        }
        let again = matches!(statement.kind, StatementKind::Repeat(..) | StatementKind::MayRepeat(_) | StatementKind::For(..));
        for inner in statement.kind.blocks() {
            // each round of a loop starts from what the round before has changed
            let known = !(again && may_change_kinds(inner.effects()));
            let mut within = if known { around.clone() } else { Around::default() };
            match &statement.kind {
                StatementKind::For(local, set, _) if known => within = self.bound(&within, *local, set),
                StatementKind::As(piece, _) => within.actor = self.known(piece, &within),
                _ => {}
            }
            self.block(inner, &mut within);
        }
        match &statement.kind {
            StatementKind::Choose { local, from: set, .. } | StatementKind::Let(local, set) => {
                *around = self.bound(around, *local, set);
            }
            _ => {}
        }
        if may_change_kinds(statement.effects()) {
            *around = Around::default();
        }
    }

    fn bound(&self, around: &Around, local: LocalId, set: &Expr) -> Around {
        self.known(set, around).map_or_else(|| around.clone(), |known| around.with(local, known))
    }

    fn known(&self, set: &Expr, around: &Around) -> Option<Known> {
        (set.ty == Type::Piece).then(|| self.reckoner.one_of(set, around))
    }

    fn gives(&mut self, slot: SlotId, pieces: &Expr, around: &Around) {
        let kinds = self.reckoner.kinds(pieces, around);
        let having = self.reckoner.kinds_with(slot);
        if kinds != 0 && kinds & having == 0 {
            self.found.push((self.rule, slot, kinds, pieces.span));
        }
    }
}

/// Whether pieces may be of other kinds after statements with these effects, whether by them or by triggers.
fn may_change_kinds(effects: Effects) -> bool {
    let sets_off = Effects::LEG | Effects::MOVES | Effects::MAKES | Effects::TAKES | Effects::EXCHANGES | Effects::PLAYS;
    effects.any(sets_off | Effects::KIND)
}
