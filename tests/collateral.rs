//! Collateral Checkers: every scenario of the rulings, each under its own name.

mod facts;

use facts::case::run_cases;
use facts::moves::Style;

/// A test for each scenario, `T1 …` in the file of facts.
macro_rules! scenarios {
    ($($name:ident $number:literal)*) => {$(
        #[test]
        fn $name() {
            run_cases("collateral.toml", Style::Paths, |name| name.split(' ').next() == Some($number));
        }
    )*};
}

scenarios! {
    t1_first_moves "T1"
    t2_perft "T2"
    t3_any_capture_satisfies_the_duty "T3"
    t4_a_single_forced_capture "T4"
    t5_self_sacrifice_is_optional "T5"
    t6_going_on_over_ones_own_is_optional "T6"
    t9_elimination_cuts_a_chain_short "T9"
    t10_suicide "T10"
    t12_a_blocked_jump "T12"
    t13_jumps_in_all_directions_and_no_promotion "T13"
    t14_the_centre "T14"
    t15_the_centre_is_lost "T15"
    t17_each_player_counts_for_itself "T17"
}

#[test]
fn every_further_clause() {
    let scenario = |name: &str| name.strip_prefix('T').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    run_cases("collateral.toml", Style::Paths, |name| !scenario(name));
}
