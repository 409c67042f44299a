//! What every game with tokens has when it is set up: the table `[audit]` of its file of facts, for some seeds.

use std::collections::{BTreeMap, BTreeSet};

use draughtsman::agents::{by_weight, generator};
use draughtsman::engine::{Actor, Counting, Game};
use draughtsman::library::Ready;
use draughtsman::model::Setup;
use draughtsman::model::setup::Token;
use toml::{Table, Value};

use super::text;
use super::tokens::{pile, reached_pieces};

/// Few, as each change of a rule file is dealt anew; the tests that deal many are in `tests/deals.rs`.
const SEEDS: u64 = 3;

type Count = BTreeMap<String, i64>;

/// What is wrong with the game as it begins; nothing if all of it holds.
pub(crate) fn problem(ready: &Ready, audit: &Table) -> Option<String> {
    let mut begun = BTreeSet::new();
    for seed in 0..SEEDS {
        let setup = match deal(ready, audit, seed) {
            Ok(setup) => setup,
            Err(problem) => return Some(problem),
        };
        if let Some(problem) =
            pieces(ready, &setup, audit).or_else(|| under(&setup, audit)).or_else(|| piles(ready, &setup, audit))
        {
            return Some(format!("set up by chance ({seed}): {problem}"));
        }
        begun.insert(format!("{setup:?}"));
    }
    (begun.len() == 1).then(|| "chance has nothing to say in the set-up".to_owned())
}

/// Plays what chance has to say before the first turn.
fn deal(ready: &Ready, audit: &Table, seed: u64) -> Result<Setup, String> {
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
            Ok(game.position().to_setup(program))
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

/// How many tokens lie in a player's pile.
fn piles(ready: &Ready, setup: &Setup, audit: &Table) -> Option<String> {
    let mut lying = entries(audit, "stockpile");
    lying.find_map(|(player, expected)| {
        let found = pile(ready, setup, "stockpile", Some(player)).len() as i64;
        (Some(found) != expected.as_integer()).then(|| format!("{player} holds {found} cards, not {expected}"))
    })
}
