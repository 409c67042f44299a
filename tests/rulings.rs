//! The games of living inventors: every scenario and every ruling. Each case of their facts is a test of its own:
//! `cargo test --test rulings -- chaos` tries those of one game, `-- T7` those of a scenario, or those with a word in their names.
//! No ruling and no option may be without a fact: `facts/rulings.toml`.

mod facts;

use std::process::ExitCode;

use facts::moves::Style;
use facts::rulings;
use facts::trials::{self, Reading};

fn main() -> ExitCode {
    let paths = Reading::Moves(Style::Paths);
    let files = [
        ("collateral.toml", paths),
        ("guerrilla.toml", paths),
        ("warp.toml", paths),
        ("cards.toml", Reading::Decisions),
        ("chaos.toml", Reading::Decisions),
    ];
    let cases = files.iter().flat_map(|(file, reading)| trials::of(file, *reading));
    trials::run(cases.chain(files.iter().flat_map(|(file, _)| rulings::trials(file))).chain([rulings::table()]).collect())
}
