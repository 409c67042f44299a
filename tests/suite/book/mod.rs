//! The book in `docs/`: its contents and links, the tutorial step by step, the cookbook, and the reference, which is made from the
//! grammar, the library of words and the lists that the program itself goes by.

mod pages;
mod reference;
mod steps;

use std::path::{Path, PathBuf};

/// Where the book lies.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The text of a page.
fn page(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}"))
}
