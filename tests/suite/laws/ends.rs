//! Games end.

use draughtsman::agents;
use draughtsman::analysis::simulate::{Played, Simulator};
use draughtsman::engine::Position;

use super::games::plies;
use crate::facts;

/// Rule files whose random games may go on for ever: nothing in them counts how long nothing has happened.
pub(super) const ENDLESS: [&str; 1] = ["halma"];

/// The limit that is stated for a game: decisions of players, as in `simulate --limit`; fewer for the sample, as every game of it
/// but the endless ones is shorter.
pub(super) const LIMITS: [u32; 2] = [500, 20_000];

/// Random games end by the rules; those of rule files that promise no end stop at the limit, and say so.
#[test]
fn every_game_ends_or_stops_at_the_limit() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        let start = Position::start(&ready.program).expect("a start");
        let games = plies().map_or(1, |plies| plies.div_ceil(100) as u64);
        let most = LIMITS[usize::from(plies().is_some())];
        let simulator = Simulator::new(&ready.program, start, most);
        for seed in 1..=games {
            let mut rng = agents::generator(seed, 0);
            let played = match simulator.playout() {
                Some(mut game) => simulator.play_out(&mut game, &mut |limit| agents::below(limit, &mut rng)),
                None => simulator.play_by_moves(&mut |limit| agents::below(limit, &mut rng)),
            };
            let played = played.map_err(|limit| limit.to_string());
            if let Err(problem) = played.and_then(|played| ends(name, &played, most)) {
                failures.push(format!("{name}, game {seed}: {problem}"));
            }
        }
    }
    facts::report(names.len(), &failures);
}

/// A game is over, or, of an endless rule file, cut off at the limit.
pub(super) fn ends(name: &str, played: &Played, most: u32) -> Result<(), String> {
    if played.outcome.is_some() || ENDLESS.contains(&name) && played.decisions == most {
        Ok(())
    } else {
        Err(format!("not over after {} decisions", played.decisions))
    }
}
