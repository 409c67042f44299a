//! Everything that this program writes into files. No work of others is lost by it:
//!
//! * A file is replaced as a whole or not at all, whatever stops the program ([`whole`]).
//! * A file is replaced only if it is empty or was made by the same command ([`Made`]): a rule file is not replaced by a saved
//!   game, nor by its own rule book. People write files of games too: theirs are replaced only by files that contain all they
//!   say. Nothing is written through a link. `--force` lifts these restrictions.
//! * Anything but a regular file, such as a pipe or `/dev/stdout`, is written to and not replaced.

mod games;
mod made;
mod whole;

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::answer::Failure;
use super::load::STDIN;
use super::{report, terminal, write_json};

pub(crate) use made::Made;

/// `--force`
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct ForceArgument {
    /// Write even over a file that this command did not make, one that may not be written, and through a link
    #[arg(long)]
    pub(crate) force: bool,
}

/// Whether a path is `-`: the content of the file then goes to standard output, in place of all else that is reported there.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// Writes to standard output what is reported beside a file: as JSON or in words, or nothing if the file itself goes there.
pub(crate) fn beside(
    file: Option<&PathBuf>,
    json: bool,
    said: &impl Serialize,
    out: &mut dyn Write,
    words: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match file.is_some_and(|path| is_stdout(path)) {
        true => Ok(()),
        false if json => write_json(out, said),
        false => words(out),
    }
}

/// Writes the answer of a command into the file that `--output` names, else to standard output.
pub(crate) fn answer(
    path: Option<&PathBuf>,
    text: &str,
    made: Made<'_>,
    force: ForceArgument,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match path.filter(|path| !is_stdout(path)) {
        Some(path) => file(path, text, made, force),
        None => Ok(terminal::data(text.as_bytes(), out)?),
    }
}

/// Writes a text file. Messages about failures name the file.
pub(crate) fn file(path: &Path, text: &str, made: Made<'_>, force: ForceArgument) -> Result<(), Failure> {
    bytes(path, text.as_bytes(), made, force)
}

/// The same as `file`, for content that need not be text.
pub(crate) fn bytes(path: &Path, bytes: &[u8], made: Made<'_>, force: ForceArgument) -> Result<(), Failure> {
    write(path, bytes, made, force).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))
}

/// Writes a file, if it does not hold these bytes already.
pub(crate) fn write(path: &Path, bytes: &[u8], made: Made<'_>, force: ForceArgument) -> io::Result<()> {
    match place(path, force)? {
        Place::Stream if made.needs_a_file() => Err(no_file(made)),
        Place::Stream => fs::OpenOptions::new().append(true).open(path)?.write_all(bytes),
        Place::Free => whole::put(path, bytes, whole::Over::Nothing { private: made.is_private() }),
        Place::Taken(path, old) if force.force => whole::put(&path, bytes, whole::Over::File(&old)),
        Place::Taken(path, old) => match fs::read(&path)? {
            held if held == bytes => Ok(()),
            held => allowed(&held, &old, made).and_then(|()| whole::put(&path, bytes, whole::Over::File(&old))),
        },
    }
}

/// Whether a file may be written, as far as that can be known beforehand.
pub(crate) fn may_write(path: &Path, made: Made<'_>, force: ForceArgument) -> io::Result<()> {
    match place(path, force)? {
        Place::Taken(path, old) if !force.force => allowed(&fs::read(path)?, &old, made),
        Place::Stream if made.needs_a_file() => Err(no_file(made)),
        Place::Stream | Place::Free | Place::Taken(..) => Ok(()),
    }
}

/// The error for a pipe or device, where what is written has to be read again.
fn no_file(made: Made<'_>) -> io::Error {
    io::Error::other(match made {
        Made::Of(_) => "this is no file, and cannot be changed".to_owned(),
        _ => format!("this is no file, and no {made} by this program can be kept in it: give the name of a file"),
    })
}

/// Refuses, before it is computed, an answer that could not be written. The place is tried out.
pub(crate) fn ready(path: Option<&PathBuf>, made: Made<'_>, force: ForceArgument) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| made.needs_a_file() || !is_stdout(path)) else { return Ok(()) };
    let wrong = |problem: &dyn std::fmt::Display| Failure::Wrong(format!("{}: {problem}", path.display()));
    may_write(path, made, force).map_err(|error| wrong(&error))?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return Err(wrong(&format!("there is no folder `{}` to write it into", folder.display())));
    }
    let tried = match place(path, force).map_err(|error| wrong(&error))? {
        Place::Stream => Ok(()),
        Place::Free => whole::try_out(path, whole::Over::Nothing { private: made.is_private() }),
        Place::Taken(path, old) => whole::try_out(&path, whole::Over::File(&old)),
    };
    tried.map_err(|error| wrong(&format!("no file can be written there: {error}")))
}

