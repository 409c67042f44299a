//! Turns what was written (`RuleFile`) into what is meant (`Variant`), and reports every mistake that parsing cannot find.
//!
//! # Types and coercions
//!
//! Every phrase is read from the innermost words outwards. A word has as many *readings* as it has meanings: `king` may be both a
//! kind and a value of a card. A reading is a checked phrase with its type, how many things it can denote, and a rank: how
//! far-fetched it is. The place where a phrase is used decides which type is expected, and the reading of least rank that fits is
//! taken. If readings of several types are equally near, that is E0304; if one can be converted in several ways, E0305.
//!
//! A reading of one type becomes one of another by these coercions, each of which is a node of the checked phrase:
//!
//! | from | to | node | when |
//! |---|---|---|---|
//! | kind | piece | `PiecesOfKinds` | a piece is expected; also before `where`, `on` and after `count`, `some`, `no` |
//! | value | piece | `PiecesBearing` | by a slot of the piece that holds such values; if there is none, by the token in a slot |
//! | value | token | `TokensBearing`, `TokensFaced` | as an attribute or a face of the token |
//! | piece | site | `Field(Site)` | where it is |
//! | player | side | `Field(SideOf)` | |
//! | side | player | `Field(PlayersOf)` | after `of`, `by`, `show … to`; as the subject of a move rule, an ending or a score |
//! | pile | its contents | `Contents` | where things are expected |
//! | piece | what is below it | `Contents` | after `in`, for at most one piece, on boards with towers |
//! | any set | number | `Count` | where a number is expected |
//! | any set | truth | `Some` | where a condition is expected |
//!
//! Words side by side have one type: one that some of them have naturally and all can be converted to; failing that, a type of
//! things that bear them all (`face-up king`: a card). The same holds for the alternatives of `or`, unless one is a truth. `A is B`
//! is compared in the type of A if B can be converted to it, otherwise in the type of B.
//!
//! `it` is the acting piece in a move rule, the subject of an event, the element before `where` and `with most`, and after `can`
//! and `as` the piece that acts there. In an argument of a definition, `it` is what it is where the argument is written, and
//! `actor` is the piece that acts where the argument is used.
//!
//! A relative word (`far-row`, `forward`, a region given for each side) is relative to the owner of the piece that is described:
//! the piece before `on` or `is`, after `from`, or the `it` of a `where` over pieces. Otherwise it is relative to the owner of the
//! acting piece, or to the mover if no piece is acting.

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

/// Checks the rules of a chain of files (the library first, then parents before children) with these options on.
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

/// The result of checking the rules of one game.
struct Checking {
    /// The rules, without their lines.
    rules: Rules,
    /// The numbers of the lines, in the order of the flat file.
    lines: Vec<RuleId>,
    /// The number of words that were read; lines reused from another game are not counted.
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

/// The chain of files as one flat file: what `show --flat` prints.
pub fn flat(files: &[&RuleFile], on: &[String]) -> RuleFile {
    flatten::as_written(&flatten::flatten(files, on, &Default::default(), &Default::default(), &mut Vec::new()))
}
