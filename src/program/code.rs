//! Compiled statements, rules and triggers.

use crate::model::expr::NewPiece;
use crate::model::rules::{Ending as EndOf, PathMode, Times};
use crate::model::{GroupId, LocalId, RuleId, SlotId, StoredId};

use super::node::NodeId;

/// Index into [`super::Program::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Index into [`super::Program::paths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u32);

/// Statements in order, each with the rule line it came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements.
    pub ops: Vec<(Op, RuleId)>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// One of several blocks.
    Either(Vec<BlockId>),
    /// A block, or not.
    May(BlockId),
    /// So many times; without a number, as long as it can.
    Repeat(Option<NodeId>, BlockId),
    /// As often as the chooser likes.
    MayRepeat(BlockId),
    /// For each element.
    For(LocalId, NodeId, BlockId),
    /// One of two blocks.
    If(NodeId, BlockId, BlockId),
    /// With another acting piece.
    As(NodeId, BlockId),
    /// A choice, under a name.
    Choose(LocalId, String, Option<Count>, NodeId, Chooser),
    /// A name for a value.
    Let(LocalId, NodeId),
    /// Fails the run.
    Require(NodeId),
    /// A leg by the acting piece.
    Path(PathId),
    /// A named verb: the name is a deed of the move.
    Verb(String, BlockId),
    /// Pieces go to.
    MovePiece(NodeId, PieceTo),
    /// A fresh piece comes.
    PlaceNew(NewPiece, PieceTo),
    /// Tokens go to.
    MoveToken(NodeId, TokenTo),
    /// Captures.
    Take(NodeId),
    /// The kind of pieces.
    SetKind(NodeId, NodeId),
    /// The owner of pieces.
    SetOwner(NodeId, NodeId),
    /// The attribute of pieces.
    SetSlot(SlotId, NodeId, NodeId),
    /// The face of tokens.
    SetFace(NodeId, NodeId),
    /// A counter or clock.
    SetNumber(StoredId, Option<NodeId>, NodeId),
    /// A kept thing.
    SetKept(StoredId, Option<NodeId>, NodeId),
    /// A counter or clock goes up.
    Raise(StoredId, Option<NodeId>, NodeId),
    /// Each goes where the next stands.
    Exchange(Vec<NodeId>),
    /// Order and identity are forgotten.
    Shuffle(NodeId),
    /// Players have seen tokens.
    Show(NodeId, NodeId),
    /// The event does not happen.
    Prevent,
    /// Ends something.
    End(EndOf, Option<String>),
    /// A decision of a turn script.
    Play(NodeId, Option<NodeId>),
    /// Sides win.
    Wins(NodeId, Option<String>),
    /// Sides lose.
    Loses(NodeId, Option<String>),
    /// A draw.
    Draw(Option<String>),
}

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser {
    /// Who is choosing anyway.
    Current,
    /// Chance.
    Chance,
    /// This player, or the player of this side (the flag).
    Player(NodeId, bool),
}

/// How many are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// So many.
    Exactly(NodeId),
    /// From so many to so many.
    Between(NodeId, Option<NodeId>),
}

/// Where pieces go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PieceTo {
    /// A site.
    Site(NodeId),
    /// A pile.
    Pile(NodeId),
    /// Below a tower.
    BottomOf(NodeId),
    /// On top of a tower.
    TopOf(NodeId),
    /// Out of the game.
    Box,
}

/// Where tokens go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenTo {
    /// A pile.
    Pile(NodeId),
    /// A slot of a piece.
    Slot(SlotId, NodeId),
    /// Under a site.
    Under(NodeId),
    /// Out of the game.
    Box,
}

/// A path over a ray.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike`, `sweep`
    pub mode: PathMode,
    /// Along which directions.
    pub ways: NodeId,
    /// What lies behind the start, read outward: the items before `here`.
    pub behind: Vec<Item>,
    /// What lies ahead.
    pub ahead: Vec<Item>,
    /// Where it was written.
    pub rule: RuleId,
}

/// An item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Sites gone over; whether the set is one of pieces.
    Past(Times, Set),
    /// Pieces taken.
    Taking(Times, Set),
    /// The landing.
    To(Set),
    /// Items repeated.
    Group(Times, Vec<Item>),
}

/// A set tested site by site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set {
    /// The phrase.
    pub node: NodeId,
    /// A set of pieces: the site matches if its commander is in it.
    pub pieces: bool,
}

/// A script: a block with its names.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Its statements.
    pub body: BlockId,
}

/// A class of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// `capture`
    pub name: String,
    /// Its rules.
    pub rules: Vec<MoveRule>,
    /// Its chain laws.
    pub chain: Vec<Law>,
    /// Bars legs opposite to the last.
    pub must_not_reverse: bool,
    /// Bars legs in the direction of the last.
    pub must_turn: bool,
    /// Taken pieces wait until the move is over.
    pub removal_after_move: bool,
}

/// A chain law.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Must, else may.
    pub must: bool,
    /// When.
    pub condition: Option<NodeId>,
}

/// `SET may VERB`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// Whose: pieces, or (`true`) players.
    pub subject: NodeId,
    /// The subject is players; there is no acting piece.
    pub by_player: bool,
    /// The path, or the body with the verb's name.
    pub verb: Verb,
    /// When.
    pub condition: Option<NodeId>,
    /// What follows each leg.
    pub then: BlockId,
}

/// What a rule lets one do.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// A path.
    Path(PathId),
    /// Statements, under a name.
    Body(String, BlockId),
}

/// An obligation.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Its line.
    pub rule: RuleId,
    /// How many names it binds.
    pub locals: u16,
    /// The moves preferred.
    pub moves: NodeId,
    /// When.
    pub condition: Option<NodeId>,
}

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

    pub(super) fn of_mut(&mut self, event: EventKind) -> &mut Vec<Trigger> {
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
