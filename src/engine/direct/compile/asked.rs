//! What phrases ask about moves: whether there are any.

use super::super::super::word::Word;
use super::super::rules::Moves;
use super::Maker;
use crate::model::RuleId;
use crate::model::expr::{Given, Type};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

/// The classes of a phrase of classes, as bits.
pub(super) fn groups_of(program: &Program, moves: NodeId) -> Option<u64> {
    match program.node(moves) {
        Node::Moves(groups) => Some(groups.iter().fold(0, |all, group| all | 1 << group.0)),
        _ => None,
    }
}

impl<B: Word> Maker<'_, B> {
    /// What a phrase asks about moves of which it wants to know whether there are any.
    pub(super) fn moves_asked(&mut self, node: NodeId) -> Option<Moves> {
        let program = self.program;
        let (groups, of, without): (u64, Option<NodeId>, &[RuleId]) = match program.node(node) {
            Node::MovesOf(moves, of) => (groups_of(program, *moves)?, Some(*of), &[]),
            Node::CanGroup(who, groups, None, without) => {
                (groups.iter().fold(0, |all, group| all | 1 << group.0), Some(*who), without)
            }
            _ => (groups_of(program, node)?, None, &[]),
        };
        let rules = program.groups.iter().flat_map(|group| &group.rules).enumerate();
        let barred = rules.filter(|(_, rule)| without.contains(&rule.rule));
        let without = barred.fold(0, |all, (at, _)| all | 1 << at);
        let of = match of.filter(|of| *program.node(*of) != Node::Given(Given::Mover)) {
            Some(of) => Some(self.term(of)?),
            None => None,
        };
        Some(Moves { groups, without, of })
    }

    /// What a phrase asks about moves.
    pub(super) fn asks(&self, node: NodeId) -> u64 {
        let program = self.program;
        let asked = self.phrases.asked().iter().position(|asked| *asked == node);
        let here = asked.map_or(0, |i| 1u64.checked_shl(i as u32).unwrap_or(0));
        let within = match program.node(node) {
            Node::CanGroup(who, groups, _, without) => {
                // What players do, no piece can.
                let of_player = program.type_of(*who) == Type::Player;
                let rules = groups.iter().flat_map(|group| &program.groups[group.index()].rules);
                let rules = rules.filter(|rule| !without.contains(&rule.rule) && (of_player || !rule.by_player));
                rules.flat_map(|rule| rule.condition).fold(0, |all, condition| all | self.asks(condition))
            }
            _ => 0,
        };
        program.node(node).parts().iter().fold(here | within, |all, part| all | self.asks(*part))
    }
}
