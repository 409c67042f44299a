//! Captures with all their squares, as PDN 3.0 requires where they are ambiguous.

use super::super::squares;
use crate::engine::moves::{Deed, Move};
use crate::model::{Equipment, SiteId};

/// `47x38x24x13x36`: the first and last square, and between them each square on which the piece turns or, if it goes straight
/// on, the square immediately behind the piece that it has captured. None if the move is not a capture of straight legs only.
pub fn capture(equipment: &Equipment, mv: &Move) -> Option<String> {
    let mut legs = Vec::new();
    for deed in &mv.deeds {
        match deed {
            Deed::Actor(_) => {}
            Deed::Leg { from, to, captures } => {
                legs.push((*from, *to, *captures.last()?, equipment.board.direction(*from, *to)?))
            }
            _ => return None,
        }
    }
    let (first, last) = (legs.first()?, legs.last()?);
    let between = legs.windows(2).map(|pair| {
        let ((_, to, taken, direction), next) = (pair[0], pair[1]);
        if direction == next.3 { equipment.board.step(direction, taken).unwrap_or(to) } else { to }
    });
    let way: Vec<SiteId> = std::iter::once(first.0).chain(between).chain([last.1]).collect();
    Some(way.into_iter().map(|site| squares::name(equipment, site)).collect::<Vec<_>>().join("x"))
}
