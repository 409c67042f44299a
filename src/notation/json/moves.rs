//! The moves of a decision, in JSON: `{"text":"c3xe5","from":"c3","to":"e5","path":["c3","e5"],"captures":["d4"]}`.

use serde::{Deserialize, Serialize};

use super::super::{movetext, squares};
use super::position::Position;
use crate::engine::moves::{Deed, Move};
use crate::model::{Equipment, SiteId};

/// The output of `moves --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// 1
    pub schema: u32,
    /// The position.
    pub position: Position,
    /// Who decides: a player, or `chance`.
    pub player: String,
    /// The options, in the order of the engine.
    pub moves: Vec<Entry>,
}

/// One option.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The text to type for it.
    pub text: String,
    /// The site from which the first piece that acts starts; null if no piece acts.
    pub from: Option<String>,
    /// The end of the last leg, or without legs the last placement; null without either.
    pub to: Option<String>,
    /// The sites that the piece visits, in order, including the first.
    pub path: Vec<String>,
    /// The sites of the captured pieces, in order.
    pub captures: Vec<String>,
    /// The name of the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verb: Option<String>,
    /// The sites on which pieces are put, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<String>,
    /// The choices, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// For a result of chance: the number of equally likely ways to reach it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u64>,
    /// The position after it, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Position>,
}

/// A named choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The name that the rule gives to the choice.
    pub name: String,
    /// What is chosen, in words.
    pub values: Vec<String>,
}

/// The entries of all moves of one decision, in order. `always_full` as in [`movetext::texts`].
pub fn entries(equipment: &Equipment, moves: &[Move], always_full: bool) -> Vec<Entry> {
    entries_of(equipment, &movetext::texts(equipment, moves, always_full), moves)
}

/// The same, with texts that the caller has computed.
pub fn entries_of(equipment: &Equipment, texts: &[String], moves: &[Move]) -> Vec<Entry> {
    texts.iter().zip(moves).map(|(text, mv)| entry(equipment, text.clone(), mv)).collect()
}

fn entry(equipment: &Equipment, text: String, mv: &Move) -> Entry {
    let name = |site: SiteId| squares::name(equipment, site);
    let names = |sites: Vec<SiteId>| sites.into_iter().map(name).collect();
    let mut entry = Entry {
        text,
        from: mv.from().map(name),
        to: mv.to().map(name),
        path: names(mv.path()),
        captures: names(mv.captures()),
        weight: (mv.weight != 1).then_some(mv.weight),
        ..Entry::default()
    };
    for deed in &mv.deeds {
        match deed {
            Deed::Verb(verb) if entry.verb.is_none() => entry.verb = Some(verb.clone()),
            Deed::Placed(site) => entry.placements.push(name(*site)),
            Deed::Chosen(choice, values) => {
                let values = values.iter().map(|value| movetext::chosen_words(equipment, value)).collect();
                entry.choices.push(Choice { name: choice.clone(), values });
            }
            _ => {}
        }
    }
    entry
}
