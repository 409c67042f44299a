//! A game by the bitboard engine and by the general machine, decision by decision.

use std::collections::HashMap;

use draughtsman::engine::{Actor, BitboardEngine, Counting, LimitReached, Position};
use draughtsman::model::setup::Outcome;
use draughtsman::program::Program;

use crate::dice::next;

/// A decision among more moves is not looked into further: each of them is made, and the list made anew.
const MOST_MOVES: usize = 300;

/// What comes of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum After {
    Goes(Box<Position>),
    Ends(Box<Outcome>),
}

/// Why a game is not played to its end both ways.
pub(crate) enum Apart {
    /// The machine comes to a limit: nothing is to be expected of the bitboard engine there.
    Limit(LimitReached),
    /// The bitboard engine gives it up.
    Lost(String),
    Differs(String),
}

impl Apart {
    /// What differs, if anything does.
    pub(crate) fn differs(self) -> Option<String> {
        match self {
            Apart::Differs(differs) => Some(differs),
            Apart::Limit(_) | Apart::Lost(_) => None,
        }
    }
}

impl From<LimitReached> for Apart {
    fn from(limit: LimitReached) -> Apart {
        Apart::Limit(limit)
    }
}

impl From<String> for Apart {
    fn from(differs: String) -> Apart {
        Apart::Differs(differs)
    }
}

impl std::fmt::Display for Apart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Apart::Limit(limit) => limit.fmt(f),
            Apart::Lost(at) => write!(f, "lost {at}"),
            Apart::Differs(differs) => f.write_str(differs),
        }
    }
}

/// A game both ways, of so many decisions at most; what differs first, or the limit that the machine comes to.
pub(crate) fn both_ways(
    program: &Program,
    bitboards: &BitboardEngine,
    start: &Position,
    seed: u64,
    most: usize,
) -> Result<(), Apart> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    // Lists beyond its bounds it gives up; whatever is shorter than this it plays.
    let may_give_up = |at: &Position| -> Result<bool, Apart> { Ok(at.moves(program, Counting::AsWritten)?.len() > MOST_MOVES) };
    let Some(mut game) = bitboards.game(program, start) else { return Ok(()) };
    let mut position = start.clone();
    let mut stood = vec![position.standing()];
    for decision in 0..most {
        let at = || format!("decision {decision} at {:?}", position.to_setup(program));
        if game.lost() {
            return may_give_up(&position).and_then(|may| if may { Ok(()) } else { Err(Apart::Lost(at())) });
        }
        // What chance draws, and decisions in the midst of a turn, are compared where their memories are seen: in the engine.
        if position.actor(program) == Some(Actor::Chance) {
            return Ok(());
        }
        let moves = position.moves(program, Counting::AsWritten)?;
        if game.options() != moves.len() {
            return Err(format!("{} moves, not {}, {}", game.options(), moves.len(), at()).into());
        }
        if moves.len() > MOST_MOVES {
            return Ok(());
        }
        let Some(here) = game.position(program) else { return Ok(()) };
        if here != position {
            return Err(format!("another position, {}", at()).into());
        }
        let mut after: HashMap<After, (i32, usize)> = HashMap::new();
        for (i, mv) in moves.iter().enumerate() {
            let next = position.play(program, mv, &stood)?;
            if next.actor(program) == Some(Actor::Chance) {
                return Ok(());
            }
            let key = match next.outcome() {
                Some(outcome) => After::Ends(Box::new(outcome.clone())),
                None => After::Goes(Box::new(next)),
            };
            after.entry(key).or_insert((0, i)).0 += 1;
        }
        let mut keys = Vec::new();
        for i in 0..game.options() {
            let key = match game.after(program, i) {
                Ok(Some(next)) => After::Goes(Box::new(next)),
                Ok(None) => return Ok(()),
                Err(Some(outcome)) => After::Ends(Box::new(outcome)),
                Err(None) if may_give_up(&position.play(program, &moves[i], &stood)?)? => return Ok(()),
                Err(None) => return Err(Apart::Lost(format!("after a move, {}", at()))),
            };
            // The machine's position knows how its turn began.
            match after.remove_entry(&key) {
                Some((known, (left, by))) => {
                    keys.push(known.clone());
                    after.insert(known, (left - 1, by));
                }
                None => return Err(format!("nothing comes to {key:?}, option {i} of {moves:?}, {}", at()).into()),
            }
        }
        if after.values().any(|(left, _)| *left != 0) {
            return Err(format!("what comes of moves comes of other moves, {}", at()).into());
        }
        let chosen = next(&mut seed) % moves.len();
        game.play(chosen);
        match &keys[chosen] {
            After::Goes(next) => {
                if next.turns() != position.turns() {
                    stood.push(next.standing());
                }
                position = Position::clone(next);
            }
            After::Ends(outcome) => {
                let same = game.outcome().as_ref() == Some(outcome) && game.options() == 0;
                return if same { Ok(()) } else { Err(format!("another end than {outcome:?}").into()) };
            }
        }
    }
    Ok(())
}
