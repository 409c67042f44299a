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

/// An event's name.
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

    /// As written in a rule file.
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
    /// How many names it binds; the subject is local 0 where the event has one.
    pub locals: u16,
    /// Which pieces.
    pub subject: Option<NodeId>,
    /// On which sites.
    pub place: Option<NodeId>,
    /// When.
    pub condition: Option<NodeId>,
    /// What happens.
    pub body: BlockId,
}

/// How a game goes: the set-up, its turns, its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The set-up scripts in order.
    pub setup: Vec<Script>,
    /// The script of a turn.
    pub turn: Script,
    /// Endings tested between turns, in order, with `cannot move` lines in their places.
    pub endings: Vec<Ending>,
    /// Endings tested as soon as they hold.
    pub soon: Vec<Soon>,
    /// Score lines.
    pub scores: Vec<Score>,
}

/// An ending tested between turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The script.
    pub script: Script,
    /// `PLAYERS who cannot move`: whose; local 0 is the player.
    pub cannot_move: Option<NodeId>,
    /// Waits for patience to run out.
    pub patience: bool,
}

/// An ending tested as soon as it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Soon {
    /// The script.
    pub script: Script,
    /// The condition.
    pub condition: NodeId,
    /// Waits for patience to run out.
    pub patience: bool,
}

/// A score line.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds; local 0 is the player.
    pub locals: u16,
    /// Whose.
    pub player: NodeId,
    /// How much.
    pub value: NodeId,
}

/// The group that a rule belongs to and its place there: what a `play` offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleRef {
    /// The class.
    pub group: GroupId,
    /// Index into its rules.
    pub index: u16,
}
