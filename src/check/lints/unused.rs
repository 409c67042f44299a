//! What the front matter declares and nothing uses: regions, numbers, attributes, sets, directions, piles, tokens, options.
//!
//! A word counts as used if it is written anywhere in the rules of the file or its parents, whatever options are on, or elsewhere
//! in their front matter. So nothing is reported that some option or parent uses.

use std::collections::HashSet;

use crate::check::definitions::parameters;
use crate::check::equipment::{GIVEN_PILES, keys_of};
use crate::check::link::Link;
use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span};
use crate::syntax::ast::{Chapter, ItemKind, Part, Rule};
use crate::syntax::front::{Entry, Node, Table, Value};
use crate::syntax::words_of;

/// Tables whose keys are the author's names: the code for one that is never used, and what it names.
const DECLARING: [(&str, &str, &str); 6] = [
    ("regions", "W0805", "region"),
    ("numbers", "W0807", "number"),
    ("sets", "W0809", "set"),
    ("directions", "W0810", "direction"),
    ("piles", "W0811", "pile"),
    ("tokens", "W0812", "type of token"),
];

/// Words for sets of directions that include leaps, unless a word beside them excludes leaps.
const WAYS: [&str; 3] = ["forward", "backward", "sideways"];

/// Words for sets of compass directions.
const PLAIN_WAYS: [&str; 3] = ["orthogonal", "diagonal", "any-way"];

/// Reports what the last file of the chain declares and nothing uses.
pub(super) fn unused(sources: &Sources, chain: &[Link<'_>], found: &mut Vec<Diagnostic>) {
    let Some(last) = chain.last() else { return };
    let mut used = Used::default();
    for link in chain.iter().skip(1) {
        used.front(&link.parsed.front);
    }
    for part in chain.iter().skip(1).flat_map(|link| &link.parsed.rules.parts) {
        let span = match part {
            Part::Chapter(chapter) => chapter.span,
            Part::Option(block) => block.span,
        };
        let words: Vec<&str> = words_of(sources.text(span)).map(|(_, word)| word).collect();
        used.leaps |= hold_leaps(&words);
        used.words.extend(words.into_iter().flat_map(spellings));
    }
    let front = &last.parsed.front;
    used.declared(front, found);
    if let Some(options) = table(front, "option") {
        for entry in options.values() {
            if let Value::Table(changes) = &entry.value.value {
                used.declared(changes, found);
            }
        }
    }
    idle_options(chain, found);
    unread_names(sources, last, found);
}

/// Whether some word for directions is used where it includes leaps.
fn hold_leaps(words: &[&str]) -> bool {
    let plain = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| PLAIN_WAYS.contains(word));
    let alone = |at: usize| !plain(at.checked_sub(1)) && !plain(at.checked_add(1));
    words.iter().enumerate().any(|(at, word)| WAYS.contains(word) && alone(at))
}

/// W0813: parameters and names given by `let` that nothing reads: neither their own rule nor, where the rule is a statement of a
/// script, other chapters of the same name.
fn unread_names(sources: &Sources, last: &Link<'_>, found: &mut Vec<Diagnostic>) {
    let chapters = || {
        last.parsed.rules.parts.iter().flat_map(|part| match part {
            Part::Chapter(chapter) => std::slice::from_ref(chapter),
            Part::Option(block) => block.chapters.as_slice(),
        })
    };
    for (chapter, (rule, span, replaces)) in
        chapters().flat_map(|chapter| rules_of(chapter).into_iter().map(move |rule| (chapter, rule)))
    {
        let words: Vec<(usize, &str)> = words_of(sources.text(span)).collect();
        let alike = || chapters().filter(|one| one.name.value == chapter.name.value).map(|one| one.span);
        let readers: Vec<Span> = if let Rule::Statement(_) = rule { alike().collect() } else { vec![span] };
        let once = |name: &str| {
            let words = readers.iter().flat_map(|reader| words_of(sources.text(*reader)));
            words.filter(|(_, word)| *word == name).count() == 1
        };
        // a definition that replaces another must have its parameters
        if let (Rule::Define(define), false) = (rule, replaces) {
            for param in parameters(define).filter(|param| once(&param.name.value)) {
                let message = format!("nothing reads the parameter `{}`", param.name.value);
                found.push(Diagnostic::warning("W0813", param.name.span, message));
            }
        }
        for pair in words.windows(2) {
            let [(_, "let"), (at, name)] = pair else { continue };
            if once(name) {
                let start = span.start as usize + at;
                let at = Span::new(span.file, start, start + name.len());
                found.push(Diagnostic::warning("W0813", at, format!("nothing reads `{name}`")));
            }
        }
    }
}

