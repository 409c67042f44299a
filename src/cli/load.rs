//! From a variant argument to rules that can be played.

use std::io::Read;

use draughtsman::check::{Choices, Levels, Refusal};
use draughtsman::diagnostic::any_error;
use draughtsman::library::{self, Loaded, Ready};
use draughtsman::program::Program;
use draughtsman::syntax::MOST_BYTES_OF_A_FILE;

use super::answer::Failure;
use super::report;

/// Stands for standard input.
pub(crate) const STDIN: &str = "-";

/// A rule file and all it extends.
pub(crate) fn read(variant: &str) -> Result<Loaded, Failure> {
    if variant == STDIN {
        return Ok(library::load_text("stdin", "<stdin>", stdin(MOST_BYTES_OF_A_FILE)?, Some(".".as_ref())));
    }
    library::load(variant).map_err(|error| Failure::Wrong(format!("{error}{}", hint(&error))))
}

fn hint(error: &library::LoadError) -> &'static str {
    match error {
        library::LoadError::Unknown { .. } => "\nA variant is a name of `draughtsman list`, a path to a rule file, or `-`.",
        library::LoadError::Unreadable { .. } => "",
    }
}

/// What was loaded, checked with these choices. Errors are told on standard error.
pub(crate) fn compiled(loaded: &Loaded, choices: &Choices) -> Result<Ready, Failure> {
    let checked = loaded.check(choices);
    if let Some(refusal) = checked.refusals.first() {
        return Err(Failure::Wrong(refused(loaded, refusal)));
    }
    match checked.variant {
        Some(variant) => Ok(Ready { program: Program::compile(&variant), variant }),
        None => {
            let mut diagnostics = checked.diagnostics;
            library::certain(loaded, choices, &Levels::default(), &mut diagnostics);
            report::errors(&loaded.sources, &diagnostics);
            debug_assert!(any_error(&diagnostics));
            Err(Failure::Told)
        }
    }
}

pub(crate) fn refused(loaded: &Loaded, refusal: &Refusal) -> String {
    let Refusal::Unknown { near: None, .. } = refusal else { return refusal.to_string() };
    let plain = loaded.check(&Choices::default());
    let equipment = plain.variant.map(|variant| variant.equipment);
    let names: Vec<String> = equipment.into_iter().flat_map(|one| one.options).map(|option| option.name).collect();
    match names.is_empty() {
        true => format!("{refusal}: `{}` has no options", loaded.id),
        false => format!("{refusal} (accepted: {})", names.join(", ")),
    }
}

/// Standard input, at most a little more than `most` bytes of it.
pub(crate) fn stdin(most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Wrong(format!("standard input: {error}")))?;
    Ok(bytes)
}
