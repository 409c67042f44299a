//! Names that are not found, and similar names that may have been meant.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use draughtsman::diagnostic::near;
use draughtsman::library::near_names;

use super::answer::Failure;

/// Greatest number of files of a folder that are examined.
const MOST_LOOKED_AT: usize = 10_000;

/// Greatest number of names that are offered.
const MOST_OFFERED: usize = 3;

/// Why a file cannot be read. If it is missing, the message names similar files beside it.
pub(crate) fn unread(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => missing(path, &[]),
        _ => Failure::Wrong(format!("{}: {}", path.display(), plain(error))),
    }
}

/// The same for a rule file, where a bundled variant may have been meant.
pub(crate) fn unread_rules(path: &Path, error: &io::Error) -> Failure {
    if error.kind() != ErrorKind::NotFound {
        return unread(path, error);
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // Rule files of the folder are found by `missing`.
    missing(path, &near_names(&stem, None))
}

/// The failure for a missing file. It names similar files, and these variants.
pub(crate) fn missing(path: &Path, variants: &[String]) -> Failure {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Failure::Wrong(format!("there is no file {}: there is no folder {}", path.display(), folder.display()));
    }
    let mut near = beside(path);
    near.extend(variants.iter().cloned());
    Failure::misspelt(format!("there is no file {}", path.display()), near)
}

/// Files of the same folder with names similar to the missing one, as they would be typed.
pub(crate) fn beside(path: &Path) -> Vec<String> {
    let Some(wanted) = path.file_name().map(|name| name.to_string_lossy().to_lowercase()) else { return Vec::new() };
    let stem = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let entries = std::fs::read_dir(folder_of(path)).into_iter().flatten().flatten().take(MOST_LOOKED_AT);
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let alike = near(&wanted, lower.iter().map(String::as_str));
    let same_stem = lower.iter().map(String::as_str).filter(|name| stem(name) == stem(&wanted));
    let mut found: Vec<&str> = Vec::new();
    for name in same_stem.chain(alike) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    let written = |name: &str| lower.iter().position(|one| one == name).map(|at| names[at].clone());
    let found = found.into_iter().filter_map(written).take(MOST_OFFERED);
    found.map(|name| path.with_file_name(name).display().to_string()).collect()
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The message of the system, without the error number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
