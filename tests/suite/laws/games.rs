//! Random games.

use draughtsman::engine::{Game, Move};
use draughtsman::library::Ready;
use draughtsman::model::equipment::Routes;

use crate::facts;

/// Decisions of one game that are tried.
const DECISIONS: usize = 60;
/// Options of one decision that are played, spread over the list.
const OPTIONS: usize = 6;
/// Decisions, chance's and those of set-up included, after which a game is left.
pub(super) const LONGEST: usize = 1_500;

/// What is to hold at a decision with these options.
pub(crate) type Law<'l> = dyn Fn(&Ready, &Game, &[Move]) -> Result<(), String> + 'l;

/// Numbers that look random and are the same everywhere (xorshift, Marsaglia 2003).
pub(crate) struct Numbers(u64);

impl Numbers {
    /// A stream of them for each seed.
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 up to but not including `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// How many decisions of each rule file are tried.
pub(crate) fn plies() -> Option<usize> {
    std::env::var("DRAUGHTSMAN_PLIES").ok()?.parse().ok()
}

/// Plays random games and shows each position, with its options, to a law: so many decisions of so many games, or as many as
/// were asked for.
pub(crate) fn in_random_games(games: u64, decisions: usize, law: &Law<'_>) {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        let mut left = plies().unwrap_or(games as usize * decisions);
        for seed in 1.. {
            let most = plies().map_or(decisions, |_| LONGEST).min(left);
            match one_game(&ready, seed, most, law) {
                Ok(tried) => left -= tried.min(left),
                Err(problem) => {
                    failures.push(format!("{name}, game {seed}: {problem}"));
                    break;
                }
            }
            if left == 0 || plies().is_none() && seed >= games {
                break;
            }
        }
    }
    facts::report(names.len(), &failures);
}

/// One of them; how many decisions were tried.
pub(crate) fn one_game(ready: &Ready, seed: u64, most: usize, law: &Law<'_>) -> Result<usize, String> {
    let program = &ready.program;
    let mut numbers = Numbers::new(seed);
    let mut game = Game::new(program).map_err(|limit| limit.to_string())?;
    // What is drawn at set-up is much of the same; the laws are for what is played.
    let mut tried = 0;
    while tried < most && game.moves().len() < LONGEST {
        let options = game.options(program).map_err(|limit| limit.to_string())?;
        if game.position().turns() > 0 || game.moves().len() % 16 == 0 {
            tried += 1;
            law(ready, &game, &options).map_err(|problem| format!("decision {}: {problem}", game.moves().len()))?;
        }
        if options.is_empty() {
            return Ok(tried);
        }
        let mv = &options[numbers.below(options.len())];
        game.play(program, mv).map_err(|limit| limit.to_string())?;
    }
    Ok(tried.max(1))
}

/// The usual sample.
pub(crate) const SOME: usize = DECISIONS;

/// Whether every landing is said.
pub(crate) fn full(ready: &Ready) -> bool {
    ready.variant.equipment.routes == Routes::Distinct
}

/// Some of a list, spread over it.
pub(crate) fn some<T>(all: &[T]) -> impl Iterator<Item = (usize, &T)> {
    let step = all.len().div_ceil(OPTIONS).max(1);
    all.iter().enumerate().step_by(step)
}
