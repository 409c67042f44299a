//! Lists the rule files of `variants/` for embedding, the openings and what was learned beside them, so that no name of a variant stands in the source; the pages
//! of the book, which its contents name; the engine for browsers, where `web/build` has made it; and whether unit tests play games.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let root = Path::new(&root);
    let folder = root.join("variants");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("variants/ exists")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "draughts"))
        .collect();
    files.sort();
    let (mut list, mut openings, mut weights) = (String::from("&[\n"), String::from("&[\n"), String::from("&[\n"));
    for path in files {
        let name = path.file_stem().expect("it has an ending").to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes it");
        let games = path.with_extension("openings.pdn");
        if games.is_file() {
            writeln!(openings, "    ({name:?}, include_str!({:?})),", games.display().to_string()).expect("a string takes it");
        }
        let learned = path.with_extension("weights");
        if learned.is_file() {
            writeln!(weights, "    ({name:?}, include_str!({:?})),", learned.display().to_string()).expect("a string takes it");
        }
    }
    list.push_str("]\n");
    openings.push_str("]\n");
    weights.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let write =
        |name: &str, text: &str| fs::write(Path::new(&out).join(name), text).expect("cargo's output folder can be written");
    write("bundled.rs", &list);
    write("openings.rs", &openings);
    write("weights.rs", &weights);
    write("book.rs", &book(&root.join("docs")));
    write("engine.rs", &engine(&root.join("web/dist")));
    unit_games();
}

/// Unit tests that play games need the whole engine a second time, in the copy of the library that they are in, and that takes as long as
/// the first: they are compiled where `DRAUGHTSMAN_UNIT_GAMES` is set.
fn unit_games() {
    println!("cargo::rerun-if-env-changed=DRAUGHTSMAN_UNIT_GAMES");
    println!("cargo::rustc-check-cfg=cfg(unit_games)");
    if env::var_os("DRAUGHTSMAN_UNIT_GAMES").is_some() {
        println!("cargo::rustc-cfg=unit_games");
    }
}

/// Where a program has the engine for browsers from: what is released takes it in; one that is being worked on, or tried by its tests,
/// reads it where it lies, and need not be built anew with every engine, nor behind it.
fn engine(folder: &Path) -> String {
    let path = folder.join("draughtsman.wasm.gz");
    let (there, path) = (path.is_file(), path.display().to_string());
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return format!("std::fs::read({path:?}).ok().map(std::borrow::Cow::Owned)");
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    if there { format!("Some(std::borrow::Cow::Borrowed(include_bytes!({path:?})))") } else { "None".to_owned() }
}

/// The pages that the contents of the book name, in their order, by their paths in it.
fn book(folder: &Path) -> String {
    let contents = folder.join("SUMMARY.md");
    println!("cargo::rerun-if-changed={}", contents.display());
    let contents = fs::read_to_string(contents).expect("docs/SUMMARY.md exists");
    let mut list = String::from("&[\n");
    for name in contents.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
        writeln!(list, "    ({name:?}, include_str!({:?})),", folder.join(name).display().to_string())
            .expect("a string takes it");
    }
    list + "]\n"
}
