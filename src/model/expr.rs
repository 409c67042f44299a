//! Checked phrases. A value is a set of one type, a number, or a truth. Definitions are expanded, every coercion is a node of
//! its own, and every relative word states what it is relative to.

use super::board::DirectionSet;
use super::rules::{Block, Path};
use super::sites::SiteSet;
use super::{EnumId, GroupId, KindId, LocalId, Measure, PileId, RegionId, RuleId, SlotId, StoredId, TokenId};
use crate::source::Span;

/// The type of the elements of the set that a phrase denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Sites.
    Site,
    /// Pieces, on the board or off it.
    Piece,
    /// Tokens of one type.
    Token(TokenId),
    /// Piles.
    Pile,
    /// Directions.
    Direction,
    /// Players.
    Player,
    /// Sides.
    Side,
    /// Kinds of pieces.
    Kind,
    /// Values of one named set.
    Value(EnumId),
    /// Candidate moves.
    Move,
    /// A number; as a key of `with most`, also a list of numbers, compared lexicographically.
    Number,
    /// A truth.
    Truth,
}

/// A phrase with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The phrase itself.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Its place in the source, inside the definition if it came from one.
    pub span: Span,
}

/// The reference of a relative word (`forward`, `far-row`, a region given for each side).
#[derive(Clone, Debug, PartialEq)]
pub enum RelativeTo {
    /// The owner of the piece being described, for each piece separately: of the innermost enclosing base of an `On` over
    /// pieces, pieces of a `From` whose sites are `Field(Site, pieces)`, left side of an `Is`, or subject of an event before
    /// `on`.
    Described,
    /// The owner of the acting piece.
    Actor,
    /// The side of the player whose turn it is.
    Mover,
    /// These sides; the result is the union over them.
    Of(Box<Expr>),
}

/// `forward`, `backward`, `sideways`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelativeWay {
    /// Directions with a component towards the side's facing.
    Forward,
    /// Directions with a component away from it.
    Backward,
    /// Directions perpendicular to it.
    Sideways,
}

impl RelativeWay {
    /// The word for it in the language.
    pub fn word(self) -> &'static str {
        match self {
            RelativeWay::Forward => "forward",
            RelativeWay::Backward => "backward",
            RelativeWay::Sideways => "sideways",
        }
    }
}

/// Relative sets of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelativeRow {
    /// The last row towards the side's facing.
    Far,
    /// The last row in the opposite direction.
    Home,
    /// A region given for each side.
    Region(RegionId),
}

/// Predefined words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// The acting piece (`actor`; also `it` in a rule of moves).
    Actor,
    /// The player whose turn it is.
    Mover,
    /// The players of all other sides.
    Opponent,
    /// All players, in the order of `[players]`.
    Players,
    /// All sides.
    Sides,
    /// The pieces taken by this move (in an obligation, by the candidate), in order and as they were when taken.
    Taken,
    /// Pieces passed over by the current leg without being taken.
    Passed,
    /// The site of the acting piece when the move began.
    Start,
    /// The site where the last leg landed, or was to land.
    Landing,
    /// The start of the move and the landing sites of its legs.
    Trail,
    /// The number of legs of this move so far; in an obligation, of the candidate.
    Legs,
    /// The number of turns played. In `turn ends` and in endings, the turn just played is included.
    Turns,
    /// How many times the position has occurred, this time included.
    Repeats,
    /// All pieces on the board that command a site.
    Pieces,
    /// All sites without a piece.
    Empty,
}

impl Given {
    /// Its name: the word in the language, or one such as `every-player` for words that mean all elements of a type.
    pub fn word(self) -> &'static str {
        match self {
            Given::Actor => "actor",
            Given::Mover => "mover",
            Given::Opponent => "opponent",
            Given::Players => "every-player",
            Given::Sides => "every-side",
            Given::Taken => "taken",
            Given::Passed => "passed",
            Given::Start => "start",
            Given::Landing => "landing",
            Given::Trail => "trail",
            Given::Legs => "legs",
            Given::Turns => "turns",
            Given::Repeats => "repeats",
            Given::Pieces => "every-piece",
            Given::Empty => "empty",
        }
    }
}

