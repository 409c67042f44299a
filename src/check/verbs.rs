//! Calls of verbs and functions, which are expanded where they are used.

use std::rc::Rc;

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Arithmetic, Expr, ExprKind, Type};
use crate::model::rules::{Block, Path};
use crate::source::Span;
use crate::syntax::ast::{self, Call, DefineBody, Quantifier, Verb};
use crate::syntax::words::RESERVED;

use super::checker::Checker;
use super::definitions::{outline, parameters};
use super::env::{Argument, Bound, Env};
use super::mentions::Sort;
use super::reading::{Many, Reading};

/// The expansion of a verb.
pub(super) enum Meant {
    /// A path, and the name of the verb, if it had one.
    Path(Option<String>, Path),
    /// Statements, and the name of the verb.
    Body(String, Block),
}

impl<'a> Checker<'a> {
    /// A verb at the place where it is used.
    pub(super) fn verb(&mut self, env: &Env<'a>, verb: &'a Verb) -> Option<Meant> {
        match verb {
            Verb::Path(path) => self.path(env, path).map(|path| Meant::Path(None, path)),
            Verb::Call(call) => self.call(env, call),
        }
    }

    fn call(&mut self, env: &Env<'a>, call: &'a Call) -> Option<Meant> {
        let Some(index) = self.definitions.verb(call) else {
            self.unknown_verb(call, false);
            return None;
        };
        self.note_definition(index, call.name.span);
        let inside = self.enter_definition(env, index, call)?;
        let define = self.definitions.get(index).ast;
        let name = define.name.value.clone();
        let meant = match &define.body {
            DefineBody::Path(path) => self.path(&inside, path).map(|path| Meant::Path(Some(name), path)),
            DefineBody::Suite(suite) => Some(Meant::Body(name, self.block(&inside, suite))),
            DefineBody::Expr(_) => None,
        };
        self.leave_definition();
        meant
    }

    /// `f(x, y)`, `order(A, L)`
    pub(super) fn function(&mut self, env: &Env<'a>, call: &'a Call, span: Span) -> Vec<Reading> {
        let name = call.name.value.as_str();
        let Some(index) = self.definitions.function(name) else {
            if matches!(name, "order" | "remainder") {
                self.mentions.note(call.name.span, Sort::Word, name, None);
            }
            if name == "order" && call.args.len() == 2 {
                return self.order(env, &call.args[0], &call.args[1], span).into_iter().collect();
            }
            if name == "remainder" && call.args.len() == 2 {
                return self.remainder(env, &call.args[0], &call.args[1], span).into_iter().collect();
            }
            self.unknown_function(call);
            return Vec::new();
        };
        self.note_definition(index, call.name.span);
        let Some(inside) = self.enter_definition(env, index, call) else { return Vec::new() };
        let readings = match &self.definitions.get(index).ast.body {
            DefineBody::Expr(body) => self.phrase(&inside, body),
            _ => Vec::new(),
        };
        self.leave_definition();
        readings
    }

    /// Whether a function name before brackets denotes a number and nothing else.
    pub(super) fn is_number_function(&self, name: &str) -> bool {
        match self.definitions.function(name) {
            Some(index) => matches!(&self.definitions.get(index).ast.body, DefineBody::Expr(body) if is_a_number(body)),
            None => name == "remainder",
        }
    }

    /// A defined set, expanded.
    pub(super) fn expand_set(&mut self, env: &Env<'a>, index: usize, span: Span) -> Vec<Reading> {
        if !self.not_in_itself(index, span) {
            return Vec::new();
        }
        self.note_definition(index, span);
        self.definitions.mark(index);
        self.put_in.within.push((index, span));
        let definition = self.definitions.get(index);
        let inside = Env { names: None, rule: definition.rule, ..env.clone() };
        let readings = match &definition.ast.body {
            DefineBody::Expr(body) => self.phrase(&inside, body),
            _ => Vec::new(),
        };
        self.leave_definition();
        readings
    }

    /// `order(A, L)`
    fn order(&mut self, env: &Env<'a>, set: &'a ast::Expr, list: &'a ast::Expr, span: Span) -> Option<Reading> {
        let at = list.span;
        let list = self.expect_any(env, list)?;
        if !super::fields::is_list(&list.expr) {
            self.report(
                Diagnostic::error("E0333", at, "`order` wants a list, whose order means something")
                    .help("`taken` is one: `order(king, taken)`"),
            );
            return None;
        }
        let set = self.expect(env, set, list.ty())?;
        let kind = ExprKind::Order(Box::new(set.expr), Box::new(list.expr));
        Some(Reading::new(kind, Type::Number, span, Many::One))
    }

