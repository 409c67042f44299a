//! From what somebody calls a variant to its rule file.

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
    /// On the disk.
    File(PathBuf),
}

/// What it can be asked for by.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Bundled(name) => f.write_str(name),
            Place::File(path) => path.display().fmt(f),
        }
    }
}

/// Why there is nothing to read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a bundled variant nor a file.
    #[error("there is no variant `{name}`{}", did_you_mean(.near))]
    Unknown {
        /// What was asked for.
        name: String,
        /// Names nearest to it, the nearest first.
        near: Vec<String>,
    },
    /// It may mean several.
    #[error("`{name}` may mean {}", .choices.join(" or "))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// How to say which.
        choices: Vec<String>,
    },
    /// The file cannot be read.
    #[error("{path}: {error}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

fn did_you_mean(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}

/// The environment variable with the folders in which rule files are sought that are neither bundled nor where somebody works:
/// separated as in `PATH`.
pub const SEARCHED: &str = "DRAUGHTSMAN_PATH";

/// The folders of the search path.
pub fn searched() -> impl Iterator<Item = PathBuf> {
    // Where nothing is set nothing is split: in a browser that cannot be done.
    let folders = std::env::var_os(SEARCHED).map(|folders| std::env::split_paths(&folders).collect::<Vec<_>>());
    folders.into_iter().flatten().filter(|folder| !folder.as_os_str().is_empty())
}

/// Finds a rule file by a bundled name, by its path, or as [`named`] does, in this folder.
///
/// # Errors
/// There is no such variant, several may be meant, or the file cannot be read. Mistakes in its text are diagnostics of what is
/// loaded.
///
/// ```
/// use draughtsman::library::load;
/// assert_eq!(load("english").unwrap().id, "english");
/// assert_eq!(load("American checkers").unwrap().id, "english");
/// assert!(load("englich").unwrap_err().to_string().contains("did you mean `english`"));
/// ```
pub fn load(argument: &str) -> Result<Loaded, LoadError> {
    let path = Path::new(argument);
    if text_of(argument).is_none() && path.exists() && !path.is_dir() {
        return load_file(path);
    }
    match named(argument, Path::new("")) {
        Ok(Place::Bundled(name)) => {
            let text = text_of(name).unwrap_or_default();
            Ok(load_text(name, &format!("{name}.{ENDING}"), text.as_bytes().to_vec(), None))
        }
        Ok(Place::File(path)) => load_file(&path),
        // What looks like a path was meant as one, and reading it says why it cannot be.
        Err(LoadError::Unknown { .. }) if argument.contains(['/', '\\', '.']) || path.exists() => load_file(path),
        Err(error) => Err(error),
    }
}

/// The rule file at a path, whatever bundled variants are called.
///
/// # Errors
/// It cannot be read. Mistakes in its text are diagnostics of what is loaded.
pub fn load_file(path: &Path) -> Result<Loaded, LoadError> {
    let shown = path.display().to_string();
    Ok(load_text(&stem(&shown), &shown, read(path)?, path.parent()))
}

/// Finds a variant by its name alone: a bundled name; else the title or an alias of a bundled variant, or the name of a rule file in
/// that folder, without its ending; else the name of one in a folder of the [search path](SEARCHED). Capitals, blanks and hyphens make no difference. What is no name, such as a path, is not found.
///
/// # Errors
/// Nothing is called so, or several things are.
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

/// The rule files of a folder that a name may mean: the one that is called so, else those that are called alike.
fn in_folder(name: &str, folder: &Path) -> Vec<PathBuf> {
    let files = files(folder);
    let exact = |file: &&PathBuf| stem(&file.to_string_lossy()) == name;
    match files.iter().find(exact) {
        Some(file) => vec![file.clone()],
        None => files.into_iter().filter(|file| alike(&stem(&file.to_string_lossy()), name)).collect(),
    }
}

/// Most folders below a game's own in which the rules that it names are sought.
const MOST_FOLDERS: usize = 1_000;

/// Finds the rules that a game of this folder names: as [`named`] does, or the path of a rule file in the folder or below it, with or
/// without its ending, or the name of one that lies below it. Nothing else is found: a game that somebody has sent opens no other file.
///
/// # Errors
/// No such rules are called so, or several may be meant.
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

/// The rule files below a folder that a name, which is no path, may mean: of those that lie least deep the ones that are called so,
/// else those that are called alike. Hidden folders and links to others are left out.
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

/// The folders in a folder, in alphabetical order.
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

/// Names of variants like this one: bundled names, titles, aliases, rule files of a folder; several where they are equally near, at most three.
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

/// What each bundled variant is called: its name, its title, its aliases.
fn called() -> Vec<(&'static str, Vec<String>)> {
    let of = |name: &'static str| {
        let text = text_of(name).unwrap_or_default();
        // The rules are not asked, so they are not read.
        let front = text.find("\n+++").and_then(|end| text.get(..end + 4)).unwrap_or(text);
        let front = syntax::parse(FileId(0), front).front;
        let mut all = vec![name.to_owned()];
        all.extend(texts(&front, "name"));
        all.extend(texts(&front, "aliases"));
        (name, all)
    };
    names().map(of).collect()
}

/// The text or texts of a key.
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

/// Whether two names are the same but for capitals and what is neither letter nor digit.
fn alike(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let one = letters(one);
    !one.is_empty() && one == letters(other)
}
