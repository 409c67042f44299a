//! Formats of positions, moves and games for people and programs: PDN FEN, TOML, JSON, move text, text diagrams, SVG, PDN.
//!
//! Reading and printing are inverse. Everything here works on plain data: the [`Equipment`], a [`Setup`](crate::model::Setup),
//! a [`Move`](crate::engine::moves::Move). No file is opened, and no rule is known. `docs/formats.md` describes every format
//! with examples that the tests of this module run.

mod canvas;
mod clock;
pub mod diagram;
mod error;
pub mod fen;
pub mod findings;
pub mod json;
mod layout;
pub mod listing;
mod members;
pub mod movetext;
pub mod notes;
pub mod pdn;
pub mod pinned;
pub mod plan;
pub mod pointing;
pub mod position;
pub mod saved;
pub mod spoken;
pub mod squares;
pub mod svg;
pub mod symbols;
pub mod tokens;
mod vocabulary;

#[cfg(test)]
mod documented;
#[cfg(test)]
mod samples;

pub use clock::{GameClock, NoTimeControl, Pace, TimeControl, dial, read_time, time_text};
pub use error::{At, Before, Error, Part};
pub use members::member;
pub use vocabulary::Vocabulary;

use crate::model::rules::{RuleLine, Stored};
use crate::model::{Equipment, Variant};

/// The names that a position is written in: everything declared, and the places of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Players, sites, kinds, tokens, piles.
    pub equipment: &'a Equipment,
    /// Counters, clocks and kept things.
    pub stored: &'a [Stored],
    /// The lines that may end a game.
    pub lines: &'a [RuleLine],
}

impl<'a> From<&'a Variant> for Terms<'a> {
    fn from(variant: &'a Variant) -> Terms<'a> {
        Terms { equipment: &variant.equipment, stored: &variant.rules.stored, lines: &variant.rules.lines }
    }
}

/// The rules that a position or game belongs to, for callers that must find them before the rest can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `english`; empty if the text does not name one.
    pub variant: String,
    /// The options that are on; none if the text does not say, which means the default ones.
    pub options: Option<Vec<String>>,
    /// The numbers that differ from their default.
    pub numbers: Vec<(String, i64)>,
}

impl Header {
    /// The header of a variant's own positions.
    pub fn of(variant: &Variant) -> Header {
        let equipment = &variant.equipment;
        let on = equipment.options.iter().filter(|option| option.on);
        let changed = equipment.numbers.iter().filter(|number| number.value != number.default);
        Header {
            variant: variant.id.clone(),
            options: Some(on.map(|option| option.name.clone()).collect()),
            numbers: changed.map(|number| (number.name.clone(), number.value)).collect(),
        }
    }

    /// Options and changed numbers in the form of command-line arguments.
    pub fn chosen(&self) -> Vec<String> {
        let numbers = self.numbers.iter().map(|(name, value)| format!("{name}={value}"));
        self.options.iter().flatten().cloned().chain(numbers).collect()
    }
}

/// A number of things, as people read it.
///
/// ```
/// # use draughtsman::notation::counted;
/// assert_eq!((counted(1, "game"), counted(20_000, "game")), ("1 game".to_owned(), "20,000 games".to_owned()));
/// ```
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with digits in groups of three.
///
/// ```
/// assert_eq!(draughtsman::notation::grouped(12_345), "12,345");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
