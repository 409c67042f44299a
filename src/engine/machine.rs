//! The state of a turn under way: a stack of tasks, bound values, and what the move has done so far. All of it is plain data.

use smallvec::SmallVec;

use crate::model::setup::Outcome;
use crate::model::{LocalId, PlayerId, SiteId};
use crate::program::code::{BlockId, EventKind, PathId, RuleRef};
use crate::program::node::NodeId;

use super::moves::Deed;
use super::tokens::Transfer;
use super::value::{Element, TakenPiece, Value};

/// The remaining tasks of the turn, the next one last, and the values that they use.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Machine {
    pub(super) tasks: Vec<Task>,
    /// Values of bound names: each script's names lie from its base on.
    pub(super) values: Vec<Value>,
    /// The move so far.
    pub(super) moving: MoveSoFar,
    /// The player who makes choices, where a `by` names another than the mover.
    pub(super) chooser: Option<PlayerId>,
    /// How many triggers are nested at present.
    pub(super) depth: u8,
    /// Whether the running trigger has executed `prevent`.
    pub(super) prevented: bool,
    /// What was done since the last decision, from which the move's text is made. Cleared at each decision, so no part of the
    /// position.
    pub(super) deeds: Vec<Deed>,
    /// How the game ended.
    pub(super) outcome: Option<Box<Outcome>>,
}

/// The move so far: the values of `taken`, `start`, `trail` and so on. It stays after the move until the next move or turn
/// begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct MoveSoFar {
    /// The rule by which the move began.
    pub(super) rule: Option<RuleRef>,
    /// The acting piece, as long as it is on the board.
    pub(super) actor: Option<SiteId>,
    /// The site where the move began.
    pub(super) start: Option<SiteId>,
    /// Where the last leg landed, or was to land.
    pub(super) landing: Option<SiteId>,
    /// The sites stood on, each once: the start of the move and the landings of its legs.
    pub(super) trail: SmallVec<[SiteId; 4]>,
    /// The pieces taken, in order.
    pub(super) taken: SmallVec<[TakenPiece; 2]>,
    /// Sites of the pieces passed over in the last leg without being taken.
    pub(super) passed: SmallVec<[SiteId; 2]>,
    /// The direction of the last leg.
    pub(super) heading: Option<u8>,
    /// The number of legs made.
    pub(super) legs: u16,
    /// Whether `end leg` was executed in this leg.
    pub(super) leg_ended: bool,
    /// Whether the move or the turn has been ended as well.
    pub(super) ended: Option<Ended>,
    /// The move is not over yet.
    pub(super) under_way: bool,
}

/// What `end` has ended beyond the leg. Ending the turn ends the move too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ended {
    Move,
    Turn,
}

