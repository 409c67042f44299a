//! The names in the front matter: which keys and texts declare one, and which refer to one declared elsewhere in it.

use rustc_hash::FxHashMap;

use crate::source::Span;
use crate::syntax::front::{Entry, Node, Table, Value};
use crate::syntax::parent::Parent;

use super::meaning::{Mentions, Sort};

/// The sorts of things that the words of a text at a key of a table can name, the likelier first; empty if they name nothing.
///
/// ```
/// use draughtsman::check::{Sort, sorts_of};
/// assert_eq!(sorts_of("pieces.NAME", "owner"), [Sort::Player, Sort::Side]);
/// ```
pub fn sorts_of(table: &str, key: &str) -> &'static [Sort] {
    const WHO: &[Sort] = &[Sort::Player, Sort::Side];
    const LAID: &[Sort] =
        &[Sort::Kind, Sort::Region, Sort::Pile, Sort::Token, Sort::Player, Sort::Side, Sort::Attribute, Sort::Value];
    match (table, key) {
        ("", "extends") => &[Sort::File],
        ("", "turn_order") | ("match", "wins_as") | ("setup", "player") => WHO,
        ("pieces.NAME", "owner") | ("piles.NAME", "of") | ("regions", _) => WHO,
        ("board", "under") => &[Sort::Token],
        ("match", "better") => &[Sort::Pile],
        ("option.NAME", "needs" | "excludes") => &[Sort::Option],
        ("players.NAME", "faces" | "neutral" | "side") | ("tokens.NAME", "plural" | "copies") | ("setup", "diagram") => &[],
        ("players.NAME", _) => &[Sort::Value],
        ("pieces.NAME", "has") => &[Sort::Token, Sort::Set],
        ("tokens.NAME", _) => &[Sort::Set],
        ("piles.NAME", "holds") => &[Sort::Kind, Sort::Token],
        ("setup", _) => LAID,
        _ => &[],
    }
}

/// Everything that the files declare for all their rules, each with the declaration that counts.
#[derive(Default)]
pub(super) struct Things(FxHashMap<(Sort, String), Span>);

impl Things {
    /// What a merged front matter declares, and what only the tables of its options declare.
    pub(super) fn of(front: &Table) -> Things {
        let mut things = Things::default();
        let mut see = |said: Said, name: &str, span: Span| {
            if let Said::Declares(sort) = said {
                things.0.entry((sort, name.to_owned())).or_insert(span);
            }
        };
        walk(front, &mut see);
        things
    }

    /// Adds a name that the rules declare; the last declaration counts.
    pub(super) fn declare(&mut self, sort: Sort, name: &str, span: Span) {
        self.0.insert((sort, name.to_owned()), span);
    }

    /// Where a thing is declared.
    pub(super) fn place(&self, sort: Sort, name: &str) -> Option<Span> {
        self.0.get(&(sort, name.to_owned())).copied()
    }
}

