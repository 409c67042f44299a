//! The first rung: from text to tree and back. It knows TOML and the grammar, and what was written, comments and all. It does
//! not know what a king is: names are words to it. Every mistake in the text becomes a diagnostic, all of them at once; a bad
//! line costs that line, a missing brace its chapter.

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

/// A rule file, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// The front matter; empty if there is none.
    pub front: front::Table,
    /// The rules that could be read.
    pub rules: ast::RuleFile,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that lines which could not be read may declare: that they are not known is no mistake of its own.
    pub unsure: Vec<String>,
}

/// Reads a rule file: front matter, then rules.
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
    // without front matter everything is rules: what stands outside of chapters is it, or its like
    if diagnostics[..before].iter().any(|one| one.code == "E0001") {
        let mut place = 0..diagnostics.len();
        diagnostics.retain(|one| place.next().is_some_and(|at| at < before) || one.code != "E0102");
    }
    unsure.extend(mistake::declared_near(text, parts.rules, &diagnostics[before..]));
    control::whole(written, &mut diagnostics);
    diagnostics.sort_by_key(|one| one.span.start);
    Parsed { front, rules, diagnostics, unsure }
}

/// Reads rules without front matter: the prelude.
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

/// The words and numbers of a text of rules with the bytes where they begin, comments and quoted texts left out.
///
/// ```
/// let words: Vec<_> = draughtsman::syntax::words_of("some draw \"why not\" # at last").collect();
/// assert_eq!(words, [(0, "some"), (5, "draw")]);
/// ```
pub fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = limits::tokens(text, 0).filter(|token| token.kind == limits::Kind::Word);
    words.map(|token| (token.start, &text[token.start..token.end]))
}

/// Every token of a rule file, comments and ends of lines included; white space falls between them.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Of the front matter, and comments above it.
    pub front: Vec<Token>,
    /// Of the rules.
    pub rules: Vec<Token>,
    /// The two lines around the front matter.
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

/// A file that is no UTF-8, with its text as far as it can be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecodable {
    /// The text with a sign for every byte that is none.
    pub text: String,
    /// What is wrong; its span lies in that text.
    pub diagnostic: Diagnostic,
}

/// The text of a file.
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
