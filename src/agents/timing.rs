//! What tells positions apart that stand alike: how far clocks have come, and how many turns were played if any line asks that.
//!
//! A clock goes on by one each turn. What a rule sets it to makes clocks alike, whatever they said before; by how much it raises one cannot
//! be foreseen.

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

/// Clocks tell positions apart for who looks ahead that run out within so many decisions; of a win that takes longer, one position
/// proves nothing for another that stands alike.
pub(super) const CLOCKED: u32 = 32;

/// What tells positions apart for who looks ahead, beside their [hashes](Line::hash).
#[derive(Clone, Debug)]
pub(super) struct Timing {
    clocks: Vec<Clock>,
    /// Some line asks how many turns were played.
    turns: bool,
    /// How far somebody looks ahead.
    decisions: u32,
}

/// A clock of one owner.
#[derive(Clone, Copy, Debug)]
struct Clock {
    stored: StoredId,
    owner: usize,
    /// Below it makes no difference what the clock says.
    matters: i64,
}

impl Timing {
    /// All that tells positions apart for who looks ahead no further than so many decisions.
    pub(super) fn of(program: &Program, decisions: u32) -> Timing {
        // Where nobody can move, a turn passes by itself as often as everybody has two.
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

    /// What every clock says, and how many turns were played if that matters: equal ones can never come to differ.
    pub(super) fn says(&self, line: &impl Line) -> SmallVec<[i64; 4]> {
        let turns = self.turns.then(|| line.turns().into());
        self.clocks.iter().map(|clock| line.stored(clock.stored, clock.owner)).chain(turns).collect()
    }

    /// Whether clocks, or how many turns were played, tell any positions apart.
    pub(super) fn clocks(&self) -> bool {
        self.turns || !self.clocks.is_empty()
    }

    /// Whether what takes so many decisions can be proved of one position for all that have its number.
    pub(super) fn proves(&self, decisions: i32) -> bool {
        self.clocks.is_empty() || decisions.unsigned_abs() <= self.decisions
    }

    /// One number for all that where a line stands; 0 if there is nothing.
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

/// The least number that any line compares a clock with; no number is less if one asks for it otherwise, or raises it.
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
