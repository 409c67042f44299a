//! Games in PDN (Portable Draughts Notation): tags, moves, comments, result.
//!
//! ```text
//! [Event "Sample"]
//! [GameType "21"]
//! [Result "1-0"]
//!
//! 1. 11-15 23-19 {the Glasgow} 2. 8-11 22-17 1-0
//! ```
//!
//! A result is never mistaken for a move, though `1-0` looks like one where squares have numbers: no square has the number 0,
//! and no piece moves from 1 to 1. Interpreting the moves needs the position; `analysis::replay` does that.

mod capture;
mod game_type;
mod read;
mod seats;
mod write;

#[cfg(test)]
mod tests;

pub use capture::capture;
pub use game_type::{Form, GameType};
pub use read::{Games, games, read};
pub use seats::seats;
pub use write::write;

use std::fmt;

use super::error::Error;
use super::symbols::side_letters;
use crate::model::setup::Outcome;
use crate::model::{Equipment, SideId};

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Names and values of the tags, in order: `("Event", "Sample")`.
    pub tags: Vec<(String, String)>,
    /// The remarks before the first move.
    pub remarks: Vec<Remark>,
    /// The moves of the main line.
    pub moves: Vec<Played>,
    /// How it ended.
    pub result: GameResult,
    /// The first part of its text that cannot be read and was skipped.
    pub fault: Option<Error>,
}

/// A remark on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// `{the Glasgow}`, `; the Glasgow`
    Comment(String),
    /// `$4`, `(?!)`: an evaluation sign.
    Judgement(String),
    /// `(2. 9-14 {better})`: another continuation, with its brackets.
    Variation(String),
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The text of the move, without `!` and `?`.
    pub text: String,
    /// The marks behind it: `!`, `?`, and `*` for a forced move.
    pub marks: String,
    /// The remarks after it, in order.
    pub remarks: Vec<Remark>,
    /// Line and column in the text from which it was read; (0, 0) if it was not read.
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
    /// `0-0`: both are counted as losing.
    Neither,
    /// `*`
    #[default]
    Unknown,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The starting position, if it is not the usual start.
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// The value of the `GameType` tag.
    pub fn game_type(&self) -> Option<GameType> {
        GameType::read(self.tag("GameType")?)
    }

    /// Adds those of the seven standard tags that this game lacks, with `?` for unknown values.
    pub fn complete(&mut self) {
        const SEVEN: [(&str, &str); 6] =
            [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
        let missing = SEVEN.into_iter().filter(|(name, _)| self.tag(name).is_none());
        let missing: Vec<_> = missing.chain([("Result", "*")].into_iter().filter(|_| self.tag("Result").is_none())).collect();
        for (name, unknown) in missing {
            let rank = |name: &str| SEVEN.iter().position(|(known, _)| *known == name).unwrap_or(SEVEN.len());
            let is_seventh = |tag: &str| tag == "Result" || rank(tag) < SEVEN.len();
            let at = self.tags.iter().position(|(tag, _)| !is_seventh(tag) || rank(tag) > rank(name));
            let value = if name == "Result" { self.result.to_string() } else { unknown.to_owned() };
            self.tags.insert(at.unwrap_or(self.tags.len()), (name.to_owned(), value));
        }
    }

    /// Sets a tag: replaces its value, or appends it.
    pub fn set(&mut self, name: &str, value: String) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_string(), value)),
        }
    }

    /// Sets the result, and the tag for it.
    pub fn end(&mut self, result: GameResult) {
        self.result = result;
        self.set("Result", result.to_string());
    }

    /// Whether the second player of the rules makes the first move of the game, so that numbering starts with `1...`.
    pub fn second_begins(&self) -> bool {
        let first = self.game_type().and_then(|of| of.form).map(|form| form.first);
        let begins = self.fen().and_then(|fen| fen.trim_start().chars().next()).map(|letter| letter.to_ascii_uppercase());
        begins.is_some_and(|begins| first.is_some_and(|first| first != begins))
    }
}

impl Played {
    /// Its comments, joined.
    pub fn comment(&self) -> Option<String> {
        comment(&self.remarks)
    }

    /// A move without marks, remarks or place.
    pub fn new(text: impl Into<String>) -> Played {
        Played { text: text.into(), marks: String::new(), remarks: Vec::new(), place: (0, 0) }
    }
}

/// The comments among some remarks, joined.
fn comment(remarks: &[Remark]) -> Option<String> {
    let comments = remarks.iter().filter_map(|one| if let Remark::Comment(text) = one { Some(text.as_str()) } else { None });
    let comments: Vec<&str> = comments.collect();
    (!comments.is_empty()).then(|| comments.join(" "))
}

/// The side that PDN calls White: the one of that name, else the one with that letter, else the first.
pub fn white(equipment: &Equipment) -> SideId {
    let named = equipment.sides.iter().position(|side| side.name == "White");
    let lettered = || side_letters(equipment).iter().position(|letter| *letter == 'w');
    SideId(named.or_else(lettered).unwrap_or(0) as u8)
}

impl GameResult {
    /// The result that a text denotes, in either way of counting points.
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "2-0" => Some(GameResult::White),
            "0-1" | "0-2" => Some(GameResult::Black),
            "1/2-1/2" | "1/2" | "1-1" => Some(GameResult::Draw),
            "0-0" => Some(GameResult::Neither),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// The result of an outcome.
    pub fn of(equipment: &Equipment, outcome: Option<&Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, |outcome| GameResult::won_by(equipment, &outcome.winners))
    }

    /// The result of a game won by these sides, or by nobody.
    pub fn won_by(equipment: &Equipment, winners: &[SideId]) -> GameResult {
        match winners {
            [] => GameResult::Draw,
            winners if winners.contains(&white(equipment)) => GameResult::White,
            _ => GameResult::Black,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Neither => "0-0",
            GameResult::Unknown => "*",
        })
    }
}
