//! Who looks one move ahead.

use chacha20::ChaCha8Rng;

use super::random::below;
use crate::engine::{LimitReached, Move, Position};
use crate::model::{PlayerId, SideId};
use crate::program::Program;

/// The move with the best result at once: a game won, else the most material against all others, a draw being worth nothing and
/// a loss less than anything. Among equal ones it takes any. None if there is no move.
///
/// Material is the sum of the values of a side's pieces on the board, those in towers included.
///
/// # Errors
/// A rule that does not come to an end.
pub fn greedy(
    program: &Program,
    position: &Position,
    player: PlayerId,
    moves: &[Move],
    rng: &mut ChaCha8Rng,
) -> Result<Option<usize>, LimitReached> {
    let side = program.equipment.players.get(player.index()).map_or(SideId(0), |player| player.side);
    let mut best: Vec<usize> = Vec::new();
    let mut most = i64::MIN;
    for (i, mv) in moves.iter().enumerate() {
        let worth = worth(program, &position.play(program, mv, &[])?, side);
        if worth > most {
            most = worth;
            best.clear();
        }
        if worth == most {
            best.push(i);
        }
    }
    Ok((!best.is_empty()).then(|| best[below(best.len() as u64, rng) as usize]))
}

/// More than any material.
const GAME: i64 = 1 << 40;

fn worth(program: &Program, position: &Position, side: SideId) -> i64 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winners.as_slice() {
            [] => 0,
            winners if winners.contains(&side) => GAME,
            _ => -GAME,
        };
    }
    let setup = position.to_setup(program);
    let pieces = setup.board.iter().flat_map(|(_, tower)| tower);
    pieces.fold(0, |sum: i64, piece| {
        let value = program.equipment.kinds.get(piece.kind.index()).map_or(0, |kind| kind.value);
        if piece.owner == side { sum.saturating_add(value) } else { sum.saturating_sub(value) }
    })
}
