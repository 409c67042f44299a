//! What a variant is played with: players, board, pieces, tokens, piles, regions.

use super::board::{Board, Facing, SiteClass};
use super::sites::SiteSet;
use super::{EnumId, KindId, PileId, PlayerId, SideId, TokenId};

/// The checked front matter.
#[derive(Clone, Debug)]
pub struct Equipment {
    /// What the rules are called, and where they are from.
    pub about: About,
    /// Whether two routes with the same result are one move.
    pub routes: Routes,
    /// Switches of the file, in file order.
    pub options: Vec<OptionInfo>,
    /// Numbers that a group may change.
    pub numbers: Vec<NumberOption>,
    /// Roles that decide.
    pub players: Vec<Player>,
    /// Who moves after whom, round and round; a player may stand here twice.
    pub turn_order: Vec<PlayerId>,
    /// Teams that own pieces; a player without a team is a side of the same name and index order.
    pub sides: Vec<Side>,
    /// The board.
    pub board: Board,
    /// Enumerations, those of `[sets]` and those of token attributes.
    pub enums: Vec<Enumeration>,
    /// Kinds of pieces; the first is the kind of the diagram.
    pub kinds: Vec<Kind>,
    /// Attributes and token slots of pieces.
    pub slots: Vec<Slot>,
    /// Types of tokens.
    pub tokens: Vec<TokenType>,
    /// The type of token that lies under each square, with the name of the slot.
    pub under: Option<(String, TokenId)>,
    /// Most pieces in one tower; 1 where pieces do not stack.
    pub stacks: u8,
    /// Declared piles.
    pub piles: Vec<Pile>,
    /// Named sets of sites.
    pub regions: Vec<Region>,
    /// How squares and games are written.
    pub notation: Notation,
    /// How many games make a match, for the drivers; the engine plays one game.
    pub games_of_match: Option<Match>,
    /// Kinds that some statement of the rules makes of other pieces, bit `i` for `KindId(i)`: of two kinds pictures crown them.
    pub promoted: u32,
}

/// What rules are called, and where they are from. Nothing of a game depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// `English draughts`.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Who invented it.
    pub authors: Vec<String>,
    /// When.
    pub year: Option<i64>,
    /// Version of the rules.
    pub version: String,
    /// Where the rules are published.
    pub source: Option<String>,
    /// The variant that it extends.
    pub extends: Option<String>,
}

impl Equipment {
    /// The sides for which somebody plays.
    pub fn playing(&self) -> impl Iterator<Item = SideId> + '_ {
        (0u8..).map(SideId).zip(&self.sides).filter(|(_, side)| !side.neutral).map(|(side, _)| side)
    }

    /// The players who decide, in order: those of neutral sides never do.
    pub fn deciding(&self) -> impl Iterator<Item = PlayerId> + '_ {
        let decides = |(_, player): &(PlayerId, &Player)| !self.sides[player.side.index()].neutral;
        (0u8..).map(PlayerId).zip(&self.players).filter(decides).map(|(player, _)| player)
    }

    /// Where a player looks: where its side does.
    pub fn faces(&self, player: &Player) -> Facing {
        self.sides[player.side.index()].faces
    }

    /// Who has won when a player gives up or runs out of time: all other sides that are played for, but those that are out already.
    pub fn winners_without(&self, player: PlayerId, out: &[SideId]) -> Vec<SideId> {
        let own = self.players.get(player.index()).map(|player| player.side);
        self.playing().filter(|side| Some(*side) != own && !out.contains(side)).collect()
    }

    /// The sides for which nobody plays.
    pub fn neutral(&self) -> impl Iterator<Item = SideId> + '_ {
        (0u8..).map(SideId).zip(&self.sides).filter(|(_, side)| side.neutral).map(|(side, _)| side)
    }
}

/// Whether routes matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routes {
    /// Same start, end, captured set and effects: one move.
    Alike,
    /// Every route is a move.
    Distinct,
}

