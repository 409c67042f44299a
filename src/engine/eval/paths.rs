//! Paths: every way in which a piece can follow one, found item by item along each ray.

use std::hash::Hash;

use smallvec::SmallVec;

use super::Eval;
use super::filters::ones;
use super::follow::{Each, Progress, follow};
use crate::engine::trials::{self, AskedMoves};
use crate::engine::value::Element;
use crate::model::rules::PathMode;
use crate::model::{GroupId, PlayerId, RuleId, SiteId, SiteSet};
use crate::program::code::{Item, MoveRule, Path, PathId, RuleRef, Set, Verb};
use crate::program::node::NodeId;

/// One way to follow a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Match {
    /// The index of its direction.
    pub(in crate::engine) heading: u8,
    /// Where the piece ends; its own site if it stays.
    pub(in crate::engine) to: SiteId,
    /// The sites of the pieces it takes, in path order.
    pub(in crate::engine) taken: SmallVec<[SiteId; 2]>,
    /// The sites of the pieces it passes over without taking them.
    pub(in crate::engine) passed: SmallVec<[SiteId; 2]>,
}

/// The sets of a path, each evaluated once for a piece.
pub(super) struct Sets<'e, 'a> {
    pub(super) eval: &'e mut Eval<'a>,
    pub(super) known: SmallVec<[(NodeId, SiteSet); 4]>,
    pub(super) pieces: SiteSet,
    /// The number of steps along the path so far, in this direction.
    pub(super) steps: usize,
}

impl Sets<'_, '_> {
    pub(super) fn has(&mut self, set: &Set, site: SiteId) -> bool {
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
    /// Whether the piece on a site can follow a path. Too many ways count as none, since what reaches a limit cannot be done.
    pub(in crate::engine) fn can_follow(&mut self, path: PathId, from: SiteId) -> bool {
        self.matches(path, from).is_some_and(|found| !found.is_empty())
    }

    /// Every way for the piece on a site to follow a path; with `strike` and `sweep` it stays where it is. The ways of a `sweep`
    /// happen all at once. `None` if there are too many.
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
            sets.eval.effort.spend(sets.steps as u64);
        }
        Some(found.all)
    }

    /// Every way to follow a path whose items match one site each.
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
        // First with memoized supersets of the sets: if they rule out every direction, nothing else has to be evaluated.
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

    /// The legs that a rule offers the piece on a site; after a leg in the direction `last` they are restricted by the laws of its
    /// class on direction. `None` if there are too many ways.
    pub(in crate::engine) fn legs(&mut self, rule: RuleRef, from: SiteId, last: Option<u8>) -> Option<Vec<Match>> {
        let program = self.program;
        let group = &program.groups[rule.group.index()];
        let Verb::Path(path) = group.rules[rule.index as usize].verb else { return Some(Vec::new()) };
        let mut legs = self.matches(path, from)?;
        if let Some(last) = last {
            let back = program.equipment.board.directions[last as usize].opposite;
            legs.retain(|leg| group.turning_law(last, back, leg.heading).is_none());
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

    /// `A can capture [an enemy]`, leaving out the rules of the lines `without`.
    pub(super) fn can_group(&mut self, who: NodeId, groups: &[GroupId], prey: Option<NodeId>, without: &[RuleId]) -> bool {
        if self.program.type_of(who) == crate::model::expr::Type::Player {
            let players = self.bits(who);
            return trials::any_move_of(self, &AskedMoves { groups, without, prey, with: None }, players);
        }
        let who = self.pieces(who).board;
        let rules = crate::engine::list::rules_of(self.program, groups);
        who.iter().any(|site| {
            if let Some(PlayerId(player)) = self.other_owner(site) {
                return trials::any_move_of(self, &AskedMoves { groups, without, prey, with: Some(site) }, 1 << player);
            }
            let goes_on = self.machine.moving.under_way && self.actor() == Some(site);
            rules.iter().any(|rule| {
                let program = self.program;
                let move_rule = &program.groups[rule.group.index()].rules[rule.index as usize];
                if without.contains(&move_rule.rule) || !self.admits(move_rule, site) {
                    return false;
                }
                let outer = if goes_on { self.sets_out } else { self.sets_out.replace(site) };
                let can = match move_rule.verb {
                    Verb::Path(path) => self.takes(path, site, prey),
                    Verb::Body(..) => prey.is_none() && trials::body_runs(self, *rule, Some(site)),
                };
                self.sets_out = outer;
                can
            })
        })
    }

    /// The player who would move the piece on a site, if that is not the mover: the next of its side. The acting piece is always
    /// the mover's to move.
    fn other_owner(&self, site: SiteId) -> Option<PlayerId> {
        let (side, _) = self.store.piece_at(site, self.layout())?;
        let others = side != self.side_of(self.mover()).index() && self.actor() != Some(site);
        others.then(|| self.next_of(1 << side)).flatten()
    }

    /// Whether the piece on a site can make a leg by a path, one that takes some of the prey if that is given.
    fn takes(&mut self, path: PathId, site: SiteId, prey: Option<NodeId>) -> bool {
        let Some(prey) = prey else { return self.can_follow(path, site) };
        let found = self.matches(path, site).unwrap_or_default();
        self.sets_out = None;
        self.is_prey(prey, site, &found)
    }

    /// Whether any of these matches of the piece on a site takes a piece of a set.
    pub(in crate::engine) fn is_prey(&mut self, prey: NodeId, site: SiteId, ways: &[Match]) -> bool {
        let outer = self.acting.replace(Some(site));
        let takes = ways.iter().flat_map(|one| &one.taken).any(|taken| self.contains(prey, &Element::Piece(*taken)));
        self.acting = outer;
        takes
    }

    /// Whether a body succeeds in some run with any of these pieces acting.
    pub(super) fn can_body(&mut self, who: NodeId, block: crate::program::BlockId) -> bool {
        let who = self.pieces(who).board;
        who.iter().any(|site| trials::block_runs(self, block, site))
    }

    pub(super) fn any_move(&mut self, moves: NodeId) -> bool {
        trials::any_move(self, moves)
    }
}

/// Whether a path goes over sites without taking what is on them.
pub(super) fn passes(path: &Path) -> bool {
    path.ahead.iter().any(|item| matches!(item, Item::Past(..)))
}

/// The match of a path of single sites along a ray on which it is known to fit.
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

/// Whether an item matches exactly one site.
pub(super) fn is_single(item: &Item) -> bool {
    match item {
        Item::To(_) => true,
        Item::Past(times, _) | Item::Taking(times, _) => times.least == 1 && times.most == Some(1),
        Item::Group(..) | Item::Counted(..) => false,
    }
}
