//! Rules of movement: steps, slides, jumps and flights, and the laws of chains.

use crate::model::expr::Given;
use crate::model::rules::{PathMode, Times};
use crate::program::Program;
use crate::program::code::{Group, Item, MoveRule, Path, Set, Verb};
use crate::program::node::Node;

use super::needs;
use super::sets::{self, Whose};
use super::{Capture, Chain, Hop, Kernels, Odd, Quiet};

/// Reads every rule of movement, and returns the class whose moves capture, if generators play it; `None` if they play none.
pub(super) fn legs(program: &Program, kernels: &mut Kernels) -> Option<Option<usize>> {
    let mut capturing = None;
    let mut some = false;
    for (i, group) in program.groups.iter().enumerate() {
        let known: Vec<Option<(u32, KnownRule)>> = group.rules.iter().map(|rule| leg(program, rule)).collect();
        let class = class(&known, group, capturing.is_some());
        for (index, one) in known.into_iter().enumerate() {
            let one = one.filter(|(kinds, leg)| !is_known(kernels, *kinds, leg));
            let (Some(class), Some((kinds, leg))) = (&class, one) else {
                let goes_on = matches!(class, Some(Class::Captures(chain)) if chain != Chain::Single);
                let needs = needs::of_rule(program, kernels, i, index);
                kernels.odd.push(Odd { group: i, index, goes_on, needs });
                continue;
            };
            some = true;
            for kind in (0..program.equipment.kinds.len()).filter(|kind| kinds >> kind & 1 != 0) {
                match &leg {
                    KnownRule::Quiet(leg) => kernels.quiet[kind].push(leg.clone()),
                    KnownRule::Hop(leg) => kernels.hops[kind].push(leg.clone()),
                    KnownRule::Capture(leg) => kernels.captures[kind].push(leg.clone()),
                }
            }
            if let Class::Captures(chain) = class {
                capturing = Some(i);
                kernels.chain = *chain;
                kernels.no_reverse = group.must_not_reverse.is_some();
                kernels.must_turn = group.must_turn.is_some();
                kernels.must_not_turn = group.must_not_turn.is_some();
                kernels.removal_after_move = group.removal_after_move;
            }
        }
    }
    some.then_some(capturing)
}

/// A rule of a kind that generators know.
enum KnownRule {
    Quiet(Quiet),
    Hop(Hop),
    Capture(Capture),
}

/// A class that generators play.
enum Class {
    Steps,
    Captures(Chain),
}

/// What a class is, judged by its known rules; `None` if generators can play no part of it.
fn class(known: &[Option<(u32, KnownRule)>], group: &Group, captures: bool) -> Option<Class> {
    let mut rules = known.iter().flatten();
    let takes = |(_, known): &(u32, KnownRule)| matches!(known, KnownRule::Capture(_));
    if !rules.clone().any(takes) {
        return group.chain.is_empty().then_some(Class::Steps);
    }
    if captures || !rules.all(takes) {
        return None;
    }
    match group.chain.as_slice() {
        [] => Some(Class::Captures(Chain::Single)),
        [law] if law.condition.is_none() => Some(Class::Captures(if law.must { Chain::Must } else { Chain::May })),
        _ => None,
    }
}

/// The kinds that move by a rule, and how; `None` if the rule is of no common kind.
fn leg(program: &Program, rule: &MoveRule) -> Option<(u32, KnownRule)> {
    let Verb::Path(path) = &rule.verb else { return None };
    if rule.by_player || !program.block(rule.then).ops.is_empty() {
        return None;
    }
    let (whose, kinds) = sets::pieces(program, rule.subject)?;
    if whose == Whose::Enemy {
        return None;
    }
    let path = &program.paths[path.0 as usize];
    let ways = sets::ways(program, path.ways)?;
    let known = match form(program, path)? {
        PathShape::Quiet(far) => KnownRule::Quiet(Quiet { rule: rule.rule, ways, far, condition: rule.condition }),
        // Such a condition is evaluated before every leg of a chain, also in the middle of a move.
        PathShape::Capture { .. } | PathShape::Hop(..) if rule.condition.is_some() => return None,
        PathShape::Hop(times, over) => KnownRule::Hop(Hop { ways, over, times }),
        PathShape::Capture { prey: [prey, own_prey], from_afar, lands_afar } => {
            KnownRule::Capture(Capture { rule: rule.rule, ways, prey, own_prey, from_afar, lands_afar })
        }
    };
    Some((kinds, known))
}

