//! What of a game the Hub protocol can write down, and how: every piece is a letter, every square has a number, and who begins is
//! White.

use super::board::{Facing, Site, SiteClass};
use super::{Equipment, KindId, SideId, SiteId};

/// The squares of a board in the order and by the numbers of the protocol, and the two sides and kinds of pieces.
///
/// Positions go row by row as whoever begins sees the board, the furthest row first. Moves have the numbers of PDN, from the top left
/// of the diagram, where the rules write numbers, else those from `a1` on. In the games of the protocol itself the two are the same;
/// in others pydraughts does so.
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
    /// In the order of positions.
    order: Vec<SiteId>,
    /// The number of each site in moves, counted from 1.
    numbers: Vec<u16>,
    /// Who begins, and who does not.
    sides: [SideId; 2],
    /// How many kinds of pieces there are.
    kinds: usize,
}

impl Squares {
    /// Those of a game.
    ///
    /// # Errors
    /// What of the game has no place in the protocol, as the end of a sentence.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// The sites in the order of positions.
    pub fn sites(&self) -> &[SiteId] {
        &self.order
    }

    /// The number of a square in moves.
    pub fn number(&self, site: SiteId) -> Option<u16> {
        self.numbers.get(site.index()).copied()
    }

    /// The letter of a piece: `w` and `b` for the first kind, `W` and `B` for the second.
    pub fn letter(&self, owner: SideId, kind: KindId) -> char {
        let letter = if owner == self.sides[0] { 'w' } else { 'b' };
        if kind.index() == 0 { letter } else { letter.to_ascii_uppercase() }
    }

    /// The piece of a letter, if it is one.
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

/// Whether a word can be the name of a game: lines of the protocol list such names with spaces between them, in quotes.
pub fn is_name(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'!'))
}

/// Where a player who looks that way sees a site: how near its row is, and how far to the right it lies there.
fn seen(site: &Site, faces: Facing) -> (i16, i16) {
    let (x, y) = (i16::from(site.file), i16::from(site.rank));
    match faces {
        Facing::North => (-y, x),
        Facing::South => (y, -x),
        Facing::East => (-x, -y),
        Facing::West => (x, y),
    }
}