    /// `remainder(A, N)`
    fn remainder(&mut self, env: &Env<'a>, of: &'a ast::Expr, by: &'a ast::Expr, span: Span) -> Option<Reading> {
        let (number, divisor) = (self.number(env, of), self.constant(env, by));
        let (number, divisor) = (number?.expr, divisor?);
        if divisor < 1 {
            self.report(
                Diagnostic::error("E0335", by.span, format!("nothing is left over when something is divided by {divisor}"))
                    .help("the second number of `remainder` is 1 or more: `remainder(rank of it, 2)`"),
            );
            return None;
        }
        let by = Expr { kind: ExprKind::Number(divisor), ty: Type::Number, span: by.span };
        let kind = match number.kind {
            ExprKind::Number(number) => ExprKind::Number(Arithmetic::Remainder.of(number, divisor)),
            _ => ExprKind::Arithmetic(Arithmetic::Remainder, Box::new(number), Box::new(by)),
        };
        Some(Reading::new(kind, Type::Number, span, Many::One))
    }

    /// The environment of a definition's body at this call, or an error about the arguments or a circular definition. To be
    /// followed by `leave_definition`.
    fn enter_definition(&mut self, env: &Env<'a>, index: usize, call: &'a Call) -> Option<Env<'a>> {
        if !self.enter(call.span) || !self.not_in_itself(index, call.name.span) {
            return None;
        }
        self.definitions.mark(index);
        let definition = self.definitions.get(index);
        let (define, rule, types) = (definition.ast, definition.rule, definition.types.clone());
        let arguments: Vec<&'a ast::Expr> = call.args.iter().chain(call.labelled.iter().map(|(_, arg)| arg)).collect();
        let wanted = parameters(define).count();
        if arguments.len() != wanted || call.args.len() != define.params.len() {
            let shape = outline(define);
            let line = self.line_span(rule);
            self.report(
                Diagnostic::error(
                    "E0313",
                    call.span,
                    format!(
                        "`{shape}` takes {wanted} argument{}, and {} {} given",
                        if wanted == 1 { "" } else { "s" },
                        arguments.len(),
                        if arguments.len() == 1 { "is" } else { "are" },
                    ),
                )
                .label(line, "defined here"),
            );
            return None;
        }
        let mut inside = Env { names: None, rule, ..env.clone() };
        for ((param, ty), phrase) in parameters(define).zip(types).zip(arguments) {
            let argument = Argument { phrase, env: env.clone(), ty: ty?, within: self.put_in.within.len() };
            inside = inside.bind(&param.name, Bound::Argument(Rc::new(argument)));
        }
        self.put_in.within.push((index, call.span));
        Some(inside)
    }

    pub(super) fn leave_definition(&mut self) {
        self.put_in.within.pop();
    }

    /// E0601 if the definition is being expanded already.
    fn not_in_itself(&mut self, index: usize, span: Span) -> bool {
        let Some(first) = self.put_in.within.iter().position(|(one, _)| *one == index) else { return true };
        let circle: Vec<String> = self.put_in.within[first..]
            .iter()
            .map(|(one, _)| *one)
            .chain([index])
            .map(|one| format!("`{}`", self.definitions.get(one).ast.name.value))
            .collect();
        let name = &circle[0];
        let mut found = Diagnostic::error("E0601", span, format!("{name} is defined by itself: {}", circle.join(" → ")))
            .help("a definition is put in where it is used, so it cannot contain itself; use `repeat` for what happens again");
        for (one, at) in self.put_in.within[first..].iter().skip(1) {
            found = found.label(*at, format!("uses `{}`", self.definitions.get(*one).ast.name.value));
        }
        self.report_plain(found);
        false
    }

    fn unknown_function(&mut self, call: &'a Call) {
        let name = call.name.value.as_str();
        let mut found = Diagnostic::error("E0334", call.name.span, format!("`{name}(…)` is not defined"));
        if name == "order" {
            found = found.help("`order` takes a set and a list: `order(king, taken)`");
        } else if name == "remainder" {
            found = found.help("`remainder` takes what is divided, and by how much: `remainder(rank of it, 2)`");
        } else {
            found = found.near(call.name.span, name, self.definitions.names().chain(RESERVED).chain(["order", "remainder"]));
        }
        self.report(found);
    }

    /// The value of a number that is known before the game begins, or E0335.
    pub(super) fn constant(&mut self, env: &Env<'a>, phrase: &'a ast::Expr) -> Option<i64> {
        let number = self.number(env, phrase)?;
        match number.expr {
            Expr { kind: ExprKind::Number(number), .. } => Some(number),
            _ if env.moment.stage == super::env::Stage::Loose => Some(1),
            _ => {
                self.report(
                    Diagnostic::error("E0335", phrase.span, "this number must be known before the game begins")
                        .help("write a number, or a name of `[numbers]` in the front matter"),
                );
                None
            }
        }
    }
}

/// Whether a phrase is a number by its syntax alone.
pub(super) fn is_a_number(phrase: &ast::Expr) -> bool {
    use ast::ExprKind::{IfElse, Number, Product, Quantified, Sum};
    match &phrase.kind {
        Number(_) | Sum(..) | Product(..) => true,
        Quantified(how, _) => matches!(how.value, Quantifier::Count | Quantifier::Total),
        IfElse(_, then, otherwise) => is_a_number(then) || is_a_number(otherwise),
        _ => false,
    }
}
