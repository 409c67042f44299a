//! Moves in a short notation, for tests.

use crate::engine::moves::{Chosen, Deed, Move};
use crate::model::expr::Type;
use crate::model::setup::Token;
use crate::model::{Equipment, TokenId};
use crate::notation::squares::Index;

/// A move from a sketch: `c3` acting piece, `!split` verb, `c3-d4`, `c3xe5(d4)` legs, `+c3*` placement, `=other:e4` choice,
/// `/1` alternative, `?yes` option taken, `decline`.
pub(in crate::notation) fn mv(equipment: &Equipment, sketch: &str) -> Move {
    let index = Index::new(equipment);
    let site = |name: &str| index.find(name).unwrap_or_else(|| panic!("{name}"));
    let chosen = |value: &str| match (index.find(value), value.parse::<i64>()) {
        (_, Ok(number)) => Chosen::Number(number),
        (Some(site), _) => Chosen::Site(site),
        _ => match crate::notation::tokens::find_class(equipment, TokenId(0), &value.replace('_', " ")) {
            Some(class) => Chosen::Token(TokenId(0), Token::Seen { class, face: 0, seen_by: 1, shuffle: None }),
            None => Chosen::Member(Type::Kind, equipment.kinds.iter().position(|kind| kind.name == value).unwrap() as u8),
        },
    };
    let deed = |word: &str| match word.split_at(1) {
        ("!", verb) => Deed::Verb(verb.into()),
        ("+", name) => Deed::Placed(site(name)),
        ("/", i) => Deed::Alternative(i.parse().unwrap()),
        ("?", yes) => Deed::Taken(yes == "yes"),
        ("=", choice) => {
            let (name, values) = choice.split_once(':').unwrap();
            Deed::Chosen(name.into(), values.split(',').filter(|v| !v.is_empty()).map(chosen).collect())
        }
        _ if word == "decline" => Deed::Declined,
        _ => match (word.split_once('-'), word[1..].find('x').map(|at| (&word[..=at], &word[at + 2..]))) {
            (Some((from, to)), _) => Deed::Leg { from: site(from), to: site(to), captures: Default::default() },
            (_, Some((from, to))) => {
                let (to, prey) = to.trim_end_matches(')').split_once('(').unwrap();
                Deed::Leg { from: site(from), to: site(to), captures: prey.split(',').map(site).collect() }
            }
            _ => Deed::Actor(site(word)),
        },
    };
    let deeds = sketch.split_whitespace().map(deed).collect();
    Move { rule: None, group: None, deeds, weight: 1, record: Default::default() }
}

/// Moves from sketches.
pub(in crate::notation) fn moves(equipment: &Equipment, sketches: &[&str]) -> Vec<Move> {
    sketches.iter().map(|sketch| mv(equipment, sketch)).collect()
}
