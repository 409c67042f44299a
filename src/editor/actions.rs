//! What would mend a mistake, and the text in its usual layout.

use crate::check::{Choices, Levels};
use crate::diagnostic::{Diagnostic, Fix, any_error};
use crate::library::certain;
use crate::source::Span;
use crate::syntax;

use super::Document;

/// A change that mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, in a few words.
    pub title: String,
    /// The mistake.
    pub mends: Diagnostic,
    /// What is to be changed.
    pub change: Fix,
    /// Whether it is certain to be meant.
    pub certain: bool,
}

/// What would mend the mistakes of a file, those that touch a stretch of it. Each change proposed has been tried, as
/// `check --fix` does: it fits, and may be certain.
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

/// The change that lays the file out in the usual way; none if it is so already. A file with mistakes of syntax stays as it is.
pub fn formatted(document: &Document) -> Option<Fix> {
    let text = document.text();
    if any_error(&document.parsed().diagnostics) || document.parsed().rules.parts.is_empty() {
        return None;
    }
    let new = syntax::format(text);
    (new != text).then(|| Fix { span: Span::new(document.file(), 0, text.len()), replacement: new })
}