/// A switch of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The `##` words above it.
    pub doc: String,
    /// Whether it is on in this variant.
    pub on: bool,
    /// Whether it is on when nobody says otherwise.
    pub default: bool,
}

/// A limit that a group may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOption {
    /// Its name.
    pub name: String,
    /// Its value here.
    pub value: i64,
    /// Its value when nobody says otherwise.
    pub default: i64,
    /// The least and the greatest value accepted.
    pub range: (i64, i64),
}

/// A role that decides and holds secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// `Black`.
    pub name: String,
    /// The side it plays for.
    pub side: SideId,
    /// Further keys of the front matter: `colours = ["red"]` is (`colours`, its enumeration, bits of its values).
    pub attributes: Vec<(String, EnumId, u64)>,
}

/// What owns pieces and areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// `Black`.
    pub name: String,
    /// Where its first player looks.
    pub faces: Facing,
    /// Nobody plays for it: it has no turns, is nobody's enemy, and neither wins nor loses.
    pub neutral: bool,
}

/// Named values in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// `colour`; for an attribute of a token, `card.suit`.
    pub name: String,
    /// At most 64.
    pub values: Vec<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// `man`.
    pub name: String,
    /// `men`.
    pub plural: String,
    /// One letter for diagrams and FEN.
    pub symbol: char,
    /// What it counts.
    pub value: i64,
    /// The only side that has such pieces.
    pub owner: Option<SideId>,
    /// Squares or points only.
    pub on: Option<SiteClass>,
    /// Bit `i`: it has `Equipment::slots[i]`.
    pub slots: u32,
}

/// An attribute or a token slot of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// `potion`.
    pub name: String,
    /// What fits.
    pub holds: SlotType,
}

/// What a slot holds: a value of an enumeration, or one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotType {
    /// A value, or none.
    Value(EnumId),
    /// A token, or none.
    Token(TokenId),
}

/// A type of conserved things: cards, shields, potions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenType {
    /// `card`.
    pub name: String,
    /// `cards`.
    pub plural: String,
    /// Attribute names and enumerations, `suit`, `value`.
    pub attributes: Vec<(String, EnumId)>,
    /// The enumeration of its faces (`face-down`, `face-up`): the first is how it lies at the start, the last is open to all.
    pub faces: Option<EnumId>,
    /// Every combination of attributes, in rising order of the attributes as declared.
    pub classes: Vec<TokenClass>,
}

/// One combination of attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenClass {
    /// A value for each attribute.
    pub values: Vec<u8>,
    /// How many there are.
    pub copies: u16,
}

/// A declared pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// `stockpile`.
    pub name: String,
    /// Whose.
    pub of: PileOwner,
    /// What lies in it.
    pub holds: PileHolds,
    /// Who knows what lies in it.
    pub seen_by: SeenBy,
}

/// How many piles a declaration makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOwner {
    /// One for all.
    Common,
    /// One for each side.
    EachSide,
    /// One for each player.
    EachPlayer,
    /// One, of that player.
    One(PlayerId),
}

impl PileOwner {
    /// Which of these piles is that of a player, or of a side where they are of sides: its place among them.
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

/// Who may look.
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
    /// For everybody the same, or one set a side (index `SideId`).
    pub sites: RegionSites,
}

/// Absolute or relative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionSites {
    /// The same for everybody.
    Same(SiteSet),
    /// One for each side.
    BySide(Vec<SiteSet>),
}

/// How squares and games are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// PDN numbers, else algebraic.
    pub numbers: bool,
    /// PDN `GameType`.
    pub pdn: Option<u16>,
    /// What the Hub protocol calls the game; [`super::hub::Squares`] writes it down then.
    pub hub: Option<String>,
}

/// Several games that make a match; read by drivers only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// How many games, players changing roles after each.
    pub games: u32,
    /// Only wins as this player count.
    pub wins_as: Option<PlayerId>,
    /// Of equal wins, those are better after which more is left in this pile.
    pub better: Option<PileId>,
}
