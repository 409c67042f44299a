use super::super::samples::{self, sketch::moves};
use super::*;
use crate::engine::moves::Deed;
use crate::model::Equipment;
use proptest::prelude::*;

fn check(equipment: &Equipment, sketches: &[&str], full: bool, expected: &[&str]) {
    let moves = moves(equipment, sketches);
    assert_eq!(texts(equipment, &moves, full), expected);
    for (i, text) in expected.iter().enumerate() {
        assert_eq!(parse_move(equipment, text, &moves, full), Ok(i), "{text}");
        assert_eq!(parse_move(equipment, &format!(" {} ", text.to_uppercase()), &moves, full), Ok(i), "{text}");
    }
}

#[test]
fn steps_and_jumps() {
    let english = samples::draughts();
    check(&english, &["11 11-15", "22 22x15(18)", "22 22x15(18) 15x8(11)"], false, &["11-15", "22x15", "22x8"]);
    check(&english, &["22 22x15(18) 15x8(11)"], true, &["22x15x8"]);
    check(&samples::quarters(), &["d4 d4xe5(e5)"], false, &["d4xe5"]);
}

#[test]
fn routes_only_where_needed() {
    let english = samples::draughts();
    let alike = ["22 22x15(18) 15x8(11)", "22 22x13(17) 13x8(9)", "22 22x29(25)"];
    check(&english, &alike, false, &["22x15x8", "22x13x8", "22x29"]);
    let loops = ["22 22x15(18) 15x6(10) 6x13(9) 13x22(17)", "22 22x13(17) 13x6(9) 6x15(10) 15x22(18)"];
    check(&english, &loops, false, &["22x15x6x13x22", "22x13x6x15x22"]);
    check(&english, &loops[..1], false, &["22x22"]);
}

#[test]
fn prey_ways_and_numbers_as_the_last_resort() {
    let lines = samples::quarters();
    check(&lines, &["d3 d3xd4(d5,d6)", "d3 d3xd4(d2,d1)"], false, &["d3xd4 takes d5+d6", "d3xd4 takes d2+d1"]);
    check(&lines, &["d3 d3-d4 /0", "d3 d3-d4 /1 ?yes"], false, &["d3-d4 way-1", "d3-d4 way-2"]);
    check(&lines, &["d3 d3-d4", "d3 d3-d4", "d3 d3-d4"], false, &["d3-d4", "d3-d4 #2", "d3-d4 #3"]);
    check(&lines, &["d4 d4xd4(e5)"], false, &["d4 takes e5"]);
}

/// Only as many asides are written as distinguish the moves, and texts of earlier versions are still read.
#[test]
fn no_more_is_said_than_tells_moves_apart() {
    let board = samples::quarters();
    let sketches = [
        "d6 !march =spot:c5 ?yes ?yes ?no d6-d7",
        "d6 !march =spot:c5 ?yes ?no ?no d6-d7",
        "d6 !march =spot:c4 ?yes ?no ?no d6-d7",
        "c3 c3xe5(d4) e5xa5(b5) =gone:b4 a5 a5xc3(b4) c3xa5(b4)",
    ];
    let expected = ["d6 march c5 yes d7", "d6 march c5 no d7", "d6 march c4 d7", "c3xa5 b4 xc3xa5"];
    check(&board, &sketches, false, &expected);
    let moves = moves(&board, &sketches);
    let before = ["d6 march spot c5 yes yes no d7", "d6 march spot c5 yes no no d7", "d6 march c4 d7", "c3xa5 b4 a5xa5"];
    for (i, text) in before.iter().enumerate() {
        assert_eq!(parse_move(&board, text, &moves, false), Ok(i), "{text}");
        assert_eq!(could_mean(&board, text, &moves, &texts(&board, &moves, false)), [i], "{text}");
    }
}

#[test]
fn placements() {
    let points = samples::points();
    let pair = "!infiltrate =first:c3* +c3* =second:c4* +c4*";
    check(&points, &[pair, "!infiltrate =first:c4* +c4*"], false, &["c3*+c4*", "c4*"]);
    let two = "!other =first:c3* +c3* =second:c4* +c4*";
    check(&points, &[pair, two], false, &["infiltrate c3*+c4*", "other c3*+c4*"]);
}

