//! The front matter as written: a tree of tables with a span on every key and every value. It knows TOML, and nothing of what
//! a key means.

use crate::source::{FileId, Span};
use indexmap::IndexMap;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What is written.
    pub value: Value,
    /// Where.
    pub span: Span,
}

/// What may stand behind `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `"8x8"`
    Text(String),
    /// `21`
    Integer(i64),
    /// `true`
    Boolean(bool),
    /// `1.5`
    Float(f64),
    /// `["c5", "d4"]`
    Array(Vec<Node>),
    /// `{ symbol = "m" }`, or a `[table]` of its own.
    Table(Table),
}

/// Keys in the author's order.
pub type Table = IndexMap<String, Entry>;

/// One key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where the key stands.
    pub key: Span,
    /// Its value.
    pub node: Node,
}

/// The tree of a TOML text that stands at byte `offset` of a file; what is not TOML is left out.
pub fn tree(toml: &str, file: FileId, offset: usize) -> Table {
    let (table, _) = DeTable::parse_recoverable(toml);
    convert_table(table.get_ref(), &|range| Span::new(file, offset + range.start, offset + range.end))
}

type Place<'a> = &'a dyn Fn(std::ops::Range<usize>) -> Span;

fn convert_table(table: &DeTable<'_>, place: Place<'_>) -> Table {
    let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
        let key: &toml::Spanned<std::borrow::Cow<'_, str>> = key;
        let node = Node { value: convert(value.get_ref(), place), span: place(value.span()) };
        (key.get_ref().to_string(), Entry { key: place(key.span()), node })
    };
    table.iter().map(entry).collect()
}

fn convert(value: &DeValue<'_>, place: Place<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            Value::Integer(i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(i64::MAX))
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(date) => Value::Text(date.to_string()),
        DeValue::Array(items) => Value::Array(
            items.iter().map(|item| Node { value: convert(item.get_ref(), place), span: place(item.span()) }).collect(),
        ),
        DeValue::Table(table) => Value::Table(convert_table(table, place)),
    }
}
