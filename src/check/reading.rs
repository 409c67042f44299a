//! A reading: one checked meaning of a phrase, with the number of things it can denote and its rank.

use crate::model::expr::{Expr, ExprKind, Type};
use crate::source::Span;

/// How many things a phrase can denote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Many {
    /// Exactly one.
    One,
    /// One or none.
    Maybe,
    /// Any number.
    Several,
}

impl Many {
    /// The number after some may have been removed.
    pub(super) fn fewer(self) -> Many {
        if self == Many::Several { Many::Several } else { Many::Maybe }
    }
}

/// One meaning of a phrase.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The checked phrase.
    pub(super) expr: Expr,
    /// How many things it can denote.
    pub(super) many: Many,
    /// How far-fetched it is: readings of least rank are preferred.
    pub(super) rank: u8,
    /// Whether it is the word `none`, which fits every type.
    pub(super) open: bool,
    /// Whether it consists of names of kinds or values only: before `where` and `on`, and after `count`, it means what bears
    /// them.
    pub(super) named: bool,
}

impl Reading {
    /// A reading of rank 0.
    pub(super) fn new(kind: ExprKind, ty: Type, span: Span, many: Many) -> Reading {
        Reading { expr: Expr { kind, ty, span }, many, rank: 0, open: false, named: false }
    }

    /// Its type.
    pub(super) fn ty(&self) -> Type {
        self.expr.ty
    }

    /// The reading converted to another type: `change` wraps the phrase.
    pub(super) fn wrap(&self, ty: Type, change: impl FnOnce(Box<Expr>) -> ExprKind) -> Reading {
        let span = self.expr.span;
        let kind = change(Box::new(self.expr.clone()));
        Reading { expr: Expr { kind, ty, span }, many: self.many, rank: self.rank, open: false, named: false }
    }

    /// With another number of things.
    pub(super) fn times(mut self, many: Many) -> Reading {
        self.many = many;
        self
    }

    /// With another span.
    pub(super) fn at(mut self, span: Span) -> Reading {
        self.expr.span = span;
        self
    }

    /// With a rank increased by this much.
    pub(super) fn farther(mut self, by: u8) -> Reading {
        self.rank = self.rank.saturating_add(by);
        self
    }
}

/// Whether a type is one of sets of things (not a number or a truth).
pub(super) fn is_set(ty: Type) -> bool {
    !matches!(ty, Type::Number | Type::Truth)
}
