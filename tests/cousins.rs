//! Lasca, Konane, Fanorona, Tablut, Dameo, Halma: a position for each clause of the rules, and perft.

mod facts;

#[test]
fn every_fact_holds() {
    facts::case::run_file("cousins.toml", facts::moves::Style::Names);
}
