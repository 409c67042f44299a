//! Terms: small closed sets of questions, in arenas ([`super::arena`]).

use super::super::paths::Course;
use super::super::towers::Part;
use crate::model::expr::{Arithmetic, Field};
use crate::syntax::ast::Order;

/// Most places of a turn order.
pub(in crate::engine::direct) const TURNS: usize = 8;
/// Names that are bound inside one another (`where … where …`), of which the elements are at hand.
pub(super) const DEPTH: usize = 3;
/// Most of them at all.
pub(super) const DEEPEST: usize = 12;

/// What a term needs beside the position and whose turn it is.
pub(super) type Needs = u16;
/// The acting piece.
pub(super) const ACTOR: Needs = 1;
/// How far the move has come, or the names of its script.
pub(super) const MOVE: Needs = 2;
/// The element that a condition is asked of, at the outermost depth; further depths are the bits above.
pub(super) const ELEMENT: Needs = 4;

/// What could be done: it is tried.
pub(super) const TRIED: Needs = 1 << 15;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(in crate::engine::direct) struct $id(pub(super) u32);

        impl From<u32> for $id {
            fn from(id: u32) -> $id {
                $id(id)
            }
        }

        impl From<$id> for usize {
            #[inline(always)]
            fn from(id: $id) -> usize {
                id.0 as usize
            }
        }
    )*};
}

ids! {
    /// A set of sites.
    SetId
    /// A set of pieces that the move has taken.
    OffId
    /// A set of members.
    BitsId
    /// A number, or several.
    NumId
    /// A truth.
    TruthId
    /// A test of each of a set of sites.
    TestId
    /// A set of tokens.
    TokId
    /// A set of cards.
    CardsId
    /// What a card is like.
    SortId
    /// A set of pieces in piles or towers.
    LyingId
    /// What a piece off the board is like.
    LikeId
    /// Boards, for each place of the turn order.
    BoardsId
}

/// Sets of sites; of pieces those on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Set {
    /// Known beforehand, for each place of the turn order.
    Known(u32),
    /// Pieces of these boards but for those that wait to be taken off, for each place of the turn order.
    Boards(BoardsId),
    /// The same with those that wait.
    Standing(BoardsId),
    /// Pieces that bear one of these in a slot; with those that wait if the flag is set.
    Bearing(u8, BitsId, bool),
    /// Pieces of these sides and kinds; with those that wait if the flag is set.
    Pieces(BitsId, BitsId, bool),
    Empty,
    Actor,
    Start,
    Landing,
    Trail,
    Passed,
    Local(u8),
    /// The element at a depth.
    It(u8),
    /// Kept sites: the first number, for each place of the turn order.
    Kept([u16; TURNS]),
    /// The stored thing of these owners.
    KeptOf(u16, BitsId),
    And(SetId, SetId),
    Or(SetId, SetId),
    Without(SetId, SetId),
    /// One step on, in the directions of a table.
    Near(u16, SetId),
    Steps(BitsId, SetId),
    /// From where a step leads there, in the directions of a table.
    Leading(u16, SetId),
    StepsBack(BitsId, SetId),
    /// Everything that lies in directions beyond a set.
    Rays(BitsId, SetId),
    If(TruthId, SetId, SetId),
    /// The first if the acting piece, else the mover, is of this side; else the second.
    Whose(u8, SetId, SetId),
    Where(SetId, TestId),
    /// Where taken pieces stood.
    Taken(OffId),
    /// The sites of the towers in which pieces lie.
    Towers(LyingId),
    /// The same of those that names and elements mean.
    TowersOf(OffId),
    /// Those of the pieces (those on the board of them) for which a number is greatest, or least.
    Extreme(SetId, OffId, u8, bool, NumId),
    First(SetId),
    /// The last of pieces, if none of them is off the board.
    Last(SetId, OffId),
}

