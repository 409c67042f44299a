//! `[sets]` and `[tokens]`: enumerations, and the types of tokens that have attributes of these.

use super::names::{Names, Role, check, too_many};
use super::read::{Found, number, section, table, text, unknown, wrong_type};
use crate::diagnostic::Diagnostic;
use crate::model::EnumId;
use crate::model::equipment::{Enumeration, TokenClass, TokenType};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// At most this many sets, types of tokens, attributes of one type, values of one set: together fewer than 256 enumerations.
const MOST_SETS: usize = 64;
const MOST_TYPES: usize = 16;
const MOST_ATTRIBUTES: usize = 8;
const MOST_VALUES: usize = 64;
/// At most this many combinations of the attribute values of one type of token.
const MOST_CLASSES: usize = 1024;

/// `[sets]`, in order.
pub(super) fn sets<'a>(top: &'a Table, names: &mut Names<'a>, out: &mut Found) -> Vec<Enumeration> {
    let mut enums = Vec::new();
    let Some(sets) = section(top, "sets", out) else { return enums };
    too_many("sets", sets.len(), MOST_SETS, top["sets"].key, out);
    for (name, entry) in sets.iter().take(MOST_SETS) {
        names.declare("a set", name, entry.key, out);
        enums.push(enumeration(name.clone(), &entry.value, out));
    }
    enums
}

/// A list of values.
fn enumeration(name: String, node: &Node, out: &mut Found) -> Enumeration {
    let mut values: Vec<String> = Vec::new();
    let Value::Array(items) = &node.value else {
        wrong_type(&name, node, "a list of values", out);
        return Enumeration { name, values };
    };
    too_many("values", items.len(), MOST_VALUES, node.span, out);
    for item in items.iter().take(MOST_VALUES) {
        let Some(value) = text(&name, item, out) else { continue };
        check("a value", value, item.span, Role::Value, out);
        if values.iter().any(|known| known == value) {
            out.push(Diagnostic::error("E0025", item.span, format!("`{value}` stands twice in `{name}`")));
        } else {
            values.push(value.to_owned());
        }
    }
    if items.is_empty() {
        out.push(Diagnostic::error("E0020", node.span, format!("`{name}` has no values")));
    }
    Enumeration { name, values }
}

/// A set by name, or a list of values, which becomes an enumeration of its own: `card.suit`.
fn enumeration_of(path: String, node: &Node, enums: &mut Vec<Enumeration>, out: &mut Found) -> Option<EnumId> {
    match &node.value {
        Value::String(name) => {
            let found = enums.iter().position(|one| one.name == *name);
            if found.is_none() {
                let known: Vec<&str> = enums.iter().map(|one| one.name.as_str()).filter(|one| !one.contains('.')).collect();
                unknown("E0023", "set", name, node.span, known.into_iter(), out);
            }
            found.map(|i| EnumId(i as u8))
        }
        Value::Array(_) => {
            let made = enumeration(path, node, out);
            enums.push(made);
            Some(EnumId((enums.len() - 1) as u8))
        }
        _ => {
            wrong_type(&path, node, "a list of values, or the name of a set", out);
            None
        }
    }
}

/// A type of token with the number of copies that the author states.
pub(super) struct Declaration {
    /// The type; the copies of each class are set once the set-up is known.
    pub(super) token: TokenType,
    /// `copies = 5`
    pub(super) copies: Option<u16>,
}

/// `[tokens]`, in order; lists of values become enumerations.
pub(super) fn tokens<'a>(
    top: &'a Table,
    enums: &mut Vec<Enumeration>,
    names: &mut Names<'a>,
    out: &mut Found,
) -> Vec<Declaration> {
    let mut tokens = Vec::new();
    let Some(types) = section(top, "tokens", out) else { return tokens };
    too_many("types of tokens", types.len(), MOST_TYPES, top["tokens"].key, out);
    for (name, entry) in types.iter().take(MOST_TYPES) {
        names.declare("a type of token", name, entry.key, out);
        if let Some(keys) = table(name, &entry.value, out) {
            tokens.push(token(name, keys, entry.key, enums, out));
        }
    }
    tokens
}

fn token(name: &str, keys: &Table, span: Span, enums: &mut Vec<Enumeration>, out: &mut Found) -> Declaration {
    let mut made = TokenType {
        name: name.to_owned(),
        plural: super::pieces::plural_of(name),
        attributes: Vec::new(),
        faces: None,
        classes: Vec::new(),
    };
    let (mut copies, mut full) = (None, false);
    for (key, entry) in keys {
        match key.as_str() {
            "plural" => made.plural = super::pieces::plural(&entry.value, made.plural, out),
            "copies" => copies = number(key, &entry.value, 0..=1000, out).map(|copies| copies as u16),
            "faces" => made.faces = enumeration_of(format!("{name}.face"), &entry.value, enums, out),
            _ if made.attributes.len() == MOST_ATTRIBUTES => {
                full = full || too_many("attributes", MOST_ATTRIBUTES + 1, MOST_ATTRIBUTES, entry.key, out);
            }
            _ => {
                check("an attribute", key, entry.key, Role::Field, out);
                if let Some(values) = enumeration_of(format!("{name}.{key}"), &entry.value, enums, out) {
                    made.attributes.push((key.clone(), values));
                }
            }
        }
    }
    let sizes: Vec<usize> = made.attributes.iter().map(|(_, set)| enums[set.index()].values.len()).collect();
    let combinations = sizes.iter().fold(1usize, |product, size| product.saturating_mul(*size));
    if !too_many(&format!("different tokens of type `{name}`"), combinations, MOST_CLASSES, span, out) {
        made.classes = classes(&sizes);
    }
    Declaration { token: made, copies }
}

/// Every combination in ascending order; the first attribute changes slowest.
fn classes(sizes: &[usize]) -> Vec<TokenClass> {
    let mut all = vec![Vec::new()];
    for size in sizes {
        let longer = |values: Vec<u8>| (0..*size).map(move |value| [values.clone(), vec![value as u8]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all.into_iter().map(|values| TokenClass { values, copies: 0 }).collect()
}
