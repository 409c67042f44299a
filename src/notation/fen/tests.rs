use super::super::samples::{self, setup};
use super::*;
use crate::model::board::{Drawing, Facing};
use crate::model::setup::{Kept, Setup};
use proptest::prelude::*;

const START: &str = "B:W21-32:B1-12";

fn both_ways(equipment: &Equipment, text: &str, printed: &str) {
    let stored = samples::stored();
    let terms = Terms { equipment, stored: &stored, lines: &[] };
    let read = read(&terms, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(whole(&terms, &read).as_deref(), Some(printed));
    assert_eq!(super::read(&terms, printed), Ok(read));
}

#[test]
fn reads_what_pdn_allows() {
    let english = samples::draughts();
    both_ways(&english, START, START);
    both_ways(&english, " b : B1-12 : w21-32 . ", START);
    both_ways(&english, "W:WK31-32,30,K29,28:B1,2", "W:W28,K29,30,K31,K32:B1,2");
    both_ways(&english, "W:WK 5:B", "W:WK5:B");
    both_ways(&english, "w:wk5,ka1:b", "W:WK5,K29:B");
    both_ways(&english, "W:W5", "W:W5:B");
    both_ways(&english, "W:Wa3,Kb2:Bc7,D8", "W:W21,K25:B2,6");
    both_ways(&english, "B:W21-32:B1-12:H0:F1", START);
}

#[test]
fn sides_of_any_alphabet() {
    let mut english = samples::draughts();
    english.sides[1].name = "Ärger".into();
    let other = english.sides[0].name.chars().next().unwrap();
    both_ways(&english, &format!("Ä:{other}21:Ä1"), &format!("Ä:{other}21:Ä1"));
    both_ways(&english, &format!("ä:{other}21:ä1"), &format!("Ä:{other}21:Ä1"));
}

#[test]
fn kinds_by_their_letters() {
    let quarters = samples::quarters();
    both_ways(&quarters, "B:Ba1,Fb1,Kc1,Qd1:Wh8", "B:Wh8:Ba1,Fb1,Kc1,Qd1");
    // `BF1` is the square f1 in capitals, not a fragment on square 1.
    both_ways(&quarters, "B:BF1,FF2:W", "B:W:BFf2,f1");
    let towers = samples::towers();
    both_ways(&towers, "W:Wa1,Oc1:Bg7", "W:Wa1,Oc1:Bg7");
}

#[test]
fn points_and_the_plain_kind_of_each_side() {
    let points = samples::points();
    both_ways(&points, "G:Gc3*:Cd4,e5", "G:Gc3*:Ce5,d4");
    both_ways(&points, "C:C:G", "C:G:C");
}

#[test]
fn numbers_of_turns() {
    let english = samples::draughts();
    both_ways(&english, "W:W5:BK1:H12:F40", "W:W5:BK1:H12:F40");
    both_ways(&english, "W:W5:BK1:F1:H0", "W:W5:BK1:F1");
    // The second player's turn of the first move: one turn has been played.
    let stored = samples::stored();
    let terms = Terms { equipment: &english, stored: &stored, lines: &[] };
    assert_eq!(read(&terms, "W:W5:B1:F1").map(|setup| setup.turns), Ok(1));
    assert_eq!(read(&terms, "B:W5:B1:H3:F3").map(|setup| (setup.turns, setup.stored.len())), Ok((4, 1)));
    let wrong = |text: &str| read(&terms, text).unwrap_err().to_string();
    assert_eq!(wrong("B:W5:B1:H101"), "at byte 8: `H101` is more than `quiet` counts (accepted: H0 to H100)");
    assert_eq!(wrong("B:W5:B1:F4000000000"), "at byte 8: `F4000000000` is no number of a move");
    let without = samples::terms(&english);
    assert_eq!(read_noting(&without, "B:W5:B1:H3:F1:+0+2").map(|read| read.1), Ok(vec!["H3".into(), "+0+2".into()]));
    assert_eq!(read_noting(&without, "B:W5:B1:H0:F1:+0+0").map(|read| read.1), Ok(vec![]));
}

#[test]
fn sides_that_begin_alike_and_more_than_two() {
    let sides = [("White", Facing::North), ("Wine", Facing::South), ("Red", Facing::East)];
    let many = samples::equipment(&sides, &[("man", 'm'), ("king", 'k')], samples::board(8, 8, false, Drawing::Squares));
    both_ways(&many, "2:3h8:1a1,Kb2:2", "2:1Kb2,a1:2:3h8");
}

#[test]
fn errors_say_where() {
    let english = samples::draughts();
    let check = |text: &str, expected: &str| {
        assert_eq!(read(&samples::terms(&english), text).unwrap_err().to_string(), expected, "{text}")
    };
    check("BW1:B2", "at byte 1: a colon is missing after `B`");
    check("X:W1:B2", "at byte 0: `X` is not a side to move (accepted: B or W)");
    check("", "at byte 0: who is to move? (accepted: B or W)");
    check("B", "at byte 1: a colon and the pieces of a side are missing (accepted: B:B…:W…)");
    check("B:W33:B1", "at byte 3: `33` is not on the board (accepted: 1 to 32, or a1 to h8)");
    check(
        "B:Wa2:B1",
        "at byte 3: `a2` is not a square of play: it is light, and only dark squares are played on (accepted: 1 to 32, or a1 to h8)",
    );
    check("B:W5,K5:B1", "at byte 6: there is a piece on 5 already");
    check("B:W5:B3-7", "at byte 6: there is a piece on 5 already");
    check("B:WQ5:B1", "at byte 3: `Q` is not a kind of piece (accepted: M man, K king)");
    check("B:W9-5:B1", "at byte 3: the range 9-5 runs backwards (accepted: 5-9)");
    check("B:Wa1-c3:B1", "at byte 3: `a1` is not a square number, and ranges count numbers (accepted: 1 to 32, or a1 to h8)");
    check("B:W5,:B1", "at byte 5: `` is not a square (accepted: 1 to 32, or a1 to h8)");
    check("B:G5:B1", "at byte 2: `G` is not a side (accepted: B or W)");
    check("B:W5:W6", "at byte 5: the pieces of `W` are given twice");
}

#[test]
fn says_what_it_leaves_out() {
    let towers = samples::towers();
    let terms = samples::terms(&towers);
    let left_out = |terms: &Terms, setup: &Setup| -> Vec<String> {
        write(terms, setup).left_out.iter().map(ToString::to_string).collect()
    };
    let mut position = setup(&towers, 0, &[("a1", 0, 0)]);
    assert_eq!(whole(&terms, &position).as_deref(), Some("W:Wa1:B"));
    position.turns = 3;
    assert_eq!(left_out(&terms, &position), ["that 3 turns have been played"]);
    position.turns = 4;
    assert_eq!(whole(&terms, &position).as_deref(), Some("W:Wa1:B:F3"));
    position.board[0].1.push(samples::piece(1, 1));
    assert_eq!(left_out(&terms, &position), ["what stands below the commanders of towers (a1)"]);
    assert_eq!(write(&terms, &position).text, "W:W:BOa1:F3");
    let cards = samples::cards();
    let third = setup(&cards, 2, &[]);
    assert_eq!(left_out(&samples::terms(&cards), &third), ["that it is South-2's turn, of the players of that side"]);
}

proptest! {
    #[test]
    fn what_it_says_is_read_back(seed: u64) {
        let stored = samples::stored();
        let all =
            [samples::draughts(), samples::quarters(), samples::points(), samples::towers(), samples::cards(), samples::lines()];
        for equipment in &all {
            let terms = Terms { equipment, stored: &stored, lines: &[] };
            let mut random = samples::random::setup(equipment, seed);
            // Values at their start are not listed.
            random.stored.retain(|(_, kept)| *kept != Kept::Number(0));
            let written = write(&terms, &random);
            let read = read(&terms, &written.text);
            prop_assert_eq!(read.as_ref(), Ok(&super::write::said(&terms, &random).0));
            prop_assert_eq!(read.as_ref() == Ok(&random), written.left_out.is_empty(), "{:?}", written);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", near in "[BWKGC:,. 0-9a-h*?-]{0,40}", bytes: Vec<u8>) {
        for equipment in [samples::draughts(), samples::points(), samples::cards()] {
            for text in [&text, &near, &format!("B:W{near}"), &String::from_utf8_lossy(&bytes).into_owned()] {
                if let Err(super::super::Error { at: super::super::At::Byte(at), .. }) = read(&samples::terms(&equipment), text) {
                    prop_assert!(at <= text.len());
                }
            }
        }
    }
}
