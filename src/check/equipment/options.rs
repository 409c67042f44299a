//! The options of a file: which there are, and which are on.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::read::{Found, table, texts, truth};
use super::schema::{fixed_keys, is_key};
use super::unknown::{meant, once, refuse_unknown_keys};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::equipment::{NumberOption, OptionInfo};
use crate::source::Span;
use crate::syntax::front::{Table, Value};

/// An `option NAME { … }` block of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared<'a> {
    /// Its name.
    pub name: &'a str,
    /// The `##` lines above it.
    pub doc: &'a str,
}

/// Why options cannot be switched as requested. The file is correct; the request is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such option.
    #[error("there is no option `{name}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The name requested.
        name: String,
        /// The option that was probably meant.
        near: Option<String>,
    },
    /// A number was switched on or off.
    #[error("`{name}` is a number: it is given a value from {} to {}, as in `{name}={value}`", range.0, range.1)]
    Number {
        /// The name requested.
        name: String,
        /// Its value.
        value: i64,
        /// Its bounds.
        range: (i64, i64),
    },
    /// An option was given a number.
    #[error("option `{name}` is no number: it is on or off, as in `{name}` or `{name}=off`")]
    Switch {
        /// The name requested.
        name: String,
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
        /// The option that says so.
        name: String,
        /// The other.
        other: String,
    },
}

