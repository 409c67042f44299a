//! Listings: which line makes each legal move, and which obligation strikes out the others.

use crate::engine::{Actor, Counting, LimitReached, Move, Position};
use crate::notation::movetext;
use crate::program::{Line, Program};

use super::listed::{line, lines};

/// A decision with the rule lines behind its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Who decides: a player, or `chance`; `None` if the game is over.
    pub who: Option<String>,
    /// The legal moves, in the order of the engine.
    pub moves: Vec<Offered>,
    /// The moves that would be legal but for an obligation.
    pub barred: Vec<Barred>,
    /// If the game is over, the reason and the line that ended it.
    pub over: Option<(String, Option<Line>)>,
}

/// A legal move with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its text.
    pub text: String,
    /// The lines that make it, at least one.
    pub by: Vec<Line>,
}

/// A move that an obligation has struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// Its text.
    pub text: String,
    /// The lines that would make it.
    pub made: Vec<Line>,
    /// The obligation.
    pub by: Line,
}

/// Lists the moves of the pending decision with the lines that make them, and the moves struck out with the obligations that
/// strike them out.
///
/// ```
/// # use draughtsman::{analysis::explain, engine::Position, library};
/// let program = library::bundled("english").unwrap().program;
/// let start = Position::start(&program).unwrap();
/// let listing = explain::listing(&program, &start).unwrap();
/// assert_eq!(listing.moves.len(), 7);
/// assert_eq!(listing.moves[0].by[0].text, "man may step forward diagonal");
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn listing(program: &Program, position: &Position) -> Result<Listing, LimitReached> {
    let (moves, struck) = position.considered(program, Counting::AsWritten)?;
    let full = program.chains_may_stop();
    let made = |mv: &Move| lines(program, &position.made_by(program, mv));
    let texts = movetext::texts(&program.equipment, &moves, full);
    let offered = moves.iter().zip(texts).map(|(mv, text)| Offered { text, by: made(mv) }).collect();
    let (struck, by): (Vec<Move>, Vec<_>) = struck.into_iter().map(|one| (one.mv, one.by)).unzip();
    let texts = movetext::texts(&program.equipment, &struck, full);
    let barred = struck.iter().zip(by).zip(texts);
    let barred = barred.filter_map(|((mv, by), text)| Some(Barred { text, made: made(mv), by: line(program, by)? }));
    let over = position.outcome().map(|outcome| (outcome.reason.clone(), line(program, outcome.rule)));
    let who = position.actor(program).map(|actor| match actor {
        Actor::Chance => "chance".to_owned(),
        Actor::Player(player) => {
            program.equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
        }
    });
    Ok(Listing { who, moves: offered, barred: barred.collect(), over })
}
