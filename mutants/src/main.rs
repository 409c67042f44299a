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
mod tests;

#[path = "../../tests/suite/dice.rs"]
#[allow(dead_code, reason = "a module of the tests, of which a part is needed")]
mod dice;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sites::Site;

/// What is changed: moves are found, rules lowered and defined there. Tests are left out, and what prints programs.
const FOLDERS: [&str; 3] = ["src/engine", "src/program", "src/reference"];
const LEFT_OUT: [&str; 3] = ["/tests", "/print", "lockstep"];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        || -> Option<u64> { arguments.next().map(|text| text.parse().unwrap_or_else(|_| panic!("{text}: not a number"))) };
    let (wanted, seed) = (number().unwrap_or(300) as usize, number());

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let work = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("mutants/target"), PathBuf::from).join("mutants");
    let all = sites::of(root, &FOLDERS, &LEFT_OUT);
    println!("{} places to change; {wanted} of them", all.len());

    let drawn = drawn(all, seed.unwrap_or(1));
    let first = if seed.is_none() { asked_before(root, drawn) } else { drawn };
    let mutants = build::built(root, &work, first, wanted);
    let programs = build::programs(&work);
    let tests = tests::all(&work, &programs);
    let judged = judge::all(&work, &tests, &mutants);
    report::told(root, &judged)
}

/// The same places, those first that `asked` names, in an order of their own, which stays the same: drawn once, they are asked until all are
/// noticed. What has been rewritten since is replaced by the next.
fn asked_before(root: &Path, sites: Vec<Site>) -> Vec<Site> {
    let asked = std::fs::read_to_string(root.join("mutants/asked")).expect("mutants/asked");
    let asked: HashSet<&str> = asked.lines().filter(|line| !line.starts_with('#')).collect();
    let (mut first, rest): (Vec<Site>, Vec<Site>) =
        sites.into_iter().partition(|site| asked.contains(site.known_as().as_str()));
    first.sort_by_cached_key(|site| mixed(&site.known_as()));
    first.extend(rest);
    first
}

/// A number for a text (Fowler, Noll and Vo's hash 1a): the files come mixed in its order.
fn mixed(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The places in an order drawn by a seed.
fn drawn(mut sites: Vec<Site>, seed: u64) -> Vec<Site> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for last in (1..sites.len()).rev() {
        sites.swap(last, dice::next(&mut seed) % (last + 1));
    }
    sites
}
