//! Checked rules, chapter by chapter.

mod afterwards;
mod destination;
mod effects;
mod event;
mod half_moves;
mod movement;
mod questions;
mod statement;

use std::sync::Arc;

use crate::source::Span;
pub use crate::syntax::ast::{Ending, PathMode};

pub use afterwards::{Afterwards, RouteAsked};
pub use destination::{PieceDestination, TokenDestination};
pub use effects::Effects;
pub use event::{Each, EndingKind, EndingLine, Event, PileRef, Score, Stored, StoredOf, StoredType, Trigger};
pub use half_moves::half_move_clock;
pub use movement::{ChainLaw, MoveGroup, MoveRule, MoveVerb, Obligation, Path, PathItem, Removal, Subject, Times};
pub use questions::{LeftOut, Unanswered, Why, questions};
pub use statement::{Block, ChooseCount, Chooser, Local, Scope, Script, Statement, StatementKind};

/// All chapters of a flat file. Each line is one thing, which games that differ elsewhere may have in common.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What each [`RuleId`](super::RuleId) stands for, in the order of the flat file.
    pub lines: Vec<RuleLine>,
    /// Counters, clocks and kept things.
    pub stored: Vec<Stored>,
    /// Classes of moves: `movement`, `capture`, then the author's own.
    pub groups: Vec<MoveGroup>,
    /// Filters of candidate moves, in order.
    pub obligations: Vec<Arc<Obligation>>,
    /// Triggers in firing order: state, effects, promotion, victory, each as written.
    pub triggers: Vec<Arc<Trigger>>,
    /// Runs once.
    pub setup: Vec<Arc<Script>>,
    /// Runs each turn: one script a statement of the chapter, run in order in one scope.
    pub turn: Arc<Script>,
    /// Endings in order.
    pub endings: Vec<Arc<EndingLine>>,
    /// `score` lines.
    pub scores: Vec<Arc<Score>>,
    /// The rules that the questions of a line leave out: see [`questions`].
    pub left_out: LeftOut,
}

/// One rule as `explain`, `coverage` and `show --program` name it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleLine {
    /// `capture`
    pub chapter: String,
    /// The rule's canonical print, on one line where it has no block.
    pub text: String,
    /// Its `##` words.
    pub doc: Option<String>,
    /// Where it is written.
    pub span: Span,
    /// `english.draughts:41`
    pub place: String,
    /// The option that put it here.
    pub option: Option<String>,
}
