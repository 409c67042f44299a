//! The one plain value every mistake in a rule file becomes, whichever stage finds it. Knows no stage.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be played; something in it is odd.
    Warning,
    /// The file cannot be played.
    Error,
}

/// A second place that a diagnostic points at, with what to say there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it, such as "first declared here".
    pub text: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text to take out.
    pub span: Span,
    /// The text to put in.
    pub replacement: String,
}

/// One mistake: a stable code, a message in the author's words, the smallest wrong text, the second place involved, and what
/// would be accepted.
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
    /// `E0301`, `W0801`: never reused for another meaning.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The smallest wrong text.
    pub span: Span,
    /// Other places involved.
    pub labels: Vec<Label>,
    /// What would be accepted, one sentence each.
    pub help: Vec<String>,
    /// Changes that may be what was meant, the likeliest first.
    pub proposals: Vec<Fix>,
    /// The one of them that is certain to be meant, if one is: [`crate::library::certain`] finds that out.
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

    /// With a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With a sentence of help.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// With a change that may be what was meant.
    pub fn propose(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        let change = Fix { span, replacement: replacement.into() };
        if !self.proposals.contains(&change) {
            self.proposals.push(change);
        }
        self
    }

    /// With the known words near to a misspelt one, each to be put in its place: in quotes, if it stands in quotes.
    pub fn near<'a>(self, span: Span, word: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        let bare = (span.end - span.start) as usize == word.len();
        let written = |near: &str| if bare { near.to_owned() } else { format!("{near:?}") };
        within(1, word, known).into_iter().fold(self, |found, near| found.propose(span, written(near)))
    }

    /// All that is said to help, the question whether something else was meant last.
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

/// Whether any of them is an error.
pub fn any_error(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}

/// Most words that a question names.
const MOST_NAMED: usize = 3;

/// Most words that are proposed for one.
const MOST_NEAR: usize = 8;

/// The known word nearest to a misspelt one, if one is near enough to be meant.
///
/// ```
/// use draughtsman::diagnostic::nearest;
/// assert_eq!(nearest("forwrd", ["forward", "backward"]), Some("forward"));
/// assert_eq!(nearest("xyz", ["forward"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    ranked(word, known).first().map(|(_, known)| *known)
}

/// The known words nearest to a misspelt one, if they are near enough to be meant: several where they are equally near.
///
/// ```
/// use draughtsman::diagnostic::near;
/// assert_eq!(near("kign", ["thing", "king", "ring"]), ["king"]);
/// assert_eq!(near("ping", ["thing", "king", "ring"]), ["king", "ring"]);
/// ```
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    within(0, word, known)
}

/// The known words that may be meant by a misspelt one, the nearest first: no farther than the nearest by more than `more`.
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

/// The known words near enough to a misspelt one to be meant, with how far they are, the nearest first, those as near in the order given.
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

/// How often each letter stands in a word, letters told apart roughly. As many as one word has more than another must be put in, changed or
/// left out: words are that far apart at least, which is sooner counted than how far they are.
struct Letters([u8; 64]);

impl Letters {
    fn of(word: &str) -> Letters {
        let mut counts = [0u8; 64];
        word.chars().for_each(|c| counts[c as usize % 64] += 1);
        Letters(counts)
    }

    /// How far another word is at least.
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
