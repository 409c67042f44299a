//! The rules that are available: the files named on the command line, and the bundled variants. Nothing else on the disk is
//! read, except the parents of these files beside them.

use std::path::{Path, PathBuf};

use draughtsman::library::{self, ENDING, LoadError, Loaded, Place};
use draughtsman::protocol::UNNAMED;
use draughtsman::session::Error;

use crate::cli::answer::Failure;
use crate::cli::load::{self, STDIN};

/// The rules that pages may ask for.
#[derive(Clone, Default)]
pub(super) struct Shelf {
    own: Vec<Own>,
}

/// A rule file named on the command line.
#[derive(Clone)]
pub(super) struct Own {
    /// Its name in addresses and requests: letters, digits, `-` and `_`.
    pub(super) key: String,
    /// Its name in messages.
    pub(super) name: String,
    /// Its path.
    pub(super) path: PathBuf,
}

impl Shelf {
    /// Makes a shelf of rule files, given by paths or names. Also returns the key of each, in the order given.
    pub(super) fn new(files: &[String]) -> Result<(Shelf, Vec<String>), Failure> {
        let (mut shelf, mut keys) = (Shelf::default(), Vec::new());
        for file in files {
            if file == STDIN {
                return Err(Failure::wrong("standard input cannot be watched: give a file"));
            }
            let key = match found(file)? {
                Place::Bundled(name) => name.to_owned(),
                Place::File(path) => shelf.add(path),
            };
            keys.push(key);
        }
        Ok((shelf, keys))
    }

    fn add(&mut self, path: PathBuf) -> String {
        if let Some(known) = self.own.iter().find(|own| own.path == path) {
            return known.key.clone();
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let stem: String = path.file_stem().unwrap_or_default().to_string_lossy().chars().map(plain).collect();
        let is_free = |key: &String| !self.own.iter().any(|own| own.key == *key) && library::text_of(key).is_none();
        let key = (1..).map(|i| if i == 1 { stem.clone() } else { format!("{stem}-{i}") }).find(is_free).unwrap_or_default();
        self.own.push(Own { key: key.clone(), name: path.display().to_string(), path });
        key
    }

    /// The files named on the command line.
    pub(super) fn own(&self) -> &[Own] {
        &self.own
    }

    /// Every key, those of files named on the command line first.
    pub(super) fn keys<'s>(&'s self) -> impl Iterator<Item = &'s str> {
        self.own.iter().map(|own| own.key.as_str()).chain(library::names().map(|name| -> &'s str { name }))
    }

    /// Loads the rules of a key as they are now, or `text` in place of theirs. Under the key [`UNNAMED`], `text` is loaded by
    /// itself.
    pub(super) fn load(&self, key: &str, text: Option<&str>) -> Result<Loaded, Error> {
        let own = self.own.iter().find(|own| own.key == key);
        let none = || Error::unknown(format!("there are no rules `{key}` here"), self.keys());
        Ok(match (own, text) {
            (Some(own), None) => library::load(&own.name)?,
            (Some(own), Some(text)) => {
                let id = own.path.file_stem().unwrap_or_default().to_string_lossy();
                library::load_text(&id, &own.name, text.into(), own.path.parent())
            }
            (None, Some(text)) if key == UNNAMED => library::load_text(key, &format!("{key}.{ENDING}"), text.into(), None),
            (None, text) => {
                let bundled = library::text_of(key).ok_or_else(none)?;
                library::load_text(key, &format!("{key}.{ENDING}"), text.unwrap_or(bundled).into(), None)
            }
        })
    }
}

/// Finds the rules that an argument names.
fn found(file: &str) -> Result<Place, Failure> {
    // A file that cannot be read, or is no rule file, is reported now.
    load::read(file)?;
    if library::text_of(file).is_none() && Path::new(file).is_file() {
        return Ok(Place::File(file.into()));
    }
    library::named(file, Path::new("")).map_err(|error: LoadError| Error::from(error).into())
}
