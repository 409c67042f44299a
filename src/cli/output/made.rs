//! What commands write, and how each recognises its own files.

use std::fmt;

use draughtsman::agents;
use draughtsman::analysis::{balance, snapshot};
use draughtsman::notation::{pdn, saved, svg};
use draughtsman::{endgames, program, rulebook};

use super::games;
#[cfg(feature = "serve")]
use crate::cli::serve;
use crate::cli::{man, page};

/// What a command writes. A file that is recognised as the same may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made<'r> {
    /// A file made from these bytes, which were just read from the same path.
    Of(&'r [u8]),
    /// A rule file. People write these too, so none is recognised.
    Rules,
    /// A rule book.
    RuleBook,
    /// A page on which a game is played.
    Page,
    /// A manual page.
    Manual,
    /// A listing of a program.
    Program,
    /// A report on games, as a page or in JSON, or a part of one.
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
    /// A board in letters. It cannot be distinguished from other texts, so none is recognised.
    Board,
    /// One game in progress, saved in TOML.
    GameToml {
        /// The content of the file when the game was last saved to it or read from it.
        before: Option<&'r [u8]>,
    },
    /// One game in progress, in PDN.
    GamePdn {
        /// The new text.
        text: &'r str,
        /// The content of the file when the game was last saved to it or read from it.
        before: Option<&'r [u8]>,
        /// Whether all moves that the file had are still in the game.
        is_whole: bool,
    },
    /// Games in PDN, with the new text.
    Games(&'r str),
    /// Games in PDN of a match of agents.
    Match,
    /// A game in PDN with judgements of its moves, with the new text.
    Judged(&'r str),
    /// A snapshot.
    Snapshot,
    /// Learned weights.
    Weights,
    /// Endgame tables.
    Endgames,
    /// A saved game of a server, whose players may not see all of it.
    #[cfg(feature = "serve")]
    Kept,
    /// The links of the players of a server.
    #[cfg(feature = "serve")]
    Links,
}

impl Made<'_> {
    /// Whether only the user who wrote the file may read it.
    pub(super) fn is_private(self) -> bool {
        match self {
            #[cfg(feature = "serve")]
            Made::Kept | Made::Links => true,
            _ => false,
        }
    }

    /// Whether it must go into a file and not a stream, because it is read again from there.
    pub(super) fn needs_a_file(self) -> bool {
        matches!(self, Made::Of(_) | Made::Endgames)
    }

    /// Whether the content of a file is recognised.
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

    /// Whether a text is recognised.
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

/// Whether nothing would be lost if these games were replaced by the new text.
fn are_in(old: &[pdn::Game], new: &str) -> bool {
    games::are_in(old, &pdn::read(new))
}
