//! The equipment of a variant: players, board, pieces, tokens, piles, regions.

use super::board::{Board, Facing, SiteClass};
use super::sites::SiteSet;
use super::{EnumId, KindId, PileId, PlayerId, SideId, TokenId};

/// The checked front matter.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// Title and provenance of the rules.
    pub about: About,
    /// Whether routes with the same result are distinct moves.
    pub routes: Routes,
    /// The options of the file, in file order.
    pub options: Vec<OptionInfo>,
    /// The numbers of `[numbers]`, which `--option` may change.
    pub numbers: Vec<NumberOption>,
    /// The players.
    pub players: Vec<Player>,
    /// The cyclic order of turns; a player may occur more than once.
    pub turn_order: Vec<PlayerId>,
    /// The sides. A player without a team has a side of its own, with the same name.
    pub sides: Vec<Side>,
    /// The board.
    pub board: Board,
    /// Sets of named values, from `[sets]` and from attributes of tokens.
    pub enums: Vec<Enumeration>,
    /// The kinds of pieces. The first is the plain kind, written with lower-case letters in diagrams.
    pub kinds: Vec<Kind>,
    /// Attributes and token slots of pieces.
    pub slots: Vec<Slot>,
    /// Types of tokens.
    pub tokens: Vec<TokenType>,
    /// The name of the slot under each site, and the type of token that fits there.
    pub under: Option<(String, TokenId)>,
    /// The maximum number of pieces in a tower; 1 if pieces do not stack.
    pub stacks: u8,
    /// The pile declarations.
    pub piles: Vec<Pile>,
    /// The named regions.
    pub regions: Vec<Region>,
    /// How squares and games are written.
    pub notation: Notation,
    /// The length of a match. Only programs that run matches read it.
    pub games_of_match: Option<Match>,
    /// Kinds into which a statement changes pieces, bit `i` for `KindId(i)`. Of two kinds, pictures draw such a kind crowned.
    pub promoted: u32,
}

/// Title and provenance of rules. It has no influence on the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// `English draughts`.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The inventors.
    pub authors: Vec<String>,
    /// The year of invention.
    pub year: Option<i64>,
    /// Version of the rules.
    pub version: String,
    /// Where the rules are published.
    pub source: Option<String>,
    /// The variant that it extends.
    pub extends: Option<String>,
}

impl Equipment {
    /// The sides that are not neutral.
    pub fn playing(&self) -> impl Iterator<Item = SideId> + '_ {
        (0u8..).map(SideId).zip(&self.sides).filter(|(_, side)| !side.neutral).map(|(side, _)| side)
    }

    /// The players whose sides are not neutral, in order.
    pub fn deciding(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let decides = |(_, player): &(PlayerId, &Player)| !self.sides[player.side.index()].neutral;
        (0u8..).map(PlayerId).zip(&self.players).filter(decides).map(|(player, _)| player)
    }

    /// The facing of a player, which is that of its side.
    pub fn faces(&self, player: &Player) -> Facing {
        self.sides[player.side.index()].faces
    }

    /// The winners when `player` resigns or loses on time: all other sides that are neither neutral nor out of the game.
    pub fn winners_without(&self, player: PlayerId, out: &[SideId]) -> Vec<SideId> {
        let own = self.players.get(player.index()).map(|player| player.side);
        self.playing().filter(|side| Some(*side) != own && !out.contains(side)).collect()
    }

    /// The neutral sides.
    pub fn neutral(&self) -> impl Iterator<Item = SideId> + '_ {
        (0u8..).map(SideId).zip(&self.sides).filter(|(_, side)| side.neutral).map(|(side, _)| side)
    }
}

/// Whether moves with the same result but different routes are distinct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routes {
    /// Moves with the same start, captured pieces and result are one move.
    Alike,
    /// Moves with different routes are different moves.
    Distinct,
}

/// An option of the file, which is either on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its `##` comment.
    pub doc: String,
    /// Whether it is on in this variant.
    pub on: bool,
    /// Whether it is on by default.
    pub default: bool,
}

/// A number of `[numbers]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOption {
    /// Its name.
    pub name: String,
    /// Its value in this variant.
    pub value: i64,
    /// Its default value.
    pub default: i64,
    /// The least and greatest values accepted.
    pub range: (i64, i64),
}

