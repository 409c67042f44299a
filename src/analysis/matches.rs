//! Matches of several games: who has which seat, and who wins the match.

use std::cmp::Reverse;

use crate::engine::Position;
use crate::model::equipment::Match;
use crate::model::{Equipment, PlayerId, SideId};
use crate::program::Program;

/// The result of one finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winning sides; empty if the game was drawn.
    pub winners: Vec<SideId>,
    /// Number of items left in the pile that breaks ties between equal numbers of wins.
    pub left: usize,
}

/// One person's score so far. A person is identified by the seat that this person has in the first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tally {
    /// Wins that count towards the match.
    pub wins: u32,
    /// Sum, over these wins, of what was left in the tie-breaking pile.
    pub left: usize,
}

/// The seat of a person in a game, both counted from 0. After each game everybody moves on to the next seat.
pub fn seat(equipment: &Equipment, person: usize, game: usize) -> PlayerId {
    PlayerId(((person + game) % equipment.players.len().max(1)) as u8)
}

/// The result of a position for a match; `None` while the game goes on.
pub fn played(program: &Program, rules: &Match, position: &Position) -> Option<Played> {
    let outcome = position.outcome()?;
    Some(Played { winners: outcome.winners.clone(), left: left(program, rules, position) })
}

/// Number of items in the tie-breaking pile of a match; 0 if the match has none.
pub fn left(program: &Program, rules: &Match, position: &Position) -> usize {
    let setup = position.to_setup(program);
    let deciding = setup.piles.iter().filter(|(pile, _)| Some(pile.pile) == rules.better);
    deciding.map(|(_, items)| items.len()).sum()
}

/// The score of each person after these games.
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

/// The person with the best score; `None` if several share it.
pub fn winner(tallies: &[Tally]) -> Option<usize> {
    let mut order: Vec<(usize, &Tally)> = tallies.iter().enumerate().collect();
    order.sort_by_key(|(_, tally)| Reverse(**tally));
    match order.as_slice() {
        [(first, best), (_, second), ..] if best > second => Some(*first),
        _ => None,
    }
}
