//! The board generator: from a plan to sites and steps. Everything geometric ends here; what comes after reads tables.

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

/// Builds a board. Places of the plan that are not on the board are passed over; the front matter checker has said so.
///
/// * A square's orthogonal and diagonal steps lead to the eight squares around it. On a board of one colour an orthogonal step
///   leads two squares on, over the square of the other colour; where that one is masked, the line stops.
/// * With points, a diagonal step from a square leads to the point at its corner, the next to the square beyond; points have
///   orthogonal neighbours among themselves.
/// * On a hexagonal board every row lies half a cell to the right of the row below: northeast keeps the file and adds a rank,
///   northwest takes one file off and adds a rank.
/// * On lines of one's own there is no other step. A line that goes one way of the compass all along goes that way; one that bends
///   has a direction of its own and one back, which count as orthogonal.
/// * Leaps, and steps over a wrapped edge, reckon with files and ranks alone.
/// * `cut` takes steps away, then `join` adds its own, in the place of a step that was there.
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

/// Whether one step leads from one site to another, in some direction.
pub fn are_joined(board: &Board, from: crate::model::SiteId, to: crate::model::SiteId) -> bool {
    board.steps.iter().any(|targets| targets[from.index()] == Some(to))
}
