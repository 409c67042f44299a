//! A position as plain data in terms of the equipment, valid or not. Notation reads and writes it, the front matter's `[setup]`
//! produces it, and the engine converts it to a position.

use super::rules::PileRef;
use super::sites::SiteId;
use super::{KindId, PlayerId, RuleId, SideId, SlotId, StoredId};

/// A position as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Whose turn it is, as an index into [`super::Equipment::turn_order`].
    pub turn: u8,
    /// Number of turns played.
    pub turns: u32,
    /// The pieces of each occupied site from the bottom up, the commander last; in site order.
    pub board: Vec<(SiteId, Vec<Piece>)>,
    /// The token under each site.
    pub under: Vec<(SiteId, Token)>,
    /// The contents of piles, in order if the order of the pile matters. Empty piles are omitted.
    pub piles: Vec<(PileRef, Vec<Item>)>,
    /// Counters, clocks and `keep`s that differ from their initial values.
    pub stored: Vec<(StoredRef, Kept)>,
    /// The unseen part of each shuffle. [`Token::Unseen`] refers to it by index.
    pub shuffles: Vec<Shuffle>,
    /// The tokens in the box: for each type, the number of copies of each class that are neither on the board, nor under it,
    /// nor in a pile, as (class, count) in class order, without zero counts. Everybody knows what they are. Cards that a
    /// `setup` chapter deals start here.
    pub unplaced: Vec<(super::TokenId, Vec<(u16, u16)>)>,
    /// Sides that are out of the game (only with three or more sides).
    pub out: Vec<SideId>,
    /// The unfinished rest of a turn; `None` at the beginning of a turn.
    pub pending: Option<Pending>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// A piece as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The side that owns it.
    pub owner: SideId,
    /// Its kind.
    pub kind: KindId,
    /// Its filled slots, in slot order.
    pub slots: Vec<(SlotId, SlotContent)>,
}

/// The contents of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotContent {
    /// An index into the values of the slot's set.
    Value(u8),
    /// A token.
    Token(Token),
}

/// A token as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Token {
    /// A token that somebody has seen.
    Seen {
        /// Its class within the type.
        class: u16,
        /// The index of its face; 0 for a type without faces.
        face: u8,
        /// Who has seen it, bit `i` for `PlayerId(i)`; all bits if everybody has.
        seen_by: u8,
        /// The shuffle it came from, if some player has not seen it.
        shuffle: Option<u8>,
    },
    /// A token of unknown class: one of the tokens left in its shuffle.
    Unseen {
        /// The index of its face.
        face: u8,
        /// Players who have seen it, in a position as another player sees it; 0 if nobody has.
        seen_by: u8,
        /// Index into [`Setup::shuffles`].
        shuffle: u8,
    },
}

/// The part of a shuffle that nobody has seen, by class.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Shuffle {
    /// The type of token.
    pub token: super::TokenId,
    /// (class, count) in class order, without zero counts.
    pub left: Vec<(u16, u16)>,
}

/// An element of a pile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// A piece.
    Piece(Piece),
    /// A token.
    Token(Token),
}

/// A counter, clock or `keep`, of one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoredRef {
    /// The declaration.
    pub stored: StoredId,
    /// Index of the player or side; 0 if it belongs to the position.
    pub owner: u8,
}

/// The value of a counter, clock or `keep`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// A number, or a truth as 0 or 1.
    Number(i64),
    /// Sites; for kept pieces, the sites they command.
    Sites(Vec<SiteId>),
    /// Players, sides, kinds, directions or values as bits.
    Bits(u64),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The sides that won; empty for a draw.
    pub winners: Vec<SideId>,
    /// The reason given by the rule, else the text of its line: "elimination".
    pub reason: String,
    /// The rule line that ended the game.
    pub rule: RuleId,
    /// Scores in player order, if the rules have `score` lines.
    pub scores: Vec<i64>,
    /// With more than two sides, the sides by rank, with equal ones together. Engines list only the winners.
    pub ranking: Vec<Vec<SideId>>,
}

/// The unfinished rest of a turn: the machine's task stack as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// The fingerprint of the program that the stack belongs to.
    pub program: u64,
    /// Who decides next; `None` for chance.
    pub actor: Option<PlayerId>,
    /// The tasks, outermost first, in the machine's encoding.
    pub stack: Vec<Plain>,
}

/// Generic data that every notation can write and only the engine interprets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Plain {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// An ordered list.
    List(Vec<Plain>),
    /// Named fields, in order.
    Record(Vec<(String, Plain)>),
}

impl Setup {
    /// The pieces on a site, from the bottom up.
    pub fn tower(&self, site: SiteId) -> &[Piece] {
        self.board.iter().find(|(at, _)| *at == site).map_or(&[], |(_, tower)| tower)
    }

    /// Whose turn it is.
    pub fn player(&self, turn_order: &[PlayerId]) -> PlayerId {
        turn_order.get(self.turn as usize).copied().unwrap_or_default()
    }
}
