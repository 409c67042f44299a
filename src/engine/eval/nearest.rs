//! How far a piece can follow a path that does not lead where somebody wanted to go. Used for explaining refusals: slow, and
//! never used while moves are listed.

use rustc_hash::FxHashSet;

use crate::model::rules::PathMode;
use crate::model::{SiteId, SiteSet};
use crate::program::code::{Item, PathId, Set};

use super::Eval;

/// Why a path does not lead to the site where somebody wanted to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathFailure {
    /// The path does not go in that direction.
    Direction,
    /// It goes in that direction, but a site on the way is not as the path needs it, or the board ends.
    Meets {
        /// The site that does not fit; `None` if the board ends.
        site: Option<SiteId>,
        /// What the path needs there.
        needs: Need,
        /// The number of sites that it has passed by then.
        passed: usize,
    },
    /// It can be followed, but leads to these sites only.
    Elsewhere(Vec<SiteId>),
}

/// What an item of a path needs a site for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// To land on it.
    Landing,
    /// To go over it.
    Passage,
    /// To take what stands there, and to go on.
    Prey,
    /// To take what stands there by moving onto it.
    Replaced,
}

/// The failure farthest along a ray.
struct Furthest<'p> {
    at: usize,
    needs: Option<Need>,
    /// The number of steps along the path so far.
    steps: usize,
    /// The last item, if by it the piece moves onto what it takes.
    onto: Option<&'p Item>,
}

/// The most steps made to find why a path cannot be followed. Only nested groups need more.
const MOST_STEPS: usize = 100_000;

impl<'a> Eval<'a> {
    /// How far the piece on a site can follow a path in a direction, and where it leads.
    pub(in crate::engine) fn unmet(&mut self, path: PathId, from: SiteId, way: usize) -> PathFailure {
        let program = self.program;
        let path = &program.paths[path.0 as usize];
        let outer = self.acting.replace(Some(from));
        let unmet = if self.bits(path.ways) >> way & 1 == 0 {
            PathFailure::Direction
        } else {
            let ahead = program.geometry.ray(from, way);
            let onto = onto(&path.ahead).filter(|_| path.mode == PathMode::Go && !lands(&path.ahead));
            let mut furthest = Furthest { at: 0, needs: None, steps: 0, onto };
            let ends = self.walk(&path.ahead, ahead, vec![(0, None)], &mut furthest);
            match furthest.needs {
                Some(needs) if ends.is_empty() => {
                    PathFailure::Meets { site: ahead.get(furthest.at).copied(), needs, passed: furthest.at }
                }
                _ => {
                    let end = |(at, landing): Place| match (landing, path.mode) {
                        (Some(landing), _) => landing,
                        (None, PathMode::Go) => at.checked_sub(1).and_then(|last| ahead.get(last)).copied().unwrap_or(from),
                        (None, _) => from,
                    };
                    let mut landings: Vec<SiteId> = ends.into_iter().map(end).collect();
                    landings.dedup();
                    PathFailure::Elsewhere(landings)
                }
            }
        };
        self.acting = outer;
        unmet
    }

    fn has(&mut self, set: &Set, site: SiteId) -> bool {
        let sites: SiteSet = if set.pieces { self.pieces(set.node).board } else { self.sites(set.node) };
        sites.contains(site)
    }

    /// The distinct places on a ray where following the items from any of these places ends. The failure farthest along the ray
    /// is recorded.
    fn walk(&mut self, items: &[Item], ray: &[SiteId], from: Vec<Place>, furthest: &mut Furthest<'_>) -> Vec<Place> {
        items.iter().fold(from, |places, item| {
            let mut further = Vec::new();
            for place in places {
                self.walk_one(item, ray, place, furthest, &mut further);
            }
            furthest.steps += further.len();
            if furthest.steps > MOST_STEPS { Vec::new() } else { once(further) }
        })
    }

    fn walk_one(&mut self, item: &Item, ray: &[SiteId], place: Place, furthest: &mut Furthest<'_>, further: &mut Vec<Place>) {
        let (at, landing) = place;
        match item {
            Item::To(set) => match ray.get(at) {
                Some(site) if self.has(set, *site) => further.push((at + 1, Some(*site))),
                _ => furthest.fails(at, Need::Landing),
            },
            Item::Past(times, set) | Item::Taking(times, set) => {
                let needs = match item {
                    Item::Past(..) => Need::Passage,
                    _ if furthest.onto.is_some_and(|onto| std::ptr::eq(onto, item)) => Need::Replaced,
                    _ => Need::Prey,
                };
                let mut run = 0;
                while times.most.is_none_or(|most| run < most as usize)
                    && ray.get(at + run).is_some_and(|site| self.has(set, *site))
                {
                    run += 1;
                }
                if run < times.least as usize {
                    return furthest.fails(at + run, needs);
                }
                let least = if times.whole { run } else { times.least as usize };
                further.extend((least..=run).map(|count| (at + count, landing)));
            }
            Item::Counted(number, group) => {
                match usize::try_from(self.number(*number)).ok().filter(|count| *count <= ray.len()) {
                    Some(count) => {
                        let ends = (0..count).fold(vec![place], |places, _| self.walk(group, ray, places, furthest));
                        further.extend(ends);
                    }
                    None => furthest.fails(at, Need::Passage),
                }
            }
            Item::Group(times, group) => {
                let mut places = vec![place];
                // Each round advances, so there are no more rounds than sites.
                for count in 0..=usize::from(times.most.unwrap_or(u16::MAX)).min(ray.len()) {
                    if places.is_empty() {
                        break;
                    }
                    if count >= usize::from(times.least) {
                        further.extend(places.iter().copied());
                    }
                    let next = self.walk(group, ray, places.clone(), furthest);
                    let least = places.iter().map(|(at, _)| *at).min().unwrap_or(0);
                    places = next.into_iter().filter(|(at, _)| *at > least).collect();
                }
            }
        }
    }
}

/// The last item of a path, if it takes.
fn onto(items: &[Item]) -> Option<&Item> {
    match items.last()? {
        Item::Group(_, group) | Item::Counted(_, group) => onto(group),
        item => Some(item).filter(|item| matches!(item, Item::Taking(..))),
    }
}

/// Whether items say where to land.
fn lands(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Group(_, group) | Item::Counted(_, group) => lands(group),
        item => matches!(item, Item::To(_)),
    })
}

/// A place reached on a ray: the index of the next site, and the site landed on so far.
type Place = (usize, Option<SiteId>);

/// These places without duplicates.
fn once(mut places: Vec<Place>) -> Vec<Place> {
    let mut known = FxHashSet::default();
    places.retain(|place| known.insert(*place));
    places
}

impl Furthest<'_> {
    fn fails(&mut self, at: usize, needs: Need) {
        if self.needs.is_none() || at > self.at {
            (self.at, self.needs) = (at, Some(needs));
        }
    }
}
