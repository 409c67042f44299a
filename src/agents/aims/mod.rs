//! What the endings of the rules let each side hope for or fear: goals of place, counters near their limits, pieces that run out. All of it
//! is read off the checked lines that say who wins and who loses.

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
use crate::engine::{Line, Standing};
use crate::model::SideId;
use crate::program::Program;

pub(super) use self::steps::kinds_of;

/// What it is worth to be all but there, in hundredths of a piece that counts 1: three pieces.
const LIMIT: i32 = 300;

/// What endings let each side hope for or fear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aims {
    kinds: usize,
    sites: usize,
    levels: Vec<(SideId, Level)>,
    places: Vec<(SideId, Place)>,
}

/// What the endings of a program let each side hope for or fear, if there is anything that a side can come nearer to; and for each side
/// and kind (side times kinds, and the kind) whether its pieces are a burden.
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
    /// What they are worth to a side where a line stands.
    #[inline(never)] // most games have none, and are judged by what is around it
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

    /// The number of a side and kind.
    fn place(&self, standing: &Standing) -> usize {
        standing.side.index() * self.kinds + standing.kind.index()
    }
}
