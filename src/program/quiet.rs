//! After which choices the rest of a move runs through by itself: nobody is asked again, and nothing can forbid it. Whoever only
//! lists moves need not run it then.

mod look;
mod places;
mod taking;

use super::Program;
use super::code::{BlockId, EventKind, Verb};
use super::node::{Node, NodeId};
use look::Look;

/// What is known of the program, decided once. Where it says no, the rest of the move has to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiet {
    /// A move begins with nothing but the choice of its first leg, and what begins afresh with each move.
    pub starts: bool,
    /// Obligations ask for classes of moves only, not for what a move does.
    pub by_class: bool,
    /// What a leg takes is known as soon as it is chosen, for nothing is taken but by legs, and nothing that is taken is spared:
    /// always, but for players of whom one of these conditions holds. `None`: it is never known.
    pub captures_known: Option<Vec<NodeId>>,
    /// Moves of one piece by paths that land on different sites come to different positions, for no landing is left out, and what
    /// has landed stays there: always, but for players of whom one of these conditions holds. `None`: that is never known.
    pub landings_tell: Option<Vec<NodeId>>,
    /// A turn may be made of several plays.
    pub several_plays: bool,
    /// When a leg is over, nothing happens that asks or forbids.
    pub leg_ends: bool,
    /// For each class.
    pub groups: Vec<QuietGroup>,
    /// For each block, by its number, from which statement on it runs through by itself, whatever is under its names.
    pub blocks: Vec<u16>,
    /// For each block, the end of it that runs through by itself if the things under some of its names are in place.
    pub ends: Vec<QuietEnd>,
}

/// From where on a block runs through by itself, if the things under some of its names are in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietEnd {
    /// The first statement.
    pub from: u16,
    /// The names, as bits.
    pub needs: Needs,
}

/// What must be in place when statements are to run through, as bits: names by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Pieces on the board, or tokens anywhere but on a piece that was taken.
    pub there: u64,
    /// Of these just one.
    pub one: u64,
    /// There is an acting piece.
    pub actor: bool,
}

/// What is known of a class of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuietGroup {
    /// When the chain is over, the rest of the move runs through, unless one of these conditions holds, which ask where it began.
    /// `None`: that is not known of any move.
    pub end: Option<Vec<NodeId>>,
    /// For each rule, after a leg by it that takes nothing, and after one that takes something: no chain, and the rest of the
    /// move runs through where `end` says so.
    pub legs: Vec<[bool; 2]>,
    /// For each rule, whether a move by it is a body, and runs through.
    pub bodies: Vec<bool>,
}

impl QuietGroup {
    /// Whether when the chain is over the rest of any move runs through.
    pub fn ends(&self) -> bool {
        self.end.as_ref().is_some_and(Vec::is_empty)
    }
}

impl Quiet {
    pub(super) fn of(program: &Program) -> Quiet {
        let look = Look { program };
        let soon = program.game.soon.iter().all(|soon| look.body(soon.script.body));
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
            QuietGroup { end, legs: legs.collect(), bodies: bodies.collect() }
        });
        let (blocks, ends) = program.blocks.iter().map(|block| look.end(block)).unzip();
        Quiet {
            captures_known: taking::captures_known(program),
            landings_tell: taking::landings_tell(program),
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

/// How many plays a block is made of at most; two stand for more.
fn plays(program: &Program, block: BlockId) -> usize {
    program.block(block).ops.iter().map(|(op, _)| op.plays(&|inner| plays(program, *inner))).sum::<usize>().min(2)
}

/// Whether a phrase of moves asks for classes only.
pub fn by_class(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Intersect(parts) | Node::Union(parts) => parts.iter().all(|part| by_class(program, *part)),
        Node::Without(a, b) | Node::If(_, a, b) => by_class(program, *a) && by_class(program, *b),
        _ => false,
    }
}
