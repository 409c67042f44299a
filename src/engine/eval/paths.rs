//! Paths: every way in which a piece can follow one, found item by item along each ray.

use std::hash::Hash;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::model::rules::{PathMode, Times};
use crate::model::{GroupId, RuleId, SiteId, SiteSet};
use crate::program::code::{Item, MoveRule, Path, PathId, RuleRef, Set, Verb};
use crate::program::node::NodeId;

use super::Eval;
use super::filters::ones;
use crate::engine::machine::Run;
use crate::engine::value::Element;

/// One way to follow a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Match {
    /// The direction.
    pub(in crate::engine) heading: u8,
    /// Where the piece ends; its own site if it stays.
    pub(in crate::engine) to: SiteId,
    /// What it takes, in path order.
    pub(in crate::engine) taken: SmallVec<[SiteId; 2]>,
    /// What it goes over without taking.
    pub(in crate::engine) passed: SmallVec<[SiteId; 2]>,
}

/// How far a match has got along a ray.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    at: usize,
    landing: Option<SiteId>,
    taken: SmallVec<[SiteId; 2]>,
    passed: SmallVec<[SiteId; 2]>,
}

/// The sets of one path, evaluated once for a piece.
struct Sets<'e, 'a> {
    eval: &'e mut Eval<'a>,
    known: SmallVec<[(NodeId, SiteSet); 4]>,
    pieces: SiteSet,
    /// Steps along the path so far, in this direction.
    steps: usize,
}

impl Sets<'_, '_> {
    fn has(&mut self, set: &Set, site: SiteId) -> bool {
        if let Some((_, known)) = self.known.iter().find(|(node, _)| *node == set.node) {
            return known.contains(site);
        }
        let sites = if set.pieces { self.eval.pieces(set.node).board } else { self.eval.sites(set.node) };
        let found = sites.contains(site);
        self.known.push((set.node, sites));
        found
    }
}

impl<'a> Eval<'a> {
    /// Whether there is a way for the piece on a site to follow a path; too many ways are none, as what reaches a limit cannot be
    /// done.
    pub(in crate::engine) fn can_follow(&mut self, path: PathId, from: SiteId) -> bool {
        self.matches(path, from).is_some_and(|found| !found.is_empty())
    }

    /// Every way for the piece on a site to follow a path; `sweep` and `strike` leave it where it is. For a sweep all ways
    /// happen at once. `None` if there are [too many](MOST_WAYS).
    pub(in crate::engine) fn matches(&mut self, path: PathId, from: SiteId) -> Option<Vec<Match>> {
        let program = self.program;
        let path = &program.paths[path.0 as usize];
        let outer = self.acting.replace(Some(from));
        let found = self.matches_of(path, from);
        self.acting = outer;
        found
    }

    fn matches_of(&mut self, path: &Path, from: SiteId) -> Option<Vec<Match>> {
        if path.behind.is_empty() && path.ahead.iter().all(is_single) {
            return Some(self.straight(path, from));
        }
        let board = &self.program.equipment.board;
        let ways = self.bits(path.ways);
        let mut found = Each::default();
        let pieces = self.all_pieces();
        let geometry = &self.program.geometry;
        let mut sets = Sets { eval: self, known: SmallVec::new(), pieces, steps: 0 };
        for way in (0..board.directions.len()).filter(|way| ways >> way & 1 != 0) {
            let start = Progress { at: 0, landing: None, taken: SmallVec::new(), passed: SmallVec::new() };
            sets.steps = 0;
            let back = board.directions[way].opposite.filter(|_| !path.behind.is_empty());
            let behind = match back.map(|back| geometry.ray(from, back as usize)) {
                _ if path.behind.is_empty() => vec![start],
                Some(ray) => follow(&path.behind, ray, start, &mut sets)?,
                None => Vec::new(),
            };
            let ahead = geometry.ray(from, way);
            for start in behind {
                for done in follow(&path.ahead, ahead, Progress { at: 0, ..start }, &mut sets)? {
                    let to = match path.mode {
                        PathMode::Go => done.landing.or_else(|| done.at.checked_sub(1).map(|last| ahead[last])),
                        PathMode::Strike | PathMode::Sweep => Some(from),
                    };
                    found.add(Match { heading: way as u8, to: to.unwrap_or(from), taken: done.taken, passed: done.passed });
                }
            }
        }
        Some(found.all)
    }