/// A player: makes decisions, and may know hidden tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// `Black`.
    pub name: String,
    /// The side it plays for.
    pub side: SideId,
    /// Further keys of the front matter: `colours = ["red"]` gives (`colours`, its set, the bits of its values).
    pub attributes: Vec<(String, EnumId, u64)>,
}

/// A side: owns pieces and regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// `Black`.
    pub name: String,
    /// The facing of its first player.
    pub faces: Facing,
    /// Nobody plays for it: it has no turns, is nobody's enemy, and neither wins nor loses.
    pub neutral: bool,
}

/// A set of named values in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// `colour`; for an attribute of a token, `card.suit`.
    pub name: String,
    /// The values, at most 64.
    pub values: Vec<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// `man`.
    pub name: String,
    /// `men`.
    pub plural: String,
    /// The letter used in diagrams and FEN.
    pub symbol: char,
    /// Its value, summed by `total value of`.
    pub value: i64,
    /// The only side that may have such pieces, if restricted.
    pub owner: Option<SideId>,
    /// The class of sites it may stand on, if restricted.
    pub on: Option<SiteClass>,
    /// Bit `i` is set if it has `Equipment::slots[i]`.
    pub slots: u32,
}

/// An attribute or a token slot of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// `potion`.
    pub name: String,
    /// What it holds.
    pub holds: SlotType,
}

/// The contents of a slot: a named value or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotType {
    /// At most one value.
    Value(EnumId),
    /// At most one token.
    Token(TokenId),
}

/// A type of token: cards, shields, potions. Tokens are conserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenType {
    /// `card`.
    pub name: String,
    /// `cards`.
    pub plural: String,
    /// Its attributes with their sets: `suit`, `value`.
    pub attributes: Vec<(String, EnumId)>,
    /// The set of its faces (`face-down`, `face-up`). A token starts with the first; the last is visible to all.
    pub faces: Option<EnumId>,
    /// Every combination of attribute values, in rising order.
    pub classes: Vec<TokenClass>,
}

/// A combination of attribute values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenClass {
    /// A value for each attribute.
    pub values: Vec<u8>,
    /// The number of such tokens.
    pub copies: u16,
}

/// A pile declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// `stockpile`.
    pub name: String,
    /// Who has such a pile.
    pub of: PileOwner,
    /// What it may hold.
    pub holds: PileHolds,
    /// Who sees its contents.
    pub seen_by: SeenBy,
}

/// The number of piles that a declaration makes, and their owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOwner {
    /// One common pile.
    Common,
    /// One for each side.
    EachSide,
    /// One for each player.
    EachPlayer,
    /// One pile, of this player.
    One(PlayerId),
}

impl PileOwner {
    /// The owner index of the pile that belongs to a player, or to its side; 0 if there is only one.
    pub fn place(self, player: PlayerId, side: SideId) -> u8 {
        match self {
            PileOwner::EachPlayer => player.0,
            PileOwner::EachSide => side.0,
            PileOwner::Common | PileOwner::One(_) => 0,
        }
    }
}

/// What a pile holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileHolds {
    /// Pieces of any kind.
    Pieces,
    /// Pieces of one kind.
    Kind(KindId),
    /// Tokens of one type.
    Token(TokenId),
}

/// Who sees the contents of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Everybody.
    All,
    /// The owner.
    Owner,
    /// Nobody.
    Nobody,
}

/// A named set of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// `corners`.
    pub name: String,
    /// The sites, common to all or one set for each side.
    pub sites: RegionSites,
}

/// The sites of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionSites {
    /// The same for everybody.
    Same(SiteSet),
    /// One set for each side, by `SideId`.
    BySide(Vec<SiteSet>),
}

/// How squares and games are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Whether squares are written as PDN numbers; algebraic otherwise.
    pub numbers: bool,
    /// The PDN `GameType`.
    pub pdn: Option<u16>,
    /// The name of the game in the Hub protocol; [`super::hub::Squares`] gives the encoding.
    pub hub: Option<String>,
}

/// A match of several games. Only programs that run matches read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of games; the players change seats after each.
    pub games: u32,
    /// Only wins as this player count.
    pub wins_as: Option<PlayerId>,
    /// Of equal numbers of wins, those after which more is left in this pile count as better.
    pub better: Option<PileId>,
}
