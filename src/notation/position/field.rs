//! A value in a nested text together with the keys that lead to it, so that errors can state its place.

use serde_json::Value;

use super::super::error::{At, Error, twelve};

/// A value and its path.
#[derive(Clone, Debug)]
pub struct Field<'v> {
    value: &'v Value,
    path: String,
}

impl<'v> Field<'v> {
    /// The whole text.
    pub fn root(value: &'v Value) -> Field<'v> {
        Field { value, path: String::new() }
    }

    /// A value at a key of a larger text.
    pub fn below_key(key: &str, value: &'v Value) -> Field<'v> {
        Field { value, path: key.to_string() }
    }

    /// The value itself, of any type.
    pub fn value(&self) -> &'v Value {
        self.value
    }

    /// The value of a key; none if the key is missing or null, or if this is no record.
    pub fn get(&self, key: &str) -> Option<Field<'v>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(self.below(key, value))
    }

    /// The value of a required key.
    pub fn required(&self, key: &str) -> Result<Field<'v>, Error> {
        self.get(key).ok_or_else(|| self.error(format!("`{key}` is missing")))
    }

    /// The entries of a record.
    pub fn entries(&self) -> Result<Vec<(&'v str, Field<'v>)>, Error> {
        let record = self.value.as_object().ok_or_else(|| self.wrong("a record `{ … }`"))?;
        Ok(record.iter().map(|(key, value)| (key.as_str(), self.below(key, value))).collect())
    }

    /// The items of a list.
    pub fn items(&self) -> Result<Vec<Field<'v>>, Error> {
        let list = self.value.as_array().ok_or_else(|| self.wrong("a list `[ … ]`"))?;
        Ok(list.iter().enumerate().map(|(i, value)| self.below(&(i + 1).to_string(), value)).collect())
    }

    /// A text.
    pub fn text(&self) -> Result<&'v str, Error> {
        self.value.as_str().ok_or_else(|| self.wrong("a text in quotes"))
    }

    /// A whole number in the range of `N`.
    pub fn number<N: TryFrom<i64>>(&self) -> Result<N, Error> {
        let number = self.value.as_i64().ok_or_else(|| self.wrong("a whole number"))?;
        N::try_from(number).map_err(|_| self.error(format!("{number} is out of range")))
    }

    /// Rejects every key of a record except these.
    pub fn only(&self, accepted: &[&str]) -> Result<(), Error> {
        let unknown = self.entries()?.into_iter().find(|(key, _)| !accepted.contains(key));
        match unknown {
            Some((key, _)) => Err(self.error(format!("unknown key `{key}`")).accepting_any(accepted.iter().copied())),
            None => Ok(()),
        }
    }

    /// The index of a name in the list, or an error that lists the names.
    pub fn named<'n>(&self, what: &str, names: impl Iterator<Item = &'n str> + Clone, name: &str) -> Result<usize, Error> {
        let found = names.clone().position(|one| one == name);
        found.ok_or_else(|| self.error(format!("`{name}` is not {what}")).accepting_any(twelve(names)))
    }

    /// An error at this place.
    pub fn error(&self, problem: impl Into<String>) -> Error {
        Error::new(self.at(), problem)
    }

    /// This place.
    pub fn at(&self) -> At {
        if self.path.is_empty() { At::Whole } else { At::Key(self.path.clone()) }
    }

    fn wrong(&self, expected: &str) -> Error {
        let found = match self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "a truth",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "a record",
        };
        self.error(format!("{found} is not expected here")).accepting(expected)
    }

    fn below(&self, key: &str, value: &'v Value) -> Field<'v> {
        let path = if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) };
        Field { value, path }
    }
}
