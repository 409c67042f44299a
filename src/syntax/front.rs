//! The front matter: TOML between two lines of `+++`, as a plain tree with a span on every part. `check` interprets the keys.

use std::ops::Range;

use indexmap::IndexMap;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::control;
use crate::syntax::mend::{Mended, mend};
use crate::syntax::mistake::MOST_LINES;

/// `key = value` lines, in the order of the text.
pub type Table = IndexMap<String, Entry>;

/// A key's place and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The span of the key; for a table written in several places, of its first occurrence.
    pub key: Span,
    /// The value.
    pub value: Node,
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its span.
    pub span: Span,
}

/// The kinds of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `"dark"`
    String(String),
    /// `21`
    Integer(i64),
    /// `0.5`
    Float(f64),
    /// `true`
    Boolean(bool),
    /// `["a1", "h8"]`
    Array(Vec<Node>),
    /// `{ symbol = "m" }`, `[board]`
    Table(Table),
}

impl Value {
    /// The kind of value for messages: `a text`, `a list`, …
    pub fn describe(&self) -> &'static str {
        match self {
            Value::String(_) => "a text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a point",
            Value::Boolean(_) => "true or false",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// Maximum number of keys and items of a front matter; the largest known one has hundreds.
const MOST_PARTS: usize = 20_000;

/// The code for a front matter with more.
pub const TOO_LONG: &str = "E0126";

/// The line that opens and closes the front matter.
pub const FENCE: &str = "+++";

/// The two parts of a file.
pub(super) struct Parts {
    /// The byte range of the TOML.
    pub front: Range<usize>,
    /// The byte position where the rules begin.
    pub rules: usize,
}

/// Finds the fences. Comments may precede the first one. Without fences the whole text is rules.
pub(super) fn divide(file: FileId, text: &str, found: &mut Vec<Diagnostic>) -> Parts {
    let bare = |line: &Range<usize>| text[line.clone()].trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let mut lines = lines(text).skip_while(|line| bare(line).is_empty() || bare(line).starts_with('#'));
    let is_fence = |line: &Range<usize>| text[line.clone()].trim_start_matches('\u{feff}').trim_end() == FENCE;
    let first = lines.next();
    let Some(first) = first.clone().filter(is_fence) else {
        let begin =
            |from: usize| text.len() - text[from..].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        let start = begin(first.map_or(0, |line| line.start));
        let end = text[start..].find(['\r', '\n']).map_or(text.len(), |i| start + i);
        let message = "the file does not begin with its front matter";
        let stray = Diagnostic::error("E0001", Span::new(file, start, end), message);
        let fences: Vec<Range<usize>> =
            lines.take_while(|line| !begins_chapter(&text[line.clone()])).filter(is_fence).take(2).collect();
        if let [open, close] = &fences[..] {
            found.push(stray.help("only comments may stand above the first line `+++`"));
            return Parts { front: open.end..close.start, rules: close.end };
        }
        let help =
            "the first line is `+++`, then come `name = \"…\"` and the equipment, then another line `+++`, then the rules";
        found.push(stray.help(help));
        return Parts { front: 0..0, rules: begin(0) };
    };
    let open = first.end;
    let fence = Span::new(file, first.start, first.start + text[first.clone()].trim_end().len());
    let mut rest = lines;
    let mut chapter = None;
    for line in rest.by_ref() {
        if is_fence(&line) {
            return Parts { front: open..line.start, rules: line.end };
        }
        if chapter.is_none() && begins_chapter(&text[line.clone()]) {
            chapter = Some(line.start);
        }
    }
    let message = "the front matter is opened here and never closed";
    let help = "write another line `+++` between the equipment and the rules";
    found.push(Diagnostic::error("E0002", fence, message).help(help));
    let end = chapter.unwrap_or(text.len());
    Parts { front: open..end, rules: end }
}

fn begins_chapter(line: &str) -> bool {
    let Some((head, _)) = line.split_once('{') else { return false };
    let mut words = head.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(word), None, _) => super::words::CHAPTERS.contains(&word),
        (Some("moves" | "option"), Some(_), None) => !head.contains('='),
        _ => false,
    }
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

/// The earlier occurrence of a key that is set twice under the same heading, if it begins a line.
fn first_set(text: &str, from: usize, again: Span) -> Option<Span> {
    let key = again.of(text);
    let before = text.get(from..again.start as usize)?;
    let heading = before.rfind("\n[").map_or(0, |at| at + 1);
    let mut start = heading;
    for line in before[heading..].split_inclusive('\n') {
        let behind = line.strip_prefix(key).map(|behind| behind.trim_start().starts_with('='));
        if behind == Some(true) && start + line.len() <= before.len() && line.ends_with('\n') {
            return Some(Span::new(again.file, from + start, from + start + key.len()));
        }
        start += line.len();
    }
    None
}

/// Parses the TOML at `range` of `text`. Also returns names from lines that could not be parsed.
pub(super) fn read(file: FileId, text: &str, range: Range<usize>, found: &mut Vec<Diagnostic>) -> (Table, Vec<String>) {
    let Some(toml) = text.get(range.clone()) else { return (Table::new(), Vec::new()) };
    let before = found.len();
    let mended = mend(file, range.start, toml, found);
    let (root, errors) = DeTable::parse_recoverable(&mended.text);
    let mut reader = Reader { file, base: range.start, text, mended: &mended, found, parts: 0 };
    for error in errors.iter().take(MOST_LINES) {
        let span = reader.span(error.span().unwrap_or(0..0));
        let twice = Diagnostic::error("E0004", span, format!("`{}` is set twice", span.of(text)));
        reader.found.push(match first_set(text, range.start, span) {
            Some(first) => twice.label(first, "set here first"),
            None => twice,
        });
    }
    let table = reader.table(root.get_ref());
    if reader.parts > MOST_PARTS {
        let message = format!("this front matter has {} keys and items; it may have {MOST_PARTS}", reader.parts);
        found.truncate(before);
        found.push(Diagnostic::error(TOO_LONG, Span::new(file, range.start, range.start), message));
        return (Table::new(), Vec::new());
    }
    (table, mended.unsure)
}

struct Reader<'r> {
    file: FileId,
    base: usize,
    text: &'r str,
    mended: &'r Mended,
    found: &'r mut Vec<Diagnostic>,
    /// Number of keys and items so far.
    parts: usize,
}

