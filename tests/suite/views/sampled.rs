//! Laws of views and of positions drawn from them.

use std::collections::BTreeMap;

use draughtsman::agents;
use draughtsman::engine::{Game, Position};
use draughtsman::library::Ready;
use draughtsman::model::setup::Token;
use draughtsman::model::{PlayerId, Setup, TokenId};

use super::games::{hides, in_random_games, players};
use super::seen::{alike, everything};
use crate::tally;

fn sample(ready: &Ready, game: &Game, viewer: PlayerId, number: u64) -> Position {
    agents::sample(&ready.program, game.position(), viewer, &mut agents::generator(number, u64::from(viewer.0)))
}

#[test]
fn what_a_player_cannot_know_changes_no_byte_of_what_is_shown() {
    let different = std::cell::Cell::new(0);
    in_random_games(|ready, game, number| {
        different.set(different.get() + tells_nothing_hidden(ready, game, number)?);
        Ok(())
    });
    assert!(different.get() > 100, "{} states were other ones", different.get());
}

/// Everybody is shown the same of other states that they may believe in; how many of these were other ones.
pub(crate) fn tells_nothing_hidden(ready: &Ready, game: &Game, number: u64) -> Result<usize, String> {
    let mut different = 0;
    for viewer in players(ready) {
        let shown = everything(ready, game, viewer)?;
        for k in 0..2 {
            let other = sample(ready, game, viewer, number + k);
            different += usize::from(other != *game.position());
            let name = &ready.program.equipment.players[viewer.index()].name;
            let told = everything(ready, &game.imagining(other), viewer)?;
            alike(&shown, &told).map_err(|problem| format!("{name} sees {problem}"))?;
        }
    }
    Ok(different)
}

#[test]
fn a_view_shows_what_the_player_has_seen() {
    in_random_games(|ready, game, _| shows_what_was_seen(ready, game));
}

/// Of tokens that can be hidden a view shows those that are noted as seen by the player, and no other.
pub(crate) fn shows_what_was_seen(ready: &Ready, game: &Game) -> Result<(), String> {
    let program = &ready.program;
    for viewer in players(ready) {
        let noted = known(ready, &game.position().to_setup(program), &|seen_by| seen_by >> viewer.0 & 1 != 0);
        let shown = known(ready, &game.position().view(program, viewer).to_setup(program), &|_| true);
        if noted != shown {
            let name = &program.equipment.players[viewer.index()].name;
            return Err(format!("{name} sees {shown:?}, and has seen {noted:?}"));
        }
    }
    Ok(())
}

/// How many tokens of each type and class are told, of those that can be hidden and that such players have seen.
fn known(ready: &Ready, setup: &Setup, seen: &dyn Fn(u8) -> bool) -> BTreeMap<(TokenId, u16), u32> {
    let mut counts = BTreeMap::new();
    tally::each_token(&ready.variant.equipment, setup, &mut |kind, token| {
        if let Token::Seen { class, seen_by, .. } = token
            && ready.program.layout.hidden[kind.index()]
            && seen(*seen_by)
        {
            *counts.entry((kind, *class)).or_default() += 1;
        }
    });
    counts
}

#[test]
fn the_view_of_a_sample_is_the_view() {
    in_random_games(sample_looks_the_same);
}

/// What is drawn from a view has that view, and depends on nothing else.
pub(crate) fn sample_looks_the_same(ready: &Ready, game: &Game, number: u64) -> Result<(), String> {
    let program = &ready.program;
    for viewer in players(ready) {
        let view = game.position().view(program, viewer);
        if view.view(program, viewer) != view {
            return Err("the view of the view is another one".to_owned());
        }
        let sampled = sample(ready, game, viewer, number);
        if sampled != sample(ready, &game.imagining(view.clone()), viewer, number) {
            return Err("it depends on more than the view".to_owned());
        }
        if sampled.view(program, viewer) != view {
            return Err("another view".to_owned());
        }
        if !hides(ready) && sampled != *game.position() {
            return Err("nothing is hidden, and it is another position".to_owned());
        }
    }
    Ok(())
}

#[test]
fn a_sample_is_a_position_of_the_game() {
    in_random_games(|ready, game, number| {
        let program = &ready.program;
        for viewer in players(ready) {
            let sampled = sample(ready, game, viewer, number);
            let setup = sampled.to_setup(program);
            let back = Position::from_setup(program, &setup).map_err(|error| error.to_string())?;
            if back != sampled {
                return Err("it is read back as another position".to_owned());
            }
            if sampled.hash() != sampled.hash_from_scratch(program) {
                return Err("its hash is wrong".to_owned());
            }
            let (before, after) = (tokens(ready, game.position()), tokens(ready, &sampled));
            if before != after {
                return Err(format!("{after:?} tokens, not {before:?}"));
            }
            if sampled.actor(program) != game.actor(program) {
                return Err("somebody else decides".to_owned());
            }
            for one in players(ready) {
                let (known, knows) = (unknown(ready, game.position(), one), unknown(ready, &sampled, one));
                if known != knows {
                    return Err("somebody knows more or less than before".to_owned());
                }
            }
        }
        Ok(())
    });
}

fn tokens(ready: &Ready, position: &Position) -> BTreeMap<(TokenId, u16), u32> {
    tally::tokens(&ready.variant.equipment, &position.to_setup(&ready.program))
}

/// How many tokens a player does not know.
fn unknown(ready: &Ready, position: &Position, player: PlayerId) -> usize {
    let program = &ready.program;
    let setup = position.view(program, player).to_setup(program);
    let mut many = 0;
    tally::each_token(&ready.variant.equipment, &setup, &mut |_, token| {
        many += usize::from(matches!(token, Token::Unseen { .. }));
    });
    many
}

#[test]
fn a_sample_can_be_played_to_the_end() {
    in_random_games(|ready, game, number| {
        if number % 4 != 0 {
            return Ok(());
        }
        let program = &ready.program;
        let viewer = players(ready).nth((number / 4) as usize % program.equipment.players.len()).unwrap_or_default();
        let mut imagined = game.imagining(sample(ready, game, viewer, number));
        for decision in 0..2_000 {
            let moves = imagined.options(program).map_err(|limit| limit.to_string())?;
            let Some(chosen) = agents::by_weight(&moves, &mut agents::generator(number, decision)) else {
                let over = imagined.position().outcome().is_some();
                return if over { Ok(()) } else { Err(format!("after {decision} decisions nothing can be done")) };
            };
            imagined.play(program, &moves[chosen]).map_err(|limit| limit.to_string())?;
        }
        Ok(())
    });
}
