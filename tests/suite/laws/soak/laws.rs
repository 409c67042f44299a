//! The laws that are tried at a decision: those of this folder, of views, and of the hash by the reference.

use draughtsman::engine::{Game, Move, Position};

use super::super::conserved::{pieces_stay, tokens_stay};
use super::super::forms::reads_back;
use super::super::games::some;
use super::super::saving::resumes;
use super::super::store::hash_is_kept;
use super::games::{Broken, Case};
use super::told::Tried;
use crate::agree::both::hashes_tell_apart;
use crate::views::games::hides;
use crate::views::sampled::{sample_looks_the_same, shows_what_was_seen, tells_nothing_hidden};

/// What is to hold at a decision with these options; the number is for what is drawn.
type Law = fn(&Case<'_>, &Game, &[Move], u64) -> Result<(), String>;

const LAWS: [(&str, Law); 7] = [
    ("tokens are conserved", |case, game, _, _| tokens_stay(case.ready, case.simulator.start(), game.position())),
    ("pieces are conserved", |case, game, options, _| pieces_stay(&case.quantities, case.ready, game, options)),
    ("the hash is the one from scratch", |case, game, options, _| hash_is_kept(case.ready, game, options)),
    ("hashes tell positions apart", hashes),
    ("views tell nothing that is hidden", views),
    ("what is written is read back", |case, game, _, _| reads_back(case.ready, game.position())),
    ("what is saved goes on as before", |case, game, options, _| resumes(case.ready, game, options)),
];

/// Tries them all.
pub(super) fn at_decision(
    case: &Case<'_>,
    game: &Game,
    options: &[Move],
    number: u64,
    decision: usize,
    tried: &mut Tried,
) -> Result<(), Broken> {
    tried.looked += 1;
    for (law, holds) in LAWS {
        holds(case, game, options, number).map_err(|problem| Broken { law, decision, problem })?;
        tried.laws += 1;
    }
    Ok(())
}

/// Of the position and of some that come next, and of what is read back of it.
fn hashes(case: &Case<'_>, game: &Game, options: &[Move], _: u64) -> Result<(), String> {
    let (program, position) = (&case.ready.program, game.position());
    let back = Position::from_setup(program, &position.to_setup(program)).map_err(|error| error.to_string())?;
    let mut positions = vec![position.clone(), back];
    for (_, mv) in some(options) {
        positions.push(position.play(program, mv, &[]).map_err(|limit| limit.to_string())?);
    }
    hashes_tell_apart(&case.ready.variant, program, &positions)
}

/// Where nothing can be hidden, everybody sees everything.
fn views(case: &Case<'_>, game: &Game, _: &[Move], number: u64) -> Result<(), String> {
    if hides(case.ready) {
        shows_what_was_seen(case.ready, game)?;
        tells_nothing_hidden(case.ready, game, number)?;
    }
    sample_looks_the_same(case.ready, game, number)
}
