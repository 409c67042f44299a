//! Every bundled rule file, with each of its options, from the start and from the middle of random games.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::model::Variant;
use draughtsman::program::Program;

use super::both::{Both, next};

/// How much is tried: 1, or as much as `DRAUGHTSMAN_AGREE` says.
fn much() -> usize {
    std::env::var("DRAUGHTSMAN_AGREE").ok().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// Moves that are played of one decision.
const MOST_MOVES: usize = 12;

/// A rule file with one option turned over, if that can be.
fn checked(name: &str, option: Option<(&str, bool)>) -> Option<Variant> {
    let loaded = library::load(name).expect("there is a rule file");
    let options = option.into_iter().map(|(name, on)| (name.to_owned(), on)).collect();
    let checked = loaded.check(&Choices { options, ..Choices::default() });
    if checked.refusals.is_empty() { checked.variant } else { None }
}

/// Decisions from the start, and from random positions on the way of a game.
fn agree(variant: &Variant, seed: u64, starts: usize, plies: usize) -> Result<usize, String> {
    let program = Program::compile(variant);
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut decisions = 0;
    let mut both = Both::start(variant, &program)?;
    for _ in 0..starts {
        decisions += 1;
        if !both.decide(&mut seed, MOST_MOVES)? {
            break;
        }
    }
    let mut position = Position::start(&program).map_err(|limit| limit.to_string())?;
    let mut stood = vec![position.hash()];
    for ply in 0..plies {
        let moves = position.moves(&program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if moves.is_empty() {
            break;
        }
        let mv = &moves[next(&mut seed) % moves.len()];
        let after = position.play(&program, mv, &stood).map_err(|limit| limit.to_string())?;
        if after.turns() != position.turns() {
            stood.push(after.hash());
        }
        position = after;
        if ply % 12 == 11
            && let Some(mut both) = Both::from(variant, &program, position.clone())?
        {
            for _ in 0..2 {
                decisions += 1;
                if !both.decide(&mut seed, MOST_MOVES)? {
                    break;
                }
            }
        }
    }
    Ok(decisions)
}

#[test]
fn bundled_rule_files_mean_to_both_the_same() {
    let only = std::env::var("DRAUGHTSMAN_ONLY").ok();
    let mut failures = Vec::new();
    let decisions = AtomicUsize::new(0);
    for name in library::names().filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let variant = checked(name, None).expect("it can be played");
        let began = Instant::now();
        for seed in 1..=much() as u64 {
            match agree(&variant, seed, 3, 60) {
                Ok(many) => {
                    decisions.fetch_add(many, Ordering::Relaxed);
                }
                Err(problem) => failures.push(format!("{name}, game {seed}: {problem}")),
            }
        }
        eprintln!("{name} {:?}", began.elapsed());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(decisions.load(Ordering::Relaxed) > 0);
}
