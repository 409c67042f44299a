//! Chance, and who plays like it.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use crate::engine::{Move, drawn};

/// What fixes the n-th decision of a game, counted from 0: a row of random numbers of its own. It does not depend on what was
/// drawn before, so that a game goes on in the same way after a move was taken back, and when it was saved and resumed.
pub fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// A move, each as likely as any other; none if there is none.
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

/// A result of chance, each as likely as the ways that lead to it.
pub fn by_weight(moves: &[Move], rng: &mut ChaCha8Rng) -> Option<usize> {
    by_ways(moves.iter().map(|mv| mv.weight), rng)
}

/// One of several things, by its place, each as likely as the ways that lead to it; none if there are no ways.
pub fn by_ways(ways: impl Iterator<Item = u64> + Clone, rng: &mut ChaCha8Rng) -> Option<usize> {
    drawn(ways, &mut |total| below(total, rng))
}

/// A number from 0 up to but not including `limit`, each as likely; 0 for no limit at all.
pub fn below(limit: u64, rng: &mut ChaCha8Rng) -> u64 {
    if limit <= 1 {
        return 0;
    }
    // Numbers of the last, incomplete round would favour the small ones.
    let incomplete = (u64::MAX % limit + 1) % limit;
    loop {
        let drawn = rng.next_u64();
        if drawn <= u64::MAX - incomplete {
            return drawn % limit;
        }
    }
}
