//! Numbers in words.

use super::names::Word;
use super::{EM, Form, Prose, spoken};
use crate::model::Measure;
use crate::model::equipment::{PileHolds, Slot, SlotType};
use crate::syntax::ast::{Expr, ExprKind, Quantifier, Sign};

impl Prose<'_> {
    /// Whether a phrase is a number itself; a set may be counted where a number is expected.
    pub(super) fn is_number(&self, phrase: &Expr) -> bool {
        match &phrase.kind {
            ExprKind::Number(_) | ExprKind::Sum(..) | ExprKind::Product(..) => true,
            ExprKind::Quantified(word, _) => matches!(word.value, Quantifier::Count | Quantifier::Total),
            ExprKind::Name(name) => matches!(self.word(name), Word::Number(_)),
            ExprKind::Of(what, _) => match &what.kind {
                ExprKind::Name(name) => {
                    name == "value" || Measure::called(name).is_some() || matches!(self.word(name), Word::Number(_))
                }
                _ => false,
            },
            ExprKind::IfElse(_, then, _) => self.is_number(then),
            ExprKind::Function(call) => matches!(call.name.value.as_str(), "order" | "abs" | "remainder"),
            _ => false,
        }
    }

    /// A number in words.
    pub(super) fn number(&self, phrase: &Expr) -> String {
        match &phrase.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Name(name) => match self.word(name) {
                Word::Number(text) => text,
                // A number that the rule itself has named.
                Word::Unique(text) if text.starts_with(EM) => text,
                _ => self.counted(phrase),
            },
            ExprKind::Quantified(word, of) if word.value == Quantifier::Count => self.counted(of),
            ExprKind::Quantified(word, of) if word.value == Quantifier::Total => match &of.kind {
                ExprKind::Of(what, whose) => {
                    format!("the total {} of {}", self.np(what, Form::Bare), self.np(whose, Form::Many))
                }
                _ => format!("the total of {}", self.np(of, Form::Many)),
            },
            ExprKind::Sum(left, sign, right) => {
                let word = if sign.value == Sign::Plus { "plus" } else { "minus" };
                format!("{} {word} {}", self.number(left), self.number(right))
            }
            ExprKind::Product(left, right) => format!("{} times {}", self.number(left), self.number(right)),
            ExprKind::IfElse(condition, then, otherwise) => {
                let (then, otherwise) = (self.number(then), self.number(otherwise));
                format!("{then} (if {}) or else {otherwise}", self.condition(condition))
            }
            ExprKind::Of(..) | ExprKind::Function(_) => self.np(phrase, Form::The),
            _ => self.counted(phrase),
        }
    }

    /// Whether a number is the size of a set.
    pub(super) fn is_counted(&self, number: &Expr) -> bool {
        match &number.kind {
            ExprKind::Quantified(word, _) => word.value == Quantifier::Count,
            ExprKind::Of(what, _) if self.is_value(what) => false,
            _ => !self.is_number(number),
        }
    }

    /// Whether a field is an attribute, whose value is one of a set in ascending order.
    pub(super) fn is_value(&self, field: &Expr) -> bool {
        let of_a_set = |slot: &Slot| matches!(slot.holds, SlotType::Value(_));
        matches!(&field.kind, ExprKind::Name(name) if self.equipment.slots.iter().any(|slot| slot.name == *name && of_a_set(slot)))
    }

    /// What a pile holds, if the phrase is a pile: `cards`.
    pub(super) fn contents(&self, pile: &Expr) -> Option<String> {
        let name = match &pile.kind {
            ExprKind::Name(name) => name,
            ExprKind::Of(what, _) => match &what.kind {
                ExprKind::Name(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        // The pile `captured` has words of its own.
        let pile = self.equipment.piles.iter().find(|pile| pile.name == *name && name != "captured")?;
        Some(match pile.holds {
            PileHolds::Token(token) => {
                self.equipment.tokens.get(token.index()).map_or("tokens".into(), |token| spoken(&token.plural))
            }
            PileHolds::Kind(kind) => {
                self.equipment.kinds.get(kind.index()).map_or("pieces".into(), |kind| spoken(&kind.plural))
            }
            PileHolds::Pieces => "pieces".to_owned(),
        })
    }

    fn counted(&self, things: &Expr) -> String {
        format!("the number of {}", self.counted_things(things))
    }

    /// Things as they are counted: `pieces taken in this move`.
    pub(super) fn counted_things(&self, things: &Expr) -> String {
        let text = self.np(things, Form::Many);
        if let Some(contents) = self.contents(things) {
            return format!("{contents} in {}", self.np(things, Form::The));
        }
        text.strip_prefix("the ").unwrap_or(&text).to_owned()
    }
}
