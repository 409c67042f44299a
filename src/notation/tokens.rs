//! Tokens in words: `7 spades`, `ghost`, `queen hearts face-up`, `?1` for one that nobody has seen.

use super::error::{At, Error, listed};
use crate::model::equipment::TokenType;
use crate::model::setup::Token;
use crate::model::{Equipment, TokenId};

/// All players, as a mask.
pub fn everybody(equipment: &Equipment) -> u8 {
    ((1u16 << equipment.players.len().min(8)) - 1) as u8
}

/// The name of a class of tokens: its attributes, the last declared first, so that `suit` and `value` give `7 spades`.
pub fn class_words(equipment: &Equipment, token: TokenId, class: u16) -> String {
    let Some(declared) = equipment.tokens.get(token.index()) else { return "?".to_string() };
    let Some(values) = declared.classes.get(class as usize).map(|class| &class.values) else { return "?".to_string() };
    let word = |((_, attribute), value): (&(String, crate::model::EnumId), &u8)| {
        let named = equipment.enums.get(attribute.index()).and_then(|all| all.values.get(*value as usize));
        named.map_or("?", String::as_str).to_string()
    };
    let words: Vec<String> = declared.attributes.iter().zip(values).map(word).rev().collect();
    if words.is_empty() { declared.name.clone() } else { words.join(" ") }
}

/// A token as a position writes it: its class if known, the shuffle it comes from, and its face unless that is the first.
pub fn token_words(equipment: &Equipment, kind: TokenId, token: &Token) -> String {
    let (name, face, shuffle) = match token {
        Token::Seen { class, face, shuffle, .. } => (class_words(equipment, kind, *class), *face, *shuffle),
        Token::Unseen { face, shuffle, .. } => (String::new(), *face, Some(*shuffle)),
    };
    let mut words: Vec<String> = Vec::new();
    if !name.is_empty() {
        words.push(name);
    }
    if let Some(shuffle) = shuffle {
        words.push(format!("?{}", u32::from(shuffle) + 1));
    }
    if face > 0 {
        words.push(face_names(equipment, kind).get(face as usize).cloned().unwrap_or_else(|| "?".to_string()));
    }
    words.join(" ")
}

/// A token as people say it: its class, and its face unless that is the first; `card face-down`, `unseen potion` if the class
/// is not known.
pub fn token_name(equipment: &Equipment, kind: TokenId, token: &Token) -> String {
    let turned = |face: u8| face_names(equipment, kind).get(face as usize).map(String::as_str);
    match token {
        Token::Seen { class, face, .. } => {
            let name = class_words(equipment, kind, *class);
            turned(*face).filter(|_| *face > 0).map_or_else(|| name.clone(), |face| format!("{name} {face}"))
        }
        Token::Unseen { face, .. } => {
            let name = equipment.tokens.get(kind.index()).map_or("token", |declared| &declared.name);
            turned(*face).map_or_else(|| format!("unseen {name}"), |face| format!("{name} {face}"))
        }
    }
}

/// The class of that name. The words may be in any order if only one class has them.
pub fn find_class(equipment: &Equipment, token: TokenId, text: &str) -> Option<u16> {
    let declared = equipment.tokens.get(token.index())?;
    let all = || (0..declared.classes.len()).map(|i| i as u16);
    let exact = all().find(|class| class_words(equipment, token, *class) == text);
    let wanted = sorted_words(text);
    let mut alike = all().filter(|class| sorted_words(&class_words(equipment, token, *class)) == wanted);
    exact.or_else(|| alike.next().filter(|_| alike.next().is_none()))
}

