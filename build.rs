//! Lists the rule files of `variants/` for embedding, so that no name of a variant stands in the source.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("variants");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("variants/ exists")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "draughts"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let name = path.file_stem().expect("it has an ending").to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes it");
    }
    list.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("bundled.rs");
    fs::write(out, list).expect("cargo's output folder can be written");
}
