//! A rule file with every certain fix made: what `check --fix` writes.

use std::collections::HashSet;
use std::path::Path;

use crate::check::{Choices, Levels};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{FileId, Source};

use super::{certain, load_text};

/// Most rounds: a fix may bring another mistake to light, which has a fix too.
const MOST_ROUNDS: usize = 50;

/// A text mended as far as that is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The new text.
    pub text: String,
    /// What was done, in order.
    pub done: Vec<Done>,
    /// Certain fixes that lie in other files, the parents: how many in which.
    pub elsewhere: Vec<(String, usize)>,
    /// Whether mending was given up because each fix called for another.
    pub endless: bool,
}

/// One fix that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The code of the mistake.
    pub code: &'static str,
    /// The line and column where it stood when it was mended.
    pub place: (usize, usize),
    /// What stood there.
    pub old: String,
    /// What stands there now.
    pub new: String,
}

/// Mends a text: makes all certain fixes that do not touch one another, checks again, and so on until none is left.
///
/// `id`, `name` and `folder` are as for [`load_text`]; lints that are allowed are left as they are.
///
/// ```
/// use draughtsman::{check::{Choices, Levels}, library::mended};
/// let text = "+++\nname = \"x\"\nextends = \"englich\"\n+++\n";
/// let mended = mended("x", "x.draughts", text.to_owned(), None, &Choices::default(), &Levels::default());
/// assert_eq!(mended.text, "+++\nname = \"x\"\nextends = \"english\"\n+++\n");
/// assert_eq!(mended.done[0].place, (3, 11));
/// ```
pub fn mended(id: &str, name: &str, text: String, folder: Option<&Path>, choices: &Choices, levels: &Levels) -> Mended {
    let mut mended = Mended { text, done: Vec::new(), elsewhere: Vec::new(), endless: false };
    let mut seen = HashSet::from([mended.text.clone()]);
    for _ in 0..MOST_ROUNDS {
        let loaded = load_text(id, name, mended.text.clone().into_bytes(), folder);
        let mut found = loaded.check_at(choices, levels).diagnostics;
        certain(&loaded, choices, levels, &mut found);
        let Some(own) = loaded.files.last().map(|(file, _)| *file) else { break };
        mended.elsewhere = elsewhere(&found, own, |file| loaded.sources.get(file).name.clone());
        let (text, done) = apply(&mended.text, &found, own);
        if done.is_empty() {
            return mended;
        }
        mended.text = text;
        mended.done.extend(done);
        if !seen.insert(mended.text.clone()) {
            break;
        }
    }
    mended.endless = true;
    mended
}

fn elsewhere(found: &[Diagnostic], own: FileId, name: impl Fn(FileId) -> String) -> Vec<(String, usize)> {
    let mut files: Vec<(String, usize)> = Vec::new();
    for fix in found.iter().filter_map(|one| one.fix.as_ref()).filter(|fix| fix.span.file != own) {
        let name = name(fix.span.file);
        match files.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => files.push((name, 1)),
        }
    }
    files
}

/// The text with all fixes of that file that do not touch one another.
fn apply(text: &str, found: &[Diagnostic], own: FileId) -> (String, Vec<Done>) {
    let fits = |fix: &Fix| {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let changes = text.get(start..end).is_some_and(|old| old != fix.replacement);
        fix.span.file == own && changes
    };
    let mut fixes: Vec<(&'static str, &Fix)> =
        found.iter().filter_map(|one| Some((one.code, one.fix.as_ref()?))).filter(|(_, fix)| fits(fix)).collect();
    fixes.sort_by_key(|(code, fix)| (fix.span.start, fix.span.end, *code));
    let source = Source::new("", text);
    let mut new = String::with_capacity(text.len());
    let mut done = Vec::new();
    let mut at = 0;
    let mut touched: Option<usize> = None;
    for (code, fix) in fixes {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        // What ends where the next begins touches it too: two texts put in at one place have no order.
        if touched.is_some_and(|touched| start <= touched) {
            continue;
        }
        new.push_str(&text[at..start]);
        new.push_str(&fix.replacement);
        let old = text[start..end].to_owned();
        done.push(Done { code, place: source.line_column(fix.span.start), old, new: fix.replacement.clone() });
        at = end;
        touched = Some(end);
    }
    new.push_str(&text[at..]);
    (new, done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn one(code: &'static str, start: usize, end: usize, new: &str) -> Diagnostic {
        let span = Span::new(FileId(0), start, end);
        let fix = Fix { span, replacement: new.to_owned() };
        Diagnostic { fix: Some(fix), ..Diagnostic::error(code, span, "wrong") }
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_round() {
        let found =
            [one("E1", 0, 3, "new"), one("E2", 2, 5, "x"), one("E3", 3, 4, "y"), one("E4", 5, 5, "!"), one("E5", 5, 5, "?")];
        let (text, done) = apply("old text", &found, FileId(0));
        assert_eq!(text, "new t!ext");
        assert_eq!(done.iter().map(|one| (one.code, one.place)).collect::<Vec<_>>(), [("E1", (1, 1)), ("E4", (1, 6))]);
    }

    #[test]
    fn what_lies_elsewhere_or_changes_nothing_is_left() {
        let other = Span::new(FileId(1), 0, 3);
        let fix = Fix { span: other, replacement: "new".to_owned() };
        let elsewhere_wrong = Diagnostic { fix: Some(fix), ..Diagnostic::error("E2", other, "wrong") };
        let found = [one("E1", 0, 3, "old"), elsewhere_wrong, one("E3", 90, 95, "far")];
        assert_eq!(apply("old text", &found, FileId(0)), ("old text".to_owned(), Vec::new()));
        assert_eq!(elsewhere(&found, FileId(0), |file| file.0.to_string()), [("1".to_owned(), 1)]);
    }
}
