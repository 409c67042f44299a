//! Changes the program in one place at a time, and looks whether its tests notice.
//!
//! A *mutant* is the program with one place changed: `<` for `<=`, a statement left out, a condition that always holds, a function that
//! answers at once. All of a run are built into one program, in a copy of the sources, and an environment variable chooses among them: 300
//! programs would take a day to build. Which places are changed is drawn by a seed. What no test notices must be excused in `excused.toml`,
//! with the reason, or gets a test.

mod build;
mod judge;
mod plant;
mod report;
mod sites;

#[path = "../../tests/suite/dice.rs"]
#[allow(dead_code, reason = "a module of the tests, of which a part is needed")]
mod dice;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sites::Site;

/// What is changed: moves are found, rules lowered and defined there. What prints programs is left out.
const FOLDERS: [&str; 3] = ["src/engine", "src/program", "src/reference"];
const LEFT_OUT: [&str; 3] = ["/tests", "/print", "lockstep"];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        |usual: u64| arguments.next().map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{text}: not a number")));
    let (wanted, seed) = (number(300) as usize, number(1));

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let work = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("mutants/target"), PathBuf::from).join("mutants");
    let all = sites::of(root, &FOLDERS, &LEFT_OUT);
    println!("{} places to change; {wanted} of them, drawn by seed {seed}", all.len());

    let mutants = build::built(root, &work, drawn(all, seed), wanted);
    let programs = build::programs(&work);
    let judged = judge::all(&work, &programs, &mutants);
    report::told(root, &judged)
}

/// The places in an order drawn by a seed.
fn drawn(mut sites: Vec<Site>, seed: u64) -> Vec<Site> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for last in (1..sites.len()).rev() {
        sites.swap(last, dice::next(&mut seed) % (last + 1));
    }
    sites
}
