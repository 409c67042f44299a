//! How far a piece can follow a path that does not lead where somebody wanted to go. For refusals: slow, and never asked while
//! moves are listed.

use crate::model::{SiteId, SiteSet};
use crate::program::code::{Item, PathId, Set};

use super::Eval;

/// What of a path does not fit a wish to go to a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// The path does not go that way.
    Direction,
    /// It goes that way, and what is met on a site is not what it needs; without a site the board ends.
    Meets {
        /// Where.
        site: Option<SiteId>,
        /// What it needs there.
        needs: Need,
        /// How many sites it had got over.
        passed: usize,
    },
    /// It can be followed, but leads to these sites only.
    Elsewhere(Vec<SiteId>),
}

/// What an item of a path needs of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// To land on it.
    Landing,
    /// To go over it.
    Passage,
    /// To take what stands there.
    Prey,
}

/// The item that fails furthest along a ray.
struct Furthest {
    at: usize,
    needs: Option<Need>,
}

impl<'a> Eval<'a> {
    /// Why the piece on a site cannot follow a path in a direction to a site on it.
    pub(in crate::engine) fn unmet(&mut self, path: PathId, from: SiteId, way: usize) -> Unmet {
        let program = self.program;
        let path = &program.paths[path.0 as usize];
        let outer = self.acting.replace(Some(from));
        let unmet = if self.bits(path.ways) >> way & 1 == 0 {
            Unmet::Direction
        } else {
            let ahead = program.geometry.ray(from, way);
            let mut furthest = Furthest { at: 0, needs: None };
            let landings = self.walk(&path.ahead, ahead, 0, None, &mut furthest);
            match furthest.needs {
                Some(needs) if landings.is_empty() => {
                    Unmet::Meets { site: ahead.get(furthest.at).copied(), needs, passed: furthest.at }
                }
                _ => Unmet::Elsewhere(landings.into_iter().map(|landing| landing.unwrap_or(from)).collect()),
            }
        };
        self.acting = outer;
        unmet
    }

    fn has(&mut self, set: &Set, site: SiteId) -> bool {
        let sites: SiteSet = if set.pieces { self.pieces(set.node).board } else { self.sites(set.node) };
        sites.contains(site)
    }

    /// Where following the items from a place on a ray ends, and what failed furthest along it.
    fn walk(
        &mut self,
        items: &[Item],
        ray: &[SiteId],
        at: usize,
        landing: Option<SiteId>,
        furthest: &mut Furthest,
    ) -> Vec<Option<SiteId>> {
        let Some((item, rest)) = items.split_first() else { return vec![landing] };
        let mut fails = |at: usize, needs: Need| {
            if furthest.needs.is_none() || at > furthest.at {
                *furthest = Furthest { at, needs: Some(needs) };
            }
        };
        match item {
            Item::To(set) => match ray.get(at) {
                Some(site) if self.has(set, *site) => self.walk(rest, ray, at + 1, Some(*site), furthest),
                _ => {
                    fails(at, Need::Landing);
                    Vec::new()
                }
            },
            Item::Past(times, set) | Item::Taking(times, set) => {
                let needs = if matches!(item, Item::Past(..)) { Need::Passage } else { Need::Prey };
                let mut run = 0;
                while times.most.is_none_or(|most| run < most as usize)
                    && ray.get(at + run).is_some_and(|site| self.has(set, *site))
                {
                    run += 1;
                }
                if run < times.least as usize {
                    fails(at + run, needs);
                    return Vec::new();
                }
                let least = if times.whole { run } else { times.least as usize };
                (least..=run).flat_map(|count| self.walk(rest, ray, at + count, landing, furthest)).collect()
            }
            Item::Counted(number, group) => {
                let count = usize::try_from(self.number(*number)).unwrap_or(usize::MAX);
                if count > ray.len() {
                    fails(at, Need::Passage);
                    return Vec::new();
                }
                let repeated = (0..count).flat_map(|_| group.iter().cloned());
                let items: Vec<Item> = repeated.chain(rest.iter().cloned()).collect();
                self.walk(&items, ray, at, landing, furthest)
            }
            Item::Group(times, group) => {
                let mut landings = Vec::new();
                // As often as it can be told apart: a group that goes on for ever is the whole ray.
                for count in times.least..=times.most.unwrap_or(u16::MAX).min(times.least.saturating_add(GROUPS)) {
                    let repeated = (0..count).flat_map(|_| group.iter().cloned());
                    let items: Vec<Item> = repeated.chain(rest.iter().cloned()).collect();
                    landings.extend(self.walk(&items, ray, at, landing, furthest));
                }
                landings
            }
        }
    }
}

/// How often more than it must be a group of items is tried.
const GROUPS: u16 = 3;
