//! What every game with tokens has when it is set up: the tables `[[audit]]` of its file of facts, for some seeds.

use std::collections::{BTreeMap, BTreeSet};

use draughtsman::agents::{by_weight, generator};
use draughtsman::engine::{Actor, Counting, Game, Position};
use draughtsman::library::Ready;
use draughtsman::model::setup::Token;
use draughtsman::model::{PlayerId, Setup};
use toml::{Table, Value};

use super::text;
use super::tokens::{pile, reached_pieces};

/// Few, as each change of a rule file is dealt anew; the tests that deal many are in `tests/suite/deals.rs`.
const SEEDS: u64 = 3;

type Count = BTreeMap<String, i64>;

/// What is wrong with the game as it begins; nothing if all of it holds.
pub(crate) fn problem(ready: &Ready, audit: &Table) -> Option<String> {
    let mut begun = BTreeSet::new();
    for seed in 0..SEEDS {
        let position = match deal(ready, audit, seed) {
            Ok(position) => position,
            Err(problem) => return Some(problem),
        };
        let setup = position.to_setup(&ready.program);
        let laid = || pieces(ready, &setup, audit).or_else(|| under(&setup, audit));
        if let Some(problem) = laid().or_else(|| piles(ready, &position, audit)) {
            return Some(format!("set up by chance ({seed}): {problem}"));
        }
        begun.insert(format!("{setup:?}"));
    }
    (begun.len() == 1).then(|| "chance has nothing to say in the set-up".to_owned())
}

/// Plays what chance has to say before the first turn.
fn deal(ready: &Ready, audit: &Table, seed: u64) -> Result<Position, String> {
    let program = &ready.program;
    let mut game = Game::new(program).map_err(|limit| limit.to_string())?;
    let mut drawn = 0;
    while game.actor(program) == Some(Actor::Chance) {
        let moves = game.position().moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        let chosen = by_weight(&moves, &mut generator(seed, drawn)).ok_or("chance has nothing to choose from")?;
        game.play(program, &moves[chosen]).map_err(|limit| limit.to_string())?;
        drawn += 1;
    }
    match game.actor(program) {
        Some(Actor::Player(id)) if ready.variant.equipment.players[id.index()].name == text(audit, "begins") => {
            Ok(game.position().clone())
        }
        actor => Err(format!("{actor:?} is to choose when all is set up")),
    }
}

fn count(words: impl IntoIterator<Item = String>) -> Count {
    let mut count = Count::new();
    words.into_iter().for_each(|word| *count.entry(word).or_default() += 1);
    count
}

fn entries<'a>(audit: &'a Table, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    audit.get(key).and_then(Value::as_table).into_iter().flatten()
}

fn differ(what: &str, found: &Count, expected: &Count) -> Option<String> {
    (found != expected).then(|| format!("{what}: {found:?}, not {expected:?}"))
}

/// Which pieces stand where, and what is on them and in the bags.
fn pieces(ready: &Ready, setup: &Setup, audit: &Table) -> Option<String> {
    let pieces = reached_pieces(ready, setup);
    let mut problem = None;
    for (side, squares) in entries(audit, "men") {
        let own = || pieces.iter().filter(|(_, piece)| piece["owner"] == *side && piece["kind"] == "man");
        let found = own().map(|(square, _)| square.clone()).collect::<BTreeSet<_>>();
        let expected = super::strings(Some(squares)).into_iter().collect::<BTreeSet<_>>();
        if found != expected {
            return Some(format!("{side} has men on {found:?}, not {expected:?}"));
        }
        for (key, slot) in [("colours_of", "colour"), ("shields_of", "shield")] {
            let Some(expected) = entries(audit, key).find(|(name, _)| *name == side) else { continue };
            let each = audit.get(&format!("of_each_{slot}")).and_then(Value::as_integer).unwrap_or_default();
            let on_them = own().filter_map(|(_, piece)| piece.get(slot).cloned()).collect::<Vec<_>>();
            problem = problem.or((on_them.len() != found.len()).then(|| format!("a man of {side} has no {slot}")));
            let all = count(on_them.into_iter().chain(pile(ready, setup, &format!("{slot}s"), Some(side))));
            let wanted = super::strings(Some(expected.1)).into_iter().map(|value| (value, each)).collect();
            problem = problem.or_else(|| differ(&format!("{slot}s of {side}"), &all, &wanted));
        }
    }
    let each = audit.get("potions_of_each_power").and_then(Value::as_integer);
    let Some(each) = each.filter(|_| problem.is_none()) else { return problem };
    let on_them = pieces.values().filter_map(|piece| piece.get("potion").cloned()).collect::<Vec<_>>();
    if on_them.len() != pieces.len() {
        return Some("a man has no potion".to_owned());
    }
    let all = count(on_them.into_iter().chain(pile(ready, setup, "potions", None)));
    let powers = super::strings(audit.get("powers")).into_iter().map(|power| (power, each)).collect();
    differ("potions", &all, &powers)
}

/// How many cards lie under squares, and how.
fn under(setup: &Setup, audit: &Table) -> Option<String> {
    let down = setup.under.iter().filter(|(_, token)| matches!(token, Token::Unseen { face: 0, .. })).count() as i64;
    let expected = audit.get("face_down").and_then(Value::as_integer).unwrap_or_default();
    (down != expected || setup.under.len() as i64 != expected).then(|| format!("{down} cards nobody has seen, not {expected}"))
}

/// How many tokens lie in a player's pile; the player knows every one of them, and nobody else any.
fn piles(ready: &Ready, position: &Position, audit: &Table) -> Option<String> {
    let players = &ready.variant.equipment.players;
    entries(audit, "stockpile").find_map(|(owner, expected)| {
        players.iter().enumerate().find_map(|(i, player)| {
            let view = position.view(&ready.program, PlayerId(i as u8)).to_setup(&ready.program);
            let found = pile(ready, &view, "stockpile", Some(owner));
            let known = found.iter().filter(|card| *card != "?").count() as i64;
            let counted = (found.len() as i64, known);
            let many = expected.as_integer().unwrap_or_default();
            let right = (many, if player.name == *owner { many } else { 0 });
            (counted != right).then(|| format!("as {} sees it, {owner} holds {counted:?} cards, not {right:?}", player.name))
        })
    })
}
