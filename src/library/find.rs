//! Finds the rule file of a variant from the name or path that a user gives.

use std::path::{Path, PathBuf};

use super::{ENDING, Loaded, load_text, names, read, stem, text_of};
use crate::diagnostic::near;
use crate::source::FileId;
use crate::syntax::{self, front::Table, front::Value};

/// Where a rule file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the binary, under this name.
    Bundled(&'static str),
    /// On disk.
    File(PathBuf),
}

/// Prints the name or path under which it can be loaded.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Bundled(name) => f.write_str(name),
            Place::File(path) => path.display().fmt(f),
        }
    }
}

/// Why no rule file can be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a bundled variant nor a file has this name.
    #[error("there is no variant `{name}`{}", did_you_mean(.near))]
    Unknown {
        /// The name that was given.
        name: String,
        /// Similar names, the nearest first.
        near: Vec<String>,
    },
    /// The name may mean several variants.
    #[error("`{name}` may mean {}", .choices.join(" or "))]
    Ambiguous {
        /// The name that was given.
        name: String,
        /// Unambiguous names or paths of these.
        choices: Vec<String>,
    },
    /// The file cannot be read.
    #[error("{path}: {error}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
}

fn did_you_mean(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}

/// The environment variable with the search path: further folders with rule files, separated as in `PATH`. They are searched
/// last, after the current folder and the bundled variants.
pub const SEARCHED: &str = "DRAUGHTSMAN_PATH";

/// The folders of the search path.
pub fn searched() -> impl Iterator<Item = PathBuf> {
    // `split_paths` is called only if the variable is set, since it is not available in a browser.
    let folders = std::env::var_os(SEARCHED).map(|folders| std::env::split_paths(&folders).collect::<Vec<_>>());
    folders.into_iter().flatten().filter(|folder| !folder.as_os_str().is_empty())
}

/// Loads a rule file by a bundled name, by its path, or by a name as [`named`] finds it in the current folder.
///
/// # Errors
/// If there is no such variant, if several are possible, or if the file cannot be read. Mistakes in the text are not errors
/// here: they are diagnostics of the result.
///
/// ```
/// use draughtsman::library::load;
/// assert_eq!(load("english").unwrap().id, "english");
/// assert_eq!(load("American checkers").unwrap().id, "english");
/// assert!(load("englich").unwrap_err().to_string().contains("did you mean `english`"));
/// ```
pub fn load(argument: &str) -> Result<Loaded, LoadError> {
    let path = Path::new(argument);
    let names_file = argument.contains(['/', '\\']) || path.extension().is_some_and(|ending| ending == ENDING);
    if names_file || text_of(argument).is_none() && path.exists() && !path.is_dir() {
        return load_file(path);
    }
    match named(argument, Path::new("")) {
        Ok(Place::Bundled(name)) => {
            let text = text_of(name).unwrap_or_default();
            Ok(load_text(name, &format!("{name}.{ENDING}"), text.as_bytes().to_vec(), None))
        }
        Ok(Place::File(path)) => load_file(&path),
        // An unknown name that looks like a path is read as one, for an error that says why it cannot be read.
        Err(LoadError::Unknown { .. }) if argument.contains('.') || path.exists() => load_file(path),
        Err(error) => Err(error),
    }
}

/// Loads the rule file at a path, even if its name is that of a bundled variant.
///
/// # Errors
/// If it cannot be read. Mistakes in the text are diagnostics of the result.
pub fn load_file(path: &Path) -> Result<Loaded, LoadError> {
    let shown = path.display().to_string();
    Ok(load_text(&stem(&shown), &shown, read(path)?, path.parent()))
}

/// Finds a variant by its name. An exact bundled name comes first; then bundled names, titles and aliases and the rule files of
/// `folder`, named without their extension; last the rule files in the folders of the [search path](SEARCHED). After the exact
/// bundled names, case, spaces and punctuation are ignored. Paths are not found.
///
/// # Errors
/// If nothing has this name, or several variants have it.
pub fn named(name: &str, folder: &Path) -> Result<Place, LoadError> {
    if let Some(name) = names().find(|known| *known == name) {
        return Ok(Place::Bundled(name));
    }
    let called = called();
    let mut found: Vec<Place> = in_folder(name, folder).into_iter().map(Place::File).collect();
    for (id, known) in &called {
        if known.iter().any(|known| alike(known, name)) {
            found.push(Place::Bundled(id));
        }
    }
    if found.is_empty() {
        let nearest = searched().map(|folder| in_folder(name, &folder)).find(|files| !files.is_empty());
        found.extend(nearest.into_iter().flatten().map(Place::File));
    }
    if found.len() > 1 {
        let choices = found.iter().map(|place| format!("`{place}`")).collect();
        return Err(LoadError::Ambiguous { name: name.to_owned(), choices });
    }
    found.pop().ok_or_else(|| LoadError::Unknown { name: name.to_owned(), near: near_names(name, Some(folder)) })
}

/// The rule files of a folder that a name may mean: the file with exactly this name, else all that differ only in case or
/// punctuation.
fn in_folder(name: &str, folder: &Path) -> Vec<PathBuf> {
    let files = files(folder);
    let exact = |file: &&PathBuf| stem(&file.to_string_lossy()) == name;
    match files.iter().find(exact) {
        Some(file) => vec![file.clone()],
        None => files.into_iter().filter(|file| alike(&stem(&file.to_string_lossy()), name)).collect(),
    }
}

