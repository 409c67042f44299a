//! Random numbers, and the random agent.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use crate::engine::{Move, drawn};

/// The random numbers of one stream of a seed, for example of the n-th decision of a game. They do not depend on what was drawn
/// before, so a game continues in the same way after a move is taken back, or after it is saved and resumed.
pub fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// The index of a move, each equally likely; none if there are no moves.
///
/// ```
/// # use draughtsman::{agents, engine::{Counting, Position}, library};
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// let program = library::bundled("english").unwrap().program;
/// let moves = Position::start(&program).unwrap().moves(&program, Counting::AsWritten).unwrap();
/// let first = agents::random(&moves, &mut ChaCha8Rng::seed_from_u64(7));
/// assert_eq!(first, agents::random(&moves, &mut ChaCha8Rng::seed_from_u64(7)));
/// ```
pub fn random(moves: &[Move], rng: &mut ChaCha8Rng) -> Option<usize> {
    (!moves.is_empty()).then(|| below(moves.len() as u64, rng) as usize)
}

/// The index of a result of chance, drawn by the weights of the moves.
pub fn by_weight(moves: &[Move], rng: &mut ChaCha8Rng) -> Option<usize> {
    by_ways(moves.iter().map(|mv| mv.weight), rng)
}

/// The index of one of several things, drawn by these weights; none if they add up to 0.
pub fn by_ways(ways: impl Iterator<Item = u64> + Clone, rng: &mut ChaCha8Rng) -> Option<usize> {
    drawn(ways, &mut |total| below(total, rng))
}

/// A number from 0 up to but not including `limit`, each equally likely; 0 if the limit is 0.
pub fn below(limit: u64, rng: &mut ChaCha8Rng) -> u64 {
    if limit <= 1 {
        return 0;
    }
    // The numbers above the last multiple of `limit` would favour small results.
    let incomplete = (u64::MAX % limit + 1) % limit;
    loop {
        let drawn = rng.next_u64();
        if drawn <= u64::MAX - incomplete {
            return drawn % limit;
        }
    }
}
