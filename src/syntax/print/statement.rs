//! Prints statements and suites.

use super::Printer;
use super::phrase::{number, phrase, print_quantity, print_verb, set, set_before_label};
use crate::source::Spanned;
use crate::syntax::ast::{Ending, Statement, StatementKind, Suite};

impl Printer {
    /// Prints ` { … }` or `: …`. With `closed`, braces replace a colon, because more follows on the line.
    pub(super) fn suite(&mut self, suite: &Suite, closed: bool) {
        if !suite.braced && !closed {
            self.put(": ");
            return self.in_a_row(&suite.statements, false);
        }
        if suite.statements.is_empty() {
            return self.put(" { }");
        }
        if self.one_line {
            self.put(" { ");
            self.in_a_row(&suite.statements, true);
            return self.put(" }");
        }
        self.put(" {\n");
        self.depth += 1;
        for statement in &suite.statements {
            self.doc(&statement.doc);
            self.indent();
            self.statement(statement, false);
            self.put("\n");
        }
        self.depth -= 1;
        self.indent();
        self.put("}");
    }

    fn in_a_row(&mut self, statements: &[Statement], closed: bool) {
        for (i, statement) in statements.iter().enumerate() {
            let last = i + 1 == statements.len();
            self.statement(statement, closed && !last);
            if !last {
                self.put("; ");
            }
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement, closed: bool) {
        match &statement.kind {
            StatementKind::Either(suites) => {
                for (i, suite) in suites.iter().enumerate() {
                    self.put(if i == 0 { "either" } else { " or" });
                    self.suite(suite, closed);
                }
            }
            StatementKind::May(suite) => match suite.statements.as_slice() {
                [one] if !suite.braced => {
                    self.put("may ");
                    self.statement(one, closed);
                }
                _ => {
                    self.put("may");
                    self.suite(suite, closed);
                }
            },
            StatementKind::Repeat(count, suite) => {
                self.put("repeat");
                if let Some(count) = count {
                    self.put(&format!(" {}", number(count)));
                }
                self.suite(suite, closed);
            }
            StatementKind::For(name, from, suite) => {
                self.put(&format!("for {} in {}", name.value, set(from)));
                self.suite(suite, closed);
            }
            StatementKind::If(condition, suite, otherwise) => {
                self.put(&format!("if {}", phrase(condition)));
                self.suite(suite, closed);
                if let Some(otherwise) = otherwise {
                    self.put(" else");
                    self.suite(otherwise, closed);
                }
            }
            StatementKind::As(actor, suite) => {
                self.put(&format!("as {}", set(actor)));
                self.suite(suite, closed);
            }
            StatementKind::Conditional(inner, condition) => {
                self.statement(inner, false);
                self.put(&format!(" if {}", phrase(condition)));
            }
            simple => {
                let text = simple_statement(simple);
                self.put(&text);
            }
        }
    }
}

fn simple_statement(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Choose { quantity, name, from, by } => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", set(by)));
            format!("choose {}{} in {}{by}", print_quantity(quantity), name.value, set_before_label(from))
        }
        StatementKind::Let(name, value) => format!("let {} = {}", name.value, phrase(value)),
        StatementKind::Set(what, to) => format!("set {} to {}", set_before_label(what), phrase(to)),
        StatementKind::Raise(what, by) => format!("raise {} by {}", set_before_label(what), phrase(by)),
        StatementKind::Lower(what, by) => format!("lower {} by {}", set_before_label(what), phrase(by)),
        StatementKind::Move(what, to) => format!("move {} to {}", set_before_label(what), set(to)),
        StatementKind::Take(what) => format!("take {}", set(what)),
        StatementKind::Exchange(list) => {
            let list: Vec<String> = list.iter().map(set_before_label).collect();
            format!("exchange {}", list.join(", "))
        }
        StatementKind::Shuffle(pile) => format!("shuffle {}", set(pile)),
        StatementKind::Show(what, to) => format!("show {} to {}", set_before_label(what), set(to)),
        StatementKind::Prevent => "prevent".to_string(),
        StatementKind::End(ending, why) => {
            let word = match ending.value {
                Ending::Leg => "leg",
                Ending::Move => "move",
                Ending::Turn => "turn",
                Ending::Game => "game",
            };
            format!("end {word}{}", reason(why))
        }
        StatementKind::Require(condition) => format!("require {}", phrase(condition)),
        StatementKind::Play(moves, by) => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", set(by)));
            format!("play {}{by}", set_before_label(moves))
        }
        StatementKind::Wins(who, why) => format!("{} wins{}", set(who), reason(why)),
        StatementKind::Loses(who, why) => format!("{} loses{}", set(who), reason(why)),
        StatementKind::Draw(why) => format!("draw{}", reason(why)),
        StatementKind::Verb(verb) => print_verb(verb),
        // forms with suites are printed by the caller
        StatementKind::Either(_)
        | StatementKind::May(_)
        | StatementKind::Repeat(..)
        | StatementKind::For(..)
        | StatementKind::If(..)
        | StatementKind::As(..)
        | StatementKind::Conditional(..) => String::new(),
    }
}

pub(super) fn reason(why: &Option<Spanned<String>>) -> String {
    why.as_ref().map_or(String::new(), |why| format!(" \"{}\"", why.value))
}