/// The role of a name in the front matter.
#[derive(Clone, Copy)]
enum Said {
    /// It declares a thing of this sort.
    Declares(Sort),
    /// It refers to a thing of one of these sorts, the likelier first.
    Means(&'static [Sort]),
}

type See<'s> = dyn FnMut(Said, &str, Span) + 's;

/// Notes the names in the front matter of one file.
pub(super) fn mentions(front: &Table, things: &Things, to: &Mentions) {
    let mut see = |said: Said, name: &str, span: Span| {
        let sort = match said {
            Said::Declares(sort) => Some(sort),
            Said::Means([Sort::File]) => Some(Sort::File),
            Said::Means(sorts) => sorts.iter().copied().find(|sort| things.place(*sort, name).is_some()),
        };
        if let Some(sort) = sort {
            to.note(span, sort, name, None);
        }
    };
    walk(front, &mut see);
}

/// Visits the top of a front matter, or the tables of an option.
fn walk(top: &Table, see: &mut See<'_>) {
    for (key, entry) in top {
        let node = &entry.value;
        match (key.as_str(), &node.value) {
            ("extends", Value::String(text)) => extends(text, node.span, see),
            ("turn_order", _) => texts(node, meant("", "turn_order"), see),
            ("board", Value::Table(keys)) => of_key("board", keys, "under", see),
            ("match", Value::Table(keys)) => {
                of_key("match", keys, "wins_as", see);
                of_key("match", keys, "better", see);
            }
            ("option", Value::Table(options)) => options.iter().for_each(|(name, entry)| option(name, entry, see)),
            ("setup", Value::Table(keys)) => setup(keys, see),
            (table, Value::Table(names)) => names.iter().for_each(|(name, entry)| named(table, name, entry, see)),
            _ => {}
        }
    }
}

/// The parent that is extended, without the version or checksum behind its name.
fn extends(text: &str, span: Span, see: &mut See<'_>) {
    let name = Parent::read(text).name;
    if (span.end - span.start) as usize == text.len() + 2 {
        let start = span.start as usize + 1;
        see(meant("", "extends"), name, Span::new(span.file, start, start + name.len()));
    }
}

/// A name under `[players]`, `[pieces]` and so on, and the names in its value.
fn named(table: &str, name: &str, entry: &Entry, see: &mut See<'_>) {
    let sort = match table {
        "players" => Sort::Player,
        "pieces" => Sort::Kind,
        "tokens" => Sort::Token,
        "sets" => Sort::Set,
        "piles" => Sort::Pile,
        "regions" => Sort::Region,
        "numbers" => Sort::Number,
        "directions" => Sort::Direction,
        _ => return,
    };
    see(Said::Declares(sort), name, entry.key);
    let node = &entry.value;
    if sort == Sort::Set {
        return texts(node, Said::Declares(Sort::Value), see);
    }
    let Value::Table(keys) = &node.value else { return };
    for (key, entry) in keys {
        let node = &entry.value;
        match (sort, key.as_str(), &node.value) {
            (Sort::Player, "side", _) => texts(node, Said::Declares(Sort::Side), see),
            (Sort::Player, "faces" | "neutral", _) | (Sort::Token, "plural" | "copies", _) => {}
            (Sort::Player, ..) => {
                see(Said::Declares(Sort::Attribute), key, entry.key);
                texts(node, meant("players.NAME", key), see);
            }
            (Sort::Kind, "owner", _) => texts(node, meant("pieces.NAME", "owner"), see),
            (Sort::Kind, "has", Value::Table(slots)) => {
                for (slot, entry) in slots {
                    see(Said::Declares(Sort::Attribute), slot, entry.key);
                    texts(&entry.value, meant("pieces.NAME", "has"), see);
                }
            }
            (Sort::Token, key, value) => {
                if key != "faces" {
                    see(Said::Declares(Sort::Attribute), key, entry.key);
                }
                let list = matches!(value, Value::Array(_));
                texts(node, if list { Said::Declares(Sort::Value) } else { meant("tokens.NAME", key) }, see);
            }
            (Sort::Pile, "of" | "holds", _) => texts(node, meant("piles.NAME", key), see),
            (Sort::Region, side, _) => see(meant("regions", name), side, entry.key),
            _ => {}
        }
    }
}

fn option(name: &str, entry: &Entry, see: &mut See<'_>) {
    see(Said::Declares(Sort::Option), name, entry.key);
    let Value::Table(changes) = &entry.value.value else { return };
    for key in ["needs", "excludes"] {
        of_key("option.NAME", changes, key, see);
    }
    walk(changes, see);
}

fn setup(keys: &Table, see: &mut See<'_>) {
    for (key, entry) in keys {
        match key.as_str() {
            "diagram" => {}
            "player" => texts(&entry.value, meant("setup", "player"), see),
            "pieces" | "symbols" | "under" => laid(&entry.value, see),
            _ => {
                see(meant("setup", key), key, entry.key);
                laid(&entry.value, see);
            }
        }
    }
}

/// What is put on sites or into piles: any declared name in it.
fn laid(node: &Node, see: &mut See<'_>) {
    match &node.value {
        Value::String(_) => texts(node, meant("setup", "symbols"), see),
        Value::Array(all) => all.iter().for_each(|one| laid(one, see)),
        Value::Table(keys) => {
            for (key, entry) in keys {
                see(meant("setup", key), key, entry.key);
                laid(&entry.value, see);
            }
        }
        _ => {}
    }
}

/// The role of the texts at a key.
fn meant(table: &str, key: &str) -> Said {
    Said::Means(sorts_of(table, key))
}

fn of_key(name: &str, table: &Table, key: &str, see: &mut See<'_>) {
    if let Some(entry) = table.get(key) {
        texts(&entry.value, meant(name, key), see);
    }
}

/// The words of a text, or of each text in a list.
fn texts(node: &Node, said: Said, see: &mut See<'_>) {
    match &node.value {
        Value::Array(all) => all.iter().for_each(|one| texts(one, said, see)),
        Value::String(text) => {
            // only if the text is in quotes and contains no escape, so that offsets in it are offsets in the file
            if node.span.end - node.span.start != text.len() as u32 + 2 {
                return;
            }
            let within = node.span.start as usize + 1;
            for word in text.split_whitespace() {
                let start = within + (word.as_ptr() as usize - text.as_ptr() as usize);
                see(said, word, Span::new(node.span.file, start, start + word.len()));
            }
        }
        _ => {}
    }
}
