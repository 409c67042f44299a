//! The board generator: makes sites and steps from a plan. All geometry ends here; later stages read tables.

mod compass;
mod directions;
mod drawn;
mod lattice;
mod places;
mod plan;
#[cfg(test)]
mod tests;

pub use directions::direction_names;
pub use drawn::crossing;
pub use places::{Place, Places};
pub use plan::{Leap, Lines, Plan, Play, Points};

use crate::model::Board;
use crate::model::board::Drawing;
use lattice::Lattice;

/// Builds a board. Places of the plan that are not on the board are skipped; the checks of the front matter have reported them.
///
/// * A square's orthogonal and diagonal steps lead to the eight squares around it. On a board of one colour an orthogonal step
///   leads two squares on, over the square of the other colour; where that one is masked, there is no step.
/// * With points, a diagonal step from a square leads to the point at its corner, and the next to the square beyond; orthogonal
///   steps join points with one another.
/// * On a hexagonal board every row is drawn half a cell to the right of the row below: northeast keeps the file and adds a rank,
///   northwest subtracts a file and adds a rank.
/// * Where `lines` is a list there are no steps but along its lines. A straight line has a compass direction; a line that bends
///   has two directions of its own, there and back, which count as orthogonal.
/// * Leaps, and steps over a wrapped edge, depend on the numbers of files and ranks alone.
/// * `cut` removes steps; then `join` adds its own, in the place of a step that was there.
pub fn build(plan: &Plan) -> Board {
    let lattice = Lattice::new(plan);
    let ways = directions::ways(plan);
    let mut steps: Vec<Vec<_>> = ways
        .iter()
        .map(|way| lattice.sites.iter().map(|site| lattice.step(Place::of(site), way.delta, way.leap)).collect())
        .collect();
    for (from, way, to) in drawn::steps(plan) {
        let (Some(from), Some(to)) = (lattice.places.site(from), lattice.places.site(to)) else { continue };
        steps[way][from.index()] = Some(to);
    }
    let (mut cuts, mut joins) = (Vec::new(), Vec::new());
    for &(one, other) in &plan.cuts {
        let (Some(one), Some(other)) = (lattice.places.site(one), lattice.places.site(other)) else { continue };
        cuts.push((one, other));
        for targets in &mut steps {
            for (from, to) in [(one, other), (other, one)] {
                if targets[from.index()] == Some(to) {
                    targets[from.index()] = None;
                }
            }
        }
    }
    for &(from, direction, to) in &plan.joins {
        let (Some(from), Some(to)) = (lattice.places.site(from), lattice.places.site(to)) else { continue };
        if let Some(targets) = steps.get_mut(direction) {
            targets[from.index()] = Some(to);
            joins.push((from, direction as u8, to));
        }
    }
    Board {
        files: plan.files,
        ranks: plan.ranks,
        edge: lattice.edge(),
        sites: lattice.sites,
        named: directions::named(plan, &ways),
        directions: ways.into_iter().map(|way| way.direction).collect(),
        steps,
        cuts,
        joins,
        drawing: match plan.lines {
            Lines::Square => Drawing::Squares,
            Lines::Alquerque | Lines::Drawn => Drawing::Lines,
            Lines::Hex => Drawing::Hexagons,
        },
    }
}

/// Whether one step in some direction leads from the first site to the second.
pub fn are_joined(board: &Board, from: crate::model::SiteId, to: crate::model::SiteId) -> bool {
    board.steps.iter().any(|targets| targets[from.index()] == Some(to))
}