    /// Every way to follow a path each of whose items is one site.
    fn straight(&mut self, path: &Path, from: SiteId) -> Vec<Match> {
        let (program, ahead) = (self.program, &path.ahead);
        let directions = program.equipment.board.directions.len();
        let ray = |way: usize| program.geometry.ray(from, way);
        let mut ways = self.bits(path.ways);
        for way in ones(ways) {
            if way >= directions || ray(way).len() < ahead.len() {
                ways &= !(1 << way);
            }
        }
        // First what is known anyway, be it too much: then there may be nothing left to work out.
        let mut exact = 0u64;
        for known in [true, false] {
            for (i, item) in ahead.iter().enumerate() {
                let (Item::Past(_, set) | Item::Taking(_, set) | Item::To(set)) = item else { continue };
                if ways == 0 {
                    return Vec::new();
                }
                let node = if known { self.wider(set.node) } else { Some(set.node).filter(|_| i >= 64 || exact >> i & 1 == 0) };
                let Some(node) = node else { continue };
                if node == set.node && i < 64 {
                    exact |= 1 << i;
                }
                let sites = if set.pieces { self.pieces(node).board } else { self.sites(node) };
                for way in ones(ways) {
                    if !sites.contains(ray(way)[i]) {
                        ways &= !(1 << way);
                    }
                }
            }
        }
        let pieces = if ways != 0 && passes(path) { self.all_pieces() } else { SiteSet::default() };
        ones(ways).map(|way| straight_match(path, from, way, ray(way), &pieces)).collect()
    }

    /// The first and later legs that a rule offers the piece on a site, by the laws of its class on direction; `None` if its path can
    /// be followed in too many ways.
    pub(in crate::engine) fn legs(&mut self, rule: RuleRef, from: SiteId, run: &Run) -> Option<Vec<Match>> {
        let program = self.program;
        let group = &program.groups[rule.group.index()];
        let Verb::Path(path) = group.rules[rule.index as usize].verb else { return Some(Vec::new()) };
        let mut legs = self.matches(path, from)?;
        if let Some(heading) = run.heading.filter(|_| run.legs > 0) {
            let back = program.equipment.board.directions[heading as usize].opposite;
            legs.retain(|leg| {
                let turns = leg.heading != heading;
                !(group.must_not_reverse && Some(leg.heading) == back
                    || group.must_turn && !turns
                    || group.must_not_turn && turns)
            });
        }
        Some(legs)
    }

    /// Whether a rule's subject and condition admit the piece on a site.
    pub(in crate::engine) fn admits(&mut self, rule: &MoveRule, from: SiteId) -> bool {
        if rule.by_player {
            return false;
        }
        let outer = self.acting.replace(Some(from));
        let admitted =
            self.contains(rule.subject, &Element::Piece(from)) && rule.condition.is_none_or(|condition| self.truth(condition));
        self.acting = outer;
        admitted
    }

    /// Whether a rule's condition holds for the piece on a site.
    pub(in crate::engine) fn allows(&mut self, rule: &MoveRule, from: SiteId) -> bool {
        let Some(condition) = rule.condition else { return true };
        let outer = self.acting.replace(Some(from));
        let allowed = self.truth(condition);
        self.acting = outer;
        allowed
    }

    /// `A can PATH`
    pub(super) fn can_path(&mut self, who: NodeId, path: PathId) -> bool {
        let who = self.pieces(who).board;
        who.iter().any(|site| self.can_follow(path, site))
    }

