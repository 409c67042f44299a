//! What is declared but plays no part: counters nobody reads, attributes nobody asks for, kinds no rule moves.

use crate::diagnostic::Diagnostic;
use crate::model::Rules;
use crate::model::expr::{Expr, ExprKind, Field, RelativeTo};
use crate::model::rules::{MoveVerb, Subject};
use crate::model::walk::{any_in_rules, any_phrase};

use super::Checker;

impl<'a> Checker<'a> {
    /// W0802 for counters, clocks and kept things that nothing reads, W0804 for kinds that no rule moves.
    pub(super) fn lints(&mut self, rules: &Rules) {
        let mut read = vec![false; rules.stored.len()];
        any_in_rules(rules, &mut |phrase| {
            if let ExprKind::Stored(id, _) = phrase.kind
                && let Some(read) = read.get_mut(id.index())
            {
                *read = true;
            }
            false
        });
        for (stored, _) in rules.stored.iter().zip(&read).filter(|(_, read)| !**read) {
            let (at, name) = (self.line_span(stored.rule), &stored.name);
            self.report_plain(
                Diagnostic::warning("W0802", at, format!("nothing reads `{name}`"))
                    .help("a rule that sets it changes nothing else; remove both, or use it"),
            );
        }
        self.unmoved_kinds(rules);
    }

    fn unmoved_kinds(&mut self, rules: &Rules) {
        let all = || rules.groups.iter().flat_map(|group| &group.rules);
        // what statements do to which pieces cannot be told beforehand
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
        let kinds = self.equipment.kinds.iter().enumerate();
        let still: Vec<String> = kinds.filter(|(i, _)| moved >> i & 1 == 0).map(|(_, kind)| kind.name.clone()).collect();
        for name in still {
            if let Some(line) = all().next().map(|rule| self.line_span(rule.rule)) {
                self.report_plain(
                    Diagnostic::warning("W0804", line, format!("no rule moves a `{name}`"))
                        .help(format!("add a rule: `{name} may …`")),
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
