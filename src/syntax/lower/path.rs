//! Lowers verbs: calls of defined words, and paths.

use super::{Lower, first, parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Call, Expr, LabelWord, Path, PathItem, PathMode, Quantity, Verb};
use crate::syntax::grammar::{Found, Rule};

impl Lower<'_, '_> {
    /// Lowers a path or a call, or a `verb` node that contains one.
    pub(super) fn verb(&mut self, found: Found<'_>) -> Verb {
        match found.as_rule() {
            Rule::path => Verb::Path(self.path(found)),
            Rule::verb => match parts(found.clone()).next() {
                Some(inner) => self.verb(inner),
                None => Verb::Call(self.call(found)),
            },
            _ => Verb::Call(self.call(found)),
        }
    }

    /// Lowers a call: `jump forward over enemy`, `apart(here, there)`.
    pub(super) fn call(&mut self, found: Found<'_>) -> Call {
        let span = self.span(&found);
        let mut inner = parts(found);
        let head = inner.next();
        let callee = head.as_ref().is_some_and(|head| head.as_rule() == Rule::callee);
        let mut name = self.word(head, span);
        if callee {
            name.span.end = name.span.start + name.value.len() as u32;
        }
        let (mut args, mut labelled) = (Vec::new(), Vec::new());
        for part in inner {
            if part.as_rule() == Rule::labelled_arg {
                let mut inner = parts(part);
                let label = self.label(inner.next(), span);
                labelled.push((label, self.phrase(inner.next(), span)));
            } else {
                args.push(self.expr(part));
            }
        }
        Call { name, args, labelled, span }
    }

    pub(super) fn label(&mut self, found: Option<Found<'_>>, at: Span) -> Spanned<LabelWord> {
        let Some(found) = found else { return Spanned::new(LabelWord::To, at) };
        let word = match found.as_str() {
            "over" => LabelWord::Over,
            "onto" => LabelWord::Onto,
            "at" => LabelWord::At,
            _ => LabelWord::To,
        };
        Spanned::new(word, self.span(&found))
    }

    pub(super) fn path(&mut self, found: Found<'_>) -> Path {
        let span = self.span(&found);
        let mut inner = parts(found);
        let mode = inner.next().map_or(Spanned::new(PathMode::Go, span), |mode| {
            let value = match mode.as_str() {
                "strike" => PathMode::Strike,
                "sweep" => PathMode::Sweep,
                _ => PathMode::Go,
            };
            Spanned::new(value, self.span(&mode))
        });
        let ways = self.phrase(inner.next(), span);
        let items = inner.map(|item| self.path_item(item)).collect();
        Path { mode, ways, items, span }
    }

    fn path_item(&mut self, found: Found<'_>) -> PathItem {
        let span = self.span(&found);
        let Some(item) = parts(found).next() else { return PathItem::Here(span) };
        match item.as_rule() {
            Rule::past => {
                let (quantity, set) = self.counted(item, span);
                PathItem::Past(quantity, set)
            }
            Rule::taking => {
                let (quantity, set) = self.counted(item, span);
                PathItem::Taking(quantity, set)
            }
            Rule::many => {
                let mut quantity = Quantity::One;
                let mut items = Vec::new();
                for part in parts(item) {
                    match part.as_rule() {
                        Rule::quantity | Rule::name => quantity = self.quantity(part),
                        _ => items.push(self.path_item(part)),
                    }
                }
                PathItem::Group(quantity, items)
            }
            _ => PathItem::To(self.phrase(parts(item).next(), span)),
        }
    }

    fn counted(&mut self, found: Found<'_>, at: Span) -> (Quantity, Expr) {
        let mut inner = parts(found).peekable();
        let quantity = match inner.next_if(|part| part.as_rule() == Rule::quantity) {
            Some(part) => self.quantity(part),
            None => Quantity::One,
        };
        (quantity, self.phrase(inner.next(), at))
    }

    /// Lowers a quantity: `any`, `some`, `all`, `2`, `1..3`, a name or `(count taken)`.
    pub(super) fn quantity(&mut self, found: Found<'_>) -> Quantity {
        if found.as_rule() != Rule::quantity {
            return Quantity::Exactly(Box::new(self.expr(found)));
        }
        let span = self.span(&found);
        match parts(found).next() {
            Some(part) if part.as_rule() == Rule::range => {
                let (least, greatest) = self.range(part);
                Quantity::Range(Box::new(least), Box::new(greatest))
            }
            Some(part) if part.as_rule() == Rule::how_many => match first(&part) {
                Some(Rule::k_any) => Quantity::Any,
                Some(Rule::k_all) => Quantity::All,
                _ => Quantity::Some,
            },
            part => Quantity::Exactly(Box::new(self.phrase(part, span))),
        }
    }

    /// Lowers a range: `0..80`.
    pub(super) fn range(&mut self, found: Found<'_>) -> (Expr, Expr) {
        let span = self.span(&found);
        let mut inner = parts(found);
        let least = self.phrase(inner.next(), span);
        (least, self.phrase(inner.next(), span))
    }
}
