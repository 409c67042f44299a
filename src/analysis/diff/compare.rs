//! Compares one position under both versions: moves that only one of them has, and moves with different effects.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::engine::moves::{Chosen, Deed};
use crate::engine::{Counting, LimitReached, Move, Position, Struck};
use crate::model::rules::StoredType;
use crate::model::setup::Kept;
use crate::model::{Setup, SideId, SiteId};
use crate::program::Program;

use super::Version;
use super::matching::Matching;

/// A position under both versions, with the hashes of the positions before it.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) a: Position,
    pub(super) b: Position,
    stood_a: Vec<u64>,
    stood_b: Vec<u64>,
}

impl Pair {
    /// Two positions without a history.
    pub(super) fn new(a: Position, b: Position) -> Pair {
        let (stood_a, stood_b) = (vec![a.standing()], vec![b.standing()]);
        Pair { a, b, stood_a, stood_b }
    }

    /// The hashes of the positions so far, in each version.
    pub(super) fn stood(&self) -> (&[u64], &[u64]) {
        (&self.stood_a, &self.stood_b)
    }

    /// Hashes that identify the decision in each version.
    pub(super) fn decision_hashes(&self) -> (u64, u64) {
        (self.a.decision_hash(), self.b.decision_hash())
    }

    /// The pair after a move of both versions.
    pub(super) fn after(&self, step: &Step) -> Pair {
        let mut next = Pair { a: step.a.clone(), b: step.b.clone(), ..self.clone() };
        next.stood_a.push(next.a.stands_after(&self.a));
        next.stood_b.push(next.b.stands_after(&self.b));
        next
    }
}

/// A move of both versions with the same effect, and the positions after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) a: Position,
    pub(super) b: Position,
}

/// The differences and common moves of two versions in one position.
#[derive(Clone, Debug, Default)]
pub(super) struct Parting {
    /// The game is over in one version only, has another result, or another player decides.
    pub(super) outcome: bool,
    pub(super) only_a: Vec<Move>,
    pub(super) only_b: Vec<Move>,
    /// Moves of both versions with different effects, and what differs after them.
    pub(super) effects: Vec<(Move, Move, Effect)>,
    /// Moves struck out by the obligations of each version.
    pub(super) struck_a: Vec<Struck>,
    pub(super) struck_b: Vec<Struck>,
    /// Moves of both versions with the same effect.
    pub(super) common: Vec<Step>,
}

/// What differs after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Pieces on the board, tokens, piles.
    Board,
    /// Who decides next.
    Turn,
    /// Whether the game is over, and who has won.
    Outcome,
    /// Counters, clocks and kept things.
    Stored,
}

impl Parting {
    pub(super) fn differs(&self) -> bool {
        self.outcome || !self.only_a.is_empty() || !self.only_b.is_empty() || !self.effects.is_empty()
    }
}

/// Identifies a move across versions: start, end, captures, placements and choices, with the sites of the first version.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    from: Option<SiteId>,
    to: Option<SiteId>,
    taken: SmallVec<[SiteId; 4]>,
    rest: Vec<Deed>,
}

/// Stands for a site that the first version does not have.
const NOWHERE: SiteId = SiteId(u16::MAX);

/// Two versions with their matching.
pub(super) struct Comparison<'v> {
    pub(super) a: Version<'v>,
    pub(super) b: Version<'v>,
    pub(super) matching: Matching,
}

