//! Rules in plain English. The flat file is put into words, so that the author's own words stay words; the names in it are looked
//! up in the checked equipment. Nothing here depends on how a rule is carried out.

mod condition;
mod names;
mod noun;
mod number;
mod path;
mod rule;
mod statement;
mod words;

use crate::model::Equipment;
use crate::model::board::{Drawing, SiteClass};
use crate::model::rules::Stored;

pub(super) use words::{EM, OFF, a, capital, emphasised, joined, spoken};

/// The grammatical form of a noun phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `a man`
    One,
    /// `man`
    Bare,
    /// `men`
    Many,
    /// `the man`: what is meant is known.
    The,
}

/// A step of a rule, with the steps inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// A sentence, or the beginning of one with a colon.
    pub(super) says: String,
    /// The steps inside it.
    pub(super) inside: Vec<Step>,
}

impl Step {
    /// A step without parts.
    pub(super) fn plain(says: impl Into<String>) -> Step {
        Step { says: says.into(), inside: Vec::new() }
    }

    /// The same as a further case, where no condition before holds: `Otherwise after a capture …`
    pub(super) fn otherwise(mut self) -> Step {
        let says = std::mem::take(&mut self.says);
        let mut letters = says.chars();
        self.says =
            letters.next().map_or(String::new(), |first| format!("Otherwise {}{}", first.to_lowercase(), letters.as_str()));
        self
    }
}

/// Puts the rules of one variant into words.
pub(super) struct Prose<'a> {
    /// Where names are looked up.
    pub(super) equipment: &'a Equipment,
    /// Counters, clocks and kept things.
    pub(super) stored: &'a [Stored],
    /// Classes of moves.
    pub(super) groups: Vec<String>,
    /// The author's definitions, and what they stand for.
    pub(super) defined: Vec<(String, Meaning)>,
    /// Classes of which a move must be made if there is one, whatever the position.
    pub(super) compelled: Vec<String>,
}

/// What a definition of the author's stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Things, directions, or something to do.
    Other,
    /// Something that holds or not.
    Truth,
    /// A number.
    Number,
}

impl Prose<'_> {
    /// What a site of the board is called.
    pub(super) fn square(&self) -> &'static str {
        let board = &self.equipment.board;
        match (board.drawing, board.sites.iter().any(|site| site.class == SiteClass::Point)) {
            (Drawing::Lines, _) => "point",
            (Drawing::Hexagons, _) => "cell",
            (Drawing::Squares, true) => "place",
            (Drawing::Squares, false) => "square",
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.defined.iter().any(|(own, _)| own == name)
    }
}
