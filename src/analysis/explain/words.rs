//! The words of a typed move, and what other decisions ask for.

use std::ops::Range;

use crate::engine::Move;
use crate::engine::moves::Deed;
use crate::model::{Equipment, SiteId};
use crate::notation::At;
use crate::notation::movetext::{Typed, typed};
use crate::notation::squares::{self, Index};
use crate::program::Program;
use crate::program::code::Verb;

use super::Reason;

/// A typed move: its squares in order, and what is wrong with its other words.
pub(super) struct Words {
    pub(super) sites: Vec<SiteId>,
    pub(super) wrong: Vec<Reason>,
    /// The verb of a rule, if one was typed.
    pub(super) verb: Option<String>,
    /// Whether another word was typed that move texts may contain: a direction, a card, a number.
    pub(super) says: bool,
    /// The byte range of each square in the text.
    at: Vec<(SiteId, Range<usize>)>,
    /// The byte range of the first wrong word.
    wrong_at: Option<Range<usize>>,
}

impl Words {
    pub(super) fn read(program: &Program, text: &str) -> Words {
        let index = Index::new(&program.equipment);
        let (verbs, said) = (verbs(program), said(&program.equipment));
        let mut words = Words { sites: Vec::new(), wrong: Vec::new(), verb: None, says: false, at: Vec::new(), wrong_at: None };
        for (word, at) in typed(&program.equipment, text) {
            let is_number = text.get(at.clone()).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
            match word {
                // After a verb, on boards with lettered squares, a number is a choice of the move.
                Typed::Site(_) if is_number && words.verb.is_some() && !program.equipment.notation.numbers => words.says = true,
                Typed::Site(site) => words.site(site, at),
                Typed::Word(word) if verbs.contains(&word) => words.verb = Some(word),
                Typed::Word(word) if SIGNS.contains(&word.as_str()) => {}
                Typed::Word(word) if is_said(&program.equipment, &said, &word) => words.says = true,
                Typed::Word(word) => words.unknown(&index, &word, at.start, &verbs),
            }
        }
        words
    }

    /// Whether a single square was typed and nothing else.
    pub(super) fn is_one_square(&self) -> bool {
        self.sites.len() == 1 && self.verb.is_none() && !self.says && self.wrong.is_empty()
    }

    /// Whether a move has the typed verb; true if none was typed.
    pub(super) fn mean(&self, mv: &Move) -> bool {
        self.verb.as_ref().is_none_or(|verb| mv.deeds.iter().any(|deed| matches!(deed, Deed::Verb(name) if name == verb)))
    }

    fn site(&mut self, site: SiteId, at: Range<usize>) {
        self.sites.push(site);
        self.at.push((site, at));
    }

    /// The byte range of the text that a reason is about; `None` if it is about the whole text.
    pub(super) fn wrong_part(&self, program: &Program, reason: Option<&Reason>) -> Option<Range<usize>> {
        let is = |(site, _): &&(SiteId, Range<usize>), name: &str| squares::name(&program.equipment, *site) == name;
        let first = |name: &str| self.at.iter().find(|one| is(one, name)).map(|(_, at)| at.clone());
        let last = |name: &str| self.at.iter().rev().find(|one| is(one, name)).map(|(_, at)| at.clone());
        match reason? {
            Reason::NoSquare(_) | Reason::NoWord { .. } => self.wrong_at.clone(),
            Reason::Empty(site) | Reason::NotYours { site, .. } | Reason::WhereTo(site) | Reason::Idle(site) => first(site),
            Reason::Occupied { site, .. } | Reason::NoPlace(site) => last(site),
            Reason::NotInLine { to, .. }
            | Reason::NothingBetween { to, .. }
            | Reason::NoRule { to, .. }
            | Reason::GoesNoFurther { to, .. } => last(to),
            Reason::NoSquares | Reason::Unoffered | Reason::Until(_) | Reason::OwnBetween { .. } | Reason::Held(_) => None,
        }
    }

