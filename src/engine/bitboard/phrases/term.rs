//! Terms, to which phrases are compiled: one small enum for each type of value. They are kept in arenas ([`super::arena`]).

use super::super::paths::PathAt;
use super::super::towers::Part;
use super::ids::{
    BitsId, BoardsId, CardDescriptionId, CardSetId, NumberId, PieceDescriptionId, PilePiecesId, SetId, TakenSetId, TestId,
    TokenSetId, TruthId,
};
use crate::model::expr::{Arithmetic, Field};
use crate::syntax::ast::Order;

/// The most places of a turn order.
pub(in crate::engine::bitboard) const TURNS: usize = 8;
/// How many nested conditions (`where … where …`) have their elements in `At`; those of deeper ones are in `MoveState::deep`.
pub(super) const DEPTH: usize = 3;
/// The most nested conditions.
pub(super) const DEEPEST: usize = 12;

/// What the value of a term depends on beside the position and whose turn it is, as bits.
pub(super) type Needs = u16;
/// The acting piece.
pub(super) const ACTOR: Needs = 1;
/// The progress of the move, or names bound in its script.
pub(super) const MOVE: Needs = 2;
/// The element of the outermost condition; those of nested ones are the bits above.
pub(super) const ELEMENT: Needs = 4;

/// Moves or statements that are tried out.
pub(super) const TRIED: Needs = 1 << 15;

/// Sets of sites; of pieces those on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Set {
    /// A constant, for each place of the turn order.
    Known(u32),
    /// The pieces of these boards, without those that wait to be removed.
    Boards(BoardsId),
    /// The pieces of these boards, those included that wait to be removed.
    Standing(BoardsId),
    /// Pieces that bear one of these classes in a slot; waiting ones included if the flag is set.
    Bearing(u8, BitsId, bool),
    /// Pieces of these sides and kinds; waiting ones included if the flag is set.
    Pieces(BitsId, BitsId, bool),
    Empty,
    Actor,
    Start,
    Landing,
    Trail,
    Passed,
    Local(u8),
    /// The element of the condition at a depth.
    It(u8),
    /// Kept sites: the index of their first number, for each place of the turn order.
    Kept([u16; TURNS]),
    /// The kept sites of a stored thing, of all these owners.
    KeptOf(u16, BitsId),
    And(SetId, SetId),
    Or(SetId, SetId),
    Without(SetId, SetId),
    /// One step on from a set, in the directions of a table.
    Near(u16, SetId),
    Steps(BitsId, SetId),
    /// The sites from which a step in the directions of a table leads into a set.
    Leading(u16, SetId),
    StepsBack(BitsId, SetId),
    /// All sites on the rays from a set in these directions.
    Rays(BitsId, SetId),
    If(TruthId, SetId, SetId),
    /// The first set if the acting piece (without one, the mover) is of this side, else the second.
    Whose(u8, SetId, SetId),
    Where(SetId, TestId),
    /// The sites on which taken pieces stood.
    Taken(TakenSetId),
    /// The sites of the towers that these pieces are in.
    Towers(PilePiecesId),
    /// The sites of the towers that these pieces, meant by names and elements, are in.
    TowersOf(TakenSetId),
    /// Of these pieces on the board and off it, those on the board for which a number is greatest, if the flag is set, or least.
    Extreme(SetId, TakenSetId, u8, bool, NumberId),
    First(SetId),
    /// The last of these pieces, if none of them is off the board.
    Last(SetId, TakenSetId),
}

/// Sets of pieces off the board: those that the move has taken, and those in piles and towers that names and elements mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum OffBoardSet {
    None,
    All,
    Local(u8),
    It(u8),
    Kinds(BitsId),
    Sides(BitsId),
    /// Those that bore one of these classes in a slot.
    Bearing(u8, BitsId),
    /// Of the pieces that names and elements mean, those that are in this set.
    Among(PilePiecesId),
    /// Those that are in towers on these sites.
    On(TakenSetId, SetId),
    And(TakenSetId, TakenSetId),
    Or(TakenSetId, TakenSetId),
    Without(TakenSetId, TakenSetId),
    If(TruthId, TakenSetId, TakenSetId),
    Where(TakenSetId, u8, TruthId),
    Extreme(SetId, TakenSetId, u8, bool, NumberId),
    First(SetId, TakenSetId),
    Last(TakenSetId),
}

