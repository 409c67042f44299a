//! A file put in its place whole. It is written where it has no name yet, or a name of its own in the same folder, brought to
//! the disk, and only then given its name: whatever stops that, the old file is whole, or the new one.
//!
//! Whoever is killed between the last two steps leaves a file of that other name. It is locked as long as its writer lives, so
//! the next who writes in the folder can tell that nobody will use it any more, and takes it away.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How the names of files begin and end that have not got theirs yet.
const SIDE: (&str, &str) = (".draughtsman-", ".new");

/// Most names that are tried.
const MOST_TRIES: usize = 100;

/// What there is already where a file is put.
#[derive(Clone, Copy)]
pub(super) enum Over<'m> {
    /// Nothing.
    Nothing {
        /// Nobody else may read what is put there, where files have such rights.
        #[cfg_attr(not(unix), expect(dead_code, reason = "the rights of a file are those of its folder"))]
        private: bool,
    },
    /// A file, whose rights the new one gets.
    File(&'m Metadata),
}

impl Over<'_> {
    fn old(&self) -> Option<&Metadata> {
        match self {
            Over::Nothing { .. } => None,
            Over::File(old) => Some(old),
        }
    }

    /// The rights that a file is made with.
    #[cfg(unix)]
    fn mode(self) -> u32 {
        if matches!(self, Over::Nothing { private: false }) { 0o666 } else { 0o600 }
    }
}

/// The folder that a file is put into.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a file could be put at a path, as far as that can be known before: one is written beside it, and nothing is left of it.
pub(super) fn try_out(path: &Path, over: Over<'_>) -> io::Result<()> {
    const SOMETHING: [u8; 4096] = [0; 4096];
    let folder = folder_of(path);
    if unnamed::begin(folder, over).and_then(|mut file| file.write_all(&SOMETHING)).is_ok() {
        return Ok(());
    }
    let (mut file, side) = begin(folder, over)?;
    let written = file.write_all(&SOMETHING);
    let removed = fs::remove_file(&side);
    written.and(removed)
}

/// Puts a file at a path.
pub(super) fn put(path: &Path, bytes: &[u8], over: Over<'_>) -> io::Result<()> {
    let folder = folder_of(path);
    let old = over.old();
    match unnamed::put(folder, path, bytes, over) {
        Err(error) if old.is_none() && error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => named(folder, path, bytes, over)?,
        Ok(()) => {}
    }
    sweep(folder);
    // So that the name too is kept if the power fails. Not every system has that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Puts a file there that has a name of its own while it is written.
fn named(folder: &Path, path: &Path, bytes: &[u8], over: Over<'_>) -> io::Result<()> {
    let (mut file, side) = begin(folder, over)?;
    let old = over.old();
    let done = fill(&mut file, bytes, old).and_then(|()| match old {
        Some(_) => fs::rename(&side, path),
        // A second name fails where there is a file by now; where there are no second names, there is no asking either.
        None => match fs::hard_link(&side, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&side, path),
            linked => linked.and_then(|()| fs::remove_file(&side)),
        },
    });
    if done.is_err() {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&side);
    }
    done
}

/// A new file with a lock on it, under a name that nobody else uses.
fn begin(folder: &Path, over: Over<'_>) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, over.mode());
    #[cfg(not(unix))]
    let _ = over;
    for _ in 0..MOST_TRIES {
        let side = side(folder);
        match options.open(&side) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                // Who sweeps may have come before the lock: then it is gone.
                if !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) && side.exists() {
                    return Ok((file, side));
                }
            }
        }
    }
    Err(io::Error::other("no free name is found for a new file"))
}

fn side(folder: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("{}{}-{count}{}", SIDE.0, std::process::id(), SIDE.1))
}

/// Writes all of it, to the disk, with the rights of the file that it replaces.
fn fill(file: &mut File, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    if let Some(old) = old {
        keep_owner(file, old);
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let same = file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    if !same {
        // Only who may give files away can; others write in the folder by their own right.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Takes away what writers have left that were killed. What cannot be looked at stays.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let left = name.to_str().is_some_and(|name| name.starts_with(SIDE.0) && name.ends_with(SIDE.1));
        if left && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let file = File::open(entry.path());
            if file.as_ref().is_ok_and(|file| file.try_lock().is_ok()) {
                // Somebody else may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Files without a name, where the system has them: who is killed while writing one leaves nothing.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};

    use super::Over;

    /// A new file without a name.
    pub(super) fn begin(folder: &Path, over: Over<'_>) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        Ok(File::from(openat(CWD, folder, flags, Mode::from_raw_mode(over.mode()))?))
    }

    /// Puts a file in its place, or says why not; then nothing has changed.
    pub(super) fn put(folder: &Path, path: &Path, bytes: &[u8], over: Over<'_>) -> io::Result<()> {
        let mut file = begin(folder, over)?;
        let old = over.old();
        super::fill(&mut file, bytes, old)?;
        let own = format!("/proc/self/fd/{}", file.as_raw_fd());
        let name = |path: &Path| linkat(CWD, &own, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
        if old.is_none() {
            return name(path);
        }
        // It has its lock before it has a name.
        file.try_lock().map_err(|_| io::ErrorKind::Unsupported)?;
        let side = super::side(folder);
        name(&side)?;
        std::fs::rename(&side, path).inspect_err(|_| {
            let _ = std::fs::remove_file(&side);
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// There are none here.
    pub(super) fn begin(_: &Path, _: super::Over<'_>) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// There are none here.
    pub(super) fn put(_: &Path, _: &Path, _: &[u8], _: super::Over<'_>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
