//! What the fuzzer keeps, in `fuzz/kept`: inputs that go by ways of the program that no other goes by, and those by which it once found a fault.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rayon::prelude::*;

use super::targets::TARGETS;

#[test]
fn whatever_was_kept_does_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/kept");
    for (name, attack) in TARGETS {
        let files = fs::read_dir(folder.join(name)).unwrap_or_else(|error| panic!("fuzz/kept/{name}: {error}"));
        let files: Vec<_> = files.flatten().map(|file| file.path()).collect();
        assert!(!files.is_empty(), "nothing is kept for {name}");
        files.par_iter().for_each(|path| {
            let data = fs::read(path).unwrap();
            let done = catch_unwind(AssertUnwindSafe(|| attack(&data)));
            assert!(done.is_ok(), "{}: `cargo +nightly fuzz run {name} {}` shows it", path.display(), path.display());
        });
    }
}

/// The crate of the fuzzer has a program for each target, and none for what is none.
#[test]
fn the_fuzzer_has_the_same_targets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut programs: Vec<&str> = manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")).collect();
    programs.iter_mut().for_each(|line| *line = line.trim_end_matches(".rs\""));
    assert_eq!(programs, TARGETS.map(|(name, _)| name));
    for name in programs {
        let text = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(text.contains(&format!("attack(\"{name}\", data)")), "{name}");
    }
}
