//! Prints front matter as TOML: keys in order, a heading for each table, deeper tables in braces.

use crate::syntax::front::{Node, Table, Value};

/// The lines between the two `+++`.
///
/// ```
/// use draughtsman::{source::FileId, syntax};
/// let text = "name = \"x\"\n\n[pieces]\nman = { symbol = \"m\", value = 2 }\n";
/// let front = syntax::parse(FileId(0), &format!("+++\n{text}+++\n")).front;
/// assert_eq!(syntax::print::front_matter(&front), text);
/// ```
pub fn front_matter(table: &Table) -> String {
    let mut out = String::new();
    let is_table = |value: &Value| matches!(value, Value::Table(_));
    for (name, entry) in table.iter().filter(|(_, entry)| !is_table(&entry.value.value)) {
        out.push_str(&format!("{} = {}\n", key(name), value(&entry.value.value)));
    }
    for (name, entry) in table {
        let Value::Table(inner) = &entry.value.value else { continue };
        out.push_str(&format!("\n[{}]\n", key(name)));
        for (name, entry) in inner {
            out.push_str(&format!("{} = {}\n", key(name), value(&entry.value.value)));
        }
    }
    out
}

fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quoted(name) }
}

fn value(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') && !text.contains('\r') => format!("\"\"\"\n{}\"\"\"", escaped(text, true)),
        Value::String(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Array(items) => format!("[{}]", joined(items)),
        Value::Table(inner) if inner.is_empty() => "{}".to_owned(),
        Value::Table(inner) => {
            let entries: Vec<String> =
                inner.iter().map(|(name, entry)| format!("{} = {}", key(name), self::value(&entry.value.value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

fn joined(items: &[Node]) -> String {
    items.iter().map(|item| value(&item.value)).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text, false))
}

fn escaped(text: &str, lines: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' if lines => out.push('\n'),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}