/// Whether one of these kinds already has a rule that finds some of the same moves, which would be found twice: a hop over the
/// same pieces, or a step where a hop may be over no piece.
fn is_known(kernels: &Kernels, kinds: u32, leg: &KnownRule) -> bool {
    let common = |a: &[u32; 2], b: &[u32; 2]| a.iter().zip(b).any(|(a, b)| a & b != 0);
    let steps = |hop: &Hop, quiet: &Quiet| hop.times.least == 0 && common(&hop.ways, &quiet.ways);
    let hops = |hop: &Hop, other: &Hop| {
        let both_step = hop.times.least == 0 && other.times.least == 0;
        common(&hop.ways, &other.ways) && (both_step || common(&hop.over, &other.over))
    };
    (0..kernels.hops.len()).filter(|kind| kinds >> kind & 1 != 0).any(|kind| match leg {
        KnownRule::Quiet(quiet) => kernels.hops[kind].iter().any(|hop| steps(hop, quiet)),
        KnownRule::Hop(hop) => {
            kernels.quiet[kind].iter().any(|quiet| steps(hop, quiet)) || kernels.hops[kind].iter().any(|other| hops(hop, other))
        }
        KnownRule::Capture(_) => false,
    })
}

/// The shape of a path. Victims, and pieces hopped over, are bits of kinds: those of the other side, then those of its own.
enum PathShape {
    Quiet(bool),
    Hop(Times, [u32; 2]),
    Capture { prey: [u32; 2], from_afar: bool, lands_afar: bool },
}

fn form(program: &Program, path: &Path) -> Option<PathShape> {
    if path.mode != PathMode::Go || !path.behind.is_empty() {
        return None;
    }
    let empty = |set: &Set| matches!(program.node(set.node), Node::Given(Given::Empty));
    let any = |times: &Times| *times == Times { least: 0, most: None, whole: false };
    let over = |item: &Item| matches!(item, Item::Past(times, set) if any(times) && empty(set));
    let to = |item: &Item| matches!(item, Item::To(set) if empty(set));
    let single = |times: &Times| *times == Times { least: 1, most: Some(1), whole: false };
    let of_kinds = |set: &Set| {
        let (whose, kinds) = sets::pieces(program, set.node)?;
        let of = |side: Whose| if whose == side || whose == Whose::Any { kinds } else { 0 };
        Some([of(Whose::Enemy), of(Whose::Own)])
    };
    let taken = |item: &Item| match item {
        Item::Taking(times, set) if single(times) => of_kinds(set),
        _ => None,
    };
    match path.ahead.as_slice() {
        [landing] if to(landing) => Some(PathShape::Quiet(false)),
        [run, landing] if over(run) && to(landing) => Some(PathShape::Quiet(true)),
        [Item::Past(times, set), landing] if set.pieces && !times.whole && to(landing) => {
            Some(PathShape::Hop(*times, of_kinds(set)?))
        }
        [prey, landing] if to(landing) => Some(PathShape::Capture { prey: taken(prey)?, from_afar: false, lands_afar: false }),
        [run, prey, landing] if over(run) && to(landing) => {
            Some(PathShape::Capture { prey: taken(prey)?, from_afar: true, lands_afar: false })
        }
        [prey, run, landing] if over(run) && to(landing) => {
            Some(PathShape::Capture { prey: taken(prey)?, from_afar: false, lands_afar: true })
        }
        [before, prey, after, landing] if over(before) && over(after) && to(landing) => {
            Some(PathShape::Capture { prey: taken(prey)?, from_afar: true, lands_afar: true })
        }
        _ => None,
    }
}
