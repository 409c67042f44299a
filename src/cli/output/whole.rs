//! Puts a file in its place as a whole. It is written without a name, or under a temporary name in the same folder, synced to
//! the disk, and only then given its name. Whatever stops that, either the old file or the new one is whole.
//!
//! A process that is killed between the last two steps leaves a file with a temporary name. Such a file is locked as long as
//! its writer lives, so the next process that writes in the folder can tell that it is abandoned, and removes it.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How temporary names begin and end.
const SIDE: (&str, &str) = (".draughtsman-", ".new");

/// Greatest number of temporary names that are tried.
const MOST_TRIES: usize = 100;

/// What is already at the path of the new file.
#[derive(Clone, Copy)]
pub(super) enum Over<'m> {
    /// Nothing.
    Nothing {
        /// Whether nobody else may read the new file, where files have permissions.
        #[cfg_attr(not(unix), expect(dead_code, reason = "the rights of a file are those of its folder"))]
        private: bool,
    },
    /// A file, whose permissions the new one gets.
    File(&'m Metadata),
}

impl Over<'_> {
    fn old(&self) -> Option<&Metadata> {
        match self {
            Over::Nothing { .. } => None,
            Over::File(old) => Some(old),
        }
    }

    /// The permissions that a file is created with.
    #[cfg(unix)]
    fn mode(self) -> u32 {
        if matches!(self, Over::Nothing { private: false }) { 0o666 } else { 0o600 }
    }
}

/// The folder that a file is put into.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a file could be put at a path, as far as that can be known beforehand: one is written beside it, and
/// removed.
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
    // Syncs the folder, so that the name survives a power failure too. Not every system supports that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Puts a file at a path by way of a temporary name.
fn named(folder: &Path, path: &Path, bytes: &[u8], over: Over<'_>) -> io::Result<()> {
    let (mut file, side) = begin(folder, over)?;
    let old = over.old();
    let done = fill(&mut file, bytes, old).and_then(|()| match old {
        Some(_) => fs::rename(&side, path),
        // A hard link fails if a file has appeared there. Where hard links are not supported, this cannot be checked.
        None => match fs::hard_link(&side, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&side, path),
            linked => linked.and_then(|()| fs::remove_file(&side)),
        },
    });
    if done.is_err() {
        // The first failure is the one reported.
        let _ = fs::remove_file(&side);
    }
    done
}

/// Creates a locked file under a new temporary name.
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
                // Another process may have swept the file away before it was locked.
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

/// Writes and syncs all bytes, with the permissions and, if possible, the owner of the file that is replaced.
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
        // This needs privileges. Without them the file belongs to its writer.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Removes files left by writers that were killed. What cannot be examined stays.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let left = name.to_str().is_some_and(|name| name.starts_with(SIDE.0) && name.ends_with(SIDE.1));
        if left && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let file = File::open(entry.path());
            if file.as_ref().is_ok_and(|file| file.try_lock().is_ok()) {
                // Another process may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Files without a name, where the system has them: a process that is killed while writing one leaves nothing.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};

    use super::Over;

    /// Creates a file without a name.
    pub(super) fn begin(folder: &Path, over: Over<'_>) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        Ok(File::from(openat(CWD, folder, flags, Mode::from_raw_mode(over.mode()))?))
    }

    /// Puts a file in its place. On an error nothing has changed.
    pub(super) fn put(folder: &Path, path: &Path, bytes: &[u8], over: Over<'_>) -> io::Result<()> {
        let mut file = begin(folder, over)?;
        let old = over.old();
        super::fill(&mut file, bytes, old)?;
        let own = format!("/proc/self/fd/{}", file.as_raw_fd());
        let name = |path: &Path| linkat(CWD, &own, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
        if old.is_none() {
            return name(path);
        }
        // It is locked before it has a name, so that no other process sweeps it away.
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

    /// Not supported on this system.
    pub(super) fn begin(_: &Path, _: super::Over<'_>) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Not supported on this system.
    pub(super) fn put(_: &Path, _: &Path, _: &[u8], _: super::Over<'_>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
