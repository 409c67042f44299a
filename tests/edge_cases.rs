//! Traditional draughts: a position for each clause of the rules. Each case of `facts/edge_cases.toml` is a test of its own:
//! `cargo test --test edge_cases -- italian` tries those of one game, or those with a word in their names.

mod facts;

use std::process::ExitCode;

use facts::moves::Style;
use facts::trials::{self, Reading};

fn main() -> ExitCode {
    trials::run(trials::of("edge_cases.toml", Reading::Moves(Style::Sets)))
}
