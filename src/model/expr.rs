//! Checked phrases. Every value is a set of one type, or a number, or a truth. Definitions have been put in where they are
//! used, every coercion is a node of its own, and every relative word knows what it is relative to.

use super::board::DirectionSet;
use super::rules::{Block, Path};
use super::sites::SiteSet;
use super::{EnumId, GroupId, KindId, LocalId, Measure, PileId, RegionId, RuleId, SlotId, StoredId, TokenId};
use crate::source::Span;

/// What a phrase denotes a set of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Places of the board.
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
    /// Values of one enumeration.
    Value(EnumId),
    /// Candidate moves.
    Move,
    /// One number (or, as a key of `with most`, a list compared in order).
    Number,
    /// One truth.
    Truth,
}

/// A phrase with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// What it denotes.
    pub ty: Type,
    /// Where it is written (inside a definition, if it came from one).
    pub span: Span,
}

/// What a relative word (`forward`, `far-row`, a region given per side) is relative to.
#[derive(Clone, Debug, PartialEq)]
pub enum RelativeTo {
    /// The owner of the piece being described, piece by piece: the nearest enclosing of the base of an `On` over pieces, the
    /// pieces of a `From` whose sites are `Field(Site, pieces)`, the left side of an `Is`, or the subject of an event before `on`.
    Described,
    /// The owner of the acting piece.
    Actor,
    /// The side of the player whose turn it is.
    Mover,
    /// These sides (the union of what the word means for each).
    Of(Box<Expr>),
}

/// `forward`, `backward`, `sideways`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelativeWay {
    /// Every direction with a part towards where its side looks.
    Forward,
    /// Every direction with a part away from there.
    Backward,
    /// Exactly across.
    Sideways,
}

impl RelativeWay {
    /// The word that it is written with.
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
    /// The row furthest from the side.
    Far,
    /// The row nearest to the side.
    Home,
    /// A region given per side.
    Region(RegionId),
}

/// Words that are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// The acting piece (`actor`; also `it` in a move rule). Type piece.
    Actor,
    /// The player whose turn it is.
    Mover,
    /// The players of all other sides.
    Opponent,
    /// All players, in turn order of first appearance.
    Players,
    /// All sides.
    Sides,
    /// What this move has taken, in order: pieces as they were. In an obligation: what the candidate takes.
    Taken,
    /// Pieces passed over in this leg without being taken.
    Passed,
    /// Where the acting piece stood when the move began. A site.
    Start,
    /// Where the last leg landed. A site.
    Landing,
    /// The sites on which the acting piece has stood in this move, start included.
    Trail,
    /// The legs of this move so far. In an obligation: of the candidate. A number.
    Legs,
    /// Turns played so far: the one that is over, too, where its end is told and the endings are asked. A number.
    Turns,
    /// How often the position has now stood. A number.
    Repeats,
    /// Every piece on the board (the commanders of towers).
    Pieces,
    /// Every site on which no piece stands.
    Empty,
}

impl Given {
    /// The word that it is written with; of words that mean all of a type, one that says so.
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

/// What the value of a word that is always there hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangsOn {
    /// It is always the same.
    Nothing,
    /// The position.
    Position,
    /// Which piece acts.
    Actor,
    /// What the move has done.
    Move,
    /// By which way it has come there.
    Route,
    /// How many turns were played.
    Turns,
    /// Which positions have stood.
    Repeats,
}

impl Given {
    /// What its value hangs on.
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

/// `F of X`: what a thing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Of pieces: the sides that own them.
    Owner,
    /// Of pieces: where they stand (taken ones: stood). Also the coercion of a piece to a site.
    Site,
    /// Of pieces: their kinds.
    Kind,
    /// Of one piece or kind: what it counts (a number). Summed by [`ExprKind::Total`].
    Worth,
    /// Of pieces: the values or tokens in that slot.
    Slot(SlotId),
    /// Of tokens: the value of the i-th attribute of their type.
    Attribute(u8),
    /// Of tokens: their faces.
    Face,
    /// Of sites: the token under them.
    Under,
    /// Of one site, or of a piece where it stands: a number.
    Measure(Measure),
    /// Of a pile or tower: its top.
    Top,
    /// Of a pile or tower: its bottom.
    Bottom,
    /// Of a list (`taken`): the first.
    First,
    /// Of a list (`taken`): the last.
    Last,
    /// Of players: their sides (also a coercion).
    SideOf,
    /// Of sides: their players.
    PlayersOf,
    /// Of players: the i-th further attribute.
    PlayerAttribute(u8),
    /// Of sides: their pieces on the board.
    PiecesOf,
    /// Of players, sides, or of no one (then the operand is `ExprKind::None`): the pile.
    Pile(PileId),
    /// Of moves: the acting piece (only where moves are filtered).
    ActorOf,
    /// Of directions: those that lead back.
    Opposite,
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `remainder(a, b)`: what is left of a when b, which is 1 or more, is taken away as often as it can be; from 0 to b - 1.
    Remainder,
}

impl Arithmetic {
    /// The sign or the name that it is written with.
    pub fn sign(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Remainder => "remainder",
        }
    }

    /// What comes of two numbers; beyond what a number can be, the nearest that can.
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

