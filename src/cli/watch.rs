//! Files that somebody saves: who waits is told.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::answer::{self, Answer, Failure};
use super::load::STDIN;
use super::{report, terminal};

/// An editor saves in several steps: so long nothing may happen before files are read again.
const SETTLED: Duration = Duration::from_millis(15);

/// Who never stops writing is not waited for.
const LONGEST: Duration = Duration::from_millis(60);

/// How often to look, where the system does not tell of changes.
const LOOK: Duration = Duration::from_millis(50);

/// Something that is looked at again whenever a file has changed.
pub(crate) trait Watched {
    /// What a look finds.
    type Found;

    /// Looks.
    fn look(&self) -> Result<Self::Found, Failure>;

    /// What tells one look from another: if nothing of it is new, there is nothing to say.
    fn state(&self, found: &Self::Found) -> Vec<String>;

    /// Says what was found.
    fn tell(&self, found: &Self::Found, out: &mut dyn Write) -> Result<(), Failure>;
}

/// Looks, and again whenever one of these files has changed, or one in their folders that ends so, until the process is ended.
///
/// # Errors
/// What is wrong at the first look, which nobody should have to wait for; later it is told.
pub(crate) fn again<W: Watched>(
    watched: &W,
    files: &[String],
    endings: &'static [&'static str],
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let (send, changes) = channel();
    let watcher = watch(files, endings, move || {
        // Nobody listens any more: the process is about to end.
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

/// Refuses to wait for what standard input, a pipe or a device may say one day.
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

/// Waits for a change, and until no more come. Whether any more can come.
pub(crate) fn changed(changes: &Receiver<()>) -> bool {
    let first = changes.recv().is_ok();
    let since = Instant::now();
    while since.elapsed() < LONGEST && changes.recv_timeout(SETTLED).is_ok() {}
    first
}

/// Tells of every change of these files, and of those with such an ending in their folders, where parents of rule files are, or in
/// folders among them; as long as the watcher is there.
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
    // Some file systems, and some systems with too many watchers, tell nothing: then the files are looked at.
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

/// Whether it is about such a file, and more than that somebody has read it.
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
