//! The board as the deciding player sees it, in words.

use crate::model::board::Facing;
use crate::model::{PlayerId, Setup, SiteId};
use crate::notation::counted;
use crate::notation::squares;
use crate::notation::symbols::piece_words;
use crate::program::Program;

/// A position with the player for whom an answer is written.
pub(super) struct Board<'a> {
    pub(super) program: &'a Program,
    pub(super) setup: Setup,
    pub(super) player: PlayerId,
}

impl Board<'_> {
    pub(super) fn name(&self, site: SiteId) -> String {
        squares::name(&self.program.equipment, site)
    }

    pub(super) fn player_name(&self) -> String {
        self.program.equipment.players.get(self.player.index()).map_or_else(String::new, |player| player.name.clone())
    }

    /// The commander of a site in words, and whether it belongs to the side of the deciding player.
    pub(super) fn commander(&self, site: SiteId) -> Option<(String, bool)> {
        let piece = self.setup.tower(site).last()?;
        let side = self.program.equipment.players.get(self.player.index()).map(|player| player.side);
        Some((piece_words(&self.program.equipment, piece), Some(piece.owner) == side))
    }

    /// Whether some leap goes in this direction over a greater distance. If so, "it does not go that way" would mislead.
    pub(super) fn leaps_along(&self, way: usize) -> bool {
        let all = &self.program.equipment.board.directions;
        let Some((x, y)) = all.get(way).map(|way| way.vector) else { return false };
        let (x, y) = (i32::from(x), i32::from(y));
        all.iter().filter(|other| !other.orthogonal && !other.diagonal).any(|other| {
            let (across, up) = (i32::from(other.vector.0), i32::from(other.vector.1));
            x * up == y * across && x * across + y * up > 0
        })
    }

    /// The direction that leads from one site to another in the fewest steps, and the sites between.
    pub(super) fn ray(&self, from: SiteId, to: SiteId) -> Option<(usize, Vec<SiteId>)> {
        let board = &self.program.equipment.board;
        let sites = board.sites.len();
        let along = |direction: usize| {
            let mut between = Vec::new();
            let mut at = board.step(direction, from)?;
            while at != to {
                between.push(at);
                at = board.step(direction, at).filter(|_| between.len() < sites)?;
            }
            Some((direction, between))
        };
        (0..board.directions.len()).filter_map(along).min_by_key(|(_, between)| between.len())
    }

    /// Number of steps and direction: `2 steps northeast, backward`.
    pub(super) fn way(&self, direction: usize, steps: usize) -> String {
        let steps = counted(steps as u64, "step");
        let Some(named) = self.program.equipment.board.directions.get(direction) else { return steps };
        match self.ahead(direction) {
            Some(words) => format!("{steps} {}, {words}", named.name),
            None => format!("{steps} {}", named.name),
        }
    }

    /// The direction relative to the deciding player: `forward`, `backward` or `sideways`.
    pub(super) fn ahead(&self, direction: usize) -> Option<&'static str> {
        let equipment = &self.program.equipment;
        let (x, y) = equipment.board.directions.get(direction)?.vector;
        // A direction along a bent line has no vector, and is none of these.
        if (x, y) == (0, 0) {
            return None;
        }
        let faces = equipment.players.get(self.player.index()).map_or(Facing::North, |player| equipment.faces(player));
        let ahead = match faces {
            Facing::North => y,
            Facing::South => -y,
            Facing::East => x,
            Facing::West => -x,
        };
        Some(match ahead.signum() {
            1 => "forward",
            -1 => "backward",
            _ => "sideways",
        })
    }
}
