//! Games whose moves generators list, while the bitboard engine carries out turns, triggers and endings: moves do nothing besides
//! promoting and setting, and what the legs of a capture set comes to the same if it is set once, at the end.

use crate::model::StoredId;
use crate::model::expr::{Field, Given};
use crate::program::code::{EventKind, Op, Trigger};
use crate::program::node::{Node, NodeId};
use crate::program::{Asks, BlockId, Program};

use super::sets::{self, Whose};
use super::{Kernels, KindsPresent, Promotion, When, carried, every_trigger, promotions};

/// What generators list, and what they leave to the bitboard engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRules {
    /// The rules of movement, none of them odd.
    pub kernels: Kernels,
    /// Requirements at the end of a move: a move that does not meet them is no move.
    pub requires: Vec<Demand>,
    /// The triggers that are carried out once in a capture.
    pub once: Vec<Once>,
    /// The positions in which generators that count must know what turns carry; `None` if it is all of them.
    pub watched: Option<KindsPresent>,
}

/// A requirement at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The condition under which it applies, if not always.
    pub condition: Option<NodeId>,
    /// What must hold.
    pub demand: NodeId,
    /// It applies only to captures by pieces that end as one of these kinds, as bits.
    pub takers: u32,
    /// It applies only to captures whose last victim is of one of these kinds, as bits.
    pub last: u32,
}

/// A trigger that is carried out once in a capture, given by its event and its index among the triggers of that event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Once {
    /// The event.
    pub event: EventKind,
    /// The index.
    pub index: usize,
    /// The captures in which it is carried out.
    pub of: Of,
}

/// Captures, by one of the pieces in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The capturing piece is of one of these kinds, as bits.
    Taker(u32),
    /// One of the captured pieces is of one of these kinds, as bits.
    Taken(u32),
}

/// An assignment: the stored thing, its owner, and the value.
type Setting = (StoredId, Option<NodeId>, NodeId);

/// A trigger that captures may set off, and what it sets.
struct Candidate {
    once: Once,
    /// It is set off by every capture.
    certain: bool,
    /// It is set off by every capture with a piece of its kinds.
    plain: bool,
    sets: Option<Vec<Setting>>,
}

impl ListedRules {
    /// The lists for a program with these rules of movement, if generators can make them.
    pub(super) fn of(program: &Program, kernels: &Kernels) -> Option<ListedRules> {
        // Generators do not report where a chain has been between its start and its end.
        let on_the_way = |node: &Node| matches!(node, Node::Given(Given::Trail | Given::Passed));
        let others = kernels.over_any()
            || !kernels.odd.is_empty()
            || program.phrases.nodes.iter().any(on_the_way)
            || !legs_only_prefer(program)
            || !program.game.setup.is_empty()
            || !program.game.immediate_endings.is_empty()
            || !program.equipment.piles.is_empty();
        let stages = [EventKind::BeforeTaken, EventKind::LegBegins, EventKind::LegEnds];
        if others || stages.into_iter().any(|event| !program.triggers.of(event).is_empty()) || !order_is_no_matter(program) {
            return None;
        }
        let mut requires = Vec::new();
        for (event, trigger) in every_trigger(program) {
            match program.block(trigger.body).ops.as_slice() {
                [(Op::Require(demand), _)] if event == EventKind::MoveEnds && asks_pieces(program, trigger, *demand) => {
                    let (mut takers, mut last) = (u32::MAX, u32::MAX);
                    trigger.condition.iter().for_each(|condition| concerns(program, *condition, &mut takers, &mut last));
                    requires.push(Demand { condition: trigger.condition, demand: *demand, takers, last });
                }
                _ if promotions::promotes(program, trigger) || only_sets(program, trigger.body) => {}
                _ => return None,
            }
        }
        // A piece that was promoted on its way must not be promoted again at rest.
        let at_rest = |one: &&Promotion| one.when == When::AtRest;
        if kernels.promotions.iter().any(|one| at_rest(&one)) && !kernels.promotions.iter().all(|one| at_rest(&one)) {
            return None;
        }
        let watched = carried::watched(program, kernels);
        Some(ListedRules { once: once(program, kernels)?, requires, kernels: kernels.clone(), watched })
    }
}

