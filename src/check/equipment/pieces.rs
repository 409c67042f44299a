//! `[pieces]`: the kinds, with their attributes and slots.

use super::names::{Names, Role, check, too_many};
use super::players::Roles;
use super::read::{Found, beginning, choice, number, section, table, text, unknown};
use super::unknown::{misspells, refuse_unknown_keys};
use crate::diagnostic::Diagnostic;
use crate::model::board::SiteClass;
use crate::model::equipment::{Enumeration, Kind, Slot, SlotType, TokenType};
use crate::model::{Board, EnumId, TokenId};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// What the declaration of a kind may refer to.
pub(super) struct Things<'a> {
    pub(super) roles: &'a Roles,
    pub(super) board: &'a Board,
    pub(super) enums: &'a [Enumeration],
    pub(super) tokens: &'a [TokenType],
}

/// Reports that there are no kinds at all.
pub(super) fn refuse_none(top: &Table, out: &mut Found) {
    if !top.contains_key("pieces") && !misspells("", top, "pieces") {
        let found = Diagnostic::error("E0010", beginning(top), "the front matter has no `[pieces]`");
        out.push(found.help("name at least one kind: `man = { symbol = \"m\" }`"));
    }
}

/// Kinds and slots; `None` if there is no kind.
pub(super) fn kinds<'a>(
    top: &'a Table,
    things: &Things<'_>,
    names: &mut Names<'a>,
    out: &mut Found,
) -> Option<(Vec<Kind>, Vec<Slot>)> {
    let entry = top.get("pieces")?;
    let listed = section(top, "pieces", out)?;
    too_many("kinds of pieces", listed.len(), 32, entry.key, out);
    if listed.is_empty() {
        out.push(Diagnostic::error("E0020", entry.key, "`[pieces]` names no kind"));
    }
    let (mut kinds, mut slots): (Vec<Kind>, Vec<(Slot, Span)>) = (Vec::new(), Vec::new());
    let mut symbols: Vec<(char, &str, Span)> = Vec::new();
    for (name, entry) in listed.iter().take(32) {
        if entry.value.value == Value::Boolean(false) {
            let found = Diagnostic::error("E0080", entry.key, format!("there is no `{name}` here that could be taken away"));
            out.push(found.near(entry.key, name, listed.keys().filter(|other| *other != name).map(String::as_str)));
            continue;
        }
        names.declare("a kind", name, entry.key, out);
        let Some(keys) = table(name, &entry.value, out) else { continue };
        let kind = kind(name, keys, things, &mut slots, out);
        let place = keys.get("symbol").map_or(entry.key, |symbol| symbol.value.span);
        let same = |(other, _, _): &&(char, &str, Span)| other.to_lowercase().eq(kind.symbol.to_lowercase());
        if let Some((_, other, first)) = symbols.iter().find(same) {
            let message = format!("`{name}` and `{other}` have the same symbol");
            let found = Diagnostic::error("E0046", place, message).label(*first, format!("the symbol of `{other}`"));
            out.push(found.help("say another: `symbol = \"…\"`; small and capital letters count as one"));
        }
        symbols.push((kind.symbol, name, place));
        kinds.push(kind);
    }
    (!kinds.is_empty()).then(|| (kinds, slots.into_iter().take(32).map(|(slot, _)| slot).collect()))
}

