//! A fast path for moves that are only legs of one piece, as nearly all moves in large collections of games are.

use super::super::squares::{self, Index};
use crate::engine::moves::{Deed, Move};
use crate::model::{Equipment, SiteId};

/// A move of a single piece from one square to another by one or more consecutive legs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Plain {
    from: SiteId,
    to: SiteId,
    takes: bool,
    legs: usize,
}

impl Plain {
    /// None if the move is not of this form.
    fn of(mv: &Move) -> Option<Plain> {
        let mut plain: Option<Plain> = None;
        let mut sets_out = None;
        for deed in &mv.deeds {
            match deed {
                Deed::Actor(site) if plain.is_none_or(|plain| plain.to == *site) => sets_out = Some(*site),
                Deed::Leg { from, to, captures } if from != to && sets_out.is_none_or(|site| site == *from) => {
                    let before = plain.unwrap_or(Plain { from: *from, to: *from, takes: false, legs: 0 });
                    if before.to != *from {
                        return None;
                    }
                    let takes = before.takes || !captures.is_empty();
                    plain = Some(Plain { from: before.from, to: *to, takes, legs: before.legs + 1 });
                    sets_out = None;
                }
                _ => return None,
            }
        }
        plain
    }

    fn has_the_ends_of(self, other: Plain) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }
}

/// The move meant by a text that names two squares: the only one from the first to the second, provided that all moves of the
/// list are legs of one piece. None otherwise; [`super::could_mean`] then decides.
///
/// ```
/// # use draughtsman::{engine::{Counting, Position}, library, notation::{movetext::plainly, squares::Index}};
/// let program = library::bundled("english").unwrap().program;
/// let moves = Position::start(&program).unwrap().moves(&program, Counting::AsWritten).unwrap();
/// let squares = Index::new(&program.equipment);
/// assert_eq!(plainly(&squares, "9-14", &moves), Some(0));
/// assert_eq!(plainly(&squares, "9-15", &moves), None);
/// ```
pub fn plainly(squares: &Index<'_>, text: &str, moves: &[Move]) -> Option<usize> {
    let (from, to) = text.split_once(['-', 'x', ':'])?;
    let (from, to) = (squares.find(from)?, squares.find(to)?);
    let mut found = None;
    for (i, mv) in moves.iter().enumerate() {
        let plain = Plain::of(mv)?;
        if (plain.from, plain.to) == (from, to) && found.replace(i).is_some() {
            return None;
        }
    }
    found
}

/// The text of a move of a list by its first and last square, provided that no other move has the same and that all moves of
/// the list are legs of one piece. None otherwise; [`super::texts`] with the same `always_full` then decides.
pub fn plain_text(equipment: &Equipment, moves: &[Move], place: usize, always_full: bool) -> Option<String> {
    let this = Plain::of(moves.get(place)?)?;
    if always_full && this.legs > 1 {
        return None;
    }
    for (i, mv) in moves.iter().enumerate() {
        if i != place && Plain::of(mv)?.has_the_ends_of(this) {
            return None;
        }
    }
    let sign = if this.takes { 'x' } else { '-' };
    Some(format!("{}{sign}{}", squares::name(equipment, this.from), squares::name(equipment, this.to)))
}
