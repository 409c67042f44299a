//! The board in words, for screen readers: the sites of the pieces, by side and kind. [`notes`](super::notes::notes) describe
//! the rest of a position.

use super::squares;
use super::symbols::{marks, piece_words};
use crate::model::setup::{Piece, Setup};
use crate::model::{Equipment, KindId, SideId};

/// `Black man: 1, 2, 3`, a line for each side and kind on the board; a tower is listed under its commander.
///
/// ```
/// use draughtsman::notation::spoken;
/// use draughtsman::session::Session;
/// let session = Session::bundled("english")?;
/// let said = spoken::board(&session.variant().equipment, &session.shown(None));
/// assert_eq!(said[0], "Black man: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn board(equipment: &Equipment, setup: &Setup) -> Vec<String> {
    let lines: Vec<String> =
        marks(equipment).iter().filter_map(|(_, owner, kind)| line(equipment, setup, *owner, *kind)).collect();
    if lines.is_empty() { vec!["The board is empty.".to_owned()] } else { lines }
}

fn line(equipment: &Equipment, setup: &Setup, owner: SideId, kind: KindId) -> Option<String> {
    let own = |tower: &[Piece]| tower.last().is_some_and(|piece| piece.owner == owner && piece.kind == kind);
    let named = setup.board.iter().filter(|(_, tower)| own(tower)).map(|(site, tower)| match tower.len() {
        1 => squares::name(equipment, *site),
        high => format!("{} ({high} high)", squares::name(equipment, *site)),
    });
    let named: Vec<String> = named.collect();
    let piece = Piece { owner, kind, slots: Vec::new() };
    (!named.is_empty()).then(|| format!("{}: {}", piece_words(equipment, &piece), named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, piece, setup};
    use super::*;

    #[test]
    fn towers_are_named_by_who_commands_them() {
        let towers = samples::towers();
        let mut position = setup(&towers, 0, &[("a1", 0, 0), ("c3", 1, 1)]);
        position.board[0].1.extend([piece(1, 0), piece(0, 1)]);
        let said = board(&towers, &position);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said.iter().any(|line| line.ends_with(": c3 (3 high)")), "{said:?}");
        assert_eq!(board(&towers, &setup(&towers, 0, &[])), ["The board is empty."]);
    }
}