/// Maximum number of subfolders in which the rules of a game are searched.
const MOST_FOLDERS: usize = 1_000;

/// Finds the rules that a saved game names, where `folder` is that of the game. The name may be one that [`named`] finds, the
/// path of a rule file in the folder or below it, with or without extension, or the name of a rule file below it. No other file
/// is ever opened, so that games from untrusted sources are safe.
///
/// # Errors
/// If no such rules exist, or several are possible.
pub fn beside(name: &str, folder: &Path) -> Result<Place, LoadError> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let lies_in = |path: &Path, folder: &Path| match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.is_file() && path.starts_with(folder),
        _ => false,
    };
    let within = |path: &Path| lies_in(path, here);
    let unknown = match named(name, folder) {
        Ok(Place::File(path)) if !within(&path) && !searched().any(|folder| lies_in(&path, &folder)) => {
            LoadError::Unknown { name: name.to_owned(), near: Vec::new() }
        }
        Err(error @ LoadError::Unknown { .. }) => error,
        found => return found,
    };
    let mut paths = [here.join(name), here.join(format!("{name}.{ENDING}"))].into_iter();
    if let Some(file) = paths.find(|path| path.extension().is_some_and(|ending| ending == ENDING) && within(path)) {
        return Ok(Place::File(file));
    }
    let mut below = below(name, folder);
    below.retain(|path| within(path));
    match below.as_slice() {
        [] => Err(unknown),
        [file] => Ok(Place::File(file.clone())),
        several => {
            let choices = several.iter().map(|path| format!("`{}`", path.display())).collect();
            Err(LoadError::Ambiguous { name: name.to_owned(), choices })
        }
    }
}

/// The rule files below a folder that a name may mean, searched level by level; a name that is a path has none. Within a level
/// exact names come before those that differ in case or punctuation. Hidden folders and symbolic links are skipped.
fn below(name: &str, folder: &Path) -> Vec<PathBuf> {
    let (mut level, mut seen) = (if name.contains(['/', '\\']) { Vec::new() } else { folders(folder) }, 0);
    while !level.is_empty() && seen < MOST_FOLDERS {
        level.truncate(MOST_FOLDERS - seen);
        seen += level.len();
        let mut found: Vec<PathBuf> = level.iter().flat_map(|folder| in_folder(name, folder)).collect();
        let exact = |file: &PathBuf| stem(&file.to_string_lossy()) == name;
        if found.iter().any(exact) {
            found.retain(exact);
        }
        if !found.is_empty() {
            return found;
        }
        level = level.iter().flat_map(|folder| folders(folder)).collect();
    }
    Vec::new()
}

/// The visible subfolders of a folder, in alphabetical order.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
    let is_seen = |entry: &std::fs::DirEntry| {
        entry.file_type().is_ok_and(|kind| kind.is_dir()) && !entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut folders: Vec<PathBuf> = entries.filter(is_seen).map(|entry| folder.join(entry.file_name())).collect();
    folders.sort();
    folders
}

/// Names similar to this one among bundled names, titles, aliases and the rule files of a folder and of the search path; at
/// most three, all equally near.
pub fn near_names(name: &str, folder: Option<&Path>) -> Vec<String> {
    const MOST: usize = 3;
    let mut known: Vec<String> = called().into_iter().flat_map(|(_, names)| names).collect();
    let folders = folder.map(Path::to_owned).into_iter().chain(searched());
    known.extend(folders.flat_map(|folder| files(&folder)).map(|file| stem(&file.to_string_lossy())));
    let lower = name.to_lowercase();
    let pairs: Vec<(String, &String)> = known.iter().map(|known| (known.to_lowercase(), known)).collect();
    let mut found: Vec<String> = Vec::new();
    for word in near(&lower, pairs.iter().map(|(lower, _)| lower.as_str())) {
        let written = pairs.iter().find(|(lower, _)| lower == word).map(|(_, written)| (*written).clone());
        found.extend(written.filter(|written| !found.contains(written)));
    }
    found.truncate(MOST);
    found
}

/// The names of each bundled variant: its identifier, its title, its aliases.
fn called() -> Vec<(&'static str, Vec<String>)> {
    let of = |name: &'static str| {
        let text = text_of(name).unwrap_or_default();
        // Only the front matter is parsed.
        let front = text.find("\n+++").and_then(|end| text.get(..end + 4)).unwrap_or(text);
        let front = syntax::parse(FileId(0), front).front;
        let mut all = vec![name.to_owned()];
        all.extend(texts(&front, "name"));
        all.extend(texts(&front, "aliases"));
        (name, all)
    };
    names().map(of).collect()
}

/// The string value or values of a key.
fn texts(front: &Table, key: &str) -> Vec<String> {
    let one = |value: &Value| if let Value::String(text) = value { Some(text.clone()) } else { None };
    match front.get(key).map(|entry| &entry.value.value) {
        Some(Value::Array(all)) => all.iter().filter_map(|node| one(&node.value)).collect(),
        Some(value) => one(value).into_iter().collect(),
        None => Vec::new(),
    }
}

/// The rule files of a folder, in alphabetical order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
    let rules = entries.map(|entry| folder.join(entry.file_name()));
    let mut files: Vec<PathBuf> =
        rules.filter(|path| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file()).collect();
    files.sort();
    files
}

/// Whether two names are equal except for case and for characters that are neither letters nor digits.
fn alike(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let one = letters(one);
    !one.is_empty() && one == letters(other)
}
