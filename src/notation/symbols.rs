//! Letters for pieces: they show owner and kind, so no colour is needed.

use crate::model::setup::Piece;
use crate::model::{Equipment, KindId, SideId};

/// One letter per side: the first of its name in lower case; numbers from 1 if two names begin with the same letter.
pub fn side_letters(equipment: &Equipment) -> Vec<char> {
    let initial = |name: &str| name.chars().next().map(|c| c.to_lowercase().next().unwrap_or(c));
    let letters: Vec<Option<char>> = equipment.sides.iter().map(|side| initial(&side.name)).collect();
    let clear = |i: usize, letter: char| {
        letter.is_alphabetic() && !letters.iter().enumerate().any(|(j, other)| j != i && *other == Some(letter))
    };
    let all_clear = letters.iter().enumerate().all(|(i, letter)| letter.is_some_and(|letter| clear(i, letter)));
    let numbers = (1u32..).filter_map(|n| char::from_digit(n % 36, 36));
    match all_clear {
        true => letters.into_iter().flatten().collect(),
        false => numbers.take(letters.len()).collect(),
    }
}

/// The kind that is written without a letter of its own: the first that the side may have.
pub fn plain_kind(equipment: &Equipment, side: SideId) -> Option<KindId> {
    let may = |owner: Option<SideId>| owner.is_none_or(|owner| owner == side);
    equipment.kinds.iter().position(|kind| may(kind.owner)).map(|i| KindId(i as u8))
}

/// The mark of a piece in a diagram: `b` for Black's plain kind, `bk` for its kings.
pub fn mark(equipment: &Equipment, piece: &Piece) -> String {
    let letter = side_letters(equipment).get(piece.owner.index()).copied().unwrap_or('?');
    if plain_kind(equipment, piece.owner) == Some(piece.kind) {
        return letter.to_string();
    }
    let kind = equipment.kinds.get(piece.kind.index());
    format!("{letter}{}", kind.map_or('?', |kind| kind.symbol))
}

/// All marks that a diagram may contain, with side and kind.
pub fn marks(equipment: &Equipment) -> Vec<(String, SideId, KindId)> {
    let sides = || (0..equipment.sides.len()).map(|i| SideId(i as u8));
    let of_side = |owner: SideId| {
        (0..equipment.kinds.len()).map(move |kind| {
            let kind = KindId(kind as u8);
            (mark(equipment, &Piece { owner, kind, slots: Vec::new() }), owner, kind)
        })
    };
    sides().flat_map(of_side).collect()
}

/// `Black king`.
pub fn piece_words(equipment: &Equipment, piece: &Piece) -> String {
    let side = equipment.sides.get(piece.owner.index()).map_or("?", |side| &side.name);
    let kind = equipment.kinds.get(piece.kind.index()).map_or("?", |kind| &kind.name);
    format!("{side} {kind}")
}
