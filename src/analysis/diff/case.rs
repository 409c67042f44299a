//! A position by construction: an initial set-up, and moves from it that both versions make with the same effect.

use crate::engine::{LimitReached, Position};
use crate::model::Setup;
use crate::notation::movetext;

use super::compare::{Comparison, Pair, Parting};

/// A position in which two versions may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) root: Root,
    /// The texts of the moves from the root, in the words of the first version.
    pub(super) line: Vec<String>,
}

/// Where the moves of a case begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// In the initial position of both versions.
    Start,
    /// In a given set-up, in the words of the first version.
    Set(Box<Setup>),
}

impl Case {
    /// A measure of size, smaller first: pieces on the board, length of the line, stored values that are set.
    pub(super) fn size(&self) -> (usize, usize, usize) {
        match &self.root {
            Root::Start => (usize::MAX, 0, self.line.len()),
            Root::Set(setup) => {
                let pieces = setup.board.iter().map(|(_, tower)| tower.len()).sum();
                (pieces, self.line.len(), setup.stored.len() + usize::from(setup.turns > 0))
            }
        }
    }
}

impl Comparison<'_> {
    /// All positions along a case under both versions; `None` if one of them cannot reach the end.
    pub(super) fn states(&self, case: &Case) -> Option<Vec<Pair>> {
        let first = match &case.root {
            Root::Start => self.start().ok()??,
            Root::Set(setup) => self.pair(setup)?,
        };
        let mut states = vec![first];
        for text in &case.line {
            let pair = states.last()?;
            let parting = self.part(pair).ok()?;
            let next = self.texts(&parting).iter().position(|known| known == text)?;
            states.push(pair.after(&parting.common[next]));
        }
        Some(states)
    }

    /// How the versions differ at the end of a case.
    pub(super) fn parting(&self, case: &Case) -> Option<(Pair, Parting)> {
        let pair = self.states(case)?.pop()?;
        let parting = self.part(&pair).ok()?;
        Some((pair, parting))
    }

    /// The initial position of both versions, if it is the same.
    ///
    /// # Errors
    /// A rule of the set-up that does not come to an end.
    pub(super) fn start(&self) -> Result<Option<Pair>, LimitReached> {
        let (a, b) = (Position::start(self.a.program)?, Position::start(self.b.program)?);
        Ok(self.effect(&a, &b).is_none().then(|| Pair::new(a, b)))
    }

    /// The texts of the moves that both versions have, in the words of the first.
    pub(super) fn texts(&self, parting: &Parting) -> Vec<String> {
        let moves: Vec<_> = parting.common.iter().map(|step| step.mv.clone()).collect();
        movetext::texts(&self.a.program.equipment, &moves, true)
    }
}
