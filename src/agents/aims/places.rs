//! Goals of place: pieces that are to reach certain sites, by how far they still have to go.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::LIMIT;
use super::levels::at_first;
use super::phrases::Measure;
use super::steps::{FAR, STEP, distances, steps};
use super::wishes::{Want, Wish};
use crate::model::{KindId, SideId, SiteId, SiteSet};
use crate::program::Program;

/// With more sites than this in a goal, distances to each site are not kept.
const MOST_SITES: usize = 64;
/// The same limit for the number of sites times the number of steps on the board, which bounds the time to compute the distances.
const MOST_STEPS: usize = 1 << 22;

/// A piece: its side and kind as one index (side times kinds, plus the kind), and its site.
pub(super) type Stands = (usize, SiteId);

/// A goal of place, with the distances of pieces from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    goal: Goal,
    /// For each side and kind the index of its distances, if such pieces are to reach the goal.
    goes: Vec<Option<u8>>,
    distances: Vec<Distances>,
    /// A distance greater than that of any piece.
    furthest: u32,
    /// The worth at the beginning of a game.
    first: i32,
}

/// Which pieces are to come to which sites.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Goal {
    good: bool,
    need: Need,
    /// The sites, those furthest from the initial places of the pieces first; and the same as a set.
    sites: Vec<SiteId>,
    within: SiteSet,
    /// By side, kind and site, whether such a piece there counts towards the goal.
    counts: Vec<bool>,
}

/// How many pieces are to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// This number.
    Some(usize),
    /// All but this number.
    AllBut(usize),
}

/// The distances from each site for one side and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Distances {
    /// To the nearest site of the goal.
    nearest: Vec<u16>,
    /// To each site of the goal in their order; empty if there are too many.
    each: Vec<Vec<u16>>,
}

impl Goal {
    /// The goal of a wish for pieces on certain sites, with the sides and kinds that are to come; none if it is no goal that the
    /// side can reach by moving pieces there.
    fn of(program: &Program, wish: &Wish) -> Option<(Goal, Vec<usize>)> {
        let Measure::Pieces(counts) = &wish.measure else { return None };
        if counts.iter().any(|count| !(0..=1).contains(count)) {
            return None;
        }
        let (limit, away) = match wish.want {
            Want::AtLeast(limit) => (limit, false),
            Want::AtMost(limit) => (limit, true),
            Want::Just(limit) => (limit, limit < at_first(program, &wish.measure)),
            Want::More | Want::Less => return None,
        };
        let equipment = &program.equipment;
        let (kinds, many) = (equipment.kinds.len(), equipment.board.sites.len());
        let there = |of: usize| (0..many).filter(move |site| counts[of * many + site] > 0).map(|site| SiteId(site as u16));
        let neutral = |of: &usize| equipment.sides[of / kinds].neutral;
        let own = |of: &usize| (of / kinds == wish.side.index()) == wish.good && !neutral(of);
        let all = || (0..equipment.sides.len() * kinds).filter(|of| counts[of * many..(of + 1) * many].contains(&1));
        let mut going: Vec<usize> = all().filter(own).collect();
        if going.is_empty() && !away {
            going = all().filter(neutral).collect();
        }
        // Pieces of other sides on these sites do not count, even if the phrase counts them: the side cannot rely on their
        // staying there.
        let counts: Vec<bool> =
            counts.iter().enumerate().map(|(at, count)| *count > 0 && going.contains(&(at / many))).collect();
        let first = at_beginning(program).iter().filter(|(of, site)| counts[of * many + site.index()]).count() as i64;
        let reached = if away { first <= limit } else { first >= limit };
        if reached {
            return None;
        }
        let limit = usize::try_from(limit).ok()?.min(many);
        let need = if away { Need::AllBut(limit) } else { Need::Some(limit) };
        let mut within = SiteSet::empty(many);
        going.iter().for_each(|of| there(*of).for_each(|site| within.insert(site)));
        if away {
            let mut rest = program.geometry.every.clone();
            rest.subtract(&within);
            within = rest;
        }
        let goal = Goal { good: wish.good, need, sites: within.iter().collect(), within, counts };
        let some = !going.is_empty() && !goal.sites.is_empty() && goal.sites.len() < many;
        some.then_some((goal, going))
    }
}

