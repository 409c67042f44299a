//! The encoding of a game in the Hub protocol: every piece is a letter, every square has a number, and White moves first.

use super::board::{Facing, Site, SiteClass};
use super::{Equipment, KindId, SideId, SiteId};

/// The squares of a board with their order and numbers in the protocol, and its two sides and kinds of pieces.
///
/// Positions list the squares row by row as the player who begins sees the board, the furthest row first. Moves use PDN
/// numbers, from the top left of the diagram, if the rules write numbers; otherwise numbers from `a1` on. For the standard
/// games of the protocol both orders are the same; for others this agrees with pydraughts.
///
/// ```
/// use draughtsman::{library, model::hub::Squares};
/// let variant = library::bundled("english").unwrap().variant;
/// let (board, squares) = (&variant.equipment.board, Squares::of(&variant.equipment).unwrap());
/// assert_eq!(squares.number(board.site("b8").unwrap()), Some(1));
/// // Black begins, and sees b8 as the last square.
/// assert_eq!(squares.sites()[31], board.site("b8").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The sites in the order of positions.
    order: Vec<SiteId>,
    /// The number of each site in moves, counted from 1.
    numbers: Vec<u16>,
    /// The side that begins, and the other.
    sides: [SideId; 2],
    /// The number of kinds of pieces.
    kinds: usize,
}

impl Squares {
    /// The encoding for a game.
    ///
    /// # Errors
    /// The reason why the protocol cannot represent the game, as the second part of a sentence.
    pub fn of(equipment: &Equipment) -> Result<Squares, &'static str> {
        let players: Vec<_> = equipment.turn_order.iter().filter_map(|id| equipment.players.get(id.index())).collect();
        let [first, second] = players.as_slice() else { return Err("there are not two players who move in turn") };
        if first.side == second.side || equipment.sides.len() != 2 {
            return Err("there are not two sides with a player each");
        }
        if equipment.kinds.len() > 2 {
            return Err("there are more than two kinds of pieces");
        }
        if !equipment.slots.is_empty() || equipment.stacks > 1 {
            return Err("pieces bear something, or stand on each other");
        }
        if !equipment.tokens.is_empty() || !equipment.piles.is_empty() {
            return Err("there are tokens or piles");
        }
        let sites = &equipment.board.sites;
        if sites.iter().any(|site| site.class == SiteClass::Point) {
            return Err("there are points between the squares");
        }
        let mut order: Vec<SiteId> = (0..sites.len() as u16).map(SiteId).collect();
        let place = |site: &SiteId| &sites[site.index()];
        let mut counted = order.clone();
        counted.sort_by_key(|site| match equipment.notation.numbers {
            true => seen(place(site), Facing::North),
            false => (i16::from(place(site).rank), i16::from(place(site).file)),
        });
        let mut numbers = vec![0; sites.len()];
        (1..).zip(&counted).for_each(|(number, site)| numbers[site.index()] = number);
        order.sort_by_key(|site| seen(place(site), equipment.faces(first)));
        Ok(Squares { order, numbers, sides: [first.side, second.side], kinds: equipment.kinds.len() })
    }

    /// The number of squares.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// The sites in the order of positions.
    pub fn sites(&self) -> &[SiteId] {
        &self.order
    }

    /// The number of a square in moves, from 1.
    pub fn number(&self, site: SiteId) -> Option<u16> {
        self.numbers.get(site.index()).copied()
    }

    /// The letter of a piece: `w` and `b` for the first kind, `W` and `B` for the second.
    pub fn letter(&self, owner: SideId, kind: KindId) -> char {
        let letter = if owner == self.sides[0] { 'w' } else { 'b' };
        if kind.index() == 0 { letter } else { letter.to_ascii_uppercase() }
    }

    /// The piece that a letter denotes, if any.
    pub fn piece(&self, letter: char) -> Option<(SideId, KindId)> {
        let side = match letter.to_ascii_lowercase() {
            'w' => self.sides[0],
            'b' => self.sides[1],
            _ => return None,
        };
        let kind = u8::from(letter.is_ascii_uppercase());
        (usize::from(kind) < self.kinds).then_some((side, KindId(kind)))
    }
}

/// Whether a word is a valid name of a game. Protocol lines list names separated by spaces, inside quotes.
pub fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'!'))
}

/// A sort key for the site as seen by a player with this facing: the furthest row first, and each row from left to right.
fn seen(site: &Site, faces: Facing) -> (i16, i16) {
    let (x, y) = (i16::from(site.file), i16::from(site.rank));
    match faces {
        Facing::North => (-y, x),
        Facing::South => (y, -x),
        Facing::East => (-x, -y),
        Facing::West => (x, y),
    }
}
