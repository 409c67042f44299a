//! The places where rules are written, whether in force or not.

use super::Loaded;
use crate::source::{FileId, Span};
use crate::syntax::ast::{Chapter, Item, ItemKind, Part};

impl Loaded {
    /// The rule files, the root parent first, without the library of words.
    pub fn rule_files(&self) -> Vec<FileId> {
        self.files.iter().skip(1).map(|(file, _)| *file).collect()
    }

    /// The spans of all rules in these files, including rules that a child replaces and rules of inactive options.
    pub fn written_rules(&self) -> Vec<Span> {
        let mut all = Vec::new();
        for (_, parsed) in self.files.iter().skip(1) {
            for part in &parsed.rules.parts {
                match part {
                    Part::Chapter(chapter) => add_chapter(chapter, &mut all),
                    Part::Option(option) => option.chapters.iter().for_each(|chapter| add_chapter(chapter, &mut all)),
                }
            }
        }
        all
    }
}

fn add_chapter(chapter: &Chapter, all: &mut Vec<Span>) {
    chapter.items.iter().for_each(|item| add_item(item, all));
}

fn add_item(item: &Item, all: &mut Vec<Span>) {
    match &item.kind {
        ItemKind::Rule(_) | ItemKind::Add(_) => all.push(item.span),
        ItemKind::Replace { new, .. } => new.iter().for_each(|item| add_item(item, all)),
        ItemKind::Remove { .. } => {}
    }
}
