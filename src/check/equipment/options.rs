//! The switches of a file: which there are, and which are on.

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::read::{Found, table, texts, truth};
use super::schema::{fixed_keys, is_key};
use super::unknown::{meant, once, refuse_unknown_keys};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::equipment::OptionInfo;
use crate::source::Span;
use crate::syntax::front::{Table, Value};

/// `option NAME { … }` of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared<'a> {
    /// Its name.
    pub name: &'a str,
    /// The `##` words above it.
    pub doc: &'a str,
}

/// Why options cannot be switched as asked. The file is in order; the wish is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such option.
    #[error("there is no option `{name}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// An option is on without one that it needs.
    #[error("option `{name}` needs option `{other}`, which is off")]
    Needs {
        /// The option that is on.
        name: String,
        /// The option that is off.
        other: String,
    },
    /// Two options are on that exclude each other.
    #[error("options `{name}` and `{other}` exclude each other")]
    Excludes {
        /// The one that says so.
        name: String,
        /// The other.
        other: String,
    },
}

/// Tables that an option cannot change.
const FILE_ONLY: [&str; 2] = ["option", "lints"];

#[derive(Default)]
struct Switch {
    doc: String,
    default: bool,
    needs: Vec<String>,
    excludes: Vec<String>,
    place: Span,
}

/// The options of a file in file order, read once: the blocks of its rules, then those that only the front matter has.
#[derive(Default)]
pub struct Options {
    switches: IndexMap<String, Switch>,
}

/// Most rounds in which options are switched that others need or exclude.
const MOST_ROUNDS: usize = 8;

impl Options {
    /// Reads them. `top` is the front matter merged without options.
    pub fn read(top: &Table, blocks: &[Declared<'_>], out: &mut Vec<Diagnostic>) -> Options {
        let switches = switches(top, blocks, out);
        let by_default = |name: &str| switches.get(name).is_some_and(|switch| switch.default);
        for (name, switch) in switches.iter().filter(|(_, switch)| switch.default) {
            let broken = switch.needs.iter().find(|other| switches.contains_key(*other) && !by_default(other));
            let clash = switch.excludes.iter().find(|other| by_default(other));
            if let Some(other) = broken.or(clash) {
                let word = if broken.is_some() { "needs" } else { "excludes" };
                let message = format!("option `{name}` is on by default but {word} `{other}`");
                out.push(Diagnostic::error("E0056", switch.place, message));
            }
        }
        Options { switches }
    }

    /// Which are on, where `wanted` says which are to be on or off against their default: what it says last counts.
    pub fn switched(&self, wanted: &[(String, bool)]) -> (Vec<OptionInfo>, Vec<Refusal>) {
        let switches = &self.switches;
        let mut refusals = Vec::new();
        for (name, _) in wanted.iter().filter(|(name, _)| !switches.contains_key(name)) {
            let near = nearest(name, switches.keys().map(String::as_str)).map(str::to_owned);
            refusals.push(Refusal::Unknown { name: name.clone(), near });
        }
        let asked: FxHashMap<&str, bool> = wanted.iter().map(|(name, on)| (name.as_str(), *on)).collect();
        let on = |name: &str, switch: &Switch| asked.get(name).copied().unwrap_or(switch.default);
        let is_on = |name: &str| switches.get(name).is_some_and(|switch| on(name, switch));
        for (name, switch) in switches.iter().filter(|(name, switch)| on(name, switch)) {
            let lacking = switch.needs.iter().filter(|other| !is_on(other));
            refusals.extend(lacking.map(|other| Refusal::Needs { name: name.clone(), other: other.clone() }));
            let barred = switch.excludes.iter().filter(|other| is_on(other));
            refusals.extend(barred.map(|other| Refusal::Excludes { name: name.clone(), other: other.clone() }));
        }
        let info = |(name, switch): (&String, &Switch)| OptionInfo {
            name: name.clone(),
            doc: switch.doc.clone(),
            on: on(name, switch),
        };
        (switches.iter().map(info).collect(), refusals)
    }

    /// One option on, with those it needs, and without those it excludes; or off, with those off that need it.
    pub(in crate::check) fn with_needs(&self, name: &str, on: bool) -> Vec<OptionInfo> {
        let mut wanted = vec![(name.to_owned(), on)];
        for _ in 0..MOST_ROUNDS {
            let (infos, refusals) = self.switched(&wanted);
            let known: FxHashSet<(String, bool)> = wanted.iter().cloned().collect();
            let more = refusals.into_iter().filter_map(|refusal| match refusal {
                Refusal::Needs { name: needy, other } if other == name && !on => Some((needy, false)),
                Refusal::Needs { other, .. } => Some((other, true)),
                Refusal::Excludes { name: says, other } => Some((if other == name { says } else { other }, false)),
                Refusal::Unknown { .. } => None,
            });
            let more: Vec<(String, bool)> = more.filter(|one| !known.contains(one)).collect();
            if more.is_empty() {
                return infos;
            }
            wanted.extend(more);
        }
        self.switched(&wanted).0
    }
}

fn switches(top: &Table, blocks: &[Declared<'_>], out: &mut Found) -> IndexMap<String, Switch> {
    let mut switches: IndexMap<String, Switch> = IndexMap::new();
    for block in blocks {
        switches.entry(block.name.to_owned()).or_default().doc = block.doc.to_owned();
    }
    let tables = top.get("option").and_then(|entry| table("option", &entry.value, out));
    let tables: Vec<_> = tables.into_iter().flatten().collect();
    let names: indexmap::IndexSet<String> =
        switches.keys().cloned().chain(tables.iter().map(|(name, _)| (*name).clone())).collect();
    for (name, entry) in tables {
        super::names::check("an option", name, entry.key, super::names::Role::Label, out);
        let Some(changes) = table(name, &entry.value, out) else { continue };
        let switch = switches.entry(name.clone()).or_default();
        switch.place = entry.key;
        if let Some(default) = changes.get("default") {
            switch.default = truth("default", &default.value, out).unwrap_or(false);
        }
        for (word, list) in [("needs", &mut switch.needs), ("excludes", &mut switch.excludes)] {
            let Some(others) = changes.get(word) else { continue };
            for (other, span) in texts(word, &others.value, out) {
                if other == name {
                    out.push(Diagnostic::error("E0056", span, format!("option `{name}` {word} itself")));
                } else if names.contains(other) {
                    list.push(other.to_owned());
                } else {
                    super::read::unknown("E0055", "option", other, span, names.iter().map(String::as_str), out);
                }
            }
        }
        refuse_unknown_changes(changes, out);
    }
    switches
}

/// The keys of an option's table, whether or not it is on.
fn refuse_unknown_changes(changes: &Table, out: &mut Found) {
    for (word, entry) in changes.iter().filter(|(word, _)| !is_key("option.NAME", word)) {
        let is_table = is_key("", word) && !FILE_ONLY.contains(&word.as_str());
        match &entry.value.value {
            _ if !is_table => {
                let known = fixed_keys("").chain(fixed_keys("option.NAME")).filter(|key| !FILE_ONLY.contains(key));
                let message = format!("an option cannot change `{word}`");
                let found = meant(Diagnostic::error("E0011", entry.key, message), word, entry.key, known);
                out.push(once(found, changes));
            }
            Value::Table(inner) if matches!(word.as_str(), "board" | "notation" | "match") => {
                refuse_unknown_keys(word, &format!("[{word}]"), inner, out);
            }
            _ => {}
        }
    }
}
