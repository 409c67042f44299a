//! The distances that pieces have to go, whatever is on the way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::phrases::{PhraseContext, each_bit};
use crate::model::rules::PathMode;
use crate::model::{KindId, PlayerId, SideId, SiteId, SiteSet};
use crate::program::Program;
use crate::program::code::{BlockId, Item, Op, PathId, Verb};
use crate::program::node::{Node, NodeId};

/// The cost of a step to a neighbour. A leap costs the same; a slide costs a quarter of it more for each further site, because
/// pieces are more likely to block a long way.
pub(super) const STEP: u16 = 4;
/// Greater than any distance.
pub(super) const FAR: u16 = u16::MAX / 2;

/// For each site the sites that a piece can reach in one step, with the cost.
pub(super) type Steps = Vec<Vec<(SiteId, u16)>>;

/// The sites that a piece can reach along a ray, from the nearest to the furthest, counted in sites.
#[derive(Clone, Copy)]
struct Reach {
    least: usize,
    most: usize,
    /// Only possible over or onto other pieces.
    needs: bool,
}

/// The steps of a kind of a side, by the directions of its rules. Rules that need other pieces count only if there are no others;
/// if no rule can be read, a piece steps to all neighbours.
pub(super) fn steps(program: &Program, side: SideId, kind: KindId) -> Steps {
    let equipment = &program.equipment;
    let player = (0..).map(PlayerId).zip(&equipment.players).find(|(_, player)| player.side == side);
    let mut found: Vec<(u64, Reach)> = Vec::new();
    let mut told = !equipment.sides[side.index()].neutral;
    if let Some((player, _)) = player.filter(|_| told) {
        let scene = PhraseContext::new(program, player);
        for rule in program.groups.iter().flat_map(|group| &group.rules) {
            let whose = if rule.by_player { u64::MAX } else { kinds_of(program, rule.subject) };
            if whose >> kind.0 & 1 != 0 {
                let paths = match rule.verb {
                    Verb::Path(path) => vec![path],
                    Verb::Body(_, body) => paths_of(program, body),
                };
                let reaches = paths.into_iter().filter_map(|path| reach(&scene, path));
                found.extend(reaches);
            }
        }
    }
    told &= !found.is_empty();
    let free = found.iter().any(|(_, reach)| !reach.needs);
    if !told {
        found = vec![(equipment.board.all_directions().into(), Reach { least: 1, most: 1, needs: false })];
    }
    found.retain(|(_, reach)| !free || !reach.needs);
    let sites = (0..equipment.board.sites.len() as u16).map(SiteId);
    let from = |site: SiteId| {
        let mut to = Vec::new();
        for (ways, reach) in &found {
            for ray in each_bit(*ways).map(|way| program.geometry.ray(site, way)) {
                let (least, most) = (reach.least.min(ray.len() + 1), reach.most.min(ray.len()));
                to.extend((least..=most).map(|far| (ray[far - 1], STEP + (far - least) as u16)));
            }
        }
        to
    };
    sites.map(from).collect()
}

/// For each site the distance to the nearest of some sites.
pub(super) fn distances(steps: &Steps, to: &SiteSet) -> Vec<u16> {
    let mut back = vec![Vec::new(); steps.len()];
    for (from, steps) in steps.iter().enumerate() {
        steps.iter().for_each(|(site, counts)| back[site.index()].push((from, *counts)));
    }
    let mut far = vec![FAR; steps.len()];
    let mut next: BinaryHeap<Reverse<(u16, usize)>> = to.iter().map(|site| Reverse((0, site.index()))).collect();
    to.iter().for_each(|site| far[site.index()] = 0);
    while let Some(Reverse((so_far, site))) = next.pop() {
        for (from, counts) in &back[site] {
            let more = so_far.saturating_add(*counts);
            if more < far[*from] {
                far[*from] = more;
                next.push(Reverse((more, *from)));
            }
        }
    }
    far
}

/// The directions of a path and how far it moves its piece along them, if it moves it at all.
fn reach(scene: &PhraseContext<'_>, path: PathId) -> Option<(u64, Reach)> {
    let path = &scene.program.paths[path.0 as usize];
    let ways = scene.bits(path.ways)?;
    let mut reach = Reach { least: 0, most: 0, needs: false };
    path.ahead.iter().for_each(|item| further(&mut reach, item));
    (path.mode == PathMode::Go && reach.most > 0).then_some((ways, Reach { least: reach.least.max(1), ..reach }))
}

fn further(reach: &mut Reach, item: &Item) {
    match item {
        Item::Past(times, set) | Item::Taking(times, set) => {
            reach.least += usize::from(times.least);
            reach.most = times.most.map_or(usize::MAX, |most| reach.most.saturating_add(usize::from(most)));
            reach.needs |= times.least > 0 && (set.pieces || matches!(item, Item::Taking(..)));
        }
        Item::To(_) => {
            reach.least += 1;
            reach.most = reach.most.saturating_add(1);
        }
        Item::Group(_, items) | Item::Counted(_, items) => {
            items.iter().for_each(|item| further(reach, item));
            reach.most = usize::MAX;
        }
    }
}

/// The paths among the statements of a block.
fn paths_of(program: &Program, block: BlockId) -> Vec<PathId> {
    let of = |op: &Op| match op {
        Op::Path(path) => vec![*path],
        op => op.blocks().into_iter().flat_map(|block| paths_of(program, *block)).collect(),
    };
    program.block(block).ops.iter().flat_map(|(op, _)| of(op)).collect()
}

/// The kinds that a description of pieces allows, as bits; all of them as far as it names none.
pub(in crate::agents) fn kinds_of(program: &Program, node: NodeId) -> u64 {
    match program.node(node) {
        Node::PiecesOfKinds(kinds) => match program.node(*kinds) {
            Node::Bits(kinds) => *kinds,
            _ => u64::MAX,
        },
        Node::Intersect(parts) => parts.iter().fold(u64::MAX, |all, part| all & kinds_of(program, *part)),
        Node::Union(parts) => parts.iter().fold(0, |all, part| all | kinds_of(program, *part)),
        Node::Without(what, less) => match program.node(*less) {
            Node::PiecesOfKinds(_) => kinds_of(program, *what) & !kinds_of(program, *less),
            _ => kinds_of(program, *what),
        },
        _ => u64::MAX,
    }
}
