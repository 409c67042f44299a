//! Finds and loads rule files: bundled ones, files at a path, and texts. Parents are found next to the file, among the bundled
//! files, or in the folders of the search path.

mod certain;
mod chain;
mod find;
mod flat;
mod fresh;
mod learned;
mod mend;
mod schema;
mod written;

pub use certain::certain;
pub use chain::sha256;
pub use find::{LoadError, Place, SEARCHED, beside, files, load, load_file, named, near_names, searched};
pub use learned::{WEIGHTS, weights_name};
pub use mend::{Done, Mended, mended};
pub use schema::front_matter_schema;

use std::path::{Path, PathBuf};

use crate::check::{Care, Checked, Choices, Levels, Link, examine};
use crate::diagnostic::Diagnostic;
use crate::model::Variant;
use crate::program::Program;
use crate::source::{FileId, Sources};
use crate::syntax::{self, Parsed};

use chain::{find_parent, load_with, parent_of};
pub use fresh::{NameError, TEMPLATES, Template, template, title_of, usable_name};

/// Names and texts of the bundled rule files.
static BUNDLED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Names of bundled variants that have openings, with the openings in PDN.
static BUNDLED_OPENINGS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/openings.rs"));

/// Names of bundled variants that have learned weights, with the weights.
static BUNDLED_WEIGHTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));

/// The ending of the file of openings next to a rule file: games in PDN with whose moves the games of a match begin.
pub const OPENINGS: &str = "openings.pdn";

/// The file extension of rule files.
pub const ENDING: &str = "draughts";

/// The code for a file that is too big.
const TOO_BIG: &str = "E0109";

/// Names of the bundled variants, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUNDLED.iter().map(|(name, _)| *name)
}

/// The text of a bundled rule file.
pub fn text_of(name: &str) -> Option<&'static str> {
    BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The openings of a bundled variant, as games in PDN.
///
/// ```
/// // The ballots of the three-move restriction.
/// assert_eq!(draughtsman::library::openings_of("english").unwrap().matches("[Event ").count(), 156);
/// ```
pub fn openings_of(name: &str) -> Option<&'static str> {
    BUNDLED_OPENINGS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A rule file with all its parents, parsed but not checked.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The identifier of the variant: the bundled name, or the file name without its extension.
    pub id: String,
    /// All texts, the library of words first.
    pub sources: Sources,
    /// The parsed files: the library of words, the root parent, …, the file itself.
    pub files: Vec<(FileId, Parsed)>,
    /// Diagnostics about the chain of parents.
    pub diagnostics: Vec<Diagnostic>,
    /// The folder in which parents are searched before the bundled ones.
    pub folder: Option<PathBuf>,
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    use std::io::Read as _;
    let unreadable = |error| LoadError::Unreadable { path: path.to_owned(), error };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // One byte more than the maximum size is enough to report that the file is too big.
    let most = syntax::limits::MOST_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// Loads a rule file given as text. Parents are searched in `folder`, then among the bundled files.
pub fn load_text(id: &str, name: &str, bytes: Vec<u8>, folder: Option<&Path>) -> Loaded {
    let loaded = load_with(id, name, bytes, &|parent| find_parent(parent, folder));
    Loaded { folder: folder.map(Path::to_owned), ..loaded }
}

/// Loads a rule file given as text, together with the other rule files of its folder by name (`parent.draughts`) instead of
/// those on disk, for old versions of files.
pub fn load_beside(id: &str, name: &str, bytes: Vec<u8>, beside: &[(String, Vec<u8>)]) -> Loaded {
    load_with(id, name, bytes, &|parent| {
        let file = format!("{parent}.{ENDING}");
        let found = beside.iter().find(|(name, _)| *name == file);
        found.cloned().or_else(|| find_parent(parent, None))
    })
}

/// Loads a rule file given as text, where texts open in an editor replace those on disk: `open` returns the text at a path, if
/// it is open.
pub fn load_open(id: &str, name: &str, text: String, folder: Option<&Path>, open: &dyn Fn(&Path) -> Option<String>) -> Loaded {
    let find = |parent: &str| {
        let beside = folder.filter(|_| !parent.contains(['/', '\\'])).map(|folder| folder.join(format!("{parent}.{ENDING}")));
        let written = beside.and_then(|path| Some((path.display().to_string(), open(&path)?.into_bytes())));
        written.or_else(|| find_parent(parent, folder))
    };
    let loaded = load_with(id, name, text.into_bytes(), &find);
    Loaded { folder: folder.map(Path::to_owned), ..loaded }
}

