//! Prints rules.

use super::Printer;
use super::phrase::{number, phrase, plain, print_path, print_verb, set, union};
use super::statement::reason;
use crate::syntax::ast::{
    ChainWord, Define, DefineBody, Event, EventVerb, Expr, ExprKind, Holds, Modal, Param, RemovalTime, Rule, StatementKind,
    Stored, StoredKind, Suite,
};

impl Printer {
    pub(super) fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Define(define) => self.define(define),
            Rule::Stored(stored) => {
                let text = print_stored(stored);
                self.put(&text);
            }
            Rule::May { subject, verb, condition, suite } => {
                self.put(&format!("{} may {}", set(subject), print_verb(verb)));
                self.condition(condition);
                if let Some(suite) = suite {
                    self.suite(suite, false);
                }
            }
            Rule::Chain { modal, word, condition } => {
                let modal = match modal.value {
                    Modal::Must => "must",
                    Modal::May => "may",
                    Modal::MustNot => "must not",
                };
                let word = match word.value {
                    ChainWord::Continue => "continue",
                    ChainWord::Reverse => "reverse",
                    ChainWord::Turn => "turn",
                };
                self.put(&format!("chain {modal} {word}"));
                self.condition(condition);
            }
            Rule::Removal(time) => self.put(match time.value {
                RemovalTime::AtOnce => "removal at once",
                RemovalTime::AfterMove => "removal after move",
            }),
            Rule::Must { moves, condition } => {
                self.put(&format!("must {}", set(moves)));
                self.condition(condition);
            }
            Rule::Trigger { before, event, condition, suite } => {
                self.put(if *before { "before " } else { "when " });
                self.put(&print_event(event));
                self.condition(condition);
                self.suite(suite, false);
            }
            Rule::Soon { condition, suite } => {
                self.put(&format!("as soon as {}", phrase(condition)));
                self.suite(suite, false);
            }
            Rule::CannotMove { player, suite } => {
                self.put(&format!("{} who cannot move", set(player)));
                match short_result(suite) {
                    Some(result) => self.put(&result),
                    None => self.suite(suite, false),
                }
            }
            Rule::Score { player, value } => self.put(&format!("score of {} is {}", plain(player), phrase(value))),
            Rule::Statement(statement) => self.statement(statement, false),
        }
    }

    fn condition(&mut self, condition: &Option<Expr>) {
        if let Some(condition) = condition {
            self.put(&format!(" if {}", phrase(condition)));
        }
    }

    fn define(&mut self, define: &Define) {
        self.put(&format!("define {}", define.name.value));
        if !define.params.is_empty() {
            self.put(&print_params(&define.params));
        }
        for (label, params) in &define.labelled {
            self.put(&format!(" {}{}", label.value.word(), print_params(params)));
        }
        match &define.body {
            DefineBody::Path(path) => self.put(&format!(" = {}", print_path(path))),
            DefineBody::Expr(expr) => self.put(&format!(" = {}", phrase(expr))),
            DefineBody::Suite(suite) => self.suite(suite, false),
        }
    }
}

/// ` loses "why"` or ` wins "why"`, if the suite is this single result for `it`.
fn short_result(suite: &Suite) -> Option<String> {
    let [one] = suite.statements.as_slice() else { return None };
    let (who, verb, why) = match &one.kind {
        StatementKind::Wins(who, why) => (who, "wins", why),
        StatementKind::Loses(who, why) => (who, "loses", why),
        _ => return None,
    };
    let it = matches!(&who.kind, ExprKind::Name(name) if name == "it");
    (it && !suite.braced).then(|| format!(" {verb}{}", reason(why)))
}

fn print_params(params: &[Param]) -> String {
    let list: Vec<String> = params.iter().map(|param| format!("{}: {}", param.name.value, param.ty.value)).collect();
    format!(" ({})", list.join(", "))
}

fn print_stored(stored: &Stored) -> String {
    let kind = match stored.kind {
        StoredKind::Counter => "counter",
        StoredKind::Clock => "clock",
        StoredKind::Keep => "keep",
    };
    let of = stored.of.as_ref().map_or(String::new(), |of| format!(" of {}", of.value));
    let holds = match &stored.holds {
        Holds::Range(least, most) => format!("{}..{}", number(least), number(most)),
        Holds::Type(word) => word.value.clone(),
    };
    let start = stored.start.as_ref().map_or(String::new(), |start| format!(" = {}", number(start)));
    let each = stored.each.as_ref().map_or(String::new(), |each| format!(" each {}", each.value));
    format!("{kind} {}{of}: {holds}{start}{each}", stored.name.value)
}

fn print_event(event: &Event) -> String {
    let on = |verb: &str, sites: &Option<Expr>| match sites {
        Some(sites) => format!("{verb} on {}", union(sites)),
        None => verb.to_string(),
    };
    let verb = match &event.verb {
        EventVerb::Lands(sites) => on("lands", sites),
        EventVerb::Rests(sites) => on("rests", sites),
        EventVerb::Taken => "is taken".to_string(),
        EventVerb::Leaves => "leaves".to_string(),
        EventVerb::Begins => "begins".to_string(),
        EventVerb::Ends => "ends".to_string(),
    };
    format!("{} {verb}", union(&event.subject))
}
