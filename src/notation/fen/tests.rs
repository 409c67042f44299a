use super::super::samples::{self, setup};
use super::*;
use proptest::prelude::*;

const START: &str = "B:W21-32:B1-12";

fn both_ways(equipment: &Equipment, text: &str, printed: &str) {
    let read = read(equipment, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(write(equipment, &read).as_deref(), Ok(printed));
    assert_eq!(super::read(equipment, printed), Ok(read));
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
fn kinds_by_their_letters() {
    let quarters = samples::quarters();
    both_ways(&quarters, "B:Ba1,Fb1,Kc1,Qd1:Wh8", "B:Wh8:Ba1,Fb1,Kc1,Qd1");
    // A square that is written in capitals is no fragment on square 1.
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
fn errors_say_where() {
    let english = samples::draughts();
    let check = |text: &str, expected: &str| assert_eq!(read(&english, text).unwrap_err().to_string(), expected, "{text}");
    check("BW1:B2", "at byte 1: a colon is missing after `B`");
    check("X:W1:B2", "at byte 0: `X` is not a side to move (accepted: B or W)");
    check("", "at byte 0: who is to move? (accepted: B or W)");
    check("B", "at byte 1: a colon and the pieces of a side are missing (accepted: B:B…:W…)");
    check("B:W33:B1", "at byte 3: `33` is not on the board (accepted: 1 to 32, or a1 to h8)");
    check("B:Wa2:B1", "at byte 3: `a2` is not a square of play (accepted: 1 to 32, or a1 to h8)");
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
fn refuses_what_it_cannot_tell() {
    let towers = samples::towers();
    let mut position = setup(&towers, 0, &[("a1", 0, 0)]);
    assert!(is_whole(&towers, &position));
    position.turns = 3;
    assert!(!is_whole(&towers, &position) && write(&towers, &position).is_ok());
    position.board[0].1.push(samples::piece(1, 1));
    assert_eq!(write(&towers, &position).unwrap_err().to_string(), "FEN knows no towers (accepted: TOML or JSON)");
    let cards = samples::cards();
    let third = setup(&cards, 2, &[]);
    assert!(write(&cards, &third).is_err());
}

proptest! {
    #[test]
    fn print_and_read_are_inverse(seed: u64) {
        for equipment in [samples::draughts(), samples::quarters(), samples::points()] {
            let random = samples::random::setup(&equipment, seed);
            let board = random.board.into_iter().filter(|(site, tower)| {
                let point = equipment.board.sites[site.index()].class == crate::model::board::SiteClass::Point;
                tower.len() == 1 && (!point || tower[0].kind.0 == 0)
            });
            let setup = crate::model::Setup { turn: random.turn, board: board.collect(), ..Default::default() };
            prop_assert_eq!(read(&equipment, &write(&equipment, &setup).unwrap()), Ok(setup));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", near in "[BWKGC:,. 0-9a-h*?-]{0,40}", bytes: Vec<u8>) {
        for equipment in [samples::draughts(), samples::points(), samples::cards()] {
            for text in [&text, &near, &format!("B:W{near}"), &String::from_utf8_lossy(&bytes).into_owned()] {
                if let Err(super::super::Error { at: super::super::At::Byte(at), .. }) = read(&equipment, text) {
                    prop_assert!(at <= text.len());
                }
            }
        }
    }
}
