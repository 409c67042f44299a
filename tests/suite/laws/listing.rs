//! Moves: what is listed, what is said of it, what is refused.

use draughtsman::engine::moves::{Chosen, Deed};
use draughtsman::engine::{Actor, Move};
use draughtsman::model::SiteId;
use draughtsman::notation::{movetext, squares};

use super::games::{Numbers, SOME, full, in_random_games, some};

#[test]
fn who_must_choose_has_options_and_nobody_else_has() {
    in_random_games(2, SOME, &|ready, game, options| match (game.actor(&ready.program), game.position().outcome()) {
        (Some(_), None) if !options.is_empty() => Ok(()),
        (None, Some(_)) if options.is_empty() => Ok(()),
        (actor, outcome) => Err(format!("{actor:?} has {} options; {outcome:?}", options.len())),
    });
}

#[test]
fn texts_are_unique_and_are_read_as_what_they_say() {
    in_random_games(2, SOME, &|ready, _, options| {
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
    in_random_games(2, SOME, &|ready, game, options| {
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

/// Legal is what is listed. Texts of any two squares, and moves changed by chance, are taken exactly if they are in the list.
#[test]
fn what_is_not_listed_is_refused() {
    in_random_games(1, SOME, &|ready, game, options| {
        let (program, equipment) = (&ready.program, &ready.variant.equipment);
        let mut numbers = Numbers::new(game.position().hash());
        if matches!(game.actor(program), Some(Actor::Chance)) {
            return Ok(());
        }
        let texts = movetext::texts(equipment, options, full(ready));
        let sites = equipment.board.sites.len();
        for _ in 0..12 {
            let site = |numbers: &mut Numbers| SiteId(numbers.below(sites) as u16);
            let (from, to) = (site(&mut numbers), site(&mut numbers));
            let sign = ["-", "x"][numbers.below(2)];
            let typed = format!("{}{sign}{}", squares::name(equipment, from), squares::name(equipment, to));
            let goes = |mv: &Move| speaks_of(mv, from) && speaks_of(mv, to);
            match movetext::parse_move(equipment, &typed, options, full(ready)) {
                Ok(at) if goes(&options[at]) => {}
                Ok(at) => return Err(format!("`{typed}` is taken for {}", texts[at])),
                Err(error) if texts.contains(&typed) => return Err(format!("`{typed}` is refused: {error}")),
                Err(_) => {}
            }
        }
        Ok(())
    });
}

/// Whether a square plays a part in a move: it may be typed without the verb.
fn speaks_of(mv: &Move, site: SiteId) -> bool {
    mv.deeds.iter().any(|deed| match deed {
        Deed::Actor(one) | Deed::Placed(one) => *one == site,
        Deed::Leg { from, to, captures } => *from == site || *to == site || captures.contains(&site),
        Deed::Chosen(_, values) => {
            values.iter().any(|one| matches!(one, Chosen::Site(one) | Chosen::Piece(one) if *one == site))
        }
        _ => false,
    })
}
