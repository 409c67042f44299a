//! What the rules declare and nothing uses: counters that nothing reads, kinds that no rule moves, classes that no turn plays.

use crate::diagnostic::Diagnostic;
use crate::model::Rules;
use crate::model::equipment::Kind;
use crate::model::expr::{CanVerb, Expr, ExprKind, Field, Given, RelativeTo};
use crate::model::rules::{MoveVerb, Subject};
use crate::model::walk::{any_in_rules, any_phrase};

use super::Looked;

impl Looked<'_> {
    /// W0802 for counters, clocks and kept things that nothing reads, W0804 for kinds that no rule moves, W0814 for classes of
    /// moves that no turn plays.
    pub(super) fn idle(&mut self) {
        let rules = self.rules;
        self.unread(rules);
        self.unmoved_kinds(rules);
        self.unplayed(rules);
    }

    fn unread(&mut self, rules: &Rules) {
        if !rules.stored.iter().any(|stored| self.asked_line(stored.rule)) {
            return;
        }
        let mut read = vec![false; rules.stored.len()];
        any_in_rules(rules, &mut |phrase| {
            if let ExprKind::Stored(id, _) = phrase.kind
                && let Some(read) = read.get_mut(id.index())
            {
                *read = true;
            }
            false
        });
        // Counters and kept things distinguish positions for `repeats`; clocks do not.
        let repeats = any_in_rules(rules, &mut |phrase| phrase.kind == ExprKind::Given(Given::Repeats));
        for (stored, _) in rules.stored.iter().zip(&read).filter(|(_, read)| !**read) {
            let (at, name) = (self.line_span(stored.rule), &stored.name);
            let help = match repeats && !stored.clock {
                true => "a rule that sets it only keeps positions from being the same for `repeats`; remove both, or use it",
                false => "a rule that sets it changes nothing else; remove both, or use it",
            };
            self.report(Diagnostic::warning("W0802", at, format!("nothing reads `{name}`")).help(help));
        }
    }

    fn unmoved_kinds(&mut self, rules: &Rules) {
        let all = || rules.groups.iter().flat_map(|group| &group.rules);
        // which pieces are affected by statements cannot be known beforehand
        let plain = all().all(|rule| matches!(rule.subject, Subject::Pieces(_)) && matches!(rule.verb, MoveVerb::Path(..)));
        if !plain || rules.groups.iter().all(|group| group.rules.is_empty()) {
            return;
        }
        let mut moved = 0u32;
        for rule in all() {
            let (Subject::Pieces(set) | Subject::Players(set)) = &rule.subject;
            let mut named = 0u32;
            any_phrase(set, &mut |phrase| {
                if let ExprKind::Kinds(kinds) = phrase.kind {
                    named |= kinds;
                }
                false
            });
            moved |= if named == 0 || has_without(set) { u32::MAX } else { named };
        }
        let Some(first) = all().next().map(|rule| self.line_span(rule.rule)) else { return };
        // Kinds that only a neutral side owns are moved by nobody.
        let nobodys = |kind: &Kind| kind.owner.is_some_and(|owner| self.equipment.sides[owner.index()].neutral);
        let still = self.equipment.kinds.iter().enumerate().filter(|(i, kind)| moved >> i & 1 == 0 && !nobodys(kind));
        for (i, kind) in still {
            let at = self.declared("pieces", &kind.name).unwrap_or(first);
            if self.asked(at) && self.appears(i) {
                let message = format!("no rule moves a `{}`", kind.name);
                self.report(Diagnostic::warning("W0804", at, message).help(format!("add a rule: `{} may …`", kind.name)));
            }
        }
    }

    /// W0814: a class of moves that no turn plays and no rule refers to.
    fn unplayed(&mut self, rules: &Rules) {
        if !rules.groups.iter().filter_map(|group| group.rules.first()).any(|rule| self.asked_line(rule.rule)) {
            return;
        }
        let mut named = vec![false; rules.groups.len()];
        any_in_rules(rules, &mut |phrase| {
            let groups = match &phrase.kind {
                ExprKind::Moves(groups) | ExprKind::Can(_, CanVerb::Group(groups, ..)) => groups.as_slice(),
                _ => &[],
            };
            for group in groups {
                if let Some(named) = named.get_mut(group.index()) {
                    *named = true;
                }
            }
            false
        });
        for (group, _) in rules.groups.iter().zip(&named).filter(|(_, named)| !**named) {
            if let Some(rule) = group.rules.first() {
                let (at, name) = (self.line_span(rule.rule), &group.name);
                self.report(
                    Diagnostic::warning("W0814", at, format!("no turn plays the moves of `{name}`"))
                        .help(format!("the chapter `turn` says what is played: `play {name}`, or `play move` for all")),
                );
            }
        }
    }
}

fn has_without(set: &Expr) -> bool {
    any_phrase(set, &mut |phrase| {
        matches!(phrase.kind, ExprKind::Without(..) | ExprKind::Not(_))
            || matches!(&phrase.kind, ExprKind::RelativeSites(_, RelativeTo::Of(_)))
            || matches!(phrase.kind, ExprKind::Field(Field::Kind, _))
    })
}
