//! The answers to typed moves, as plain data.

use std::ops::Range;

use crate::engine::Move;
use crate::model::SiteId;
use crate::program::Line;

/// A typed move with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The text that was typed.
    pub typed: String,
    /// The explanation.
    pub answer: Answer,
    /// The squares of the move, as far as they are recognised.
    pub squares: Squares,
    /// Byte range of the wrong part of the text; `None` if nothing in particular is wrong.
    pub wrong: Option<Range<usize>>,
}

/// The squares of a typed move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// The squares that the move names or lands on, in order.
    pub path: Vec<SiteId>,
    /// The squares of the captured pieces.
    pub taken: Vec<SiteId>,
}

/// What a typed move turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A legal move.
    Legal {
        /// Its text.
        text: String,
        /// The lines that make it: its rule and the rules of further legs, or for a choice the line that offers it.
        by: Vec<Line>,
        /// For each obligation, the moves that it has struck out.
        bars: Vec<Bars>,
        /// Whether it is the only legal move.
        only: bool,
    },
    /// A text that fits several legal moves, which are listed.
    Several(Vec<String>),
    /// The beginning of longer moves: the chain must continue, or something is still to be chosen.
    Unfinished {
        /// Legal moves that begin with it.
        longer: Vec<String>,
        /// The chain law of their class, if the chain is what must continue.
        by: Option<Line>,
    },
    /// A move that some rule makes, but that is barred: by an obligation, by a `play` that does not admit it, or by a chain law
    /// because it lands where the chain cannot continue although it could elsewhere.
    Struck {
        /// The moves that the text may mean.
        texts: Vec<String>,
        /// The lines that would make the first of them.
        made: Vec<Line>,
        /// The obligation, the chain law, or the line of the `play`.
        by: Line,
        /// Where it would have to land, if a chain law bars it.
        landing: Option<Landing>,
        /// The legal moves.
        preferred: Vec<String>,
    },
    /// A move that no rule makes.
    Unmade(Unmade),
    /// Another kind of decision is pending: a choice, the rest of a move, a result of chance.
    Elsewhere {
        /// Who decides.
        who: String,
        /// What is decided: `go on with the move`.
        sought: String,
        /// The options.
        options: Vec<String>,
    },
    /// The game is over.
    Over {
        /// The winning sides; empty for a draw.
        winners: Vec<String>,
        /// The reason.
        reason: String,
        /// The line that ended the game.
        by: Option<Line>,
        /// If the game ended because a player could not move, why this was no move of that player.
        unmade: Option<Box<Unmade>>,
    },
}

/// Why no rule makes a move: obstacles seen on the board, and the rules about the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The obstacles, the most obvious first.
    pub reasons: Vec<Reason>,
    /// What the rules below are about: `Black man`, or a player's name.
    pub subject: Option<String>,
    /// Rules about the piece or player, the closest to the typed move first.
    pub rules: Vec<Related>,
    /// Legal moves of the same piece, or else legal moves with similar texts.
    pub near: Vec<String>,
}

/// A rule about the piece or player of a move that no rule makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The line.
    pub line: Line,
    /// Why it does not make the move; `None` if nothing in it is known to fail.
    pub fails: Option<String>,
    /// Another line that the reason refers to: a definition or trigger whose requirement fails, or the `play` that excludes its
    /// class.
    pub required_by: Option<Line>,
    /// Whether no other line comes closer to the typed move.
    pub closest: bool,
}

/// Where a leg must land because the chain must continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The square where the leg begins.
    pub from: String,
    /// The squares from which the chain can continue.
    pub to: Vec<String>,
}

/// The moves that one obligation has struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The obligation.
    pub line: Line,
    /// The texts of these moves.
    pub texts: Vec<String>,
}

/// An obstacle to a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A word for a square that is not on the board: a message such as "`a2` is not a square of play".
    NoSquare(String),
    /// A word that is neither a square nor a verb of the rules.
    NoWord {
        /// The word.
        word: String,
        /// The verbs of the rules.
        verbs: Vec<String>,
    },
    /// No square was typed.
    NoSquares,
    /// The text makes a choice that no legal move offers.
    Unoffered,
    /// The move starts on an empty square.
    Empty(String),
    /// The move starts with a piece of another side.
    NotYours {
        /// The square.
        site: String,
        /// The piece.
        piece: String,
        /// The player whose turn it is.
        player: String,
    },
    /// Only the first square was typed.
    WhereTo(String),
    /// Only the first square was typed, and no legal move begins there.
    Idle(String),
    /// The squares up to here are the beginning of a legal move; the following ones are not.
    Until(String),
    /// The target is occupied.
    Occupied {
        /// The target.
        site: String,
        /// The piece on it.
        piece: String,
    },
    /// No straight line leads to the target.
    NotInLine {
        /// The start.
        from: String,
        /// The target.
        to: String,
    },
    /// A piece of the mover's side is in between.
    OwnBetween {
        /// Its square.
        site: String,
        /// The piece.
        piece: String,
    },
    /// The target is two or more steps away, and there is nothing in between to take.
    NothingBetween {
        /// The start.
        from: String,
        /// The target.
        to: String,
    },
    /// No rule takes this piece there.
    NoRule {
        /// The piece: `Black man`.
        piece: String,
        /// The start.
        from: String,
        /// The target.
        to: String,
        /// Number of steps and direction: `2 steps northeast, backward`; `None` if no straight line leads there.
        way: Option<String>,
    },
    /// The move comes to this square, and does not go on from there to the next.
    GoesNoFurther {
        /// The square.
        from: String,
        /// The next.
        to: String,
    },
    /// Every move of the piece is barred by this obligation.
    Held(Line),
    /// No piece can be put on this square.
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
