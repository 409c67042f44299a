//! Which lines and options a game has, and whether what stands somewhere is part of it.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::RuleId;
use crate::source::Span;
use crate::syntax::ast::Part;

use super::circumstances::equipped_around;
use super::link::Link;
use super::memory::Memory;

/// What stays of a game when its rules have gone.
pub(super) struct Roll {
    /// The options that are on.
    pub(super) on: Vec<String>,
    /// Its lines.
    pub(super) lines: FxHashSet<RuleId>,
    /// Whether there is anything to play it with.
    pub(super) made: bool,
}

/// What a game must have for a place to be part of it.
enum Needed {
    /// One of these lines.
    Lines(Vec<RuleId>),
    /// This option on, if any: it is a key or a value.
    Option(Option<String>),
    /// It is part of none: it stands in the rules, and in no line.
    Never,
}

/// The places that have been asked about.
#[derive(Default)]
pub(super) struct Places(RefCell<FxHashMap<Span, Needed>>);

impl Places {
    /// Whether the line or the key that stands there is part of a game. A line must have been read in some game before.
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
