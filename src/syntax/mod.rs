//! Parsing and printing of rule files. This layer knows TOML, the grammar, and the text including comments; names are only
//! words to it. All mistakes in a text are reported at once: a bad line loses only that line, a missing brace only its chapter.

pub mod ast;
mod control;
mod expected;
mod fitting;
mod format;
pub mod front;
pub mod glossary;
pub mod limits;
mod lower;
mod marks;
mod mend;
mod mistake;
pub mod parent;
pub mod plain;
mod plainly;
pub mod print;
mod slip;
mod toml_tokens;
pub mod words;

pub use expected::form;
pub use fitting::{Fitting, Line, fitting};
pub use format::{format, format_rules};
pub use limits::{Kind, MOST_BYTES as MOST_BYTES_OF_A_FILE, Token};
pub use mistake::misspelt_keywords;
pub use plainly::{JOINED, said_plainly};
pub use slip::{contrary_of, is_slip};

pub use draughtsman_grammar::PRELUDE;

use draughtsman_grammar as grammar;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// A parsed rule file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// The front matter; empty if there is none.
    pub front: front::Table,
    /// The rules that could be parsed.
    pub rules: ast::RuleFile,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that unreadable lines may declare. Using them is not reported as a further mistake.
    pub unsure: Vec<String>,
}

/// Parses a rule file: front matter, then rules.
///
/// ```
/// use draughtsman::source::FileId;
/// let parsed = draughtsman::syntax::parse(FileId(0), "+++\nname = \"Steps\"\n+++\nmovement {\n  man may step forward\n}\n");
/// assert_eq!(parsed.diagnostics, []);
/// assert_eq!(parsed.rules.parts.len(), 1);
/// ```
pub fn parse(file: FileId, text: &str) -> Parsed {
    let mut diagnostics = Vec::new();
    if let Some(too_big) = limits::size(file, text) {
        return Parsed { diagnostics: vec![too_big], ..Parsed::default() };
    }
    let written = text;
    let text = &*control::blanked(file, text, &mut diagnostics);
    let parts = front::divide(file, text, &mut diagnostics);
    let (front, mut unsure) = front::read(file, text, parts.front, &mut diagnostics);
    let before = diagnostics.len();
    let rules = rules_from(file, text, parts.rules, &mut diagnostics);
    // without front matter the whole text is rules, so lines outside of chapters are probably front matter
    if diagnostics[..before].iter().any(|one| one.code == "E0001") {
        let mut place = 0..diagnostics.len();
        diagnostics.retain(|one| place.next().is_some_and(|at| at < before) || one.code != "E0102");
    }
    unsure.extend(mistake::declared_near(text, parts.rules, &diagnostics[before..]));
    control::whole(written, &mut diagnostics);
    diagnostics.sort_by_key(|one| one.span.start);
    Parsed { front, rules, diagnostics, unsure }
}

/// Parses rules without front matter, such as the prelude.
pub fn parse_rules(file: FileId, text: &str) -> (ast::RuleFile, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if let Some(too_big) = limits::size(file, text) {
        return (ast::RuleFile::default(), vec![too_big]);
    }
    let rules = rules_from(file, text, 0, &mut diagnostics);
    diagnostics.sort_by_key(|one| one.span.start);
    (rules, diagnostics)
}

fn rules_from(file: FileId, text: &str, base: usize, found: &mut Vec<Diagnostic>) -> ast::RuleFile {
    if let Some(too_deep) = limits::nesting(file, text, base) {
        found.push(too_deep);
        return ast::RuleFile::default();
    }
    lower::rules(file, text, base, found)
}

/// The words and numbers of a text of rules, with their byte positions. Comments and quoted texts are left out.
///
/// ```
/// let words: Vec<_> = draughtsman::syntax::words_of("some draw \"why not\" # at last").collect();
/// assert_eq!(words, [(0, "some"), (5, "draw")]);
/// ```
pub fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words_among(text, limits::tokens(text, 0))
}

/// The words of the first line of a text, without reading further than they are asked for.
pub(crate) fn words_of_line(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words_among(text, limits::tokens(text, 0).take_while(|token| token.kind != limits::Kind::Newline))
}

fn words_among<'t>(text: &'t str, tokens: impl Iterator<Item = Token> + 't) -> impl Iterator<Item = (usize, &'t str)> {
    let words = tokens.filter(|token| token.kind == limits::Kind::Word);
    words.map(|token| (token.start, &text[token.start..token.end]))
}

/// The tokens of a rule file, including comments and line ends. White space is not represented.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Tokens of the front matter, and of comments above it.
    pub front: Vec<Token>,
    /// Tokens of the rules.
    pub rules: Vec<Token>,
    /// The two `+++` lines around the front matter.
    pub fences: Vec<Token>,
}

/// The tokens of a rule file.
///
/// ```
/// use draughtsman::syntax::{Kind, tokens_of};
/// let tokens = tokens_of("+++\nname = \"x\" # y\n+++\nturn { }\n");
/// assert_eq!(tokens.front[3].kind, Kind::Comment);
/// assert_eq!((tokens.fences.len(), tokens.rules.len()), (2, 4));
/// ```
pub fn tokens_of(text: &str) -> Tokens {
    let parts = front::divide(FileId::default(), text, &mut Vec::new());
    let fence = |from: usize, to: usize| {
        let at = from + text.get(from..to)?.rfind(front::FENCE)?;
        Some(Token { kind: Kind::Other, start: at, end: at + front::FENCE.len() })
    };
    let fences = [fence(0, parts.front.start), fence(parts.front.end, parts.rules)];
    let above = fences[0].as_ref().map_or(0, |fence| fence.start);
    let comments = toml_tokens::tokens(text, 0, above).filter(|one| matches!(one.kind, Kind::Comment | Kind::Newline));
    let front = comments.chain(toml_tokens::tokens(text, parts.front.start, parts.front.end));
    Tokens {
        front: front.collect(),
        rules: limits::tokens(text, parts.rules).collect(),
        fences: fences.into_iter().flatten().collect(),
    }
}

/// A file that is not UTF-8, with its text as far as it can be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecodable {
    /// The text, with a replacement character for each invalid sequence.
    pub text: String,
    /// The diagnostic; its span refers to that text.
    pub diagnostic: Diagnostic,
}

/// Decodes the text of a file.
///
/// ```
/// use draughtsman::{source::FileId, syntax::decode};
/// assert_eq!(decode(FileId(0), b"+++".to_vec()).as_deref().ok(), Some("+++"));
/// let broken = decode(FileId(0), b"a\n\xff".to_vec()).unwrap_err();
/// assert_eq!(broken.diagnostic.message, "byte 3 of the file (line 2) is no UTF-8 text");
/// ```
pub fn decode(file: FileId, bytes: Vec<u8>) -> Result<String, Box<Undecodable>> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let span = Span::new(file, at, at + char::REPLACEMENT_CHARACTER.len_utf8());
        let message = format!("byte {} of the file (line {line}) is no UTF-8 text", at + 1);
        let diagnostic = Diagnostic::error("E0110", span, message).help("save the file as UTF-8");
        Box::new(Undecodable { text, diagnostic })
    })
}

#[cfg(test)]
mod tests;
