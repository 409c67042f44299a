//! Recording of names by the parts of the checker that look them up.

use crate::model::expr::{ExprKind, Field, RelativeRow, Type};
use crate::model::{LocalId, RuleId};
use crate::source::Span;
use crate::syntax::ast::{self, DefineBody, Rule};

use super::super::chapters::Line;
use super::super::checker::Checker;
use super::super::env::{Bound, Env, It, Stage};
use super::super::flat::Flat;
use super::super::names::GIVEN;
use super::super::reading::{Many, Reading};
use super::meaning::Sort;
use super::rules::sort_of;

impl<'a> Checker<'a> {
    /// Checks the rules that others replace or remove for their names only; their diagnostics are dropped.
    pub(in crate::check) fn look_at_struck(&mut self, flat: &Flat<'a, '_>) {
        if self.findings.flooded {
            return;
        }
        let said = self.findings.found.len();
        for line in &flat.struck {
            if self.mentions.struck.borrow_mut().insert(line.span) {
                self.look_at(&(RuleId(0), line.clone()));
                self.scope.finish();
            }
        }
        if self.mentions.given.borrow().is_empty() {
            self.note_given();
        }
        self.findings.found.truncate(said);
    }

    /// Records the type of each word of the language that means something in this game.
    fn note_given(&mut self) {
        let mut env = Env::new(RuleId(0), Stage::Loose).acting(Many::One);
        env.it = It::Local(self.scope.add("it", Type::Piece, Many::One, None));
        let board = &self.equipment.board;
        let ways = board.directions.iter().map(|way| &way.name).chain(board.named.iter().map(|named| &named.name));
        let ways: Vec<(String, Type)> = ways.map(|name| (name.clone(), Type::Direction)).collect();
        let mut all: Vec<(String, Type)> = Vec::new();
        for name in GIVEN.iter().filter(|name| **name != "move") {
            let given = self.given_word(&env, name, Span::default()).flatten();
            let reading = given.or_else(|| self.declared(&env, name, Span::default()).into_iter().next());
            all.extend(reading.map(|one| ((*name).to_owned(), one.ty())));
        }
        all.push(("move".to_owned(), Type::Move));
        all.extend(ways.into_iter().filter(|(name, _)| !GIVEN.contains(&name.as_str())));
        self.mentions.given.replace(all);
        for index in 0..self.definitions.len() {
            let define = self.definitions.get(index).ast;
            if let DefineBody::Expr(_) = define.body {
                self.refuel();
                self.put_in.within.push((index, define.name.span));
                self.look_inside(RuleId(0), define);
                self.put_in.within.pop();
            }
        }
        self.scope.finish();
    }

    fn look_at(&mut self, line: &Line<'a>) {
        self.refuel();
        let mut env = Env::new(RuleId(0), Stage::Loose).acting(Many::One);
        match line.1.rule {
            Rule::May { subject, verb, condition, suite } => drop(self.may(line.0, subject, verb, condition, suite)),
            Rule::Chain { condition, .. } => drop(self.condition(&env, condition)),
            Rule::Must { .. } => drop(self.obligation(line)),
            Rule::Trigger { .. } => drop(self.trigger(line)),
            Rule::Score { .. } => drop(self.score(line)),
            Rule::Soon { .. } | Rule::CannotMove { .. } => drop(self.ending(line)),
            Rule::Statement(statement) => drop(self.statement(&mut env, statement)),
            Rule::Define(define) => self.look_inside(RuleId(0), define),
            Rule::Stored(_) | Rule::Removal(_) => {}
        }
    }