/// What `can` tests.
#[derive(Clone, Debug, PartialEq)]
pub enum CanVerb {
    /// `it can jump diagonal over enemy`: a match of the path from each subject in turn, which is the `actor` meanwhile.
    Path(Box<Path>),
    /// `it can capture [an enemy]`: a first leg by a rule of these classes, taking something of the set if one is given; and the line
    /// that asks, for what it [leaves out](super::rules::questions).
    Group(Vec<GroupId>, Option<Box<Expr>>, RuleId),
    /// A verb with a body: whether some run of it goes through.
    Body(Box<Block>),
}

/// What a checked phrase says.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number of the file, or of a number option.
    Number(i64),
    /// `true`, `false`
    Truth(bool),
    /// `none`, of the type of the phrase.
    None,
    /// Sites known beforehand: `c3`, `corners`, `edge`, `square`, `point`, `site`.
    Sites(SiteSet),
    /// `far-row`, `home-row`, a region given per side.
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
    /// Values by name, bit `i` for the i-th value of the enumeration in the phrase's type.
    Values(u64),
    /// Every token of the type, wherever it lies.
    Tokens(TokenId),
    /// `actor`, `mover`, `taken` …
    Given(Given),
    /// A bound name, or the `it` of a `where`.
    Local(LocalId),
    /// A counter, clock or kept thing; of these players or sides, if it is declared `of` such.
    Stored(StoredId, Option<Box<Expr>>),
    /// Classes of moves: `capture`, `movement or capture`, `move`.
    Moves(Vec<GroupId>),
    /// Chapters' moves of another player: `move of opponent`.
    MovesOf(Box<Expr>, Box<Expr>),

    /// In all of them. Never empty; all of one type.
    Intersect(Vec<Expr>),
    /// In any of them. Never empty; all of one type. Of numbers only in what is chosen from: `(1 or 2 or 3)`.
    Union(Vec<Expr>),
    /// In the first, not in the second.
    Without(Box<Expr>, Box<Expr>),
    /// `F of X`, joined over the elements of X.
    Field(Field, Box<Expr>),
    /// `D from S`: one step from each site.
    From(Box<Expr>, Box<Expr>),
    /// `D beyond S`: every site to which steps in one of the directions lead from one of the sites.
    Beyond(Box<Expr>, Box<Expr>),
    /// `P on S`: the pieces of P (wherever they are: a taken one stood there) that stand on S. The flag is `not`.
    On(Box<Expr>, Box<Expr>, bool),
    /// `X in C`: elements of C (a pile's or tower's `Contents`, `taken`, a set of the same type) that are in X, in C's order; X
    /// is a test of each element. With the flag (`not`): elements of X that are not in C.
    In(Box<Expr>, Box<Expr>, bool),
    /// `A where C`: inside C the element is the local.
    Where(Box<Expr>, LocalId, Box<Expr>),
    /// `A with most N` (`true`), `A with least N` (`false`): inside N the element is the local. N is a number, a list compared in
    /// order, or one value of an enumeration.
    Extreme(Box<Expr>, LocalId, bool, Box<Expr>),
    /// `(if C then A else B)`
    If(Box<Expr>, Box<Expr>, Box<Expr>),

    /// Pieces of these kinds, on the board (as a condition: whose kind is one of them, wherever they are).
    PiecesOfKinds(Box<Expr>),
    /// Pieces that bear such a value in that slot, themselves or by the i-th attribute (`Some(i)`) of the token in it.
    PiecesBearing(SlotId, Option<u8>, Box<Expr>),
    /// Tokens that bear such a value as their i-th attribute.
    TokensBearing(TokenId, u8, Box<Expr>),
    /// Tokens with such a face.
    TokensFaced(TokenId, Box<Expr>),
    /// What lies in these piles, or below the commanders of these towers.
    Contents(Box<Expr>),

    /// How many there are.
    Count(Box<Expr>),
    /// Whether there are any.
    Some(Box<Expr>),
    /// The sum of a number field over the elements.
    Total(Field, Box<Expr>),
    /// `order(A, L)`: the places in the list L of its elements that are in A; compared in order, a longer list last.
    Order(Box<Expr>, Box<Expr>),
    /// Arithmetic.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Values, numbers compared.
    Compare(crate::syntax::ast::Order, Box<Expr>, Box<Expr>),
    /// `every A is B`, `A is B`: A is not empty and contained in B.
    Is(Box<Expr>, Box<Expr>),
    /// All hold, tested from the left.
    And(Vec<Expr>),
    /// One holds, tested from the left.
    Or(Vec<Expr>),
    /// It does not hold.
    Not(Box<Expr>),
    /// `A can VERB`: for some element of A, with it as the actor.
    Can(Box<Expr>, CanVerb),
}

/// A piece that does not exist yet: `new man`, from the pile where such pieces wait, if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPiece {
    /// What it is.
    pub kind: KindId,
    /// The pile that it is taken from; without it, out of nothing.
    pub from: Option<PileId>,
}

/// All of so many, as bits: of a set such as [`ExprKind::Kinds`] or [`ExprKind::Values`].
pub(crate) fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
