//! Each name has one meaning: a definition, a counter or a class of moves may not have the name of something in the front matter,
//! nor of one another; and no name of the rules should be a word given by the language.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{ChapterName, Rule, StoredKind};
use crate::syntax::front::{Table, Value};

use super::checker::Checker;
use super::definitions::parameters;
use super::equipment::{another, is_given};
use super::flat::Flat;

/// The tables of the front matter whose keys are names, with what messages call a thing of each.
const TABLES: [(&str, &str); 8] = [
    ("players", "a player"),
    ("directions", "a direction"),
    ("sets", "a set"),
    ("numbers", "a number"),
    ("pieces", "a kind"),
    ("tokens", "a type of token"),
    ("piles", "a pile"),
    ("regions", "a region"),
];

/// A name of the front matter or the rules: what has it, and where it is declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    name: String,
    what: &'static str,
    at: Span,
}

/// Every name that the front matter declares.
pub(super) fn named(front: &Table) -> Vec<Named> {
    let mut all = Vec::new();
    for (table, what) in TABLES {
        let Some(Value::Table(keys)) = front.get(table).map(|entry| &entry.value.value) else { continue };
        all.extend(keys.iter().map(|(name, entry)| Named { name: name.clone(), what, at: entry.key }));
    }
    all
}

impl<'a> Checker<'a> {
    /// E0316 for names of the rules that are taken already.
    pub(super) fn names_apart(&mut self, flat: &Flat<'a, '_>, front: &[Named]) {
        let mut all = ByName::new();
        front.iter().for_each(|one| note(&mut all, one.clone()));
        for chapter in &flat.chapters {
            if let ChapterName::Moves(name) = &chapter.name.value {
                self.name_apart(&mut all, Named { name: name.clone(), what: "a class of moves", at: chapter.name.span });
            }
        }
        for line in flat.chapters.iter().flat_map(|chapter| &chapter.lines).filter(|line| !line.library && line.gone.is_none())
        {
            let (what, name) = match line.rule {
                Rule::Define(define) => {
                    parameters(define).for_each(|param| self.told_if_given("a parameter", &param.name.value, param.name.span));
                    ("a definition", &define.name)
                }
                Rule::Stored(stored) => (what_is_kept(&stored.kind), &stored.name),
                _ => continue,
            };
            self.name_apart(&mut all, Named { name: name.value.clone(), what, at: name.span });
        }
    }

    /// W0844 for a name that is a word given by the language, as a reader cannot tell which is meant.
    pub(super) fn told_if_given(&mut self, what: &str, name: &str, at: Span) {
        if is_given(name) {
            let message = format!("`{name}` is a word of the rule language, and the name of {what} here");
            self.report_plain(Diagnostic::warning("W0844", at, message).help(another(name)));
        }
    }

    fn name_apart(&mut self, all: &mut ByName, new: Named) {
        self.told_if_given(new.what, &new.name, new.at);
        // Definitions of one name differ by their labels, a chapter may be written in several pieces, and `declare_stored`
        // reports counters that are declared twice.
        let Some(old) = all.get(&new.name).and_then(|named| named.iter().find(|old| old.what != new.what)) else {
            note(all, new);
            return;
        };
        let Named { name, what, at } = &new;
        self.report_plain(
            Diagnostic::error("E0316", *at, format!("`{name}` is {what}, and {} has that name already", old.what))
                .label(old.at, format!("{} of that name", old.what))
                .help("choose another name for one of them"),
        );
    }
}

/// The things of each name, the first of each sort.
type ByName = HashMap<String, Vec<Named>>;

fn note(all: &mut ByName, new: Named) {
    let named = all.entry(new.name.clone()).or_default();
    if named.iter().all(|old| old.what != new.what) {
        named.push(new);
    }
}

fn what_is_kept(kind: &StoredKind) -> &'static str {
    match kind {
        StoredKind::Counter => "a counter",
        StoredKind::Clock => "a clock",
        StoredKind::Keep => "a kept thing",
    }
}
