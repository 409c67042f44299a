//! A game: a position with its history.

use crate::model::PlayerId;
use crate::program::Program;

use super::chance::MOST_OF_CHANCE;
use super::moves::Move;
use super::position::{Counting, Position};
use super::run::{Actor, LimitReached};

/// A position with its history, so that repetitions are counted and moves can be undone.
///
/// ```
/// # use draughtsman::{engine::{Counting, Game}, library};
/// let program = library::bundled("english").unwrap().program;
/// let mut game = Game::new(&program).unwrap();
/// let moves = game.position().moves(&program, Counting::AsWritten).unwrap();
/// game.play(&program, &moves[0]).unwrap();
/// assert!(game.undo().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
    stood: Vec<u64>,
}

impl Game {
    /// A game from the start.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn new(program: &Program) -> Result<Game, LimitReached> {
        Ok(Game::from(Position::start(program)?))
    }

    /// A game from any position.
    pub fn from(position: Position) -> Game {
        let stood = vec![position.standing()];
        Game { positions: vec![position], moves: Vec::new(), stood }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Every position so far, the first one first; the current one is the last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move of the pending decision, one of [`Game::options`].
    ///
    /// # Errors
    /// A rule that does not come to an end; chance has decided [`MOST_OF_CHANCE`] times in a row.
    pub fn play(&mut self, program: &Program, mv: &Move) -> Result<(), LimitReached> {
        let by_chance = |position: &Position| position.actor(program) == Some(Actor::Chance);
        if self.positions.len() > MOST_OF_CHANCE && self.positions[self.moves.len() - MOST_OF_CHANCE..].iter().all(by_chance) {
            return Err(self.position().limit_of_chance(program));
        }
        let next = self.position().play(program, mv, &self.stood)?;
        self.push(mv, next);
        Ok(())
    }

    /// Plays a move without applying patience endings (those that read a clock or `repeats`), as if nobody had claimed the draw.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play_impatiently(&mut self, program: &Program, mv: &Move) -> Result<(), LimitReached> {
        let next = self.position().play_impatiently(program, mv)?;
        self.push(mv, next);
        Ok(())
    }

    /// Repetition hashes, one for each position; a placeholder for each position in the middle of a turn.
    pub(super) fn stood(&self) -> &[u64] {
        &self.stood
    }

    fn push(&mut self, mv: &Move, next: Position) {
        let stood = next.stands_after(self.position());
        self.moves.push(mv.clone());
        self.stood.push(stood);
        self.positions.push(next);
    }

    /// The players to whom the move at `index` (from 0) has shown something new: a token that the player did not know, or a
    /// result of chance that could have been another one. Whether such a move may be taken back is up to the front end:
    /// [`Game::undo`] undoes any move. Empty if no such move was played.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    ///
    /// ```
    /// # use draughtsman::{engine::{Counting, Game}, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let mut game = Game::new(&program).unwrap();
    /// let moves = game.options(&program).unwrap();
    /// game.play(&program, &moves[0]).unwrap();
    /// assert!(game.revealed(&program, 0).unwrap().is_empty(), "everybody sees everything in this game");
    /// ```
    pub fn revealed(&self, program: &Program, index: usize) -> Result<Vec<PlayerId>, LimitReached> {
        let (Some(before), Some(after), Some(mv)) =
            (self.positions.get(index), self.positions.get(index + 1), self.moves.get(index))
        else {
            return Ok(Vec::new());
        };
        let players = || (0..program.equipment.players.len() as u8).map(PlayerId);
        let mut learnt: Vec<PlayerId> = players().filter(|player| !after.learnt(program, before, *player).is_empty()).collect();
        if before.actor(program) == Some(Actor::Chance) {
            let stood = &self.stood[..=index];
            for other in before.moves(program, Counting::AsWritten)?.iter().filter(|other| other.record != mv.record) {
                let other = before.play(program, other, stood)?;
                let told = players().filter(|player| !learnt.contains(player));
                let told: Vec<PlayerId> =
                    told.filter(|player| after.view(program, *player) != other.view(program, *player)).collect();
                learnt.extend(told);
                if learnt.len() == program.equipment.players.len() {
                    break;
                }
            }
        }
        learnt.sort_unstable();
        Ok(learnt)
    }

    /// A game that continues from another position in place of the current one, such as a player's view or a sample of it, with
    /// the same repetition hashes. It does not contain the moves played so far.
    pub fn imagining(&self, position: Position) -> Game {
        Game { positions: vec![position], moves: Vec::new(), stood: self.stood.clone() }
    }

    /// Undoes the last move and returns it. Whether it has shown somebody something is reported by [`Game::revealed`].
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.stood.pop();
        Some(mv)
    }

    /// Who must choose; `None` if the game is over.
    pub fn actor(&self, program: &Program) -> Option<Actor> {
        self.position().actor(program)
    }

    /// The options of the pending decision.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn options(&self, program: &Program) -> Result<Vec<Move>, LimitReached> {
        self.position().moves(program, Counting::AsWritten)
    }
}

impl Position {
    /// The repetition hash to record for this position, reached by a move from `before`: an entry of the `stood` that
    /// [`Position::play`] takes. In the middle of a turn it is a placeholder that equals no position's hash.
    pub fn stands_after(&self, before: &Position) -> u64 {
        if self.turns() == before.turns() { NOT_A_TURN } else { self.standing() }
    }
}

/// Placeholder for a position in the middle of a turn, which does not count for repetition.
const NOT_A_TURN: u64 = 0x6D69_6464_6C65_0001;
