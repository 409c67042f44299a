//! Applies all certain fixes to a rule file, for `check --fix`.

use std::collections::HashSet;
use std::path::Path;

use crate::check::{Choices, Levels};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{FileId, Source};

use super::{Loaded, certain, load_text};

/// Maximum number of rounds: a fix may reveal another mistake that also has a fix.
const MOST_ROUNDS: usize = 50;

/// A text with all certain fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The new text.
    pub text: String,
    /// The fixes made, in order.
    pub done: Vec<Done>,
    /// Certain fixes in other files, the parents, which are not made: file name and number.
    pub elsewhere: Vec<(String, usize)>,
    /// Whether fixing was stopped because fixes kept causing other fixes.
    pub endless: bool,
}

/// A fix that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The code of the mistake.
    pub code: &'static str,
    /// Line and column of the mistake when it was fixed.
    pub place: (usize, usize),
    /// The old text.
    pub old: String,
    /// The new text.
    pub new: String,
}

/// Fixes a text: makes all certain fixes that do not touch one another, checks again, and repeats until none is left. A line
/// that ends up with a new mistake is left as it was.
///
/// `id`, `name` and `folder` are as in [`load_text`]. Lints that are allowed are not fixed.
///
/// ```
/// use draughtsman::{check::{Choices, Levels}, library::mended};
/// let text = "+++\nname = \"x\"\nextends = \"englich\"\n+++\n";
/// let mended = mended("x", "x.draughts", text.to_owned(), None, &Choices::default(), &Levels::default());
/// assert_eq!(mended.text, "+++\nname = \"x\"\nextends = \"english\"\n+++\n");
/// assert_eq!(mended.done[0].place, (3, 11));
/// ```
pub fn mended(id: &str, name: &str, text: String, folder: Option<&Path>, choices: &Choices, levels: &Levels) -> Mended {
    let look = |text: &str| {
        let loaded = load_text(id, name, text.to_owned().into_bytes(), folder);
        let found = loaded.check_at(choices, levels).diagnostics;
        (loaded, found)
    };
    let mut left_alone: HashSet<usize> = HashSet::new();
    loop {
        let (mended, lines) = in_rounds(text.clone(), &left_alone, choices, levels, &look);
        let broken = broken_by(&mended, &lines, &text, &look);
        if broken.is_subset(&left_alone) {
            return mended;
        }
        left_alone.extend(broken);
    }
}

/// Fixes a text except for the lines `left_alone`. Returns the result and the origin of its lines.
fn in_rounds(
    text: String,
    left_alone: &HashSet<usize>,
    choices: &Choices,
    levels: &Levels,
    look: &dyn Fn(&str) -> (Loaded, Vec<Diagnostic>),
) -> (Mended, Lines) {
    let mut lines = Lines((0..=text.matches('\n').count()).collect());
    let mut mended = Mended { text, done: Vec::new(), elsewhere: Vec::new(), endless: false };
    let mut seen = HashSet::from([mended.text.clone()]);
    for _ in 0..MOST_ROUNDS {
        let (loaded, mut found) = look(&mended.text);
        certain(&loaded, choices, levels, &mut found);
        let Some(own) = loaded.files.last().map(|(file, _)| *file) else { break };
        mended.elsewhere = elsewhere(&found, own, |file| loaded.sources.get(file).name.clone());
        let source = loaded.sources.get(own);
        found.retain(|one| match &one.fix {
            Some(fix) if fix.span.file == own => !left_alone.contains(&lines.of(source.line_column(fix.span.start).0)),
            _ => true,
        });
        let (text, done) = apply(&mended.text, &found, own);
        if done.is_empty() {
            return (mended, lines);
        }
        lines.follow(&done);
        mended.text = text;
        mended.done.extend(done);
        if !seen.insert(mended.text.clone()) {
            break;
        }
    }
    mended.endless = true;
    (mended, lines)
}

/// For each line, the line of the original text from which it comes, from 0.
struct Lines(Vec<usize>);

