//! What the last decision has changed on the board.

use crate::engine::Actor;
use crate::model::{PlayerId, SiteId};

use super::{Picture, Session};

/// What a decision has changed on the board, as far as a seat may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Sites on which something stands now that did not, or nothing more, and no prey.
    pub sites: Vec<SiteId>,
    /// Sites of what was taken, or is gone although it was somebody else's.
    pub taken: Vec<SiteId>,
    /// The sites that the moving piece stood on, in order.
    pub path: Vec<SiteId>,
}

impl Session {
    /// What the last decision has changed on the board, as far as a seat may see; nothing if there was none.
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
        let ([.., before, after], Some(mv)) = (self.game.positions(), self.game.moves().last()) else { return None };
        let program = self.program();
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
            // What another one had there is gone, called a capture or not.
            let left = then.last().filter(|_| now.is_empty()).is_some_and(|piece| by.is_some_and(|by| by != piece.owner));
            if left || captures.contains(&site) { &mut changed.taken } else { &mut changed.sites }.push(site);
        }
        Some(changed)
    }
}

impl Picture {
    /// The same with what a decision has changed: frames, crosses, and arrows along the way.
    #[must_use]
    pub fn showing(mut self, changed: &Changed) -> Picture {
        self.changed.extend(&changed.sites);
        self.crosses.extend(&changed.taken);
        self.arrows.extend(changed.path.windows(2).map(|leg| (leg[0], leg[1])));
        self
    }
}