/// Sets of members, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Bits {
    Known([u64; TURNS]),
    And(BitsId, BitsId),
    Or(BitsId, BitsId),
    Without(BitsId, BitsId),
    If(TruthId, BitsId, BitsId),
    Whose(u8, BitsId, BitsId),
    Owners(SetId, TakenSetId),
    Kinds(SetId, TakenSetId),
    /// The sides of pieces in piles or towers.
    OwnersLying(PilePiecesId),
    /// The kinds of pieces in piles or towers.
    KindsLying(PilePiecesId),
    /// The values that pieces in piles or towers bear in a slot.
    BorneLying(u8, PilePiecesId),
    /// What pieces bear in a slot: values, or classes of tokens.
    Borne(u8, SetId, TakenSetId),
    /// The classes of tokens.
    Classes(TokenSetId),
    /// The classes of cards, as far as they are known.
    ClassesOf(CardSetId),
    /// The faces that cards show.
    Faces(CardSetId),
    Kept([u16; TURNS]),
    KeptOf(u16, BitsId),
    Local(u8),
    /// The union of what a table maps each member to.
    Map(BitsId, u32),
    /// The members whose truth in a list holds.
    Where(BitsId, u32),
    /// The members whose number in a list is greatest, if the flag is set, or least.
    Extreme(BitsId, bool, u32),
}

/// Numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Number {
    Known([i64; TURNS]),
    Turns,
    Repeats,
    Legs,
    Slot([u16; TURNS]),
    SlotOf(u16, BitsId),
    Local(u8),
    CountSites(SetId),
    CountPieces(SetId, TakenSetId),
    CountBits(BitsId),
    CountTokens(TokenSetId),
    CountCards(CardSetId),
    CountLying(PilePiecesId),
    /// The total value of pieces.
    Worth(SetId, TakenSetId),
    WorthLying(PilePiecesId),
    /// The value of each piece.
    EachLying(PilePiecesId),
    WorthOfKinds(BitsId),
    /// The sum of a field over all elements.
    Total(Field, SetId, TakenSetId),
    /// A field of each element.
    Each(Field, SetId, TakenSetId),
    EachKind(BitsId),
    /// The places of members in their set, from 1.
    Places(BitsId),
    /// The places, in the list of the first two, of those that are in the last two: `order(A, L)`.
    Order(SetId, TakenSetId, SetId, TakenSetId),
    Arithmetic(Arithmetic, NumberId, NumberId),
    If(TruthId, NumberId, NumberId),
    /// The numbers of both, sorted, each once.
    Union(NumberId, NumberId),
}

/// Truths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Truth {
    Known([bool; TURNS]),
    And(TruthId, TruthId),
    Or(TruthId, TruthId),
    Not(TruthId),
    Any(SetId),
    AnyOff(TakenSetId),
    AnyBits(BitsId),
    AnyTokens(TokenSetId),
    AnyCards(CardSetId),
    /// There is a card in the set, and all cards in it match the description.
    AllCards(CardSetId, CardDescriptionId),
    /// Every site of the first is in the second.
    Within(SetId, SetId),
    WithinOff(TakenSetId, TakenSetId),
    WithinBits(BitsId, BitsId),
    /// There is a piece in the set, and all pieces in it match the description.
    AllLike(PilePiecesId, PieceDescriptionId),
    Compare(Order, NumberId, NumberId),
    /// The same for terms that always are one number each.
    Weigh(Order, NumberId, NumberId),
    Slot([u16; TURNS]),
    SlotOf(u16, BitsId),
    Local(u8),
    If(TruthId, TruthId, TruthId),
    /// A player could begin a move: the index of the question.
    Moves(u32),
}

/// Sets of tokens that are counted by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum TokenSet {
    None,
    /// In a slot of these pieces.
    Slot(u8, SetId, TakenSetId),
    /// In a slot of these pieces in piles and towers.
    Lying(u8, PilePiecesId),
    /// In these piles, by index in the layout.
    Piles(BitsId),
    Local(u8),
    /// Those of these classes.
    Only(TokenSetId, BitsId),
    /// The first set followed by the second.
    Both(TokenSetId, TokenSetId),
    If(TruthId, TokenSetId, TokenSetId),
}

