//! `snapshot --watch`: compares again whenever a file has changed.

use std::io::Write;

use draughtsman::analysis::snapshot::told;
use draughtsman::library::ENDING;

use super::super::answer::{Answer, Failure};
use super::super::load;
use super::super::watch::{Watched, again};
use super::Compared;
use super::files::{Files, POSITIONS, SNAPSHOT};

/// Compares until the process is ended.
pub(super) fn run(variant: &str, files: &Files, out: &mut dyn Write) -> Result<Answer, Failure> {
    let beside = [&files.positions, &files.snapshot].map(|path| path.display().to_string());
    let watched: Vec<String> = load::file_of(variant).into_iter().chain(beside).collect();
    again(&Comparing { variant, files }, &watched, &[ENDING, POSITIONS, SNAPSHOT], out)
}

struct Comparing<'a> {
    variant: &'a str,
    files: &'a Files,
}

impl Watched for Comparing<'_> {
    type Found = Compared;

    fn look(&self) -> Result<Compared, Failure> {
        Compared::read(self.variant, self.files)
    }

    fn state(&self, found: &Compared) -> Vec<String> {
        found.changes.iter().map(told).chain([found.now.len().to_string()]).collect()
    }

    fn tell(&self, found: &Compared, out: &mut dyn Write) -> Result<(), Failure> {
        found.tell(out)
    }
}
