//! Compiling obligations, and sets of moves.

use super::super::super::word::Word;
use super::super::rules::{Class, MoveQuestion, Obligation};
use super::Maker;
use crate::program::code;
use crate::program::node::{Node, NodeId};

impl<B: Word> Maker<'_, B> {
    pub(super) fn obligation(&mut self, obligation: &code::Obligation) -> Option<Obligation> {
        self.refusal.line(obligation.rule);
        self.locals(obligation.locals)?;
        Some(Obligation {
            moves: self.class(obligation.moves)?,
            condition: match obligation.condition {
                Some(condition) => Some(self.test(condition)?),
                None => None,
            },
        })
    }

    pub(super) fn class(&mut self, node: NodeId) -> Option<Class> {
        let program = self.program;
        Some(match program.node(node) {
            Node::Moves(groups) => Class::Groups(groups.iter().fold(0, |all, group| all | 1 << group.0)),
            Node::Intersect(parts) => Class::And(parts.iter().map(|part| self.class(*part)).collect::<Option<_>>()?),
            Node::Union(parts) => Class::Or(parts.iter().map(|part| self.class(*part)).collect::<Option<_>>()?),
            Node::Without(a, b) => Class::Without(Box::new(self.class(*a)?), Box::new(self.class(*b)?)),
            Node::If(condition, yes, no) => {
                Class::If(self.test(*condition)?, Box::new(self.class(*yes)?), Box::new(self.class(*no)?))
            }
            Node::Where(of, _, condition) => {
                let of = self.class(*of)?;
                let term = self.term(*condition)?;
                self.asked.push(MoveQuestion::Truth(term));
                Class::Where(Box::new(of), self.asked.len() - 1)
            }
            Node::Extreme(of, _, most, key) => {
                let of = self.class(*of)?;
                let term = self.term(*key)?;
                self.asked.push(MoveQuestion::Numbers(term));
                Class::Extreme(Box::new(of), *most, self.asked.len() - 1)
            }
            _ => return None,
        })
    }
}
