//! Lints: what is no mistake, but odd, and most likely not what the author means. Each has a name, a code and a level.
//!
//! Only what is proved is reported: lints read the rules and play no games. A set of sites or pieces that a lint computes holds
//! at least all that can be there in some game, so "never" is certain. What has to be searched for belongs to `analysis`, which
//! says how far it looked.
//!
//! A lint about a line is reported only if it applies in every game tried that has the line. Options are tried one at a time,
//! each set against its default.

mod alike;
mod appear;
mod bearing;
mod hidden;
mod idle;
mod impossible;
mod ineffective;
mod landings;
mod late;
mod levels;
mod number;
mod obligations;
mod outcomes;
mod reckon;
mod same;
mod truths;
mod unseen;
mod unused;
mod weigh;

pub(super) use landings::{LANDING_HELP, only_occupied};
pub use levels::{LINTS, Level, Levels, Lint, UnknownLint, lint_name};
pub(super) use levels::{of_file, weigh};
pub(super) use same::{repeated, replaced_by_itself};

use std::cell::OnceCell;
use std::collections::HashSet;

use appear::Reach;
use reckon::{Reckoner, Supply};
use rustc_hash::FxHashSet;

use super::link::Link;
use crate::diagnostic::Diagnostic;
use crate::model::rules::RuleLine;
use crate::model::{Equipment, RuleId, Rules, Setup};
use crate::source::{Sources, Span};
use crate::syntax::front::{Table, Value};

/// A game without mistakes, and the oddities found in it.
struct Looked<'a> {
    sources: &'a Sources,
    equipment: &'a Equipment,
    rules: &'a Rules,
    start: &'a Setup,
    /// All lines, by number.
    lines: &'a [RuleLine],
    /// The lines of this game, in order.
    order: &'a [RuleId],
    /// The front matter of the file itself, without that of its parents.
    front: &'a Table,
    /// Computed on first use: for most options it is not needed.
    reach: OnceCell<Reach>,
    supply: &'a OnceCell<Supply>,
    only: Option<Only<'a>>,
    found: Vec<Diagnostic>,
}

/// For a game that differs little from another: which parts of it are examined.
pub(super) struct Only<'a> {
    /// The lines that the other game does not have. What is within a line of both is not examined.
    pub(super) lines: FxHashSet<RuleId>,
    /// Whether a finding at this place matters.
    pub(super) asked: Box<dyn Fn(Span) -> bool + 'a>,
}

impl<'a> Looked<'a> {
    /// Whether a finding at this place matters.
    fn asked(&self, span: Span) -> bool {
        self.only.as_ref().is_none_or(|only| (only.asked)(span))
    }

    /// Whether a finding in this line may matter.
    fn asked_line(&self, rule: RuleId) -> bool {
        self.only.as_ref().is_none_or(|only| only.lines.contains(&rule))
    }

    fn reckoner(&self) -> Reckoner<'a> {
        let (sources, start) = (Some(self.sources), Some(self.start));
        Reckoner { sources, equipment: self.equipment, rules: self.rules, lines: self.lines, start, supply: self.supply }
    }

    /// Which pieces there can be, and where.
    fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Reach::of(self.start, Reckoner { sources: None, ..self.reckoner() }))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Where a line is written.
    fn line_span(&self, rule: RuleId) -> Span {
        self.lines.get(rule.index()).map_or(Span::default(), |line| line.span)
    }

    /// Where the file declares a name, in a table of its own or of one of its options.
    fn declared(&self, section: &str, name: &str) -> Option<Span> {
        let inside = |front: &Table| match &front.get(section)?.value.value {
            Value::Table(names) => names.get(name).map(|entry| entry.key),
            _ => None,
        };
        inside(self.front).or_else(|| {
            let Value::Table(options) = &self.front.get("option")?.value.value else { return None };
            options.values().find_map(|entry| match &entry.value.value {
                Value::Table(changes) => inside(changes),
                _ => None,
            })
        })
    }

    /// Whether there can be a piece of this kind in some game.
    fn appears(&self, kind: usize) -> bool {
        self.reach().kinds() >> kind & 1 != 0
    }
}

/// The oddities of one game: a file with its parents, and some options on. `lines` are all lines by number, `order` those of this
/// game in order; with `only`, nothing else is examined.
pub(super) fn look<'a>(
    sources: &'a Sources,
    chain: &'a [Link<'_>],
    (equipment, start, rules): (&'a Equipment, &'a Setup, &'a Rules),
    (lines, order): (&'a [RuleLine], &'a [RuleId]),
    only: Option<Only<'a>>,
) -> Vec<Diagnostic> {
    let Some(last) = chain.last() else { return Vec::new() };
    let front = &last.parsed.front;
    let (reach, supply) = (OnceCell::new(), &OnceCell::new());
    let mut looked = Looked { sources, equipment, rules, start, lines, order, front, reach, supply, only, found: Vec::new() };
    looked.idle();
    looked.impossible();
    looked.truths();
    looked.obligations();
    looked.hidden();
    looked.outcomes();
    looked.alike();
    looked.bearing();
    looked.ineffective();
    looked.landings();
    looked.late();
    let mut seen = HashSet::new();
    if let Some(only) = &looked.only {
        looked.found.retain(|one| (only.asked)(one.span));
    }
    looked.found.retain(|one| seen.insert((one.code, one.span)));
    looked.found
}

/// The oddities of the files as written, whatever options are on.
pub(super) fn look_at_text(sources: &Sources, chain: &[Link<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    unused::unused(sources, chain, &mut found);
    same::front(chain, &mut found);
    found
}
