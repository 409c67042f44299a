//! Phrases about pieces that command no site: in piles and in towers.

use super::super::term::{Like, LikeId, Lying, LyingId, Off, OffId, SetId};
use super::{Compiler, Context};
use crate::engine::direct::towers::Part;
use crate::engine::word::Word;
use crate::model::expr::{Field, Given, Type};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The pieces in piles or towers that a phrase denotes; nothing is said of other phrases.
    pub(in super::super) fn lying(&mut self, id: NodeId, context: &Context) -> Option<Option<LyingId>> {
        let program = self.program;
        if program.type_of(id) != Type::Piece {
            return None;
        }
        let lying = match program.node(id) {
            Node::Contents(_) => return self.contents(None, id, context),
            Node::In(what, container, false) => match program.node(*container) {
                Node::Contents(_) => return self.contents(Some(*what), *container, context),
                _ => self.lying(*container, context)?.and_then(|lying| self.only(lying, *what, context)),
            },
            Node::In(what, other, true) | Node::Without(what, other) => {
                self.lying(*what, context)?.and_then(|lying| self.others_lying(lying, *other, context))
            }
            Node::Field(field @ (Field::Top | Field::Bottom), of) if self.is_on_board(*of, context) => {
                let part = if *field == Field::Top { Part::Top } else { Part::Bottom };
                self.in_tower(None, *of, part, context)
            }
            Node::Field(field @ (Field::Top | Field::Bottom | Field::First | Field::Last), of) => {
                let lying = match program.type_of(*of) {
                    Type::Pile => self.lying_in(None, *of, context),
                    _ => self.lying(*of, context)?,
                };
                let last = matches!(field, Field::Top | Field::Last);
                lying.map(|lying| self.phrases.put_lying(Lying::End(lying, last)))
            }
            Node::Intersect(parts) => return self.in_each(parts, context),
            Node::Union(parts) => self.lying_all(parts, context)?.map(|lots| self.either(&lots)),
            Node::Where(what, it, condition) => {
                let of = self.lying(*what, context)?;
                of.and_then(|of| {
                    let (inner, depth) = context.with_element(*it, true)?;
                    let condition = self.truth(*condition, &inner)?;
                    Some(self.phrases.put_lying(Lying::Where(of, depth, condition)))
                })
            }
            Node::Extreme(what, it, most, key) => {
                let of = self.lying(*what, context)?;
                of.and_then(|of| {
                    let (inner, depth) = context.with_element(*it, true)?;
                    let key = self.number(*key, &inner)?;
                    Some(self.phrases.put_lying(Lying::Extreme(of, depth, *most, key)))
                })
            }
            Node::If(condition, yes, no) => {
                let (yes, no) = (self.lying(*yes, context)?, self.lying(*no, context)?);
                let condition = self.truth(*condition, context);
                (|| Some(self.phrases.put_lying(Lying::If(condition?, yes?, no?))))()
            }
            // What is in a pile stands nowhere.
            Node::On(what, _, not) => {
                let of = self.lying(*what, context)?;
                let of = of.filter(|of| self.in_piles_alone(*of));
                of.map(|of| if *not { of } else { self.phrases.put_lying(Lying::None) })
            }
            _ => return None,
        };
        Some(lying)
    }

    /// Whether a phrase of pieces denotes none that are in piles or towers.
    fn is_on_board(&mut self, id: NodeId, context: &Context) -> bool {
        self.program.type_of(id) == Type::Piece && self.lying(id, context).is_none()
    }

    /// Whether all of a set lie in piles.
    fn in_piles_alone(&self, id: LyingId) -> bool {
        match *self.phrases.terms.lyings.get(id) {
            Lying::None | Lying::In(..) => true,
            Lying::End(of, _) | Lying::Only(of, _) | Lying::Where(of, ..) | Lying::Extreme(of, ..) => self.in_piles_alone(of),
            Lying::Or(a, b) | Lying::Both(a, b) | Lying::If(_, a, b) => self.in_piles_alone(a) && self.in_piles_alone(b),
            Lying::Tower(..) | Lying::Local(_) => false,
        }
    }

    /// Those in piles, or below commanders, that are like that.
    fn contents(&mut self, what: Option<NodeId>, contents: NodeId, context: &Context) -> Option<Option<LyingId>> {
        let Node::Contents(of) = self.program.node(contents) else { return None };
        match self.program.type_of(*of) {
            Type::Pile => Some(self.lying_in(what, *of, context)),
            Type::Piece => Some(self.in_tower(what, *of, Part::Below, context)),
            _ => None,
        }
    }

    /// Pieces on the board, or taken, and pieces in piles or towers, if a phrase joins both.
    pub(super) fn mixed(&mut self, id: NodeId, context: &Context) -> Option<((SetId, OffId), LyingId)> {
        let program = self.program;
        let Node::Union(parts) = program.node(id) else { return None };
        let (mut lots, mut others) = (Vec::new(), (self.phrases.nothing(), self.phrases.put_off(Off::None)));
        for part in parts {
            match self.lying(*part, context) {
                Some(lying) => lots.push(lying?),
                None => {
                    let (board, off) = self.pieces(*part, context)?;
                    others = (self.phrases.or(others.0, board), self.phrases.put_off(Off::Or(others.1, off)));
                }
            }
        }
        let lot = self.either(&lots);
        Some((others, lot))
    }

    /// Phrases of pieces in piles or towers; nothing is said if one is another phrase.
    fn lying_all(&mut self, parts: &Nodes, context: &Context) -> Option<Option<Vec<LyingId>>> {
        let lots = parts.iter().map(|part| self.lying(*part, context)).collect::<Option<Vec<_>>>()?;
        Some(lots.into_iter().collect())
    }

    fn either(&mut self, lots: &[LyingId]) -> LyingId {
        let nothing = self.phrases.put_lying(Lying::None);
        lots.iter().fold(nothing, |all, lot| self.phrases.put_lying(Lying::Or(all, *lot)))
    }

    fn in_each(&mut self, parts: &Nodes, context: &Context) -> Option<Option<LyingId>> {
        let concrete = parts.iter().position(|part| !self.is_open(*part)).unwrap_or(0);
        let mut all = self.lying(parts[concrete], context)?;
        for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
            all = all.and_then(|all| self.only(all, *part, context));
        }
        Some(all)
    }

    fn only(&mut self, of: LyingId, what: NodeId, context: &Context) -> Option<LyingId> {
        let like = self.like_off(what, context)?;
        Some(self.phrases.put_lying(Lying::Only(of, like)))
    }

    fn others_lying(&mut self, of: LyingId, what: NodeId, context: &Context) -> Option<LyingId> {
        let like = self.like_off(what, context)?;
        let not = self.phrases.put_like(Like::Not(like));
        Some(self.phrases.put_lying(Lying::Only(of, not)))
    }

    /// Parts of the towers of pieces.
    fn in_tower(&mut self, what: Option<NodeId>, of: NodeId, part: Part, context: &Context) -> Option<LyingId> {
        // Part of what lies in a pile, or of another part of a tower, has no form.
        if self.lying(of, context).is_some() {
            return None;
        }
        let (towers, off) = self.pieces(of, context)?;
        let like = match what {
            Some(what) => self.like_off(what, context)?,
            None => self.phrases.put_like(Like::Any),
        };
        Some(self.phrases.put_lying(Lying::Tower(towers, off, part, like)))
    }

    pub(super) fn lying_in(&mut self, what: Option<NodeId>, of: NodeId, context: &Context) -> Option<LyingId> {
        // Several piles come in the order in which they are named.
        if let Node::Union(parts) = self.program.node(of) {
            let mut all = self.lying_in(what, parts[0], context)?;
            for part in &parts[1..] {
                let part = self.lying_in(what, *part, context)?;
                all = self.phrases.put_lying(Lying::Both(all, part));
            }
            return Some(all);
        }
        let like = match what {
            Some(what) => self.like_off(what, context)?,
            None => self.phrases.put_like(Like::Any),
        };
        let piles = self.piles(of, context)?;
        Some(self.phrases.put_lying(Lying::In(piles, like)))
    }

    /// What a piece off the board must be for `Eval::contains` to say that a phrase denotes it.
    pub(super) fn like_off(&mut self, id: NodeId, context: &Context) -> Option<LikeId> {
        let program = self.program;
        let all = self.phrases.constant_bits(u64::MAX);
        let like = match program.node(id) {
            Node::Given(Given::Pieces) => Like::Any,
            Node::PiecesOfKinds(kinds) => Like::Of(all, self.bits(*kinds, context)?),
            Node::Field(Field::PiecesOf, sides) => Like::Of(self.bits(*sides, context)?, all),
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values, context)?;
                Like::Bearing(slot.0, self.classes_borne(*slot, *attribute, values))
            }
            Node::Intersect(parts) => return self.joined_likes(parts, Like::And, context),
            Node::Union(parts) => return self.joined_likes(parts, Like::Or, context),
            Node::Without(a, b) | Node::In(a, b, true) => {
                let (a, b) = (self.like_off(*a, context)?, self.like_off(*b, context)?);
                let not = self.phrases.put_like(Like::Not(b));
                Like::And(a, not)
            }
            Node::In(a, b, false) => Like::And(self.like_off(*a, context)?, self.like_off(*b, context)?),
            Node::Where(what, it, condition) => {
                let what = self.like_off(*what, context)?;
                let (inner, depth) = context.with_element(*it, true)?;
                let condition = self.truth(*condition, &inner)?;
                let holds = self.phrases.put_like(Like::Where(depth, condition));
                Like::And(what, holds)
            }
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                Like::If(condition, self.like_off(*yes, context)?, self.like_off(*no, context)?)
            }
            // No site is a piece that stands on none.
            Node::Sites(_) | Node::RelativeSites(..) => {
                let any = self.phrases.put_like(Like::Any);
                Like::Not(any)
            }
            _ => match self.lying(id, context) {
                Some(lying) => Like::Among(lying?),
                None => Like::Meant(self.pieces(id, context)?.1),
            },
        };
        Some(self.phrases.put_like(like))
    }

    fn joined_likes(&mut self, parts: &Nodes, join: fn(LikeId, LikeId) -> Like, context: &Context) -> Option<LikeId> {
        let mut joined = self.like_off(parts[0], context)?;
        for part in &parts[1..] {
            let part = self.like_off(*part, context)?;
            joined = self.phrases.put_like(join(joined, part));
        }
        Some(joined)
    }
}
