//! The list of moves as one player may see it.

use crate::model::PlayerId;
use crate::program::Program;

use super::reveal::without_names;
use crate::engine::moves::Move;
use crate::engine::position::{Counting, Position};
use crate::engine::run::{Actor, LimitReached};

/// A move as a player can tell it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The move, without the names of what the player does not know.
    pub mv: Move,
    /// Places of [`Position::moves`] that look like this to the player; several where a choice is made blindly, none where
    /// somebody else decides.
    pub of: Vec<usize>,
    /// The same move of the position as the player sees it, if it can be made without knowing more.
    pub imagined: Option<Move>,
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
            let moves = moves.into_iter().map(|mv| SeenMove { imagined: Some(mv.clone()), of: Vec::new(), mv });
            return Ok(moves.filter(|_| actor.is_some()).collect());
        }
        let moves = self.moves(program, Counting::AsWritten)?;
        if seen == *self {
            let as_it_is = |(i, mv): (usize, Move)| SeenMove { of: vec![i], imagined: Some(mv.clone()), mv };
            return Ok(moves.into_iter().enumerate().map(as_it_is).collect());
        }
        let imagined = seen.moves(program, Counting::AsWritten).unwrap_or_default();
        let mut all: Vec<SeenMove> = Vec::with_capacity(moves.len());
        // Where a blind choice stands among the others could tell what it is: they come last.
        let mut blindly: Vec<SeenMove> = Vec::new();
        for (i, real) in moves.iter().enumerate() {
            let mv = without_names(program, real, player, &mut |_, _| false);
            let blind = mv.deeds != real.deeds;
            match blindly.iter_mut().find(|one| blind && one.mv.deeds == mv.deeds) {
                Some(one) => one.of.push(i),
                None => {
                    let same = imagined.iter().find(|one| one.deeds == mv.deeds && one.rule == mv.rule).cloned();
                    let one = SeenMove { mv, of: vec![i], imagined: same };
                    if blind { blindly.push(one) } else { all.push(one) }
                }
            }
        }
        blindly.sort_by(|one, other| one.mv.deeds.cmp(&other.mv.deeds));
        all.extend(blindly);
        Ok(all)
    }
}
