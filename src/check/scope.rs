//! The names bound in the rule being checked.

use crate::model::LocalId;
use crate::model::equipment::PileHolds;
use crate::model::expr::Type;
use crate::model::rules::{Local, Scope};

use super::reading::Many;

/// The names of one rule so far, with what the model does not keep of them.
#[derive(Default)]
pub(super) struct Names {
    locals: Vec<Local>,
    more: Vec<(Many, Option<PileHolds>)>,
}

impl Names {
    /// A new name.
    pub(super) fn add(&mut self, name: &str, ty: Type, many: Many, holds: Option<PileHolds>) -> LocalId {
        self.locals.push(Local { name: name.to_string(), ty });
        self.more.push((many, holds));
        LocalId(self.locals.len().saturating_sub(1).min(u16::MAX as usize) as u16)
    }

    /// What it holds.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.locals.get(local.index()).map_or(Type::Piece, |local| local.ty)
    }

    /// How many things it holds.
    pub(super) fn many(&self, local: LocalId) -> Many {
        self.more.get(local.index()).map_or(Many::Several, |(many, _)| *many)
    }

    /// If it is a pile: what that holds.
    pub(super) fn holds(&self, local: LocalId) -> Option<PileHolds> {
        self.more.get(local.index()).and_then(|(_, holds)| *holds)
    }

    /// How many names there are.
    pub(super) fn len(&self) -> usize {
        self.locals.len()
    }

    /// Forgets the names from the `len`-th on: those of a reading that was given up.
    pub(super) fn cut(&mut self, len: usize) {
        self.locals.truncate(len);
        self.more.truncate(len);
    }

    /// What the model keeps.
    pub(super) fn finish(&mut self) -> Scope {
        self.more.clear();
        Scope { locals: std::mem::take(&mut self.locals) }
    }
}
