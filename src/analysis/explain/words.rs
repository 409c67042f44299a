//! What was typed, word by word, and what a decision asks for.

use crate::engine::Move;
use crate::engine::moves::Deed;
use crate::model::{Equipment, SiteId};
use crate::notation::At;
use crate::notation::movetext::{Typed, typed};
use crate::notation::squares::Index;
use crate::program::Program;
use crate::program::code::Verb;

use super::Reason;

/// A typed move: its squares in order, and what is wrong with its other words.
pub(super) struct Words {
    pub(super) sites: Vec<SiteId>,
    pub(super) wrong: Vec<Reason>,
    /// Whether a verb of a rule was typed.
    pub(super) acts: bool,
}

impl Words {
    pub(super) fn read(program: &Program, text: &str) -> Words {
        let index = Index::new(&program.equipment);
        let verbs = verbs(program);
        let mut words = Words { sites: Vec::new(), wrong: Vec::new(), acts: false };
        for word in typed(&program.equipment, text) {
            match word {
                Typed::Site(site) => words.sites.push(site),
                Typed::Word(word) if verbs.contains(&word) => words.acts = true,
                Typed::Word(word) if SIGNS.contains(&word.as_str()) => {}
                Typed::Word(word) => words.unknown(&index, &word, &verbs),
            }
        }
        words
    }

    /// A word that is no verb: squares with one among them that does not exist, or no square at all.
    fn unknown(&mut self, index: &Index, word: &str, verbs: &[String]) {
        let parts: Vec<&str> = word.split(['-', 'x']).filter(|part| !part.is_empty()).collect();
        let like_a_square = |part: &str| {
            part.len() <= 5
                && part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.contains(|c: char| c.is_ascii_digit())
        };
        if parts.is_empty() || !parts.iter().all(|part| like_a_square(part)) {
            self.wrong.push(Reason::NoWord { word: word.to_owned(), verbs: verbs.to_vec() });
            return;
        }
        for part in parts {
            match index.site(part, At::Whole) {
                Ok(site) => self.sites.push(site),
                Err(error) => self.wrong.push(Reason::NoSquare(error.to_string())),
            }
        }
    }
}

/// Words of move texts that are no verbs of rules.
const SIGNS: [&str; 2] = ["takes", "x"];

/// The squares that the text of a move names.
pub(super) fn sites(equipment: &Equipment, text: &str) -> Vec<SiteId> {
    let words = typed(equipment, text).into_iter();
    words.filter_map(|word| if let Typed::Site(site) = word { Some(site) } else { None }).collect()
}

/// The verbs of rules with a body, as far as the rule file names them.
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

/// What a decision that is no choice among rules asks for.
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
