//! What commands write, and by what each knows its own.

use std::fmt;

use draughtsman::agents;
use draughtsman::analysis::{balance, snapshot};
use draughtsman::notation::{pdn, saved, svg};
use draughtsman::{endgames, program, rulebook};

use super::games;
#[cfg(feature = "serve")]
use crate::cli::serve;
use crate::cli::{man, page};

/// What a command writes. A file that reads as the same is its own, and is replaced by a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made<'r> {
    /// A file made of what was read from it just now, which is this.
    Of(&'r [u8]),
    /// A rule file. People write such: none is our own.
    Rules,
    /// A rule book.
    RuleBook,
    /// A page on which a game is played.
    Page,
    /// A manual page.
    Manual,
    /// A listing of a program.
    Program,
    /// What games say of their rules, as a page or in JSON, or a part of it.
    Balance,
    /// A picture.
    Picture,
    /// A picture in pixels.
    Image,
    /// A saved game or position in TOML.
    Saved,
    /// A position in JSON.
    Json,
    /// A position in FEN.
    Fen,
    /// A board in letters. Nothing tells it from other texts: none is our own.
    Board,
    /// One game that goes on, saved in TOML.
    GameToml {
        /// What the file held when the game was last saved there or read from there.
        before: Option<&'r [u8]>,
    },
    /// One game that goes on, in PDN.
    GamePdn {
        /// As it is now.
        text: &'r str,
        /// What the file held when the game was last saved there or read from there.
        before: Option<&'r [u8]>,
        /// All moves that it had are still in the game.
        is_whole: bool,
    },
    /// Games in PDN, which are these.
    Games(&'r str),
    /// Games in PDN of a match of agents.
    Match,
    /// A game in PDN, which is this, with what is thought of it.
    Judged(&'r str),
    /// What is pinned.
    Snapshot,
    /// What was learned from games.
    Weights,
    /// Endgame tables.
    Endgames,
    /// A saved game, kept for people who may not see all of it.
    #[cfg(feature = "serve")]
    Kept,
    /// The links of these people.
    #[cfg(feature = "serve")]
    Links,
}

impl Made<'_> {
    /// Whether nobody but who wrote it should read it.
    pub(super) fn is_private(self) -> bool {
        match self {
            #[cfg(feature = "serve")]
            Made::Kept | Made::Links => true,
            _ => false,
        }
    }

    /// Whether it goes into a file and nothing else, since it is read again there by who goes on with it.
    pub(super) fn needs_a_file(self) -> bool {
        matches!(self, Made::Of(_) | Made::Endgames)
    }

    /// Whether what a file holds is such a file.
    pub(super) fn knows(self, held: &[u8]) -> bool {
        match self {
            Made::Of(read) => held == read,
            Made::GamePdn { before: Some(before), is_whole: true, .. } if before == held => true,
            Made::GameToml { before } if before != Some(held) => false,
            Made::Endgames => endgames::is_one(held),
            Made::Image => svg::is_png(held),
            _ => std::str::from_utf8(held).is_ok_and(|text| self.knows_text(text)),
        }
    }

    /// Whether a text is such a file.
    fn knows_text(self, text: &str) -> bool {
        match self {
            Made::Of(_) | Made::Endgames | Made::Rules | Made::Board => false,
            Made::Image => false,
            Made::RuleBook => rulebook::is_one(text),
            Made::Manual => man::is_one(text),
            Made::Page => text.starts_with(page::BEGINNING),
            Made::Program => program::print::is_one(text),
            Made::Balance => balance::is_one(text) || is_balance(text),
            Made::Picture => svg::is_one(text),
            Made::Saved | Made::GameToml { .. } => saved::is_one(text),
            Made::Json => is_position(text),
            Made::Fen => is_fen(text),
            Made::Games(new) => games::in_form(text).is_some_and(|old| old.iter().all(games::is_bare) || are_in(&old, new)),
            Made::Match => games::in_form(text).is_some_and(|old| old.iter().all(games::is_of_a_match)),
            Made::GamePdn { text: new, before, .. } => games::in_form(text).is_some_and(|old| {
                let is_own = before == Some(text.as_bytes()) && old.len() <= 1 && old.iter().all(games::is_bare);
                is_own || are_in(&old, new)
            }),
            Made::Judged(new) => games::in_form(text).is_some_and(|old| are_in(&old, new)),
            Made::Snapshot => snapshot::parse(text).is_ok(),
            Made::Weights => agents::is_learned(text),
            #[cfg(feature = "serve")]
            Made::Kept => saved::is_one(text),
            #[cfg(feature = "serve")]
            Made::Links => serve::are_links(text),
        }
    }
}

impl fmt::Display for Made<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Made::Of(_) | Made::Rules => "rule file written",
            Made::RuleBook => "rule book written",
            Made::Manual => "manual page written",
            Made::Page => "page written",
            Made::Program => "listing written",
            Made::Balance => "report of games written",
            Made::Picture => "picture drawn",
            Made::Image => "picture drawn",
            Made::Saved => "saved game",
            #[cfg(feature = "serve")]
            Made::Kept => "saved game",
            #[cfg(feature = "serve")]
            Made::Links => "file of links written",
            Made::Json | Made::Fen | Made::Board => "position written",
            Made::GameToml { .. } => "saved game that was begun or resumed here",
            Made::GamePdn { .. } => "game in PDN that was begun or resumed here",
            Made::Games(_) => "games in PDN written",
            Made::Match => "match written",
            Made::Judged(_) => "game judged",
            Made::Snapshot => "snapshot taken",
            Made::Weights => "file of weights learned",
            Made::Endgames => "file of endgame tables made",
        })
    }
}

fn is_position(text: &str) -> bool {
    let read: Option<serde_json::Value> = serde_json::from_str(text).ok();
    read.is_some_and(|value| value["schema"] == 1 && value["board"].is_object() && value["player"].is_string())
}

fn is_balance(text: &str) -> bool {
    let read: Option<serde_json::Value> = serde_json::from_str(text).ok();
    read.is_some_and(|value| value["schema"] == 1 && value["cases"].is_array())
}

/// `B:W21-32:B1-12`
fn is_fen(text: &str) -> bool {
    let mut parts = text.trim().split(':');
    let side = parts.next().is_some_and(|side| side.len() == 1);
    let begins = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    let plain = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ',' | '-' | '*'));
    let parts: Vec<&str> = parts.collect();
    side && parts.len() >= 2 && parts.iter().all(|part| begins(part) && plain(part))
}

/// Whether nothing of games would be lost if others stood in their place.
fn are_in(old: &[pdn::Game], new: &str) -> bool {
    games::are_in(old, &pdn::read(new))
}
