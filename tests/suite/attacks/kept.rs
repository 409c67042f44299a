//! What the fuzzer keeps, in `fuzz/kept`: inputs that go by ways of the program that no other goes by, and those by which it once found a fault;
//! and inputs a little like them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::decisions;
use super::targets::TARGETS;
use crate::dice::next;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// What is kept for a target, with its name, in the order of names. For what reads rule files the bundled ones and those of
/// this suite are kept too, if more than the least is asked for; `fuzz/run` has the same list.
fn kept(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = files_of(&folder().join("kept").join(target));
    assert!(!paths.is_empty(), "nothing is kept for {target}");
    if target == "rules" && many().is_some() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders = vec![root.join("variants"), root.join("tests/suite/views/rules")];
        folders.extend(
            fs::read_dir(root.join("tests/suite")).unwrap().flatten().map(|file| file.path()).filter(|path| path.is_dir()),
        );
        let files = folders.iter().flat_map(|folder| files_of(folder));
        paths.extend(files.filter(|path| path.extension().is_some_and(|end| end == "draughts")));
        paths.sort();
    }
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// The files of a folder, not those of folders within.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths
}

/// Files that take long at their first decision are tried there, with what they take.
#[test]
fn whatever_was_kept_does_no_harm() {
    for (name, attack) in TARGETS {
        kept(name).par_iter().filter(|(path, _)| !decisions::weighs(path)).for_each(|(path, data)| {
            let done = catch_unwind(AssertUnwindSafe(|| attack(data)));
            assert!(done.is_ok(), "{}: `cargo +nightly fuzz run {name} {}` shows it", path.display(), path.display());
        });
    }
}

/// Inputs made of each that is kept, if `DRAUGHTSMAN_ATTACKS` says so.
fn many() -> Option<usize> {
    std::env::var("DRAUGHTSMAN_ATTACKS").ok().and_then(|number| number.parse().ok())
}

/// Without a fuzzer nobody knows which inputs lead on: these are changed here and there, the same in every run.
#[test]
fn what_is_like_it_does_no_harm() {
    for (name, attack) in TARGETS {
        let kept = kept(name);
        (0..kept.len() * many().unwrap_or(1)).into_par_iter().for_each(|number| {
            let mut seed = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let other = &kept[next(&mut seed) % kept.len()].1;
            let data = changed(&kept[number % kept.len()].1, other, &mut seed);
            let done = catch_unwind(AssertUnwindSafe(|| attack(&data)));
            assert!(done.is_ok(), "{name}: b\"{}\"", data.escape_ascii());
        });
    }
}

/// An input with something left out, said twice, changed, or taken from another, in one to four places.
fn changed(data: &[u8], other: &[u8], seed: &mut u64) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..1 + next(seed) % 4 {
        let start = next(seed) % (data.len() + 1);
        let end = (start + next(seed) % 24).min(data.len());
        let from = next(seed) % (other.len() + 1);
        let new = match next(seed) % 4 {
            0 => Vec::new(),
            1 => [&data[start..end], &data[start..end]].concat(),
            2 => vec![next(seed) as u8],
            _ => other[from..(from + next(seed) % 60).min(other.len())].to_vec(),
        };
        data.splice(start..end, new);
    }
    data
}

/// The crate of the fuzzer has a program for each target, and none for what is none.
#[test]
fn the_fuzzer_has_the_same_targets() {
    let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    let mut programs: Vec<&str> = manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")).collect();
    programs.iter_mut().for_each(|line| *line = line.trim_end_matches(".rs\""));
    assert_eq!(programs, TARGETS.map(|(name, _)| name));
    for name in programs {
        let text = fs::read_to_string(folder().join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(text.contains(&format!("attack(\"{name}\", data)")), "{name}");
    }
}