#[test]
fn named_actions() {
    let warp = samples::quarters();
    let sketches = [
        "d4 !trade-places =other:e4",
        "d4 !split d4-e5",
        "d4 !split d4xf6(e5) f6xh8(g7)",
        "d4 !split-in-four d4 d4-c5 d4 d4-e3 d4 d4xf6(e5)",
        "!cycle =low:d4 =quarters:2",
        "!pass",
        "d4 !lie-in-wait",
        "c1 !leave",
        "a7 a7-a8 =higher:queen",
        "decline",
    ];
    let expected = [
        "d4 trade-places e4",
        "d4 split e5",
        "d4 split xf6xh8",
        "d4 split-in-four c5 e3 xf6",
        "cycle d4 2",
        "pass",
        "d4 lie-in-wait",
        "c1 leave",
        "a7-a8 queen",
        "decline",
    ];
    check(&warp, &sketches, false, &expected);
    check(&warp, &sketches, true, &expected);
}

#[test]
fn chance_and_tokens() {
    let cards = samples::cards();
    let draws = ["=card:7_spades", "=card:ace_clubs", "=drawn:7_clubs,7_spades", "!draw =card:ace_spades", "=card:"];
    check(&cards, &draws, false, &["7 spades", "ace clubs", "7 clubs+7 spades", "draw ace spades", "none"]);
    check(&cards, &["=kept:7_spades", "=lost:7_spades"], false, &["kept 7 spades", "lost 7 spades"]);
}

#[test]
fn anything_without_doubt_is_understood() {
    let english = samples::draughts();
    let all = moves(&english, &["11 11-15", "11 11-16", "22 22x15(18) 15x8(11)", "22 22x13(17) 13x8(9)", "21 21x14(17)"]);
    let check = |text: &str, expected: usize| assert_eq!(parse_move(&english, text, &all, false), Ok(expected), "{text}");
    for text in ["11-15", "11 15", "11x15", "11:15", "11 - 15"] {
        check(text, 0);
    }
    check("f6-g5", 1);
    check("F6xG5", 1);
    check("22x15x8", 2);
    check("22 13 8", 3);
    check("21x14", 4);
    // c15 is no square, though 22 is on file c, and 15 is on the way from there to 8.
    check("c3x15x8", 2);
    assert!(matches!(parse_move(&english, "c15x8", &all, false), Err(MoveError::None { .. })));
}

#[test]
fn the_file_alone_says_where_a_move_begins() {
    let board = samples::quarters();
    let all = moves(&board, &["c3 c3-d4", "e3 e3-d4", "c3 c3xe5(d4)", "a3 a3-b4", "a3 a3xc5(b4) c5xe7(d6)"]);
    for (text, expected) in [("cd4", 0), ("ed4", 1), ("c:e5", 2), ("cxe5", 2), ("ab4", 3), ("a:e7", 4), ("a:c5:e7", 4)] {
        assert_eq!(parse_move(&board, text, &all, false), Ok(expected), "{text}");
    }
    let twice = moves(&board, &["c3 c3-d4", "c5 c5-d4"]);
    assert!(matches!(parse_move(&board, "cd4", &twice, false), Err(MoveError::Several { .. })));
    assert!(matches!(parse_move(&board, "bd4", &twice, false), Err(MoveError::None { .. })));
}

#[test]
fn doubts_and_mistakes_are_explained() {
    let english = samples::draughts();
    let all = moves(&english, &["11 11-15", "11 11-16", "22 22x15(18) 15x8(11)", "22 22x13(17) 13x8(9)"]);
    let check = |text: &str, expected: &str| {
        assert_eq!(parse_move(&english, text, &all, false).unwrap_err().to_string(), expected);
    };
    check("22x8", "`22x8` may mean 22x15x8, 22x13x8");
    check("11-18", "`11-18` is none of the moves; did you mean 11-15 or 11-16?");
    check("1115", "`1115` is none of the moves; did you mean 11-15 or 11-16?");
    check("hello", "`hello` is none of the moves");
    check("", "`` is none of the moves");
    check("11", "`11` is only the beginning of 11-15, 11-16");
}

/// A text means a move only if it is complete: what is chosen after a landing is no intermediate landing.
#[test]
fn a_beginning_a_text_and_a_number_are_told_apart() {
    let board = samples::quarters();
    let all = moves(&board, &["c1 c1-b2 =gone:d2", "c1 c1-d2 =gone:a1", "c1 c1-d2 =gone:a3"]);
    let longer = ["c1-d2 a1", "c1-d2 a3"].map(str::to_owned).to_vec();
    assert_eq!(parse_move(&board, "c1-d2", &all, false), Err(MoveError::Unfinished { text: "c1-d2".into(), longer }));
    assert_eq!(parse_move(&board, "c1 d2 a3", &all, false), Ok(2));
    assert_eq!(parse_move(&board, "c1 b2 d2", &all, false), Ok(0));
    // The short form of a chain is understood, unless another move begins with it.
    let chains = moves(&board, &["c1 c1xe3(d2) e3xc5(d4)"]);
    assert_eq!(parse_move(&board, "c1xc5", &chains, true), Ok(0));
    let chains = moves(&board, &["c1 c1xe3(d2) e3xc5(d4)", "c1 c1xc5(c3) c5xe7(d6)"]);
    let both = ["c1xe3xc5", "c1xc5xe7"].map(str::to_owned).to_vec();
    assert_eq!(parse_move(&board, "c1 c5", &chains, true), Err(MoveError::Several { text: "c1 c5".into(), candidates: both }));
    // In the record of a game it means first and last square.
    assert_eq!(could_mean(&board, "c1xc5", &chains, &texts(&board, &chains, true)), [0]);
}

