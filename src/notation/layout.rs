//! The places of sites on the page, in half steps; text diagrams and pictures share them.

use crate::model::Board;
use crate::model::board::{Drawing, SiteClass};

/// The places of all sites, in half steps from the left and from the top. Neighbouring squares are two half steps apart.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// By site: (from the left, from the top).
    pub(super) places: Vec<(i32, i32)>,
    /// One more than the greatest coordinates.
    pub(super) size: (i32, i32),
}

/// Lays a board out with the first rank at the bottom, or turned by half a circle if `flip`.
///
/// A point is at the upper right corner of its square. Each row of hexagons is half a step to one side of the row below it; the
/// northeast steps determine the side.
pub(super) fn layout(board: &Board, flip: bool) -> Layout {
    let shifts = if board.drawing == Drawing::Hexagons { row_shifts(board) } else { Vec::new() };
    let mut places: Vec<(i32, i32)> = Vec::with_capacity(board.sites.len());
    for site in &board.sites {
        let corner = i32::from(site.class == SiteClass::Point);
        let shift = shifts.get(usize::from(site.rank)).copied().unwrap_or(0);
        let (x, y) = (2 * i32::from(site.file) + corner + shift, 2 * i32::from(site.rank) + corner);
        places.push(if flip { (-x, y) } else { (x, -y) });
    }
    let left = places.iter().map(|place| place.0).min().unwrap_or(0);
    let top = places.iter().map(|place| place.1).min().unwrap_or(0);
    places.iter_mut().for_each(|place| *place = (place.0 - left, place.1 - top));
    let size = |part: fn(&(i32, i32)) -> i32| places.iter().map(part).max().map_or(0, |last| last + 1);
    Layout { size: (size(|place| place.0), size(|place| place.1)), places }
}

/// The shift of each row of hexagons to the right, in half steps.
fn row_shifts(board: &Board) -> Vec<i32> {
    let northeast = board.directions.iter().position(|direction| direction.name == "northeast");
    let mut shifts = vec![0; usize::from(board.ranks) + 1];
    let Some(steps) = northeast.and_then(|direction| board.steps.get(direction)) else { return shifts };
    for rank in 1..usize::from(board.ranks) {
        let from_here = board.sites.iter().zip(steps).filter(|(site, _)| usize::from(site.rank) == rank);
        let moved = from_here.filter_map(|(site, to)| {
            let to = board.sites.get((*to)?.index())?;
            (usize::from(to.rank) == rank + 1).then(|| i32::from(to.file) - i32::from(site.file))
        });
        shifts[rank + 1] = shifts[rank] + moved.take(1).map(|files| 1 - 2 * files).sum::<i32>();
    }
    shifts
}
