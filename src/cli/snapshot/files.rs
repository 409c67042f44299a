//! The files of a variant's snapshot: positions, pinned sections, pending sections.

use std::path::{Path, PathBuf};

use draughtsman::analysis::snapshot::{Section, parse, print};
use draughtsman::library::{self, Place};
use draughtsman::notation::pinned::{self, Pinned};

use super::super::answer::Failure;
use super::super::load;
use super::super::names::unread;
use super::super::output::{self, ForceArgument, Made};
use super::Places;

/// The ending of files of positions.
pub(crate) const POSITIONS: &str = ".positions.toml";

/// The ending of files of pinned sections.
pub(crate) const SNAPSHOT: &str = ".snapshot.txt";

/// Where the files of a variant are.
pub(super) struct Files {
    pub(super) positions: PathBuf,
    pub(super) snapshot: PathBuf,
    pub(super) pending: PathBuf,
    force: ForceArgument,
}

impl Files {
    /// Finds the files: at `--positions`, else beside the rule file, or in this folder for a bundled variant.
    pub(super) fn of(variant: &str, places: &Places) -> Result<Files, Failure> {
        if variant == load::STDIN && places.positions.is_none() {
            return Err(Failure::wrong(
                "of rules on standard input nobody knows where the positions are: give --positions FILE",
            ));
        }
        let positions = match &places.positions {
            Some(path) => path.clone(),
            None => {
                let path = match library::named(variant, Path::new("")) {
                    Ok(Place::Bundled(name)) => PathBuf::from(name),
                    Ok(Place::File(path)) => path,
                    Err(_) => PathBuf::from(variant),
                };
                let stem = path.file_stem().map_or_else(|| variant.to_owned(), |stem| stem.to_string_lossy().into_owned());
                path.with_file_name(format!("{stem}{POSITIONS}"))
            }
        };
        let name = positions.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.strip_suffix(POSITIONS).or_else(|| name.strip_suffix(".toml")).unwrap_or(&name);
        let beside = |ending: &str| positions.with_file_name(format!("{stem}{ending}"));
        Ok(Files { snapshot: beside(SNAPSHOT), pending: beside(".snapshot.pending.txt"), positions, force: places.force })
    }

    /// Reads the positions.
    pub(super) fn positions(&self) -> Result<Vec<Pinned>, Failure> {
        let path = &self.positions;
        if !path.is_file() {
            let text = format!(
                "there is no file {}: `draughtsman snapshot add VARIANT --name NAME --position FEN` begins one",
                path.display()
            );
            return Err(Failure::Wrong(text));
        }
        positions_of(path)
    }

    /// Reads the positions; there are none if there is no file yet.
    pub(super) fn positions_if_any(&self) -> Result<Vec<Pinned>, Failure> {
        if self.positions.exists() { self.positions() } else { Ok(Vec::new()) }
    }

    /// Reads what is pinned: nothing if there is no file yet.
    pub(super) fn pinned(&self) -> Result<Vec<Section>, Failure> {
        sections(&self.snapshot)
    }

    /// Reads what is pending: nothing if there is no file.
    pub(super) fn pending(&self) -> Result<Vec<Section>, Failure> {
        sections(&self.pending)
    }

    /// Writes the positions. `read` is what the file held when it was read.
    pub(super) fn write_positions(&self, read: &str, text: &str) -> Result<(), Failure> {
        output::file(&self.positions, text, Made::Of(read.as_bytes()), self.force)
    }

    /// Writes what is pinned.
    pub(super) fn write_pinned(&self, sections: &[Section]) -> Result<(), Failure> {
        output::file(&self.snapshot, &print(sections), Made::Snapshot, self.force)
    }

    /// Writes what is pending. If nothing is, the file is removed.
    pub(super) fn write_pending(&self, sections: &[Section]) -> Result<(), Failure> {
        if !sections.is_empty() {
            return output::file(&self.pending, &print(sections), Made::Snapshot, self.force);
        }
        match std::fs::remove_file(&self.pending) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(wrong(&self.pending, &error)),
            _ => Ok(()),
        }
    }
}

/// Reads the positions of a file.
pub(crate) fn positions_of(path: &Path) -> Result<Vec<Pinned>, Failure> {
    pinned::read(&read(path)?).map_err(|error| wrong(path, &error))
}

fn sections(path: &Path) -> Result<Vec<Section>, Failure> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    parse(&read(path)?).map_err(|error| wrong(path, &error))
}

pub(super) fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| unread(path, &error))
}

fn wrong(path: &Path, problem: &dyn std::fmt::Display) -> Failure {
    Failure::Wrong(format!("{}: {problem}", path.display()))
}

/// Refuses to write in continuous integration, where nobody would see the difference.
pub(super) fn may_write() -> Result<(), Failure> {
    match std::env::var_os("CI").is_some_and(|ci| !ci.is_empty()) {
        true => Err(Failure::wrong(
            "nothing is written where CI is set: compare there, and pin where somebody looks at the difference (to write all the same: CI= draughtsman snapshot …)",
        )),
        false => Ok(()),
    }
}
