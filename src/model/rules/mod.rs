//! The checked rules, chapter by chapter.

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

/// All chapters of a variant. Lines are shared (`Arc`) between variants of the same file with different options.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The line of each [`RuleId`](super::RuleId), in the order of the flat file.
    pub lines: Vec<RuleLine>,
    /// Counters, clocks and `keep`s.
    pub stored: Vec<Stored>,
    /// The classes of moves: `movement`, `capture`, then those of `moves NAME`.
    pub groups: Vec<MoveGroup>,
    /// Filters of candidate moves, in order.
    pub obligations: Vec<Arc<Obligation>>,
    /// Triggers in firing order: state, effects, promotion, victory, each as written.
    pub triggers: Vec<Arc<Trigger>>,
    /// The `setup` chapter, if there is one; it runs once before the first turn.
    pub setup: Vec<Arc<Script>>,
    /// The `turn` chapter, which runs each turn.
    pub turn: Arc<Script>,
    /// The endings, in order.
    pub endings: Vec<Arc<EndingLine>>,
    /// The `score` lines.
    pub scores: Vec<Arc<Score>>,
    /// For each line, the rules that its `can` questions leave out: see [`questions`].
    pub left_out: LeftOut,
}

/// A rule line as named by `explain`, `coverage` and `show --program`.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleLine {
    /// `capture`
    pub chapter: String,
    /// The canonical print of the rule, on one line if it has no block.
    pub text: String,
    /// Its `##` comment.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
    /// `english.draughts:41`
    pub place: String,
    /// The option that adds or replaces it, if any.
    pub option: Option<String>,
}
