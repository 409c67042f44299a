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

/// A change of the text that mends the mistake for certain.
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
    /// The mending change, where one is certain.
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

    /// With a certain fix.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }
}

/// Whether any of them is an error.
pub fn any_error(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}

/// The known word nearest to a misspelt one, if one is near enough to be meant.
///
/// ```
/// use draughtsman::diagnostic::nearest;
/// assert_eq!(nearest("forwrd", ["forward", "backward"]), Some("forward"));
/// assert_eq!(nearest("xyz", ["forward"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, known).into_iter().next()
}

/// The known words nearest to a misspelt one, if they are near enough to be meant: several where they are equally near.
///
/// ```
/// use draughtsman::diagnostic::near;
/// assert_eq!(near("kign", ["thing", "king", "ring"]), ["king"]);
/// assert_eq!(near("ping", ["thing", "king", "ring"]), ["king", "ring"]);
/// ```
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    if word.len() > 64 {
        return Vec::new();
    }
    let distances = known
        .into_iter()
        .filter(|candidate| candidate.len() <= 2 * word.len() + 4)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit);
    let near: Vec<(usize, &str)> = distances.collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    near.into_iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, candidate)| candidate).collect()
}