impl Comparison<'_> {
    /// The key of a move, with the sites of the first version. `from_b`: the move is one of the second version.
    pub(super) fn key(&self, mv: &Move, from_b: bool) -> Key {
        let site = |site: SiteId| if from_b { self.matching.back.site(site).unwrap_or(NOWHERE) } else { site };
        let mut taken: SmallVec<[SiteId; 4]> = mv.captures().into_iter().map(site).collect();
        taken.sort_unstable();
        let chosen = |one: &Chosen| match one {
            Chosen::Site(at) => Chosen::Site(site(*at)),
            Chosen::Piece(at) => Chosen::Piece(site(*at)),
            other => other.clone(),
        };
        let mut rest = Vec::new();
        for deed in &mv.deeds {
            match deed {
                Deed::Placed(at) => rest.push(Deed::Placed(site(*at))),
                Deed::Verb(verb) => rest.push(Deed::Verb(verb.clone())),
                Deed::Chosen(_, values) => rest.push(Deed::Chosen(String::new(), values.iter().map(chosen).collect())),
                Deed::Declined => rest.push(Deed::Declined),
                Deed::Actor(_) | Deed::Leg { .. } | Deed::Alternative(_) | Deed::Taken(_) => {}
            }
        }
        Key { from: mv.from().map(site), to: mv.to().map(site), taken, rest }
    }

    /// Compares one position under both versions.
    pub(super) fn part(&self, pair: &Pair) -> Result<Parting, LimitReached> {
        let mut parting = Parting::default();
        if self.winners_a(&pair.a) != self.winners_b(&pair.b) || pair.a.outcome().is_some() {
            parting.outcome = self.winners_a(&pair.a) != self.winners_b(&pair.b);
            return Ok(parting);
        }
        if !self.same_decider(&pair.a, &pair.b) {
            parting.outcome = true;
            return Ok(parting);
        }
        let (of_a, struck_a) = pair.a.considered(self.a.program, Counting::AsWritten)?;
        let (of_b, struck_b) = pair.b.considered(self.b.program, Counting::AsWritten)?;
        (parting.struck_a, parting.struck_b) = (struck_a, struck_b);
        let mut others: FxHashMap<Key, SmallVec<[usize; 1]>> = FxHashMap::default();
        for (i, mv) in of_b.iter().enumerate() {
            others.entry(self.key(mv, true)).or_default().push(i);
        }
        let mut met = vec![false; of_b.len()];
        for mv in of_a {
            let Some(same) = others.get_mut(&self.key(&mv, false)).filter(|same| !same.is_empty()) else {
                parting.only_a.push(mv);
                continue;
            };
            let after_a = pair.a.play(self.a.program, &mv, &pair.stood_a)?;
            // Of several moves with the same key, one with the same effect is preferred.
            let mut first = None;
            let mut found = None;
            for (place, i) in same.iter().enumerate() {
                let after_b = pair.b.play(self.b.program, &of_b[*i], &pair.stood_b)?;
                let effect = self.effect(&after_a, &after_b);
                if effect.is_none() {
                    found = Some((place, after_b));
                    break;
                }
                first = first.or(effect);
            }
            match (found, first) {
                (Some((place, after_b)), _) => {
                    let i = same.remove(place);
                    met[i] = true;
                    parting.common.push(Step { mv, a: after_a, b: after_b });
                }
                (None, effect) => {
                    let i = same.remove(0);
                    met[i] = true;
                    parting.effects.push((mv, of_b[i].clone(), effect.unwrap_or(Effect::Board)));
                }
            }
        }
        parting.only_b = of_b.into_iter().zip(met).filter(|(_, met)| !met).map(|(mv, _)| mv).collect();
        Ok(parting)
    }

    /// What differs between the positions after one move; `None` if nothing does.
    pub(super) fn effect(&self, a: &Position, b: &Position) -> Option<Effect> {
        if self.winners_a(a) != self.winners_b(b) {
            return Some(Effect::Outcome);
        }
        if self.matching.alike && a.same_memory(b) {
            // With the same memory, pending rests of a turn may still differ in who decides.
            return (!self.same_decider(a, b)).then_some(Effect::Turn);
        }
        let (setup_a, setup_b) = (bare(a.to_setup(self.a.program)), bare(b.to_setup(self.b.program)));
        let Some(there) = self.matching.there.carried(&setup_a) else { return Some(Effect::Board) };
        if there.board != setup_b.board || there.piles != setup_b.piles || there.under != setup_b.under {
            return Some(Effect::Board);
        }
        // After the end of the game nothing else matters.
        if a.outcome().is_some() {
            return None;
        }
        if there.turn != setup_b.turn || !self.same_decider(a, b) {
            return Some(Effect::Turn);
        }
        // A stored value that only one version has is no difference in itself; only its consequences are.
        let back = self.matching.back.carried(&setup_b).and_then(|back| self.matching.there.carried(&back));
        (back.is_none_or(|back| back.stored != there.stored)).then_some(Effect::Stored)
    }

    fn same_decider(&self, a: &Position, b: &Position) -> bool {
        use crate::engine::Actor;
        let name = |version: &Version<'_>, position: &Position| match position.actor(version.program) {
            Some(Actor::Player(player)) => {
                version.program.equipment.players.get(player.index()).map_or_else(String::new, |one| one.name.clone())
            }
            Some(Actor::Chance) => "chance".to_owned(),
            None => String::new(),
        };
        if self.matching.same {
            return a.actor(self.a.program) == b.actor(self.b.program);
        }
        name(&self.a, a) == name(&self.b, b)
    }

    /// The winners, if the game is over.
    fn winners_a(&self, position: &Position) -> Option<Vec<SideId>> {
        position.outcome().map(|outcome| outcome.winners.clone())
    }

    fn winners_b(&self, position: &Position) -> Option<Vec<SideId>> {
        let outcome = position.outcome()?;
        Some(outcome.winners.iter().map(|side| self.matching.back.side(*side).unwrap_or(*side)).collect())
    }

    /// The pair for a set-up of the first version; `None` if one of the versions does not accept it.
    pub(super) fn pair(&self, setup: &Setup) -> Option<Pair> {
        let there = self.matching.there.carried(setup).filter(|there| can_say(self.b.program, there))?;
        let a = Position::from_setup(self.a.program, setup).ok()?;
        let b = Position::from_setup(self.b.program, &there).ok()?;
        Some(Pair::new(a, b))
    }
}

/// Whether the stored numbers of a set-up are within the bounds of these rules.
fn can_say(program: &Program, setup: &Setup) -> bool {
    setup.stored.iter().all(|(of, kept)| match (&program.stored[of.stored.index()].holds, kept) {
        (StoredType::Number { least, greatest, .. }, Kept::Number(says)) => (*least..=*greatest).contains(says),
        _ => true,
    })
}

/// A set-up without a pending turn and without an outcome.
fn bare(setup: Setup) -> Setup {
    Setup { pending: None, outcome: None, ..setup }
}