/// What the value of a predefined word depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangsOn {
    /// On nothing; it is constant.
    Nothing,
    /// On the position.
    Position,
    /// On which piece acts.
    Actor,
    /// On what the move has done.
    Move,
    /// On the route of the move.
    Route,
    /// On the number of turns played.
    Turns,
    /// On the positions that have occurred.
    Repeats,
}

impl Given {
    /// What its value depends on.
    pub fn hangs_on(self) -> HangsOn {
        match self {
            Given::Players | Given::Sides => HangsOn::Nothing,
            Given::Mover | Given::Opponent | Given::Pieces | Given::Empty => HangsOn::Position,
            Given::Actor => HangsOn::Actor,
            Given::Taken | Given::Start | Given::Landing => HangsOn::Move,
            Given::Passed | Given::Trail | Given::Legs => HangsOn::Route,
            Given::Turns => HangsOn::Turns,
            Given::Repeats => HangsOn::Repeats,
        }
    }
}

/// A field of a thing: `F of X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Of pieces: their owners.
    Owner,
    /// Of pieces: their sites; of taken ones, where they were taken. Also the coercion of a piece to a site.
    Site,
    /// Of pieces: their kinds.
    Kind,
    /// Of one piece or kind: its `value`, a number. Summed by [`ExprKind::Total`].
    Worth,
    /// Of pieces: the values or tokens in that slot.
    Slot(SlotId),
    /// Of tokens: the value of the i-th attribute of their type.
    Attribute(u8),
    /// Of tokens: their faces.
    Face,
    /// Of sites: the token under them.
    Under,
    /// Of one site, or of a piece by its site: a number.
    Measure(Measure),
    /// Of a pile or tower: its top element.
    Top,
    /// Of a pile or tower: its bottom element.
    Bottom,
    /// Of a list (`taken`): its first element.
    First,
    /// Of a list (`taken`): its last element.
    Last,
    /// Of players: their sides (also a coercion).
    SideOf,
    /// Of sides: their players.
    PlayersOf,
    /// Of players: the values of their i-th attribute.
    PlayerAttribute(u8),
    /// Of sides: their pieces on the board.
    PiecesOf,
    /// Of players, of sides, or with the operand `ExprKind::None`: the pile.
    Pile(PileId),
    /// Of moves: the acting piece, where moves are filtered.
    ActorOf,
    /// Of directions: their opposites.
    Opposite,
}

/// Arithmetic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `remainder(a, b)`: the Euclidean remainder, from 0 to b - 1. The checker requires b to be 1 or more.
    Remainder,
}

impl Arithmetic {
    /// The sign or name in the language.
    pub fn sign(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Remainder => "remainder",
        }
    }

    /// The result for two numbers, saturating.
    #[inline]
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Arithmetic::Add => a.saturating_add(b),
            Arithmetic::Subtract => a.saturating_sub(b),
            Arithmetic::Multiply => a.saturating_mul(b),
            Arithmetic::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
        }
    }
}

/// What a `can` phrase tests.
#[derive(Clone, Debug, PartialEq)]
pub enum CanVerb {
    /// `it can jump diagonal over enemy`: whether the path matches from a subject, which acts during the test.
    Path(Box<Path>),
    /// `it can capture [an enemy]`: a first leg by a rule of these classes, which takes a piece of the set if one is given. The
    /// line that contains the question determines the rules that it [leaves out](super::rules::questions).
    Group(Vec<GroupId>, Option<Box<Expr>>, RuleId),
    /// A verb with a body: whether its statements can be carried out to the end.
    Body(Box<Block>),
}