/// Makes a folder, if it is not there, and those in which it lies.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))
}

/// Refuses, before they are computed, files that could not be written into a folder of their own. The place is tried out, and
/// nothing is left there.
pub(crate) fn ready_folder(path: &Path, force: ForceArgument) -> Result<(), Failure> {
    let wrong = |problem: String| Failure::Wrong(format!("{}: {problem}", path.display()));
    if !path.exists() {
        fs::create_dir(path).and_then(|()| fs::remove_dir(path)).map_err(|error| wrong(error.to_string()))?;
        return Ok(());
    }
    let mut held = fs::read_dir(path).map_err(|error| wrong(error.to_string()))?;
    if held.next().is_some() && !force.force {
        return Err(wrong("this folder is not empty: name another, or write into it with --force".to_owned()));
    }
    ready(Some(&path.join("001.1.toml")), Made::Saved, force)
}

/// Combines the results of reporting and writing one piece of work. A failure to write is reported last, and not in JSON,
/// because standard output already holds the report.
pub(crate) fn at_last(told: Result<(), Failure>, written: Result<(), Failure>) -> Result<(), Failure> {
    told?;
    written.map_err(|failure| match failure {
        Failure::Wrong(problem) => {
            report::say("error", &problem);
            Failure::Told
        }
        failure => failure,
    })
}

/// Writes the result of long work into its file or, if that fails, to standard output, so that it is not lost.
pub(crate) fn kept(
    path: Option<&PathBuf>,
    text: &str,
    made: Made<'_>,
    force: ForceArgument,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match answer(path, text, made, force, out) {
        Err(failure @ Failure::Wrong(_)) => at_last(answer(None, text, made, force, out), Err(failure)),
        written => written,
    }
}

/// What is at a path.
enum Place {
    /// Nothing.
    Free,
    /// A file, with its path. Links are resolved where `--force` writes through them.
    Taken(PathBuf, Metadata),
    /// Something that accepts what is written: a pipe, a device, an open file of this process.
    Stream,
}

fn place(path: &Path, force: ForceArgument) -> io::Result<Place> {
    if is_stdout(path) {
        return Err(io::Error::other(
            "this is standard output, which does not take what is written here: give the name of a file",
        ));
    }
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Place::Free),
        Err(error) => return Err(error),
    };
    if is_descriptor(path) {
        return Ok(Place::Stream);
    }
    if !found.is_symlink() {
        return Ok(match found {
            found if found.is_file() => Place::Taken(path.to_owned(), found),
            found if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            _ => Place::Stream,
        });
    }
    match fs::metadata(path) {
        Ok(behind) if behind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(behind) if !behind.is_file() => Ok(Place::Stream),
        Ok(behind) if force.force => Ok(Place::Taken(fs::canonicalize(path)?, behind)),
        Err(error) if force.force => Err(error),
        _ => {
            let target = fs::read_link(path)?;
            let problem = format!("this is a link to {}: give that name, or write through it with --force", target.display());
            Err(io::Error::other(problem))
        }
    }
}

/// Whether a path names an open file of this process, as `/dev/stdout` and `/dev/fd/3` do. Even if that is a regular file,
/// whoever opened it expects the output there.
fn is_descriptor(path: &Path) -> bool {
    const MOST_LINKS: usize = 8;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(folder) = path.parent().and_then(|folder| fs::canonicalize(folder).ok()) else { return false };
        if folder.starts_with("/proc") && folder.ends_with("fd") || folder == Path::new("/dev/fd") {
            return true;
        }
        let Ok(target) = fs::read_link(&path) else { return false };
        path = folder.join(target);
    }
    false
}

/// Refuses to replace what others have made.
fn allowed(held: &[u8], old: &Metadata, made: Made<'_>) -> io::Result<()> {
    if old.permissions().readonly() {
        let problem = "the file may not be written: its rights say so (--force writes it)";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
    }
    let other = "take another name, or replace it with --force";
    let problem = match made {
        _ if made.knows(held) => return Ok(()),
        Made::Of(_) => "the file has changed meanwhile; nothing was written".to_owned(),
        _ if held.trim_ascii().is_empty() => return Ok(()),
        Made::Rules | Made::Board => format!("there is a file already: {other}"),
        Made::GameToml { .. } | Made::GamePdn { .. } => {
            format!(
                "there is a file already, which is no {made}, and what it holds would be lost: go on with it by --resume, {other}"
            )
        }
        Made::Games(_) | Made::Judged(_) => {
            format!("there is a file already, which is no {made} by this program, and what it holds would be lost: {other}")
        }
        _ => format!("there is a file already, which is no {made} by this program: {other}"),
    };
    Err(io::Error::other(problem))
}
