//! Choices after which the rest of a move is forced: it runs through by itself, without a further decision, and nothing can
//! forbid it. Code that only lists moves need not run it.

mod follow;
mod places;
mod taking;

use super::Program;
use super::code::{BlockId, EventKind, Verb};
use super::node::{Node, NodeId};
use follow::Follower;

/// Facts about a program, computed once. Where one is false, the rest of the move has to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForcedRest {
    /// A move begins with the choice of its first leg: no trigger waits for `move begins`.
    pub starts: bool,
    /// Obligations depend on the classes of moves only, not on what a move does.
    pub by_class: bool,
    /// What a leg captures is known as soon as it is chosen, because only legs capture and no capture is prevented: always,
    /// except for players for whom one of these conditions holds. `None`: never.
    pub captures_known: Option<Vec<NodeId>>,
    /// Moves of one piece by paths that land on different sites lead to different positions, because no landing is left out and
    /// what has landed stays there: always, except for players for whom one of these conditions holds. `None`: never.
    pub landings_distinguish: Option<Vec<NodeId>>,
    /// A turn may consist of several plays.
    pub several_plays: bool,
    /// Nothing that happens at the end of a leg needs a decision or can fail.
    pub leg_ends: bool,
    /// For each class of moves.
    pub groups: Vec<ForcedGroup>,
    /// For each block, the index of the statement from which on it runs through, whatever its names denote.
    pub blocks: Vec<u16>,
    /// For each block, the tail that runs through if the things that some names denote are in place.
    pub ends: Vec<ForcedEnd>,
}

/// The tail of a block that runs through if the things that some names denote are in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForcedEnd {
    /// The index of its first statement.
    pub from: u16,
    /// What must be in place.
    pub needs: Needs,
}

/// What must be in place for statements to run through. Names are bits, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Names that must denote pieces on the board, or tokens anywhere but on a captured piece.
    pub there: u64,
    /// Names that must denote exactly one such thing.
    pub one: u64,
    /// There must be an acting piece.
    pub actor: bool,
}

/// Facts about a class of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForcedGroup {
    /// When the chain is over, the rest of the move runs through unless one of these conditions holds, which depend on where it
    /// began. `None`: this is known of no move.
    pub end: Option<Vec<NodeId>>,
    /// For each rule, after a leg by it that takes nothing, and after one that takes something: there is no chain, and the rest
    /// of the move runs through as far as `end` says.
    pub legs: Vec<[bool; 2]>,
    /// For each rule, whether its verb is a body that runs through, with all that follows.
    pub bodies: Vec<bool>,
}

impl ForcedGroup {
    /// Whether the rest of every move runs through when the chain is over.
    pub fn ends(&self) -> bool {
        self.end.as_ref().is_some_and(Vec::is_empty)
    }
}

impl ForcedRest {
    pub(super) fn of(program: &Program) -> ForcedRest {
        let look = Follower { program };
        let soon = program.game.immediate_endings.iter().all(|soon| look.body(soon.script.body));
        let groups = program.groups.iter().map(|group| {
            let rest = soon && (!group.removal_after_move || look.event(EventKind::Leaves));
            let unless = [EventKind::Rests, EventKind::MoveEnds].map(|event| look.event_unless(event));
            let end = match unless {
                [Some(rests), Some(ends)] if rest => Some([rests, ends].concat()),
                _ => None,
            };
            let (surely, known) = (end.as_ref().is_some_and(Vec::is_empty), end.is_some());
            let leg = group.chain.is_empty() && look.event(EventKind::LegBegins) && look.event(EventKind::LegEnds);
            let bodies = group.rules.iter().map(|rule| match &rule.verb {
                Verb::Body(_, body) => surely && leg && !rule.by_player && look.body(*body) && look.body(rule.then),
                Verb::Path(_) => false,
            });
            let legs = group.rules.iter().map(|rule| {
                let quiet =
                    known && leg && matches!(rule.verb, Verb::Path(_)) && look.body(rule.then) && look.event(EventKind::Lands);
                let taken = [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves];
                [quiet, quiet && taken.into_iter().all(|event| look.event(event))]
            });
            ForcedGroup { end, legs: legs.collect(), bodies: bodies.collect() }
        });
        let (blocks, ends) = program.blocks.iter().map(|block| look.end(block)).unzip();
        ForcedRest {
            captures_known: taking::captures_known(program),
            landings_distinguish: taking::landings_tell(program),
            several_plays: plays(program, program.game.turn.body) > 1,
            leg_ends: soon && look.event(EventKind::LegEnds),
            blocks,
            ends,
            starts: program.triggers.move_begins.is_empty(),
            by_class: program.obligations.iter().all(|one| by_class(program, one.moves)),
            groups: groups.collect(),
        }
    }
}

/// The greatest number of plays that a block makes; 2 means two or more.
fn plays(program: &Program, block: BlockId) -> usize {
    program.block(block).ops.iter().map(|(op, _)| op.plays(&|inner| plays(program, *inner))).sum::<usize>().min(2)
}

/// Whether a phrase of moves depends on their classes only.
pub fn by_class(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Intersect(parts) | Node::Union(parts) => parts.iter().all(|part| by_class(program, *part)),
        Node::Without(a, b) | Node::If(_, a, b) => by_class(program, *a) && by_class(program, *b),
        _ => false,
    }
}