/// The file name without its extension.
pub(crate) fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl Loaded {
    /// The name of the rule file itself: its path as given.
    pub fn name(&self) -> &str {
        self.files.last().map_or("", |(file, _)| self.sources.get(*file).name.as_str())
    }

    /// The text of the rule file itself.
    pub fn text(&self) -> &str {
        self.files.last().map_or("", |(file, _)| self.sources.get(*file).text.as_str())
    }

    /// The same files with another text in one of them; if that text has another parent, its own parents are loaded.
    fn with_text(&self, file: FileId, text: String) -> Loaded {
        match self.with_same_parents(file, &text) {
            Some(with) => with,
            None => load_text(&self.id, &self.sources.get(file).name, text.into_bytes(), self.folder.as_deref()),
        }
    }

    /// The same files with another text in one of them; `None` if that text has another parent.
    pub fn with_same_parents(&self, file: FileId, text: &str) -> Option<Loaded> {
        let parsed = syntax::parse(file, text);
        let at = self.files.iter().position(|(known, _)| *known == file)?;
        let same =
            |one: &Parsed, other: &Parsed| parent_of(one).map(|(name, _)| name) == parent_of(other).map(|(name, _)| name);
        if !same(&self.files[at].1, &parsed) || !self.diagnostics.is_empty() {
            return None;
        }
        let mut with = Loaded { sources: self.sources.with_text(file, text.to_owned()), ..self.clone() };
        with.files[at].1 = parsed;
        Some(with)
    }

    /// Checks the loaded rules with the choices of a group. If the chain of parents is broken, only parse errors and errors of
    /// the chain are reported, since everything else would be a consequence.
    pub fn check(&self, choices: &Choices) -> Checked {
        self.check_at(choices, &Levels::default())
    }

    /// The same, with given lint levels.
    pub fn check_at(&self, choices: &Choices, levels: &Levels) -> Checked {
        self.examine(choices, levels, Care::Everything)
    }

    /// The same, with a given amount of care.
    pub fn examine(&self, choices: &Choices, levels: &Levels, care: Care) -> Checked {
        if crate::diagnostic::any_error(&self.diagnostics) {
            let read = self.files.iter().flat_map(|(_, parsed)| parsed.diagnostics.iter());
            let mut diagnostics: Vec<Diagnostic> = read.chain(&self.diagnostics).cloned().collect();
            diagnostics.sort_by_key(|one| (one.span.file, one.span.start));
            return Checked { diagnostics, ..Checked::default() };
        }
        let chain: Vec<Link<'_>> = self.files.iter().map(|(file, parsed)| Link { file: *file, parsed }).collect();
        let mut checked = examine(&self.sources, &self.id, &chain, choices, (levels, care));
        // If a file was not read because it is too big, only that is reported.
        let unread = |one: &Diagnostic| matches!(one.code, TOO_BIG | syntax::front::TOO_LONG);
        if checked.diagnostics.iter().any(unread) {
            checked.diagnostics.retain(unread);
        }
        checked
    }
}

/// A variant ready to play: checked and compiled.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The checked rules.
    pub variant: Variant,
    /// The compiled rules.
    pub program: Program,
}

/// A bundled variant with default options, ready to play.
///
/// ```
/// let english = draughtsman::library::bundled("english").unwrap();
/// assert_eq!(english.variant.equipment.about.title, "English draughts");
/// ```
pub fn bundled(name: &str) -> Option<Ready> {
    text_of(name)?;
    let loaded = load(name).ok()?;
    Some(loaded.ready(loaded.check(&Choices::default()).variant?))
}

/// The diagnostics of a rule file given as text, whose parents are bundled.
pub fn check_text(name: &str, text: &str) -> Vec<Diagnostic> {
    load_text(&stem(name), name, text.as_bytes().to_vec(), None).check(&Choices::default()).diagnostics
}
