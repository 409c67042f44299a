//! `check --watch`: again and again, whenever a file has changed.

use std::io::Write;
use std::sync::mpsc::channel;

use crate::cli::answer::{self, Answer, Failure, Misread};
use crate::cli::load::STDIN;
use crate::cli::watch::{changed, only_files, watch};
use crate::cli::{report, terminal};

use draughtsman::library::ENDING;

use super::{Arguments, Found, Terms};

/// Checks until the process is ended.
pub(super) fn run(arguments: &Arguments, terms: &Terms, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.files.iter().any(|file| file == STDIN) {
        return Err(Failure::wrong("standard input cannot be watched: give files or folders"));
    }
    let (send, changes) = channel();
    let watcher = watch(&arguments.files, &[ENDING], move || {
        // Nobody listens any more: the process is about to end.
        let _ = send.send(());
    })?;
    let mut last = None;
    loop {
        only_files(&arguments.files)?;
        let found = super::look(&arguments.files, terms);
        if last.is_none() {
            // Who misspelt a name should not wait for a file that never comes.
            match &found {
                Ok(found) if found.unread.is_empty() => {}
                Ok(found) => {
                    let unread: Vec<String> = found.unread.iter().map(Misread::sentence).collect();
                    return Err(Failure::Wrong(unread.join("\n")));
                }
                Err(_) => return found.map(|_| Answer::No),
            }
        }
        let state = state(&found);
        if last.as_ref() != Some(&state) {
            show(arguments, &found, out)?;
            last = Some(state);
        }
        if !changed(&changes) {
            drop(watcher);
            return Err(Failure::wrong("the system no longer tells of changes"));
        }
    }
}

/// What a run has seen: if nothing of it is new, there is nothing to say.
fn state(found: &Result<Found, Failure>) -> Vec<String> {
    match found {
        Ok(found) => {
            let texts = found.checked.iter().flat_map(|(loaded, _)| {
                let texts = loaded.files.iter().map(|(file, _)| loaded.sources.get(*file));
                texts.flat_map(|source| [source.name.clone(), source.text.clone()])
            });
            texts.chain(found.unread.iter().map(Misread::sentence)).collect()
        }
        Err(failure) => vec![format!("{failure:?}")],
    }
}

fn show(arguments: &Arguments, found: &Result<Found, Failure>, out: &mut dyn Write) -> Result<(), Failure> {
    terminal::clear(out)?;
    match found {
        Ok(found) => super::tell(arguments, found, out)?,
        Err(Failure::Wrong(problem)) => report::say("error", problem),
        Err(Failure::Misread(misread)) => answer::say(misread),
        Err(_) => {}
    }
    out.flush()?;
    report::say("watching", "Ctrl-C ends");
    Ok(())
}
