//! Error messages about the type of a field, in words for the authors of requests instead of those of serde.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;

use crate::notation::json::change::Change;

/// Names of types in serde, and their descriptions.
const WORDS: [(&str, &str); 10] = [
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0"),
    ("usize", "a whole number from 0"),
    ("i64", "a whole number"),
    ("a tuple of size 2", "a list of two"),
    ("a sequence", "a list"),
    ("a boolean", "true or false"),
    ("string or map", "a text or an object"),
    ("map with a single key", "an object with one field"),
];

/// The same message with a description of the type: `invalid type: string "7", expected u32`.
pub(super) fn in_words(said: &str) -> String {
    let Some((found, expected)) = said.rsplit_once(", expected ") else { return said.to_owned() };
    let record = expected.starts_with("struct ").then_some("an object");
    let words = WORDS.iter().find(|(known, _)| *known == expected).map(|(_, words)| *words).or(record);
    format!("{found}, expected {}", words.unwrap_or(expected))
}

/// An optional change of a position. It is deserialized by way of a `Value`, since otherwise an object that names no change
/// would be reported as a syntax error.
pub(super) struct Changed(pub(super) Option<Change>);

impl<'de> Deserialize<'de> for Changed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Changed, D::Error> {
        let value = Option::<Value>::deserialize(from)?;
        value.map(|value| Change::deserialize(value).map_err(D::Error::custom)).transpose().map(Changed)
    }
}
