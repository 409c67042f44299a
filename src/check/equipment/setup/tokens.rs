//! Tokens as named by their values: `"ace clubs"`, `"face-up queen spades"`.

use super::laying::Laying;
use crate::check::equipment::read::{Found, table, text, unknown};
use crate::check::equipment::sites::Reading;
use crate::diagnostic::Diagnostic;
use crate::model::TokenId;
use crate::model::equipment::{Equipment, TokenType};
use crate::model::setup::Token;
use crate::source::Span;
use crate::syntax::front::Entry;

/// The classes of a type that some words select, and the face that they name.
pub(super) struct Picked {
    pub(super) classes: Vec<usize>,
    pub(super) face: u8,
}

/// Reads values of different attributes; attributes that are not named select several classes.
pub(super) fn pick(token: &TokenType, words: &str, span: Span, equipment: &Equipment, out: &mut Found) -> Option<Picked> {
    let mut wanted: Vec<Option<u8>> = vec![None; token.attributes.len()];
    let mut face = 0;
    for word in words.split_whitespace() {
        let place = |set: crate::model::EnumId| equipment.enums[set.index()].values.iter().position(|value| value == word);
        let fitting = token.attributes.iter().enumerate().find_map(|(i, (_, set))| {
            let free = wanted[i].is_none();
            place(*set).filter(|_| free).map(|value| (i, value))
        });
        if let Some((attribute, value)) = fitting {
            wanted[attribute] = Some(value as u8);
        } else if let Some(found) = token.faces.and_then(place) {
            face = found as u8;
        } else {
            let sets = token.attributes.iter().map(|(_, set)| *set).chain(token.faces);
            let known: Vec<&str> = sets.flat_map(|set| &equipment.enums[set.index()].values).map(String::as_str).collect();
            unknown("E0024", &format!("value of `{}`", token.name), word, span, known.into_iter(), out);
            return None;
        }
    }
    let fits = |values: &[u8]| values.iter().zip(&wanted).all(|(value, wanted)| wanted.is_none_or(|wanted| wanted == *value));
    let classes = token.classes.iter().enumerate().filter(|(_, class)| fits(&class.values)).map(|(i, _)| i).collect();
    Some(Picked { classes, face })
}

/// Exactly one token, which everybody has seen.
pub(super) fn one(id: TokenId, words: &str, span: Span, laying: &Laying<'_>, out: &mut Found) -> Option<Token> {
    let token = &laying.equipment.tokens[id.index()];
    let picked = pick(token, words, span, laying.equipment, out)?;
    match picked.classes[..] {
        [class] => Some(seen(class, picked.face)),
        _ => {
            let message = format!("`{words}` does not say which `{}`: {} are such", token.name, picked.classes.len());
            out.push(Diagnostic::error("E0077", span, message));
            None
        }
    }
}

/// A token that everybody has seen.
pub(super) fn seen(class: usize, face: u8) -> Token {
    Token::Seen { class: class as u16, face, seen_by: u8::MAX, shuffle: None }
}

/// Counts a token as used.
pub(super) fn count(id: TokenId, token: &Token, span: Span, laying: &mut Laying<'_>) {
    if let Token::Seen { class, .. } = token {
        laying.use_tokens(id.index(), *class as usize, 1, span);
    }
}

/// `under = { c3 = "ace clubs" }`
pub(super) fn under(entry: &Entry, laying: &mut Laying<'_>, out: &mut Found) {
    let Some((_, id)) = laying.equipment.under.clone() else {
        let found = Diagnostic::error("E0078", entry.key, "nothing lies under the squares of this board");
        out.push(found.help("say in `[board]` what does: `under = \"card\"`"));
        return;
    };
    for (name, words) in table("under", &entry.value, out).into_iter().flatten() {
        let reading = Reading { places: &laying.places, board: Some(&laying.equipment.board) };
        let named = reading.read(name, words.key, out);
        let Some(words_text) = text(name, &words.value, out) else { continue };
        let Some(token) = one(id, words_text, words.value.span, laying, out) else { continue };
        for place in named.into_iter().flat_map(|named| named.places) {
            let Some(site) = laying.places.site(place) else { continue };
            count(id, &token, words.value.span, laying);
            if laying.under.insert(site, token.clone()).is_some() {
                out.push(Diagnostic::error("E0079", words.key, format!("two tokens under {}", place.name())));
            }
        }
    }
}

/// `queen spades`
pub(super) fn class_name(equipment: &Equipment, token: &TokenType, class: usize) -> String {
    let values = token.classes[class].values.iter().zip(&token.attributes);
    let words: Vec<&str> =
        values.map(|(value, (_, set))| equipment.enums[set.index()].values[*value as usize].as_str()).collect();
    if words.is_empty() { token.name.clone() } else { words.join(" ") }
}