    /// `A can capture [an enemy]`, without the rules of some lines.
    pub(super) fn can_group(&mut self, who: NodeId, groups: &[GroupId], prey: Option<NodeId>, without: &[RuleId]) -> bool {
        if self.program.type_of(who) == crate::model::expr::Type::Player {
            let players = self.bits(who);
            return crate::engine::list::any_move_of(self, groups, without, players);
        }
        let who = self.pieces(who).board;
        let rules = crate::engine::list::rules_of(self.program, groups);
        who.iter().any(|site| {
            rules.iter().any(|rule| {
                let program = self.program;
                let move_rule = &program.groups[rule.group.index()].rules[rule.index as usize];
                if without.contains(&move_rule.rule) || !self.admits(move_rule, site) {
                    return false;
                }
                match move_rule.verb {
                    Verb::Path(path) => self.takes(path, site, prey),
                    Verb::Body(..) => prey.is_none() && crate::engine::list::body_runs(self, *rule, Some(site)),
                }
            })
        })
    }

    fn takes(&mut self, path: PathId, site: SiteId, prey: Option<NodeId>) -> bool {
        let Some(prey) = prey else { return self.can_follow(path, site) };
        let found = self.matches(path, site).unwrap_or_default();
        let outer = self.acting.replace(Some(site));
        let takes = found.iter().flat_map(|one| &one.taken).any(|taken| self.contains(prey, &Element::Piece(*taken)));
        self.acting = outer;
        takes
    }

    /// A body that some run goes through, with each piece acting in turn.
    pub(super) fn can_body(&mut self, who: NodeId, block: crate::program::BlockId) -> bool {
        let who = self.pieces(who).board;
        who.iter().any(|site| crate::engine::list::block_runs(self, block, site))
    }

    pub(super) fn any_move(&mut self, moves: NodeId) -> bool {
        crate::engine::list::any_move(self, moves)
    }
}

/// Whether a path goes over sites without taking what stands there.
pub(super) fn passes(path: &Path) -> bool {
    path.ahead.iter().any(|item| matches!(item, Item::Past(..)))
}

/// The match of a path of single sites along a ray on which it is met.
pub(super) fn straight_match(path: &Path, from: SiteId, way: usize, ray: &[SiteId], pieces: &SiteSet) -> Match {
    let mut one = Match { heading: way as u8, to: from, taken: SmallVec::new(), passed: SmallVec::new() };
    let mut landing = None;
    for (i, item) in path.ahead.iter().enumerate() {
        let Some(site) = ray.get(i) else { break };
        match item {
            Item::Past(..) if pieces.contains(*site) => one.passed.push(*site),
            Item::Taking(..) => one.taken.push(*site),
            Item::To(_) => landing = Some(*site),
            _ => {}
        }
    }
    if path.mode == PathMode::Go {
        let last = path.ahead.len().checked_sub(1).map(|last| ray[last]);
        one.to = landing.or(last).unwrap_or(from);
    }
    one
}

/// Whether an item is one site.
pub(super) fn is_single(item: &Item) -> bool {
    match item {
        Item::To(_) => true,
        Item::Past(times, _) | Item::Taking(times, _) => times.least == 1 && times.most == Some(1),
        Item::Group(..) | Item::Counted(..) => false,
    }
}

/// Most ways in which a piece may have got along a path, in one direction: a path that takes one or another of what stands in a long row
/// has one for each choice of prey.
const MOST_WAYS: usize = 10_000;

/// Most steps along a path, in one direction: groups in groups go over the same sites again and again.
const MOST_STEPS: usize = 1_000_000;

/// What is said of a path with more of either.
pub(in crate::engine) const TOO_MANY_WAYS: &str = "more than 10,000 ways, or 1,000,000 steps, along one path";

/// Every way in which items are met one after another from where the progress stands, each once, in order: many ways lead to the same.
/// `None` if after one of them there are too many.
fn follow(items: &[Item], ray: &[SiteId], progress: Progress, sets: &mut Sets<'_, '_>) -> Option<Vec<Progress>> {
    let mut ways = vec![progress];
    for item in items {
        let mut further = Each::default();
        for progress in ways {
            meet(item, ray, progress, sets, &mut further)?;
            if further.all.len() > MOST_WAYS {
                return None;
            }
        }
        sets.steps += further.all.len();
        if sets.steps > MOST_STEPS {
            return None;
        }
        ways = further.all;
    }
    Some(ways)
}

