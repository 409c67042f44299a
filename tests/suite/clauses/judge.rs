//! What becomes of a mutant: who finds out that a rule has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use draughtsman::library::{self, Loaded, Ready};
use draughtsman::program::Program;
use draughtsman::syntax::front::Value;
use rayon::prelude::*;

use super::mutants::{Mutant, Original};
use crate::facts::gather::{self, Fact};
use crate::facts::ready;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is no rule file: the check refuses it.
    Refused,
    /// A fact does not hold: its name, and what is wrong.
    Red(String, String),
    /// It plays the same with every option: the same program.
    Same,
    /// Nothing is red.
    Survives,
    /// The engine panics.
    Panics,
}

/// A rule file with all that is known about it.
pub(crate) struct Bench<'o> {
    original: &'o Original,
    facts: Vec<Fact>,
    /// Combinations of options that are worth comparing: none, each by itself, those of the facts.
    choices: Vec<Vec<String>>,
    /// Options that are on unless somebody switches them off.
    by_default: BTreeSet<String>,
    /// What the file as it is compiles to, with each of them.
    programs: BTreeMap<Vec<String>, String>,
    /// Facts that do not hold for the file as it is.
    pub(crate) red: Vec<String>,
}

impl<'o> Bench<'o> {
    /// Gathers what is known of a variant.
    pub(crate) fn new(original: &'o Original) -> Bench<'o> {
        Bench::with(original, gather::of(&original.variant))
    }

    /// With these facts; the quickest is tried first.
    pub(crate) fn with(original: &'o Original, facts: Vec<Fact>) -> Bench<'o> {
        let mut texts = Texts::of(original, &original.text);
        let (mut timed, mut red) = (Vec::new(), Vec::new());
        let mut choices = options(original);
        for fact in &facts {
            let _ = texts.ready(&fact.options);
        }
        let tried = facts.into_par_iter().map(|fact| {
            let begun = Instant::now();
            let problem = match &texts.compiled[&fact.options] {
                Ok(ready) => fact.problem(ready),
                Err(problem) => Some(problem.clone()),
            };
            (begun.elapsed(), fact, problem)
        });
        for (time, fact, problem) in tried.collect::<Vec<_>>() {
            match problem {
                None => timed.push((time, fact)),
                Some(problem) => red.push(format!("{}: {problem}", fact.name)),
            }
        }
        timed.sort_by_key(|(time, _)| *time);
        let facts: Vec<Fact> = timed.into_iter().map(|(_, fact)| fact).collect();
        choices.extend(facts.iter().map(|fact| fact.options.clone()));
        choices.sort();
        choices.dedup();
        let compiled = choices.iter().filter_map(|options| Some((options.clone(), program(texts.ready(options).ok()?))));
        let programs = compiled.collect();
        Bench { original, facts, choices, by_default: by_default(original), programs, red }
    }

    /// How many facts there are.
    pub(crate) fn facts(&self) -> usize {
        self.facts.len()
    }

    /// What becomes of a mutant, and how long it took.
    pub(crate) fn judge(&self, mutant: &Mutant) -> (Verdict, Duration) {
        let begun = Instant::now();
        let verdict = catch_unwind(AssertUnwindSafe(|| self.verdict(mutant))).unwrap_or(Verdict::Panics);
        (verdict, begun.elapsed())
    }

    /// Whether an option is on when these are asked for.
    fn is_on(&self, option: &str, asked: &[String]) -> bool {
        let off = format!("{option}=off");
        asked.iter().any(|one| one == option) || self.by_default.contains(option) && !asked.contains(&off)
    }

    fn verdict(&self, mutant: &Mutant) -> Verdict {
        let mut texts = Texts::of(self.original, &mutant.text);
        if texts.ready(&[]).is_err() {
            return Verdict::Refused;
        }
        let matters = |asked: &[String]| mutant.option.as_ref().is_none_or(|option| self.is_on(option, asked));
        for fact in self.facts.iter().filter(|fact| matters(&fact.options)) {
            match texts.problem(fact) {
                Ok(None) => {}
                Ok(Some(problem)) => return Verdict::Red(fact.name.clone(), problem),
                Err(_) => return Verdict::Refused,
            }
        }
        let mut same = true;
        for options in self.choices.iter().filter(|options| matters(options)) {
            match (texts.ready(options), self.programs.get(options)) {
                (Ok(changed), Some(original)) => same &= program(changed) == *original,
                (Err(_), Some(_)) => return Verdict::Refused,
                _ => {}
            }
        }
        if same { Verdict::Same } else { Verdict::Survives }
    }
}

/// A program as text, without the words of its lines.
pub(super) fn program(ready: &Ready) -> String {
    let bare = Program { lines: Vec::new(), fingerprint: 0, ..ready.program.clone() };
    format!("{bare:?}")
}

/// Options that are on by default.
fn by_default(original: &Original) -> BTreeSet<String> {
    let Some(Value::Table(options)) = original.parsed.front.get("option").map(|entry| &entry.value.value) else {
        return BTreeSet::new();
    };
    let is_on = |option: &Value| match option {
        Value::Table(option) => option.get("default").is_some_and(|entry| matches!(entry.value.value, Value::Boolean(true))),
        _ => false,
    };
    options.iter().filter(|(_, entry)| is_on(&entry.value.value)).map(|(name, _)| name.clone()).collect()
}

/// Each option by itself, with those it needs.
pub(super) fn options(original: &Original) -> Vec<Vec<String>> {
    let mut choices = vec![Vec::new()];
    let front = &original.parsed.front;
    let Some(Value::Table(options)) = front.get("option").map(|entry| &entry.value.value) else {
        return declared(original).map(|name| vec![name]).chain(choices).collect();
    };
    for name in declared(original) {
        let mut on = vec![name.clone()];
        if let Some(Value::Table(option)) = options.get(&name).map(|entry| &entry.value.value)
            && let Some(Value::Array(needs)) = option.get("needs").map(|entry| &entry.value.value)
        {
            on.extend(needs.iter().filter_map(|one| match &one.value {
                Value::String(name) => Some(name.clone()),
                _ => None,
            }));
        }
        choices.push(on);
    }
    choices
}

fn declared(original: &Original) -> impl Iterator<Item = String> {
    use draughtsman::syntax::ast::Part;
    original.parsed.rules.parts.iter().filter_map(|part| match part {
        Part::Option(option) => Some(option.name.value.clone()),
        Part::Chapter(_) => None,
    })
}

/// One text of a rule file, compiled with the options that are asked for.
struct Texts {
    loaded: Loaded,
    compiled: BTreeMap<Vec<String>, Result<Ready, String>>,
}

impl Texts {
    fn of(original: &Original, text: &str) -> Texts {
        let name = original.path.display().to_string();
        let loaded = library::load_text(&original.variant, &name, text.as_bytes().to_vec(), original.path.parent());
        Texts { loaded, compiled: BTreeMap::new() }
    }

    fn ready(&mut self, options: &[String]) -> Result<&Ready, String> {
        if !self.compiled.contains_key(options) {
            self.compiled.insert(options.to_vec(), ready(&self.loaded, options));
        }
        self.compiled[options].as_ref().map_err(Clone::clone)
    }

    /// What is wrong with a fact; an error if the text cannot be played with its options.
    fn problem(&mut self, fact: &Fact) -> Result<Option<String>, String> {
        Ok(fact.problem(self.ready(&fact.options)?))
    }
}
