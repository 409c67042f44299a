//! Lines that a player need not know: counters and kept things that nothing reads, and triggers that only set these.

use std::collections::BTreeSet;

use crate::model::expr::ExprKind;
use crate::model::rules::{Block, Rules, StatementKind};
use crate::model::{RuleId, StoredId, Variant, walk};

/// The lines of the rules that have no effect on any game.
pub(super) fn lines(variant: &Variant) -> BTreeSet<RuleId> {
    let rules = &variant.rules;
    // Triggers that only set things are left out until something that they set turns out to be read.
    let mut heard = rules.clone();
    heard.triggers.retain(|trigger| !only_sets(&trigger.body, &|_| true));
    loop {
        let asked = asked(&heard);
        let more: Vec<_> = rules
            .triggers
            .iter()
            .filter(|trigger| !heard.triggers.iter().any(|one| one.rule == trigger.rule))
            .filter(|trigger| !only_sets(&trigger.body, &|id| !asked.contains(&id)))
            .cloned()
            .collect();
        if more.is_empty() {
            let silent = rules.triggers.iter().map(|one| one.rule);
            let silent = silent.filter(|rule| !heard.triggers.iter().any(|one| one.rule == *rule));
            let stored = rules.stored.iter().enumerate().filter(|(i, _)| !asked.contains(&StoredId(*i as u8)));
            return silent.chain(stored.map(|(_, one)| one.rule)).collect();
        }
        heard.triggers.extend(more);
    }
}

/// The counters, clocks and kept things that some phrase reads.
fn asked(rules: &Rules) -> BTreeSet<StoredId> {
    let mut asked = BTreeSet::new();
    walk::any_in_rules(rules, &mut |phrase| {
        if let ExprKind::Stored(id, _) = &phrase.kind {
            asked.insert(*id);
        }
        false
    });
    asked
}

/// Whether a block does nothing but set counters, clocks and kept things for which `which` holds.
fn only_sets(block: &Block, which: &dyn Fn(StoredId) -> bool) -> bool {
    block.statements.iter().all(|statement| match &statement.kind {
        StatementKind::If(_, then, otherwise) => only_sets(then, which) && only_sets(otherwise, which),
        kind => kind.stores().is_some_and(which),
    })
}
