//! File arguments: files, folders of rule files, and `-`.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::answer::Failure;
use super::load::STDIN;
use super::names::unread;

/// Greatest depth of nested folders that are searched.
const DEEPEST: usize = 16;

/// The arguments, with every folder replaced by the rule files in it and below it, in alphabetical order.
pub(crate) fn expanded(arguments: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if argument == STDIN || !path.is_dir() {
            files.push(argument.clone());
            continue;
        }
        let before = files.len();
        below(path, DEEPEST, &mut files).map_err(|error| unread(path, &error))?;
        if files.len() == before {
            return Err(Failure::Wrong(format!("{argument}: there is no rule file (NAME.draughts) in this folder")));
        }
    }
    Ok(files)
}

fn below(folder: &Path, depth: usize, files: &mut Vec<String>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() {
            if depth > 0 {
                below(&path, depth - 1, files)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "draughts") && !is_other(&path) {
            files.push(path.display().to_string());
        }
    }
    Ok(())
}

/// Whether a path is neither a regular file nor missing. A pipe or device is not meant by the name of its folder.
fn is_other(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|is| !is.is_file())
}

/// Reads a file, but at most `most + 1` bytes of it.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let bytes = fs::File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    bytes.map_err(|error| unread(path, &error))
}

/// Greatest number of bytes read from a device, which may have no end.
const MOST_OF_A_DEVICE: usize = 1 << 24;

/// Reads a file of at most `most` bytes, or a device (`/dev/zero`) of at most [`MOST_OF_A_DEVICE`].
pub(crate) fn read_all(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let most = if is_device(path) { most.min(MOST_OF_A_DEVICE) } else { most };
    let bytes = read(path, most)?;
    match bytes.len() > most {
        true => Err(Failure::Wrong(format!("{}: more than {most} bytes", path.display()))),
        false => Ok(bytes),
    }
}

/// Whether a path is neither a file nor a pipe. A pipe ends when its writer does.
fn is_device(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else { return false };
    #[cfg(unix)]
    let pipe = std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type());
    #[cfg(not(unix))]
    let pipe = false;
    !found.is_file() && !pipe
}
