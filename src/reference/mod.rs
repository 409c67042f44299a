//! The reference implementation: it defines what the rule language means by interpreting the checked rules directly, in the
//! simplest and slowest form. Every other engine is tested against it. It does not use `program` or `engine`.
//!
//! ```
//! use draughtsman::library;
//! use draughtsman::reference::Reference;
//! let variant = library::bundled("english").unwrap().variant;
//! let reference = Reference::new(&variant);
//! let start = reference.start().unwrap();
//! assert_eq!(reference.moves(&start).unwrap().len(), 7);
//! ```

mod among;
mod can;
mod candidates;
mod choices;
mod convert;
mod deeds;
mod doing;
mod endings;
mod events;
mod fields;
mod legs;
mod limits;
mod numbers;
mod paths;
mod phrases;
mod pieces;
mod play;
mod position;
mod run;
mod statements;
mod tokens;
mod turns;
mod watch;

use crate::model::setup::{Outcome, Setup};
use crate::model::{RuleId, Variant};

pub use deeds::{Chosen, Deed};
pub use limits::LimitReached;
pub use position::{Heap, HeapNo, Item, Kept, Piece, PieceNo, Position, Token, TokenNo};
pub use run::Decider;
pub use watch::{WORDS, Watch};

use run::{Entry, Ran, Run, Stop, some_way};

/// An interpreter of the rules of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'v> {
    variant: &'v Variant,
    patience: bool,
    watch: Option<&'v Watch>,
}

/// A position with its pending decision, stored as the position at the beginning of the turn and the choices made since.
#[derive(Clone, Debug)]
pub struct Pending {
    began: Position,
    before_the_first_turn: bool,
    entries: Vec<Entry>,
    /// The current position, in the middle of a turn if the decision is.
    pub position: Position,
    /// Who must choose; nobody if the game is over.
    pub decider: Option<Decider>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// One option of a decision.
#[derive(Clone, Debug)]
pub struct Move {
    /// What the move does, in order.
    pub deeds: Vec<Deed>,
    /// The rule line of the move that this makes or continues, if any.
    pub rule: Option<RuleId>,
    /// For a result of chance, the number of equally likely draws that lead to it; 1 for a player's move.
    pub weight: u64,
    entries: Vec<Entry>,
}

impl<'v> Reference<'v> {
    /// An interpreter for `variant`.
    pub fn new(variant: &'v Variant) -> Reference<'v> {
        Reference { variant, patience: true, watch: None }
    }

    /// The same rules without patience endings (those that read a clock or `repeats`), as perft counts them.
    pub fn impatient(self) -> Reference<'v> {
        Reference { patience: false, ..self }
    }

    /// The same rules; `watch` records which constructs of the language are used.
    pub fn watched(self, watch: &'v Watch) -> Reference<'v> {
        Reference { watch: Some(watch), ..self }
    }

    /// The first decision of a game. The `setup` chapter runs before it.
    ///
    /// # Errors
    /// A rule exceeds a documented limit.
    pub fn start(&self) -> Result<Pending, LimitReached> {
        self.settle(Position::from_setup(self.variant, &self.variant.start), true, Vec::new())
    }

    /// The first decision of a turn that begins in `setup`, which must be a valid position of the variant.
    ///
    /// # Errors
    /// A rule exceeds a documented limit.
    pub fn at(&self, setup: &Setup) -> Result<Pending, LimitReached> {
        self.settle(Position::from_setup(self.variant, setup), false, Vec::new())
    }

    /// The legal moves of the pending decision; an empty list if the game is over.
    ///
    /// # Errors
    /// A rule exceeds a documented limit, such as the number of moves in one decision.
    pub fn moves(&self, pending: &Pending) -> Result<Vec<Move>, LimitReached> {
        let Some(by) = pending.decider else { return Ok(Vec::new()) };
        let start = self.run(pending.began.clone(), pending.entries.clone());
        let go = |run: &mut Run<'v>| carry_out(run, pending.before_the_first_turn);
        let mut at = start.clone();
        match go(&mut at) {
            Err(Stop::Choice(..)) => {}
            Err(Stop::Limit(limit)) => return Err(limit),
            _ => return Ok(Vec::new()),
        }
        let candidates = candidates::moves(&at, by, &start, &go)?;
        let candidates = candidates.into_iter();
        Ok(candidates.map(|one| Move { deeds: one.deeds, rule: one.rule, weight: one.weight, entries: one.entries }).collect())
    }

    /// The decision that follows a move from [`Reference::moves`], or the end of the game.
    ///
    /// # Errors
    /// A rule exceeds a documented limit.
    pub fn play(&self, pending: &Pending, mv: &Move) -> Result<Pending, LimitReached> {
        let entries = [pending.entries.as_slice(), mv.entries.as_slice()].concat();
        self.settle(pending.began.clone(), pending.before_the_first_turn, entries)
    }

    /// Runs to the next decision or to the end of the game. A decision of a player in which every option makes the run fail is
    /// recorded as [`Entry::Nothing`], and the run is repeated with it.
    fn settle(&self, began: Position, before_the_first_turn: bool, mut entries: Vec<Entry>) -> Result<Pending, LimitReached> {
        let go = |run: &mut Run<'v>| carry_out(run, before_the_first_turn);
        let (run, decider) = loop {
            let mut run = self.run(began.clone(), entries);
            let ran = go(&mut run);
            run.counts()?;
            let decider = match ran {
                Err(Stop::Choice(by, _)) => Some(by),
                Err(Stop::Limit(limit)) => return Err(limit),
                _ => None,
            };
            match decider {
                Some(by @ Decider::Player(_)) if !run.record.sure => {
                    entries = run.record.entries.clone();
                    if some_way(&self.run(began.clone(), entries.clone()), by, &go)? {
                        break (run, decider);
                    }
                    entries.push(Entry::Nothing);
                }
                _ => break (run, decider),
            }
        };
        let mut entries = run.record.entries;
        let mut pending = Pending {
            began,
            before_the_first_turn,
            entries: Vec::new(),
            position: run.position,
            decider,
            outcome: run.outcome,
        };
        if let Some((began, used)) = run.turn.began {
            entries.drain(..used);
            (pending.began, pending.before_the_first_turn) = (began, false);
        }
        pending.entries = entries;
        Ok(pending)
    }

    fn run(&self, began: Position, entries: Vec<Entry>) -> Run<'v> {
        Run { patience: self.patience, watch: self.watch, ..Run::new(self.variant, began, entries) }
    }
}

fn carry_out(run: &mut Run<'_>, before_the_first_turn: bool) -> Ran {
    if before_the_first_turn { run.whole_game() } else { run.turns() }
}
