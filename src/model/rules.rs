//! Checked rules, chapter by chapter.

use super::expr::{Expr, NewPiece, Type};
use super::{LocalId, PileId, RuleId, SlotId, StoredId};
use crate::source::Span;
pub use crate::syntax::ast::{Ending, PathMode};

/// All chapters of a flat file.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What each [`RuleId`] stands for, in the order of the flat file.
    pub lines: Vec<RuleLine>,
    /// Counters, clocks and kept things.
    pub stored: Vec<Stored>,
    /// Classes of moves: `movement`, `capture`, then the author's own.
    pub groups: Vec<MoveGroup>,
    /// Filters of candidate moves, in order.
    pub obligations: Vec<Obligation>,
    /// Triggers in firing order: state, effects, promotion, victory, each as written.
    pub triggers: Vec<Trigger>,
    /// Runs once.
    pub setup: Vec<Script>,
    /// Runs each turn: one script a statement of the chapter, run in order in one scope.
    pub turn: Script,
    /// Endings in order.
    pub endings: Vec<EndingLine>,
    /// `score` lines.
    pub scores: Vec<Score>,
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

/// The names bound in one rule, one entry a [`LocalId`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// In the order of binding.
    pub locals: Vec<Local>,
}

/// A bound name.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// As written; `it` for the element of a `where`.
    pub name: String,
    /// What it holds.
    pub ty: Type,
}

/// Statements with the names they bind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The rule line it belongs to.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// Its statements.
    pub body: Block,
}

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Each with its place.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The rule line it came from: that of the definition, for statements of a definition.
    pub rule: RuleId,
    /// Where it is written.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// One of several blocks, chosen.
    Either(Vec<Block>),
    /// A block, or not.
    May(Block),
    /// A block so many times; without a number, as long as it can.
    Repeat(Option<Expr>, Block),
    /// As often as the chooser likes, while it can: `may repeat`.
    MayRepeat(Block),
    /// For each element in site order, player order …, the names of the block anew.
    For(LocalId, Expr, Block),
    /// One of two blocks.
    If(Expr, Block, Block),
    /// With another acting piece (`actor` and `it`); of no piece, nothing is done.
    As(Expr, Block),
    /// A choice, bound to a name.
    Choose {
        /// The name; holds what was chosen.
        local: LocalId,
        /// How many; `None`: one.
        count: Option<ChooseCount>,
        /// From what.
        from: Expr,
        /// By whom.
        by: Chooser,
    },
    /// A name for a value.
    Let(LocalId, Expr),
    /// A run that does not satisfy this is no run.
    Require(Expr),
    /// A leg by the acting piece.
    Path(Box<Path>),
    /// A verb with a body, called by name (the name is for the text of the move).
    Verb(String, Block),
    /// Pieces go to a site or pile.
    MovePiece(Expr, PieceDestination),
    /// A fresh piece comes onto the board.
    PlaceNew(NewPiece, PieceDestination),
    /// Tokens go to a pile, a slot of a piece, or under a site.
    MoveToken(Expr, TokenDestination),
    /// Pieces are captured.
    Take(Expr),
    /// The kind of pieces changes.
    SetKind(Expr, Expr),
    /// The owner of pieces changes.
    SetOwner(Expr, Expr),
    /// The attribute of pieces changes; `none` clears it.
    SetSlot(SlotId, Expr, Expr),
    /// Tokens are turned.
    SetFace(Expr, Expr),
    /// A counter or clock is set.
    SetNumber(StoredId, Option<Expr>, Expr),
    /// A kept thing is set.
    SetKept(StoredId, Option<Expr>, Expr),
    /// A counter or clock goes up, or down by a negative number.
    Raise(StoredId, Option<Expr>, Expr),
    /// Each goes where the next stands, empty sites too.
    Exchange(Vec<Expr>),
    /// Order and identity are forgotten by all.
    Shuffle(Expr),
    /// Players have now seen these tokens.
    Show(Expr, Expr),
    /// The event does not happen.
    Prevent,
    /// The rest of the leg, chain, turn or game is skipped.
    End(Ending, Option<String>),
    /// A decision of a turn script.
    Play {
        /// Which moves.
        moves: Expr,
        /// Who plays; `None`: the mover.
        by: Option<Expr>,
    },
    /// The game is won by these sides.
    Wins(Expr, Option<String>),
    /// The game is lost by these sides.
    Loses(Expr, Option<String>),
    /// The game is drawn.
    Draw(Option<String>),
}

