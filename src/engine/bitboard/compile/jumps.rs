//! Classes of chains of jumps, during which nothing else happens.

use super::super::super::word::Word;
use super::super::jumps::{Jumps, Landing};
use super::{Maker, look};
use crate::model::GroupId;
use crate::model::equipment::Routes;
use crate::model::expr::{Field, Given};
use crate::model::rules::{Ending as EndOf, PathMode};
use crate::program::code::{self, EventKind, Item, MoveRule, Op};
use crate::program::node::{Node, Relative};
use crate::program::{BlockId, NodeId};

impl<B: Word> Maker<'_, B> {
    /// The jumps of a class all of whose moves are such chains, if it is one.
    pub(super) fn jumps(&mut self, group: usize) -> Option<Jumps> {
        let program = self.program;
        let compiled = &program.groups[group];
        let nothing = [EventKind::LegBegins, EventKind::LegEnds, EventKind::BeforeTaken, EventKind::Leaves];
        let counts = |trigger: &code::Trigger| {
            let sets = |op: &Op| matches!(op, Op::SetNumber(..) | Op::Raise(..));
            program.block(trigger.body).ops.iter().all(|(op, _)| sets(op))
        };
        let quiet = program.equipment.slots.is_empty()
            && program.layout.towers.is_none()
            && program.forced_rest.starts
            && program.forced_rest.groups[group].ends()
            && nothing.into_iter().all(|event| program.triggers.of(event).is_empty())
            && program.triggers.taken.iter().all(counts)
            && program.game.immediate_endings.iter().all(|soon| look::of_boards(program, soon.condition))
            && !(compiled.chain.is_empty() || compiled.removal_after_move || compiled.has_turning_law());
        if !quiet || compiled.rules.is_empty() {
            return None;
        }
        let rules = compiled.rules.iter().map(|rule| {
            let (ways, prey) = self.jump(rule)?;
            Some((self.term(ways)?, self.term(prey)?))
        });
        let rules = rules.collect::<Option<Vec<_>>>()?;
        let laws = compiled.chain.iter().map(|law| {
            let prey = match law.condition {
                None => None,
                Some(condition) => Some(self.prey(condition, group)?),
            };
            Some((law.must, prey))
        });
        let laws = laws.collect::<Option<Vec<_>>>()?;
        // An immediate ending would have to be evaluated for the piece as the trigger leaves it.
        let landings = &program.triggers.lands;
        if !landings.is_empty() && !program.game.immediate_endings.is_empty() {
            return None;
        }
        let stops = landings.iter().map(|trigger| self.stop(trigger)).collect::<Option<Vec<_>>>()?;
        Some(Jumps { rules, laws, stops, apart: self.apart(group) })
    }

    /// Which pieces end their move on which sites by a trigger on landing; none if the trigger does anything else that matters for
    /// the list: a piece that goes on must be unchanged.
    fn stop(&mut self, trigger: &code::Trigger) -> Option<Landing> {
        let program = self.program;
        let every = |node: NodeId| *program.node(node) == Node::Given(Given::Pieces);
        // A chain of jumps has always taken something.
        let always = trigger.condition.is_none_or(|condition| match program.node(condition) {
            Node::Some(of) => *program.node(*of) == Node::Given(Given::Taken),
            _ => false,
        });
        let by_kind = trigger.subject.is_none_or(|subject| self.by_kind(subject));
        if !always || !by_kind || !self.ends_move(trigger.body)? {
            return None;
        }
        let subject = match trigger.subject.filter(|subject| !every(*subject)) {
            Some(subject) => Some(self.phrases.test(program, subject)?),
            None => None,
        };
        let place = match trigger.place {
            Some(place) => {
                let sides = 0..program.layout.sides;
                Some(sides.map(|side| self.phrases.region(program, place, side)).collect::<Option<_>>()?)
            }
            None => None,
        };
        Some(Landing { subject, place })
    }

    /// Whether a block ends the move; none if it does more, other than setting kinds and numbers.
    fn ends_move(&self, block: BlockId) -> Option<bool> {
        let mut ends = false;
        for (op, _) in &self.program.block(block).ops {
            match op {
                Op::SetKind(..) | Op::SetNumber(..) | Op::Raise(..) => {}
                Op::End(EndOf::Move | EndOf::Turn, _) => ends = true,
                Op::Verb(_, inner) => ends |= self.ends_move(*inner)?,
                _ => return None,
            }
        }
        Some(ends)
    }

    /// Whether no two chains of a class are the same move, and none is a move of another class, if what legs take distinguishes
    /// moves: the pieces taken one after the other determine the route, and other classes take nothing.
    fn apart(&self, group: usize) -> bool {
        let program = self.program;
        let others = program.groups.iter().enumerate().filter(|(other, _)| *other != group);
        let mut others = others.flat_map(|(_, other)| &other.rules);
        let takes_nothing = |rule: &MoveRule| match &rule.verb {
            code::Verb::Path(path) => look::takes(program, path.0) == Some(false),
            code::Verb::Body(..) => true,
        };
        let geometry = &self.phrases.geometry;
        let told_by_prey = |bit: u32| {
            let hops = geometry.hops(B::bit(bit));
            hops.iter().fold(B::ZERO, |all, hop| all | hop.over).count() as usize == hops.len()
        };
        program.groups[group].rules.len() == 1
            && self.routes == Routes::Distinct
            && look::counts_tell(program)
            && others.all(takes_nothing)
            && (0..B::BITS).all(told_by_prey)
    }

    /// The directions of a jump, and what it takes, if a rule is one.
    fn jump(&self, rule: &MoveRule) -> Option<(NodeId, NodeId)> {
        let program = self.program;
        let code::Verb::Path(path) = rule.verb else { return None };
        let path = &program.paths[path.0 as usize];
        let [Item::Taking(times, prey), Item::To(to)] = path.ahead.as_slice() else { return None };
        let plain = path.mode == PathMode::Go
            && path.behind.is_empty()
            && (times.least, times.most) == (1, Some(1))
            && prey.pieces
            && !to.pieces
            && *program.node(to.node) == Node::Given(Given::Empty)
            && rule.condition.is_none()
            && !rule.by_player
            && program.block(rule.then).ops.is_empty()
            && self.by_kind(rule.subject)
            && self.by_kind(prey.node)
            && self.straight_on(path.ways);
        plain.then_some((path.ways, prey.node))
    }

    /// The prey of a chain law that applies if the acting piece can take some by a rule of this class.
    fn prey(&mut self, condition: NodeId, group: usize) -> Option<super::Term> {
        let Node::CanGroup(who, groups, Some(prey), _) = self.program.node(condition) else { return None };
        let here = groups.as_slice() == [GroupId(group as _)] && *self.program.node(*who) == Node::Given(Given::Actor);
        if here && self.by_kind(*prey) { self.term(*prey) } else { None }
    }

    /// Whether the pieces that a phrase denotes depend on nothing but side and kind, and whose turn it is.
    pub(super) fn by_kind(&self, node: NodeId) -> bool {
        let program = self.program;
        match program.node(node) {
            Node::Given(Given::Pieces) => true,
            Node::PiecesOfKinds(of) | Node::Field(Field::PiecesOf, of) => {
                let constant = |node: &Node| {
                    matches!(
                        node,
                        Node::Bits(_)
                            | Node::Union(_)
                            | Node::Field(Field::SideOf, _)
                            | Node::Given(Given::Mover | Given::Opponent)
                    )
                };
                !program.reads(*of, &|node| !constant(node))
            }
            Node::Intersect(parts) | Node::Union(parts) => parts.iter().all(|part| self.by_kind(*part)),
            _ => false,
        }
    }

    /// Whether directions are the same for all pieces of a player.
    pub(super) fn straight_on(&self, ways: NodeId) -> bool {
        match self.program.node(ways) {
            Node::Bits(_) => true,
            Node::RelativeDirections(_, to) => !matches!(to, Relative::Of(_)),
            node @ (Node::Intersect(_) | Node::Union(_) | Node::Without(..)) => {
                node.parts().iter().all(|part| self.straight_on(*part))
            }
            _ => false,
        }
    }
}
