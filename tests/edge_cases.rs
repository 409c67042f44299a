//! Traditional draughts: a position for each clause of the rules.

mod facts;

#[test]
fn every_fact_holds() {
    facts::case::run_file("edge_cases.toml", facts::moves::Style::Sets);
}