/// Sets of cards, which are tokens recorded one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum CardSet {
    None,
    /// All cards of a type of token.
    Every(u8),
    /// Under these sites.
    Under(SetId),
    /// In a slot of these pieces.
    Borne(u8, SetId, TakenSetId),
    /// In a slot of these pieces in piles and towers.
    BorneLying(u8, PilePiecesId),
    /// In these piles, by index in the layout.
    Piles(BitsId),
    /// The last card of the last pile that has any, if the flag is set, or the first of the first.
    EndOfPiles(BitsId, bool),
    /// The last card, if the flag is set, or the first.
    End(CardSetId, bool),
    Local(u8),
    /// The element of the condition at a depth.
    It(u8),
    /// Those that match a description.
    Only(CardSetId, CardDescriptionId),
    Or(CardSetId, CardSetId),
    /// The first set followed by the second; a card of both comes twice.
    Both(CardSetId, CardSetId),
    If(TruthId, CardSetId, CardSetId),
    /// Those for which a truth holds, with the card as the element at a depth.
    Where(CardSetId, u8, TruthId),
}

/// Descriptions that a card may match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum CardDescription {
    Any,
    /// It is known to be of one of these classes.
    Classes(BitsId),
    /// It shows one of these faces.
    Faces(BitsId),
    And(CardDescriptionId, CardDescriptionId),
    Or(CardDescriptionId, CardDescriptionId),
    Not(CardDescriptionId),
}

/// Sets of pieces in piles and towers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum PilePieces {
    None,
    /// Those in these piles that match a description.
    In(BitsId, PieceDescriptionId),
    /// The last, if the flag is set, or the first.
    End(PilePiecesId, bool),
    /// Those that match a description.
    Only(PilePiecesId, PieceDescriptionId),
    /// Those for which a truth holds, with the piece as the element at a depth.
    Where(PilePiecesId, u8, TruthId),
    /// Those for which a number is greatest, if the flag is set, or least.
    Extreme(PilePiecesId, u8, bool, NumberId),
    /// The pieces of both, each once.
    Or(PilePiecesId, PilePiecesId),
    /// The first set followed by the second.
    Both(PilePiecesId, PilePiecesId),
    If(TruthId, PilePiecesId, PilePiecesId),
    /// The pieces at this part of the towers on these sites that match a description. If there is no site, a top is the last of
    /// these pieces off the board, a bottom the first.
    Tower(SetId, TakenSetId, Part, PieceDescriptionId),
    Local(u8),
}

/// Descriptions that a piece off the board may match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum PieceDescription {
    Any,
    /// Of these sides and kinds.
    Of(BitsId, BitsId),
    /// It bears one of these classes in a slot.
    Bearing(u8, BitsId),
    /// It is in this set.
    Among(PilePiecesId),
    /// It is one of these that names and elements mean.
    Meant(TakenSetId),
    /// A truth holds with the piece as the element at a depth.
    Where(u8, TruthId),
    If(TruthId, PieceDescriptionId, PieceDescriptionId),
    And(PieceDescriptionId, PieceDescriptionId),
    Or(PieceDescriptionId, PieceDescriptionId),
    Not(PieceDescriptionId),
}

/// Tests of each site of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(all(test, unit_games), derive(strum::VariantNames, strum::IntoStaticStr))]
pub(super) enum Test {
    /// A truth that does not depend on the site.
    Holds(TruthId),
    In(SetId),
    /// A step from it, in the directions of a table, leads into this set.
    Beside(u16, SetId),
    And(TestId, TestId),
    Or(TestId, TestId),
    Not(TestId),
    /// It is in at least this many of the sets of a list.
    AtLeast(u32, u8),
    /// A truth holds with the site as the element at a depth.
    Each(u8, TruthId),
    /// The piece on it can follow a path.
    Able(PathAt),
    /// The piece on it can make one of the first legs of a list; the flag says that all these pieces are the mover's to move.
    Legs(u32, bool),
    /// The piece on it can do what a question describes.
    Asked(u32),
}

/// A first leg that a phrase looks for: `it can capture enemy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FirstLeg {
    pub(super) subject: SetId,
    pub(super) condition: Option<TruthId>,
    pub(super) leg_path: PathAt,
    pub(super) prey: Option<SetId>,
    /// Subject, condition and prey do not depend on which piece acts.
    pub(super) alike: bool,
}
