//! Differences for programs: in JSON, and as tests for continuous integration.

use draughtsman::analysis::snapshot::{Change, Section, told};
use draughtsman::notation::json::{self, snapshot as wire};
use draughtsman::notation::pinned;

use super::super::answer::Failure;
use super::super::ci::{Fault, Tried};
use super::Compared;
use super::files::{self, Files};

/// Every position as a test, with its difference, then the pinned positions that have been removed.
pub(super) fn tried(files: &Files, compared: &Compared) -> Result<Vec<Tried>, Failure> {
    let (positions, snapshot) = (files.positions.display().to_string(), files.snapshot.display().to_string());
    let lines = pinned::lines(&files::read(&files.positions)?);
    let one = |file: &String, name: &str, line: usize| {
        let change = compared.changes.iter().find(|change| change.name() == name);
        let faults = change.map(|change| fault(change, (file.clone(), line)));
        Tried { file: file.clone(), name: name.to_owned(), faults: faults.into_iter().collect() }
    };
    let kept = compared.positions.iter().zip(lines).map(|(position, line)| one(&positions, &position.name, line));
    let gone = compared.changes.iter().filter(|change| matches!(change, Change::Stale(_)));
    Ok(kept.chain(gone.map(|change| one(&snapshot, change.name(), 1))).collect())
}

fn fault(change: &Change, place: (String, usize)) -> Fault {
    let text = told(change);
    let (kind, what) = match change {
        Change::New(_) => ("new", "not pinned yet"),
        Change::Stale(_) => ("stale", "pinned, but there is no such position any more"),
        Change::Changed(_) => ("changed", "the moves are not as pinned"),
    };
    Fault { grave: true, kind: kind.to_owned(), message: format!("{}: {what}", change.name()), text, place }
}

/// The differences in JSON.
pub(super) fn json(compared: &Compared) -> wire::Snapshot {
    let texts = |moves: &[(String, Vec<String>)]| moves.iter().map(|(text, _)| text.clone()).collect();
    let plain = |section: &Section, state: &str| wire::Change {
        name: section.name.clone(),
        state: state.to_owned(),
        reason: section.reason.clone(),
        was: None,
        is: None,
        gone: Vec::new(),
        new: Vec::new(),
        otherwise: Vec::new(),
    };
    let change = |change: &Change| match change {
        Change::New(section) => {
            wire::Change { is: Some(section.heading.clone()), new: texts(&section.moves), ..plain(section, "new") }
        }
        Change::Stale(section) => wire::Change { was: Some(section.heading.clone()), ..plain(section, "stale") },
        Change::Changed(delta) => wire::Change {
            was: Some(delta.was.heading.clone()),
            is: Some(delta.is.heading.clone()),
            gone: texts(&delta.gone),
            new: texts(&delta.new),
            otherwise: delta
                .effects
                .iter()
                .map(|one| wire::Otherwise { text: one.text.clone(), was: one.was.clone(), is: one.is.clone() })
                .collect(),
            ..plain(&delta.is, "changed")
        },
    };
    wire::Snapshot {
        schema: json::SCHEMA,
        variant: compared.loaded.id.clone(),
        positions: compared.now.len(),
        changes: compared.changes.iter().map(change).collect(),
    }
}
