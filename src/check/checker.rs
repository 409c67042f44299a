//! What is known while the rules of one flat file are checked, and what is found.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::model::rules::Stored;
use crate::model::{Equipment, RuleId};
use crate::source::{Sources, Span};

use super::definitions::Definitions;
use super::limits::TOLD;
use super::memory::{Here, Memory};
use super::mentions::Mentions;
use super::scope::Names;

/// What is known while the rules of one flat file are checked.
pub(super) struct Checker<'a> {
    pub(super) sources: &'a Sources,
    pub(super) equipment: &'a Equipment,
    pub(super) memory: &'a Memory<'a>,
    pub(super) mentions: &'a Mentions,
    pub(super) here: Here,
    pub(super) definitions: Definitions<'a>,
    pub(super) stored: Vec<Stored>,
    pub(super) unknown: Unknown,
    pub(super) groups: Vec<String>,
    /// The lines of this game, in order.
    pub(super) lines: Vec<RuleId>,
    /// The names of the rule being checked.
    pub(super) scope: Names,
    pub(super) put_in: PutIn,
    pub(super) room: Room,
    pub(super) totalling: bool,
    /// Phrases that conditions around have made sure of, as text.
    pub(super) sure: Vec<String>,
    pub(super) scored: bool,
    pub(super) always_actor: bool,
    pub(super) findings: Findings,
    /// Every word that is declared, once somebody has asked.
    pub(super) declared: OnceCell<HashSet<String>>,
}

/// Where among definitions the checker is.
#[derive(Default)]
pub(super) struct PutIn {
    /// The definitions being put in, outermost first, and where.
    pub(super) within: Vec<(usize, Span)>,
    /// A definition that nothing uses is being read.
    pub(super) by_itself: bool,
}

/// What was found.
pub(super) struct Findings {
    pub(super) found: Vec<Diagnostic>,
    /// How often something was found, however often that was the same.
    pub(super) said: usize,
    /// More has been found than is told.
    pub(super) flooded: bool,
}

/// How much room there is for words.
#[derive(Default)]
pub(super) struct Room {
    /// How many words the rule being read may still have.
    pub(super) fuel: usize,
    /// It has been said that it has too many.
    pub(super) spent: bool,
    /// How many words stand around.
    pub(super) depth: usize,
    /// The words of the rules so far, with all definitions put in.
    pub(super) words: usize,
}

/// What is not known, because something is wrong elsewhere.
#[derive(Default)]
pub(super) struct Unknown {
    /// Stored things of which it is not known what they hold: an error has been given.
    pub(super) typeless: HashSet<String>,
    /// Words that a misspelt statement of the rule being checked may have been to declare.
    pub(super) perhaps: HashSet<String>,
    /// How many words that nobody declares were looked for among those that are.
    pub(super) sought: usize,
}

impl Findings {
    /// Keeps each thing that was found once, where they are many: a definition is read wherever it is used.
    pub(super) fn once(&mut self) {
        if !self.flooded && self.found.len() > 4 * TOLD {
            let mut seen = HashSet::new();
            self.found.retain(|one| seen.insert((one.code, one.span)));
            self.flooded = self.found.len() > 2 * TOLD;
        }
    }
}

impl<'a> Checker<'a> {
    /// Adds a diagnostic; one inside a definition also says where that is used.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let used = self.put_in.within.first().map(|(index, at)| (self.definitions.get(*index).ast.name.value.clone(), *at));
        self.report_plain(match used {
            Some((name, at)) if !self.put_in.by_itself && at != diagnostic.span && !at.contains(diagnostic.span) => {
                diagnostic.label(at, format!("by `{name}`, used here"))
            }
            _ => diagnostic,
        });
    }

    /// Adds a diagnostic as it is.
    pub(super) fn report_plain(&mut self, diagnostic: Diagnostic) {
        self.findings.said += 1;
        self.findings.found.push(diagnostic);
    }

    /// Where a rule line is written.
    pub(super) fn line_span(&self, rule: RuleId) -> Span {
        self.memory.span(rule)
    }
}
