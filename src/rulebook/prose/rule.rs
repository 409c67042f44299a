//! Whole rules in words.

use super::names::Word;
use super::{Form, Meaning, Prose, Step, capital, emphasised, joined, spoken};
use crate::syntax::ast::{
    ChainWord, Define, DefineBody, Event, EventVerb, Expr, ExprKind, Filter, Holds, Modal, Quantifier, RemovalTime, Rule,
    Statement, StatementKind, Stored, StoredKind, Verb,
};

impl Prose<'_> {
    /// A rule of a chapter in words; `class` is what a move of that chapter is called.
    pub(in crate::rulebook) fn rule(&self, rule: &Rule, class: &str) -> Step {
        match rule {
            Rule::May { subject, verb, condition, suite } => {
                let who = match &subject.kind {
                    ExprKind::Name(name) if name == "player" => "a player".to_owned(),
                    _ => self.subject(subject),
                };
                let named = match verb {
                    Verb::Call(call) if suite.is_some() && !self.is_library(&call.name.value) && call.args.is_empty() => true,
                    Verb::Call(_) | Verb::Path(_) => false,
                };
                let mut says = format!("{} may {}", capital(&who), self.verb(verb));
                says.push_str(&self.only_if(condition));
                let inside = suite.as_ref().map_or(Vec::new(), |suite| self.suite(suite));
                says.push_str(match (inside.is_empty(), named) {
                    (true, _) => ".",
                    (false, true) => ". This is:",
                    (false, false) => ". Then:",
                });
                Step { says, inside }
            }
            Rule::Chain { modal, word, condition } => {
                let says = match (word.value, modal.value) {
                    (ChainWord::Continue, Modal::May) => {
                        format!("After {} the same piece may go on with another, or stop", super::a(class))
                    }
                    (ChainWord::Continue, _) => {
                        format!("After {} the same piece must go on with another if it can, until it cannot", super::a(class))
                    }
                    (ChainWord::Reverse, _) => "The next leg of a chain may not go straight back".to_owned(),
                    (ChainWord::Turn, Modal::MustNot) => "The next leg of a chain must go on in the same direction".to_owned(),
                    (ChainWord::Turn, _) => "The next leg of a chain may not go on in the same direction".to_owned(),
                };
                Step::plain(format!("{says}{}.", self.only_if(condition)))
            }
            Rule::Removal(time) => Step::plain(match time.value {
                RemovalTime::AtOnce => "A taken piece leaves the board as it is taken.",
                RemovalTime::AfterMove => {
                    "Taken pieces stay on the board until the move is over. Until then they bar the way and cannot be taken twice."
                }
            }),
            Rule::Must { moves, condition } => Step::plain(format!("{}.", self.must(moves, condition))),
            Rule::Trigger { before, event, condition, suite } => {
                let word = if *before { "Just before" } else { "When" };
                let when = format!("{word} {}{}", self.event(event), self.and_if(condition));
                sentence(when, self.suite(suite))
            }
            Rule::Soon { condition, suite } => sentence(format!("As soon as {}", self.condition(condition)), self.suite(suite)),
            Rule::CannotMove { player, suite } => {
                let who = self.np(player, Form::One);
                let steps = self.suite(suite);
                let stuck = |one: &Expr| one.kind == player.kind || matches!(&one.kind, ExprKind::Name(it) if it == "it");
                let result = match &suite.statements[..] {
                    [Statement { kind: StatementKind::Wins(one, why), .. }] if stuck(one) => Some(("wins", why)),
                    [Statement { kind: StatementKind::Loses(one, why), .. }] if stuck(one) => Some(("loses", why)),
                    _ => None,
                };
                match result {
                    Some((result, why)) => Step::plain(format!(
                        "{} whose turn it is and who cannot move {result}{}.",
                        capital(&who),
                        super::statement::because(why)
                    )),
                    None => sentence(format!("When it is the turn of {who} who cannot move"), steps),
                }
            }
            Rule::Score { player, value } => {
                let whose = match &player.kind {
                    ExprKind::Name(name) if matches!(name.as_str(), "player" | "side") => format!("each {name}"),
                    _ => self.np(player, Form::The),
                };
                Step::plain(format!("The score of {whose} is {}.", self.number(value)))
            }
            Rule::Statement(statement) => self.statement(statement),
            Rule::Define(define) => self.define(define),
            Rule::Stored(stored) => Step::plain(self.remembered(stored)),
        }
    }

    /// Whether a verb is one of the library that the file has not redefined.
    pub(super) fn is_library(&self, name: &str) -> bool {
        const VERBS: [&str; 10] =
            ["step", "fly", "hop", "jump", "dive", "pounce", "pass", "promote", "place", "remove-from-play"];
        VERBS.contains(&name) && !self.is_defined(name)
    }

    /// What a definition stands for.
    pub(in crate::rulebook) fn meaning(&self, define: &Define) -> Meaning {
        match &define.body {
            DefineBody::Expr(phrase) if self.states(phrase) => Meaning::Truth,
            DefineBody::Expr(phrase) if self.is_number(phrase) => Meaning::Number,
            _ => Meaning::Other,
        }
    }

    fn only_if(&self, condition: &Option<Expr>) -> String {
        condition.as_ref().map_or(String::new(), |one| format!(", but only if {}", self.condition(one)))
    }

    fn and_if(&self, condition: &Option<Expr>) -> String {
        condition.as_ref().map_or(String::new(), |one| format!(", if {}", self.condition(one)))
    }

    fn must(&self, moves: &Expr, condition: &Option<Expr>) -> String {
        let when = condition.as_ref().map_or(String::new(), |one| format!("If {}: ", self.condition(one)));
        let (base, filter) = match &moves.kind {
            ExprKind::Filtered(base, filter) => (&**base, Some(&**filter)),
            _ => (moves, None),
        };
        let plural = match &base.kind {
            ExprKind::Name(name) if name == "move" => "moves".to_owned(),
            _ => self.np(base, Form::Many),
        };
        let says = match filter {
            None if matches!(base.kind, ExprKind::Name(_)) => {
                format!("whoever can make {} must do so", self.np(base, Form::One))
            }
            None => format!("if there is {}, such a one must be chosen", self.np(base, Form::One)),
            Some(filter @ (Filter::Most(_, number) | Filter::Least(_, number))) => {
                let which = if matches!(filter, Filter::Most(..)) { self.most(number) } else { self.least(number) };
                match &base.kind {
                    // No other line compels moves of this class, so this one says that they must be made.
                    ExprKind::Name(class) if class != "move" && !self.compelled.contains(class) => {
                        format!("whoever can make {} must make one with the {which}", self.np(base, Form::One))
                    }
                    _ => format!("of several {plural}, one with the {which} must be chosen"),
                }
            }
            Some(_) => format!("if there is {}, such a one must be chosen", self.np(moves, Form::One)),
        };
        if when.is_empty() { capital(&says) } else { format!("{when}{says}") }
    }

    fn event(&self, event: &Event) -> String {
        let who = || self.np(&event.subject, Form::One);
        let on = |place: &Option<Expr>| place.as_ref().map_or(String::new(), |place| format!(" on {}", self.place(place)));
        match &event.verb {
            EventVerb::Lands(place) => format!("{} lands{} (even in the middle of a move)", who(), on(place)),
            EventVerb::Rests(place) => format!("a move is over and {} has come to rest{}", who(), on(place)),
            EventVerb::Taken => format!("{} is taken", who()),
            EventVerb::Leaves => format!("{} leaves the board", who()),
            EventVerb::Begins => format!("a {} begins", self.span_of_play(&event.subject)),
            EventVerb::Ends => format!("a {} ends", self.span_of_play(&event.subject)),
        }
    }

    fn span_of_play(&self, subject: &Expr) -> String {
        match &subject.kind {
            ExprKind::Name(name) if name == "leg" => "single step or jump".to_owned(),
            ExprKind::Name(name) => name.clone(),
            _ => self.np(subject, Form::Bare),
        }
    }

    fn define(&self, define: &Define) -> Step {
        let mut name = emphasised(&define.name.value);
        let params = |all: &[crate::syntax::ast::Param]| {
            let all: Vec<String> =
                all.iter().map(|one| format!("{} {}", super::a(&spoken(&one.ty.value)), emphasised(&one.name.value))).collect();
            joined(&all, "and")
        };
        if !define.params.is_empty() {
            name.push_str(&format!(" of {}", params(&define.params)));
        }
        for (label, more) in &define.labelled {
            name.push_str(&format!(", {} {}", label.value.word(), params(more)));
        }
        match &define.body {
            DefineBody::Path(path) => Step::plain(format!("{name}: to {}.", self.path(path))),
            DefineBody::Expr(phrase) if self.states(phrase) => {
                Step::plain(format!("{name} holds if {}.", self.condition(phrase)))
            }
            DefineBody::Expr(phrase) if self.is_number(phrase) => Step::plain(format!("{name} is {}.", self.number(phrase))),
            DefineBody::Expr(phrase) => {
                let said = if self.is_way(phrase) { self.ways(phrase) } else { self.np(phrase, Form::Many) };
                Step::plain(format!("{name} means: {said}."))
            }
            DefineBody::Suite(suite) if suite.statements.is_empty() => Step::plain(format!("{name} means: nothing is done.")),
            DefineBody::Suite(suite) => Step { says: format!("{name} means:"), inside: self.suite(suite) },
        }
    }

    pub(super) fn is_way(&self, phrase: &Expr) -> bool {
        match &phrase.kind {
            ExprKind::Name(name) => matches!(self.word(name), Word::Way(_)),
            ExprKind::Together(parts) | ExprKind::Or(parts) => parts.iter().all(|one| self.is_way(one)),
            ExprKind::IfElse(_, then, _) => self.is_way(then),
            _ => false,
        }
    }

    fn states(&self, phrase: &Expr) -> bool {
        match &phrase.kind {
            ExprKind::Is(..) | ExprKind::Compare(..) | ExprKind::Can(..) | ExprKind::And(_) | ExprKind::Not(_) => true,
            ExprKind::Quantified(word, _) => !matches!(word.value, Quantifier::Count | Quantifier::Total),
            ExprKind::Or(parts) => parts.iter().any(|one| self.states(one)),
            _ => false,
        }
    }

    fn remembered(&self, stored: &Stored) -> String {
        let name = spoken(&stored.name.value);
        let whose = stored.of.as_ref().map_or(String::new(), |of| format!(", one for each {}", of.value));
        let afresh = stored.each.as_ref().map_or(String::new(), |each| format!(" It starts afresh with each {}.", each.value));
        let start = stored.start.as_ref().map_or(String::new(), |start| format!(" It starts at {}.", self.number(start)));
        let bounds = match &stored.holds {
            Holds::Range(low, high) => format!(" from {} to {}", self.number(low), self.number(high)),
            Holds::Type(ty) if ty.value == "truth" => " whether it is so (at first it is not)".to_owned(),
            Holds::Type(ty) => format!(
                " {} (at first none)",
                self.np(&Expr { kind: ExprKind::Name(ty.value.clone()), span: ty.span }, Form::Many)
            ),
        };
        match stored.kind {
            StoredKind::Counter => format!("The count “{name}”{whose} goes{bounds}.{start}{afresh}"),
            StoredKind::Clock => format!(
                "The clock “{name}”{whose} goes{bounds}. At the end of each turn in which no rule has set it, it goes up by one.{start}{afresh}"
            ),
            StoredKind::Keep => format!("“{name}”{whose} remembers{bounds}.{afresh}"),
        }
    }
}

/// A beginning and what then happens, in one sentence if that is one step.
pub(super) fn sentence(beginning: String, steps: Vec<Step>) -> Step {
    match &steps[..] {
        [one] if one.inside.is_empty() => Step::plain(format!("{beginning}: {}", lower(&one.says))),
        _ => Step { says: format!("{beginning}:"), inside: steps },
    }
}

/// The text without its capital letter, unless the first word may be a name.
fn lower(text: &str) -> String {
    const PLAIN: [&str; 14] =
        ["Do", "As", "The", "It", "Its", "A", "An", "Every", "If", "One", "This", "Chance", "Choose", "These"];
    let first = text.split([' ', ',']).next().unwrap_or_default();
    if !PLAIN.contains(&first) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
