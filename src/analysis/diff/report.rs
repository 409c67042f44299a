//! What a comparison has found, as plain data.

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

/// What a comparison has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the first version is called.
    pub a: String,
    /// What the second version is called.
    pub b: String,
    /// The rules as changed in meaning, chapter by chapter; empty: they mean the same.
    pub changes: Vec<Change>,
    /// Where both versions start, each in its own words, if they start differently.
    pub start: Option<(Setup, Setup)>,
    /// Squares are matched mirrored, left for right.
    pub mirrored: bool,
    /// Which of the positions given one of the versions does not have, counted from 0.
    pub refused: Vec<usize>,
    /// What can be said.
    pub claim: Claim,
    /// Where, from the start or from a position given, the versions part first.
    pub earliest: Option<Early>,
    /// The smallest positions where they part, the smallest first.
    pub witnesses: Vec<Witness>,
    /// Different causes found.
    pub causes: usize,
    /// What was looked at.
    pub searched: Searched,
    /// How far it was to look.
    pub settings: Settings,
}

/// What can be said of two versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// They play differently.
    Differ,
    /// No difference was found.
    NoneFound,
    /// There is no position that both can have, and why.
    Unshared(String),
}

/// The first difference on a line from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// After how many plies.
    pub ply: u32,
    /// Where the line begins, if not at the start.
    pub from: Option<Setup>,
    /// The moves.
    pub line: Vec<String>,
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Every position up to so many plies from the start; none: not even the start.
    pub plies: Option<u32>,
    /// Positions of those plies.
    pub tree: Count,
    /// Positions of games.
    pub games: Count,
    /// Who has played them.
    pub agent: String,
    /// Positions with few pieces at random.
    pub few: Count,
    /// Arrangements that only the first, or only the second version accepts.
    pub only_one: [u64; 2],
    /// Positions left out because a rule did not come to an end.
    pub endless: u64,
}

/// A smallest position where two versions part.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Where it begins, in the words of the first version; none: at the start.
    pub from: Option<Setup>,
    /// Moves of both versions that lead to it.
    pub line: Vec<String>,
    /// The position, in the words of each version.
    pub position: [Setup; 2],
    /// Moves that only the first, and only the second version has.
    pub only: [Vec<Sighted>; 2],
    /// Moves of both.
    pub common: Vec<String>,
    /// Moves of both that lead elsewhere: the text, what differs, and the position after it in the words of each version.
    pub effects: Vec<(Sighted, Effect, [Setup; 2])>,
    /// How the game has ended in each version, where that differs.
    pub outcomes: Option<[String; 2]>,
    /// In how many positions the same cause was seen.
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
    /// Its squares, marked.
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

    /// Whether they are known to play differently.
    pub fn differ(&self) -> bool {
        self.claim != Claim::NoneFound
    }
}

impl Witness {
    pub(super) fn case(&self) -> Case {
        let root = self.from.as_ref().map_or(Root::Start, |setup| Root::Set(Box::new(setup.clone())));
        Case { root, line: self.line.clone() }
    }

    /// Pieces on the board where it begins.
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

    /// Moves of one version, with the lines that make them there and bar them in the other.
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

/// How the game stands in one version: who has won and by which line, or who decides.
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
