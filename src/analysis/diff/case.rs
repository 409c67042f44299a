//! A position as somebody can set it up: an arrangement, and moves that both versions make from it alike.

use crate::engine::{LimitReached, Position};
use crate::model::Setup;
use crate::notation::movetext;

use super::compare::{Comparison, Pair, Parting};

/// A position where two versions may part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) root: Root,
    /// The texts of the moves from there, in the words of the first version.
    pub(super) line: Vec<String>,
}

/// Where a line of moves begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// At the start of both versions.
    Start,
    /// With an arrangement, in the words of the first version.
    Set(Box<Setup>),
}

impl Case {
    /// Pieces on the board, things counted, and moves: what makes a case small.
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
    /// Every position of a case under both versions; none if one of them does not have it.
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

    /// Where the versions part at the end of a case.
    pub(super) fn parting(&self, case: &Case) -> Option<(Pair, Parting)> {
        let pair = self.states(case)?.pop()?;
        let parting = self.part(&pair).ok()?;
        Some((pair, parting))
    }

    /// The start of both versions, if they start alike.
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
