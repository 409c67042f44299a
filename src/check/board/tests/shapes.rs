//! Hexagons, holes, joins, cuts and leaps.

use super::super::{Leap, Lines, Place, Plan, Play, Points, direction_names};
use super::{built, names, places, steps};

#[test]
fn a_hexagonal_cell_has_six_neighbours() {
    let board = built(Plan { lines: Lines::Hex, ..Plan::grid(9, 9) });
    assert_eq!(steps(&board, "e5"), "northeast e6, east f5, southeast f4, southwest e4, west d5, northwest d6");
    assert_eq!(steps(&board, "a1"), "northeast a2, east b1");
    assert_eq!(steps(&board, "i1"), "northeast i2, west h1, northwest h2");
    assert_eq!(board.named_directions("orthogonal"), Some(0b111111));
    assert_eq!(board.named_directions("diagonal"), Some(0));
    assert_eq!(board.named_directions("north"), None);
    // Forward is northeast and northwest; east and west are sideways.
    assert_eq!(board.forward(crate::model::board::Facing::North), 0b100001);
    assert_eq!(board.sideways(crate::model::board::Facing::North), 0b010010);
}

#[test]
fn a_hexagon_is_cut_out_of_the_rhombus() {
    // A hexagon of side 2 has seven cells: a rhombus of three by three without two opposite corners.
    let plan = Plan { lines: Lines::Hex, ..Plan::grid(3, 3) };
    let mask = places(&plan, &["a1", "c3"]);
    let board = built(Plan { mask, ..plan });
    assert_eq!(board.sites.len(), 7);
    assert_eq!(steps(&board, "b2"), "northeast b3, east c2, southeast c1, southwest b1, west a2, northwest a3");
    assert_eq!(names(&board, &board.edge), "a3 b3 a2 c2 b1 c1");
}

#[test]
fn a_hole_stops_every_line() {
    let plan = Plan::grid(5, 5);
    let mask = places(&plan, &["c3"]);
    let board = built(Plan { mask, ..plan });
    assert_eq!(board.site("c3"), None);
    assert_eq!(steps(&board, "c2"), "northeast d3, east d2, southeast d1, south c1, southwest b1, west b2, northwest b3");
    assert!(board.edge.contains(board.site("b2").expect("a square")));
    assert_eq!(board.edge.len(), 24);
    assert_eq!(board.site("b3").and_then(|site| board.sites[site.index()].number), Some(12));
    assert_eq!(board.site("d3").and_then(|site| board.sites[site.index()].number), Some(13));
}

#[test]
fn a_masked_square_of_the_other_colour_stops_the_orthogonal_line_over_it() {
    let plan = Plan { play: Play::Dark, ..Plan::grid(8, 8) };
    let mask = places(&plan, &["c4"]);
    let board = built(Plan { mask, ..plan.clone() });
    assert!(!steps(&board, "c3").contains("north c5"));
    assert!(!steps(&board, "b4").contains("east d4"));
    assert!(steps(&board, "c3").contains("northeast d4"));
    let mask = places(&plan, &["c5"]);
    let board = built(Plan { mask, ..plan });
    assert!(!steps(&board, "c3").contains("north c"));
}

#[test]
fn only_keeps_what_is_named() {
    let plan = Plan { play: Play::Dark, ..Plan::grid(8, 8) };
    let only = Some(places(&plan, &["a1", "b2", "a3", "c3", "c1"]));
    let board = built(Plan { only, ..plan });
    assert_eq!(names(&board, &board.of_class(crate::model::board::SiteClass::Square)), "a3 c3 b2 a1 c1");
    // The light squares in between were not listed, and orthogonal steps still lead over them.
    assert_eq!(steps(&board, "a1"), "north a3, northeast b2, east c1");
}

#[test]
fn points_go_with_their_squares_and_can_be_masked_themselves() {
    let plan = Plan { points: Points::Inner, ..Plan::grid(4, 4) };
    let mask = places(&plan, &["a1", "c3*"]);
    let board = built(Plan { mask, ..plan.clone() });
    assert_eq!(names(&board, &board.of_class(crate::model::board::SiteClass::Point)), "a3* b3* a2* b2* c2* b1* c1*");
    assert_eq!(steps(&board, "b2"), "north b3, northeast b2*, east c2, southeast b1*, south b1, west a2, northwest a2*");
    let mask = places(&plan, &["a1"]);
    let all = built(Plan { points: Points::All, mask, ..plan });
    assert!(all.site("z0*").is_none());
    assert!(all.site("a1*").is_some());
}

#[test]
fn join_adds_one_step_and_cut_takes_both() {
    let plan = Plan::grid(8, 8);
    let north = direction_names(&plan).iter().position(|name| name == "north").expect("north");
    let board = built(Plan {
        joins: vec![(Place::square(1, 8), north, Place::square(8, 1))],
        cuts: vec![(Place::square(1, 1), Place::square(2, 2))],
        ..plan
    });
    assert_eq!(steps(&board, "a8"), "north h1, east b8, southeast b7, south a7");
    assert_eq!(steps(&board, "h1"), "north h2, west g1, northwest g2");
    assert_eq!(steps(&board, "a1"), "north a2, east b1");
    assert!(!steps(&board, "b2").contains("a1"));
}

#[test]
fn a_named_leap_is_a_direction_for_each_of_its_vectors() {
    let knight = Leap { name: "knight".to_owned(), vectors: vec![(1, 2), (2, 1), (-1, -2)] };
    let board = built(Plan { leaps: vec![knight], ..Plan::grid(8, 8) });
    assert!(steps(&board, "a1").ends_with("knight-1 b3, knight-2 c2"));
    assert!(steps(&board, "b3").ends_with("knight-1 c5, knight-2 d4, knight-3 a1"));
    assert_eq!(board.named_directions("knight"), Some(0b111 << 8));
    assert_eq!(board.named_directions("knight-2"), Some(1 << 9));
    assert_eq!(board.directions[8].opposite, Some(10));
    assert_eq!(board.directions[9].opposite, None);
    assert!(!board.directions[8].orthogonal && !board.directions[8].diagonal);
}