/// Automatic consequences may be omitted if only one move begins this way.
#[test]
fn what_follows_by_itself_may_be_left_out() {
    let board = samples::quarters();
    let all = moves(
        &board,
        &[
            "c1 c1-c5 c5xc5(d5)",
            "c1 c1xe3(d2) e3xg5(f4) g5xg5(h5,g6)",
            "e1 e1-e4 e4xe4(f4)",
            "e1 e1-e4 e4xe4(d4)",
            "g1 g1-g2 g2xg2(h2) =gone:a8 a8xa8(b8)",
            "a1 a1-a2 a2xa2(b2) a2-a3",
            "h1 h1-h2 +h1 b7 b7-b6",
            "b1 b1xb1(b2)",
        ],
    );
    let read = |text: &str| parse_move(&board, text, &all, false);
    for (text, expected) in [
        ("c1-c5", 0),
        ("C1xC5", 0),
        ("c5", usize::MAX),
        ("c1 c5 takes", usize::MAX),
        ("c1-c5 takes d5", 0),
        ("cc5", 0),
        ("c1xe3xg5", 1),
        ("c1xg5", 1),
        ("c1xe3", usize::MAX),
        // Which of two pieces it takes is a choice.
        ("e1-e4", usize::MAX),
        ("g1-g2", usize::MAX),
        ("g1-g2 g2 takes h2 a8", 4),
        ("a1-a2", usize::MAX),
        ("h1-h2", 6),
        ("b1", usize::MAX),
    ] {
        assert_eq!(read(text).unwrap_or(usize::MAX), expected, "{text}: {:?}", read(text));
    }
    let said = read("e1-e4").map_err(|doubt| doubt.to_string());
    assert_eq!(said, Err("`e1-e4` is only the beginning of e1-e4 e4 takes f4, e1-e4 e4 takes d4".to_owned()));
    let written = texts(&board, &all, false);
    assert_eq!(could_mean(&board, "c1xg5", &all, &written), [1]);
    assert_eq!(could_mean(&board, "e1-e4", &all, &written), [2, 3]);
}

/// The complete text of a barred move is not the short form of another.
#[test]
fn the_whole_text_of_a_barred_move_means_that_one() {
    let board = samples::quarters();
    let all = moves(&board, &["c1 c1xe1(d1) e1xe3(e2) e3xg3(f3)", "a1 a1-a2 a2xa2(b2)"]);
    let barred = || moves(&board, &["c1 c1xe3(d2) e3xg3(f3)", "a1 a1-a2", "h1 h1-h2"]);
    let read = |text: &str| parse_among(&board, text, &all, false, &barred);
    let is_barred = |text: &str| Err(MoveError::Barred(text.into()));
    assert_eq!(parse_move(&board, "c1xe3xg3", &all, false), Ok(0));
    for text in ["c1xe3xg3", "a1-a2", "h1 h2"] {
        assert_eq!(read(text), is_barred(text));
    }
    // Texts of legal moves, and texts that are not those of barred moves, mean what they would mean without barred moves.
    assert_eq!((read("c1xg3"), read("c1xe1xg3"), read("a1-a2 a2 takes b2")), (Ok(0), Ok(0), Ok(1)));
    assert_eq!(pick(&board, "c1xe3xg3", &all, false, &barred), Err(MoveError::Barred("c1xe3xg3".into()).into()));
    assert_eq!(pick(&board, "2", &all, false, &barred), Ok(1));
}

