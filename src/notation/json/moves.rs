//! The moves of a decision, in JSON: `{"text":"c3xe5","from":"c3","to":"e5","path":["c3","e5"],"captures":["d4"]}`.

use serde::{Deserialize, Serialize};

use super::super::{movetext, squares};
use super::position::Position;
use crate::engine::moves::{Deed, Move};
use crate::model::{Equipment, SiteId};

/// What `moves --json` says.
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
    /// What to type for it.
    pub text: String,
    /// Where the first piece that acts starts; null if none does.
    pub from: Option<String>,
    /// Where the last leg ends, or without legs the last placement; null without one.
    pub to: Option<String>,
    /// The squares stood on, in order.
    pub path: Vec<String>,
    /// The squares of what is taken, in order.
    pub captures: Vec<String>,
    /// The named action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verb: Option<String>,
    /// Where pieces come onto the board, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<String>,
    /// What is chosen, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// For a result of chance: in how many equally likely ways it comes about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u64>,
    /// The position that it leads to, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Position>,
}

/// A choice by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The name that the rule gives it.
    pub name: String,
    /// What is chosen, in words.
    pub values: Vec<String>,
}

/// The entries of all moves of one decision, in order. `always_full` as in [`movetext::texts`].
pub fn entries(equipment: &Equipment, moves: &[Move], always_full: bool) -> Vec<Entry> {
    entries_of(equipment, &movetext::texts(equipment, moves, always_full), moves)
}

/// The same, where the texts are known.
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
