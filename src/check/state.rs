//! `state`: counters, clocks and kept things; also the declaration of definitions.

use crate::diagnostic::Diagnostic;
use crate::model::RuleId;
use crate::model::expr::{Expr, ExprKind, Type};
use crate::model::rules::{Each, Stored, StoredOf, StoredType};
use crate::syntax::ast::{self, Holds, Rule, StoredKind};

use super::chapters::Line;
use super::checker::Checker;
use super::definitions::{Definition, parameters};
use super::env::{Bound, Env, It, Stage};
use super::mentions::Sort;
use super::reading::Many;

/// Maximum number of counters, clocks and kept things.
const STORED: usize = 255;
/// Most clocks among them: whether each was set in a turn is a bit of a word.
const CLOCKS: usize = 32;

impl<'a> Checker<'a> {
    /// Declares all counters, clocks and kept things.
    pub(super) fn declare_stored(&mut self, lines: &[Line<'a>]) {
        for (rule, line) in lines {
            let Rule::Stored(stored) = line.rule else { continue };
            self.refuel();
            if let Some(first) = self.stored.iter().find(|one| one.name == stored.name.value) {
                let first = self.line_span(first.rule);
                self.report(
                    Diagnostic::error("E0316", stored.name.span, format!("`{}` is declared already", stored.name.value))
                        .label(first, "first declared here"),
                );
                continue;
            }
            if self.stored.len() >= STORED {
                self.report(Diagnostic::error(
                    "E0604",
                    line.span,
                    format!("a file may declare {STORED} counters, clocks and kept things"),
                ));
                return;
            }
            if stored.kind == StoredKind::Clock && self.stored.iter().filter(|one| one.clock).count() >= CLOCKS {
                self.report(
                    Diagnostic::error("E0604", line.span, format!("a file may declare {CLOCKS} clocks"))
                        .help("a counter that `when turn ends` raises counts turns, too"),
                );
                return;
            }
            let declared = self.declared_stored(*rule, stored);
            let ty = match &declared.holds {
                StoredType::Number { .. } => Type::Number,
                StoredType::Set(ty) => *ty,
            };
            if !self.unknown.typeless.contains(&stored.name.value) {
                self.mentions.note_type(stored.name.span, ty);
            }
            self.stored.push(declared);
        }
    }

    /// Whether the type of a kept thing is unknown after an error. Uses of it cannot be checked then.
    pub(super) fn is_typeless(&self, name: &str) -> bool {
        self.definitions.ask(name);
        self.unknown.typeless.contains(name)
    }

    fn declared_stored(&mut self, rule: RuleId, stored: &'a ast::Stored) -> Stored {
        if let Some(owner) = &stored.of {
            self.mentions.note(owner.span, Sort::Word, &owner.value, None);
        }
        let of = match &stored.of {
            None => StoredOf::Position,
            Some(word) => match word.value.as_str() {
                "player" | "players" => StoredOf::Player,
                "side" | "sides" => StoredOf::Side,
                other => {
                    self.report(
                        Diagnostic::error(
                            "E0346",
                            word.span,
                            format!("there is one for all, or one of each player or side, but not of each `{other}`"),
                        )
                        .help("write `of player` or `of side`, or leave it out"),
                    );
                    StoredOf::Position
                }
            },
        };
        let each = match &stored.each {
            None => Each::Game,
            Some(word) => match word.value.as_str() {
                "turn" => Each::Turn,
                "move" => Each::Move,
                other => {
                    self.report(
                        Diagnostic::error("E0347", word.span, format!("nothing starts afresh each `{other}`"))
                            .help("write `each turn` or `each move`"),
                    );
                    Each::Game
                }
            },
        };
        let env = Env::new(rule, Stage::Setup);
        let holds = self.holds(&env, stored).unwrap_or_else(|| {
            if matches!(stored.holds, Holds::Type(_)) {
                self.unknown.typeless.insert(stored.name.value.clone());
            }
            StoredType::Number { least: 0, greatest: 1, start: 0 }
        });
        let clock = stored.kind == StoredKind::Clock;
        Stored { rule, name: stored.name.value.clone(), of, holds, each, clock, half_moves: false }
    }

    fn holds(&mut self, env: &Env<'a>, stored: &'a ast::Stored) -> Option<StoredType> {
        match &stored.holds {
            Holds::Range(least, most) => {
                let (a, b) = (self.constant(env, least), self.constant(env, most));
                let (least_value, greatest) = (a?, b?);
                if greatest < least_value {
                    self.report(
                        Diagnostic::error(
                            "E0320",
                            least.span.to(most.span),
                            format!("from {least_value} to {greatest} there is no number"),
                        )
                        .help("the lesser number stands first"),
                    );
                    return None;
                }
                let start = match &stored.start {
                    Some(start) => self.constant(env, start)?,
                    None => 0.clamp(least_value, greatest),
                };
                if !(least_value..=greatest).contains(&start) {
                    let span = stored.start.as_ref().map_or(stored.name.span, |start| start.span);
                    self.report(
                        Diagnostic::error("E0348", span, format!("{start} is not from {least_value} to {greatest}"))
                            .label(least.span.to(most.span), "the range"),
                    );
                    return None;
                }
                Some(StoredType::Number { least: least_value, greatest, start })
            }
            Holds::Type(word) => {
                let ty = self.type_word(word)?;
                let fits = !matches!(ty, Type::Pile | Type::Move | Type::Token(_) | Type::Number);
                if !fits {
                    let name = self.type_name(ty);
                    let mut found = Diagnostic::error("E0349", word.span, format!("{name} cannot be kept"));
                    found = match ty {
                        Type::Number => found.help("a number has a range: `counter NAME: 0..10`"),
                        _ => found.help("pieces, sites, players, sides, kinds, directions, values and truths can"),
                    };
                    self.report(found);
                    return None;
                }
                if let Some(start) = &stored.start {
                    self.report(
                        Diagnostic::error("E0350", start.span, "a kept thing starts with nothing").help("set it in `setup`"),
                    );
                }
                Some(StoredType::Set(ty))
            }
        }
    }

    /// Declares all definitions, the library's included.
    pub(super) fn define_all(&mut self, lines: &[Line<'a>]) {
        for (rule, line) in lines {
            let Rule::Define(define) = line.rule else { continue };
            let types = parameters(define).map(|param| self.type_word(&param.ty)).collect();
            self.definitions.add(Definition { ast: define, rule: *rule, library: line.library, types, used: false });
        }
    }

    /// W0803 for definitions that nothing uses; they are checked by themselves, with parameters of the declared types.
    pub(super) fn unused_definitions(&mut self) {
        // If expansion was stopped by a limit, it is unknown which definitions would have been used.
        if self.findings.found.iter().any(|one| one.code == "E0602") {
            return;
        }
        self.put_in.by_itself = true;
        for index in 0..self.definitions.len() {
            let definition = self.definitions.get(index);
            if definition.used || definition.library {
                continue;
            }
            let (define, rule) = (definition.ast, definition.rule);
            self.refuel();
            self.put_in.within.push((index, define.name.span));
            self.look_inside(rule, define);
            self.put_in.within.pop();
            self.scope.finish();
            self.definitions.mark(index);
            self.report_plain(Diagnostic::warning(
                "W0803",
                define.name.span,
                format!("`{}` is defined but never used", define.name.value),
            ));
        }
    }

    /// Checks a definition by itself.
    pub(super) fn look_inside(&mut self, rule: RuleId, define: &'a ast::Define) {
        let mut env = Env::new(rule, Stage::Loose).acting(Many::One);
        let it = self.scope.add("it", Type::Piece, Many::One, None);
        env.it = It::Local(it);
        let types: Vec<Option<Type>> = parameters(define).map(|param| self.type_word(&param.ty)).collect();
        for (param, ty) in parameters(define).zip(types) {
            let bound = ty.map(|ty| Bound::Local(self.scope.add(&param.name.value, ty, Many::One, None)));
            env = env.bind(&param.name, bound.unwrap_or(Bound::Unknown));
        }
        match &define.body {
            ast::DefineBody::Path(path) => drop(self.path(&env, path)),
            ast::DefineBody::Expr(body) => {
                if let Some(first) = self.phrase(&env, body).first() {
                    self.mentions.note_type(define.name.span, first.ty());
                }
            }
            ast::DefineBody::Suite(suite) => drop(self.block(&env, suite)),
        }
    }

    /// Whether a phrase reads a counter or kept thing that is marked `each move`.
    pub(super) fn is_kept_each_move(&self, phrase: &Expr) -> bool {
        match phrase.kind {
            ExprKind::Stored(id, _) => self.stored.get(id.index()).is_some_and(|stored| stored.each == Each::Move),
            _ => false,
        }
    }
}
