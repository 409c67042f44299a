//! Limits checked before parsing: the size of a text, and the nesting of brackets, which bounds the depth of recursion.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Maximum size of a rule file in bytes; the largest known one has about 30,000.
pub const MOST_BYTES: usize = 1 << 20;

/// Maximum nesting depth of brackets.
pub(super) const DEEPEST: usize = 128;

/// The weight of a bracket in the nesting depth; other words that nest (`of`, `not`, `if` …) weigh less.
const BRACKET: usize = 12;

/// Maximum number of operators in a row that each apply to everything before them: `own on edge on c3 …`, `1 + 1 + …`. The
/// syntax tree is as deep as such a row is long, and so is the recursion over it.
const LONGEST_ROW: usize = 1_000;

/// Rejects a text that is too big.
pub(super) fn size(file: FileId, text: &str) -> Option<Diagnostic> {
    (text.len() > MOST_BYTES).then(|| {
        let message = format!("this file has {} bytes; a rule file has at most {MOST_BYTES}", text.len());
        Diagnostic::error("E0109", Span::new(file, 0, 0), message)
    })
}

/// Rejects rules, from byte `from` on, that are nested too deep.
pub(super) fn nesting(file: FileId, text: &str, from: usize) -> Option<Diagnostic> {
    let mut open: Vec<(&str, usize, usize)> = Vec::new(); // open brackets: with the weight and the row before each
    let mut below = 0; // sum of the weights of the open brackets and what precedes them
    let mut line = 0;
    let mut row = 0;
    let mut previous = "";
    for token in tokens(text, from) {
        let word = &text[token.start..token.end];
        let in_parentheses = open.last().is_some_and(|(bracket, ..)| *bracket == "(");
        let goes_on =
            matches!(word, "where" | "and" | "or" | "else" | "by") || matches!(previous, "," | "=" | "or" | "and" | ":");
        if previous == "\n" && !goes_on && !in_parentheses {
            (line, row) = (0, 0);
        }
        match token.kind {
            Kind::Open => {
                open.push((word, line, row));
                below += line + BRACKET;
                (line, row) = (0, 0);
            }
            Kind::Close => {
                (line, row) = open.pop().map_or((0, 0), |(_, line, row)| (line, row));
                below = below.saturating_sub(line + BRACKET);
            }
            Kind::Word => line += weight(word),
            Kind::Colon => line += 4,
            Kind::Other | Kind::Comment | Kind::Text | Kind::Newline => {}
        }
        match word {
            "on" | "in" | "beyond" | "+" | "-" | "*" => row += 1,
            "or" | "and" | "," | ";" | ":" => row = 0,
            _ => {}
        }
        if row > LONGEST_ROW {
            let message =
                format!("this line is too involved to be read: it has {LONGEST_ROW} words in a row that narrow or reckon on");
            let help = "give parts of it names with `define`";
            return Some(Diagnostic::error("E0121", Span::new(file, token.start, token.end), message).help(help));
        }
        if below + line > DEEPEST * BRACKET {
            let message = format!("this is nested too deep: at most {DEEPEST} brackets may be open at once");
            let help = "give inner parts names of their own with `define`";
            return Some(Diagnostic::error("E0108", Span::new(file, token.start, token.end), message).help(help));
        }
        match token.kind {
            Kind::Comment => {}
            Kind::Newline if matches!(previous, "," | "=" | "or" | "and" | ":") => {}
            Kind::Newline => previous = "\n",
            _ => previous = word,
        }
    }
    None
}

fn weight(word: &str) -> usize {
    match word {
        "of" | "from" | "not" => 3,
        "where" | "with" | "if" | "can" | "may" | "as" | "for" | "repeat" | "either" => 10,
        _ => 0,
    }
}

/// The kind of a token, as far as nesting and spacing depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, keyword or number.
    Word,
    /// `( {`
    Open,
    /// `) }`
    Close,
    /// `:`
    Colon,
    /// Any other mark.
    Other,
    /// `"text"`, closed or not.
    Text,
    /// `# …` or `## …`, up to the end of the line
    Comment,
    /// The end of a line.
    Newline,
}

/// A token with its byte range.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// The position of its first byte.
    pub start: usize,
    /// The position after its last byte.
    pub end: usize,
}

/// The tokens of a text from byte `from` on. Only white space between them is left out.
pub(super) fn tokens(text: &str, from: usize) -> impl Iterator<Item = Token> + '_ {
    let mut at = from;
    std::iter::from_fn(move || {
        let blank = |c: &char| matches!(c, ' ' | '\t');
        at += text.get(at..)?.chars().take_while(blank).map(char::len_utf8).sum::<usize>();
        let rest = text.get(at..)?;
        let first = rest.chars().next()?;
        let (kind, len) = match first {
            '\n' => (Kind::Newline, 1),
            '\r' => (Kind::Newline, if rest.starts_with("\r\n") { 2 } else { 1 }),
            '#' => (Kind::Comment, rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '"' => (Kind::Text, text_length(rest)),
            '(' | '{' => (Kind::Open, 1),
            ')' | '}' => (Kind::Close, 1),
            ':' => (Kind::Colon, 1),
            _ if first.is_alphanumeric() => (Kind::Word, word_length(rest)),
            _ => (Kind::Other, mark_length(rest, first)),
        };
        let token = Token { kind, start: at, end: at + len };
        at += len;
        Some(token)
    })
}

fn text_length(rest: &str) -> usize {
    match rest[1..].find(['"', '\n', '\r']) {
        Some(i) if rest.as_bytes()[i + 1] == b'"' => i + 2,
        Some(i) => i + 1,
        None => rest.len(),
    }
}

/// Length of a word: letters, digits, apostrophes and inner hyphens; and a star after the name of a square, as in `c3*`.
fn word_length(rest: &str) -> usize {
    let mut end = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let inner_hyphen = c == '-' && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !(c.is_alphanumeric() || c == '\'' || inner_hyphen) {
            break;
        }
        end = i + c.len_utf8();
    }
    let word = &rest.as_bytes()[..end];
    let site = word.len() > 1 && word[0].is_ascii_alphabetic() && word[1..].iter().all(u8::is_ascii_digit);
    let star =
        rest[end..].starts_with('*') && !rest[end + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '\'');
    if site && star { end + 1 } else { end }
}

fn mark_length(rest: &str, first: char) -> usize {
    let double = ["..", "<=", ">=", "!="].iter().any(|mark| rest.starts_with(mark));
    if double { 2 } else { first.len_utf8() }
}