/// Whether the number of legs of a move is read only to prefer captures, where each leg takes one piece.
fn legs_only_prefer(program: &Program) -> bool {
    let legs = |node: &NodeId| *program.node(*node) == Node::Given(Given::Legs);
    let prefers = |at: usize| program.obligations.iter().any(|one| one.moves.0 as usize == at);
    let mut phrases = program.phrases.nodes.iter().enumerate().filter(|(at, _)| !prefers(*at));
    let mut statements = program.blocks.iter().flat_map(|block| &block.ops);
    !phrases.any(|(_, node)| node.parts().iter().any(legs)) && !statements.any(|(op, _)| op.phrases().into_iter().any(legs))
}

/// Whether a requirement applies to captures only, and reads nothing but pieces and what the move did.
fn asks_pieces(program: &Program, trigger: &Trigger, demand: NodeId) -> bool {
    let others = Asks::STORED | Asks::TURNS | Asks::REPEATS | Asks::NAMES;
    !trigger.condition.iter().chain([&demand]).any(|node| program.asks_about(*node).any(others))
        && trigger.condition.is_some_and(|condition| needs_prey(program, condition))
}

/// Restricts the captures for which a condition can hold, by the kinds of the capturing piece and of the last piece captured.
fn concerns(program: &Program, condition: NodeId, takers: &mut u32, last: &mut u32) {
    match program.node(condition) {
        Node::And(parts) => parts.iter().for_each(|part| concerns(program, *part, takers, last)),
        Node::Is(what, set) => {
            let Some((_, kinds)) = sets::pieces(program, *set) else { return };
            match program.node(*what) {
                Node::Given(Given::Actor) => *takers &= kinds,
                Node::Field(Field::Last, of) if matches!(program.node(*of), Node::Given(Given::Taken)) => *last &= kinds,
                _ => {}
            }
        }
        _ => {}
    }
}

/// Whether a condition holds only if something was captured.
fn needs_prey(program: &Program, condition: NodeId) -> bool {
    let of_prey = |node: &Node| matches!(node, Node::Given(Given::Taken));
    match program.node(condition) {
        Node::And(parts) => parts.iter().any(|part| needs_prey(program, *part)),
        Node::Some(of) => program.reads(*of, &of_prey),
        // `is` does not hold for the empty set: `last of taken is king` requires a captured piece.
        Node::Is(what, _) => program.reads(*what, &of_prey),
        Node::Compare(crate::syntax::ast::Order::More | crate::syntax::ast::Order::AtLeast, of, least) => {
            matches!(program.node(*of), Node::Count(list) if program.reads(*list, &of_prey))
                && matches!(program.node(*least), Node::Number(least) if *least > 0)
        }
        _ => false,
    }
}

/// Whether only obligations depend on the order in which pieces were captured, except for which was the last.
fn order_is_no_matter(program: &Program) -> bool {
    let taken = |node: &NodeId| matches!(program.node(*node), Node::Given(Given::Taken));
    let list = |node: &NodeId| taken(node) || matches!(program.node(*node), Node::In(_, of, _) if taken(of));
    let fine = program.phrases.nodes.iter().all(|node| match node {
        Node::Count(_) | Node::Some(_) | Node::Total(..) | Node::Order(..) => true,
        Node::Field(Field::Last, of) if taken(of) => true,
        Node::In(_, of, _) if taken(of) => true,
        _ => !node.parts().iter().any(list),
    });
    let ordered = |node: &Node| matches!(node, Node::Order(..));
    let asked = every_trigger(program).flat_map(|(_, trigger)| trigger.condition.into_iter().chain(trigger.subject));
    let asked = asked.chain(program.groups.iter().flat_map(|group| &group.rules).filter_map(|rule| rule.condition));
    let blocks = every_trigger(program).map(|(_, trigger)| trigger.body);
    let blocks = blocks.chain(program.game.endings.iter().map(|ending| ending.script.body));
    fine && !asked.into_iter().any(|node| program.reads(node, &ordered))
        && !blocks.into_iter().any(|block| in_block(program, block, &|node| program.reads(node, &ordered)))
}

/// Whether a phrase of a block, of a path in it, or of a block inside it, satisfies `is`.
pub(super) fn in_block(program: &Program, block: BlockId, is: &dyn Fn(NodeId) -> bool) -> bool {
    program.block(block).ops.iter().any(|(op, _)| {
        let in_path = matches!(op, Op::Path(path) if program.paths[path.0 as usize].nodes().into_iter().any(is));
        let inside = || op.blocks().into_iter().any(|inner| in_block(program, *inner, is));
        in_path || op.phrases().into_iter().any(|node| is(*node)) || inside()
    })
}

