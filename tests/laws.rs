//! Laws that hold in every game of every rule file, tried on random games. The seeds are fixed: a failure can be repeated.

mod facts;

use std::collections::BTreeMap;

use draughtsman::engine::{Counting, Game, Position};
use draughtsman::library::Ready;
use draughtsman::model::equipment::Routes;
use draughtsman::model::setup::{Item, Piece, SlotContent, Token};
use draughtsman::model::{Setup, TokenId};
use draughtsman::notation::saved::SavedGame;
use draughtsman::notation::{Header, Terms, fen, json, movetext, saved};

/// Decisions of one game that are tried.
const DECISIONS: usize = 60;
/// Options of one decision that are played, spread over the list.
const OPTIONS: usize = 6;

/// Numbers that look random and are the same everywhere (xorshift, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// Plays random games and shows each position, with its options, to a law.
fn in_random_games(games: u64, law: impl Fn(&Ready, &Game, &[draughtsman::engine::Move]) -> Result<(), String>) {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let ready = facts::rules(name, &[]).expect("there is a rule file");
        for seed in 1..=games {
            if let Err(problem) = one_game(&ready, seed, &law) {
                failures.push(format!("{name}, game {seed}: {problem}"));
            }
        }
    }
    facts::report(names.len(), &failures);
}

fn one_game(
    ready: &Ready,
    seed: u64,
    law: &impl Fn(&Ready, &Game, &[draughtsman::engine::Move]) -> Result<(), String>,
) -> Result<(), String> {
    let program = &ready.program;
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut game = Game::new(program).map_err(|limit| limit.to_string())?;
    // What is drawn at set-up is much of the same; the laws are for what is played.
    let mut tried = 0;
    while tried < DECISIONS && game.moves().len() < 600 {
        let options = game.options(program).map_err(|limit| limit.to_string())?;
        if game.position().turns() > 0 || game.moves().len() % 16 == 0 {
            tried += 1;
            law(ready, &game, &options).map_err(|problem| format!("decision {}: {problem}", game.moves().len()))?;
        }
        if options.is_empty() {
            return Ok(());
        }
        let mv = &options[numbers.below(options.len())];
        game.play(program, mv).map_err(|limit| limit.to_string())?;
    }
    Ok(())
}

fn full(ready: &Ready) -> bool {
    ready.variant.equipment.routes == Routes::Distinct
}

fn some<T>(all: &[T]) -> impl Iterator<Item = (usize, &T)> {
    let step = all.len().div_ceil(OPTIONS).max(1);
    all.iter().enumerate().step_by(step)
}

#[test]
fn who_must_choose_has_options_and_nobody_else_has() {
    in_random_games(2, |ready, game, options| match (game.actor(&ready.program), game.position().outcome()) {
        (Some(_), None) if !options.is_empty() => Ok(()),
        (None, Some(_)) if options.is_empty() => Ok(()),
        (actor, outcome) => Err(format!("{actor:?} has {} options; {outcome:?}", options.len())),
    });
}

#[test]
fn texts_are_unique_and_are_read_as_what_they_say() {
    in_random_games(2, |ready, _, options| {
        let equipment = &ready.variant.equipment;
        let texts = movetext::texts(equipment, options, full(ready));
        let mut sorted = texts.clone();
        sorted.sort();
        sorted.dedup();
        if sorted.len() != texts.len() {
            return Err(format!("not unique: {texts:?}"));
        }
        for (i, text) in some(&texts) {
            match movetext::parse_move(equipment, text, options, full(ready)) {
                Ok(read) if read == i => {}
                Ok(read) => return Err(format!("{text} is read as {}", texts[read])),
                Err(error) => return Err(format!("{text}: {error}")),
            }
        }
        Ok(())
    });
}

#[test]
fn what_is_listed_can_be_played_and_taken_back() {
    in_random_games(2, |ready, game, options| {
        for (_, mv) in some(options) {
            let mut trial = game.clone();
            trial.play(&ready.program, mv).map_err(|limit| limit.to_string())?;
            if trial.position() == game.position() && trial.position().outcome().is_none() {
                return Err(format!("{:?} changes nothing", mv.deeds));
            }
            if trial.undo().as_ref() != Some(mv) || trial != *game {
                return Err(format!("{:?} is not taken back", mv.deeds));
            }
        }
        Ok(())
    });
}

