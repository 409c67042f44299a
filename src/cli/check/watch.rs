//! `check --watch`: again and again, whenever a file has changed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use crate::cli::answer::{self, Answer, Failure, Misread};
use crate::cli::load::STDIN;
use crate::cli::{report, terminal};

use super::{Arguments, Found, Terms};

/// An editor saves in several steps: so long nothing may happen before files are read again.
const SETTLED: Duration = Duration::from_millis(15);

/// Who never stops writing is not waited for.
const LONGEST: Duration = Duration::from_millis(60);

/// How often to look, where the system does not tell of changes.
const LOOK: Duration = Duration::from_millis(50);

/// Checks until the process is ended.
pub(super) fn run(arguments: &Arguments, terms: &Terms, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.files.iter().any(|file| file == STDIN) {
        return Err(Failure::wrong("standard input cannot be watched: give files or folders"));
    }
    let (watcher, changes) = watch(&arguments.files)?;
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

/// Refuses to wait for what a pipe or a device may say one day.
fn only_files(names: &[String]) -> Result<(), Failure> {
    let other = |name: &&String| std::fs::metadata(name).is_ok_and(|is| !is.is_file() && !is.is_dir());
    match names.iter().find(other) {
        Some(name) => Err(Failure::Wrong(format!("{name}: this is neither a file nor a folder, and cannot be watched"))),
        None => Ok(()),
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

/// Waits for a change, and until no more come. Whether any more can come.
fn changed(changes: &Receiver<()>) -> bool {
    let first = changes.recv().is_ok();
    let since = Instant::now();
    while since.elapsed() < LONGEST && changes.recv_timeout(SETTLED).is_ok() {}
    first
}

/// Sends a word for every change of a rule file among these, their parents, and those in folders.
fn watch(files: &[String]) -> Result<(Box<dyn Watcher>, Receiver<()>), Failure> {
    let names: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let (send, receive) = channel();
    let named = names.clone();
    let tell = move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| matters(&event, &named)) {
            // Nobody listens any more: the process is about to end.
            let _ = send.send(());
        }
    };
    let places = places(&names);
    let (again, config) = (tell.clone(), Config::default());
    let system = RecommendedWatcher::new(tell, config).and_then(|watcher| all(Box::new(watcher), &places));
    // Some file systems, and some systems with too many watchers, tell nothing: then the files are looked at.
    let watcher = system.or_else(|_| {
        PollWatcher::new(again, config.with_poll_interval(LOOK).with_compare_contents(true))
            .and_then(|watcher| all(Box::new(watcher), &places))
    });
    watcher.map(|watcher| (watcher, receive)).map_err(|error| Failure::Wrong(format!("files cannot be watched: {error}")))
}

fn all(mut watcher: Box<dyn Watcher>, places: &[(PathBuf, RecursiveMode)]) -> notify::Result<Box<dyn Watcher>> {
    for (folder, mode) in places {
        watcher.watch(folder, *mode)?;
    }
    Ok(watcher)
}

/// The folders to watch: a file's own, where its parents lie too (editors put a new file in the place of the old, so the file
/// itself is not enough); where a link leads; and all below a folder.
fn places(names: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
    let mut places: Vec<(PathBuf, RecursiveMode)> = Vec::new();
    for name in names {
        if name.is_dir() {
            places.push((name.clone(), RecursiveMode::Recursive));
            continue;
        }
        for file in [Some(name.clone()), std::fs::canonicalize(name).ok()].into_iter().flatten() {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if folder.is_dir() && !places.iter().any(|(known, _)| known == folder) {
                places.push((folder.to_owned(), RecursiveMode::NonRecursive));
            }
        }
    }
    places
}

/// Whether it is about a rule file, and more than that somebody has read it.
fn matters(event: &Event, names: &[PathBuf]) -> bool {
    let read = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    };
    let rules = |path: &PathBuf| {
        let named = names.iter().any(|name| name.file_name().is_some() && name.file_name() == path.file_name());
        named || path.is_dir() || path.extension().is_some_and(|ending| ending == "draughts")
    };
    !read && (event.need_rescan() || event.paths.iter().any(rules))
}
