//! Scripts: what is done, in order.

use super::Path;
use crate::model::expr::{Expr, NewPiece, Type};
use crate::model::{LocalId, RuleId, SlotId, StoredId};
use crate::source::Span;
use crate::syntax::ast::Ending;

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
