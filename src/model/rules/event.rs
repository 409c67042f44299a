//! Triggers, endings, scores, and stored values (counters, clocks, `keep`s).

use super::{Block, Scope};
use crate::model::expr::{Expr, Type};
use crate::model::{PileId, RuleId};

/// `when EVENT …`, `before EVENT …`
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it. Local 0 is the subject of the event (`it`), if it has one.
    pub scope: Scope,
    /// The event that sets it off.
    pub event: Event,
    /// The condition, evaluated at the moment of the event.
    pub condition: Option<Expr>,
    /// The statements to run.
    pub body: Block,
}

impl Trigger {
    /// The phrases of the event, and the condition.
    pub fn phrases(&self) -> Vec<&Expr> {
        let mut phrases = self.event.phrases();
        phrases.extend(&self.condition);
        phrases
    }
}

/// An event. The sets describe its subject and the site.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// `PIECES lands [on SITES]`
    Lands(Expr, Option<Expr>),
    /// `PIECES rests [on SITES]`
    Rests(Expr, Option<Expr>),
    /// `before PIECES is taken`
    BeforeTaken(Expr),
    /// `when PIECES is taken`
    Taken(Expr),
    /// `PIECES leaves`
    Leaves(Expr),
    /// `leg begins`
    LegBegins,
    /// `leg ends`
    LegEnds,
    /// `move begins`
    MoveBegins,
    /// `move ends`
    MoveEnds,
    /// `turn begins`
    TurnBegins,
    /// `turn ends`
    TurnEnds,
}

impl Event {
    /// The phrases of the event.
    fn phrases(&self) -> Vec<&Expr> {
        match self {
            Event::Lands(set, on) | Event::Rests(set, on) => std::iter::once(set).chain(on).collect(),
            Event::BeforeTaken(set) | Event::Taken(set) | Event::Leaves(set) => vec![set],
            Event::LegBegins | Event::LegEnds | Event::MoveBegins | Event::MoveEnds | Event::TurnBegins | Event::TurnEnds => {
                Vec::new()
            }
        }
    }
}

/// An ending, from the `victory` chapter.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingLine {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it.
    pub scope: Scope,
    /// When it is tested.
    pub kind: EndingKind,
    /// The statements to run.
    pub body: Block,
    /// Whether it is a patience line, which reads a clock or `repeats`. Perft does not apply such lines.
    pub patience: bool,
}

/// When an ending is tested.
#[derive(Clone, Debug, PartialEq)]
pub enum EndingKind {
    /// When a turn is over, in the order of the lines; `mover` is the player who has just played. The body tests its own
    /// condition.
    AfterTurn,
    /// As soon as this holds: after each leg, after each statement of a trigger, and when a turn begins.
    AsSoonAs(Expr),
    /// When a player of this set has to play and cannot. In the statements that player is `mover` and local 0.
    CannotMove(Expr),
}

/// `score of PLAYER is E`
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The line.
    pub rule: RuleId,
    /// The names bound in it; local 0 is the player.
    pub scope: Scope,
    /// The players it applies to.
    pub player: Expr,
    /// The score, a number.
    pub value: Expr,
}

/// A counter, a clock or a `keep`.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The line.
    pub rule: RuleId,
    /// Its name.
    pub name: String,
    /// Its owners: the position, or each player or side.
    pub of: StoredOf,
    /// The type and range of its value.
    pub holds: StoredType,
    /// When it is reset.
    pub each: Each,
    /// It is a clock: it advances by itself, and is not part of the position for repetition.
    pub clock: bool,
    /// It is the half-move clock: see [`super::half_move_clock`].
    pub half_moves: bool,
}

/// The owners of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredOf {
    /// One for the position.
    Position,
    /// One for each player.
    Player,
    /// One for each side.
    Side,
}

/// The type of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredType {
    /// A number in a range.
    Number {
        /// The least value.
        least: i64,
        /// The greatest value. Values beyond a bound are set to the bound.
        greatest: i64,
        /// The initial value.
        start: i64,
    },
    /// A set of things of a type, initially empty; or a truth, initially false.
    Set(Type),
}

/// When a stored value is reset to its initial value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// Never.
    Game,
    /// When a turn begins.
    Turn,
    /// When a player comes to choose a move.
    Move,
}

/// A pile: a declaration, and the owner if it makes several piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PileRef {
    /// The declaration.
    pub pile: PileId,
    /// Index of the player or side; 0 for common piles and piles of one player.
    pub owner: u8,
}
