//! The thing to be renamed, and the files that name it. Places hold the name of the file, since each document has its own file
//! numbers.

use std::path::Path;

use crate::check::{Meaning, Mention, Sort};
use crate::source::{FileId, Span};

use super::super::Document;
use super::super::names::global;

/// A thing with a name.
pub(super) struct Thing {
    /// The sort of the thing.
    pub(super) sort: Sort,
    /// Its name.
    pub(super) name: String,
    /// The place of its declaration: file, start and end.
    declared: Option<(String, u32, u32)>,
}

impl Thing {
    /// The thing that a name of a document means.
    pub(super) fn of(document: &Document, meaning: &Meaning) -> Thing {
        let declared = meaning.declared.map(|at| place(document, at));
        Thing { sort: meaning.sort, name: meaning.name.clone(), declared }
    }

    /// All its occurrences in a file and its parents.
    pub(super) fn mentions<'d>(&self, document: &'d Document) -> Vec<&'d Mention> {
        document.checked.mentions.iter().filter(|one| self.is_meant(document, &one.meaning)).collect()
    }

    /// The files of a document that name it.
    pub(super) fn files(&self, document: &Document) -> Vec<FileId> {
        let all = self.mentions(document);
        let declared = all.iter().filter_map(|one| one.meaning.declared);
        let mut files: Vec<FileId> = declared.chain(all.iter().map(|one| one.span)).map(|span| span.file).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Whether a meaning is this thing. Things whose names are global are identified by name, others by the place of their
    /// declaration.
    pub(super) fn is_meant(&self, document: &Document, meaning: &Meaning) -> bool {
        if (self.sort, self.name.as_str()) != (meaning.sort, meaning.name.as_str()) {
            return false;
        }
        let (Some(own), Some(at), false) = (&self.declared, meaning.declared, global(self.sort)) else { return true };
        *own == place(document, at) || self.is_said_anew(document, at)
    }

    /// Whether another file of the folder redefines it, or adds a definition of the same name.
    fn is_said_anew(&self, document: &Document, at: Span) -> bool {
        let elsewhere = self.declared.as_ref().is_some_and(|(file, ..)| document.loaded.sources.get(at.file).name != *file);
        matches!(self.sort, Sort::Phrase | Sort::Verb) && elsewhere && is_own(document, at.file)
    }
}

fn place(document: &Document, at: Span) -> (String, u32, u32) {
    (document.loaded.sources.get(at.file).name.clone(), at.start, at.end)
}

/// Whether a file is the one being edited, or in the same folder.
pub(super) fn is_own(document: &Document, file: FileId) -> bool {
    let folder = document.loaded.folder.as_deref().filter(|folder| !folder.as_os_str().is_empty());
    let beside = |folder: &Path| Path::new(&document.loaded.sources.get(file).name).parent() == Some(folder);
    file == document.file() || folder.is_some_and(beside)
}
