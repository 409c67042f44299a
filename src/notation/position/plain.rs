//! The engine's own data as nested values, each in the corresponding type: numbers, words, lists and records.

use serde_json::Value;

use super::super::error::Error;
use super::field::Field;
use crate::model::setup::Plain;

/// Converts to a value. If a record has two entries with the same name, the last one remains.
pub(super) fn to_value(plain: &Plain) -> Value {
    match plain {
        Plain::Number(number) => Value::from(*number),
        Plain::Word(word) => Value::from(word.as_str()),
        Plain::List(items) => Value::Array(items.iter().map(to_value).collect()),
        Plain::Record(entries) => Value::Object(entries.iter().map(|(key, item)| (key.clone(), to_value(item))).collect()),
    }
}

/// Converts from a value, whose depth was bounded by the parser.
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
