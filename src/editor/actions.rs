//! Corrections of errors, and formatting.

use crate::check::{Choices, Levels};
use crate::diagnostic::{Diagnostic, Fix, any_error};
use crate::library::certain;
use crate::source::Span;
use crate::syntax;

use super::Document;

/// A change that corrects an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// A short description.
    pub title: String,
    /// The diagnostic that it corrects.
    pub mends: Diagnostic,
    /// The change.
    pub change: Fix,
    /// Whether the change is certain to be what was meant.
    pub certain: bool,
}

/// Corrections of the diagnostics that touch a range of the file. Each proposed change has been tried, as `check --fix` does:
/// with it the file is checked again, which also decides whether it is certain.
///
/// ```
/// use draughtsman::editor::{Document, actions};
/// use draughtsman::source::Span;
/// let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add man may hop forwrd over own\n}\n";
/// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
/// let found = actions(&document, Span::new(document.file(), 0, text.len()));
/// assert_eq!((found[0].title.as_str(), found[0].certain), ("Write `forward`", true));
/// ```
pub fn actions(document: &Document, stretch: Span) -> Vec<Action> {
    let file = document.file();
    let touches = |span: Span| span.file == file && span.start <= stretch.end && stretch.start <= span.end;
    let here = |one: &Diagnostic| touches(one.span) || one.proposals.iter().any(|change| touches(change.span));
    if !document.checked.diagnostics.iter().any(|one| here(one) && !one.proposals.is_empty()) {
        return Vec::new();
    }
    let mut found = document.checked.diagnostics.clone();
    certain(&document.loaded, &Choices::default(), &Levels::default(), &mut found);
    let mut all = Vec::new();
    for one in found.into_iter().filter(here) {
        for change in one.proposals.iter().filter(|change| change.span.file == file) {
            let title = title(document, change);
            all.push(Action { title, certain: one.fix.as_ref() == Some(change), change: change.clone(), mends: one.clone() });
        }
    }
    all
}

fn title(document: &Document, change: &Fix) -> String {
    let new = change.replacement.trim();
    match (document.loaded.sources.text(change.span), new) {
        (old, "") => format!("Remove `{}`", old.trim()),
        ("", new) => format!("Add `{new}`"),
        (_, new) => format!("Write `{new}`"),
    }
}

/// The change that formats the file; none if it is formatted already. A file with syntax errors is not changed.
pub fn formatted(document: &Document) -> Option<Fix> {
    let text = document.text();
    if any_error(&document.parsed().diagnostics) || document.parsed().rules.parts.is_empty() {
        return None;
    }
    let new = syntax::format(text);
    (new != text).then(|| Fix { span: Span::new(document.file(), 0, text.len()), replacement: new })
}