/// Reports numbers that were switched, and options that were given a number.
pub(in crate::check) fn of_other_sort(
    refusals: &mut Vec<Refusal>,
    set: &[(String, i64)],
    options: &[OptionInfo],
    numbers: &[NumberOption],
) {
    for refusal in refusals.iter_mut() {
        if let Refusal::Unknown { name, .. } = refusal
            && let Some(number) = numbers.iter().find(|number| number.name == *name)
        {
            *refusal = Refusal::Number { name: name.clone(), value: number.value, range: number.range };
        }
    }
    let switches = set.iter().filter(|(name, _)| {
        numbers.iter().all(|number| number.name != *name) && options.iter().any(|option| option.name == *name)
    });
    refusals.extend(switches.map(|(name, _)| Refusal::Switch { name: name.clone() }));
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

/// The options of a file, in file order: the blocks of its rules, then those that only the front matter has.
#[derive(Default)]
pub struct Options {
    switches: IndexMap<String, Switch>,
}

/// Names of options, without duplicates.
type Names<'o> = IndexSet<&'o str, FxBuildHasher>;

impl Options {
    /// Reads the options. `top` is the front matter merged without options.
    pub fn read(top: &Table, blocks: &[Declared<'_>], out: &mut Vec<Diagnostic>) -> Options {
        let mut options = Options { switches: switches(top, blocks, out) };
        options.refuse_impossible(out);
        options.refuse_defaults(out);
        options
    }

    /// Which options are on. `wanted` lists those to be set on or off against their default; of several for one option the last
    /// counts.
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
            default: switch.default,
        };
        (switches.iter().map(info).collect(), refusals)
    }

    /// One option on, with those it needs, and without those it excludes; or off, without those that need it. The rest as by
    /// default.
    pub(in crate::check) fn with_needs(&self, name: &str, on: bool) -> Vec<OptionInfo> {
        let fixed = if on { self.needed(name) } else { Names::from_iter([name]) };
        let by_default = |other: &str| self.switches.get(other).is_some_and(|switch| switch.default);
        let excluded = fixed.iter().filter_map(|one| self.switches.get(*one)).flat_map(|switch| &switch.excludes);
        let excludes = |switch: &Switch| switch.excludes.iter().any(|other| fixed.contains(other.as_str()));
        let mut off: FxHashSet<&str> = match on {
            true => {
                let excluding = self.switches.iter().filter(|(_, switch)| excludes(switch)).map(|(other, _)| other);
                excluded.chain(excluding).map(String::as_str).collect()
            }
            false => fixed.iter().copied().collect(),
        };
        // an option that needs one that is off is off too
        loop {
            let lacks = |switch: &Switch| switch.needs.iter().any(|other| off.contains(other.as_str()));
            let more = self.switches.iter().filter(|(other, switch)| by_default(other) && lacks(switch));
            let more: Vec<&str> = more.map(|(other, _)| other.as_str()).filter(|other| !off.contains(other)).collect();
            if more.is_empty() {
                break;
            }
            off.extend(more);
        }
        let is_on = |other: &str| if fixed.contains(other) { on } else { by_default(other) && !off.contains(other) };
        let info = |(name, switch): (&String, &Switch)| OptionInfo {
            name: name.clone(),
            doc: switch.doc.clone(),
            on: is_on(name),
            default: switch.default,
        };
        self.switches.iter().map(info).collect()
    }

    /// Whether an option can be on at all.
    pub(in crate::check) fn can_be_on(&self, name: &str) -> bool {
        self.clash(&self.needed(name)).is_none()
    }

    /// An option with all that it needs, directly and indirectly.
    fn needed<'o>(&'o self, name: &'o str) -> Names<'o> {
        let mut all = Names::from_iter([name]);
        let mut next = vec![name];
        while let Some(switch) = next.pop().and_then(|name| self.switches.get(name)) {
            next.extend(switch.needs.iter().map(String::as_str).filter(|other| all.insert(other)));
        }
        all
    }

    /// Two of these options that exclude each other; the one that says so comes first.
    fn clash<'o>(&self, all: &Names<'o>) -> Option<(&'o str, &'o str)> {
        all.iter().find_map(|name| {
            let switch = self.switches.get(*name)?;
            let other = switch.excludes.iter().find_map(|other| all.get(other.as_str()))?;
            Some((*name, *other))
        })
    }

    /// E0056: options that can never be on, because what they need excludes them, or excludes something else that they need.
    fn refuse_impossible(&self, out: &mut Found) {
        let mut all: Vec<(&String, Names<'_>)> = self.switches.keys().map(|name| (name, self.needed(name))).collect();
        // an option that only needs another that can never be on is not reported itself
        all.sort_by_key(|(_, needed)| needed.len());
        let mut told = Names::default();
        for (name, needed) in &all {
            let Some((says, barred)) = self.clash(needed).filter(|_| needed.is_disjoint(&told)) else { continue };
            told.insert(name);
            let others: Vec<&str> = [says, barred].into_iter().filter(|other| other != name).collect();
            let why = match others[..] {
                [other] => format!("it needs `{other}`, and they exclude each other"),
                _ => format!("it needs `{says}` and `{barred}`, which exclude each other"),
            };
            let place = |name: &str| self.switches.get(name).map_or_else(Span::default, |switch| switch.place);
            let found = Diagnostic::error("E0056", place(name), format!("option `{name}` can never be on: {why}"));
            let label = format!("`{says}` excludes `{barred}`");
            out.push(if says == name.as_str() { found } else { found.label(place(says), label) });
        }
    }

    /// E0056: options that are on by default although the other defaults conflict with that. Their default is then set to off, so
    /// that later checks do not report the conflict again.
    fn refuse_defaults(&mut self, out: &mut Found) {
        let usual: Vec<String> = self.switches.iter().filter(|(_, one)| one.default).map(|(name, _)| name.clone()).collect();
        while let Some((name, word, other)) = self.wrong_default() {
            // what is needed may be off only because its own default has been reported
            if word == "excludes" || !usual.contains(&other) {
                let place = self.switches.get(&name).map_or_else(Span::default, |switch| switch.place);
                let message = format!("option `{name}` is on by default but {word} `{other}`");
                out.push(Diagnostic::error("E0056", place, message));
            }
            if let Some(switch) = self.switches.get_mut(&name) {
                switch.default = false;
            }
        }
    }

    /// An option that is on by default and must not be: something that it `needs` is off, or something that it `excludes` is on.
    fn wrong_default(&self) -> Option<(String, &'static str, String)> {
        let usual = |other: &&String| self.switches.get(*other).is_some_and(|switch| switch.default);
        self.switches.iter().filter(|(_, switch)| switch.default).find_map(|(name, switch)| {
            let lacking = switch.needs.iter().find(|other| !usual(other)).map(|other| ("needs", other));
            let clash = || switch.excludes.iter().find(usual).map(|other| ("excludes", other));
            let (word, other) = lacking.or_else(clash)?;
            Some((name.clone(), word, other.clone()))
        })
    }
}

fn switches(top: &Table, blocks: &[Declared<'_>], out: &mut Found) -> IndexMap<String, Switch> {
    let mut switches: IndexMap<String, Switch> = IndexMap::new();
    for block in blocks {
        switches.entry(block.name.to_owned()).or_default().doc = block.doc.to_owned();
    }
    let tables = top.get("option").and_then(|entry| table("option", &entry.value, out));
    let tables: Vec<_> = tables.into_iter().flatten().collect();
    let names: IndexSet<String> = switches.keys().cloned().chain(tables.iter().map(|(name, _)| (*name).clone())).collect();
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
                    let others = names.iter().map(String::as_str).filter(|one| one != name);
                    match others.clone().next() {
                        Some(_) => super::read::unknown("E0055", "option", other, span, others, out),
                        None => {
                            let found = Diagnostic::error("E0055", span, format!("there is no option `{other}`"));
                            out.push(found.help(format!("`{name}` is the only one")));
                        }
                    }
                }
            }
        }
        refuse_unknown_changes(changes, out);
    }
    switches
}

/// Reports the unknown keys in an option's table, whether or not the option is on.
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