impl Lines {
    /// The origin of a line, given from 1.
    fn of(&self, line: usize) -> usize {
        self.0.get(line.saturating_sub(1)).or(self.0.last()).copied().unwrap_or(0)
    }

    /// The lines of the original text that have changed.
    fn changed(&self, first: &str, now: &str) -> HashSet<usize> {
        let first: Vec<&str> = first.split('\n').collect();
        let now = now.split('\n').zip(&self.0);
        now.filter(|(line, origin)| first.get(**origin) != Some(line)).map(|(_, origin)| *origin).collect()
    }

    /// Updates the origins after a round of fixes, given in the order of their places.
    fn follow(&mut self, done: &[Done]) {
        for one in done.iter().rev() {
            let (at, origin) = (one.place.0.saturating_sub(1), self.of(one.place.0));
            let (old, new) = (one.old.matches('\n').count(), one.new.matches('\n').count());
            let end = (at + 1 + old).min(self.0.len());
            self.0.splice((at + 1).min(end)..end, std::iter::repeat_n(origin, new));
        }
    }
}

/// The changed lines of the original text that have a mistake which they did not have before, so that the fix was not what was
/// meant.
fn broken_by(mended: &Mended, lines: &Lines, first: &str, look: &dyn Fn(&str) -> (Loaded, Vec<Diagnostic>)) -> HashSet<usize> {
    if mended.done.is_empty() || mended.endless {
        return HashSet::new();
    }
    let errors = |text: &str| -> Vec<(usize, &'static str, String)> {
        let (loaded, found) = look(text);
        let Some(own) = loaded.files.last().map(|(file, _)| *file) else { return Vec::new() };
        let errors = found.iter().filter(|one| one.severity == Severity::Error && one.span.file == own);
        errors.map(|one| (loaded.sources.get(own).line_column(one.span.start).0, one.code, one.message.clone())).collect()
    };
    let old: HashSet<(&'static str, String)> = errors(first).into_iter().map(|(_, code, message)| (code, message)).collect();
    let new = errors(&mended.text).into_iter().filter(|(_, code, message)| !old.contains(&(*code, message.clone())));
    let broken: HashSet<usize> = new.map(|(line, ..)| lines.of(line)).collect();
    broken.intersection(&lines.changed(first, &mended.text)).copied().collect()
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

/// The text after all fixes for this file that do not touch one another, and these fixes.
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
        // A fix that begins where the last one ended touches it too, since two insertions at one place have no order.
        if touched.is_some_and(|touched| start <= touched) {
            continue;
        }
        new.push_str(&text[at..start]);
        // `a friend` becomes `an own`: the article has no meaning, but reads better
        let vowel = |word: &str| word.starts_with(['a', 'e', 'i', 'o', 'u']);
        if new.ends_with(" a ") && vowel(&fix.replacement) && !vowel(&text[start..end]) {
            new.insert(new.len() - 1, 'n');
        }
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
    fn a_line_that_is_not_right_in_the_end_is_left_as_it_was() {
        let done = |chapter: &str, line: &str| {
            let text = format!("+++\nname = \"x\"\nextends = \"english\"\n+++\n{chapter} {{\n  add {line}\n}}\n");
            let mended = mended("x", "x.draughts", text, None, &Choices::default(), &Levels::default());
            mended.done.into_iter().map(|one| one.new).collect::<Vec<_>>()
        };
        assert_eq!(done("movement", "man may step forwrd orthogonal"), ["forward"]);
        // each alone is a fix; both together give a phrase without meaning
        assert_eq!(done("promotion", "when king rests on opponnt home row: promote it to man"), [""; 0]);
        let of = "when king rests on opponent's home row: promote it to man";
        assert_eq!(done("promotion", of), ["home-row of opponent"]);
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
    fn an_article_goes_with_its_word() {
        let found = [one("E1", 7, 13, "own"), one("E2", 16, 20, "own")];
        assert_eq!(apply("over a friend a ally", &found, FileId(0)).0, "over an own a own");
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
