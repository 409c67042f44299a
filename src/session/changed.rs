//! The changes that the last decision of a player made on the board, including those of chance after it.

use crate::engine::{Actor, Position};
use crate::model::setup::Piece;
use crate::model::{PlayerId, SiteId};

use super::{Picture, Session};

/// The changes that a decision made on the board, as far as a seat may see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Sites whose contents have changed, except those in `taken`.
    pub sites: Vec<SiteId>,
    /// Pieces that were captured, and others of another side that have disappeared, with their sites; of a tower only the
    /// commander.
    pub taken: Vec<(SiteId, Piece)>,
    /// The sites that the moving piece visited, in order.
    pub path: Vec<SiteId>,
}

impl Session {
    /// The changes that the last decision of a player and the decisions of chance after it made on the board, as far as a seat
    /// may see them; none if nothing has been decided.
    ///
    /// ```
    /// use draughtsman::session::Session;
    /// let mut session = Session::bundled("english")?;
    /// assert_eq!(session.changed(None), None);
    /// session.play("11-15", None)?;
    /// let changed = session.changed(None).unwrap();
    /// assert_eq!((changed.sites.len(), changed.taken.len(), changed.path.len()), (2, 0, 2));
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn changed(&self, seat: Option<PlayerId>) -> Option<Changed> {
        let (program, positions, moves) = (self.program(), self.game.positions(), self.game.moves());
        let by_player = |before: &Position| matches!(before.actor(program), Some(Actor::Player(_)));
        let last = positions.iter().take(moves.len()).rposition(by_player).or(moves.len().checked_sub(1))?;
        let (before, mv, after) = (positions.get(last)?, moves.get(last)?, positions.get(last + 1)?);
        let told = seat.filter(|_| self.hides()).map(|seat| before.told(program, mv, after, seat));
        let mv = told.as_ref().unwrap_or(mv);
        let by = match before.actor(program) {
            Some(Actor::Player(player)) => program.equipment.players.get(player.index()).map(|player| player.side),
            _ => None,
        };
        let mut changed = Changed { path: mv.path(), ..Changed::default() };
        let (captures, stood, stands) = (mv.captures(), self.shown_of(before, seat), self.shown(seat));
        for site in (0..program.layout.sites).map(|site| SiteId(site as u16)) {
            let (then, now) = (stood.tower(site), stands.tower(site));
            if then == now {
                continue;
            }
            // A piece of another side that has disappeared counts as taken, even if the rules do not call it a capture.
            let is_gone = |piece: &Piece| now.is_empty() && by.is_some_and(|by| by != piece.owner) || captures.contains(&site);
            match then.last().filter(|piece| is_gone(piece)) {
                Some(piece) => changed.taken.push((site, piece.clone())),
                None => changed.sites.push(site),
            }
        }
        Some(changed)
    }
}

impl Picture {
    /// Adds the changes of a decision to the picture: frames, crosses, and arrows along the path.
    #[must_use]
    pub fn showing(mut self, changed: &Changed) -> Picture {
        self.changed.extend(&changed.sites);
        self.crosses.extend(changed.taken.iter().map(|(site, _)| *site));
        self.arrows.extend(changed.path.windows(2).map(|leg| (leg[0], leg[1])));
        self
    }
}
