//! `check --watch`: checks again whenever a file has changed.

use std::io::Write;

use draughtsman::library::ENDING;

use crate::cli::answer::{Answer, Failure};
use crate::cli::watch::{Watched, again, only_files};

use super::{Arguments, Found, Terms};

/// Checks until the process is ended.
pub(super) fn run(arguments: &Arguments, terms: &Terms, out: &mut dyn Write) -> Result<Answer, Failure> {
    only_files(&arguments.files)?;
    // A misspelt name is an error now, rather than a file to wait for.
    let first = super::look(&arguments.files, terms)?;
    match first.unread.is_empty() {
        true => again(&Checking { arguments, terms }, &arguments.files, &[ENDING], out),
        false => Err(Failure::Wrong(first.sentences().join("\n"))),
    }
}

struct Checking<'a> {
    arguments: &'a Arguments,
    terms: &'a Terms,
}

impl Watched for Checking<'_> {
    type Found = Found;

    fn look(&self) -> Result<Found, Failure> {
        super::look(&self.arguments.files, self.terms)
    }

    /// The texts of all files.
    fn state(&self, found: &Found) -> Vec<String> {
        let texts = found.checked.iter().flat_map(|(loaded, _)| {
            let texts = loaded.files.iter().map(|(file, _)| loaded.sources.get(*file));
            texts.flat_map(|source| [source.name.clone(), source.text.clone()])
        });
        texts.chain(found.sentences()).collect()
    }

    fn tell(&self, found: &Found, out: &mut dyn Write) -> Result<(), Failure> {
        super::tell(self.arguments, found, out)
    }
}
