//! From what was written to what is meant.
//!
//! # Types and coercions
//!
//! Every phrase is read from the innermost words out. A word has as many *readings* as it has meanings: `king` may be a kind and
//! a value of a card. A reading is a checked phrase with its type, how many things it can be, and a rank: how far-fetched it is.
//! Whoever uses a phrase takes the reading of least rank that fits; two equally near are E0304 (what is it?) or E0305 (by which
//! way?).
//!
//! A reading of one type becomes one of another by these steps, each a node of the checked phrase:
//!
//! | from | to | node | when |
//! |---|---|---|---|
//! | kind | piece | `PiecesOfKinds` | a piece is expected, or before `where`, `on`, behind `count`, `some`, `no` |
//! | value | piece | `PiecesBearing` | by a slot of its own; only if no slot has such values, by the token in a slot |
//! | value | token | `TokensBearing`, `TokensFaced` | as an attribute, or its face |
//! | piece | site | `Field(Site)` | where it stands |
//! | player | side | `Field(SideOf)` | |
//! | side | player | `Field(PlayersOf)` | only behind `of` and `by` |
//! | pile | its contents | `Contents` | where things are expected |
//! | piece | what lies below it | `Contents` | behind `in`, one piece, where pieces stack |
//! | any set | number | `Count` | where a number is expected |
//! | any set | truth | `Some` | where a condition is expected |
//!
//! Words standing together are of one type: one that some of them naturally have and all can become; failing that, what bears
//! them all (`face-up king`: a card). The alternatives of `or` likewise, unless one is a truth. `A is B` is compared in A's type
//! if B can become that, else in B's.
//!
//! `it` is the acting piece in a move rule, the subject of an event, the element before `where` and `with most`, and behind `can`
//! and `as` the piece that acts there. In an argument, `it` is what it was where the argument was written, `actor` is the piece
//! that acts where it is read.
//!
//! A relative word (`far-row`, `forward`, a region given per side) is relative to the owner of the piece being described: that
//! before `on`, `is`, behind `from`, or the `it` of a `where` over pieces; else of the acting piece; else to the mover.

mod again;
mod amend;
mod among;
mod apart;
mod bare;
mod belonging;
pub mod board;
mod cascade;
mod chapters;
mod checker;
mod circumstances;
mod coerce;
mod compare;
mod definitions;
mod effects;
mod endless;
mod env;
pub mod equipment;
mod fields;
mod flat;
mod flatten;
mod games;
mod guards;
mod limits;
mod link;
mod lints;
mod memory;
mod mentions;
mod movement;
mod names;
mod oddities;
mod offers;
mod paths;
mod phrase;
mod printed;
mod questions;
mod raise;
mod reading;
mod rolls;
mod scope;
mod sets;
mod stages;
mod state;
mod statements;
#[cfg(test)]
mod tests;
mod transfer;
mod triggers;
mod types;
mod unknown;
mod variant;
mod verbs;
mod victory;

pub(crate) use cascade::said_once;
pub use chapters::chapters_of;
pub use equipment::Refusal;
pub use link::Link;
pub use lints::{LINTS, Level, Levels, Lint, UnknownLint, lint_name};
pub use mentions::{Meaning, Mention, Sort, sorts_of};
pub use types::type_named;
pub use variant::{Care, Checked, Choices, check, check_at, examine};

/// The library of words: the first file of every chain.
pub use crate::syntax::PRELUDE;

use std::cell::OnceCell;
use std::collections::HashSet;

use checker::{Checker, Findings, PutIn, Room, Unknown};

use crate::diagnostic::Diagnostic;
use crate::model::{Equipment, RuleId, Rules};
use crate::source::Sources;
use crate::syntax::ast::RuleFile;

/// The rules of a chain of files, the library first, then parents before children, with these options on.
fn rules<'a>(
    sources: &'a Sources,
    files: &[&'a RuleFile],
    on: &[String],
    (equipment_number, equipment, named): (usize, &'a Equipment, &[apart::Named]),
    (printed, memory, mentions): (&printed::Printed<'a>, &'a memory::Memory<'a>, &'a mentions::Mentions),
) -> Checking {
    let mut found = Vec::new();
    let flat = flatten::flatten(files, on, printed, mentions, &mut found);
    let mut checker = Checker {
        sources,
        equipment,
        memory,
        mentions,
        here: memory::Here::of(equipment_number),
        definitions: definitions::Definitions::default(),
        stored: Vec::new(),
        unknown: Unknown::default(),
        groups: Vec::new(),
        lines: Vec::new(),
        scope: scope::Names::default(),
        put_in: PutIn::default(),
        room: Room::default(),
        totalling: false,
        sure: Vec::new(),
        scored: false,
        always_actor: true,
        findings: Findings { found, said: 0, flooded: false },
        declared: OnceCell::new(),
    };
    checker.refuel();
    checker.names_apart(&flat, named);
    let rules = checker.chapters(&flat);
    Checking { rules, lines: checker.lines, words: checker.room.words, found: once(checker.findings.found) }
}

/// What checking the rules of one game gives.
struct Checking {
    /// The rules, without their lines.
    rules: Rules,
    /// The numbers of the lines, in the order of the flat file.
    lines: Vec<RuleId>,
    /// How many words were read; what was known from another game is not read.
    words: usize,
    found: Vec<Diagnostic>,
}

/// Each diagnostic once, in the order of the text: a definition is read wherever it is used.
fn once(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    found.retain(|one| seen.insert((one.code, one.span)));
    found.sort_by_key(|one| (one.span.file, one.span.start, one.code));
    found
}

/// One flat file out of a chain of files: what `show --flat` prints.
pub fn flat(files: &[&RuleFile], on: &[String]) -> RuleFile {
    flatten::as_written(&flatten::flatten(files, on, &Default::default(), &Default::default(), &mut Vec::new()))
}
