//! What each side gains by coming nearer to the endings of the rules: goals of place, counters near their limits, pieces that run
//! out. It is derived from the checked lines that say which player wins and which loses.

mod burdens;
mod levels;
mod phrases;
mod places;
mod promotions;
mod steps;
#[cfg(test)]
mod tests;
mod wishes;

use smallvec::SmallVec;

use self::levels::Level;
use self::places::{Place, Stands};
use self::wishes::wishes;
use crate::engine::{BoardPiece, Line};
use crate::model::SideId;
use crate::program::Program;

pub(super) use self::steps::kinds_of;

/// The worth of a goal that is almost reached, in hundredths of a piece with `value = 1`: three pieces.
const LIMIT: i32 = 300;

/// The goals of each side, and what it must avoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aims {
    kinds: usize,
    sites: usize,
    levels: Vec<(SideId, Level)>,
    places: Vec<(SideId, Place)>,
}

/// The aims of a program, if there is anything that a side can come nearer to; and for each side and kind (side times kinds, plus
/// the kind) whether its pieces are a burden: see [`burdens`].
pub(super) fn aims(program: &Program) -> (Option<Aims>, Vec<bool>) {
    let equipment = &program.equipment;
    let (kinds, sites) = (equipment.kinds.len(), equipment.board.sites.len());
    let (mut levels, mut places) = (Vec::new(), Vec::new());
    let wishes = wishes(program);
    for wish in &wishes {
        let by_promotion = promotions::instead(program, wish);
        if let Some(place) = Place::of(program, by_promotion.as_ref().unwrap_or(wish)) {
            places.push((wish.side, place));
        } else if let Some(level) = Level::of(program, wish) {
            levels.push((wish.side, level));
        }
    }
    let all = places.clone();
    places.retain(|(whose, place)| !all.iter().any(|(other, more)| other == whose && place.is_part_of(more)));
    let aims = Aims { kinds, sites, levels, places };
    let some = !aims.levels.is_empty() || !aims.places.is_empty();
    (some.then_some(aims), burdens::burdens(program, &wishes))
}

impl Aims {
    /// The worth of the current position for a side, as far as its aims and those of others go.
    #[inline(never)] // Most games have no aims, so this stays out of the caller's hot path.
    pub(super) fn value(&self, line: &impl Line, side: SideId) -> i32 {
        let signed = |whose: SideId, worth: i32| i64::from(if whose == side { worth } else { -worth });
        let mut sum = 0;
        let mut stand: SmallVec<[Stands; 64]> = SmallVec::new();
        line.each_piece(|standing| {
            if standing.under.is_none() {
                stand.push((self.place(&standing), standing.site));
            }
        });
        for (whose, place) in &self.places {
            sum += signed(*whose, place.value(&stand));
        }
        for (whose, level) in &self.levels {
            sum += signed(*whose, level.value(line, &stand, self.sites));
        }
        sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// The index of a side and kind.
    fn place(&self, standing: &BoardPiece) -> usize {
        standing.side.index() * self.kinds + standing.kind.index()
    }
}
