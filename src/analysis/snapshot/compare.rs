//! What is pinned against what the rules say now.

use super::section::Section;

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Not pinned yet.
    New(Section),
    /// Pinned otherwise.
    Changed(Box<Delta>),
    /// Pinned, but the position is gone.
    Stale(Section),
}

/// A position that is pinned otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    /// As pinned.
    pub was: Section,
    /// As the rules say now.
    pub is: Section,
    /// Moves that are gone.
    pub gone: Vec<(String, Vec<String>)>,
    /// Moves that are new.
    pub new: Vec<(String, Vec<String>)>,
    /// Moves that do something else.
    pub effects: Vec<Effect>,
}

/// A move that does something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Its text.
    pub text: String,
    /// What it did as pinned.
    pub was: Vec<String>,
    /// What it does now.
    pub is: Vec<String>,
}

impl Change {
    /// The name of the position.
    pub fn name(&self) -> &str {
        match self {
            Change::New(section) | Change::Stale(section) => &section.name,
            Change::Changed(delta) => &delta.is.name,
        }
    }
}

/// The differences: first of the positions there are, in their order, then those that are gone.
pub fn compare(pinned: &[Section], now: &[Section]) -> Vec<Change> {
    let mut changes = Vec::new();
    for is in now {
        match pinned.iter().find(|was| was.name == is.name) {
            None => changes.push(Change::New(is.clone())),
            Some(was) if was != is => changes.push(Change::Changed(Box::new(delta(was, is)))),
            Some(_) => {}
        }
    }
    let stale = pinned.iter().filter(|was| now.iter().all(|is| is.name != was.name));
    changes.extend(stale.cloned().map(Change::Stale));
    changes
}

fn delta(was: &Section, is: &Section) -> Delta {
    let lacking = |these: &Section, those: &Section| {
        let known = |text: &str| those.moves.iter().any(|(other, _)| other == text);
        these.moves.iter().filter(|(text, _)| !known(text)).cloned().collect()
    };
    let effects = is.moves.iter().filter_map(|(text, now)| {
        let (_, before) = was.moves.iter().find(|(other, _)| other == text)?;
        (before != now).then(|| Effect { text: text.clone(), was: before.clone(), is: now.clone() })
    });
    Delta { gone: lacking(was, is), new: lacking(is, was), effects: effects.collect(), was: was.clone(), is: is.clone() }
}