fn kind(name: &str, keys: &Table, things: &Things<'_>, slots: &mut Vec<(Slot, Span)>, out: &mut Found) -> Kind {
    refuse_unknown_keys("pieces.NAME", &format!("the kind `{name}`"), keys, out);
    let mut kind = Kind {
        name: name.to_owned(),
        plural: plural_of(name),
        symbol: symbol_of(name),
        value: 1,
        owner: None,
        on: None,
        slots: 0,
    };
    for (key, entry) in keys {
        let node = &entry.value;
        match key.as_str() {
            "symbol" => kind.symbol = symbol(node, out).unwrap_or(kind.symbol),
            "plural" => kind.plural = plural(node, kind.plural, out),
            "value" => kind.value = number(key, node, 0..=1_000_000, out).unwrap_or(1),
            "owner" => kind.owner = text(key, node, out).and_then(|name| things.roles.side_or_say(name, node.span, out)),
            "on" => {
                let choices = [("squares", SiteClass::Square), ("points", SiteClass::Point)];
                kind.on = choice(key, node, &choices, out);
                if kind.on == Some(SiteClass::Point) && things.board.of_class(SiteClass::Point).is_empty() {
                    let message = format!("`{name}` stands on points, and the board has none");
                    out.push(Diagnostic::error("E0047", node.span, message).help("say `points = \"inner\"` in `[board]`"));
                    kind.on = None;
                }
            }
            "has" => {
                for (slot, entry) in table(key, node, out).into_iter().flatten() {
                    if let Some(bit) = own_slot(slot, entry.key, &entry.value, things, slots, out) {
                        kind.slots |= 1 << bit;
                    }
                }
            }
            _ => {}
        }
    }
    kind
}

fn symbol(node: &Node, out: &mut Found) -> Option<char> {
    let word = text("symbol", node, out)?;
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphabetic() => Some(letter),
        _ => {
            out.push(Diagnostic::error("E0045", node.span, format!("`{word}` is no symbol: a symbol is one letter")));
            None
        }
    }
}

/// `potion = "potion"`: the number of a slot, which all kinds that have it share.
fn own_slot(
    name: &str,
    span: Span,
    node: &Node,
    things: &Things<'_>,
    slots: &mut Vec<(Slot, Span)>,
    out: &mut Found,
) -> Option<usize> {
    check("a slot", name, span, Role::Field, out);
    let word = text(name, node, out)?;
    let token = things.tokens.iter().position(|token| token.name == word).map(|i| SlotType::Token(TokenId(i as u8)));
    let set = || things.enums.iter().position(|set| set.name == word).map(|i| SlotType::Value(EnumId(i as u8)));
    let Some(holds) = token.or_else(set) else {
        let known: Vec<&str> = things.tokens.iter().map(|token| token.name.as_str()).collect();
        let sets = things.enums.iter().map(|set| set.name.as_str()).filter(|name| !name.contains('.'));
        let known: Vec<&str> = known.into_iter().chain(sets).collect();
        unknown("E0023", "set or type of token", word, node.span, known.into_iter(), out);
        return None;
    };
    if let Some(i) = slots.iter().position(|(slot, _)| slot.name == name) {
        if slots[i].0.holds != holds {
            let message = format!("`{name}` holds something else here than for the kinds before");
            out.push(Diagnostic::error("E0048", node.span, message).label(slots[i].1, "first said here"));
        }
        return Some(i);
    }
    if slots.len() > 32 {
        return None;
    }
    slots.push((Slot { name: name.to_owned(), holds }, node.span));
    (!too_many("slots", slots.len(), 32, span, out)).then(|| slots.len() - 1)
}

/// `plural = "men"`; `otherwise` if that cannot be used.
pub(super) fn plural(node: &Node, otherwise: String, out: &mut Found) -> String {
    let word = text("plural", node, out).filter(|word| check("a plural", word, node.span, Role::Label, out));
    word.map_or(otherwise, str::to_owned)
}

/// The default letter of a kind: the first of its name.
pub fn symbol_of(name: &str) -> char {
    name.chars().next().unwrap_or('?').to_ascii_lowercase()
}

/// The default plural of a name: men, queens, armies, foxes.
pub fn plural_of(name: &str) -> String {
    let consonant_y = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    if let Some(stem) = name.strip_suffix("man") {
        format!("{stem}men")
    } else if let Some(stem) = consonant_y {
        format!("{stem}ies")
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) {
        format!("{name}es")
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn plurals() {
        for (one, many) in [("man", "men"), ("footman", "footmen"), ("king", "kings"), ("army", "armies"), ("fox", "foxes")] {
            assert_eq!(super::plural_of(one), many);
        }
    }
}