/// Sets of pieces that the move has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Off {
    None,
    All,
    Local(u8),
    It(u8),
    Kinds(BitsId),
    Sides(BitsId),
    /// That bore one of these in a slot.
    Bearing(u8, BitsId),
    /// Those that names and elements mean which are among these.
    Among(LyingId),
    /// Those of them that lie in towers on these sites.
    On(OffId, SetId),
    And(OffId, OffId),
    Or(OffId, OffId),
    Without(OffId, OffId),
    If(TruthId, OffId, OffId),
    Where(OffId, u8, TruthId),
    Extreme(SetId, OffId, u8, bool, NumId),
    First(SetId, OffId),
    Last(OffId),
}

/// Sets of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bits {
    Known([u64; TURNS]),
    And(BitsId, BitsId),
    Or(BitsId, BitsId),
    Without(BitsId, BitsId),
    If(TruthId, BitsId, BitsId),
    Whose(u8, BitsId, BitsId),
    Owners(SetId, OffId),
    Kinds(SetId, OffId),
    /// The sides of pieces in piles or towers.
    OwnersLying(LyingId),
    /// Their kinds.
    KindsLying(LyingId),
    /// The values that they bear in a slot.
    BorneLying(u8, LyingId),
    /// What pieces bear in a slot.
    Borne(u8, SetId, OffId),
    /// The classes of tokens.
    Classes(TokId),
    /// The classes of cards, as far as they are known.
    ClassesOf(CardsId),
    /// The faces that are up.
    Faces(CardsId),
    Kept([u16; TURNS]),
    KeptOf(u16, BitsId),
    Local(u8),
    /// What each member stands for, together.
    Map(BitsId, u32),
    /// Those for which the truth of a list holds.
    Where(BitsId, u32),
    /// Those for which the number of a list is greatest, or least.
    Extreme(BitsId, bool, u32),
}

/// Numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Num {
    Known([i64; TURNS]),
    None,
    Turns,
    Repeats,
    Legs,
    Slot([u16; TURNS]),
    SlotOf(u16, BitsId),
    Local(u8),
    CountSites(SetId),
    CountPieces(SetId, OffId),
    CountBits(BitsId),
    CountTruth(TruthId),
    CountTokens(TokId),
    CountCards(CardsId),
    CountLying(LyingId),
    CountNumbers(NumId),
    /// What the pieces count.
    Worth(SetId, OffId),
    WorthLying(LyingId),
    /// What each of them counts.
    EachLying(LyingId),
    WorthOfKinds(BitsId),
    /// A number of each element added up.
    Total(Field, SetId, OffId),
    /// A number of each element.
    Each(Field, SetId, OffId),
    EachKind(BitsId),
    /// The places of members, from 1.
    Places(BitsId),
    /// The places of those that pass a test in a list of pieces.
    Order(SetId, OffId, SetId, OffId),
    Arithmetic(Arithmetic, NumId, NumId),
    If(TruthId, NumId, NumId),
    /// In any of them, each once, the least first.
    Union(NumId, NumId),
}

/// Truths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Truth {
    Known([bool; TURNS]),
    And(TruthId, TruthId),
    Or(TruthId, TruthId),
    Not(TruthId),
    Any(SetId),
    AnyOff(OffId),
    AnyBits(BitsId),
    AnyNumber(NumId),
    AnyTokens(TokId),
    AnyCards(CardsId),
    /// There are such cards, and all are like that.
    AllCards(CardsId, SortId),
    /// The first holds no more than the second.
    Within(SetId, SetId),
    WithinOff(OffId, OffId),
    WithinBits(BitsId, BitsId),
    /// There are such pieces in piles or towers, and all are like that.
    AllLike(LyingId, LikeId),
    Compare(Order, NumId, NumId),
    /// The same of two terms that are one number each.
    Weigh(Order, NumId, NumId),
    Same(TruthId, TruthId),
    Slot([u16; TURNS]),
    SlotOf(u16, BitsId),
    Local(u8),
    If(TruthId, TruthId, TruthId),
    /// Whether somebody could begin a move, by the place of the question.
    Moves(u32),
}

