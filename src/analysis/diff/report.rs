//! The result of a comparison, as plain data.

use crate::engine::Move;
use crate::model::Setup;
use crate::model::SiteId;
use crate::notation::diagram::Mark;
use crate::notation::json::diff::{Change, Count};
use crate::notation::movetext;
use crate::program::Line;

use super::Version;
use super::case::{Case, Root};
use super::cause::Cause;
use super::compare::{Comparison, Effect, Pair, Parting};
use super::settings::Settings;

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the first version.
    pub a: String,
    /// The name of the second version.
    pub b: String,
    /// Changes in the meaning of the rules, by chapter; empty if the rules mean the same.
    pub changes: Vec<Change>,
    /// The initial positions of both versions, each in its own words, if they differ.
    pub start: Option<(Setup, Setup)>,
    /// Whether squares are matched mirrored, left for right.
    pub mirrored: bool,
    /// Indices of the given positions that one of the versions rejects, from 0.
    pub refused: Vec<usize>,
    /// The conclusion.
    pub claim: Claim,
    /// The earliest difference on a line from the initial position or from a given one.
    pub earliest: Option<Early>,
    /// The smallest positions in which the versions differ, the smallest first.
    pub witnesses: Vec<Witness>,
    /// Number of distinct causes found.
    pub causes: usize,
    /// How much was searched.
    pub searched: Searched,
    /// The settings of the search.
    pub settings: Settings,
}

/// The conclusion of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The versions play differently.
    Differ,
    /// No difference was found.
    NoneFound,
    /// No position exists in both versions, for this reason.
    Unshared(String),
}

/// The earliest difference on a line from a root of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// Number of plies before it.
    pub ply: u32,
    /// The position where the line begins, if it is not the initial one.
    pub from: Option<Setup>,
    /// The moves of the line.
    pub line: Vec<String>,
}

/// How much was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Number of plies that were searched completely; `None` if not even the roots were.
    pub plies: Option<u32>,
    /// Positions of the complete search.
    pub tree: Count,
    /// Positions of games.
    pub games: Count,
    /// The agents that played these games.
    pub agent: String,
    /// Random positions with few pieces.
    pub few: Count,
    /// Number of set-ups that only the first version accepts, and that only the second accepts.
    pub only_one: [u64; 2],
    /// Number of positions left out because a rule does not come to an end.
    pub endless: u64,
}

/// A small position in which two versions differ.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The set-up where it begins, in the words of the first version; `None` for the initial position.
    pub from: Option<Setup>,
    /// Moves of both versions that lead to the position.
    pub line: Vec<String>,
    /// The position, in the words of each version.
    pub position: [Setup; 2],
    /// Moves that only the first version has, and that only the second has.
    pub only: [Vec<Sighted>; 2],
    /// Moves of both versions with the same effect.
    pub common: Vec<String>,
    /// Moves of both versions with different effects: the move, what differs, and the position after it in the words of each
    /// version.
    pub effects: Vec<(Sighted, Effect, [Setup; 2])>,
    /// The state of the game in each version, if it differs.
    pub outcomes: Option<[String; 2]>,
    /// Number of positions in which the same cause was seen.
    pub seen: u64,
    pub(super) cause: Cause,
}

/// A move of one version, with the lines behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighted {
    /// Its text.
    pub text: String,
    /// The lines that make it.
    pub made: Vec<Line>,
    /// The obligation of the other version that bars it there.
    pub barred: Option<Line>,
    /// Its squares, with marks for diagrams.
    pub marks: Vec<(SiteId, Mark)>,
}

impl Report {
    pub(super) fn new(a: &Version<'_>, b: &Version<'_>, changes: Vec<Change>, settings: &Settings) -> Report {
        Report {
            a: a.name.to_owned(),
            b: b.name.to_owned(),
            changes,
            start: None,
            mirrored: false,
            refused: Vec::new(),
            claim: Claim::NoneFound,
            earliest: None,
            witnesses: Vec::new(),
            causes: 0,
            searched: Searched::default(),
            settings: settings.clone(),
        }
    }

    /// Whether the versions are known to differ, or have no position in common.
    pub fn differ(&self) -> bool {
        self.claim != Claim::NoneFound
    }
}

