//! Warp Checkers: every scenario of the rulings and every further clause.

mod facts;

#[test]
fn every_fact_holds() {
    facts::case::run_file("warp.toml", facts::moves::Style::Paths);
}
