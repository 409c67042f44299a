//! Bundled rule files and the prelude as files that an editor can open. They are written into the user's cache folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::output::{self, ForceArgument, Made};

/// The path where the text of a bundled file can be opened, or `None` if there is no folder for it.
pub(super) fn file(name: &str, text: &str) -> Option<PathBuf> {
    let folder = cache()?.join("draughtsman").join(env!("CARGO_PKG_VERSION"));
    let path = folder.join(Path::new(name).file_name()?);
    if fs::read_to_string(&path).is_ok_and(|held| held == text) {
        return Some(path);
    }
    fs::create_dir_all(&folder).ok()?;
    // A file of that name is this program's own, of an earlier build.
    output::write(&path, text.as_bytes(), Made::Rules, ForceArgument { force: true }).ok()?;
    Some(path)
}

/// The user's cache folder.
fn cache() -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || of("HOME");
    let caches = match env::consts::OS {
        "windows" => None,
        "macos" => home().map(|home| home.join("Library/Caches")),
        _ => of("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache"))),
    };
    caches.or_else(|| of("LOCALAPPDATA"))
}
