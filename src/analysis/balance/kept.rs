//! Counts of the games of one run, with everything that a report on them needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::means::Points;
use crate::analysis::simulate::{Courses, Tally, simulation};
use crate::model::Variant;
use crate::notation::Header;
use crate::notation::json::goes_by::GoesBy;
use crate::notation::json::simulate::Simulation;
use crate::program::Program;

/// What determines the games of a run, apart from the rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The agents that decide, as text.
    pub agent: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Number of random decisions at the beginning of a game.
    pub opening: u32,
    /// Number of decisions after which a game is cut off.
    pub limit: u32,
    /// Number of games to be played.
    pub games: u64,
    /// The width of intervals at which the run stops, if one was requested.
    pub until: Option<f64>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Side {
    pub(super) name: String,
    /// Whether somebody plays it, i.e. it is not neutral.
    pub(super) plays: bool,
}

/// A line that has ended games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) place: String,
    pub(super) text: String,
}

/// The games played by one set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The part of the options that distinguishes these rules from the others of the run: `idle-limit=20`.
    pub name: String,
    pub(super) variant: String,
    pub(super) title: String,
    pub(super) options: Vec<String>,
    /// Identifies the rules, the initial position, and the learned data that agents use.
    pub(super) fingerprint: String,
    /// Data from beside the rule file that agents use, such as learned weights.
    #[serde(default)]
    pub goes_by: GoesBy,
    pub(super) sides: Vec<Side>,
    pub(super) lines: BTreeMap<u16, Line>,
    /// Counts of the games.
    pub tally: Tally,
}

impl Kept {
    /// Counts of games by these rules from a position with hash `start`. `beside` identifies the data described by `goes_by`.
    pub fn new(
        name: &str,
        (variant, program): (&Variant, &Program),
        start: u64,
        (goes_by, beside): (GoesBy, &str),
        tally: Tally,
    ) -> Kept {
        let equipment = &variant.equipment;
        let line = |rule: &u16| {
            let line = &program.lines[usize::from(*rule)];
            (*rule, Line { place: line.place.clone(), text: line.head() })
        };
        Kept {
            name: name.to_owned(),
            variant: variant.id.clone(),
            title: equipment.about.title.clone(),
            options: Header::of(variant).chosen(),
            fingerprint: format!("{:016x}-{start:016x}{beside}", program.fingerprint),
            goes_by,
            sides: equipment.sides.iter().map(|side| Side { name: side.name.clone(), plays: !side.neutral }).collect(),
            lines: tally.by_rule.keys().map(line).collect(),
            tally,
        }
    }

    /// The sides that somebody plays, each with its number of wins.
    pub(super) fn wins(&self) -> impl Iterator<Item = (&str, u64)> {
        let wins = self.tally.wins.iter().copied().chain(std::iter::repeat(0));
        self.sides.iter().zip(wins).filter(|(side, _)| side.plays).map(|(side, wins)| (side.name.as_str(), wins))
    }

    /// Bit sets of winners with their numbers of games. Bits count only the sides that somebody plays.
    pub(super) fn winners(&self) -> Vec<(u64, u64)> {
        let places: Vec<usize> = self.sides.iter().enumerate().filter(|(_, side)| side.plays).map(|(at, _)| at).collect();
        let together = self.tally.together.iter().map(|(sides, games)| {
            let bits = places.iter().enumerate().filter(|(_, side)| sides >> **side & 1 != 0);
            (bits.fold(0, |bits, (place, _)| bits | 1 << place), *games)
        });
        let mut all: Vec<(u64, u64)> = together.collect();
        let with_others = |place: usize, all: &[(u64, u64)]| -> u64 {
            all.iter().filter(|(bits, _)| bits >> place & 1 != 0).map(|(_, games)| games).sum()
        };
        let alone =
            self.wins().enumerate().map(|(place, (_, wins))| (1 << place, wins.saturating_sub(with_others(place, &all))));
        let alone: Vec<(u64, u64)> = alone.collect();
        all.splice(0..0, alone);
        all
    }

    /// Points of the side that decided first, over finished games.
    pub(super) fn points_of_first(&self) -> Points {
        let courses = self.courses();
        let ([won, drawn, lost], sides) = (courses.first, self.wins().count() as u64);
        let shared: u64 = courses.first_among.values().sum();
        let points = Points::default().and(won, 1).and(drawn.saturating_sub(shared), sides).and_lost(lost);
        courses.first_among.iter().fold(points, |points, (winners, games)| points.and(*games, u64::from(*winners)))
    }

    /// Points per game that each side gets if it does not matter who begins.
    pub(super) fn even(&self) -> f64 {
        1.0 / self.wins().count().max(1) as f64
    }

    /// Number of drawn games.
    pub(super) fn drawn(&self) -> u64 {
        self.tally.draws.values().sum()
    }

    /// Statistics about the courses of the games.
    pub(super) fn courses(&self) -> Courses {
        self.tally.courses.clone().unwrap_or_default()
    }

    /// The output of `simulate --json`, without the processor time.
    pub fn simulation(&self, run: &Run) -> Simulation {
        let wins = self.wins().map(|(side, wins)| (side.to_owned(), wins)).collect();
        let simulation = simulation(&self.tally, &self.variant, wins, run.agent.clone(), run.seed, run.limit);
        Simulation { goes_by: self.goes_by.clone(), ..simulation }
    }
}