/// Sets of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tok {
    None,
    /// In a slot of these pieces.
    Slot(u8, SetId, OffId),
    /// In these piles, by their places in the layout.
    Piles(BitsId),
    Local(u8),
    /// Those of these classes.
    Only(TokId, BitsId),
    /// The first ones, then the others.
    Both(TokId, TokId),
    If(TruthId, TokId, TokId),
}

/// Sets of cards: of tokens that are told one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cards {
    None,
    /// All of a type.
    Every(u8),
    /// Under these sites.
    Under(SetId),
    /// In a slot of these pieces.
    Borne(u8, SetId, OffId),
    /// In these piles, by their places in the layout.
    Piles(BitsId),
    /// The last of these piles, if the flag is set, or the first.
    EndOfPiles(BitsId, bool),
    /// The last, if the flag is set, or the first.
    End(CardsId, bool),
    Local(u8),
    /// The element at a depth.
    It(u8),
    /// Those that are like that.
    Only(CardsId, SortId),
    Or(CardsId, CardsId),
    /// The first ones, then the others.
    Both(CardsId, CardsId),
    If(TruthId, CardsId, CardsId),
    /// Those for which a truth holds.
    Where(CardsId, u8, TruthId),
}

/// What a card is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sort {
    Any,
    /// It is known to be of these classes.
    Classes(BitsId),
    /// It lies with one of these faces up.
    Faces(BitsId),
    And(SortId, SortId),
    Or(SortId, SortId),
    Not(SortId),
}

/// Sets of pieces in piles and towers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lying {
    None,
    /// Those in these piles that are like that.
    In(BitsId, LikeId),
    /// The last, if the flag is set, or the first.
    End(LyingId, bool),
    /// Those that are like that.
    Only(LyingId, LikeId),
    /// Those for which a truth holds.
    Where(LyingId, u8, TruthId),
    /// Those for which a number is greatest, if the flag is set, or least.
    Extreme(LyingId, u8, bool, NumId),
    /// Of either, each once.
    Or(LyingId, LyingId),
    /// The first ones, then the others.
    Both(LyingId, LyingId),
    If(TruthId, LyingId, LyingId),
    /// Those parts of the towers on these sites that are like that; of the ends of towers, if there is none, the end of these taken pieces.
    Tower(SetId, OffId, Part, LikeId),
    Local(u8),
}

/// What a piece off the board is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Like {
    Any,
    /// Of these sides and kinds.
    Of(BitsId, BitsId),
    /// It bears one of these in a slot.
    Bearing(u8, BitsId),
    /// It is one of these.
    Among(LyingId),
    /// It is one that these names and elements mean.
    Meant(OffId),
    /// The truth with it as the element at a depth.
    Where(u8, TruthId),
    If(TruthId, LikeId, LikeId),
    And(LikeId, LikeId),
    Or(LikeId, LikeId),
    Not(LikeId),
}

/// Tests of each of a set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// The same of all.
    Holds(TruthId),
    In(SetId),
    /// One step on, in the directions of a table, is one of these.
    Beside(u16, SetId),
    And(TestId, TestId),
    Or(TestId, TestId),
    Not(TestId),
    /// In at least so many of the sets of a list.
    AtLeast(u32, u8),
    /// The truth with the site as the element at a depth.
    Each(u8, TruthId),
    /// The piece on it can follow a path.
    Able(Course),
    /// The piece on it can make a first leg of a list; whether all that are asked are the mover's to move.
    Legs(u32, bool),
    /// The piece on it could do what a question asks.
    Asked(u32),
}

/// A first leg that is looked for: `it can capture enemy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FirstLeg {
    pub(super) subject: SetId,
    pub(super) condition: Option<TruthId>,
    pub(super) course: Course,
    pub(super) prey: Option<SetId>,
    /// Subject, condition and prey are the same whichever piece acts.
    pub(super) alike: bool,
}
