//! Several games that make a match: who sits where, and who has won.

use std::cmp::Reverse;

use crate::engine::Position;
use crate::model::equipment::Match;
use crate::model::{Equipment, PlayerId, SideId};
use crate::program::Program;

/// A game of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won it; nobody if it was drawn.
    pub winners: Vec<SideId>,
    /// How much is left in the pile that decides between equal wins.
    pub left: usize,
}

/// What a person has so far. People are counted by the seats that they have in the first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tally {
    /// Wins that count.
    pub wins: u32,
    /// What was left after them, all together.
    pub left: usize,
}

/// The seat of a person in a game, both counted from 0: after each game everybody moves on to the next seat.
pub fn seat(equipment: &Equipment, person: usize, game: usize) -> PlayerId {
    PlayerId(((person + game) % equipment.players.len().max(1)) as u8)
}

/// What a position means for a match; nothing while the game goes on.
pub fn played(program: &Program, rules: &Match, position: &Position) -> Option<Played> {
    let outcome = position.outcome()?;
    Some(Played { winners: outcome.winners.clone(), left: left(program, rules, position) })
}

/// How much is left in the pile that decides between equal wins; 0 where none does.
pub fn left(program: &Program, rules: &Match, position: &Position) -> usize {
    let setup = position.to_setup(program);
    let deciding = setup.piles.iter().filter(|(pile, _)| Some(pile.pile) == rules.better);
    deciding.map(|(_, items)| items.len()).sum()
}

/// What each person has after these games.
pub fn tallies(equipment: &Equipment, rules: &Match, games: &[Played]) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); equipment.players.len()];
    for (person, tally) in tallies.iter_mut().enumerate() {
        for (game, played) in games.iter().enumerate() {
            let seat = seat(equipment, person, game);
            let side = equipment.players[seat.index()].side;
            if played.winners.contains(&side) && rules.wins_as.is_none_or(|role| role == seat) {
                tally.wins += 1;
                tally.left += played.left;
            }
        }
    }
    tallies
}

/// The person who has most; nobody if several have.
pub fn winner(tallies: &[Tally]) -> Option<usize> {
    let mut order: Vec<(usize, &Tally)> = tallies.iter().enumerate().collect();
    order.sort_by_key(|(_, tally)| Reverse(**tally));
    match order.as_slice() {
        [(first, best), (_, second), ..] if best > second => Some(*first),
        _ => None,
    }
}
