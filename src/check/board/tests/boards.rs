//! Whole boards of well-known games.

use super::super::{Lines, Plan, Play, Points};
use super::{built, names, steps};

#[test]
fn a_chessboard_has_eight_neighbours_inside_and_three_in_a_corner() {
    let board = built(Plan::grid(8, 8));
    assert_eq!(board.sites.len(), 64);
    assert_eq!(
        steps(&board, "d4"),
        "north d5, northeast e5, east e4, southeast e3, south d3, southwest c3, west c4, northwest c5"
    );
    assert_eq!(steps(&board, "a1"), "north a2, northeast b2, east b1");
    assert_eq!(steps(&board, "h8"), "south h7, southwest g7, west g8");
    assert_eq!(board.edge.len(), 28);
    assert_eq!((board.sites[0].name.as_str(), board.sites[63].name.as_str()), ("a8", "h1"));
}

#[test]
fn draughts_squares_are_numbered_from_the_top_left() {
    let board = built(Plan { play: Play::Dark, ..Plan::grid(8, 8) });
    assert_eq!(board.sites.len(), 32);
    let number = |name| board.sites[board.site(name).expect("played on").index()].number;
    assert_eq!(number("b8"), Some(1));
    assert_eq!(number("a7"), Some(5));
    assert_eq!(number("a1"), Some(29));
    assert_eq!(number("g1"), Some(32));
    assert_eq!(number("c3"), Some(22));
    assert_eq!(board.site("a2"), None);
}

#[test]
fn on_dark_squares_orthogonal_steps_go_two_squares() {
    let board = built(Plan { play: Play::Dark, ..Plan::grid(8, 8) });
    assert_eq!(
        steps(&board, "c3"),
        "north c5, northeast d4, east e3, southeast d2, south c1, southwest b2, west a3, northwest b4"
    );
    assert_eq!(steps(&board, "a1"), "north a3, northeast b2, east c1");
    // A square of the second row is not at the edge, though nothing is two squares beyond it.
    assert!(!board.edge.contains(board.site("c7").expect("played on")));
    assert_eq!(names(&board, &board.edge), "b8 d8 f8 h8 a7 h6 a5 h4 a3 h2 a1 c1 e1 g1");
}

#[test]
fn the_light_squares_are_those_that_the_dark_are_not() {
    let board = built(Plan { play: Play::Light, ..Plan::grid(8, 8) });
    assert_eq!(steps(&board, "h1"), "north h3, west f1, northwest g2");
    assert_eq!(board.sites[0].name, "a8");
    assert_eq!(board.site("a1"), None);
}

#[test]
fn ten_by_ten_as_in_frisian_draughts() {
    let board = built(Plan { play: Play::Dark, ..Plan::grid(10, 10) });
    assert_eq!(board.sites.len(), 50);
    assert_eq!(board.numbered(1).map(|site| board.sites[site.index()].name.clone()), Some("b10".to_owned()));
    assert_eq!(board.numbered(46).map(|site| board.sites[site.index()].name.clone()), Some("a1".to_owned()));
    assert_eq!(
        steps(&board, "e5"),
        "north e7, northeast f6, east g5, southeast f4, south e3, southwest d4, west c5, northwest d6"
    );
    // From square 46 (a1): 36 is straight ahead, 41 diagonally and 47 beside it.
    assert_eq!(steps(&board, "a1"), "north a3, northeast b2, east c1");
}

