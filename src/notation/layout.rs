//! Where sites lie on the page, in half steps: what text diagrams and pictures have in common.

use crate::model::Board;
use crate::model::board::{Drawing, SiteClass};

/// Places of all sites, in half steps from the left and from the top; a square's neighbours are two half steps away.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// By site: (from the left, from the top).
    pub(super) places: Vec<(i32, i32)>,
    /// One past the last place, both ways.
    pub(super) size: (i32, i32),
}

/// Lays a board out, the first rank at the bottom; turned by half a circle if `flip`.
///
/// Points lie at the upper right corner of their square. A row of hexagons lies half a step aside from the row below it, to
/// the side that its northeast steps say.
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

/// How far each row of hexagons is pushed to the right.
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
