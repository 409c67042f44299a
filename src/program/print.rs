//! Programs as readable text: the tables, then the instructions, each block of them under the rule line it came from.
//!
//! A phrase is printed as `(what part part)`, as checked rules are; `$2` is the third name that a rule binds, and `%17` a phrase
//! too long for its line, which is listed under `phrases`.
//!
//! ```
//! # use draughtsman::{library, program};
//! let english = library::bundled("english").unwrap().program;
//! let text = program::print::print(&english);
//! assert!(program::print::is_one(&text));
//! assert!(text.contains("\ncapture\n  man may jump forward diagonal over enemy    [english.draughts:50]"));
//! ```

mod phrases;
mod statements;
mod tables;

use std::collections::BTreeSet;

use super::code::{EventKind, Group, Law, MoveRule, Obligation, Script, Trigger, Verb};
use super::{NodeId, Program};
use crate::model::RuleId;

/// The whole program.
pub fn print(program: &Program) -> String {
    let phrases = phrases::texts(program);
    let mut printer = Printer { program, phrases: &phrases, used: BTreeSet::new(), out: String::new() };
    printer.chapters();
    let Printer { out: chapters, used, .. } = printer;
    let mut out = tables::print(program);
    out.push_str(&chapters);
    out.push_str(&phrases::listed(program, &phrases, used));
    out
}

/// Whether a text begins like a printed program.
pub fn is_one(text: &str) -> bool {
    let number = text.strip_prefix("program ").and_then(|rest| rest.split_once(": ")).map_or("", |(number, _)| number);
    number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

struct Printer<'a> {
    program: &'a Program,
    /// Every phrase as text.
    phrases: &'a [String],
    /// The phrases that are referred to by number.
    used: BTreeSet<u32>,
    out: String,
}

impl Printer<'_> {
    fn chapters(&mut self) {
        let program = self.program;
        for group in &program.groups {
            self.group(group);
        }
        if !program.obligations.is_empty() {
            self.put("\nobligation\n");
        }
        for Obligation { rule, moves, condition, .. } in &program.obligations {
            self.rule(*rule);
            let condition = self.condition(*condition);
            let moves = self.phrase(*moves);
            self.put(&format!("    keep {moves}{condition}\n"));
        }
        for event in EventKind::ALL {
            let triggers = program.triggers.of(event);
            if !triggers.is_empty() {
                self.put(&format!("\nevent: {}\n", event.name()));
            }
            for trigger in triggers {
                self.trigger(trigger);
            }
        }
        if !program.game.setup.is_empty() {
            self.put("\nsetup\n");
        }
        for script in &program.game.setup {
            self.script(script);
        }
        self.put("\nturn\n");
        self.script(&program.game.turn);
        self.victory();
    }

    fn group(&mut self, group: &Group) {
        if group.rules.is_empty() && group.chain.is_empty() {
            return;
        }
        self.put(&format!("\n{}\n", group.name));
        let laws = [
            (group.must_not_reverse.is_some(), "a leg may not lead straight back"),
            (group.must_turn.is_some(), "a leg may not go straight on"),
            (group.must_not_turn.is_some(), "a leg goes straight on"),
            (group.removal_after_move, "what is taken stays until the move is over"),
        ];
        for (_, text) in laws.iter().filter(|(holds, _)| *holds) {
            self.put(&format!("  {text}\n"));
        }
        for rule in &group.rules {
            self.move_rule(rule);
        }
        for Law { rule, must, condition, .. } in &group.chain {
            self.rule(*rule);
            let condition = self.condition(*condition);
            self.put(&format!("    {} continue{condition}\n", if *must { "must" } else { "may" }));
        }
    }

    fn move_rule(&mut self, rule: &MoveRule) {
        self.rule(rule.rule);
        let subject = self.phrase(rule.subject);
        let who = if rule.by_player { "player" } else { "piece" };
        let condition = self.condition(rule.condition);
        self.put(&format!("    each {who} of {subject}{condition}\n"));
        match &rule.verb {
            Verb::Path(path) => {
                let path = self.path(*path);
                self.put(&format!("    {path}\n"));
            }
            Verb::Body(name, block) => {
                self.put(&format!("    {name}\n"));
                self.block(*block, 3, rule.rule);
            }
        }
        if !self.program.block(rule.then).ops.is_empty() {
            self.put("    then\n");
            self.block(rule.then, 3, rule.rule);
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
        self.rule(trigger.rule);
        let mut when = String::new();
        for (word, part) in [("for", trigger.subject), ("on", trigger.place), ("if", trigger.condition)] {
            if let Some(part) = part {
                let part = self.phrase(part);
                when.push_str(&format!("{}{word} {part}", if when.is_empty() { "" } else { " " }));
            }
        }
        if !when.is_empty() {
            self.put(&format!("    {when}\n"));
        }
        self.block(trigger.body, 2, trigger.rule);
    }

    fn script(&mut self, script: &Script) {
        self.rule(script.rule);
        self.block(script.body, 2, script.rule);
    }

    fn victory(&mut self) {
        let program = self.program;
        self.put("\nvictory\n");
        for soon in &program.game.immediate_endings {
            self.rule(soon.script.rule);
            let condition = self.phrase(soon.condition);
            self.put(&format!("    as soon as {condition}{}\n", patience(soon.patience)));
            self.block(soon.script.body, 2, soon.script.rule);
        }
        for ending in &program.game.endings {
            self.rule(ending.script.rule);
            let whose = ending.cannot_move.map(|players| self.phrase(players));
            let text = whose.map_or("at the end of a turn".to_owned(), |whose| format!("of {whose} who cannot move"));
            self.put(&format!("    {text}{}\n", patience(ending.patience)));
            self.block(ending.script.body, 2, ending.script.rule);
        }
        for score in &program.game.scores {
            self.rule(score.rule);
            let (player, value) = (self.phrase(score.player), self.phrase(score.value));
            self.put(&format!("    score of {player} is {value}\n"));
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints the rule line that the next instructions came from.
    fn rule(&mut self, rule: RuleId) {
        let Some(line) = self.program.lines.get(rule.index()) else { return };
        let option = line.option.as_ref().map(|option| format!(", option {option}")).unwrap_or_default();
        let text: Vec<&str> = line.text.split_whitespace().collect();
        self.out.push_str(&format!("  {}    [{}{option}]\n", text.join(" "), line.place));
    }

    fn condition(&mut self, condition: Option<NodeId>) -> String {
        condition.map_or_else(String::new, |condition| format!(" if {}", self.phrase(condition)))
    }
}

fn patience(waits: bool) -> &'static str {
    if waits { ", not in perft" } else { "" }
}
