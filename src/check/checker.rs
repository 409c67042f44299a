//! The state of the checker while it goes through the rules of one flat file, and the diagnostics it finds.

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

/// The state of the checker while it goes through the rules of one flat file.
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
    /// The numbers of this game's lines, in the order of the flat file.
    pub(super) lines: Vec<RuleId>,
    /// The names bound in the rule being checked.
    pub(super) scope: Names,
    pub(super) put_in: PutIn,
    pub(super) room: Room,
    pub(super) totalling: bool,
    /// Texts of phrases that the enclosing conditions guarantee to be non-empty.
    pub(super) sure: Vec<String>,
    pub(super) scored: bool,
    pub(super) always_actor: bool,
    pub(super) findings: Findings,
    /// Every word that can denote a set anywhere; computed when first needed.
    pub(super) declared: OnceCell<HashSet<String>>,
}

/// Which definitions are being expanded.
#[derive(Default)]
pub(super) struct PutIn {
    /// Indices of the definitions being expanded, outermost first, each with where it is used.
    pub(super) within: Vec<(usize, Span)>,
    /// Whether a definition that nothing uses is being read by itself.
    pub(super) by_itself: bool,
}

/// The diagnostics found.
pub(super) struct Findings {
    pub(super) found: Vec<Diagnostic>,
    /// How many diagnostics were reported, repeated ones included.
    pub(super) said: usize,
    /// Whether more has been found than will be reported; no further phrases are read then.
    pub(super) flooded: bool,
}

/// The words and the nesting depth used so far, both of which are limited.
#[derive(Default)]
pub(super) struct Room {
    /// The number of words that the rule being read may still have.
    pub(super) fuel: usize,
    /// Whether it has been reported that this rule exceeds a limit.
    pub(super) spent: bool,
    /// How many phrases and statements enclose the one being read.
    pub(super) depth: usize,
    /// The number of words in all rules so far, definitions expanded.
    pub(super) words: usize,
}

/// What is unknown because of an error elsewhere.
#[derive(Default)]
pub(super) struct Unknown {
    /// Counters and kept things whose type is unknown after an error.
    pub(super) typeless: HashSet<String>,
    /// Words that may be names declared by a misspelt statement of the rule being checked: they are not reported as undeclared.
    pub(super) perhaps: HashSet<String>,
    /// How many undeclared words have been compared with the declared ones, to propose a similar one.
    pub(super) sought: usize,
}

impl Findings {
    /// Removes repeated diagnostics once there are many: a definition is read wherever it is used.
    pub(super) fn once(&mut self) {
        if !self.flooded && self.found.len() > 4 * TOLD {
            let mut seen = HashSet::new();
            self.found.retain(|one| seen.insert((one.code, one.span)));
            self.flooded = self.found.len() > 2 * TOLD;
        }
    }
}

impl<'a> Checker<'a> {
    /// Adds a diagnostic; one inside a definition also shows where the definition is used.
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

    /// The span of a rule line.
    pub(super) fn line_span(&self, rule: RuleId) -> Span {
        self.memory.span(rule)
    }
}
