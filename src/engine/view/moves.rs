//! The list of moves as one player may see it.

use crate::model::PlayerId;
use crate::program::Program;

use super::reveal::without_names;
use crate::engine::moves::{Deed, Move};
use crate::engine::position::{Counting, Position};
use crate::engine::run::{Actor, LimitReached, Pick, Step};

/// A move as far as a player can distinguish it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The move in the position as the player sees it: tokens that the player does not know are unnamed.
    pub mv: Move,
    /// Indices in [`Position::moves`] of the moves that look like this to the player; several if a choice is made blindly. Empty
    /// for results of chance, and if the rules bar the move for a reason that the player cannot know.
    pub of: Vec<usize>,
    /// For each of these, the number of equally likely ways in which a blind choice results in it.
    pub ways: Vec<u64>,
}

impl SeenMove {
    /// A move that the player sees in full, with its index in the list.
    pub fn whole(place: usize, mv: Move) -> SeenMove {
        SeenMove { of: vec![place], ways: vec![1], mv }
    }
}

impl Position {
    /// The options of the pending decision as a player may see them: those that exist in the player's view, whoever decides.
    /// They depend on nothing that the player does not know.
    ///
    /// A token that the player has not seen is unnamed, so a choice among several such tokens is one move. Results of chance
    /// have the odds that they have for this player. A move that depends on the value of a token unknown to the player is not
    /// among them.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn moves_seen_by(&self, program: &Program, player: PlayerId) -> Result<Vec<SeenMove>, LimitReached> {
        let seen = if program.layout.hidden.contains(&true) { self.view(program, player) } else { self.clone() };
        let imagined = seen.moves(program, Counting::AsWritten)?;
        if seen == *self {
            return Ok(imagined.into_iter().enumerate().map(|(i, mv)| SeenMove::whole(i, mv)).collect());
        }
        let one = |mv| SeenMove { mv, of: Vec::new(), ways: Vec::new() };
        let mut all: Vec<SeenMove> = imagined.into_iter().map(one).collect();
        if self.actor(program) == Some(Actor::Chance) {
            return Ok(all);
        }
        let identities: Vec<Vec<Deed>> = all.iter().map(|one| in_order(&one.mv)).collect();
        for (place, real) in self.moves(program, Counting::AsWritten)?.iter().enumerate() {
            let mv = without_names(program, real, player, &mut |_, _| false);
            let (blind, deeds) = (mv.deeds != real.deeds, in_order(&mv));
            let alike = |at: &usize| identities[*at] == deeds && all[*at].mv.rule == mv.rule;
            let free = (0..all.len()).filter(alike).find(|at| blind || all[*at].of.is_empty());
            let Some(at) = free.or_else(|| (0..all.len()).find(alike)) else { continue };
            let ways = if blind { self.ways(program, real) } else { 1 };
            all[at].of.push(place);
            all[at].ways.push(ways);
        }
        Ok(all)
    }

    /// The number of ways to get the things that a move chooses: with three cards of which two are identical, there are two ways
    /// to choose one of those two.
    fn ways(&self, program: &Program, mv: &Move) -> u64 {
        let mut runner = self.resume(program);
        let mut all: u64 = 1;
        for next in &mv.record {
            let Step::Choice(choice) = runner.advance() else { break };
            let Some(pick) = choice.options.get(*next as usize) else { break };
            if let Pick::Things(_, ways) = pick.as_ref() {
                all = all.saturating_mul(*ways);
            }
            runner.take(&pick);
        }
        all
    }
}

/// The deeds of a move, with the things of each choice in an order that does not depend on what they are.
fn in_order(mv: &Move) -> Vec<Deed> {
    let mut deeds = mv.deeds.clone();
    for deed in &mut deeds {
        if let Deed::Chosen(_, values) = deed {
            values.sort_unstable();
        }
    }
    deeds
}
