//! Lasca, Konane, Fanorona, Tablut, Dameo, Halma: a position for each clause of the rules, and perft. Each case of
//! `facts/cousins.toml` is a test of its own.

mod facts;

use std::process::ExitCode;

use facts::moves::Style;
use facts::trials::{self, Reading};

fn main() -> ExitCode {
    trials::run(trials::of("cousins.toml", Reading::Moves(Style::Names)))
}
