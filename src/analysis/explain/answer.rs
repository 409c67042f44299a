//! What there is to say of a typed move, as plain data.

use std::ops::Range;

use crate::engine::Move;
use crate::model::SiteId;
use crate::program::Line;

/// The answer to a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was typed.
    pub typed: String,
    /// What is to be said of it.
    pub answer: Answer,
    /// Its squares, as far as they could be made out.
    pub squares: Squares,
    /// The part of what was typed that is wrong, as bytes; none where nothing is, or the whole.
    pub wrong: Option<Range<usize>>,
}

/// The squares of a move that was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// Those that it names or stands on, in order.
    pub path: Vec<SiteId>,
    /// Those of what it takes.
    pub taken: Vec<SiteId>,
}

/// What there is to say of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is legal.
    Legal {
        /// Its text.
        text: String,
        /// The lines that make it: of its rule, of the rules of further legs; of a choice the line that asks for it.
        by: Vec<Line>,
        /// What it is preferred to: the moves that each obligation has struck out.
        bars: Vec<Bars>,
        /// There is no other legal move.
        only: bool,
    },
    /// It may mean several legal moves.
    Several(Vec<String>),
    /// It is the beginning of longer moves: the chain must go on, or something is still to be chosen.
    Unfinished {
        /// Legal moves that begin like this.
        longer: Vec<String>,
        /// The chain law of their class, where it is what goes on.
        by: Option<Line>,
    },
    /// The rules make such a move, and an obligation strikes it out, a `play` does not admit it, or a chain must go on: it lands where it
    /// cannot.
    Struck {
        /// The moves that were meant.
        texts: Vec<String>,
        /// The lines that would make the first of them.
        made: Vec<Line>,
        /// The obligation, the law of the chain, or the `play` that does not admit it.
        by: Line,
        /// Where it would have to land, if the law of the chain bars it.
        landing: Option<Landing>,
        /// Legal moves, which it prefers.
        preferred: Vec<String>,
    },
    /// No rule makes such a move.
    Unmade(Unmade),
    /// The decision at hand is of another sort: a choice, the rest of a move, the result of chance.
    Elsewhere {
        /// Who decides.
        who: String,
        /// What is decided: `go on with the move`.
        sought: String,
        /// Options.
        options: Vec<String>,
    },
    /// The game is over.
    Over {
        /// The sides that won; none: a draw.
        winners: Vec<String>,
        /// Why.
        reason: String,
        /// The line that ended it.
        by: Option<Line>,
    },
}

/// Why no rule makes a move: what can be seen by looking, and the rules that speak of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// What stands in the way, the plainest first.
    pub reasons: Vec<Reason>,
    /// Whose lines follow: `Black man`, or a player's name.
    pub subject: Option<String>,
    /// Lines that move it, the one that comes closest first.
    pub rules: Vec<Related>,
    /// Legal moves of the same piece, or else those that read nearly alike.
    pub near: Vec<String>,
}

/// A line that speaks of the piece or the player of a move that no rule makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The line.
    pub line: Line,
    /// What of it fails, in words; none where it holds, and leads elsewhere.
    pub fails: Option<String>,
    /// The line of a requirement that fails, where it is another: a definition, a trigger; or that of what is played in its place.
    pub required_by: Option<Line>,
    /// No other line comes as close.
    pub closest: bool,
}

/// Where a leg has to land because the chain must go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Where the leg begins.
    pub from: String,
    /// Where the chain can go on from.
    pub to: Vec<String>,
}

/// The moves that an obligation has struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The obligation.
    pub line: Line,
    /// What is struck out.
    pub texts: Vec<String>,
}

/// Something that stands in the way of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `a2` is not a square of play.
    NoSquare(String),
    /// A word that is no square and no verb of the rules.
    NoWord {
        /// The word.
        word: String,
        /// Verbs of the rules.
        verbs: Vec<String>,
    },
    /// No square was typed.
    NoSquares,
    /// It chooses what no move chooses.
    Unoffered,
    /// The move starts on an empty square.
    Empty(String),
    /// The move starts with a piece of another side.
    NotYours {
        /// Where.
        site: String,
        /// What stands there.
        piece: String,
        /// Whose turn it is.
        player: String,
    },
    /// Only a first square was typed.
    WhereTo(String),
    /// Only a first square was typed, from which no move is legal.
    Idle(String),
    /// The first part is a move, what follows is not.
    Until(String),
    /// The target is taken.
    Occupied {
        /// Where.
        site: String,
        /// By what.
        piece: String,
    },
    /// No line of steps leads there.
    NotInLine {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// A piece of the mover's own side stands between.
    OwnBetween {
        /// Where.
        site: String,
        /// What.
        piece: String,
    },
    /// Two steps or more, and nothing between to take.
    NothingBetween {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// No rule lets this piece go there.
    NoRule {
        /// `Black man`.
        piece: String,
        /// From here.
        from: String,
        /// To there.
        to: String,
        /// `2 steps northeast (backward)`; none where no line of steps leads there.
        way: Option<String>,
    },
    /// Every move of the piece is barred by an obligation.
    Held(Line),
    /// Nothing can be put there.
    NoPlace(String),
}

impl Squares {
    pub(super) fn of(mv: &Move) -> Squares {
        let mut path = mv.path();
        if path.is_empty() {
            path.extend(mv.from().into_iter().chain(mv.to()));
        }
        Squares { path, taken: mv.captures() }
    }
}