#[test]
fn points_between_squares_as_in_guerrilla_checkers() {
    let board = built(Plan { play: Play::Dark, points: Points::Inner, ..Plan::grid(8, 8) });
    assert_eq!(board.sites.len(), 32 + 49);
    assert_eq!((board.sites[32].name.as_str(), board.sites[80].name.as_str()), ("a7*", "g1*"));
    let diagonal = |from| {
        let all = steps(&board, from);
        all.split(", ").filter(|step| step.contains('*')).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(diagonal("d4"), "northeast d4*, southeast d3*, southwest c3*, northwest c4*");
    assert_eq!(diagonal("a3"), "northeast a3*, southeast a2*");
    assert_eq!(diagonal("a1"), "northeast a1*");
    assert_eq!(diagonal("h8"), "southwest g7*");
    // A point is joined with its two dark squares and with the points beside it.
    assert_eq!(steps(&board, "d4*"), "north d5*, northeast e5, east e4*, south d3*, southwest d4, west c4*");
    assert_eq!(steps(&board, "d3*"), "north d4*, east e3*, southeast e3, south d2*, west c3*, northwest d4");
    assert_eq!(steps(&board, "a1*"), "north a2*, northeast b2, east b1*, southwest a1");
    // Squares keep their orthogonal steps.
    assert!(steps(&board, "a3").contains("north a5"));
    assert!(board.edge.contains(board.site("a1*").expect("a point")));
    assert!(!board.edge.contains(board.site("b2*").expect("a point")));
    assert_eq!(board.sites[32].number, None);
}

#[test]
fn points_at_every_corner() {
    let board = built(Plan { points: Points::All, ..Plan::grid(2, 2) });
    assert_eq!(
        board.sites[4..].iter().map(|site| site.name.as_str()).collect::<Vec<_>>(),
        ["z2*", "a2*", "b2*", "z1*", "a1*", "b1*", "z0*", "a0*", "b0*"]
    );
    assert_eq!(steps(&board, "z0*"), "north z1*, northeast a1, east a0*");
    assert_eq!(steps(&board, "a1"), "north a2, northeast a1*, east b1, southeast a0*, southwest z0*, northwest z1*");
    assert_eq!(names(&board, &board.edge), "a2 b2 a1 b1 z2* a2* b2* z1* b1* z0* a0* b0*");
    let dark = built(Plan { points: Points::All, play: Play::Dark, ..Plan::grid(8, 8) });
    assert_eq!(dark.sites.len(), 32 + 81);
    assert_eq!(steps(&dark, "h0*"), "north h1*, west g0*");
}

#[test]
fn fanorona_has_diagonals_at_every_other_point() {
    let board = built(Plan { lines: Lines::Alquerque, ..Plan::grid(9, 5) });
    assert_eq!(
        steps(&board, "e3"),
        "north e4, northeast f4, east f3, southeast f2, south e2, southwest d2, west d3, northwest d4"
    );
    assert_eq!(steps(&board, "d3"), "north d4, east e3, south d2, west c3");
    assert_eq!(steps(&board, "a1"), "north a2, northeast b2, east b1");
    assert_eq!(steps(&board, "a2"), "north a3, east b2, south a1");
    assert_eq!(board.edge.len(), 24);
}

#[test]
fn a_torus_goes_round_through_edges_and_corners() {
    let board = built(Plan { wrap_files: true, wrap_ranks: true, ..Plan::grid(8, 8) });
    assert_eq!(
        steps(&board, "a1"),
        "north a2, northeast b2, east b1, southeast b8, south a8, southwest h8, west h1, northwest h2"
    );
    assert_eq!(
        steps(&board, "h8"),
        "north h1, northeast a1, east a8, southeast a7, south h7, southwest g7, west g8, northwest g1"
    );
    assert!(board.edge.is_empty());
    assert_eq!(names(&board, &board.far_row(crate::model::board::Facing::North)), "a8 b8 c8 d8 e8 f8 g8 h8");
    let files = built(Plan { wrap_files: true, ..Plan::grid(8, 8) });
    assert_eq!(steps(&files, "a1"), "north a2, northeast b2, east b1, west h1, northwest h2");
    assert_eq!(files.edge.len(), 16);
    let ranks = built(Plan { wrap_ranks: true, ..Plan::grid(8, 8) });
    assert_eq!(steps(&ranks, "a1"), "north a2, northeast b2, east b1, southeast b8, south a8");
}

#[test]
fn a_torus_of_one_colour_and_with_points() {
    let board = built(Plan { wrap_files: true, wrap_ranks: true, play: Play::Dark, ..Plan::grid(8, 8) });
    assert_eq!(
        steps(&board, "a1"),
        "north a3, northeast b2, east c1, southeast b8, south a7, southwest h8, west g1, northwest h2"
    );
    let board = built(Plan { wrap_files: true, wrap_ranks: true, points: Points::All, ..Plan::grid(4, 4) });
    assert_eq!(board.sites.len(), 32);
    assert!(steps(&board, "a1").contains("southwest d4*"));
    assert!(steps(&board, "d4*").contains("northeast a1"));
}
