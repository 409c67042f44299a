//! One way to read a phrase: the checked phrase, how many things it can be, and how near at hand the reading is.

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
    /// After taking some away.
    pub(super) fn fewer(self) -> Many {
        if self == Many::Several { Many::Several } else { Many::Maybe }
    }
}

/// A phrase read in one way.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// What it says, read so.
    pub(super) expr: Expr,
    /// How many things it can be.
    pub(super) many: Many,
    /// The less, the nearer at hand; only the nearest readings compete.
    pub(super) rank: u8,
    /// The word `none`: fits every type.
    pub(super) open: bool,
    /// Made of names of kinds or values alone: before `where`, `on` or behind `count` it means what bears them.
    pub(super) named: bool,
}

impl Reading {
    /// A reading at hand.
    pub(super) fn new(kind: ExprKind, ty: Type, span: Span, many: Many) -> Reading {
        Reading { expr: Expr { kind, ty, span }, many, rank: 0, open: false, named: false }
    }

    /// The type it is read as.
    pub(super) fn ty(&self) -> Type {
        self.expr.ty
    }

    /// The same things put otherwise: `change` wraps the phrase.
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

    /// With another place.
    pub(super) fn at(mut self, span: Span) -> Reading {
        self.expr.span = span;
        self
    }

    /// Not so near at hand.
    pub(super) fn farther(mut self, by: u8) -> Reading {
        self.rank = self.rank.saturating_add(by);
        self
    }
}

/// Whether a type is a set of things (not a number or a truth).
pub(super) fn is_set(ty: Type) -> bool {
    !matches!(ty, Type::Number | Type::Truth)
}