/// Things, each once, in the order in which they were found.
struct Each<T> {
    all: Vec<T>,
    /// The same where they are many.
    known: FxHashSet<T>,
}

impl<T> Default for Each<T> {
    fn default() -> Self {
        Each { all: Vec::new(), known: FxHashSet::default() }
    }
}

/// So few are compared one by one.
const FEW: usize = 16;

impl<T: Clone + Eq + Hash> Each<T> {
    /// One more, if it is none of them.
    fn add(&mut self, one: T) {
        let fresh = if self.all.len() < FEW {
            !self.all.contains(&one)
        } else {
            if self.known.is_empty() {
                self.known.extend(self.all.iter().cloned());
            }
            self.known.insert(one.clone())
        };
        if fresh {
            self.all.push(one);
        }
    }
}

/// Every way in which one item is met; `None` if there are too many.
fn meet(item: &Item, ray: &[SiteId], progress: Progress, sets: &mut Sets<'_, '_>, ways: &mut Each<Progress>) -> Option<()> {
    match item {
        Item::To(set) => {
            if let Some(site) = ray.get(progress.at).filter(|site| sets.has(set, **site)) {
                ways.add(Progress { at: progress.at + 1, landing: Some(*site), ..progress });
            }
        }
        Item::Past(times, set) => repeat(times, ray, progress, ways, &mut |site, progress| {
            let fits = sets.has(set, site);
            if fits && sets.pieces.contains(site) {
                progress.passed.push(site);
            }
            fits
        }),
        Item::Taking(times, set) => repeat(times, ray, progress, ways, &mut |site, progress| {
            let fits = sets.has(set, site) && !progress.taken.contains(&site);
            if fits {
                progress.taken.push(site);
            }
            fits
        }),
        Item::Group(times, group) => groups(times, group, ray, progress, sets, ways)?,
        Item::Counted(number, group) => {
            let Ok(many) = u16::try_from(sets.eval.number(*number)) else { return Some(()) };
            groups(&Times { least: many, most: Some(many), whole: false }, group, ray, progress, sets, ways)?;
        }
    }
    Some(())
}

/// One item several times: every number of times that its quantity allows, or the whole run.
fn repeat(
    times: &Times,
    ray: &[SiteId],
    mut progress: Progress,
    ways: &mut Each<Progress>,
    one: &mut dyn FnMut(SiteId, &mut Progress) -> bool,
) {
    let mut count = 0u16;
    loop {
        if count >= times.least && !times.whole {
            ways.add(progress.clone());
        }
        let full = times.most.is_some_and(|most| count >= most);
        let site = ray.get(progress.at).copied().filter(|_| !full);
        let matched = site.is_some_and(|site| one(site, &mut progress));
        if !matched {
            break;
        }
        progress.at += 1;
        count += 1;
    }
    if times.whole && count >= times.least {
        ways.add(progress);
    }
}

/// A group of items several times; each time must lead further. `None` if it has gone on from too many.
fn groups(
    times: &Times,
    group: &[Item],
    ray: &[SiteId],
    progress: Progress,
    sets: &mut Sets<'_, '_>,
    ways: &mut Each<Progress>,
) -> Option<()> {
    let mut left = vec![(0, progress)];
    // How often a group was gone through matters no more once that is often enough, if there is no most.
    let often = times.most.unwrap_or(times.least);
    let mut seen: FxHashSet<(u16, Progress)> = FxHashSet::default();
    while let Some((done, progress)) = left.pop() {
        if !seen.insert((done, progress.clone())) {
            continue;
        }
        sets.steps += 1;
        if seen.len() > MOST_WAYS {
            return None;
        }
        let mut further = Vec::new();
        if times.most.is_none_or(|most| done < most) {
            further = follow(group, ray, progress.clone(), sets)?;
            further.retain(|next| next.at > progress.at);
        }
        if done >= times.least && (!times.whole || further.is_empty()) {
            ways.add(progress);
        }
        // The first one is gone on with first.
        left.extend(further.into_iter().rev().map(|next| (often.min(done + 1), next)));
    }
    Some(())
}