/// Who chooses.
#[derive(Clone, Debug, PartialEq)]
pub enum Chooser {
    /// Who decides the statement around it: the mover, unless a `by` says otherwise.
    Current,
    /// Chance, every single thing alike.
    Chance,
    /// This player, or the player of this side.
    Player(Expr),
}

/// How many are chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum ChooseCount {
    /// So many; by chance, all if there are fewer.
    Exactly(Expr),
    /// From so many to so many; without a second number, any number from the first on.
    Between(Expr, Option<Expr>),
}

/// Where pieces go.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceDestination {
    /// A site (one).
    Site(Expr),
    /// A pile.
    Pile(Expr),
    /// Below the lowest piece of this piece's tower.
    BottomOf(Expr),
    /// On top of this piece's tower.
    TopOf(Expr),
    /// Out of the game.
    Box,
}

/// Where tokens go.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenDestination {
    /// A pile.
    Pile(Expr),
    /// A slot of a piece (one); what was in it goes to the box.
    Slot(SlotId, Expr),
    /// Under a site (one).
    Under(Expr),
    /// Out of the game.
    Box,
}

/// A class of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveGroup {
    /// `capture`
    pub name: String,
    /// `SET may VERB` lines in order.
    pub rules: Vec<MoveRule>,
    /// `chain …` lines in order.
    pub chain: Vec<ChainLaw>,
    /// Bars legs opposite to the last.
    pub must_not_reverse: Option<RuleId>,
    /// Bars legs in the direction of the last.
    pub must_turn: Option<RuleId>,
    /// When what it takes leaves the board; with the line that says so.
    pub removal: Removal,
}

/// When taken pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// As each is taken (also the default, without a line).
    AtOnce(Option<RuleId>),
    /// All together when the move is over; until then they are in no set of pieces and their sites are not empty.
    AfterMove(RuleId),
}

/// `chain must continue if C`, `chain may continue`
#[derive(Clone, Debug, PartialEq)]
pub struct ChainLaw {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// `must`, else `may`.
    pub must: bool,
    /// When.
    pub condition: Option<Expr>,
}

/// `SET may VERB [if C] [suite]`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// Who may.
    pub subject: Subject,
    /// What.
    pub verb: MoveVerb,
    /// When; about the position before the leg.
    pub condition: Option<Expr>,
    /// What follows the leg.
    pub then: Block,
}

/// Who acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Own pieces of this set.
    Pieces(Expr),
    /// Players; there is no acting piece.
    Players(Expr),
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveVerb {
    /// A path; the name of the library word or definition that it came from, if any.
    Path(Option<String>, Path),
    /// Statements; with the verb's name, which the text of the move shows.
    Body(String, Block),
}

/// `go WAYS, ITEM, …`
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// `go`, `strike` or `sweep`.
    pub mode: PathMode,
    /// Along which directions.
    pub ways: Expr,
    /// What is met on the ray.
    pub items: Vec<PathItem>,
    /// The line it was written in.
    pub rule: RuleId,
    /// Where.
    pub span: Span,
}

/// One item of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathItem {
    /// Sites gone over. The set is of sites, or of pieces: then sites where one of them stands.
    Past(Times, Expr),
    /// Pieces taken.
    Taking(Times, Expr),
    /// The landing; a set of sites.
    To(Expr),
    /// The start; items before it lie behind, read outward.
    Here,
    /// A group, repeated.
    Group(Times, Vec<PathItem>),
}

/// How often an item matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Times {
    /// At least.
    pub least: u16,
    /// At most; `None`: without limit.
    pub most: Option<u16>,
    /// Only the whole unbroken run: `all`.
    pub whole: bool,
}

/// `must SET [if C]`
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// The line.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// The preferred moves; type move.
    pub moves: Expr,
    /// When; about the position before the move.
    pub condition: Option<Expr>,
}

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
    /// When a move begins.
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