/// Reads what [`token_words`] writes. The words do not say who has seen the token: the result has the given `seen_by`.
pub fn read_token(equipment: &Equipment, kind: TokenId, text: &str, seen_by: u8, at: &At) -> Result<Token, Error> {
    let shuffle = text.split_whitespace().find_map(|word| word.strip_prefix('?'));
    let rest: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with('?')).collect();
    let shuffle = match shuffle.map(|digits| digits.parse::<u16>().ok().filter(|n| (1..=256).contains(n))) {
        Some(None) => return Err(bad(equipment, kind, text, at)),
        Some(Some(number)) => Some((number - 1) as u8),
        None => None,
    };
    let face_of = |word: &str| face_names(equipment, kind).iter().position(|face| face == word).map(|i| i as u8);
    let class_of = |words: &[&str]| find_class(equipment, kind, &words.join(" "));
    let seen = |class, face| Token::Seen { class, face, seen_by, shuffle };
    let read = match (rest.split_last(), shuffle) {
        (None, Some(shuffle)) => Some(Token::Unseen { face: 0, seen_by: 0, shuffle }),
        (None, None) => None,
        (Some((last, before)), _) => class_of(&rest).map(|class| seen(class, 0)).or_else(|| {
            let face = face_of(last)?;
            match (before.is_empty(), shuffle) {
                (true, Some(shuffle)) => Some(Token::Unseen { face, seen_by: 0, shuffle }),
                (true, None) => None,
                (false, _) => class_of(before).map(|class| seen(class, face)),
            }
        }),
    };
    read.ok_or_else(|| bad(equipment, kind, text, at))
}

fn bad(equipment: &Equipment, kind: TokenId, text: &str, at: &At) -> Error {
    let Some(declared) = equipment.tokens.get(kind.index()) else {
        return Error::new(at.clone(), "there are no tokens in this game");
    };
    let accepted = listed(
        (0..declared.classes.len().min(13))
            .map(|i| class_words(equipment, kind, i as u16))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    let faces = match face_names(equipment, kind) {
        [] => String::new(),
        all => format!("; then {}", all.join(" or ")),
    };
    Error::new(at.clone(), format!("`{text}` is not a {}", declared.name))
        .accepting(format!("{accepted}; ?1 for one that nobody has seen{faces}"))
}

pub(super) fn face_names(equipment: &Equipment, kind: TokenId) -> &[String] {
    let declared: Option<&TokenType> = equipment.tokens.get(kind.index());
    let faces = declared.and_then(|token| token.faces).and_then(|faces| equipment.enums.get(faces.index()));
    faces.map_or(&[], |faces| &faces.values)
}

fn sorted_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn tokens_read_as_written() {
        let cards = samples::cards();
        let check = |text: &str, token: Token| {
            assert_eq!(token_words(&cards, TokenId(0), &token), text);
            assert_eq!(read_token(&cards, TokenId(0), text, 3, &At::Whole), Ok(token));
        };
        check("7 spades", Token::Seen { class: 3, face: 0, seen_by: 3, shuffle: None });
        check("ace clubs ?2 face-up", Token::Seen { class: 0, face: 1, seen_by: 3, shuffle: Some(1) });
        check("?1", Token::Unseen { face: 0, seen_by: 0, shuffle: 0 });
        check("?1 face-up", Token::Unseen { face: 1, seen_by: 0, shuffle: 0 });
    }

    #[test]
    fn people_are_told_what_they_see() {
        let mut cards = samples::cards();
        let unseen = |face| Token::Unseen { face, seen_by: 0, shuffle: 1 };
        let seen = |face| Token::Seen { class: 3, face, seen_by: 3, shuffle: Some(1) };
        let said = [seen(0), seen(1), unseen(0), unseen(1)].map(|token| token_name(&cards, TokenId(0), &token));
        assert_eq!(said, ["7 spades", "7 spades face-up", "card face-down", "card face-up"]);
        cards.tokens[0].faces = None;
        assert_eq!(token_name(&cards, TokenId(0), &unseen(0)), "unseen card");
    }

    #[test]
    fn any_order_of_words_will_do() {
        let cards = samples::cards();
        assert_eq!(find_class(&cards, TokenId(0), "spades 7"), Some(3));
        assert_eq!(find_class(&cards, TokenId(0), "spades"), None);
    }

    #[test]
    fn errors_name_what_there_is() {
        let cards = samples::cards();
        let error = read_token(&cards, TokenId(0), "joker", 3, &At::Key("tokens.c3".into())).unwrap_err();
        let expected = "tokens.c3: `joker` is not a card (accepted: ace clubs, 7 clubs, ace spades, 7 spades; \
                        ?1 for one that nobody has seen; then face-down or face-up)";
        assert_eq!(error.to_string(), expected);
        for text in ["", "?", "?0", "?999", "face-up", "? ?", "?é"] {
            assert!(read_token(&cards, TokenId(0), text, 3, &At::Whole).is_err(), "{text}");
        }
    }
}
