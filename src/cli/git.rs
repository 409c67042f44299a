//! Versions of a file in git, read with the program `git`. Nothing is written.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::answer::Failure;

/// A file as it was at a revision, with the other rule files of its folder at that revision.
pub(super) struct Old {
    /// The content of the file.
    pub(super) bytes: Vec<u8>,
    /// Its name in messages: `my.draughts at HEAD`.
    pub(super) name: String,
    /// The other rule files of the folder at that revision, by name. Its parents may be among them.
    pub(super) beside: Vec<(String, Vec<u8>)>,
}

/// Reads a file at a revision.
pub(super) fn old(file: &Path, revision: &str) -> Result<Old, Failure> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let Some(name) = file.file_name().and_then(|name| name.to_str()) else {
        return Err(Failure::Wrong(format!("{}: this is no file", file.display())));
    };
    let shown = file.display();
    ask(&folder, &["rev-parse", "--is-inside-work-tree"])
        .map_err(|problem| Failure::Wrong(format!("{shown}: there is no git repository here to compare with: {problem}")))?;
    let commit = format!("{revision}^{{commit}}");
    ask(&folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
        .map_err(|_| Failure::Wrong(format!("there is no revision `{revision}` in the repository of {shown}")))?;
    let read = |name: &str| ask(&folder, &["show", "--end-of-options", &format!("{revision}:./{name}")]);
    let bytes = read(name).map_err(|_| Failure::Wrong(format!("{shown} is not in git at `{revision}`")))?;
    let listed = ask(&folder, &["ls-tree", "--name-only", "-z", revision, "./"]).unwrap_or_default();
    let names = listed.split(|byte| *byte == 0).filter_map(|name| std::str::from_utf8(name).ok());
    let rules = names.filter(|other| other.ends_with(".draughts") && *other != name);
    let beside = rules.filter_map(|other| Some((other.to_owned(), read(other).ok()?))).collect();
    Ok(Old { bytes, name: format!("{shown} at {revision}"), beside })
}

fn ask(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let run = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = run.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "the program `git` is not installed".to_owned(),
        _ => format!("git: {error}"),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().next().unwrap_or("git failed").trim().to_owned())
}
