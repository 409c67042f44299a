//! Statistics of played games that judge their rules: who wins and with what confidence, how long games are and why they end,
//! what is taken, who leads, and what an option changes. `docs/balance.md` defines each measure, with its source.
//!
//! Games are counted ([`Kept`]), parts of a run are merged ([`merged`]), and a report is made from the counts alone
//! ([`report`]): as JSON, as [`text`], as a page ([`html`]).

mod compare;
mod html;
mod kept;
mod means;
mod measures;
mod part;
mod plots;
mod sound;
mod statistics;
mod text;
mod words;

pub use html::{html, is_one};
pub use kept::{Kept, Run};
pub use measures::widest;
pub use part::{Merged, Part, merged};
pub use statistics::{SURE, evenness, evenness_together, homogeneity, wilson};
pub use text::text;

use crate::notation::json::SCHEMA;
use crate::notation::json::balance::{Balance, Rules};
use crate::notation::json::contest::Match;

/// Results of a run other than the counts of its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Matches by the first rules, of each agent against the one before it.
    pub thought: Vec<Match>,
    /// Which rule lines took part in games by the first rules.
    pub rules: Option<Rules>,
    /// Processor time of the whole run, in seconds.
    pub cpu_seconds: f64,
}

/// The report on games by one or more sets of rules; all others are compared with the first.
pub fn report(run: &Run, cases: &[Kept], beside: Beside) -> Balance {
    let Beside { thought, rules, cpu_seconds } = beside;
    let (first, others) = cases.split_first().map_or((None, cases), |(first, others)| (Some(first), others));
    Balance {
        schema: SCHEMA,
        agent: run.agent.clone(),
        seed: run.seed,
        opening: run.opening,
        limit: run.limit,
        until: run.until,
        cases: cases.iter().map(measures::case).collect(),
        differences: first
            .map_or_else(Vec::new, |first| others.iter().map(|other| compare::difference(first, other)).collect()),
        thought,
        rules,
        cpu_seconds,
    }
}
