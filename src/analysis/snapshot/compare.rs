//! Compares pinned sections with what the rules say now.

use super::section::Section;

/// A difference between the pinned sections and the present ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The position is not pinned yet.
    New(Section),
    /// The pinned section differs from the present one.
    Changed(Box<Delta>),
    /// The position is pinned, but it no longer exists.
    Stale(Section),
}

/// How a pinned section differs from the present one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    /// The section as pinned.
    pub was: Section,
    /// The section by the present rules.
    pub is: Section,
    /// Moves that are pinned but no longer legal, with their effects.
    pub gone: Vec<(String, Vec<String>)>,
    /// Moves that are legal now but not pinned, with their effects.
    pub new: Vec<(String, Vec<String>)>,
    /// Moves whose effects have changed.
    pub effects: Vec<Effect>,
}

/// A move whose effects have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The text of the move.
    pub text: String,
    /// The pinned effects.
    pub was: Vec<String>,
    /// The present effects.
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

/// The differences: first those of the present positions, in their order, then pinned positions that no longer exist.
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
