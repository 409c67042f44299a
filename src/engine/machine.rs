//! The state of a turn under way: a stack of tasks, bound values, and what the move has done so far. All of it is plain data.

use smallvec::SmallVec;

use crate::model::setup::Outcome;
use crate::model::{LocalId, PlayerId, SiteId};
use crate::program::code::{BlockId, EventKind, PathId, RuleRef};
use crate::program::node::NodeId;

use super::moves::Deed;
use super::tokens::Transfer;
use super::value::{Element, TakenPiece, Value};

/// What is left to do, latest task last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Machine {
    pub(super) tasks: Vec<Task>,
    /// Bound values: each script's names from its base on.
    pub(super) values: Vec<Value>,
    /// The move so far.
    pub(super) run: Run,
    /// Who decides: the mover, unless a `by` said otherwise.
    pub(super) chooser: Option<PlayerId>,
    /// How deep triggers have set each other off.
    pub(super) depth: u8,
    /// `prevent` was said in the trigger running.
    pub(super) prevented: bool,
    /// What was done since the last decision: the text of the move. No part of the position.
    pub(super) deeds: Vec<Deed>,
    /// How the game ended.
    pub(super) outcome: Option<Box<Outcome>>,
}

/// The move so far: what `taken`, `start`, `trail` … mean. It stays after the move, until the next one begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Run {
    /// The rule that began it.
    pub(super) rule: Option<RuleRef>,
    /// The acting piece, as long as it is on the board.
    pub(super) actor: Option<SiteId>,
    /// Where it started.
    pub(super) start: Option<SiteId>,
    /// Where the last leg landed.
    pub(super) landing: Option<SiteId>,
    /// The sites stood on.
    pub(super) trail: SmallVec<[SiteId; 4]>,
    /// What was taken, in order.
    pub(super) taken: SmallVec<[TakenPiece; 2]>,
    /// Pieces passed over in the last leg.
    pub(super) passed: SmallVec<[SiteId; 2]>,
    /// The direction of the last leg.
    pub(super) heading: Option<u8>,
    /// Legs made.
    pub(super) legs: u16,
    /// `end leg` was said in this leg.
    pub(super) leg_ended: bool,
    /// What more has been ended.
    pub(super) ended: Option<Ended>,
}

/// What `end` has ended beyond the leg; a turn includes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ended {
    Move,
    Turn,
}

/// Something left to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// Statements of a block from `next` on.
    Block { block: BlockId, next: u16, base: u16 },
    /// Forget values from here on.
    Forget { to: u16 },
    /// The i-th set-up script; after the last, the first turn begins.
    Setup { next: u16 },
    /// A turn begins.
    TurnBegins,
    /// The script of the turn.
    Turn,
    /// A turn ends: clocks tick, then its triggers, then endings.
    TurnEnds,
    /// Endings between turns from the i-th on.
    Endings { next: u16 },
    /// The next player's turn begins.
    NextTurn,
    /// A decision among moves; whether it may be declined.
    Play { moves: NodeId, by: Option<PlayerId>, optional: bool, again: bool, base: u16 },
    /// The decision of a `play` is over.
    PlayEnds { chooser: Option<PlayerId> },
    /// The first leg of a move by a rule: a choice among its matches, or its body.
    Leg { rule: RuleRef },
    /// The acting piece lands, or stays where it is.
    Land { to: SiteId, passed: SmallVec<[SiteId; 2]>, heading: u8 },
    /// What the rule says after its leg.
    Then { rule: RuleRef },
    /// A leg is over: its end event.
    LegEnds,
    /// Whether the chain goes on.
    Chain,
    /// The move is over: waiting pieces leave.
    MoveEnds { stage: MoveStage },
    /// A piece is captured; it waits on the board, or leaves at once. Captures of a leg are left out when the leg has been ended.
    Take { about: About, stage: TakeStage, waits: bool, of_leg: bool },
    /// A piece goes from the board to a pile, or out of the game.
    Leave { about: About, pile: Option<u8>, told: bool },
    /// Triggers of an event from the i-th on.
    Event { event: EventKind, about: About, next: u16 },
    /// A trigger is over.
    TriggerEnds,
    /// Tests endings that hold as soon as their condition does, from the i-th on.
    Soon { next: u16 },
    /// A choice between running a block again and stopping.
    Again { block: BlockId, base: u16, optional: bool, left: Option<u32> },
    /// A block for each of these.
    Each { local: LocalId, left: Vec<Element>, block: BlockId, base: u16 },
    /// The acting piece becomes this again.
    Actor { about: About },
    /// A leg by a path of a block.
    Path { path: PathId, base: u16 },
    /// A choice of a block.
    Choose { block: BlockId, at: u16, base: u16 },
    /// One of several blocks.
    Either { block: BlockId, at: u16, base: u16 },
    /// A block, or not.
    May { block: BlockId, base: u16 },
    /// Tokens go to their place, one by one.
    Tokens(Transfer),
    /// A pile is shuffled.
    Shuffle { pile: u8 },
    /// The option of the decision ends here: the rest depends on what is about to become known.
    Cut,
}

/// The piece that a task is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum About {
    /// No piece.
    Nothing,
    /// The piece on this site.
    Piece(SiteId),
    /// A piece that has left the board since.
    Gone,
}

/// Stages of the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MoveStage {
    /// Waiting pieces leave.
    Removal,
    /// The acting piece rests.
    Rests,
    /// The move's own end.
    Ends,
}

/// Stages of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TakeStage {
    /// `before … is taken`
    Before,
    /// Unless prevented, it is taken.
    Happens,
    /// It leaves, unless it waits.
    Leaves,
}

impl Machine {
    /// Whether the turn is over, and what follows from that is under way.
    pub(super) fn has_ended_turn(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Endings { .. } | Task::NextTurn))
    }

    /// Whether the move of a `play` has begun and is not over.
    pub(super) fn in_a_move(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::PlayEnds { .. }))
    }

    /// Becomes a copy of another, in the memory that it has.
    pub(super) fn copy(&mut self, other: &Machine) {
        self.tasks.clone_from(&other.tasks);
        self.values.clone_from(&other.values);
        self.deeds.clone_from(&other.deeds);
        self.run.clone_from(&other.run);
        self.outcome.clone_from(&other.outcome);
        (self.chooser, self.depth, self.prevented) = (other.chooser, other.depth, other.prevented);
    }

    /// Sites of pieces that are taken and wait on the board.
    pub(super) fn waiting(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.run.taken.iter().filter(|taken| taken.waits).map(|taken| taken.site)
    }
}