    /// `env` with a name of this rule bound to a local, and the name recorded.
    pub(in crate::check) fn bound(&self, env: &Env<'a>, name: &'a ast::Word, local: LocalId) -> Env<'a> {
        self.mentions.note(name.span, Sort::Local, &name.value, Some(name.span));
        env.bind(name, Bound::Local(local))
    }

    /// `env` with a name of this rule bound to something unknown, and the name recorded.
    pub(in crate::check) fn bound_unknown(&self, env: &Env<'a>, name: &'a ast::Word) -> Env<'a> {
        self.mentions.note(name.span, Sort::Local, &name.value, Some(name.span));
        env.bind(name, Bound::Unknown)
    }

    /// Records the use of a bound name.
    pub(in crate::check) fn note_bound(&self, env: &Env<'a>, name: &str, span: Span) {
        let Some(binding) = env.binding(name) else { return };
        self.mentions.note(span, Sort::Local, name, Some(binding.name.span));
    }

    /// Records the use of a definition.
    pub(in crate::check) fn note_definition(&self, index: usize, span: Span) {
        let define = self.definitions.get(index).ast;
        self.mentions.note(span, sort_of(define), &define.name.value, Some(define.name.span));
    }

    /// Records a class of moves, or `move` for all of them.
    pub(in crate::check) fn note_moves(&self, name: &str, span: Span) {
        let sort = if name == "move" { Sort::Word } else { Sort::Moves };
        self.mentions.note(span, sort, name, None);
    }

    /// Records the type of a parameter or of a kept thing.
    pub(in crate::check) fn note_type(&self, ty: Type, word: &ast::Word) {
        let sort = match ty {
            Type::Token(_) => Sort::Token,
            Type::Value(_) => Sort::Set,
            _ => Sort::Word,
        };
        self.mentions.note(word.span, sort, &word.value, None);
    }

    /// Records the word before `of`.
    pub(in crate::check) fn note_field(&self, name: &str, span: Span) {
        let eq = self.equipment;
        for name in self.spellings(name) {
            let attributes = eq.tokens.iter().flat_map(|token| token.attributes.iter().map(|(name, _)| name));
            let mut attributes = attributes
                .chain(eq.players.iter().flat_map(|player| player.attributes.iter().map(|(name, ..)| name)))
                .chain(eq.slots.iter().map(|slot| &slot.name));
            let sort = if attributes.any(|one| *one == name) {
                Sort::Attribute
            } else if eq.under.as_ref().is_some_and(|(slot, _)| *slot == name) {
                Sort::Token
            } else if eq.piles.iter().any(|pile| pile.name == name) {
                Sort::Pile
            } else if self.stored.iter().any(|stored| stored.name == name) {
                Sort::Stored
            } else if eq.regions.iter().any(|region| region.name == name) {
                Sort::Region
            } else if self.fields_named(&name) {
                Sort::Word
            } else {
                continue;
            };
            return self.mentions.note(span, sort, &name, None);
        }
    }

    /// Records a declared name; `reading` is its first reading at this place.
    pub(in crate::check) fn note_declared(&self, reading: &Reading, name: &str, span: Span) {
        let eq = self.equipment;
        let sort = match &reading.expr.kind {
            ExprKind::Kinds(_) => Sort::Kind,
            ExprKind::Values(_) if eq.enums.iter().any(|set| set.values.iter().any(|value| value == name)) => Sort::Value,
            ExprKind::Values(_) => Sort::Set,
            ExprKind::Players(_) => Sort::Player,
            ExprKind::Sides(_) => Sort::Side,
            ExprKind::Tokens(_) => Sort::Token,
            ExprKind::Number(_) => Sort::Number,
            ExprKind::Sites(_) if eq.board.site(name).is_some() => Sort::Site,
            ExprKind::Sites(_) | ExprKind::RelativeSites(RelativeRow::Region(_), _) => Sort::Region,
            ExprKind::Directions(_) => Sort::Direction,
            ExprKind::Moves(_) => return self.note_moves(name, span),
            ExprKind::Field(Field::Pile(_), _) => Sort::Pile,
            ExprKind::Stored(..) => Sort::Stored,
            _ => Sort::Word,
        };
        self.mentions.note(span, sort, name, None);
    }
}
