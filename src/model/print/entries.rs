//! The meaning of each rule line, for comparing two versions of the rules.

use super::Printer;
use super::rules::{ending_text, event_text, law_text, rule_text, stored_text};
use crate::model::rules::{Removal, Scope};
use crate::model::{RuleId, Variant};

/// The meaning of a rule line: its print with all words resolved and definitions expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line, if there is one.
    pub rule: Option<RuleId>,
    /// The printed meaning.
    pub meaning: String,
    /// Whether its place among the lines of its chapter matters.
    pub ordered: bool,
}

/// Every rule line of a variant, chapter by chapter.
pub fn entries(variant: &Variant) -> Vec<Entry> {
    let (equipment, rules) = (&variant.equipment, &variant.rules);
    let print = |scope| Printer { equipment, rules, scope };
    let condition = |condition: &Option<crate::model::expr::Expr>, scope: &Scope| {
        condition.as_ref().map(|one| format!(" if {}", Printer { equipment, rules, scope }.phrase(one))).unwrap_or_default()
    };
    let mut all = Vec::new();
    let mut put = |rule: RuleId, ordered: bool, meaning: String| all.push(Entry { rule: Some(rule), meaning, ordered });
    for stored in &rules.stored {
        put(stored.rule, false, stored_text(equipment, stored));
    }
    for group in &rules.groups {
        let of = |meaning: String| format!("{}: {meaning}", group.name);
        group.rules.iter().for_each(|rule| put(rule.rule, false, of(rule_text(&print(&rule.scope), rule))));
        group.chain.iter().for_each(|law| put(law.rule, true, of(law_text(&print(&law.scope), law))));
        group.must_not_reverse.iter().for_each(|rule| put(*rule, false, of("chain must not reverse".to_owned())));
        group.must_turn.iter().for_each(|rule| put(*rule, false, of("chain must turn".to_owned())));
        group.must_not_turn.iter().for_each(|rule| put(*rule, false, of("chain must not turn".to_owned())));
        if let Removal::AfterMove(rule) = group.removal {
            put(rule, false, of("removal after move".to_owned()));
        }
    }
    for one in &rules.obligations {
        put(one.rule, true, format!("must {}{}", print(&one.scope).phrase(&one.moves), condition(&one.condition, &one.scope)));
    }
    for one in &rules.triggers {
        let printer = print(&one.scope);
        let mut text = format!("{}{}:\n", event_text(&printer, &one.event), condition(&one.condition, &one.scope));
        printer.block(&one.body, 1, &mut text);
        put(one.rule, true, text);
    }
    for script in rules.setup.iter().chain([&rules.turn]) {
        for statement in &script.body.statements {
            let mut text = String::new();
            print(&script.scope).statement(statement, 0, &mut text);
            put(statement.rule, true, text);
        }
    }
    for one in &rules.endings {
        put(one.rule, true, ending_text(&print(&one.scope), one));
    }
    for one in &rules.scores {
        let printer = print(&one.scope);
        put(one.rule, false, format!("score of {} is {}", printer.phrase(&one.player), printer.phrase(&one.value)));
    }
    all
}
