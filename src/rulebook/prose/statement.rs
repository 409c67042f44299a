//! Statements in words, step by step.

use super::rule::sentence;
use super::{Form, Prose, Step, capital, emphasised};
use crate::source::Spanned;
use crate::syntax::ast::{Ending, Expr, ExprKind, Statement, StatementKind, Suite};

impl Prose<'_> {
    /// The steps of a block.
    pub(in crate::rulebook) fn suite(&self, suite: &Suite) -> Vec<Step> {
        suite.statements.iter().map(|one| self.documented(one)).collect()
    }

    fn documented(&self, statement: &Statement) -> Step {
        let mut step = self.statement(statement);
        if let Some(doc) = &statement.doc {
            step.says = format!("{} {}", doc.value.replace('\n', " "), step.says);
        }
        step
    }

    /// One statement.
    pub(in crate::rulebook) fn statement(&self, statement: &Statement) -> Step {
        let nested = |says: String, suite: &Suite| Step { says, inside: self.suite(suite) };
        match &statement.kind {
            StatementKind::Either(suites) => {
                let inside = suites.iter().map(|suite| {
                    let steps = self.suite(suite);
                    match <[Step; 1]>::try_from(steps) {
                        Ok([one]) => one,
                        Err(steps) => Step { says: "All of this, in order:".into(), inside: steps },
                    }
                });
                Step { says: "One of these, as is chosen:".into(), inside: inside.collect() }
            }
            StatementKind::May(suite) => match &suite.statements[..] {
                [Statement { kind: StatementKind::Repeat(None, again), .. }] => nested("As often as is wanted:".into(), again),
                _ => nested("If it is wanted:".into(), suite),
            },
            StatementKind::Repeat(None, suite) => nested("As often as it can be done:".into(), suite),
            StatementKind::Repeat(Some(number), suite) => nested(capital(&format!("{} times:", self.number(number))), suite),
            StatementKind::For(name, of, suite) => {
                let each = match self.is_way(of) {
                    true => format!("For each direction ({})", self.ways(of)),
                    false => format!("For each of {}", self.definite(of)),
                };
                nested(format!("{each}, called {}:", emphasised(&name.value)), suite)
            }
            StatementKind::If(condition, then, otherwise) => {
                let beginning = format!("If {}", self.condition(condition));
                match otherwise {
                    None => Step { says: format!("{beginning}:"), inside: self.suite(then) },
                    Some(otherwise) => Step {
                        says: "As the case is:".into(),
                        inside: self.cases(vec![sentence(beginning, self.suite(then))], otherwise),
                    },
                }
            }
            StatementKind::As(piece, suite) => {
                nested(format!("With {} as the moving piece:", self.np(piece, Form::The)), suite)
            }
            StatementKind::Conditional(inner, condition) => {
                let mut step = self.statement(inner);
                if !step.inside.is_empty() {
                    return Step { says: format!("If {}:", self.condition(condition)), inside: vec![step] };
                }
                step.says = format!("{}, if {}.", step.says.trim_end_matches('.'), self.condition(condition));
                step
            }
            simple => Step::plain(format!("{}.", capital(&self.simple(simple)))),
        }
    }

    /// The cases of an `if` from its `else` on: an `else` that is only another `if` is a further case.
    fn cases(&self, mut cases: Vec<Step>, otherwise: &Suite) -> Vec<Step> {
        match &otherwise.statements[..] {
            [Statement { kind: StatementKind::If(condition, then, further), doc: None, .. }] => {
                cases.push(sentence(format!("Otherwise, if {}", self.condition(condition)), self.suite(then)));
                further.iter().for_each(|further| cases = self.cases(std::mem::take(&mut cases), further));
            }
            _ => cases.push(sentence("Otherwise".to_owned(), self.suite(otherwise))),
        }
        cases
    }

    fn simple(&self, kind: &StatementKind) -> String {
        let the = |phrase: &Expr| self.np(phrase, Form::The);
        match kind {
            StatementKind::Choose { quantity, name, from, by } => {
                let who = match by.as_ref().map(|by| (&by.kind, by)) {
                    None => "choose".to_owned(),
                    Some((ExprKind::Name(name), _)) if name == "chance" => "chance draws".to_owned(),
                    Some((_, by)) => format!("{} chooses", the(by)),
                };
                format!("{who} {}; call what is chosen {}", self.chosen(quantity, from), emphasised(&name.value))
            }
            StatementKind::Let(name, what) => format!("{} is called {}", self.value(what), emphasised(&name.value)),
            StatementKind::Set(what, to) => self.set(what, to),
            StatementKind::Raise(what, by) => format!("{} goes up by {}", self.number(what), self.number(by)),
            StatementKind::Lower(what, by) => format!("{} goes down by {}", self.number(what), self.number(by)),
            StatementKind::Move(what, to) => match &to.kind {
                ExprKind::Name(name) if name == "box" => format!("{} leaves the game", self.every(what)),
                _ => format!("{} goes to {}", self.every(what), the(to)),
            },
            StatementKind::Take(what) => format!("{} is taken", self.every(what)),
            StatementKind::Exchange(all) => {
                let all: Vec<String> = all.iter().map(the).collect();
                match &all[..] {
                    [one, other] => format!("{one} and {other} change places"),
                    _ => format!(
                        "these change places, each going where the next stands, the last where the first stood: {}",
                        all.join("; ")
                    ),
                }
            }
            StatementKind::Shuffle(what) => format!("{} is shuffled", the(what)),
            StatementKind::Show(what, who) => format!("{} is shown to {}", the(what), the(who)),
            StatementKind::Prevent => "it is not captured after all".to_owned(),
            StatementKind::End(ending, reason) => {
                let text = match ending.value {
                    Ending::Leg => "the rest of this leg is left out",
                    Ending::Move => "the move ends there: no further leg begins",
                    Ending::Turn => "the turn ends there: no further move of it begins",
                    Ending::Game => "the game ends, and the scores decide",
                };
                format!("{text}{}", because(reason))
            }
            StatementKind::Require(condition) => match self.condition(condition).as_str() {
                "never" => "this cannot be done".to_owned(),
                condition => format!("this can be done only if {condition}"),
            },
            StatementKind::Play(moves, by) => {
                let who = by.as_ref().map_or("the player to move".to_owned(), the);
                match &moves.kind {
                    ExprKind::Name(name) if name == "move" => format!("{who} makes one move of any sort"),
                    _ => format!("{who} makes {}", self.np(moves, Form::One)),
                }
            }
            StatementKind::Wins(who, reason) => format!("the game is won by {}{}", self.who(who), because(reason)),
            StatementKind::Loses(who, reason) => format!("the game is lost by {}{}", self.who(who), because(reason)),
            StatementKind::Draw(reason) => format!("the game is drawn{}", because(reason)),
            StatementKind::Verb(verb) => match verb {
                crate::syntax::ast::Verb::Path(path) => format!("the moving piece has to {}", self.path(path)),
                crate::syntax::ast::Verb::Call(call) if self.is_library(&call.name.value) => {
                    self.verb(&crate::syntax::ast::Verb::Call(call.clone()))
                }
                call => format!("do {}", self.verb(call)),
            },
            StatementKind::Either(_) | StatementKind::May(_) | StatementKind::Repeat(..) | StatementKind::For(..) => {
                String::new()
            }
            StatementKind::If(..) | StatementKind::As(..) | StatementKind::Conditional(..) => String::new(),
        }
    }

    /// Who wins or loses; everybody is `every player`.
    pub(super) fn who(&self, who: &Expr) -> String {
        match &who.kind {
            ExprKind::Name(name) if matches!(name.as_str(), "player" | "side") => format!("every {name}"),
            ExprKind::Filtered(..) => self.np(who, Form::One),
            _ => self.np(who, Form::The),
        }
    }

    fn value(&self, what: &Expr) -> String {
        if self.is_number(what) { self.number(what) } else { self.np(what, Form::The) }
    }

    fn set(&self, what: &Expr, to: &Expr) -> String {
        if let ExprKind::Of(field, whose) = &what.kind
            && matches!(&field.kind, ExprKind::Name(name) if name == "kind")
        {
            return format!("{} becomes {}", self.np(whose, Form::The), self.np(to, Form::One));
        }
        let said = self.stored_name(what).unwrap_or_else(|| self.value(what));
        match &to.kind {
            ExprKind::Name(word) if word == "true" => format!("{said} holds from now on"),
            ExprKind::Name(word) if word == "false" => format!("{said} no longer holds"),
            ExprKind::Name(word) if word == "none" => format!("{said} is cleared"),
            _ if self.is_number(what) && self.number(to) == said => format!("{said} stays as it is"),
            _ if self.is_number(what) || self.is_number(to) => format!("{said} is set to {}", self.number(to)),
            _ if said.starts_with('“') => format!("{said} remembers {} from now on", self.all_of(to)),
            _ => format!("{said} is now {}", self.worth(to)),
        }
    }

    /// What is remembered: `the squares of the own men` if it is a set; else the one thing.
    fn all_of(&self, what: &Expr) -> String {
        let several = |set: &Expr| self.every(set).starts_with("every ");
        match &what.kind {
            ExprKind::Of(field, whose) if matches!(&field.kind, ExprKind::Name(name) if name == "site") && several(whose) => {
                format!("the {}s of {}", self.square(), self.definite(whose))
            }
            // a kind that is remembered means the kind, not its pieces
            ExprKind::Name(name) if self.equipment.kinds.iter().any(|kind| kind.name == *name) => self.np(what, Form::The),
            _ if several(what) => self.definite(what),
            _ => self.np(what, Form::The),
        }
    }

    /// `“spared”`, `“reign” of the player to move`
    fn stored_name(&self, what: &Expr) -> Option<String> {
        let (name, whose) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Of(name, whose) => match &name.kind {
                ExprKind::Name(name) => (name, Some(whose)),
                _ => return None,
            },
            _ => return None,
        };
        let known = self.stored.iter().find(|one| one.name == *name)?;
        let numbered = matches!(known.holds, crate::model::rules::StoredType::Number { .. });
        let word = match (numbered, known.clock) {
            (true, true) => format!("the clock “{}”", super::spoken(name)),
            (true, false) => format!("the count “{}”", super::spoken(name)),
            (false, _) => format!("“{}”", super::spoken(name)),
        };
        Some(whose.map_or(word.clone(), |whose| format!("{word} of {}", self.np(whose, Form::The))))
    }
}

/// The reason given for a result.
pub(super) fn because(reason: &Option<Spanned<String>>) -> String {
    reason.as_ref().map_or(String::new(), |reason| format!(" (“{}”)", reason.value))
}