/// The forms of a checked phrase.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number, or the value of an entry of `[numbers]`.
    Number(i64),
    /// `true`, `false`
    Truth(bool),
    /// `none`: the empty set, of the type of the phrase.
    None,
    /// Constant sites: `c3`, `corners`, `edge`, `square`, `point`, `site`.
    Sites(SiteSet),
    /// `far-row`, `home-row`, a region given for each side.
    RelativeSites(RelativeRow, RelativeTo),
    /// `diagonal`, `north`
    Directions(DirectionSet),
    /// `forward`
    RelativeDirections(RelativeWay, RelativeTo),
    /// Kinds by name, bit `i` for `KindId(i)`.
    Kinds(u32),
    /// Players by name, bit `i` for `PlayerId(i)`.
    Players(u8),
    /// Sides by name, bit `i` for `SideId(i)`.
    Sides(u8),
    /// Values by name, bit `i` for the i-th value of the set that is the phrase's type.
    Values(u64),
    /// All tokens of the type, wherever they are.
    Tokens(TokenId),
    /// `actor`, `mover`, `taken` …
    Given(Given),
    /// A bound name, including the `it` of a `where`.
    Local(LocalId),
    /// A counter, clock or `keep`; with the players or sides whose it is, if declared `of` these.
    Stored(StoredId, Option<Box<Expr>>),
    /// Classes of moves: `capture`, `movement or capture`, `move`.
    Moves(Vec<GroupId>),
    /// Moves of other players: `move of opponent`.
    MovesOf(Box<Expr>, Box<Expr>),

    /// Intersection, of at least one part; all parts have the same type.
    Intersect(Vec<Expr>),
    /// Union, of at least one part; all parts have the same type. Numbers only in what is chosen from: `(1 or 2 or 3)`.
    Union(Vec<Expr>),
    /// Difference: in the first, not in the second.
    Without(Box<Expr>, Box<Expr>),
    /// `F of X`, united over the elements of X.
    Field(Field, Box<Expr>),
    /// `D from S`: the sites one step from those of S.
    From(Box<Expr>, Box<Expr>),
    /// `D beyond S`: all sites on lines from those of S in the directions D.
    Beyond(Box<Expr>, Box<Expr>),
    /// `P on S`: the pieces of P that are on a site of S. Negated if the flag is set.
    On(Box<Expr>, Box<Expr>, bool),
    /// `X in C`: the elements of C (the `Contents` of a pile or tower, `taken`, or a set of the same type) that X describes, in
    /// the order of C. If the flag (`not`) is set: the elements of X that are not in C.
    In(Box<Expr>, Box<Expr>, bool),
    /// `A where C`: the elements of A for which C holds, with the name bound to the element.
    Where(Box<Expr>, LocalId, Box<Expr>),
    /// `A with most N` (`true`), `A with least N` (`false`), with the name bound to the element in N. N is a number, a list
    /// compared lexicographically, or one value of a named set.
    Extreme(Box<Expr>, LocalId, bool, Box<Expr>),
    /// `(if C then A else B)`
    If(Box<Expr>, Box<Expr>, Box<Expr>),

    /// Pieces of these kinds on the board. As a description it also applies to pieces off the board.
    PiecesOfKinds(Box<Expr>),
    /// Pieces that have such a value in the slot, or with `Some(i)` in the i-th attribute of the token in the slot.
    PiecesBearing(SlotId, Option<u8>, Box<Expr>),
    /// Tokens with such a value in their i-th attribute.
    TokensBearing(TokenId, u8, Box<Expr>),
    /// Tokens that show such a face.
    TokensFaced(TokenId, Box<Expr>),
    /// The contents of these piles, or the pieces below these commanders.
    Contents(Box<Expr>),

    /// The number of elements.
    Count(Box<Expr>),
    /// Whether the set is not empty.
    Some(Box<Expr>),
    /// The sum of a numeric field over the elements.
    Total(Field, Box<Expr>),
    /// `order(A, L)`: the positions in the list L of the elements that are in A, as a list to compare lexicographically.
    Order(Box<Expr>, Box<Expr>),
    /// An arithmetic operation.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// A comparison of numbers, or of values of one set.
    Compare(crate::syntax::ast::Order, Box<Expr>, Box<Expr>),
    /// `every A is B`, `A is B`: A is not empty and a subset of B.
    Is(Box<Expr>, Box<Expr>),
    /// Conjunction, evaluated from the left.
    And(Vec<Expr>),
    /// Disjunction, evaluated from the left.
    Or(Vec<Expr>),
    /// Negation.
    Not(Box<Expr>),
    /// `A can VERB`: whether some element of A can, with it as the actor.
    Can(Box<Expr>, CanVerb),
}

/// A new piece: `new man`.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPiece {
    /// Its kind.
    pub kind: KindId,
    /// The supply pile it is taken from; without one it is created.
    pub from: Option<PileId>,
}

/// The lowest `count` bits: all members of a set such as [`ExprKind::Kinds`] or [`ExprKind::Values`].
pub(crate) fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
