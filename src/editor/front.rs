//! Locates a byte in the front matter: its table, its key, and whether it is before or after the `=`.

use crate::check::equipment::{Key, keys_of};
use crate::source::Span;
use crate::syntax::front::{Entry, Table, Value};
use crate::syntax::{Kind, Token, tokens_of};

use super::Document;

/// A place in the front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The word at the byte; empty if there is none.
    pub(super) span: Span,
    /// The table of the schema: `pieces.NAME`; empty at the top level.
    pub(super) table: String,
    /// The table as written: `pieces`, `man`.
    pub(super) written: Vec<String>,
    /// The key at the byte, or the key of the value at the byte.
    pub(super) key: Option<&'static Key>,
    /// Whether the byte is after the `=`.
    pub(super) value: bool,
    /// Whether the byte is in a `[heading]`.
    pub(super) heading: bool,
    /// Whether the byte is inside quotes.
    pub(super) quoted: bool,
}

/// The location of a byte of the front matter; none outside the front matter and in comments.
pub(super) fn spot(document: &Document, byte: u32) -> Option<Spot> {
    let text = document.text();
    let tokens = tokens_of(text);
    let (first, last) = (tokens.fences.first()?, tokens.fences.get(1));
    let byte = byte as usize;
    if byte <= first.end || last.is_some_and(|last| byte > last.start) {
        return None;
    }
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or("");
    let here = tokens.front.iter().find(|token| {
        let touches = token.start <= byte && byte <= token.end && token.kind == Kind::Word;
        touches || token.start < byte && byte < token.end && token.kind != Kind::Newline
    });
    if here.is_some_and(|token| token.kind == Kind::Comment) || last.is_none() && here.is_none() {
        return None;
    }
    let mut place = Walk::default();
    let until = here.map_or(byte, |token| token.start);
    for token in tokens.front.iter().take_while(|token| token.end <= until && token.start < until) {
        place.past(token, word(token));
    }
    let heading = place.heading.is_some();
    let written: Vec<String> = place.path(heading);
    let table = schema_table(&written);
    let named = match (&place.key, here) {
        (Some(key), _) => Some(key.clone()),
        (None, Some(token)) => Some(word(token).trim_matches(['"', '\'']).to_owned()),
        (None, None) => None,
    };
    let key = named.and_then(|name| key_of(&table, &name));
    let span = here.map_or(Span::new(document.file(), byte, byte), |token| Span::new(document.file(), token.start, token.end));
    let quoted = here.is_some_and(|token| token.kind == Kind::Text);
    Some(Spot { span, table, written, key, value: place.key.is_some() && !heading, heading, quoted })
}

/// The key with that name in a table of the schema, or the key that stands for the author's names.
pub(super) fn key_of(table: &str, name: &str) -> Option<&'static Key> {
    let own = |key: &&Key| key.key.bytes().all(|byte| byte.is_ascii_uppercase());
    keys_of(table).find(|key| key.key == name).or_else(|| keys_of(table).find(own))
}

/// The table of the schema for a table as written: `pieces.NAME` for `pieces.man`.
fn schema_table(written: &[String]) -> String {
    let path: Vec<&str> = written.iter().map(String::as_str).collect();
    match path[..] {
        ["option", _] => "option.NAME".to_owned(),
        ["option", _, ref rest @ ..] => schema_table(&rest.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>()),
        [] => String::new(),
        [one] => one.to_owned(),
        ["setup", "pieces"] => "setup.pieces".to_owned(),
        [table, _, ..] => format!("{table}.NAME"),
    }
}

/// The state after the tokens read so far.
#[derive(Default)]
struct Walk {
    /// The words of the heading being read.
    heading: Option<Vec<String>>,
    /// The table of the last heading.
    table: Vec<String>,
    /// The keys of the open inline tables; open lists have none.
    open: Vec<Option<String>>,
    /// The key whose value is being read.
    key: Option<String>,
    /// The words since the last `=` or comma.
    words: Vec<String>,
    /// Whether the next token begins a line.
    fresh: Option<bool>,
}

impl Walk {
    fn past(&mut self, token: &Token, word: &str) {
        let fresh = self.fresh.unwrap_or(true);
        self.fresh = Some(token.kind == Kind::Newline);
        match (token.kind, word) {
            (Kind::Newline, _) if self.open.is_empty() => {
                self.table = self.heading.take().unwrap_or(std::mem::take(&mut self.table));
                self.key = None;
                self.words.clear();
            }
            (Kind::Open, "[") if fresh && self.open.is_empty() && self.key.is_none() => self.heading = Some(Vec::new()),
            (Kind::Open, "[") if self.heading.is_some() => {}
            (Kind::Close, _) if self.heading.is_some() => {}
            (Kind::Word | Kind::Text, _) => {
                let name = word.trim_matches(['"', '\'']).to_owned();
                match &mut self.heading {
                    Some(heading) => heading.push(name),
                    None => self.words.push(name),
                }
            }
            (Kind::Other, "=") => self.key = self.words.pop(),
            (Kind::Open, "{") => self.open.push(self.key.take()),
            (Kind::Open, _) => self.open.push(None),
            (Kind::Close, _) => {
                if let Some(key) = self.open.pop() {
                    self.key = key.or(self.key.take());
                }
            }
            (Kind::Other, ",") if matches!(self.open.last(), Some(Some(_))) => self.key = None,
            _ => {}
        }
    }

    fn path(&self, heading: bool) -> Vec<String> {
        if heading {
            return self.heading.clone().unwrap_or_default();
        }
        self.table.iter().cloned().chain(self.open.iter().flatten().cloned()).collect()
    }
}

/// The table that an entry holds.
pub(super) fn keys(entry: &Entry) -> Option<&Table> {
    match &entry.value.value {
        Value::Table(keys) => Some(keys),
        _ => None,
    }
}