/// A task: one step of what remains to be done, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// The statements of a block from `next` on; `base` is where the names of its script lie among the values.
    Block { block: BlockId, next: u16, base: u16 },
    /// Truncates the values to this length: the names of a script go out of scope.
    Forget { to: u16 },
    /// The i-th script of the set-up; after the last one the first turn begins.
    Setup { next: u16 },
    /// A turn begins.
    TurnBegins,
    /// The script of the turn.
    Turn,
    /// A turn ends: clocks tick, then the triggers of `turn ends` run, then the endings.
    TurnEnds,
    /// The endings between turns, from the i-th on.
    Endings { next: u16 },
    /// The next player's turn begins.
    NextTurn,
    /// A decision among moves. `optional`: it may be declined; `again`: it is offered again after each move (`may repeat`).
    Play { moves: NodeId, by: Option<PlayerId>, optional: bool, again: bool, base: u16 },
    /// The move of a `play` is over: the former chooser is restored, and the run is cut.
    PlayEnds { chooser: Option<PlayerId> },
    /// The first leg of a move by a rule: a choice among the matches of its path, or its body.
    Leg { rule: RuleRef },
    /// The acting piece lands on `to`; if that is its own site it stays there.
    Land { to: SiteId, passed: SmallVec<[SiteId; 2]>, heading: u8 },
    /// The statements that follow the path of a rule, after its leg.
    Then { rule: RuleRef },
    /// A leg is over: `leg ends` is reported.
    LegEnds,
    /// The chain: whether another leg can or must follow.
    Chain,
    /// The move is over: waiting pieces leave, the acting piece rests, `move ends` is reported.
    MoveEnds { stage: MoveStage },
    /// A piece is captured. With `waits` it stays on the board until the move is over, else it leaves at once. With `of_leg` the
    /// capture is dropped if the leg has been ended.
    Take { about: About, stage: TakeStage, waits: bool, of_leg: bool },
    /// A piece goes from the board to a pile, or out of the game. `told`: the triggers of `leaves` have already run.
    Leave { about: About, pile: Option<u8>, told: bool },
    /// The triggers of an event, from the i-th on.
    Event { event: EventKind, about: About, next: u16 },
    /// A trigger is over.
    TriggerEnds,
    /// Tests the `as soon as` endings, from the i-th on.
    ImmediateEndings { next: u16 },
    /// Further rounds of a `repeat` (`left` of them; `None`: while a round changes something), or of a `may repeat` if
    /// `optional`: then each is a choice.
    Again { block: BlockId, base: u16, optional: bool, left: Option<u32> },
    /// A block once for each of these elements, the next one last (`for`).
    Each { local: LocalId, left: Vec<Element>, block: BlockId, base: u16 },
    /// Restores the acting piece, after `as`.
    Actor { about: About },
    /// A leg by a path that is a statement of a block.
    Path { path: PathId, base: u16 },
    /// A `choose` statement of a block.
    Choose { block: BlockId, at: u16, base: u16 },
    /// An `either`: a choice among several blocks.
    Either { block: BlockId, at: u16, base: u16 },
    /// A `may`: a choice whether to run a block.
    May { block: BlockId, base: u16 },
    /// Tokens move to their destination, one by one.
    Tokens(Transfer),
    /// A pile is shuffled.
    Shuffle { pile: u8 },
    /// Ends the option of the decision here: the rest depends on what is about to become known. Trials end with it too.
    Cut,
}

/// The piece that a task is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum About {
    /// No piece.
    Nothing,
    /// The piece on this site.
    Piece(SiteId),
    /// A piece that has left the board since, or no acting piece.
    Gone,
}

/// Stages of the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MoveStage {
    /// Waiting pieces leave the board.
    Removal,
    /// The `rests` event of the acting piece.
    Rests,
    /// The `move ends` event.
    Ends,
}

/// Stages of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TakeStage {
    /// The triggers of `before … is taken`.
    Before,
    /// It is taken, unless a trigger has prevented it; then the triggers of `is taken`.
    Happens,
    /// It leaves the board, unless it waits.
    Leaves,
}

impl Machine {
    /// Whether the turn is over and its endings, or the passing of the turn, are still to run.
    pub(super) fn has_ended_turn(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Endings { .. } | Task::NextTurn))
    }

    /// Whether the move of a `play` is under way.
    pub(super) fn in_a_move(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::PlayEnds { .. }))
    }

    /// Becomes a copy of another machine, reusing its own memory.
    pub(super) fn copy(&mut self, other: &Machine) {
        self.tasks.clone_from(&other.tasks);
        self.values.clone_from(&other.values);
        self.deeds.clone_from(&other.deeds);
        self.moving.clone_from(&other.moving);
        self.outcome.clone_from(&other.outcome);
        (self.chooser, self.depth, self.prevented) = (other.chooser, other.depth, other.prevented);
    }

    /// Sites of pieces that have been taken but wait on the board until the move is over.
    pub(super) fn waiting(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.moving.taken.iter().filter(|taken| taken.waits).map(|taken| taken.site)
    }
}
