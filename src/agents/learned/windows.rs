//! Windows: groups of neighbouring sites in a square of the board as it is drawn.

use super::symmetry::{Symmetry, spot};
use crate::model::SiteId;
use crate::model::equipment::Equipment;

/// Most sites of a window; each can be in three states.
pub(super) const MOST_SITES: usize = 9;
/// Most windows, images included; if there were more, windows are placed farther apart.
const MOST_WINDOWS: usize = 96;

/// A window, with its images under the symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Its sites in order.
    pub(super) sites: Vec<SiteId>,
    /// The sites of each image in the same order, and whether the sides are swapped in it; the window itself is the first.
    pub(super) images: Vec<(Vec<SiteId>, bool)>,
}

/// The windows of a board, without those that are images of others.
pub(super) fn windows(equipment: &Equipment, ways: &[(Symmetry, Vec<SiteId>)]) -> Vec<Window> {
    let spots: Vec<(i32, i32)> = equipment.board.sites.iter().map(spot).collect();
    let Some((low, high)) = corners(&spots) else { return Vec::new() };
    // Coordinates are in halves of a square: if all sites are squares, neighbours are two apart.
    let unit = if spots.iter().all(|(x, y)| x % 2 == 0 && y % 2 == 0) { 2 } else { 1 };
    let within = |(left, bottom): (i32, i32), size: i32| -> Vec<SiteId> {
        let inside = |(x, y): &(i32, i32)| (left..left + size).contains(x) && (bottom..bottom + size).contains(y);
        let sites = spots.iter().enumerate().filter(|(_, spot)| inside(spot));
        sites.map(|(site, _)| SiteId(site as u16)).collect()
    };
    let at = |size: i32, apart: i32| -> Vec<Vec<SiteId>> {
        let along = |low: i32, high: i32| (low..=(high + unit - size).max(low)).step_by(apart as usize);
        along(low.1, high.1)
            .flat_map(|y| along(low.0, high.0).map(move |x| (x, y)))
            .map(|corner| within(corner, size))
            .collect()
    };
    let fits = |size: &i32| at(*size, unit).iter().all(|sites| sites.len() <= MOST_SITES);
    let span = (high.0 - low.0).max(high.1 - low.1) + unit;
    let Some(size) = (1..=span / unit).map(|size| size * unit).take_while(fits).last() else { return Vec::new() };
    let mut apart = (size / 2 / unit).max(1) * unit;
    loop {
        let found = folded(at(size, apart), ways);
        if found.iter().map(|window| window.images.len()).sum::<usize>() <= MOST_WINDOWS || apart >= span {
            return found;
        }
        apart += unit;
    }
}

/// The lower left and the upper right corner of all sites.
fn corners(spots: &[(i32, i32)]) -> Option<((i32, i32), (i32, i32))> {
    let xs = || spots.iter().map(|(x, _)| *x);
    let ys = || spots.iter().map(|(_, y)| *y);
    Some(((xs().min()?, ys().min()?), (xs().max()?, ys().max()?)))
}

/// The windows with their images, without those that are images of earlier ones.
fn folded(all: Vec<Vec<SiteId>>, ways: &[(Symmetry, Vec<SiteId>)]) -> Vec<Window> {
    let mut met: Vec<Vec<SiteId>> = Vec::new();
    let mut windows = Vec::new();
    for sites in all {
        if sites.len() < 2 || met.contains(&sites) {
            continue;
        }
        let mut images: Vec<(Vec<SiteId>, bool)> = Vec::new();
        for (way, to) in ways {
            let image: Vec<SiteId> = sites.iter().map(|site| to[site.index()]).collect();
            let mut set = image.clone();
            set.sort_unstable();
            if !met.contains(&set) {
                met.push(set);
            }
            images.push((image, way.swap));
        }
        windows.push(Window { sites, images });
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn windows_are_as_large_as_can_be_told_apart() {
        let of = |name: &str| {
            let equipment = library::bundled(name).unwrap().program.equipment;
            let none = vec![(Symmetry::NONE, Symmetry::NONE.sites(&equipment).unwrap())];
            let windows = windows(&equipment, &none);
            (windows.len(), windows.iter().map(|window| window.sites.len()).max().unwrap())
        };
        // Four by four squares, eight of them used, two apart.
        assert_eq!(of("english"), (9, 8));
        assert_eq!(of("international"), (16, 8));
        // Three by three where all squares are used.
        assert_eq!(of("turkish"), (36, 9));
        assert_eq!(of("collateral"), (9, 9));
    }
}
