//! E0203: a chapter or rules that do not say how they change the parent's chapter of the same name.

use super::flat::FlatChapter;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Chapter, ItemKind};

pub(super) fn bare_rules(flat: &FlatChapter<'_>, chapter: &Chapter, bare: usize, found: &mut Vec<Diagnostic>) {
    let name = &chapter.name.value;
    let mut error = if bare == chapter.items.len() {
        Diagnostic::error("E0203", chapter.name.span, format!("the parent has a chapter `{name}` too; what becomes of it?"))
            .help(format!("`replace {name} {{ … }}` puts this chapter in its place"))
            .help("`add` before a rule puts it behind the parent's, `replace … by …` changes one of them")
    } else {
        let rule = chapter.items.iter().find(|item| matches!(item.kind, ItemKind::Rule(_)));
        let span = rule.map_or(chapter.name.span, |item| item.span);
        let at = Span { end: span.start, ..span };
        Diagnostic::error("E0203", span, format!("the parent has a chapter `{name}` too, so each rule here says what it does"))
            .help("write `add` before a rule that is new")
            .propose(at, "add ")
    };
    if flat.name.span != chapter.name.span {
        error = error.label(flat.name.span, "the parent's chapter");
    }
    found.push(error);
}
