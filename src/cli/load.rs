//! From a variant argument to compiled rules.

use std::io::Read;
use std::path::Path;

use draughtsman::check::{Choices, Refusal};
use draughtsman::library::{self, LoadError, Loaded, Place, Ready};
use draughtsman::notation::saved;
use draughtsman::session;
use draughtsman::syntax::MOST_BYTES_OF_A_FILE;

use super::answer::Failure;
use super::{names, report};

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// Reads a rule file and all that it extends.
pub(crate) fn read(variant: &str) -> Result<Loaded, Failure> {
    let loaded = match variant {
        STDIN => library::load_text("stdin", "<stdin>", stdin(MOST_BYTES_OF_A_FILE)?, Some(".".as_ref())),
        _ => library::load(variant).map_err(refused_name)?,
    };
    told_apart(variant, &loaded);
    match loaded.files.last().map(|(file, _)| loaded.sources.get(*file)).and_then(|own| something_else(&own.name, &own.text)) {
        Some(problem) => Err(Failure::Wrong(problem)),
        None => Ok(loaded),
    }
}

/// The path of the rule file that an argument names, or `None` for a bundled variant, which has no file.
pub(crate) fn file_of(variant: &str) -> Option<String> {
    match library::named(variant, Path::new("")) {
        Ok(Place::Bundled(_)) => None,
        Ok(Place::File(path)) => Some(path.display().to_string()),
        Err(_) => Some(variant.to_owned()),
    }
}

fn refused_name(error: LoadError) -> Failure {
    match error {
        LoadError::Unreadable { path, error } => names::unread_rules(&path, &error),
        other => session::Error::from(other).into(),
    }
}

/// Prints a note if a bundled variant was read while this folder has a file of that name with other rules.
fn told_apart(variant: &str, loaded: &Loaded) {
    let file = format!("{variant}.draughts");
    let Some(text) = library::text_of(variant).filter(|_| loaded.id == variant) else { return };
    if std::fs::read(&file).is_ok_and(|bytes| bytes != text.as_bytes()) {
        report::say("note", &format!("`{variant}` is the bundled variant; the rule file in this folder is `{file}`"));
    }
}

/// If a file given as a rule file is a PDN or saved game, returns a message that says so and what to do with it.
fn something_else(name: &str, text: &str) -> Option<String> {
    if session::looks_like_pdn(text) {
        return Some(format!(
            "{name}: this is a game in PDN, and no rule file: `draughtsman pdn {name}` plays it through, \
             `draughtsman moves VARIANT --position {name}` shows where it ends"
        ));
    }
    let saved = saved::header(text).ok().filter(|header| !header.variant.is_empty())?;
    Some(format!(
        "{name}: this is a saved game or position of `{0}`, and no rule file: `draughtsman play {0} --resume {name}` goes on with it",
        saved.variant
    ))
}

/// Checks and compiles what was loaded, with these choices.
pub(crate) fn compiled(loaded: &Loaded, choices: &Choices) -> Result<Ready, Failure> {
    Ok(session::compiled(loaded, choices)?)
}

/// The failure for a choice that these rules do not have. It lists those that they have.
pub(crate) fn refused(loaded: &Loaded, refusal: &Refusal) -> Failure {
    session::refused(loaded, refusal).into()
}

/// Reads standard input, but at most `most + 1` bytes of it.
pub(crate) fn stdin(most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Wrong(format!("standard input: {error}")))?;
    Ok(bytes)
}
