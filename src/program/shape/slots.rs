//! What a shaped game carries from turn to turn beside the pieces: counters, clocks, kept sites and pieces, turns played.

use std::collections::BTreeSet;

use crate::model::StoredId;
use crate::model::expr::{Given, Type};
use crate::model::rules::{Each, StoredOf, StoredType};
use crate::program::code::{Op, Trigger};
use crate::program::kernels::every_trigger;
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

/// One number carried along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Which counter, clock or kept thing; none: turns played.
    pub stored: Option<StoredId>,
    /// Of which side, where there is one for each.
    pub side: Option<u8>,
    /// What it holds.
    pub holds: Holds,
    /// Ticks by itself, and is no part of the position for repetition.
    pub clock: bool,
    /// When it starts afresh.
    pub each: Each,
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A number within bounds.
    Number {
        /// Least.
        least: i32,
        /// Greatest.
        greatest: i32,
        /// At the start.
        start: i32,
    },
    /// A truth, as 0 or 1.
    Truth,
    /// One piece or none, by its site: it is followed as it moves.
    Piece,
    /// One site or none.
    Site,
}

/// What rules read or set, by the slot that carries it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Slots {
    /// Every slot; those of a thing that each side has lie next to one another, side by side.
    pub(super) list: Vec<Slot>,
    /// The first slot of each stored thing.
    pub(super) first: Vec<Option<usize>>,
    /// Turns played.
    pub(super) turns: Option<usize>,
}

/// What phrases read: stored things; `None` is the number of turns played.
pub(super) type Reads = BTreeSet<Option<StoredId>>;

impl Slots {
    /// Slots for what counting needs, and behind them for the rest where it can be held.
    pub(super) fn new(program: &Program, counted: &Reads, all: &Reads) -> Option<(Slots, usize)> {
        let mut slots = Slots { list: Vec::new(), first: vec![None; program.stored.len()], turns: None };
        counted.iter().try_for_each(|one| slots.add(program, *one))?;
        let needed = slots.list.len();
        // What cannot be held has no slot, and what reads or sets it cannot be said.
        all.difference(counted).for_each(|one| slots.add(program, *one).unwrap_or(()));
        Some((slots, needed))
    }

    fn add(&mut self, program: &Program, one: Option<StoredId>) -> Option<()> {
        let Some(id) = one else {
            self.turns = Some(self.list.len());
            let holds = Holds::Number { least: 0, greatest: i32::MAX, start: 0 };
            self.list.push(Slot { stored: None, side: None, holds, clock: true, each: Each::Game });
            return Some(());
        };
        let stored = &program.stored[id.index()];
        let holds = match stored.holds {
            StoredType::Number { least, greatest, start } => Holds::Number {
                least: i32::try_from(least).ok()?,
                greatest: i32::try_from(greatest).ok()?,
                start: i32::try_from(start).ok()?,
            },
            StoredType::Set(Type::Truth) => Holds::Truth,
            StoredType::Set(Type::Piece) => Holds::Piece,
            StoredType::Set(Type::Site) => Holds::Site,
            StoredType::Set(_) => return None,
        };
        self.first[id.index()] = Some(self.list.len());
        let slot = Slot { stored: Some(id), side: None, holds, clock: stored.clock, each: stored.each };
        match stored.of {
            StoredOf::Position => self.list.push(slot),
            StoredOf::Player | StoredOf::Side => {
                self.list.extend([0, 1].map(|side| Slot { side: Some(side), ..slot }));
            }
        }
        Some(())
    }
}

/// Adds what a phrase reads.
pub(super) fn reads(program: &Program, node: NodeId, found: &mut Reads) {
    match program.node(node) {
        Node::Stored(id, _) => {
            found.insert(Some(*id));
        }
        Node::Given(Given::Turns) => {
            found.insert(None);
        }
        _ => {}
    }
    program.node(node).parts().iter().for_each(|part| reads(program, *part, found));
}

/// Adds what a block reads, and what it sets.
pub(super) fn block(program: &Program, id: BlockId, read: &mut Reads, set: &mut Reads) {
    for (op, _) in &program.block(id).ops {
        let mut nodes = |some: &[NodeId]| some.iter().for_each(|node| reads(program, *node, read));
        match op {
            Op::SetNumber(stored, of, to) | Op::Raise(stored, of, to) | Op::SetKept(stored, of, to) => {
                set.insert(Some(*stored));
                nodes(&[*to]);
                nodes(of.as_slice());
                if matches!(op, Op::Raise(..)) {
                    read.insert(Some(*stored));
                }
            }
            Op::If(condition, yes, no) => {
                nodes(&[*condition]);
                block(program, *yes, read, set);
                block(program, *no, read, set);
            }
            Op::Verb(_, inner) => block(program, *inner, read, set),
            Op::Require(condition) => nodes(&[*condition]),
            Op::Wins(who, _) | Op::Loses(who, _) => nodes(&[*who]),
            _ => {}
        }
    }
}

/// Whether a block does nothing but set what is carried along.
pub(super) fn only_sets(program: &Program, id: BlockId) -> bool {
    program.block(id).ops.iter().all(|(op, _)| match op {
        Op::SetNumber(..) | Op::Raise(..) | Op::SetKept(..) => true,
        Op::If(_, yes, no) => only_sets(program, *yes) && only_sets(program, *no),
        Op::Verb(_, inner) => only_sets(program, *inner),
        _ => false,
    })
}

/// With what is needed to know these: what their triggers read, and so on.
pub(super) fn closed(program: &Program, mut known: Reads) -> Reads {
    let triggers: Vec<&Trigger> = every_trigger(program).map(|(_, trigger)| trigger).collect();
    loop {
        let before = known.len();
        for trigger in &triggers {
            let (mut read, mut set) = (Reads::new(), Reads::new());
            block(program, trigger.body, &mut read, &mut set);
            if set.is_disjoint(&known) {
                continue;
            }
            for node in [trigger.condition, trigger.subject, trigger.place].into_iter().flatten() {
                reads(program, node, &mut read);
            }
            known.extend(read);
        }
        if known.len() == before {
            return known;
        }
    }
}
