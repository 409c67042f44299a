//! Changes in the meaning of rules. Layout, comments, doc texts, names of definitions and the order of declarations are no
//! changes.

use std::collections::BTreeMap;

use crate::model::Variant;
use crate::model::print::{Entry, entries};
use crate::notation::json::diff::{Change, Said};

use super::{behind, equipment};

/// The changes in meaning, by chapter, the equipment first. Empty if the rules mean the same.
///
/// ```
/// # use draughtsman::{analysis::diff, library};
/// let english = library::bundled("english").unwrap().variant;
/// let italian = library::bundled("italian").unwrap().variant;
/// assert!(diff::changes(&english, &english).is_empty());
/// let chapters: Vec<String> = diff::changes(&english, &italian).into_iter().map(|change| change.chapter).collect();
/// assert!(chapters.contains(&"obligation".to_owned()), "{chapters:?}");
/// ```
pub fn changes(a: &Variant, b: &Variant) -> Vec<Change> {
    let (of_a, of_b) = (chapters(a), chapters(b));
    let mut names: Vec<&String> = of_a.iter().chain(&of_b).map(|(name, _)| name).collect();
    let mut known = Vec::new();
    names.retain(|name| {
        !known.contains(name) && {
            known.push(*name);
            true
        }
    });
    let none = Vec::new();
    let of = |all: &'_ [(String, Vec<Entry>)], name: &String| {
        all.iter().find(|(known, _)| known == name).map_or_else(|| none.clone(), |(_, lines)| lines.clone())
    };
    let equipment = equipment::change(&a.equipment, &b.equipment, &a.start, &b.start);
    let named = behind::named(&equipment);
    let rules = names.into_iter().map(|name| chapter(name, &named, a, &of(&of_a, name), b, &of(&of_b, name)));
    std::iter::once(equipment).chain(rules).filter(|change| !(change.removed.is_empty() && change.added.is_empty())).collect()
}

/// The lines of each chapter, in the order of the chapters.
fn chapters(variant: &Variant) -> Vec<(String, Vec<Entry>)> {
    let mut chapters: Vec<(String, Vec<Entry>)> = Vec::new();
    for entry in entries(variant) {
        let line = entry.rule.and_then(|rule| variant.rules.lines.get(rule.index()));
        let name = line.map_or_else(|| "turn".to_owned(), |line| line.chapter.clone());
        match chapters.iter_mut().find(|(known, _)| *known == name) {
            Some((_, entries)) => entries.push(entry),
            None => chapters.push((name, vec![entry])),
        }
    }
    chapters
}

fn chapter(name: &str, named: &[Vec<Said>; 2], a: &Variant, of_a: &[Entry], b: &Variant, of_b: &[Entry]) -> Change {
    let (mut only_a, mut only_b) = unordered(of_a, of_b);
    let (some_a, some_b) = ordered(of_a, of_b);
    only_a.extend(some_a);
    only_b.extend(some_b);
    let removed: Vec<Said> = only_a.iter().map(|entry| said(a, entry)).collect();
    let added: Vec<Said> = only_b.iter().map(|entry| said(b, entry)).collect();
    // Lines with the same text that differ through a word defined elsewhere name the definition.
    let alike = |one: &Said, others: &[Said]| others.iter().any(|other| other.text == one.text);
    let told = |said: &[Said], others: &[Said], of: &Variant, other: &Variant, named: &[Said]| {
        let mut said = said.to_vec();
        for one in said.iter_mut().filter(|one| alike(one, others)) {
            one.meaning = Some(behind::behind(&one.text, of, other, named).join("; ")).filter(|words| !words.is_empty());
        }
        said
    };
    Change {
        chapter: name.to_owned(),
        removed: told(&removed, &added, a, b, &named[0]),
        added: told(&added, &removed, b, a, &named[1]),
    }
}

/// Of lines whose order has no meaning, those that one version has more often than the other.
fn unordered<'e>(of_a: &'e [Entry], of_b: &'e [Entry]) -> (Vec<&'e Entry>, Vec<&'e Entry>) {
    let free = |entries: &'e [Entry]| entries.iter().filter(|entry| !entry.ordered);
    let more = |these: &'e [Entry], those: &'e [Entry]| {
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        free(those).for_each(|entry| *left.entry(&entry.meaning).or_default() += 1);
        let mut only = Vec::new();
        for entry in free(these) {
            match left.get_mut(entry.meaning.as_str()).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => only.push(entry),
            }
        }
        only
    };
    (more(of_a, of_b), more(of_b, of_a))
}

/// Of lines whose order has a meaning, those outside a longest common subsequence.
fn ordered<'e>(of_a: &'e [Entry], of_b: &'e [Entry]) -> (Vec<&'e Entry>, Vec<&'e Entry>) {
    let in_order = |entries: &'e [Entry]| entries.iter().filter(|entry| entry.ordered).collect::<Vec<_>>();
    let (a, b) = (in_order(of_a), in_order(of_b));
    let mut longest = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i][j] =
                if a[i].meaning == b[j].meaning { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut only_a, mut only_b) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i].meaning == b[j].meaning {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && longest[i + 1][j] >= longest[i][j + 1] {
            only_a.push(a[i]);
            i += 1;
        } else {
            only_b.push(b[j]);
            j += 1;
        }
    }
    (only_a, only_b)
}

fn said(variant: &Variant, entry: &Entry) -> Said {
    let line = entry.rule.and_then(|rule| variant.rules.lines.get(rule.index()));
    match line {
        Some(line) => Said { text: line.text.clone(), place: line.place.clone(), meaning: None },
        None => Said { text: entry.meaning.trim().to_owned(), place: String::new(), meaning: None },
    }
}
