//! Tests: steps worked out by hand for boards of many kinds, and laws that hold for every board.

mod boards;
mod laws;
mod shapes;

use super::{Place, Places, Plan, build};
use crate::model::Board;

/// The steps from a site in the order of the directions, such as `northeast b4, southeast b2`.
fn steps(board: &Board, from: &str) -> String {
    let Some(site) = board.site(from) else { return "no such site".to_owned() };
    let step = |(i, direction): (usize, &crate::model::board::Direction)| {
        let to = board.step(i, site)?;
        Some(format!("{} {}", direction.name, board.sites[to.index()].name))
    };
    board.directions.iter().enumerate().filter_map(step).collect::<Vec<_>>().join(", ")
}

/// The sites of a set by name, in site order.
fn names(board: &Board, set: &crate::model::SiteSet) -> String {
    set.iter().map(|site| board.sites[site.index()].name.as_str()).collect::<Vec<_>>().join(" ")
}

/// The places with these names.
fn places(plan: &Plan, names: &[&str]) -> Vec<Place> {
    let index = Places::new(plan.files, plan.ranks, &[]);
    names.iter().map(|name| index.parse(name).expect("a place of the grid")).collect()
}

fn built(plan: Plan) -> Board {
    build(&plan)
}
