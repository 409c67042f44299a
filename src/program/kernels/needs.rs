//! Positions told apart by the kinds of pieces in them.

use std::ops::BitOr;

use crate::program::Program;
use crate::program::node::{Node, NodeId};

use super::sets::{self, Whose};
use super::{Kernels, When};

/// Positions with a piece of these kinds. Kinds are bits, for the side to move and for the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindsPresent {
    /// Kinds of the side to move.
    pub own: u32,
    /// Kinds of the other side.
    pub other: u32,
}

impl KindsPresent {
    /// No positions.
    pub const NOTHING: KindsPresent = KindsPresent { own: 0, other: 0 };

    /// Positions with a piece among these.
    pub(super) fn with(whose: Whose, kinds: u32) -> KindsPresent {
        let of = |who: Whose| if whose == who || whose == Whose::Any { kinds } else { 0 };
        KindsPresent { own: of(Whose::Own), other: of(Whose::Enemy) }
    }

    /// The same with the sides exchanged.
    pub(super) fn turned(self) -> KindsPresent {
        KindsPresent { own: self.other, other: self.own }
    }

    /// Whether a position with pieces of these kinds, of the side to move and of the other, is among them.
    pub fn has(&self, [own, other]: [u32; 2]) -> bool {
        self.own & own | self.other & other != 0
    }
}

impl BitOr for KindsPresent {
    type Output = KindsPresent;

    fn bitor(self, more: KindsPresent) -> KindsPresent {
        KindsPresent { own: self.own | more.own, other: self.other | more.other }
    }
}

/// Where a rule of movement may be used, at the start of a move or in one that generators begin: there is a piece that moves by it,
/// or that may become one on the way, or pieces that its condition requires. `None` if pieces do not tell.
pub(super) fn of_rule(program: &Program, kernels: &Kernels, group: usize, index: usize) -> Option<KindsPresent> {
    let rule = &program.groups[group].rules[index];
    let all = sets::all_kinds(program);
    let mut own = among(program, rule.subject).map_or(all, |(_, kinds)| kinds);
    let in_passing = || kernels.promotions.iter().filter(|one| one.when == When::InPassing);
    for _ in 0..program.equipment.kinds.len() {
        own = in_passing().filter(|one| own >> one.to & 1 != 0).fold(own, |own, one| own | one.kinds);
    }
    let asked = rule.condition.filter(|_| in_passing().next().is_none()).and_then(|condition| of_condition(program, condition));
    match rule.by_player {
        true => asked,
        false if own == all && asked.is_some() => asked,
        false => Some(KindsPresent { own, other: 0 }),
    }
}

/// The pieces of which there must be one if a condition is to hold.
pub(super) fn of_condition(program: &Program, condition: NodeId) -> Option<KindsPresent> {
    match program.node(condition) {
        Node::And(parts) => parts.iter().find_map(|part| of_condition(program, *part)),
        Node::Or(parts) => parts.iter().try_fold(KindsPresent::NOTHING, |all, part| Some(all | of_condition(program, *part)?)),
        Node::Some(pieces) => among(program, *pieces).map(|(whose, kinds)| KindsPresent::with(whose, kinds)),
        _ => None,
    }
}

/// The owner and the kinds of a set that contains every piece of the phrase.
fn among(program: &Program, pieces: NodeId) -> Option<(Whose, u32)> {
    match program.node(pieces) {
        Node::On(of, _, _) | Node::Where(of, _, _) | Node::Without(of, _) => among(program, *of),
        _ => sets::pieces(program, pieces),
    }
}