impl Place {
    /// The goal of place of a wish, if it is one.
    pub(super) fn of(program: &Program, wish: &Wish) -> Option<Place> {
        let (mut goal, going) = Goal::of(program, wish)?;
        let kinds = program.equipment.kinds.len();
        let steps = going.iter().map(|of| steps(program, SideId((of / kinds) as u8), KindId((of % kinds) as u8)));
        let steps: Vec<_> = steps.collect();
        let stand = at_beginning(program);
        let all_steps: usize = steps.iter().flatten().map(Vec::len).sum();
        let few = goal.sites.len() <= MOST_SITES && goal.sites.len() * all_steps <= MOST_STEPS;
        if few && let Some(steps) = steps.first() {
            let comes = stand.iter().filter(|(of, _)| going.contains(of));
            let mut from = goal.within.clone();
            from.subtract(&goal.within);
            comes.for_each(|(_, site)| from.insert(*site));
            let far = |site: &SiteId| {
                let far = distances(steps, &alone(&goal.within, *site));
                from.iter().map(|at| far[at.index()]).min()
            };
            goal.sites.sort_by_cached_key(|site| (Reverse(far(site)), *site));
        }
        let mut goes = vec![None; program.equipment.sides.len() * kinds];
        going.iter().zip(0u8..).for_each(|(of, number)| goes[*of] = Some(number));
        let distances = steps.iter().map(|steps| {
            let each = goal.sites.iter().filter(|_| few).map(|site| distances(steps, &alone(&goal.within, *site)));
            Distances { nearest: distances(steps, &goal.within), each: each.collect() }
        });
        let distances: Vec<Distances> = distances.collect();
        let nearest = distances.iter().flat_map(|distances| &distances.nearest).filter(|far| **far < FAR);
        let furthest = u32::from(nearest.max().copied().unwrap_or(0) + STEP);
        let place = Place { goal, goes, distances, furthest, first: 0 };
        Some(Place { first: place.worth(&stand), ..place })
    }

    /// Whether another goal wants more of the same pieces on the same sites.
    pub(super) fn is_part_of(&self, other: &Place) -> bool {
        let more = |one: Need, other: Need| matches!((one, other), (Need::Some(one), Need::Some(other)) if one < other);
        let (one, other, goes) = (&self.goal, &other.goal, self.goes == other.goes);
        goes && one.good == other.good && one.within == other.within && more(one.need, other.need)
    }

    /// The worth of these pieces' places less that of the beginning of a game; the negative if the goal makes its side lose.
    pub(super) fn value(&self, stand: &[Stands]) -> i32 {
        let worth = self.worth(stand) - self.first;
        if self.goal.good { worth } else { -worth }
    }

    /// For a goal of one piece, the square of the share of the way that the nearest has come; for several, linear in the distance
    /// left.
    fn worth(&self, stand: &[Stands]) -> i32 {
        let sites = self.distances.first().map_or(0, |distances| distances.nearest.len());
        let mut outside: SmallVec<[(u8, SiteId); 32]> = SmallVec::new();
        let mut free = self.goal.within.clone();
        let mut there = 0;
        for (of, site) in stand {
            let counts = self.goal.counts[of * sites + site.index()];
            if !self.goal.within.contains(*site) {
                outside.extend(self.goes[*of].map(|of| (of, *site)));
            } else if counts || matches!(self.goal.need, Need::AllBut(_)) {
                there += 1;
                free.remove(*site);
            }
        }
        let (missing, alone) = match self.goal.need {
            Need::Some(many) => (many.saturating_sub(there), many == 1),
            Need::AllBut(many) => (outside.len().saturating_sub(many), false),
        };
        let (to_go, furthest, limit) = (self.to_go(missing, outside, &free), self.furthest, i64::from(LIMIT));
        let (to_go, furthest) = (i64::from(to_go), i64::from(furthest));
        if alone {
            let come = furthest - to_go.min(furthest);
            return (limit * come * come / (furthest * furthest)) as i32;
        }
        (-to_go * limit / furthest) as i32
    }

    /// The sum of the distances of the pieces that are missing. If they need all free sites, those hardest to reach are filled
    /// first.
    fn to_go(&self, missing: usize, mut outside: SmallVec<[(u8, SiteId); 32]>, free: &SiteSet) -> u32 {
        let tight = missing >= free.len();
        let told = self.distances.first().is_some_and(|distances| !distances.each.is_empty());
        let full = free.len() == self.goal.sites.len();
        let (mut far, mut missing) = (0, missing);
        let order = || self.goal.sites.iter().enumerate().filter(|(_, site)| free.contains(**site)).map(|(place, _)| place);
        if tight && told {
            for place in order() {
                let to = |(of, site): &(u8, SiteId)| self.distances[usize::from(*of)].each[place][site.index()];
                let Some((next, nearest)) = outside.iter().map(to).enumerate().min_by_key(|(_, far)| *far) else { break };
                far += u32::from(nearest).min(self.furthest);
                outside.swap_remove(next);
                missing -= 1;
            }
        }
        let nearest = |(of, site): &(u8, SiteId)| {
            let distances = &self.distances[usize::from(*of)];
            let free = (!full && told && !tight).then(|| order().map(|place| distances.each[place][site.index()]).min());
            u32::from(free.flatten().unwrap_or(distances.nearest[site.index()])).min(self.furthest)
        };
        let mut rest: SmallVec<[u32; 32]> = outside.iter().map(nearest).collect();
        rest.sort_unstable();
        rest.resize(missing, self.furthest);
        far + rest.iter().sum::<u32>()
    }
}

/// The set of one site, for a board of the same size as `like`.
fn alone(like: &SiteSet, site: SiteId) -> SiteSet {
    let mut one = like.clone();
    one.subtract(like);
    one.insert(site);
    one
}

/// The pieces on the board at the beginning of a game; in towers the commanders only.
fn at_beginning(program: &Program) -> Vec<Stands> {
    let kinds = program.equipment.kinds.len();
    let commanders = program.start.board.iter().filter_map(|(site, tower)| Some((*site, tower.last()?)));
    commanders.map(|(site, piece)| (piece.owner.index() * kinds + piece.kind.index(), site)).collect()
}
