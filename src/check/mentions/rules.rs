//! The names that the rules declare, whether or not any game has these rules.

use crate::source::Span;
use crate::syntax::ast::{Chapter, ChapterName, Define, DefineBody, Item, ItemKind, Part, Rule, RuleFile};

use super::meaning::Sort;

/// Called for each declaration, with its sort, its name and the place of the name.
type See<'s> = dyn FnMut(Sort, &str, Span) + 's;

/// Visits every declaration of a rule file, in text order.
pub(super) fn declarations(file: &RuleFile, see: &mut See<'_>) {
    for part in &file.parts {
        match part {
            Part::Chapter(one) => chapter(one, see),
            Part::Option(option) => {
                see(Sort::Option, &option.name.value, option.name.span);
                option.chapters.iter().for_each(|one| chapter(one, see));
            }
        }
    }
}

fn chapter(chapter: &Chapter, see: &mut See<'_>) {
    let span = chapter.name.span;
    match &chapter.name.value {
        ChapterName::Moves(name) => {
            let start = (span.end as usize).saturating_sub(name.len());
            see(Sort::Moves, name, Span::new(span.file, start, span.end as usize));
        }
        name @ (ChapterName::Movement | ChapterName::Capture) => see(Sort::Moves, &name.to_string(), span),
        _ => {}
    }
    chapter.items.iter().for_each(|one| item(one, see));
}

fn item(item: &Item, see: &mut See<'_>) {
    match &item.kind {
        ItemKind::Rule(one) | ItemKind::Add(one) => rule(one, see),
        ItemKind::Replace { new, .. } => new.iter().for_each(|one| self::item(one, see)),
        ItemKind::Remove { .. } => {}
    }
}

fn rule(rule: &Rule, see: &mut See<'_>) {
    match rule {
        Rule::Define(define) => {
            see(sort_of(define), &define.name.value, define.name.span);
            for param in crate::check::definitions::parameters(define) {
                see(Sort::Parameter, &param.name.value, param.name.span);
            }
        }
        Rule::Stored(stored) => see(Sort::Stored, &stored.name.value, stored.name.span),
        _ => {}
    }
}

/// The sort of thing that a definition defines.
pub(in crate::check) fn sort_of(define: &Define) -> Sort {
    match define.body {
        DefineBody::Expr(_) => Sort::Phrase,
        DefineBody::Path(_) | DefineBody::Suite(_) => Sort::Verb,
    }
}
