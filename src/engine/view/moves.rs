//! The list of moves as one player may see it.

use crate::model::PlayerId;
use crate::program::Program;

use super::reveal::without_names;
use crate::engine::moves::Move;
use crate::engine::position::{Counting, Position};
use crate::engine::run::{Actor, LimitReached, Pick, Step};

/// A move as a player can tell it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The move, without the names of what the player does not know.
    pub mv: Move,
    /// Places of [`Position::moves`] that look like this to the player; several where a choice is made blindly, none where
    /// somebody else decides.
    pub of: Vec<usize>,
    /// In how many equally likely ways each of these comes about, if one of them is chosen blindly.
    pub ways: Vec<u64>,
    /// The same move of the position as the player sees it, if it can be made without knowing more.
    pub imagined: Option<Move>,
}

impl SeenMove {
    /// A move that is seen as it is, by its place in the list.
    pub fn whole(place: usize, mv: Move) -> SeenMove {
        SeenMove { of: vec![place], ways: vec![1], imagined: Some(mv.clone()), mv }
    }
}

impl Position {
    /// The options of the pending decision as a player may see them.
    ///
    /// The player's own moves are those of the rules; where one chooses among tokens that one has not seen, they are one move.
    /// Moves of another player, and results of chance, are those that the player's view allows: they depend on nothing that
    /// the player does not know. There a token of the other player has no name, results of chance have the odds that they have
    /// for this player, and a move that asks for the value of what the player has not seen is not among them.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn moves_seen_by(&self, program: &Program, player: PlayerId) -> Result<Vec<SeenMove>, LimitReached> {
        let actor = self.actor(program);
        let seen = if program.layout.hidden.contains(&true) { self.view(program, player) } else { self.clone() };
        let own = actor == Some(Actor::Player(player));
        if actor.is_none() || !own && seen != *self {
            let moves = seen.moves(program, Counting::AsWritten)?;
            let moves =
                moves.into_iter().map(|mv| SeenMove { imagined: Some(mv.clone()), of: Vec::new(), ways: Vec::new(), mv });
            return Ok(moves.filter(|_| actor.is_some()).collect());
        }
        let moves = self.moves(program, Counting::AsWritten)?;
        if seen == *self {
            return Ok(moves.into_iter().enumerate().map(|(i, mv)| SeenMove::whole(i, mv)).collect());
        }
        let imagined = seen.moves(program, Counting::AsWritten).unwrap_or_default();
        let mut all: Vec<SeenMove> = Vec::with_capacity(moves.len());
        // Where a blind choice stands among the others could tell what it is: they come last.
        let mut blindly: Vec<SeenMove> = Vec::new();
        for (i, real) in moves.iter().enumerate() {
            let mv = without_names(program, real, player, &mut |_, _| false);
            let blind = mv.deeds != real.deeds;
            match blindly.iter_mut().find(|one| blind && one.mv.deeds == mv.deeds) {
                Some(one) => {
                    one.of.push(i);
                    one.ways.push(self.ways(program, real));
                }
                None => {
                    let same = imagined.iter().find(|one| one.deeds == mv.deeds && one.rule == mv.rule).cloned();
                    let ways = if blind { self.ways(program, real) } else { 1 };
                    let one = SeenMove { mv, of: vec![i], ways: vec![ways], imagined: same };
                    if blind { blindly.push(one) } else { all.push(one) }
                }
            }
        }
        blindly.sort_by(|one, other| one.mv.deeds.cmp(&other.mv.deeds));
        all.extend(blindly);
        Ok(all)
    }

    /// In how many ways the things that a move of this position chooses can be got: of three cards of which two are alike, one of
    /// those in two.
    fn ways(&self, program: &Program, mv: &Move) -> u64 {
        let mut runner = self.resume(program);
        let mut all: u64 = 1;
        for next in &mv.record {
            let Step::Choice(choice) = runner.advance() else { break };
            let Some(pick) = choice.options.get(*next as usize) else { break };
            if let Pick::Things(_, ways) = pick {
                all = all.saturating_mul(*ways);
            }
            runner.take(pick);
        }
        all
    }
}
