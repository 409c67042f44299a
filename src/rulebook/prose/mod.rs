//! Rules said in plain English. What is put into words is the flat file, so that the author's own words stay words; what they
//! name is looked up in the checked equipment. Nothing here knows how a rule is carried out.

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

/// How a thing is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `a man`
    One,
    /// `man`
    Bare,
    /// `men`
    Many,
    /// `the men`, `the man`: what is meant is known.
    The,
}

/// A thing done, with what is done inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// A sentence, or its beginning with a colon.
    pub(super) says: String,
    /// What is done inside it.
    pub(super) inside: Vec<Step>,
}

impl Step {
    /// A step without parts.
    pub(super) fn plain(says: impl Into<String>) -> Step {
        Step { says: says.into(), inside: Vec::new() }
    }

    /// The same where no condition before holds: `Otherwise after a capture …`
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
    /// What names are looked up in.
    pub(super) equipment: &'a Equipment,
    /// Counters, clocks and kept things.
    pub(super) stored: &'a [Stored],
    /// Classes of moves.
    pub(super) groups: Vec<String>,
    /// Words of the author's own, and what they stand for.
    pub(super) defined: Vec<(String, Meaning)>,
    /// Classes of which some move must be made in any case, if there is one.
    pub(super) compelled: Vec<String>,
}

/// What a word of the author's own stands for.
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
    /// What a place of the board is called.
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
