//! The lines and options of a game, and whether the text at a span is part of it.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::RuleId;
use crate::source::Span;
use crate::syntax::ast::Part;

use super::circumstances::equipped_around;
use super::link::Link;
use super::memory::Memory;

/// What is kept of a game after its rules have been dropped.
pub(super) struct Roll {
    /// The options that are on.
    pub(super) on: Vec<String>,
    /// Its lines.
    pub(super) lines: FxHashSet<RuleId>,
    /// Whether its equipment could be built.
    pub(super) made: bool,
}

/// What a game must have to contain a place.
enum Needed {
    /// One of these lines.
    Lines(Vec<RuleId>),
    /// This option, if any: the place is a key or value of the front matter.
    Option(Option<String>),
    /// No game contains it: it is in the rules, but in no line of any game.
    Never,
}

/// The requirement of each span that has been looked up.
#[derive(Default)]
pub(super) struct Places(RefCell<FxHashMap<Span, Needed>>);

impl Places {
    /// Whether the line or key at a span is part of a game. Lines must have been numbered in `memory` before.
    pub(super) fn has(&self, roll: &Roll, span: Span, (chain, memory): (&[Link<'_>], &Memory<'_>)) -> bool {
        let mut all = self.0.borrow_mut();
        let needed = all.entry(span).or_insert_with(|| needed(span, chain, memory));
        roll.made
            && match needed {
                Needed::Lines(lines) => lines.iter().any(|line| roll.lines.contains(line)),
                Needed::Option(option) => option.as_ref().is_none_or(|option| roll.on.contains(option)),
                Needed::Never => false,
            }
    }
}

fn needed(span: Span, chain: &[Link<'_>], memory: &Memory<'_>) -> Needed {
    let lines = memory.lines_around(span);
    if !lines.is_empty() {
        return Needed::Lines(lines);
    }
    let Some(link) = chain.iter().find(|link| link.file == span.file) else { return Needed::Never };
    let written = link.parsed.rules.parts.iter().any(|part| match part {
        Part::Chapter(chapter) => chapter.span.contains(span),
        Part::Option(block) => block.span.contains(span),
    });
    if written { Needed::Never } else { Needed::Option(equipped_around(&link.parsed.front, span).cloned()) }
}
