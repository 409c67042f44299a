//! Editor features for a rule file: a text and a place in it go in, plain data comes out. This module does not depend on an
//! editor or a wire protocol, and decides nothing itself: meanings of names come from `check`, completions from `syntax`,
//! corrections from `library`.

mod actions;
mod complete;
mod front;
mod hints;
mod hover;
mod names;
mod pinned;
mod rename;
mod shape;
mod structure;
mod tokens;

pub use actions::{Action, actions, formatted};
pub use complete::{Completion, Completions, Offered, complete};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use names::{definition, highlights, references};
pub use pinned::{Lens, POSITIONS, lenses_of_positions, lenses_of_rules, what_is_wrong};
pub use rename::{Refused, Renamed, rename, rename_with, renameable};
pub use structure::{Fold, Symbol, SymbolSort, folds, symbols};
pub use tokens::{Colour, Coloured, colours};

use std::path::Path;

use crate::check::{Care, Checked, Choices, Levels, Mention, PRELUDE};
use crate::diagnostic::{Diagnostic, Severity};
use crate::library::{Loaded, load_open};
use crate::source::{FileId, Source, Span};
use crate::syntax::Parsed;
use crate::syntax::ast::Part;

/// The texts of other files that are open in the editor, by path.
pub type Open<'o> = dyn Fn(&Path) -> Option<String> + 'o;

/// A rule file being edited, with its parents, and what is known of it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file and its parents, parsed.
    pub loaded: Loaded,
    /// The result of checking them.
    pub checked: Checked,
    /// How thoroughly they have been checked.
    pub care: Care,
    /// Diagnostics that only a thorough check finds, from the text before the last change.
    former: Vec<Diagnostic>,
}

impl Document {
    /// Reads a text and checks its default game only; `name` is its path, or the name to use for it.
    ///
    /// ```
    /// use draughtsman::editor::Document;
    /// let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add man may hop forwrd over own\n}\n";
    /// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
    /// assert_eq!(document.diagnostics()[0].advice(), ["did you mean `forward`?"]);
    /// ```
    pub fn read(name: &str, text: String, folder: Option<&Path>, open: &Open<'_>) -> Document {
        let id = Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
        Document::of(load_open(&id, name, text, folder, open), Vec::new())
    }

    /// The same file with another text.
    pub fn edited(&self, text: String, open: &Open<'_>) -> Document {
        let loaded = self.loaded.with_same_parents(self.file(), &text);
        let loaded = loaded
            .unwrap_or_else(|| load_open(&self.loaded.id, &self.source().name, text, self.loaded.folder.as_deref(), open));
        let former = moved(self.seen_closer(), (self.text(), self.file()), &loaded);
        Document::of(loaded, former)
    }

    /// The same text with its parents read again.
    pub fn reread(&self, open: &Open<'_>) -> Document {
        let (name, folder) = (self.source().name.clone(), self.loaded.folder.as_deref());
        Document::of(load_open(&self.loaded.id, &name, self.text().to_owned(), folder, open), self.seen_closer())
    }

    fn of(loaded: Loaded, former: Vec<Diagnostic>) -> Document {
        let checked = match is_library(&loaded) {
            true => Checked::default(),
            false => loaded.examine(&Choices::default(), &Levels::default(), Care::Game),
        };
        let care = if is_library(&loaded) { Care::Everything } else { Care::Game };
        Document { loaded, checked, care, former }
    }

    /// Checks all its games and runs the lints, unless that is done already.
    pub fn look_closer(&mut self) {
        if self.care == Care::Game {
            self.checked = self.loaded.examine(&Choices::default(), &Levels::default(), Care::Everything);
            self.care = Care::Everything;
            self.former.clear();
        }
    }

    /// The diagnostics of the file. Until the current text has been checked thoroughly, those of the former thorough check are
    /// included.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let file = self.file();
        let new =
            |one: &&Diagnostic| !self.checked.diagnostics.iter().any(|known| known.code == one.code && known.span == one.span);
        let former = self.former.iter().filter(|_| self.care == Care::Game).filter(new);
        let mut all: Vec<&Diagnostic> =
            self.checked.diagnostics.iter().chain(former).filter(|one| one.span.file == file).collect();
        all.sort_by_key(|one| (one.span.start, one.code));
        all
    }

    /// The diagnostics that only a thorough check finds: warnings, and errors within options.
    fn seen_closer(&self) -> Vec<Diagnostic> {
        let in_option = |span: Span| {
            let options = self.parsed().rules.parts.iter().filter_map(|part| match part {
                Part::Option(option) => Some(option.span),
                Part::Chapter(_) => None,
            });
            options.into_iter().any(|option| option.start <= span.start && span.end <= option.end)
        };
        let closer = |one: &&Diagnostic| one.severity == Severity::Warning || in_option(one.span);
        self.diagnostics().into_iter().filter(closer).cloned().collect()
    }

    /// The file being edited, among the files it needs.
    pub fn file(&self) -> FileId {
        self.loaded.files.last().map_or(FileId::default(), |(file, _)| *file)
    }

    /// The file being edited.
    pub fn source(&self) -> &Source {
        self.loaded.sources.get(self.file())
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.source().text
    }

    /// The parsed file.
    pub fn parsed(&self) -> &Parsed {
        static NOTHING: std::sync::LazyLock<Parsed> = std::sync::LazyLock::new(Parsed::default);
        self.loaded.files.last().map_or(&*NOTHING, |(_, parsed)| parsed)
    }

    /// The names mentioned in the file being edited, in its order.
    fn mentions(&self) -> &[Mention] {
        let (file, all) = (self.file(), &self.checked.mentions);
        let from = all.partition_point(|one| one.span.file < file);
        let to = all.partition_point(|one| one.span.file <= file);
        &all[from..to]
    }

    /// The name at a byte; of nested names, the innermost.
    fn mention_at(&self, byte: u32) -> Option<&Mention> {
        let here = |one: &&Mention| one.span.start <= byte && byte <= one.span.end;
        self.mentions().iter().filter(here).min_by_key(|one| (one.span.end - one.span.start, one.span.end == byte))
    }
}

/// Whether the text is that of the prelude, which is not a rule file.
fn is_library(loaded: &Loaded) -> bool {
    loaded.files.last().is_some_and(|(file, _)| loaded.sources.get(*file).text == PRELUDE)
}

/// Moves diagnostics of a text to their places in a later text; those that touch the change are dropped.
fn moved(said: Vec<Diagnostic>, (old, file): (&str, FileId), later: &Loaded) -> Vec<Diagnostic> {
    let Some((new_file, _)) = later.files.last() else { return Vec::new() };
    let new = &later.sources.get(*new_file).text;
    let same = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let rest = old.len().min(new.len()) - same;
    let behind = old.bytes().rev().zip(new.bytes().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (end, longer) = ((old.len() - behind) as u32, new.len() as i64 - old.len() as i64);
    let moved = |span: Span| {
        let shift = |at: u32| (i64::from(at) + longer) as u32;
        match span {
            _ if span.file != file => None,
            _ if span.end < same as u32 => Some(Span { file: *new_file, ..span }),
            _ if span.start > end => Some(Span { file: *new_file, start: shift(span.start), end: shift(span.end) }),
            _ => None,
        }
    };
    let said = said.into_iter().filter_map(|one| {
        let labels =
            one.labels.iter().filter_map(|label| Some(crate::diagnostic::Label { span: moved(label.span)?, ..label.clone() }));
        Some(Diagnostic { span: moved(one.span)?, labels: labels.collect(), proposals: Vec::new(), fix: None, ..one })
    });
    said.collect()
}
