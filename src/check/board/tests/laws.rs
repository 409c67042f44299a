//! Laws that hold for every board.

use super::super::{Leap, Lines, Plan, Play, Points, build};
use crate::model::SiteId;
use crate::model::board::SiteClass;
use proptest::prelude::*;

fn plans() -> impl Strategy<Value = Plan> {
    let lines = prop_oneof![Just(Lines::Square), Just(Lines::Alquerque), Just(Lines::Hex)];
    let play = prop_oneof![Just(Play::All), Just(Play::Dark), Just(Play::Light)];
    let points = prop_oneof![Just(Points::None), Just(Points::Inner), Just(Points::All)];
    let holes = prop::collection::vec((1u8..=12, 1u8..=12), 0..6);
    let leaps = prop::collection::vec((-3i8..=3, -3i8..=3).prop_filter("moves", |v| *v != (0, 0)), 0..5);
    (1u8..=12, 1u8..=12, lines, play, points, any::<(bool, bool)>(), holes, leaps).prop_map(
        |(files, ranks, lines, play, points, (wrap_files, wrap_ranks), holes, leaps)| {
            let square = lines == Lines::Square;
            let even = |wraps: bool, count: u8| wraps && (count.is_multiple_of(2) || play == Play::All && square);
            let mut vectors = leaps;
            vectors.sort_unstable();
            vectors.dedup();
            Plan {
                drawn: Vec::new(),
                files,
                ranks,
                play: if square { play } else { Play::All },
                points: if square { points } else { Points::None },
                lines,
                wrap_files: even(wrap_files, files),
                wrap_ranks: even(wrap_ranks, ranks),
                mask: holes.into_iter().map(|(file, rank)| super::Place::square(file, rank)).collect(),
                only: None,
                leaps: vec![Leap { name: "jump".to_owned(), vectors }],
                joins: Vec::new(),
                cuts: Vec::new(),
            }
        },
    )
}

proptest! {
    #[test]
    fn going_back_undoes_a_step(plan in plans()) {
        let board = build(&plan);
        for (direction, targets) in board.steps.iter().enumerate() {
            let Some(back) = board.directions[direction].opposite else { continue };
            prop_assert_eq!(board.directions[back as usize].opposite, Some(direction as u8));
            for (site, target) in targets.iter().enumerate() {
                if let Some(target) = target {
                    prop_assert_eq!(board.step(back as usize, *target), Some(SiteId(site as u16)));
                }
            }
        }
    }

    #[test]
    fn squares_are_numbered_in_order_and_no_name_comes_twice(plan in plans()) {
        let board = build(&plan);
        let squares = board.sites.iter().take_while(|site| site.class == SiteClass::Square).count();
        for (i, site) in board.sites.iter().enumerate() {
            prop_assert_eq!(site.number, (i < squares).then_some(i as u16 + 1));
            prop_assert_eq!(board.site(&site.name), Some(SiteId(i as u16)));
            prop_assert_eq!(super::Places::of(&board).parse(&site.name), Some(super::Place::of(site)));
        }
    }

    #[test]
    fn cutting_and_joining_leave_the_rest_alone(plan in plans(), one in (1u8..=12, 1u8..=12), other in (1u8..=12, 1u8..=12)) {
        let before = build(&plan);
        let cut = (super::Place::square(one.0, one.1), super::Place::square(other.0, other.1));
        let after = build(&Plan { cuts: vec![cut], ..plan });
        let index = super::Places::of(&before);
        let ends = [index.site(cut.0), index.site(cut.1)];
        for (was, is) in before.steps.iter().zip(&after.steps) {
            for (site, (was, is)) in was.iter().zip(is).enumerate() {
                let touched = ends.contains(&Some(SiteId(site as u16))) && ends.contains(was);
                prop_assert!(was == is || touched && is.is_none());
            }
        }
    }
}

#[test]
fn the_largest_board_is_built() {
    let board = build(&Plan { points: Points::Inner, ..Plan::grid(26, 26) });
    assert_eq!(board.sites.len(), 676 + 625);
    assert_eq!(board.steps.iter().flatten().flatten().count(), 2 * (2 * 26 * 25 + 2 * 25 * 24) + 8 * 625);
}
