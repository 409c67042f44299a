//! What distinguishes positions with equal hashes: the clocks, and the number of turns played if any line reads it.
//!
//! A clock advances by one each turn. Once a rule has set a clock, what it showed before no longer matters; by how much a rule
//! raises a clock cannot be foreseen.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::turns::may_pass;
use crate::engine::Line;
use crate::model::StoredId;
use crate::model::expr::Given;
use crate::program::Program;
use crate::program::code::Op;
use crate::program::node::{Node, NodeId};

/// Clocks that can run out within this many decisions distinguish positions in a search; a win that takes longer is not proved
/// for other positions with the same hash.
pub(super) const CLOCKED: u32 = 32;

/// What distinguishes positions in a search beside their [hashes](Line::hash).
#[derive(Clone, Debug)]
pub(super) struct Timing {
    clocks: Vec<Clock>,
    /// Some line reads how many turns were played.
    turns: bool,
    /// How far the search looks ahead.
    decisions: u32,
}

/// A clock of one owner.
#[derive(Clone, Copy, Debug)]
struct Clock {
    stored: StoredId,
    owner: usize,
    /// Values below this make no difference within the search.
    matters: i64,
}

impl Timing {
    /// What distinguishes positions for a search of up to this many decisions.
    pub(super) fn of(program: &Program, decisions: u32) -> Timing {
        // Where nobody can move a turn can pass without a decision, up to twice for every player.
        let turns_of_one = if may_pass(program) { 2 * program.equipment.turn_order.len() as u32 + 1 } else { 1 };
        let mut clocks = Vec::new();
        for (i, cells) in program.layout.stored.iter().enumerate().filter(|(i, _)| program.stored[*i].clock) {
            let stored = StoredId(i as u8);
            let matters = asked(program, stored).saturating_sub(decisions.saturating_mul(turns_of_one).into());
            clocks.extend((0..cells.owners).map(|owner| Clock { stored, owner, matters }));
        }
        let turns = program.phrases.nodes.contains(&Node::Given(Given::Turns));
        Timing { clocks, turns, decisions }
    }

    /// The values of all clocks, and the number of turns if that matters. Positions with equal hashes in which these are equal
    /// stay equivalent.
    pub(super) fn says(&self, line: &impl Line) -> SmallVec<[i64; 4]> {
        let turns = self.turns.then(|| line.turns().into());
        self.clocks.iter().map(|clock| line.stored(clock.stored, clock.owner)).chain(turns).collect()
    }

    /// Whether clocks or the number of turns distinguish any positions.
    pub(super) fn clocks(&self) -> bool {
        self.turns || !self.clocks.is_empty()
    }

    /// Whether a win or loss in this many decisions holds for all positions with the same hash and [number](Timing::number).
    pub(super) fn proves(&self, decisions: i32) -> bool {
        self.clocks.is_empty() || decisions.unsigned_abs() <= self.decisions
    }

    /// A hash of the clocks that matter and of the number of turns if that matters; 0 if there is nothing of the kind.
    pub(super) fn number(&self, line: &impl Line) -> u64 {
        let mut hasher = FxHasher::default();
        for (i, Clock { stored, owner, matters }) in self.clocks.iter().enumerate() {
            let says = line.stored(*stored, *owner);
            if says >= *matters {
                hasher.write_usize(i);
                hasher.write_i64(says);
            }
        }
        if self.turns {
            hasher.write_u32(line.turns());
        }
        hasher.finish()
    }
}

/// The least number that any line compares a clock with; `i64::MIN` if a clock is read in another way, or raised.
fn asked(program: &Program, clock: StoredId) -> i64 {
    let raises = |op: &Op| matches!(op, Op::Raise(stored, ..) if *stored == clock);
    if program.blocks.iter().flat_map(|block| &block.ops).any(|(op, _)| raises(op)) {
        return i64::MIN;
    }
    let is_it = |node: &NodeId| matches!(program.node(*node), Node::Stored(stored, _) if *stored == clock);
    let by_statements = program.blocks.iter().flat_map(|block| &block.ops).flat_map(|(op, _)| op.phrases()).copied();
    let by_paths = program.paths.iter().flat_map(|path| path.nodes());
    let by_scores = program.game.scores.iter().map(|score| score.value);
    if by_statements.chain(by_paths).chain(by_scores).any(|node| is_it(&node)) {
        return i64::MIN;
    }
    let mut least = i64::MAX;
    for node in program.phrases.nodes.iter().filter(|node| node.parts().iter().any(is_it)) {
        let Node::Compare(_, one, other) = node else { return i64::MIN };
        match (program.node(*one), program.node(*other)) {
            (Node::Number(number), _) | (_, Node::Number(number)) => least = least.min(*number),
            _ => return i64::MIN,
        }
    }
    least
}
