//! TOML values on one line.

use serde_json::Value;

/// A value; null, which TOML lacks, becomes an empty list.
pub(in crate::notation) fn value(value: &Value) -> String {
    match value {
        Value::Null => "[]".to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(string) => text(string),
        Value::Array(items) => format!("[{}]", items.iter().map(self::value).collect::<Vec<_>>().join(", ")),
        Value::Object(entries) if entries.is_empty() => "{}".to_string(),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(name, value)| format!("{} = {}", key(name), self::value(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A key, in quotes if necessary.
pub(in crate::notation) fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { name.to_string() } else { text(name) }
}

/// A text in quotes.
pub(in crate::notation) fn text(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
