//! Positions with few pieces solved by the reference: one after the other, in a map, by going over all of them again and again. Nothing of
//! the engine has a part in it.

use std::collections::HashMap;

use draughtsman::endgames::{Endgames, Placed, Value};
use draughtsman::library::Ready;
use draughtsman::model::setup::{Outcome, Piece};
use draughtsman::model::{KindId, Setup, SideId, SiteId, Variant};
use draughtsman::reference::{Decider, Pending, Reference};

/// Where pieces stand, in the order of the sites, each with its side and kind as one number; and whose turn it is.
type Key = (Vec<(SiteId, u8)>, u8);

/// What follows a position.
enum Next {
    Position(Key),
    /// The end of the game, for who was to move.
    Over(Value),
}

/// The same, by the number of the position, and whether the same player is to move there.
enum Follows {
    Position(usize, bool),
    Over(Value),
}

/// Compares tables with what comes of the reference, for all positions of up to so many pieces.
pub(super) fn compare(ready: &Ready, endgames: &Endgames, pieces: u32) {
    let variant = &ready.variant;
    let solved = solved(variant, pieces as usize);
    let mut known = 0;
    for ((stand, turn), value) in &solved {
        let mut placed: Vec<Placed> =
            stand.iter().map(|(site, board)| Placed { board: (*board).into(), site: *site }).collect();
        if let Some(table) = endgames.value(&mut placed, (*turn).into()) {
            known += 1;
            // No game goes on to where it would be over already.
            if !matches!(value, Value::Won(0)) {
                assert_eq!(table, *value, "{}: {stand:?}, turn {turn}", variant.id);
            }
        }
    }
    let all: u64 = endgames.summaries().iter().map(|one| 2 * one.placements).sum();
    assert_eq!(known, all, "{}: of some positions the reference knows nothing", variant.id);
}

/// All positions of up to so many pieces, some of each side, and all that follow from them.
fn solved(variant: &Variant, pieces: usize) -> Vec<(Key, Value)> {
    let mut keys = placements(variant, pieces);
    let mut numbers: HashMap<Key, usize> = keys.iter().cloned().zip(0..).collect();
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut follows: Vec<Vec<Follows>> = Vec::new();
    // What is not met before is added behind.
    while let Some(key) = keys.get(follows.len()).cloned() {
        let expanded = expanded(variant, &key);
        values.push(expanded.as_ref().err().copied());
        let mut number = |next: Next| match next {
            Next::Over(value) => Follows::Over(value),
            Next::Position(next) => {
                let same = next.1 == key.1;
                let number = *numbers.entry(next).or_insert_with_key(|next| {
                    keys.push(next.clone());
                    keys.len() - 1
                });
                Follows::Position(number, same)
            }
        };
        follows.push(expanded.unwrap_or_default().into_iter().map(&mut number).collect());
    }
    for plies in 1.. {
        let open = (0..keys.len()).filter(|number| values[*number].is_none());
        let found: Vec<(usize, Value)> =
            open.filter_map(|number| Some((number, decided(&follows[number], plies, &values)?))).collect();
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(number, value)| values[number] = Some(value));
    }
    keys.into_iter().zip(values.into_iter().map(|value| value.unwrap_or(Value::Drawn))).collect()
}

/// Whether a position is won or lost within so many decisions, if all that are so sooner are known.
fn decided(follows: &[Follows], plies: u16, values: &[Option<Value>]) -> Option<Value> {
    let ours = |next: &Follows| match next {
        Follows::Over(value) => Some(*value),
        Follows::Position(number, same) => values[*number].map(|value| if *same { value } else { value.turned() }),
    };
    if follows.iter().any(|next| matches!(ours(next), Some(Value::Won(_)))) {
        return Some(Value::Won(plies));
    }
    follows.iter().all(|next| matches!(ours(next), Some(Value::Lost(_)))).then_some(Value::Lost(plies))
}

/// What follows a position, or what it is worth if the game is over as it stands.
fn expanded(variant: &Variant, key: &Key) -> Result<Vec<Next>, Value> {
    let kinds = variant.equipment.kinds.len() as u8;
    let (stand, turn) = key;
    let piece = |board: u8| Piece { owner: SideId(board / kinds), kind: KindId(board % kinds), slots: Vec::new() };
    let board = stand.iter().map(|(site, board)| (*site, vec![piece(*board)])).collect();
    let setup = Setup { board, turn: *turn, ..variant.start.clone() };
    let reference = Reference::new(variant).impatient();
    let pending = reference.at(&setup).unwrap();
    if let Some(outcome) = &pending.outcome {
        return Err(worth(variant, outcome, *turn));
    }
    let here = stands(variant, &pending);
    if here != *key {
        return Ok(vec![Next::Position(here)]);
    }
    let after = |next: Pending| match &next.outcome {
        Some(outcome) => Next::Over(worth(variant, outcome, *turn)),
        None => Next::Position(stands(variant, &next)),
    };
    let moves = reference.moves(&pending).unwrap();
    Ok(moves.iter().map(|mv| after(reference.play(&pending, mv).unwrap())).collect())
}

fn stands(variant: &Variant, pending: &Pending) -> Key {
    let kinds = variant.equipment.kinds.len() as u8;
    let position = &pending.position;
    let stand = position.board.iter().map(|(site, tower)| {
        let piece = &position.pieces[tower.last().unwrap()];
        (*site, piece.owner.0 * kinds + piece.kind.0)
    });
    let Some(Decider::Player(player)) = pending.decider else { panic!("nobody decides") };
    let turn = variant.equipment.turn_order.iter().position(|one| *one == player).unwrap();
    (stand.collect(), turn as u8)
}

/// What the end of a game is worth to the player at that place of the turn order.
fn worth(variant: &Variant, outcome: &Outcome, turn: u8) -> Value {
    let equipment = &variant.equipment;
    let wins = |turn: u8| {
        let player = equipment.turn_order[usize::from(turn)];
        outcome.winners.contains(&equipment.players[player.index()].side)
    };
    match (wins(turn), wins(1 - turn)) {
        (true, false) => Value::Won(0),
        (false, true) => Value::Lost(0),
        _ => Value::Drawn,
    }
}

/// Every way in which up to so many pieces can stand, some of each side, for both to move.
fn placements(variant: &Variant, pieces: usize) -> Vec<Key> {
    let equipment = &variant.equipment;
    let kinds = equipment.kinds.len();
    let boards = || (0..2 * kinds).map(|board| (board / kinds, board % kinds));
    let mut all: Vec<Vec<(SiteId, u8)>> = vec![Vec::new()];
    for (i, site) in equipment.board.sites.iter().enumerate() {
        let may = |(side, kind): &(usize, usize)| {
            let kind = &equipment.kinds[*kind];
            kind.owner.is_none_or(|owner| owner.index() == *side) && kind.on.is_none_or(|class| class == site.class)
        };
        let more = |stand: &Vec<(SiteId, u8)>| {
            let with = |(side, kind): (usize, usize)| [&stand[..], &[(SiteId(i as u16), (side * kinds + kind) as u8)]].concat();
            boards().filter(may).map(with).collect::<Vec<_>>()
        };
        let more: Vec<Vec<(SiteId, u8)>> = all.iter().filter(|stand| stand.len() < pieces).flat_map(more).collect();
        all.extend(more);
    }
    let of = |stand: &[(SiteId, u8)], side: usize| stand.iter().any(|(_, board)| usize::from(*board) / kinds == side);
    all.retain(|stand| of(stand, 0) && of(stand, 1));
    all.into_iter().flat_map(|stand| [(stand.clone(), 0), (stand, 1)]).collect()
}
