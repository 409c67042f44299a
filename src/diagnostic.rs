//! The value that represents a mistake in a rule file, whichever stage finds it. It knows no stage.

use crate::source::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be played; something in it is odd.
    Warning,
    /// The file cannot be played.
    Error,
}

/// A further place to which a diagnostic points, with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text, such as "first declared here".
    pub text: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text to remove.
    pub span: Span,
    /// The text to insert.
    pub replacement: String,
}

/// A mistake: a stable code, a message in the author's words, the smallest wrong text, other places involved, and what would be
/// accepted.
///
/// ```
/// use draughtsman::diagnostic::Diagnostic;
/// use draughtsman::source::{FileId, Span};
/// let found = Diagnostic::error("E0301", Span::new(FileId(0), 0, 6), "`forwrd` is not declared")
///     .help("did you mean `forward`?");
/// assert_eq!(found.code, "E0301");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code: `E0301`, `W0801`. It is never reused with another meaning.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// The message, one sentence.
    pub message: String,
    /// The smallest wrong text.
    pub span: Span,
    /// Other places involved.
    pub labels: Vec<Label>,
    /// What would be accepted, one sentence each.
    pub help: Vec<String>,
    /// Changes that may be what was meant, the likeliest first.
    pub proposals: Vec<Fix>,
    /// The proposal that is certainly what was meant, if there is one, as determined by [`crate::library::certain`].
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            labels: Vec::new(),
            help: Vec::new(),
            proposals: Vec::new(),
            fix: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Adds a further place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence of help.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a change that may be what was meant.
    pub fn propose(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        let change = Fix { span, replacement: replacement.into() };
        if !self.proposals.contains(&change) {
            self.proposals.push(change);
        }
        self
    }

    /// Proposes the known words similar to a misspelt one as replacements; they are quoted if the misspelt word is.
    pub fn near<'a>(self, span: Span, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let bare = (span.end - span.start) as usize == word.len();
        let written = |near: &str| if bare { near.to_owned() } else { format!("{near:?}") };
        within(1, word, known).into_iter().fold(self, |found, near| found.propose(span, written(near)))
    }

    /// All advice: the sentences of help, then the question whether something else was meant.
    ///
    /// ```
    /// use draughtsman::diagnostic::Diagnostic;
    /// use draughtsman::source::{FileId, Span};
    /// let at = Span::new(FileId(0), 0, 4);
    /// let found = Diagnostic::error("E0301", at, "`wast` is not declared").near(at, "wast", ["west", "east"]);
    /// assert_eq!(found.advice(), ["did you mean `west` or `east`?"]);
    /// ```
    pub fn advice(&self) -> Vec<String> {
        let instead = self.proposals.iter().filter(|one| one.span.start < one.span.end && !one.replacement.trim().is_empty());
        let words: Vec<String> =
            instead.map(|one| format!("`{}`", one.replacement.trim_matches('"'))).take(MOST_NAMED).collect();
        let question = match &words[..] {
            [] => None,
            [one] => Some(format!("did you mean {one}?")),
            [most @ .., last] => Some(format!("did you mean {} or {last}?", most.join(", "))),
        };
        self.help.iter().cloned().chain(question).collect()
    }
}

/// Whether any diagnostic is an error.
pub fn any_error(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}

/// Maximum number of words in a question.
const MOST_NAMED: usize = 3;

/// Maximum number of words proposed for a misspelt one.
const MOST_NEAR: usize = 8;

/// The known word most similar to a misspelt one, if any is similar enough.
///
/// ```
/// use draughtsman::diagnostic::nearest;
/// assert_eq!(nearest("forwrd", ["forward", "backward"]), Some("forward"));
/// assert_eq!(nearest("xyz", ["forward"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    ranked(word, known).first().map(|(_, known)| *known)
}

/// The known words most similar to a misspelt one, if similar enough; several if they are equally similar.
///
/// ```
/// use draughtsman::diagnostic::near;
/// assert_eq!(near("kign", ["thing", "king", "ring"]), ["king"]);
/// assert_eq!(near("ping", ["thing", "king", "ring"]), ["king", "ring"]);
/// ```
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    within(0, word, known)
}

/// The known words similar enough to a misspelt one, the nearest first, whose distance exceeds that of the nearest by at most
/// `more`.
fn within<'a>(more: usize, word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let all = ranked(word, known);
    let nearest = all.first().map_or(0, |(far, _)| *far);
    let mut near: Vec<&str> = Vec::new();
    for (_, known) in all.into_iter().take_while(|(far, _)| *far <= nearest + more) {
        if near.len() < MOST_NEAR && !near.contains(&known) {
            near.push(known);
        }
    }
    near
}

/// The known words similar enough to a misspelt one, with their edit distances, the nearest first; at equal distance in the
/// given order.
pub(crate) fn ranked<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    let limit = (word.chars().count() / 3).max(1);
    if word.len() > 64 {
        return Vec::new();
    }
    let letters = Letters::of(word);
    let near = |known: &&str| known.len() <= 2 * word.len() + 4 && letters.differ(known) <= limit && *known != word;
    let known = known.into_iter().filter(near);
    let mut all: Vec<(usize, &str)> = known.map(|known| (strsim::damerau_levenshtein(word, known), known)).collect();
    all.retain(|(far, _)| *far <= limit);
    all.sort_by_key(|(far, _)| *far);
    all
}

/// The number of occurrences of each letter in a word, where letters with the same low six bits count as one. The number of
/// letters that one word has more than another is a lower bound of their edit distance, and faster to compute.
struct Letters([u8; 64]);

impl Letters {
    fn of(word: &str) -> Letters {
        let mut counts = [0u8; 64];
        word.chars().for_each(|c| counts[c as usize % 64] += 1);
        Letters(counts)
    }

    /// A lower bound of the edit distance to another word.
    fn differ(&self, other: &str) -> usize {
        let (mut left, mut more, mut others) = (self.0, 0, 0);
        for c in other.chars() {
            let count = &mut left[c as usize % 64];
            if *count == 0 {
                more += 1;
            } else {
                *count -= 1;
                others += 1;
            }
        }
        let fewer = self.0.iter().map(|count| usize::from(*count)).sum::<usize>() - others;
        more.max(fewer)
    }
}
