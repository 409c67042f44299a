//! Rule files with one thing changed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use draughtsman::diagnostic::any_error;
use draughtsman::source::FileId;
use draughtsman::syntax::{self, Parsed};

use super::front;
use super::places::{Edit, Places};
use super::words;

/// A rule file as it is.
pub(crate) struct Original {
    /// The variant.
    pub(crate) variant: String,
    /// The file.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) text: String,
    /// What was read.
    pub(crate) parsed: Parsed,
}

impl Original {
    /// Reads a rule file of the working tree.
    pub(crate) fn read(variant: &str, path: &Path) -> Original {
        let text = std::fs::read_to_string(path).expect("the rule file can be read");
        Original::new(variant, path, text)
    }

    /// A rule file of this text.
    pub(crate) fn new(variant: &str, path: &Path, text: String) -> Original {
        let parsed = syntax::parse(FileId(0), &text);
        Original { variant: variant.to_owned(), path: path.to_owned(), text, parsed }
    }
}

/// A rule file with one thing changed.
pub(crate) struct Mutant {
    /// The name of the change.
    pub(crate) change: &'static str,
    /// The option that has to be on for the change to matter.
    pub(crate) option: Option<String>,
    /// Whether it is the rules that changed, not the front matter.
    pub(crate) in_rules: bool,
    /// The number of the line changed.
    pub(crate) number: usize,
    /// That line.
    pub(crate) line: String,
    /// What the lines that changed have become, without the spaces around them; empty where something was taken away.
    pub(crate) becomes: String,
    /// The lines that changed.
    pub(crate) before: String,
    /// The whole text.
    pub(crate) text: String,
}

/// Every mutant of a file that can still be read.
pub(crate) fn of(original: &Original) -> Vec<Mutant> {
    let text = &original.text;
    let places = Places::of(text, &original.parsed.rules);
    let mut edits = places.edits;
    for rule in &places.rules {
        let mut found = words::words(text, rule.clone());
        found.retain(|word| !places.names.iter().any(|name| name.start <= word.at.start && word.at.end <= name.end));
        let edit = |name, at: std::ops::Range<usize>, with| Edit { name, seen: at.start, at, with };
        edits.extend(words::swaps(&found).map(|(name, at, with)| edit(name, at, with.to_owned())));
        let numbers = words::numbers(&found).filter(|(at, near)| {
            let more = text[at.clone()].parse().is_ok_and(|number: i64| number < *near);
            !(more && places.rooms.contains(at))
        });
        edits.extend(numbers.map(|(at, near)| edit("number", at, near.to_string())));
    }
    let option = |edit: &Edit| {
        let found = places.options.iter().find(|(option, _)| option.contains(&edit.seen));
        found.map(|(_, name)| name.clone())
    };
    let in_rules = edits.into_iter().map(|edit| (option(&edit), edit));
    let mut edits: Vec<(Option<String>, Edit)> = in_rules.chain(front::edits(text, &original.parsed.front)).collect();
    edits.sort_by_key(|(_, edit)| edit.seen);
    let mut known = HashSet::from([text.clone()]);
    let rules = places.rules.iter().map(|rule| rule.start).min().unwrap_or(text.len());
    let mutants = edits.into_iter().map(|(option, edit)| Mutant { option, ..mutant(text, &edit, rules) });
    mutants.filter(|mutant| known.insert(mutant.text.clone()) && can_be_read(&mutant.text)).collect()
}

fn can_be_read(text: &str) -> bool {
    !any_error(&syntax::parse(FileId(0), text).diagnostics)
}

fn mutant(text: &str, edit: &Edit, rules: usize) -> Mutant {
    let changed = format!("{}{}{}", &text[..edit.at.start], edit.with, &text[edit.at.end..]);
    let number = text[..edit.seen].matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim().to_owned();
    let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), changed.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - same;
    let same_behind = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let joined = |lines: &[&str]| {
        let lines = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with("##"));
        lines.collect::<Vec<_>>().join(" / ")
    };
    Mutant {
        change: edit.name,
        option: None,
        in_rules: edit.seen >= rules,
        number: number + 1,
        line,
        becomes: joined(&new[same..new.len() - same_behind]),
        before: joined(&old[same..old.len() - same_behind]),
        text: changed,
    }
}
