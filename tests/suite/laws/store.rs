//! What the engine keeps up to date is what it would count anew.

use draughtsman::engine::{Game, Move};
use draughtsman::library::Ready;

use super::games::{SOME, in_random_games, some};

#[test]
fn the_hash_kept_up_to_date_is_the_one_counted_from_scratch() {
    in_random_games(3, SOME, &hash_is_kept);
}

/// Whatever is played, the hash is the one counted from scratch.
pub(super) fn hash_is_kept(ready: &Ready, game: &Game, options: &[Move]) -> Result<(), String> {
    for (_, mv) in some(options) {
        let next = game.position().play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
        if next.hash() != next.hash_from_scratch(&ready.program) {
            return Err(format!("after {:?}", mv.deeds));
        }
    }
    Ok(())
}
