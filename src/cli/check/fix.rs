//! `check --fix`: makes the fixes that are certain, and reports them.

use std::io::Write;
use std::path::Path;

use draughtsman::diagnostic::Diagnostic;
use draughtsman::library::{self, Mended, mended};
use draughtsman::notation::counted;
use draughtsman::notation::findings::{human, tally};
use draughtsman::syntax::{self, MOST_BYTES_OF_A_FILE};

use crate::cli::answer::{Answer, Failure};
use crate::cli::load::{self, STDIN};
use crate::cli::output::{self, ForceArgument, Made};
use crate::cli::{files, report, terminal};

use super::{Arguments, Format, Found, Terms};

/// Mends each file, then reports what is left.
pub(super) fn run(arguments: &Arguments, terms: &Terms, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.files.iter().any(|file| file == STDIN) {
        return stdin(arguments, terms, out);
    }
    let mut count = 0;
    let mut unread = Vec::new();
    let files = files::expanded(&arguments.files)?;
    for file in &files {
        match one(file, terms, arguments.force) {
            Ok(done) => count += done,
            Err(failure) => unread.push((file.clone(), failure.into_misread()?)),
        }
    }
    report::say("fixed", &counted(count as u64, "mistake"));
    let readable: Vec<String> =
        files.into_iter().filter(|file| Path::new(file).exists() || library::text_of(file).is_some()).collect();
    let mut found = super::look(&readable, terms)?;
    found.unread = unread;
    super::tell(arguments, &found, out)?;
    found.answer(arguments.deny_warnings)
}

/// Mends a file in place, and returns the number of fixes.
fn one(file: &str, terms: &Terms, force: ForceArgument) -> Result<usize, Failure> {
    if library::text_of(file).is_some() {
        let problem = "is bundled and cannot be changed; `draughtsman show` prints it, and a file of that name here is";
        return Err(Failure::Wrong(format!("`{file}` {problem} `./{file}`")));
    }
    let path = Path::new(file);
    let bytes = files::read(path, MOST_BYTES_OF_A_FILE)?;
    // A file that is not text is reported by the check that follows.
    let Ok(text) = syntax::decode(Default::default(), bytes.clone()) else { return Ok(0) };
    let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mended = mended(&id, file, text, path.parent(), &terms.choices, &terms.levels);
    if !mended.done.is_empty() {
        let written = output::write(path, mended.text.as_bytes(), Made::Of(&bytes), force);
        written.map_err(|error| Failure::Wrong(format!("{file}: not mended: {error}")))?;
    }
    told(file, &mended);
    Ok(mended.done.len())
}

/// Mends standard input and writes it to standard output. What is left is reported on standard error.
fn stdin(arguments: &Arguments, terms: &Terms, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.files.len() > 1 {
        return Err(Failure::wrong("--fix writes the mended text of `-` to standard output: give no other file"));
    }
    if arguments.format() != Format::Human {
        return Err(Failure::wrong(
            "--fix writes the mended text of `-` to standard output: what is left can only be told to people",
        ));
    }
    let bytes = load::stdin(MOST_BYTES_OF_A_FILE)?;
    let name = "<stdin>";
    let loaded = match syntax::decode(Default::default(), bytes.clone()) {
        Ok(text) => {
            let mended = mended("stdin", name, text, Some(".".as_ref()), &terms.choices, &terms.levels);
            told(name, &mended);
            terminal::data(mended.text.as_bytes(), out)?;
            library::load_text("stdin", name, mended.text.into_bytes(), Some(".".as_ref()))
        }
        Err(_) => {
            // Input that cannot be mended is passed on unchanged.
            terminal::data(&bytes, out)?;
            library::load_text("stdin", name, bytes, Some(".".as_ref()))
        }
    };
    out.flush()?;
    let mut found = Found::default();
    found.add(loaded, terms)?;
    for (loaded, found) in &found.checked {
        let found: Vec<&Diagnostic> = found.iter().collect();
        // Where standard error is closed, nothing can be reported.
        let _ = write!(anstream::stderr().lock(), "{}", human(&loaded.sources, &found, true));
        report::say("checked", &tally(&found));
    }
    found.answer(arguments.deny_warnings)
}

/// Reports each fix on a line, and what was left alone.
fn told(file: &str, mended: &Mended) {
    for one in &mended.done {
        let (line, column) = one.place;
        let change = match (one.old.as_str(), one.new.as_str()) {
            ("", new) => format!("`{new}` is put in"),
            (old, "") => format!("`{old}` is taken out"),
            (old, new) => format!("`{old}` becomes `{new}`"),
        };
        report::say("fixed", &format!("{file}:{line}:{column}: {}: {change}", one.code));
    }
    for (parent, count) in &mended.elsewhere {
        report::say(
            "left",
            &format!("{count} in {parent}, a parent of {file}: mend it with `draughtsman check --fix {parent}`"),
        );
    }
    if mended.endless {
        report::say("warning", &format!("{file}: each fix calls for another; mending was given up"));
    }
}