#[test]
fn a_position_is_read_as_it_was_written() {
    in_random_games(3, |ready, game, _| {
        let terms = Terms::from(&ready.variant);
        let setup = game.position().to_setup(&ready.program);
        let header = Header::of(&ready.variant);
        let text = json::position::write(&header, &terms, &setup);
        let read = json::position::read(&terms, &text).map_err(|error| format!("{error} in {text}"))?;
        if read != setup {
            return Err(format!("JSON: {} in {text}", difference(&setup, &read)));
        }
        let toml = saved::write(&terms, &SavedGame { header, start: Some(setup.clone()), ..SavedGame::default() });
        let read = saved::read(&terms, &toml).map_err(|error| format!("{error} in {toml}"))?;
        if read.start.as_ref() != Some(&setup) {
            let read = read.start.unwrap_or_default();
            return Err(format!("TOML: {} in {toml}", difference(&setup, &read)));
        }
        if fen::is_whole(&ready.variant.equipment, &setup) {
            let text = fen::write(&ready.variant.equipment, &setup).map_err(|error| error.to_string())?;
            let read = fen::read(&ready.variant.equipment, &text).map_err(|error| error.to_string())?;
            if read.board != setup.board || read.turn != setup.turn {
                return Err(format!("FEN: {text}"));
            }
        }
        let back = Position::from_setup(&ready.program, &setup).map_err(|error| error.to_string())?;
        if back == *game.position() { Ok(()) } else { Err(format!("another position: {text}")) }
    });
}

/// Where two arrangements part, in the engine's words.
fn difference(one: &Setup, other: &Setup) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let parts = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    parts.map_or("one goes on".to_owned(), |(one, other)| format!("{} became {}", one.trim(), other.trim()))
}

#[test]
fn a_saved_position_goes_on_as_the_one_that_was_not_saved() {
    in_random_games(2, |ready, game, options| {
        let setup = game.position().to_setup(&ready.program);
        let back = Position::from_setup(&ready.program, &setup).map_err(|error| error.to_string())?;
        let listed = back.moves(&ready.program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if listed != options {
            return Err("other moves".to_owned());
        }
        for (_, mv) in some(options) {
            let one = game.position().play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
            let other = back.play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
            if one != other {
                return Err(format!("{:?} leads elsewhere", mv.deeds));
            }
        }
        Ok(())
    });
}

#[test]
fn the_hash_kept_up_to_date_is_the_one_counted_from_scratch() {
    in_random_games(3, |ready, game, options| {
        for (_, mv) in some(options) {
            let next = game.position().play(&ready.program, mv, &[]).map_err(|limit| limit.to_string())?;
            if next.hash() != next.hash_from_scratch(&ready.program) {
                return Err(format!("after {:?}", mv.deeds));
            }
        }
        Ok(())
    });
}

#[test]
fn tokens_are_neither_made_nor_lost() {
    in_random_games(3, |ready, game, _| {
        let first = tokens(ready, &game.positions()[0].to_setup(&ready.program));
        let now = tokens(ready, &game.position().to_setup(&ready.program));
        if first == now { Ok(()) } else { Err(format!("{now:?}, not {first:?}")) }
    });
}

/// How many tokens of each type and class there are, wherever they are.
fn tokens(ready: &Ready, setup: &Setup) -> BTreeMap<(u8, u16), u32> {
    use draughtsman::model::equipment::{PileHolds, SlotType};
    let equipment = &ready.variant.equipment;
    let mut seen: Vec<(TokenId, &Token)> = Vec::new();
    let mut pieces: Vec<&Piece> = setup.board.iter().flat_map(|(_, tower)| tower).collect();
    for (pile, items) in &setup.piles {
        for item in items {
            match (item, equipment.piles[pile.pile.index()].holds) {
                (Item::Piece(piece), _) => pieces.push(piece),
                (Item::Token(token), PileHolds::Token(kind)) => seen.push((kind, token)),
                _ => {}
            }
        }
    }
    for (slot, content) in pieces.iter().flat_map(|piece| &piece.slots) {
        if let (SlotContent::Token(token), SlotType::Token(kind)) = (content, equipment.slots[slot.index()].holds) {
            seen.push((kind, token));
        }
    }
    if let Some((_, kind)) = equipment.under {
        seen.extend(setup.under.iter().map(|(_, token)| (kind, token)));
    }
    let mut counts: BTreeMap<(u8, u16), u32> = BTreeMap::new();
    let mut add = |kind: TokenId, class: u16, count: u16| *counts.entry((kind.0, class)).or_default() += u32::from(count);
    for (kind, token) in seen {
        if let Token::Seen { class, .. } = token {
            add(kind, *class, 1);
        }
    }
    for shuffle in &setup.shuffles {
        shuffle.left.iter().for_each(|(class, count)| add(shuffle.token, *class, *count));
    }
    for (kind, left) in &setup.unplaced {
        left.iter().for_each(|(class, count)| add(*kind, *class, *count));
    }
    counts
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for name in facts::every_variant() {
        let play = || {
            let texts = std::cell::RefCell::new(Vec::new());
            let ready = facts::rules(&name, &[]).expect("there is a rule file");
            let note = |ready: &Ready, _: &Game, options: &[draughtsman::engine::Move]| {
                texts.borrow_mut().push(movetext::texts(&ready.variant.equipment, options, full(ready)));
                Ok(())
            };
            one_game(&ready, 7, &note).map(|()| texts.into_inner())
        };
        assert_eq!(play(), play(), "{name}");
    }
}