/// The rules that a chapter has, each with its place and whether it replaces another.
fn rules_of(chapter: &Chapter) -> Vec<(&Rule, Span, bool)> {
    let mut all = Vec::new();
    for item in &chapter.items {
        match &item.kind {
            ItemKind::Rule(rule) | ItemKind::Add(rule) => all.push((rule, item.span, false)),
            ItemKind::Replace { new, .. } => all.extend(new.iter().filter_map(|item| match &item.kind {
                ItemKind::Rule(rule) | ItemKind::Add(rule) => Some((rule, item.span, true)),
                _ => None,
            })),
            ItemKind::Remove { .. } => {}
        }
    }
    all
}

/// W0806: options that change nothing.
fn idle_options(chain: &[Link<'_>], found: &mut Vec<Diagnostic>) {
    let Some(last) = chain.last() else { return };
    let mut places: Vec<(&str, Span)> = Vec::new();
    for part in &last.parsed.rules.parts {
        if let Part::Option(block) = part {
            places.push((&block.name.value, block.name.span));
        }
    }
    for (name, entry) in table(&last.parsed.front, "option").into_iter().flatten() {
        if !places.iter().any(|(one, _)| one == name) {
            places.push((name, entry.key));
        }
    }
    let tables = |name: &str| {
        let options = chain.iter().skip(1).filter_map(|link| table(&link.parsed.front, "option"));
        let entries: Vec<&Entry> = options.filter_map(|options| options.get(name)).collect();
        entries
    };
    for (name, at) in places {
        let changes = tables(name).into_iter().any(|entry| match &entry.value.value {
            Value::Table(keys) => keys.keys().any(|key| !keys_of("option.NAME").any(|one| one.key == key)),
            _ => true,
        });
        let rules = chain.iter().skip(1).flat_map(|link| &link.parsed.rules.parts).any(|part| match part {
            Part::Option(block) => {
                block.name.value == name
                    && block.chapters.iter().any(|chapter| chapter.edit.is_some() || !chapter.items.is_empty())
            }
            Part::Chapter(_) => false,
        });
        if !changes && !rules {
            found.push(
                Diagnostic::warning("W0806", at, format!("option `{name}` changes nothing"))
                    .help(format!("its rules stand in `option {name} {{ … }}`, its equipment in `[option.{name}.TABLE]`")),
            );
        }
    }
}

/// The words that are used.
#[derive(Default)]
struct Used {
    words: HashSet<String>,
    /// Whether some word means every leap.
    leaps: bool,
}

impl Used {
    /// Adds the words of a front matter, except those that it declares.
    fn front(&mut self, front: &Table) {
        for (key, entry) in front {
            match (&entry.value.value, key.as_str()) {
                (Value::Table(options), "option") => {
                    for entry in options.values() {
                        if let Value::Table(changes) = &entry.value.value {
                            self.front(changes);
                        }
                    }
                }
                // listing the values of a set is no use of it
                (Value::Table(_), "lints" | "sets") => {}
                (Value::Table(names), table) if declares(table) => {
                    names.values().for_each(|entry| self.node(&entry.value));
                }
                _ => self.node(&entry.value),
            }
        }
    }

    /// Adds texts and keys, at any depth. The keys of `has` declare attributes, which is no use of them.
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::String(text) => self.words.extend(text.split_whitespace().flat_map(spellings)),
            Value::Array(all) => all.iter().for_each(|one| self.node(one)),
            Value::Table(keys) => {
                for (key, entry) in keys {
                    match (&entry.value.value, key.as_str()) {
                        (Value::Table(slots), "has") => slots.values().for_each(|entry| self.node(&entry.value)),
                        _ => {
                            self.words.insert(key.clone());
                            self.node(&entry.value);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn has(&self, name: &str) -> bool {
        self.words.contains(name)
    }

    /// Reports the names in these tables that nothing uses.
    fn declared(&self, front: &Table, found: &mut Vec<Diagnostic>) {
        for (section, code, what) in DECLARING {
            for (name, entry) in table(front, section).into_iter().flatten() {
                let given = section == "piles" && GIVEN_PILES.contains(&name.as_str());
                let by_value = section == "sets" && values(entry).any(|value| self.has(value));
                let by_plural = matches!(&entry.value.value, Value::Table(keys) if section == "tokens" && plural(keys).is_some_and(|plural| self.has(plural)));
                let by_way = section == "directions" && self.leaps;
                if !(given || by_value || by_plural || by_way || self.has(name)) {
                    found.push(nothing_names(code, what, name, entry.key));
                }
            }
        }
        self.attributes(front, found);
    }

    /// W0808: attributes and slots of pieces that no rule reads, by name or by value.
    fn attributes(&self, front: &Table, found: &mut Vec<Diagnostic>) {
        let kinds = table(front, "pieces").into_iter().flatten();
        let mut said: HashSet<&str> = HashSet::new();
        for entry in kinds.map(|(_, entry)| entry) {
            let Value::Table(keys) = &entry.value.value else { continue };
            for (name, slot) in table(keys, "has").into_iter().flatten() {
                let Value::String(of) = &slot.value.value else { continue };
                let named = self.has(name) || self.rule_words(front, of);
                if !named && said.insert(name) {
                    found.push(nothing_names("W0808", "attribute", name, slot.key));
                }
            }
        }
    }

    /// Whether a value of this set is written somewhere. If the set is not declared here (it is a parent's, or a type of token),
    /// it is taken to be so.
    fn rule_words(&self, front: &Table, of: &str) -> bool {
        match table(front, "sets").and_then(|sets| sets.get(of)) {
            Some(set) => values(set).any(|value| self.has(value)),
            None => true,
        }
    }
}

fn nothing_names(code: &'static str, what: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::warning(code, at, format!("the {what} `{name}` is never used"))
        .help("name it in a rule, or take it out; a misspelt use would be an error")
}

fn table<'a>(front: &'a Table, name: &str) -> Option<&'a Table> {
    match &front.get(name)?.value.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

fn values(entry: &Entry) -> impl Iterator<Item = &str> {
    let all = match &entry.value.value {
        Value::Array(all) => all.as_slice(),
        _ => &[],
    };
    all.iter().filter_map(|one| match &one.value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    })
}

fn plural(keys: &Table) -> Option<&str> {
    match &keys.get("plural")?.value.value {
        Value::String(plural) => Some(plural),
        _ => None,
    }
}

fn declares(section: &str) -> bool {
    DECLARING.iter().any(|(one, ..)| *one == section)
}

/// A word, and the singulars of which it may be the plural.
fn spellings(word: &str) -> Vec<String> {
    let mut all = vec![word.to_owned()];
    for (ending, singular) in [("ies", "y"), ("es", ""), ("s", ""), ("men", "man")] {
        if let Some(stem) = word.strip_suffix(ending) {
            all.push(format!("{stem}{singular}"));
        }
    }
    all
}
