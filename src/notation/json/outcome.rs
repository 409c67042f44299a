//! How a game ended, in JSON: `{"winners":["Black"],"reason":"elimination","rule":"english.draughts:41"}`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::super::Terms;
use crate::model::RuleId;
use crate::model::setup;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The sides that won; empty for a draw.
    pub winners: Vec<String>,
    /// Why, in the author's words.
    pub reason: String,
    /// `file:line` of the rule that ended it (with `#2` … for the second rule of a line).
    pub rule: String,
    /// The scores by player, if the game has scores.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub scores: IndexMap<String, i64>,
    /// The sides from first to last, equal ones together, if more than two sides played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<Vec<String>>,
}

/// The outcome in the form of the JSON output, with names.
pub fn to_wire(terms: &Terms, outcome: &setup::Outcome) -> Outcome {
    let side =
        |id: &crate::model::SideId| terms.equipment.sides.get(id.index()).map_or("?", |side| side.name.as_str()).to_string();
    let players = terms.equipment.players.iter().map(|player| player.name.clone());
    Outcome {
        winners: outcome.winners.iter().map(side).collect(),
        reason: outcome.reason.clone(),
        rule: rule_place(terms, outcome.rule),
        scores: players.zip(outcome.scores.iter().copied()).collect(),
        ranking: outcome.ranking.iter().map(|sides| sides.iter().map(side).collect()).collect(),
    }
}

/// `file:line` of a rule, with `#2` for the second rule of a line.
pub fn rule_place(terms: &Terms, rule: RuleId) -> String {
    let Some(line) = terms.lines.get(rule.index()) else { return "?".to_string() };
    match terms.lines[..rule.index()].iter().filter(|other| other.place == line.place).count() {
        0 => line.place.clone(),
        before => format!("{}#{}", line.place, before + 1),
    }
}

/// The rule at a place as [`rule_place`] writes it.
pub fn rule_at(terms: &Terms, place: &str) -> Option<RuleId> {
    let ids = (0..terms.lines.len()).map(|i| RuleId(i as u16));
    let (bare, nth) = match place.rsplit_once('#') {
        Some((bare, nth)) => (bare, nth.parse::<usize>().ok()?),
        None => (place, 1),
    };
    ids.filter(|id| terms.lines[id.index()].place == bare).nth(nth.checked_sub(1)?)
}
