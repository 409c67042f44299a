//! The engine's own data as nested values: numbers, words, lists and records are what they look like.

use serde_json::Value;

use super::super::error::Error;
use super::field::Field;
use crate::model::setup::Plain;

/// As a value. Of two entries of one name in a record, the last stays.
pub(super) fn to_value(plain: &Plain) -> Value {
    match plain {
        Plain::Number(number) => Value::from(*number),
        Plain::Word(word) => Value::from(word.as_str()),
        Plain::List(items) => Value::Array(items.iter().map(to_value).collect()),
        Plain::Record(entries) => Value::Object(entries.iter().map(|(key, item)| (key.clone(), to_value(item))).collect()),
    }
}

/// From a value; its depth is bounded by the parser that made it.
pub(super) fn from_field(field: &Field) -> Result<Plain, Error> {
    match field.value() {
        Value::String(word) => Ok(Plain::Word(word.clone())),
        Value::Array(_) => Ok(Plain::List(field.items()?.iter().map(from_field).collect::<Result<_, _>>()?)),
        Value::Object(_) => {
            let entry = |(key, item): (&str, Field)| Ok((key.to_string(), from_field(&item)?));
            Ok(Plain::Record(field.entries()?.into_iter().map(entry).collect::<Result<_, Error>>()?))
        }
        _ => field.number().map(Plain::Number),
    }
}