#[test]
fn numbers_of_a_list() {
    let board = samples::quarters();
    let all = moves(&board, &["=n:2", "=n:3", "=n:5"]);
    assert_eq!(texts(&board, &all, false), ["2", "3", "5"]);
    let doubt = |typed: &str| match pick(&board, typed, &all, false, &Vec::new) {
        Err(doubt @ Unpicked::Doubt { .. }) => doubt.to_string(),
        other => panic!("{typed}: {other:?}"),
    };
    assert_eq!(doubt("2"), "`2` may mean 3 (`2.`) or 2 (`1.`)");
    assert_eq!((pick(&board, "2.", &all, false, &Vec::new), pick(&board, "1", &all, false, &Vec::new)), (Ok(1), Ok(0)));
    assert_eq!(
        (pick(&board, "5", &all, false, &Vec::new), pick(&board, "9.", &all, false, &Vec::new)),
        (Ok(2), Err(Unpicked::Beyond(3)))
    );
    // A square with which moves begin is ambiguous as a number of the list.
    let english = samples::draughts();
    let all = moves(&english, &["5 5-9", "2 2-6", "2 2-7"]);
    let doubt = pick(&english, "2", &all, false, &Vec::new).map_err(|doubt| doubt.to_string());
    assert_eq!(doubt, Err("`2` may mean 2-6 (`2.`) or 2-7 (`3.`)".to_owned()));
    assert_eq!((pick(&english, "3", &all, false, &Vec::new), pick(&english, "2-7", &all, false, &Vec::new)), (Ok(2), Ok(2)));
}

#[test]
fn a_verb_may_be_left_out() {
    let warp = samples::quarters();
    let all = moves(&warp, &["d4 !trade-places =other:e4", "d4 !split d4-e5", "d4 d4-c3"]);
    assert_eq!(parse_move(&warp, "d4 e4", &all, true), Ok(0));
    assert!(parse_move(&warp, "split d4 e5", &all, true).is_err());
    let points = samples::points();
    let all = moves(&points, &["!infiltrate =first:c3* +c3* =second:c4* +c4*", "!infiltrate =first:c4* +c4* =second:c3* +c3*"]);
    assert_eq!(parse_move(&points, "C3* C4*", &all, false), Ok(0));
    assert_eq!(parse_move(&points, "c4*,c3*", &all, false), Ok(1));
    let all = moves(&warp, &["!put =spot:d4 +d4 =prey:e4", "!put =spot:d4 +d4 =prey:c3", "!drop =spot:c3 +c3"]);
    assert_eq!(parse_move(&warp, "d4 e4", &all, true), Ok(0));
    assert!(matches!(parse_move(&warp, "d4", &all, true), Err(MoveError::Unfinished { .. })));
}

#[test]
fn the_letter_x_is_a_file_too() {
    let wide = samples::equipment(
        &[("A", crate::model::board::Facing::North)],
        &[("man", 'm')],
        samples::board(26, 4, false, crate::model::board::Drawing::Squares),
    );
    check(&wide, &["w1 w1-x2", "w1 w1xy3(x2)", "x2 x2xx4(x3)"], false, &["w1-x2", "w1xy3", "x2xx4"]);
    let all = moves(&wide, &["w1 w1-x2"]);
    assert_eq!(parse_move(&wide, "w1 x2", &all, false), Ok(0));
}

proptest! {
    #[test]
    fn texts_are_unique_and_understood(picks in proptest::collection::vec((0..6usize, 0..64u16, 0..64u16, 0..64u16), 0..60), full: bool) {
        let warp = samples::quarters();
        let site = |i| crate::model::SiteId(i);
        let moves: Vec<Move> = picks.into_iter().map(|(shape, a, b, c)| {
            let leg = |from, to, prey| Deed::Leg { from: site(from), to: site(to), captures: [site(prey)].into_iter().collect() };
            let deeds = match shape {
                0 => vec![Deed::Actor(site(a)), leg(a, b % 3, c % 2), leg(b % 3, c % 4, 1)],
                1 => vec![Deed::Verb("go".into()), Deed::Placed(site(a)), Deed::Placed(site(b % 4))],
                2 => vec![Deed::Actor(site(a)), Deed::Verb("split".into()), leg(a, b % 3, c % 2), Deed::Actor(site(a)), leg(a, c, 0)],
                3 => vec![Deed::Taken(a > 9), Deed::Alternative((b % 3) as u8)],
                4 => vec![],
                _ => vec![Deed::Actor(site(a % 3)), Deed::Leg { from: site(a % 3), to: site(b % 3), captures: Default::default() }],
            };
            Move { rule: None, group: None, deeds, weight: 1, record: Default::default() }
        }).collect();
        let all = texts(&warp, &moves, full);
        let different: std::collections::BTreeSet<&String> = all.iter().collect();
        prop_assert_eq!(different.len(), all.len());
        for (i, text) in all.iter().enumerate() {
            prop_assert_eq!(parse_move(&warp, text, &moves, full), Ok(i));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", near in "[0-9a-hxX:* +-]{0,20}") {
        for equipment in [samples::draughts(), samples::points()] {
            let all = moves(&equipment, &["c3 c3-d4", "c3 c3xe5(d4)", "!pass"]);
            let _ = parse_move(&equipment, &text, &all, false);
            let _ = parse_move(&equipment, &near, &all, true);
        }
    }
}
