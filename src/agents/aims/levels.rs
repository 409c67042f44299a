//! Levels: amounts that a side wants to be great or small, worth the more the nearer they are to the limit.

use super::LIMIT;
use super::phrases::Measure;
use super::places::Stands;
use super::wishes::{Want, Wish};
use crate::engine::Line;
use crate::model::StoredId;
use crate::model::rules::StoredType;
use crate::program::Program;

/// Most steps into which the range of an amount is divided.
const STEPS: i64 = 256;

/// An amount that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Level {
    what: What,
    /// The least amount, and the size of a step.
    least: i64,
    step: i64,
    /// The worth of each step.
    worth: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// What each piece counts, by side, kind and site.
    Pieces(Vec<i64>),
    Stored(StoredId, usize),
    Pile(usize),
}

impl Level {
    /// The level of a wish; none if the amount cannot come nearer to what is wanted.
    pub(super) fn of(program: &Program, wish: &Wish) -> Option<Level> {
        let (what, least, most) = match &wish.measure {
            Measure::Pieces(counts) => {
                // That more pieces are better anywhere is already part of their worth.
                let anywhere =
                    counts.chunks(program.equipment.board.sites.len()).all(|row| row.iter().all(|count| *count == row[0]));
                if anywhere && matches!(wish.want, Want::More | Want::Less) {
                    return None;
                }
                let (less, more): (Vec<i64>, Vec<i64>) = counts.iter().map(|count| ((*count).min(0), (*count).max(0))).unzip();
                let sites = program.equipment.board.sites.len() as i64;
                let (least, most) = (less.iter().min().unwrap_or(&0), more.iter().max().unwrap_or(&0));
                let (least, most) = (least.saturating_mul(sites), most.saturating_mul(sites));
                (What::Pieces(counts.clone()), least, most)
            }
            Measure::Stored(stored, owner) => match program.stored[stored.index()].holds {
                StoredType::Number { least, greatest, .. } => (What::Stored(*stored, *owner), least, greatest),
                StoredType::Set(_) => return None,
            },
            Measure::Pile(pile) => {
                let limit = match wish.want {
                    Want::AtLeast(limit) | Want::AtMost(limit) | Want::Just(limit) => limit,
                    Want::More | Want::Less => 0,
                };
                (What::Pile(*pile), 0, limit.max(at_first(program, &wish.measure)))
            }
        };
        let first = at_first(program, &wish.measure);
        let share = share(wish.want, first, (least, most))?;
        let step = most.saturating_sub(least) / STEPS + 1;
        let steps = most.saturating_sub(least) / step;
        let sign = if wish.good { 1.0 } else { -1.0 };
        let worth = (0..=steps).map(|at| (sign * f64::from(LIMIT) * share(least + at * step)).round() as i32);
        Some(Level { what, least, step, worth: worth.collect() })
    }

    /// The worth of each step.
    #[cfg(test)]
    pub(super) fn worths(self) -> Vec<i32> {
        self.worth
    }

    /// The worth of the amount in the current position.
    pub(super) fn value(&self, line: &impl Line, stand: &[Stands], sites: usize) -> i32 {
        let much = match &self.what {
            What::Pieces(counts) => stand.iter().map(|(of, site)| counts[of * sites + site.index()]).sum(),
            What::Stored(stored, owner) => line.stored(*stored, *owner),
            What::Pile(pile) => line.lying(*pile),
        };
        let at = (much.saturating_sub(self.least).max(0) / self.step) as usize;
        self.worth[at.min(self.worth.len() - 1)]
    }
}

/// The function from an amount to its share of [`LIMIT`]: if an amount is to be reached, the square of the share of the way from
/// the amount at the beginning of a game, so that each step counts more than the one before; if more (or less) is better, linear
/// over the whole range.
fn share(want: Want, first: i64, (least, most): (i64, i64)) -> Option<impl Fn(i64) -> f64> {
    let (from, to, convex) = match want {
        Want::AtLeast(limit) if limit > first => (first, limit, true),
        Want::AtMost(limit) if limit < first => (first, limit, true),
        Want::Just(limit) if limit != first => (first, limit, true),
        Want::More if least < most => (least, most, false),
        Want::Less if least < most => (most, least, false),
        _ => return None,
    };
    // With a single step there is nothing between the beginning and the end.
    let steps = to.abs_diff(from);
    let (from, way) = (from as f64, to as f64 - from as f64);
    (steps > 1).then_some(move |much: i64| {
        let share = ((much as f64 - from) / way).clamp(0.0, 1.0);
        if convex { share * share } else { share }
    })
}

/// The amount at the beginning of a game.
pub(super) fn at_first(program: &Program, measure: &Measure) -> i64 {
    let (equipment, start) = (&program.equipment, &program.start);
    match measure {
        Measure::Pieces(counts) => {
            let (kinds, sites) = (equipment.kinds.len(), equipment.board.sites.len());
            let commanders = start.board.iter().filter_map(|(site, tower)| Some((site, tower.last()?)));
            let count = |piece: &crate::model::setup::Piece, site: usize| {
                counts[(piece.owner.index() * kinds + piece.kind.index()) * sites + site]
            };
            commanders.map(|(site, piece)| count(piece, site.index())).sum()
        }
        Measure::Stored(stored, _) => match program.stored[stored.index()].holds {
            StoredType::Number { start, .. } => start,
            StoredType::Set(_) => 0,
        },
        Measure::Pile(pile) => {
            let pile = program.layout.piles[*pile].pile;
            let lying = start.piles.iter().find(|(one, _)| *one == pile);
            lying.map_or(0, |(_, lying)| lying.len() as i64)
        }
    }
}
