//! Saving Private Checkers: every scenario of the rulings, decision by decision.

mod facts;

#[test]
fn every_fact_holds() {
    facts::tokens::run_file("cards.toml");
}
