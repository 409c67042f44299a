//! Any arrangement of a game, valid or not, as plain data in terms of the equipment: what notation reads and writes, what the
//! front matter's `[setup]` says, and what the engine turns into a position.

use super::rules::PileRef;
use super::sites::SiteId;
use super::{KindId, PlayerId, RuleId, SideId, SlotId, StoredId};

/// Any arrangement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Index into [`super::Equipment::turn_order`]: whose turn it is.
    pub turn: u8,
    /// Turns played so far.
    pub turns: u32,
    /// Pieces by site, from the bottom of the tower to its commander, in site order.
    pub board: Vec<(SiteId, Vec<Piece>)>,
    /// The token under each site.
    pub under: Vec<(SiteId, Token)>,
    /// What lies in piles, in order where the pile has one. Piles left out are empty.
    pub piles: Vec<(PileRef, Vec<Item>)>,
    /// Counters, clocks and kept things that are not at their start.
    pub stored: Vec<(StoredRef, Kept)>,
    /// What the tokens without identity of each shuffle are, together; [`Token::Unseen`] refers to it by index.
    pub shuffles: Vec<Shuffle>,
    /// What lies in the box without ever having been placed: for each type of token the copies of each class that nothing on the
    /// board, under it or in a pile accounts for, (class, how many) in class order, none with 0. Everybody knows what they are;
    /// `card where …` finds them there. Cards that a `setup` chapter deals start here.
    pub unplaced: Vec<(super::TokenId, Vec<(u16, u16)>)>,
    /// Sides that are out of the game (of three or more).
    pub out: Vec<SideId>,
    /// The rest of a turn that was cut; `None`: the start of a turn.
    pub pending: Option<Pending>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// A piece as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose.
    pub owner: SideId,
    /// What.
    pub kind: KindId,
    /// Filled slots, in slot order.
    pub slots: Vec<(SlotId, SlotContent)>,
}

/// What is in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotContent {
    /// The i-th value of the slot's enumeration.
    Value(u8),
    /// A token.
    Token(Token),
}

/// A token as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Token {
    /// Somebody has seen it.
    Seen {
        /// Which class of its type.
        class: u16,
        /// Its face: index into the enumeration of faces; 0 where the type has none.
        face: u8,
        /// Who has seen it, bit `i` for `PlayerId(i)`; all bits where everybody has.
        seen_by: u8,
        /// The shuffle that it came out of, if somebody has not seen it.
        shuffle: Option<u8>,
    },
    /// What it is is not known: one of what is left of that shuffle.
    Unseen {
        /// Its face.
        face: u8,
        /// Who has seen it all the same, in a position as another player may see it; 0 where nobody has.
        seen_by: u8,
        /// Index into [`Setup::shuffles`].
        shuffle: u8,
    },
}

/// What is left of a shuffle: for each class of the token type, how many have not been seen by anybody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Shuffle {
    /// Which type of token.
    pub token: super::TokenId,
    /// (class, how many), in class order, none with 0.
    pub left: Vec<(u16, u16)>,
}

/// Something in a pile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// A piece.
    Piece(Piece),
    /// A token.
    Token(Token),
}

/// A counter, clock or kept thing, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoredRef {
    /// The declaration.
    pub stored: StoredId,
    /// Index of the player or side; 0 for the position's own.
    pub owner: u8,
}

/// What a counter holds or a `keep` remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// A number or a truth (0, 1).
    Number(i64),
    /// Sites; for kept pieces, where they stand.
    Sites(Vec<SiteId>),
    /// Bits of players, sides, kinds, directions or values.
    Bits(u64),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The sides that won; none: a draw.
    pub winners: Vec<SideId>,
    /// The author's words, or the engine's: "elimination".
    pub reason: String,
    /// The line that ended it.
    pub rule: RuleId,
    /// Scores by player, in player order, where the game has `score` lines.
    pub scores: Vec<i64>,
    /// Sides from first to last, where more than two sides played: equal ones together.
    pub ranking: Vec<Vec<SideId>>,
}

/// The resumable rest of a turn: the machine's stack as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Which program the stack belongs to: a fingerprint of the flat rule file.
    pub program: u64,
    /// Who decides next; `None`: chance.
    pub actor: Option<PlayerId>,
    /// The stack, outermost first, in the machine's own words.
    pub stack: Vec<Plain>,
}

/// Data without meaning of its own, for what only the engine can read and any notation can write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Plain {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// In order.
    List(Vec<Plain>),
    /// By name, in order.
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