impl Reader<'_> {
    /// The span in the file of a range of the repaired text, extended to character boundaries.
    fn span(&self, range: Range<usize>) -> Span {
        let mut start = (self.mended.written(range.start) + self.base).min(self.text.len());
        let mut end = (self.mended.written(range.end) + self.base).clamp(start, self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Span::new(self.file, start, end)
    }

    fn table(&mut self, table: &DeTable<'_>) -> Table {
        let mut entries = Table::with_capacity(table.len());
        for (key, value) in table.iter() {
            let key_span = self.span(key.span());
            if let Some(value) = self.node(value.get_ref(), value.span()) {
                entries.insert(key.get_ref().to_string(), Entry { key: key_span, value });
            }
        }
        entries
    }

    fn node(&mut self, value: &DeValue<'_>, range: Range<usize>) -> Option<Node> {
        self.parts += 1;
        let span = self.span(range);
        let value = match value {
            DeValue::String(text) => {
                self.found.extend(control::spelt(span, text));
                Value::String(text.to_string())
            }
            DeValue::Boolean(truth) => Value::Boolean(*truth),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Integer(number),
                Err(_) => return self.refuse("E0006", span, "this number is too large"),
            },
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => Value::Float(number),
                _ => return self.refuse("E0006", span, "this number is too large"),
            },
            DeValue::Datetime(_) => {
                return self.refuse("E0005", span, "a rule file has no use for dates; write a text in quotes");
            }
            DeValue::Array(list) => Value::Array(list.iter().filter_map(|one| self.node(one.get_ref(), one.span())).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Some(Node { value, span })
    }

    fn refuse(&mut self, code: &'static str, span: Span, message: &str) -> Option<Node> {
        self.found.push(Diagnostic::error(code, span, message));
        None
    }
}
