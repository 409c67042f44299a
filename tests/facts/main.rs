//! The facts: published perft numbers, a position for each clause of the rules, scenarios and rulings. Each is a test of its own:
//! `cargo test --test facts -- edge_cases/italian` tries those of one file and game, `-- T7` those with a word in their names.

#[path = "mod.rs"]
mod facts;
mod perft;

use std::process::ExitCode;

use facts::moves::Style;
use facts::rulings;
use facts::trials::{self, Reading};

/// The files of cases, and how each is read: traditional draughts; Lasca, Konane, Fanorona, Tablut, Dameo and Halma.
const GAMES: [(&str, Reading); 2] =
    [("edge_cases.toml", Reading::Moves(Style::Sets)), ("cousins.toml", Reading::Moves(Style::Names))];

/// The games of living inventors: besides their cases no ruling and no option may be without a fact (`facts/rulings.toml`).
const RULED: [(&str, Reading); 5] = [
    ("collateral.toml", Reading::Moves(Style::Paths)),
    ("guerrilla.toml", Reading::Moves(Style::Paths)),
    ("warp.toml", Reading::Moves(Style::Paths)),
    ("cards.toml", Reading::Decisions),
    ("chaos.toml", Reading::Decisions),
];

fn main() -> ExitCode {
    let cases = GAMES.iter().chain(&RULED).flat_map(|(file, reading)| trials::of(file, *reading));
    let rulings = RULED.iter().flat_map(|(file, _)| rulings::trials(file)).chain([rulings::table()]);
    trials::run(cases.chain(rulings).chain(perft::trials()).collect())
}
