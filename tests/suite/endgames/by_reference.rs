//! What tables say against the reference, position by position: each is worth what follows from the tables' own values of what the reference
//! says comes next. Values with the number of decisions to the end are then right everywhere, since no other values fit together so: a
//! win counts down to an end that the reference names, and whoever is won or lost within so many decisions has it from what is nearer.
//! Nothing of the engine has a part in it.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use draughtsman::endgames::{Endgames, Placed, Value};
use draughtsman::library::Ready;
use draughtsman::model::rules::EndingKind;
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

/// Of all positions one in so many: eight, or as many as `DRAUGHTSMAN_EVERY` says.
fn every() -> usize {
    std::env::var("DRAUGHTSMAN_EVERY").ok().map_or(8, |every| every.parse().expect("DRAUGHTSMAN_EVERY: one in how many"))
}

/// Compares tables with what comes of the reference, for all positions of up to so many pieces, or one [in so many](every).
pub(super) fn compare(ready: &Ready, endgames: &Endgames, pieces: u32) {
    let variant = &ready.variant;
    let keys: Vec<Key> = placements(variant, pieces as usize).into_iter().filter(|key| told(endgames, key).is_some()).collect();
    let all: u64 = endgames.summaries().iter().map(|one| 2 * one.placements).sum();
    assert_eq!(keys.len() as u64, all, "{}: the tables know positions that cannot be", variant.id);
    let (every, next) = (every(), AtomicUsize::new(0));
    let some = || {
        while let Some(key) = keys.get(every * next.fetch_add(1, Ordering::Relaxed)) {
            let (table, expected) = (told(endgames, key), expected(variant, endgames, key));
            if let Some(expected) = expected {
                assert_eq!(table, Some(expected), "{}: {key:?}", variant.id);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(some))));
}

fn told(endgames: &Endgames, (stand, turn): &Key) -> Option<Value> {
    let mut placed: Vec<Placed> = stand.iter().map(|(site, board)| Placed { board: (*board).into(), site: *site }).collect();
    endgames.value(&mut placed, (*turn).into())
}

/// What a position is worth, by what the tables say of those that follow; nothing of one to which no game goes on, since it would have been
/// over before anybody was to move.
fn expected(variant: &Variant, endgames: &Endgames, key: &Key) -> Option<Value> {
    let follow = match expanded(variant, key) {
        Ok(follow) => follow,
        Err(outcome) => return (!ends_at_once(variant, &outcome)).then(|| worth(variant, &outcome, key.1)),
    };
    let soon = variant.rules.endings.iter().any(|line| matches!(line.kind, EndingKind::AsSoonAs(_)));
    let ours = |next: &Next| match next {
        Next::Over(value) => *value,
        Next::Position(next) => {
            let over = soon && set_up(variant, next).outcome.is_some_and(|outcome| ends_at_once(variant, &outcome));
            assert!(!over, "{}: {key:?} goes on to {next:?}, where the game is over before anybody is to move", variant.id);
            let value = told(endgames, next).unwrap_or_else(|| panic!("{}: {key:?}: then {next:?}: no table", variant.id));
            if next.1 == key.1 { value } else { value.turned() }
        }
    };
    let values: Vec<Value> = follow.iter().map(ours).collect();
    let won = values.iter().filter_map(|value| if let Value::Won(plies) = value { Some(plies + 1) } else { None }).min();
    let lost = values.iter().map(|value| if let Value::Lost(plies) = value { Some(plies + 1) } else { None });
    Some(match (won, lost.collect::<Option<Vec<u16>>>()) {
        (Some(plies), _) => Value::Won(plies),
        (None, Some(all)) => Value::Lost(all.into_iter().max().expect("no move, and the game is not over")),
        (None, None) => Value::Drawn,
    })
}

/// Whether a game that ended so was over before anybody was to move.
fn ends_at_once(variant: &Variant, outcome: &Outcome) -> bool {
    let mut lines = variant.rules.endings.iter().filter(|line| line.rule == outcome.rule);
    lines.any(|line| matches!(line.kind, EndingKind::AsSoonAs(_)))
}

/// A position as the reference takes it.
fn set_up(variant: &Variant, (stand, turn): &Key) -> Pending {
    let kinds = variant.equipment.kinds.len() as u8;
    let piece = |board: u8| Piece { owner: SideId(board / kinds), kind: KindId(board % kinds), slots: Vec::new() };
    let board = stand.iter().map(|(site, board)| (*site, vec![piece(*board)])).collect();
    let setup = Setup { board, turn: *turn, ..variant.start.clone() };
    Reference::new(variant).impatient().at(&setup).unwrap()
}

/// What follows a position, or how the game ended if it is over as it stands.
fn expanded(variant: &Variant, key: &Key) -> Result<Vec<Next>, Outcome> {
    let (reference, pending, turn) = (Reference::new(variant).impatient(), set_up(variant, key), key.1);
    if let Some(outcome) = pending.outcome {
        return Err(outcome);
    }
    let here = stands(variant, &pending);
    if here != *key {
        return Ok(vec![Next::Position(here)]);
    }
    let after = |next: Pending| match &next.outcome {
        Some(outcome) => Next::Over(worth(variant, outcome, turn)),
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
