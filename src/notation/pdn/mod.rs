//! Games in PDN, portable draughts notation: tags, moves, comments, result.
//!
//! ```text
//! [Event "Sample"]
//! [GameType "21"]
//! [Result "1-0"]
//!
//! 1. 11-15 23-19 {the Glasgow} 2. 8-11 22-17 1-0
//! ```
//!
//! A result is never taken for a move, though `1-0` looks like one where squares have numbers: no square is called 0, and no
//! piece goes from 1 to 1. What a move means, only who knows the position can say: [`replay`] asks.

mod read;
mod write;

#[cfg(test)]
mod tests;

pub use read::read;
pub use write::write;

use std::fmt;

use super::error::{At, Error};
use super::symbols::side_letters;
use crate::model::setup::Outcome;
use crate::model::{Equipment, SideId};

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Names and values, in order: `("Event", "Sample")`.
    pub tags: Vec<(String, String)>,
    /// The moves of the game itself; variations are left out.
    pub moves: Vec<Played>,
    /// How it ended.
    pub result: GameResult,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// As it stands there, without `!` and `?`.
    pub text: String,
    /// What is said after it.
    pub comment: Option<String>,
    /// Line and column in the text that it was read from; (0, 0) if it was not read.
    pub place: (usize, usize),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`: the side that PDN calls White won.
    White,
    /// `0-1`: the other side won.
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    #[default]
    Unknown,
}

impl Game {
    /// A game of these rules without moves: with its `GameType`, where one is defined, and its start, if it is not the usual one.
    pub fn begun(equipment: &Equipment, fen: Option<String>) -> Game {
        let game_type = equipment.notation.pdn.map(|number| ("GameType".to_string(), number.to_string()));
        let start = fen.map(|fen| ("FEN".to_string(), fen));
        Game { tags: game_type.into_iter().chain(start).collect(), ..Game::default() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Where it started, if not from the usual start.
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// The number of its rules: 20 International, 21 English …
    pub fn game_type(&self) -> Option<u16> {
        self.tag("GameType")?.split(',').next()?.trim().parse().ok()
    }
}

impl Played {
    /// A move that was not read from a text.
    pub fn new(text: impl Into<String>) -> Played {
        Played { text: text.into(), comment: None, place: (0, 0) }
    }
}

impl GameResult {
    /// The result that a text stands for, in either way of counting points.
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "2-0" => Some(GameResult::White),
            "0-1" | "0-2" => Some(GameResult::Black),
            "1/2-1/2" | "1/2" | "1-1" => Some(GameResult::Draw),
            "*" | "0-0" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// The result of an outcome. White is the side of that name, or else of its first letter, or else the first.
    pub fn of(equipment: &Equipment, outcome: Option<&Outcome>) -> GameResult {
        let named = equipment.sides.iter().position(|side| side.name == "White");
        let lettered = || side_letters(equipment).iter().position(|letter| *letter == 'w');
        let white = SideId(named.or_else(lettered).unwrap_or(0) as u8);
        match outcome.map(|outcome| outcome.winners.as_slice()) {
            None => GameResult::Unknown,
            Some([]) => GameResult::Draw,
            Some(winners) if winners.contains(&white) => GameResult::White,
            Some(_) => GameResult::Black,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// Plays a game through: `play` is given the text of each move in turn and says why it cannot be played, if so.
pub fn replay<E: fmt::Display>(game: &Game, mut play: impl FnMut(&str) -> Result<(), E>) -> Result<(), Error> {
    for (i, mv) in game.moves.iter().enumerate() {
        play(&mv.text).map_err(|problem| {
            let at = if mv.place == (0, 0) { At::Whole } else { At::Line(mv.place.0, mv.place.1) };
            Error::new(at, format!("move {} of the game: {problem}", i + 1))
        })?;
    }
    Ok(())
}