/// Whether a block does nothing but set counters, clocks and kept things.
pub(super) fn only_sets(program: &Program, block: BlockId) -> bool {
    program.block(block).ops.iter().all(|(op, _)| match op {
        Op::SetNumber(..) | Op::Raise(..) | Op::SetKept(..) => true,
        Op::If(_, yes, no) => only_sets(program, *yes) && only_sets(program, *no),
        Op::Verb(_, inner) => only_sets(program, *inner),
        _ => false,
    })
}

/// The triggers carried out once in a capture. `None` if that may differ from carrying them out leg by leg: values must be
/// constants, nothing may be set to different values, and whether a trigger is set off must not depend on the leg.
fn once(program: &Program, kernels: &Kernels) -> Option<Vec<Once>> {
    let mut candidates = Vec::new();
    for event in [EventKind::Taken, EventKind::Lands, EventKind::Leaves] {
        let mut promoted = false;
        for (index, trigger) in program.triggers.of(event).iter().enumerate() {
            if promotions::promotes(program, trigger) {
                promoted = true;
            } else if let Some(candidate) = candidate(program, event, index, trigger)? {
                if promoted {
                    return None;
                }
                candidates.push(candidate);
            }
        }
    }
    let certain = candidates.iter().filter(|one| one.certain).filter_map(|one| one.sets.as_ref());
    let sure: Vec<Setting> = certain.flatten().copied().collect();
    let mut kept: Vec<Setting> = Vec::new();
    let mut found = Vec::new();
    for candidate in candidates {
        let sets = candidate.sets?;
        // What every capture sets anyway needs no check of its own.
        if !candidate.certain && sets.iter().all(|one| sure.contains(one)) {
            continue;
        }
        // A piece promoted in passing lands both as its old kind and as its new kind.
        let split = |one: &Promotion| match candidate.once.of {
            Of::Taker(of) => one.when == When::InPassing && of & one.kinds != one.kinds && of >> one.to & 1 != 0,
            Of::Taken(_) => false,
        };
        let clash = |one: &Setting| kept.iter().any(|other| other.0 == one.0 && other != one);
        if !candidate.plain || kernels.promotions.iter().any(split) || sets.iter().any(clash) {
            return None;
        }
        kept.extend(sets);
        found.push(candidate.once);
    }
    Some(found)
}

/// A trigger as it concerns captures: `Some(None)` if no capture sets it off, `None` if that is not known.
fn candidate(program: &Program, event: EventKind, index: usize, trigger: &Trigger) -> Option<Option<Candidate>> {
    let all = sets::all_kinds(program);
    let (whose, kinds) = match trigger.subject {
        Some(subject) => sets::pieces(program, subject)?,
        None => (Whose::Any, all),
    };
    let lands = event == EventKind::Lands;
    if whose == if lands { Whose::Enemy } else { Whose::Own } {
        return Some(None);
    }
    let taken =
        |node: NodeId| matches!(program.node(node), Node::Some(of) if matches!(program.node(*of), Node::Given(Given::Taken)));
    // In every capture something is taken.
    let always = match trigger.condition {
        None => true,
        Some(condition) if taken(condition) => true,
        Some(condition) => match program.node(condition) {
            Node::Not(inner) if taken(*inner) => return Some(None),
            _ => false,
        },
    };
    let plain = always && trigger.place.is_none();
    let of = if lands { Of::Taker(kinds) } else { Of::Taken(kinds) };
    let certain = plain && kinds & all == all;
    Some(Some(Candidate { once: Once { event, index, of }, certain, plain, sets: settings(program, trigger.body) }))
}

/// What a block sets, if the values and their owners are fixed.
fn settings(program: &Program, block: BlockId) -> Option<Vec<Setting>> {
    let known = |node: &Node| {
        matches!(node, Node::Bits(_) | Node::Field(Field::SideOf, _))
            || matches!(node, Node::Given(Given::Mover | Given::Opponent | Given::Players | Given::Sides))
    };
    let mut found = Vec::new();
    for (op, _) in &program.block(block).ops {
        match op {
            Op::SetNumber(stored, of, to) | Op::SetKept(stored, of, to) => {
                let fixed = matches!(program.node(*to), Node::Number(_) | Node::Truth(_) | Node::None);
                if !fixed || of.is_some_and(|of| program.reads(of, &|node| !known(node))) {
                    return None;
                }
                found.push((*stored, *of, *to));
            }
            _ => return None,
        }
    }
    Some(found)
}
