//! Mistakes in the marks of a line, independent of its words.

use super::limits::{Kind, Token, tokens};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Marks of other languages with their equivalents here; longer marks come before their prefixes.
const FOREIGN: [(&str, &str); 14] = [
    ("=>", ">="),
    ("=<", "<="),
    ("==", "="),
    ("<>", "!="),
    ("=!", "!="),
    ("&&", "and"),
    ("||", "or"),
    ("&", "and"),
    ("|", "or"),
    ("!", "not"),
    ("≥", ">="),
    ("≤", "<="),
    ("≠", "!="),
    ("×", "*"),
];

/// Reports a mark of another language that begins with this token.
fn foreign(line: &str, token: &Token, at: impl Fn(&Token) -> Span) -> Option<Diagnostic> {
    let rest = &line[token.start..];
    let fits = |mark: &str| rest.starts_with(mark) && (mark.len() >= token.end - token.start);
    let (mark, here) = FOREIGN.iter().find(|(mark, _)| fits(mark))?;
    let span = at(&Token { end: token.start + mark.len(), ..*token });
    let found = Diagnostic::error("E0115", span, format!("`{mark}` has no meaning in a rule"));
    let apart = line[..token.start].ends_with(' ') && rest[mark.len()..].starts_with(' ');
    // a word needs spaces around it
    Some(if here.starts_with(char::is_alphabetic) && !apart {
        found.help(format!("it is written `{here}`, with blanks around it"))
    } else {
        found.propose(span, *here)
    })
}

/// The whole word around an underscore between letters.
fn underscored(line: &str, token: &Token) -> Option<Token> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let start =
        line[..token.start].rfind(|c| !part(c)).map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    let end = line[token.end..].find(|c| !part(c)).map_or(line.len(), |length| token.end + length);
    let joins = line[start..end].starts_with(char::is_alphabetic) && line[start..end].ends_with(char::is_alphanumeric);
    joins.then_some(Token { start, end, ..*token })
}

/// Reports texts without closing quotes, `##` after a rule, and marks without a meaning.
pub(super) fn broken_token(line: &str, list: &[Token], at: impl Fn(&Token) -> Span) -> Option<Diagnostic> {
    let mut line_is_fresh = true;
    for token in list {
        let text = &line[token.start..token.end];
        if token.kind == Kind::Other
            && let Some(found) = foreign(line, token, &at)
        {
            return Some(found);
        }
        match token.kind {
            Kind::Text if text.len() < 2 || !text.ends_with('"') => {
                let found = Diagnostic::error("E0106", at(token), "this text in quotes does not end on its line");
                return Some(found.help("write another `\"` behind its last word"));
            }
            Kind::Comment if text.starts_with("##") && !line_is_fresh => {
                let found = Diagnostic::error("E0117", at(token), "words of the rule book (`##`) stand on lines of their own");
                return Some(found.help("move them above the rule, or write a note with one `#`"));
            }
            Kind::Other if !matches!(text, "," | ";" | "=" | ".." | "<" | "<=" | ">" | ">=" | "!=" | "+" | "-" | "*") => {
                // Invisible characters are shown escaped.
                let shown = format!("{text:?}");
                let message = format!("`{}` has no meaning in a rule", shown.trim_matches('"'));
                let found = Diagnostic::error("E0115", at(token), message);
                if text == "_"
                    && let Some(word) = underscored(line, token)
                {
                    let hyphened = line[word.start..word.end].replace('_', "-");
                    return Some(found.help("the parts of a name are joined by hyphens").propose(at(&word), hyphened));
                }
                let behind = &line[token.end..];
                let over = || behind.lines().next().unwrap_or_default().trim().is_empty();
                return Some(match text {
                    "/" if behind.starts_with('/') => {
                        let both = at(&Token { end: token.end + 1, ..*token });
                        found.help("what is not to be read begins with `#`").propose(both, "#")
                    }
                    "." if over() => found.help("a rule ends with its line; no mark stands behind it").propose(at(token), ""),
                    "–" | "—" | "−" | "‐" | "‑" => found.help("a hyphen is `-`").propose(at(token), "-"),
                    blank if blank.chars().all(char::is_whitespace) => {
                        found.help("it looks like a blank, and is another character: write a blank").propose(at(token), " ")
                    }
                    "“" | "”" | "„" | "‘" | "’" | "'" | "«" | "»" => {
                        found.help("a text stands in straight quotes: `\"…\"`")
                    }
                    _ => found,
                });
            }
            _ => {}
        }
        line_is_fresh = token.kind == Kind::Newline;
    }
    None
}

/// A bracket without its partner.
pub(super) fn unmatched(line: &str, list: &[Token]) -> Option<Token> {
    let mut open = Vec::new();
    for token in list {
        match &line[token.start..token.end] {
            "(" => open.push(*token),
            ")" if open.pop().is_none() => return Some(*token),
            _ => {}
        }
    }
    open.pop()
}

/// The `else` that follows a line to which it cannot belong.
pub(super) fn lone_else(text: &str, line: Span) -> Option<Span> {
    let token = tokens(text, line.end as usize).find(|token| !matches!(token.kind, Kind::Newline | Kind::Comment))?;
    let span = Span { start: token.start as u32, end: token.end as u32, ..line };
    (span.of(text) == "else").then_some(span)
}
