//! Compiled triggers and endings.

use super::{BlockId, Script};
use crate::model::{GroupId, RuleId};
use crate::program::node::NodeId;

/// Triggers by event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triggers {
    /// `lands`
    pub lands: Vec<Trigger>,
    /// `rests`
    pub rests: Vec<Trigger>,
    /// `before … is taken`
    pub before_taken: Vec<Trigger>,
    /// `when … is taken`
    pub taken: Vec<Trigger>,
    /// `leaves`
    pub leaves: Vec<Trigger>,
    /// `leg begins`
    pub leg_begins: Vec<Trigger>,
    /// `leg ends`
    pub leg_ends: Vec<Trigger>,
    /// `move begins`
    pub move_begins: Vec<Trigger>,
    /// `move ends`
    pub move_ends: Vec<Trigger>,
    /// `turn begins`
    pub turn_begins: Vec<Trigger>,
    /// `turn ends`
    pub turn_ends: Vec<Trigger>,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// `lands`
    Lands,
    /// `rests`
    Rests,
    /// `before … is taken`
    BeforeTaken,
    /// `when … is taken`
    Taken,
    /// `leaves`
    Leaves,
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

impl EventKind {
    /// All events, in the order of [`Triggers`].
    pub const ALL: [EventKind; 11] = [
        EventKind::Lands,
        EventKind::Rests,
        EventKind::BeforeTaken,
        EventKind::Taken,
        EventKind::Leaves,
        EventKind::LegBegins,
        EventKind::LegEnds,
        EventKind::MoveBegins,
        EventKind::MoveEnds,
        EventKind::TurnBegins,
        EventKind::TurnEnds,
    ];

    /// The event as it is written in a rule file.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Lands => "lands",
            EventKind::Rests => "rests",
            EventKind::BeforeTaken => "before is taken",
            EventKind::Taken => "is taken",
            EventKind::Leaves => "leaves",
            EventKind::LegBegins => "leg begins",
            EventKind::LegEnds => "leg ends",
            EventKind::MoveBegins => "move begins",
            EventKind::MoveEnds => "move ends",
            EventKind::TurnBegins => "turn begins",
            EventKind::TurnEnds => "turn ends",
        }
    }
}

impl Triggers {
    /// The triggers of an event.
    pub fn of(&self, event: EventKind) -> &[Trigger] {
        match event {
            EventKind::Lands => &self.lands,
            EventKind::Rests => &self.rests,
            EventKind::BeforeTaken => &self.before_taken,
            EventKind::Taken => &self.taken,
            EventKind::Leaves => &self.leaves,
            EventKind::LegBegins => &self.leg_begins,
            EventKind::LegEnds => &self.leg_ends,
            EventKind::MoveBegins => &self.move_begins,
            EventKind::MoveEnds => &self.move_ends,
            EventKind::TurnBegins => &self.turn_begins,
            EventKind::TurnEnds => &self.turn_ends,
        }
    }

    pub(in crate::program) fn of_mut(&mut self, event: EventKind) -> &mut Vec<Trigger> {
        match event {
            EventKind::Lands => &mut self.lands,
            EventKind::Rests => &mut self.rests,
            EventKind::BeforeTaken => &mut self.before_taken,
            EventKind::Taken => &mut self.taken,
            EventKind::Leaves => &mut self.leaves,
            EventKind::LegBegins => &mut self.leg_begins,
            EventKind::LegEnds => &mut self.leg_ends,
            EventKind::MoveBegins => &mut self.move_begins,
            EventKind::MoveEnds => &mut self.move_ends,
            EventKind::TurnBegins => &mut self.turn_begins,
            EventKind::TurnEnds => &mut self.turn_ends,
        }
    }
}

/// A trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds; the subject is local 0 if the event has one.
    pub locals: u16,
    /// The pieces to which it applies.
    pub subject: Option<NodeId>,
    /// The sites to which it applies.
    pub place: Option<NodeId>,
    /// When, if not always.
    pub condition: Option<NodeId>,
    /// What happens.
    pub body: BlockId,
}

/// The course of a game: the set-up, its turns, its endings.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The set-up scripts in order.
    pub setup: Vec<Script>,
    /// The script of a turn.
    pub turn: Script,
    /// Endings tested between turns, in order; `cannot move` lines are among them.
    pub endings: Vec<Ending>,
    /// Endings tested as soon as they hold.
    pub immediate_endings: Vec<ImmediateEnding>,
    /// Score lines.
    pub scores: Vec<Score>,
}

/// An ending tested between turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The script.
    pub script: Script,
    /// The players of `PLAYERS who cannot move`; local 0 is the player.
    pub cannot_move: Option<NodeId>,
    /// It is a patience line.
    pub patience: bool,
}

/// An ending tested as soon as it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ImmediateEnding {
    /// The script.
    pub script: Script,
    /// The condition.
    pub condition: NodeId,
    /// It is a patience line.
    pub patience: bool,
}

/// A score line.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its line.
    pub rule: RuleId,
    /// The number of names it binds; local 0 is the player.
    pub locals: u16,
    /// The players it applies to.
    pub player: NodeId,
    /// The score.
    pub value: NodeId,
}

/// A rule that a `play` offers: its class and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleRef {
    /// The class.
    pub group: GroupId,
    /// Index into the rules of the class.
    pub index: u16,
}
