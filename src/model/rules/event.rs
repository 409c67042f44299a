//! What rules wait for, and what is kept from turn to turn.

use super::{Block, Scope};
use crate::model::expr::{Expr, Type};
use crate::model::{PileId, RuleId};

/// `when EVENT …`, `before EVENT …`
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// The line.
    pub rule: RuleId,
    /// Its names; the event's subject (`it`) is local 0 where the event has one.
    pub scope: Scope,
    /// What it waits for.
    pub event: Event,
    /// About the moment of the event.
    pub condition: Option<Expr>,
    /// What happens.
    pub body: Block,
}

impl Trigger {
    /// The phrases of its event, and its condition.
    pub fn phrases(&self) -> Vec<&Expr> {
        let mut phrases = self.event.phrases();
        phrases.extend(&self.condition);
        phrases
    }
}

/// What a trigger waits for. Sets are tested on the event's subject.
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
    /// The phrases that it is told by.
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

/// A line of `victory`.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingLine {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// When it is tested.
    pub kind: EndingKind,
    /// What then happens.
    pub body: Block,
    /// Whether it waits for patience to run out: it reads a clock or `repeats`. Perft does not apply such lines.
    pub patience: bool,
}

/// When an ending is tested.
#[derive(Clone, Debug, PartialEq)]
pub enum EndingKind {
    /// Between turns, in the order of the lines; `mover` is who has just moved. The body tests its own conditions.
    AfterTurn,
    /// As soon as this holds, after every leg and every statement of a trigger.
    AsSoonAs(Expr),
    /// When a player of this set has to play and cannot; the player is `mover` and local 0 meanwhile.
    CannotMove(Expr),
}

/// `score of PLAYER is E`
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The line.
    pub rule: RuleId,
    /// Its names; local 0 is the player.
    pub scope: Scope,
    /// Whose.
    pub player: Expr,
    /// How much; type number.
    pub value: Expr,
}

/// A counter, a clock, or a kept thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The line.
    pub rule: RuleId,
    /// Its name.
    pub name: String,
    /// Whose: one for all, one a player, one a side.
    pub of: StoredOf,
    /// What it holds.
    pub holds: StoredType,
    /// When it starts afresh.
    pub each: Each,
    /// Ticks by itself, and is no part of the position for repetition.
    pub clock: bool,
    /// It is the half-move clock: see [`super::half_move_clock`].
    pub half_moves: bool,
}

/// Whose a stored thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredOf {
    /// The position's.
    Position,
    /// One for each player.
    Player,
    /// One for each side.
    Side,
}

/// What a stored thing holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredType {
    /// A number in a range, with its start.
    Number {
        /// Least.
        least: i64,
        /// Greatest; setting beyond stops at the bound.
        greatest: i64,
        /// At the start of the game.
        start: i64,
    },
    /// A set of things of a type, at first none (a truth: at first false).
    Set(Type),
}

/// When a stored thing starts afresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// Never.
    Game,
    /// When a turn begins.
    Turn,
    /// When a player comes to choose a move.
    Move,
}

/// One pile: a declaration and, where it makes several, whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PileRef {
    /// The declaration.
    pub pile: PileId,
    /// Index of the player or side; 0 for common piles and piles of one player.
    pub owner: u8,
}
