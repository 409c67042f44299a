//! Watching files for changes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::answer::{self, Answer, Failure};
use super::load::STDIN;
use super::{report, terminal};

/// Editors save in several steps: files are read again after nothing has changed for this long.
const SETTLED: Duration = Duration::from_millis(15);

/// Changes that never stop are not waited for longer than this.
const LONGEST: Duration = Duration::from_millis(60);

/// How often files are polled, where the system does not report changes.
const LOOK: Duration = Duration::from_millis(50);

/// Something that is examined again whenever a file has changed.
pub(crate) trait Watched {
    /// What an examination finds.
    type Found;

    /// Examines it.
    fn look(&self) -> Result<Self::Found, Failure>;

    /// What distinguishes findings: if nothing of it has changed, nothing is reported.
    fn state(&self, found: &Self::Found) -> Vec<String>;

    /// Reports what was found.
    fn tell(&self, found: &Self::Found, out: &mut dyn Write) -> Result<(), Failure>;
}

/// Examines `watched`, and again whenever one of these files has changed, or a file in their folders with one of these
/// endings, until the process is ended.
///
/// # Errors
/// The first examination fails. Later failures are reported, and watching goes on.
pub(crate) fn again<W: Watched>(
    watched: &W,
    files: &[String],
    endings: &'static [&'static str],
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let (send, changes) = channel();
    let watcher = watch(files, endings, move || {
        // Nothing receives any more: the process is about to end.
        let _ = send.send(());
    })?;
    let mut last = None;
    loop {
        only_files(files)?;
        let found = match watched.look() {
            Err(failure) if last.is_none() => return Err(failure),
            found => found,
        };
        let state = match &found {
            Ok(found) => watched.state(found),
            Err(failure) => vec![format!("{failure:?}")],
        };
        if last.as_ref() != Some(&state) {
            terminal::clear(out)?;
            match &found {
                Ok(found) => watched.tell(found, out)?,
                Err(failure) => answer::tell(failure),
            }
            out.flush()?;
            report::say("watching", "Ctrl-C ends");
            last = Some(state);
        }
        if !changed(&changes) {
            drop(watcher);
            return Err(Failure::wrong("the system no longer tells of changes"));
        }
    }
}

/// Refuses standard input, pipes and devices, which cannot be watched.
pub(crate) fn only_files(names: &[String]) -> Result<(), Failure> {
    if names.iter().any(|name| name == STDIN) {
        return Err(Failure::wrong("standard input cannot be watched: give files or folders"));
    }
    let other = |name: &&String| std::fs::metadata(name).is_ok_and(|is| !is.is_file() && !is.is_dir());
    match names.iter().find(other) {
        Some(name) => Err(Failure::Wrong(format!("{name}: this is neither a file nor a folder, and cannot be watched"))),
        None => Ok(()),
    }
}

/// Waits for a change, and until no more follow. Returns whether more can come.
pub(crate) fn changed(changes: &Receiver<()>) -> bool {
    let first = changes.recv().is_ok();
    let since = Instant::now();
    while since.elapsed() < LONGEST && changes.recv_timeout(SETTLED).is_ok() {}
    first
}

/// Calls `tell` at every change of these files, and of files with one of these endings in their folders (where parents of
/// rule files are) or below folders among `files`, as long as the watcher lives.
pub(crate) fn watch(
    files: &[String],
    endings: &'static [&'static str],
    tell: impl Fn() + Clone + Send + 'static,
) -> Result<Box<dyn Watcher + Send>, Failure> {
    let names: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let named = names.clone();
    let tell = move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| matters(&event, &named, endings)) {
            tell();
        }
    };
    let places = places(&names);
    let (again, config) = (tell.clone(), Config::default());
    let system = RecommendedWatcher::new(tell, config).and_then(|watcher| all(Box::new(watcher), &places));
    // Some file systems, and systems with too many watchers, report nothing: then the files are polled.
    let watcher = system.or_else(|_| {
        PollWatcher::new(again, config.with_poll_interval(LOOK).with_compare_contents(true))
            .and_then(|watcher| all(Box::new(watcher), &places))
    });
    watcher.map_err(|error| Failure::Wrong(format!("files cannot be watched: {error}")))
}

fn all(mut watcher: Box<dyn Watcher + Send>, places: &[(PathBuf, RecursiveMode)]) -> notify::Result<Box<dyn Watcher + Send>> {
    for (folder, mode) in places {
        watcher.watch(folder, *mode)?;
    }
    Ok(watcher)
}

/// The folders to watch: that of each file, because parents of rule files are there and because editors replace files; that
/// of a link's target; and everything below a folder.
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

/// Whether an event concerns such a file, and is more than a read access.
fn matters(event: &Event, names: &[PathBuf], endings: &[&str]) -> bool {
    let read = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    };
    let meant = |path: &PathBuf| {
        let named = names.iter().any(|name| name.file_name().is_some() && name.file_name() == path.file_name());
        let file = path.to_string_lossy();
        named || path.is_dir() || endings.iter().any(|ending| file.ends_with(ending))
    };
    !read && (event.need_rescan() || event.paths.iter().any(meant))
}
