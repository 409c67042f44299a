//! Chaos Checkers: every scenario of the rulings, decision by decision, chance included.

mod facts;

#[test]
fn every_fact_holds() {
    facts::tokens::run_file("chaos.toml");
}
