//! The front matter: TOML between two lines of `+++`, as a plain tree with a span on every part. What the keys mean is for
//! `check` to say.

use indexmap::IndexMap;

use crate::source::Span;

/// `key = value` lines in the order written.
pub type Table = IndexMap<String, Entry>;

/// A key's place and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where the key stands (the first time, for a table written in several places).
    pub key: Span,
    /// What it is set to.
    pub value: Node,
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

/// What a key may be set to.
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
    /// What to call it in a message: `a text`, `a number`, …
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
