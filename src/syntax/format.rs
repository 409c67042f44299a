//! `fmt`: reformats a text with regular white space. It works on tokens, not on the syntax tree, so that comments, articles,
//! plurals and line breaks are kept.

use super::front;
use super::limits::{DEEPEST, Kind, Token, tokens};
use crate::source::FileId;

/// Formats a rule file: two spaces of indentation per brace, one space between words, at most one blank line in a row. The
/// front matter is unchanged. All lines end as the first one does. Formatting is idempotent.
///
/// ```
/// let text = "+++\nname = \"x\"\n+++\nturn{play  move # once\n\n\n}";
/// assert_eq!(draughtsman::syntax::format(text), "+++\nname = \"x\"\n+++\nturn { play move # once\n}\n");
/// ```
pub fn format(text: &str) -> String {
    let start = front::divide(FileId::default(), text, &mut Vec::new()).rules;
    let (head, _) = text.split_at(start);
    // Blank lines before rules without front matter are dropped.
    let mut out = if head.trim().is_empty() { String::new() } else { head.to_string() };
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    rules(text, start, &mut out);
    let of_windows = text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
    let lines = out.replace("\r\n", "\n");
    if of_windows { lines.replace('\n', "\r\n") } else { lines }
}

/// Formats rules without front matter.
pub fn format_rules(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    rules(text, 0, &mut out);
    out
}

fn rules(text: &str, start: usize, out: &mut String) {
    let mut layout = Layout { text, braces: 0, parentheses: 0, goes_on: false };
    let mut line: Vec<Token> = Vec::new();
    let mut blank = false;
    let mut fresh = out.is_empty(); // whether a blank line would be dropped here
    for token in tokens(text, start) {
        if token.kind != Kind::Newline {
            line.push(token);
            continue;
        }
        layout.flush(&mut line, &mut blank, &mut fresh, out);
    }
    if !line.is_empty() {
        layout.flush(&mut line, &mut blank, &mut fresh, out);
    }
}

struct Layout<'t> {
    text: &'t str,
    braces: usize,
    parentheses: usize,
    /// Whether the last line ended where a rule cannot end.
    goes_on: bool,
}

impl Layout<'_> {
    fn flush(&mut self, line: &mut Vec<Token>, blank: &mut bool, fresh: &mut bool, out: &mut String) {
        let Some(first) = line.first() else {
            *blank = true;
            return;
        };
        let closes = self.word(first) == "}";
        if *blank && !*fresh && !closes {
            out.push('\n');
        }
        let depth = self.depth(line);
        for _ in 0..depth.min(DEEPEST) {
            out.push_str("  ");
        }
        for (i, token) in line.iter().enumerate() {
            if i > 0 && self.spaced(line, i) {
                out.push(' ');
            }
            out.push_str(self.word(token).trim_end_matches([' ', '\t']));
        }
        out.push('\n');
        *blank = false;
        *fresh = line.last().is_some_and(|last| self.word(last) == "{");
        self.follow(line);
        line.clear();
    }

    fn word(&self, token: &Token) -> &str {
        &self.text[token.start..token.end]
    }

    fn depth(&self, line: &[Token]) -> usize {
        let closing = line.iter().take_while(|token| self.word(token) == "}").count();
        let depth = self.braces.saturating_sub(closing);
        let first = line.first().map_or("", |token| self.word(token));
        let second = line.get(1).map_or("", |token| self.word(token));
        let alternative = first == "else" || first == "or" && matches!(second, "{" | ":");
        let continues = matches!(first, "where" | "and" | "or" | "by") && !alternative;
        let comment = line.first().is_some_and(|token| token.kind == Kind::Comment);
        let hangs = closing == 0 && !comment && (continues || self.goes_on || self.parentheses > 0);
        depth + usize::from(hangs)
    }

    /// Updates the open brackets and the continuation at the end of a line.
    fn follow(&mut self, line: &[Token]) {
        for token in line {
            match self.word(token) {
                "{" => self.braces += 1,
                "}" => self.braces = self.braces.saturating_sub(1),
                "(" => self.parentheses += 1,
                ")" => self.parentheses = self.parentheses.saturating_sub(1),
                _ => {}
            }
        }
        if let Some(last) = line.iter().rev().find(|token| token.kind != Kind::Comment) {
            self.goes_on = matches!(self.word(last), "," | "=" | "or" | "and" | ":");
        }
        if self.braces == 0 || !self.goes_on && line.iter().any(|token| matches!(self.word(token), "{" | "}")) {
            self.parentheses = 0;
        }
    }

    /// Whether a space precedes token `i`.
    fn spaced(&self, line: &[Token], i: usize) -> bool {
        let (left, right) = (&line[i - 1], &line[i]);
        let adjacent = left.end == right.start;
        let (before, after) = (self.word(left), self.word(right));
        if right.kind == Kind::Comment || is_unknown(left.kind, before) || is_unknown(right.kind, after) {
            return right.kind == Kind::Comment || !adjacent;
        }
        let negative = before == "-"
            && adjacent
            && i.checked_sub(2).and_then(|i| line.get(i)).is_none_or(|token| matches!(self.word(token), ":" | ".."));
        match (before, after) {
            (_, "," | ";" | ":" | ")" | "..") | ("(" | "..", _) => false,
            (_, "(") => !(left.kind == Kind::Word && adjacent),
            _ => !negative,
        }
    }
}

/// Whether a token is no valid text; the spaces around it are kept.
fn is_unknown(kind: Kind, word: &str) -> bool {
    kind == Kind::Other && !matches!(word, "," | ";" | "=" | ".." | "<" | "<=" | ">" | ">=" | "!=" | "+" | "-" | "*")
}