    /// Reads a word that is not a verb: a sequence of squares of which one does not exist, or no square at all.
    fn unknown(&mut self, index: &Index, word: &str, start: usize, verbs: &[String]) {
        let parts: Vec<&str> = word.split(['-', 'x']).filter(|part| !part.is_empty()).collect();
        let like_a_square = |part: &str| {
            part.len() <= 5
                && part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.contains(|c: char| c.is_ascii_digit())
        };
        if parts.is_empty() || !parts.iter().all(|part| like_a_square(part)) {
            self.wrong_at.get_or_insert(start..start + word.len());
            self.wrong.push(Reason::NoWord { word: word.to_owned(), verbs: verbs.to_vec() });
            return;
        }
        let mut before = 0;
        for part in parts {
            let from = before + word.get(before..).and_then(|rest| rest.find(part)).unwrap_or_default();
            before = from + part.len();
            let at = start + from..start + before;
            match index.site(part, At::Whole) {
                Ok(site) => self.site(site, at),
                Err(error) => {
                    self.wrong_at.get_or_insert(at);
                    self.wrong.push(Reason::NoSquare(error.to_string()));
                }
            }
        }
    }
}

/// Words of move texts that are not verbs of rules.
const SIGNS: [&str; 2] = ["takes", "x"];

/// Names that move texts may contain as choices, in lower case: directions, players, sides, kinds, values of attributes, token
/// types.
fn said(equipment: &Equipment) -> Vec<String> {
    let directions = equipment.board.directions.iter().map(|direction| &direction.name);
    let players = equipment.players.iter().map(|player| &player.name);
    let sides = equipment.sides.iter().map(|side| &side.name);
    let kinds = equipment.kinds.iter().map(|kind| &kind.name);
    let values = equipment.enums.iter().flat_map(|all| &all.values);
    let tokens = equipment.tokens.iter().map(|token| &token.name);
    directions.chain(players).chain(sides).chain(kinds).chain(values).chain(tokens).map(|name| name.to_lowercase()).collect()
}

/// Whether a word that is neither a square nor a verb may occur in the text of a move.
fn is_said(equipment: &Equipment, said: &[String], word: &str) -> bool {
    let number = word.strip_prefix("way-").or_else(|| word.strip_prefix('#')).unwrap_or(word);
    let is_number = number.bytes().all(|b| b.is_ascii_digit()) && (number != word || !equipment.notation.numbers);
    said.iter().any(|name| name == word) || ["yes", "no", "none", "decline", "continue", "?"].contains(&word) || is_number
}

/// The squares that the text of a move names.
pub(super) fn sites(equipment: &Equipment, text: &str) -> Vec<SiteId> {
    let words = typed(equipment, text).into_iter();
    words.filter_map(|(word, _)| if let Typed::Site(site) = word { Some(site) } else { None }).collect()
}

/// The names of verbs with a body.
fn verbs(program: &Program) -> Vec<String> {
    let rules = program.groups.iter().flat_map(|group| &group.rules);
    let mut verbs: Vec<String> = rules
        .filter_map(|rule| match &rule.verb {
            Verb::Body(name, _) => Some(name.clone()),
            Verb::Path(_) => None,
        })
        .collect();
    verbs.sort();
    verbs.dedup();
    verbs
}

/// What a decision asks for that is not a choice among rules.
pub(super) fn sought(moves: &[Move]) -> String {
    let deed = moves.iter().flat_map(|mv| &mv.deeds).find(|deed| !matches!(deed, Deed::Actor(_) | Deed::Declined));
    match deed {
        Some(Deed::Chosen(name, _)) => format!("choose `{name}`"),
        Some(Deed::Leg { .. }) => "go on with the move".to_owned(),
        Some(Deed::Placed(_)) => "put a piece on the board".to_owned(),
        Some(Deed::Verb(verb)) => format!("say whether to `{verb}`"),
        _ => "say yes or no".to_owned(),
    }
}
