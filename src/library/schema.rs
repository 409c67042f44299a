//! The front matter as a JSON schema, generated from the table of keys that the checker uses.

use serde_json::{Map, Value, json};

use crate::check::equipment::{Form, KEYS, Key, keys_of};

/// The key that the tables of an option cannot contain.
const OPTION: &str = "option";

/// A JSON schema (draft 7, which TOML editors support) of the front matter of rule files.
///
/// It does not express what depends on other parts of the file, such as whether a kind exists or a diagram has enough rows;
/// `check` does.
///
/// ```
/// let schema = draughtsman::library::front_matter_schema();
/// assert!(schema["properties"]["board"].is_object());
/// ```
pub fn front_matter_schema() -> Value {
    let mut tables: Vec<&str> = KEYS.iter().map(|key| key.table).filter(|table| !table.is_empty()).collect();
    tables.dedup();
    let definitions: Map<String, Value> = tables.into_iter().map(|name| (name.to_owned(), table(name))).collect();
    let mut schema = table("");
    if let Some(top) = schema.as_object_mut() {
        top.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
        top.insert("title".to_owned(), json!("The front matter of a Draughtsman rule file"));
        top.insert("required".to_owned(), json!(["name"]));
        top.insert("anyOf".to_owned(), json!([{ "required": ["extends"] }, { "required": ["players", "board", "pieces"] }]));
        top.insert("definitions".to_owned(), Value::Object(definitions));
    }
    schema
}

/// The schema of a table: its keys, and the schema of values under names chosen by the author.
fn table(name: &str) -> Value {
    let mut properties = Map::new();
    let mut named: Vec<Value> = Vec::new();
    for key in keys_of(name) {
        let value = described(key);
        match key.key {
            "TABLE" => {
                properties.extend(keys_of("").filter(|key| key.key != OPTION).map(|key| (key.key.to_owned(), described(key))))
            }
            word if word.bytes().all(|byte| byte.is_ascii_uppercase()) => named.push(value),
            word => drop(properties.insert(word.to_owned(), value)),
        }
    }
    let others = match named.len() {
        0 => Value::Bool(false),
        1 => named.remove(0),
        _ => json!({ "anyOf": named }),
    };
    json!({ "type": "object", "properties": properties, "additionalProperties": others })
}

fn described(key: &Key) -> Value {
    let text = format!("{}, such as `{}`", key.meaning, key.example);
    match form(key.form) {
        // In draft 7 keywords beside `$ref` are ignored.
        Value::Object(reference) if reference.contains_key("$ref") => json!({ "description": text, "allOf": [reference] }),
        Value::Object(mut schema) => {
            schema.insert("description".to_owned(), json!(text));
            Value::Object(schema)
        }
        other => other,
    }
}

fn form(form: Form) -> Value {
    let text = || json!({ "type": "string" });
    match form {
        Form::Text => text(),
        Form::Words(words) => json!({ "enum": words }),
        Form::Number(least, greatest) => json!({ "type": "integer", "minimum": least, "maximum": greatest }),
        Form::Truth => json!({ "type": "boolean" }),
        Form::No => json!({ "const": false }),
        Form::Texts => json!({ "anyOf": [text(), { "type": "array", "items": text() }] }),
        Form::Sites => {
            let site = json!({ "type": ["string", "integer"] });
            json!({ "anyOf": [site, { "type": "array", "items": site }] })
        }
        Form::List(items) => json!({ "type": "array", "items": self::form(*items) }),
        Form::Each(values) => json!({ "type": "object", "additionalProperties": self::form(*values) }),
        Form::Table(name) => json!({ "$ref": format!("#/definitions/{name}") }),
        Form::Either(forms) => json!({ "anyOf": forms.iter().map(|one| self::form(*one)).collect::<Vec<Value>>() }),
        Form::Any => json!({}),
    }
}