impl Witness {
    pub(super) fn case(&self) -> Case {
        let root = self.from.as_ref().map_or(Root::Start, |setup| Root::Set(Box::new(setup.clone())));
        Case { root, line: self.line.clone() }
    }

    /// Number of pieces on the board where the witness begins.
    pub fn pieces(&self) -> usize {
        let setup = self.from.as_ref().unwrap_or(&self.position[0]);
        setup.board.iter().map(|(_, tower)| tower.len()).sum()
    }
}

impl Comparison<'_> {
    pub(super) fn witness(&self, case: &Case, cause: Cause, pair: &Pair, parting: &Parting, seen: u64) -> Witness {
        let (a, b) = (self.a.program, self.b.program);
        let from = match &case.root {
            Root::Start => None,
            Root::Set(setup) => Some((**setup).clone()),
        };
        let only_a = self.sighted(&parting.only_a, pair, parting, false);
        let only_b = self.sighted(&parting.only_b, pair, parting, true);
        let changed: Vec<Move> = parting.effects.iter().map(|(mv, _, _)| mv.clone()).collect();
        let sighted = self.sighted(&changed, pair, parting, false);
        let effects = parting.effects.iter().zip(sighted).filter_map(|((mv_a, mv_b, what), sighted)| {
            let after_a = pair.a.play(a, mv_a, pair.stood().0).ok()?.to_setup(a);
            let after_b = pair.b.play(b, mv_b, pair.stood().1).ok()?.to_setup(b);
            Some((sighted, *what, [after_a, after_b]))
        });
        let outcomes = parting.outcome.then(|| [ended(&self.a, &pair.a), ended(&self.b, &pair.b)]);
        Witness {
            from,
            line: case.line.clone(),
            position: [pair.a.to_setup(a), pair.b.to_setup(b)],
            only: [only_a, only_b],
            common: self.texts(parting),
            effects: effects.collect(),
            outcomes,
            seen,
            cause,
        }
    }

    /// Moves of one version, with the lines that make them there and the obligations that bar them in the other.
    fn sighted(&self, moves: &[Move], pair: &Pair, parting: &Parting, in_b: bool) -> Vec<Sighted> {
        let (here, other) = if in_b { (&self.b, &self.a) } else { (&self.a, &self.b) };
        let position = if in_b { &pair.b } else { &pair.a };
        let struck = if in_b { &parting.struck_a } else { &parting.struck_b };
        let texts = movetext::texts(&here.program.equipment, moves, true);
        let line = |version: &Version<'_>, rule: crate::model::RuleId| version.program.lines.get(rule.index()).cloned();
        let one = |(mv, text): (&Move, String)| {
            let made = position.made_by(here.program, mv).into_iter().filter_map(|rule| line(here, rule)).collect();
            let key = self.key(mv, in_b);
            let barred = struck.iter().find(|one| self.key(&one.mv, !in_b) == key).and_then(|one| line(other, one.by));
            Sighted { text, made, barred, marks: marks(mv) }
        };
        moves.iter().zip(texts).map(one).collect()
    }
}

fn marks(mv: &Move) -> Vec<(SiteId, Mark)> {
    let path = mv.path();
    let landings = mv.to().into_iter().map(|site| (site, Mark::Landing));
    let taken = mv.captures().into_iter().map(|site| (site, Mark::Taken));
    let start = path.first().copied().or(mv.from()).map(|site| (site, Mark::Start));
    landings.chain(taken).chain(start).collect()
}

/// The state of the game in one version: who has won and why, or who decides.
pub(super) fn ended(version: &Version<'_>, position: &crate::engine::Position) -> String {
    use crate::engine::Actor;
    let equipment = &version.program.equipment;
    match (position.outcome(), position.actor(version.program)) {
        (Some(outcome), _) => {
            let winners = outcome.winners.iter().filter_map(|side| equipment.sides.get(side.index()));
            let winners: Vec<&str> = winners.map(|side| side.name.as_str()).collect();
            let result = if winners.is_empty() { "draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
            format!("{result}: {}", outcome.reason)
        }
        (None, Some(Actor::Player(player))) => {
            format!("{} to move", equipment.players.get(player.index()).map_or("?", |player| player.name.as_str()))
        }
        (None, Some(Actor::Chance)) => "chance decides".to_owned(),
        (None, None) => "nobody to move".to_owned(),
    }
}
