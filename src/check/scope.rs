//! The names bound in the rule being checked.

use crate::model::LocalId;
use crate::model::equipment::PileHolds;
use crate::model::expr::Type;
use crate::model::rules::{Local, Scope};

use super::reading::Many;

/// The names of one rule so far, with what only the checker needs to know of them.
#[derive(Default)]
pub(super) struct Names {
    locals: Vec<Local>,
    more: Vec<(Many, Option<PileHolds>)>,
}

impl Names {
    /// Adds a name.
    pub(super) fn add(&mut self, name: &str, ty: Type, many: Many, holds: Option<PileHolds>) -> LocalId {
        self.locals.push(Local { name: name.to_string(), ty });
        self.more.push((many, holds));
        LocalId(self.locals.len().saturating_sub(1).min(u16::MAX as usize) as u16)
    }

    /// The type of its value.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.locals.get(local.index()).map_or(Type::Piece, |local| local.ty)
    }

    /// How many things its value can be.
    pub(super) fn many(&self, local: LocalId) -> Many {
        self.more.get(local.index()).map_or(Many::Several, |(many, _)| *many)
    }

    /// What a pile under this name holds.
    pub(super) fn holds(&self, local: LocalId) -> Option<PileHolds> {
        self.more.get(local.index()).and_then(|(_, holds)| *holds)
    }

    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.locals.len()
    }

    /// Drops all names but the first `len`, after a reading that was rejected.
    pub(super) fn cut(&mut self, len: usize) {
        self.locals.truncate(len);
        self.more.truncate(len);
    }

    /// The names as the model keeps them; the list starts afresh.
    pub(super) fn finish(&mut self) -> Scope {
        self.more.clear();
        Scope { locals: std::mem::take(&mut self.locals) }
    }
}
