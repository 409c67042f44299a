//! Phrases about pieces in piles and in towers.

use super::super::ids::{PieceDescriptionId, PilePiecesId, SetId, TakenSetId};
use super::super::term::{OffBoardSet, PieceDescription, PilePieces};
use super::{Compiler, Context};
use crate::engine::bitboard::towers::Part;
use crate::engine::word::Word;
use crate::model::expr::{Field, Given, Type};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The pieces in piles or towers that a phrase denotes. Without the outer `Some` it denotes others; without the inner it
    /// cannot be expressed.
    pub(in super::super) fn lying(&mut self, id: NodeId, context: &Context) -> Option<Option<PilePiecesId>> {
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
                lying.map(|lying| self.phrases.put_lying(PilePieces::End(lying, last)))
            }
            Node::Intersect(parts) => return self.in_each(parts, context),
            Node::Union(parts) => self.lying_all(parts, context)?.map(|lots| self.either(&lots)),
            Node::Where(what, it, condition) => {
                let of = self.lying(*what, context)?;
                of.and_then(|of| {
                    let (inner, depth) = context.with_element(*it, true)?;
                    let condition = self.truth(*condition, &inner)?;
                    Some(self.phrases.put_lying(PilePieces::Where(of, depth, condition)))
                })
            }
            Node::Extreme(what, it, most, key) => {
                let of = self.lying(*what, context)?;
                of.and_then(|of| {
                    let (inner, depth) = context.with_element(*it, true)?;
                    let key = self.number(*key, &inner)?;
                    Some(self.phrases.put_lying(PilePieces::Extreme(of, depth, *most, key)))
                })
            }
            Node::If(condition, yes, no) => {
                let (yes, no) = (self.lying(*yes, context)?, self.lying(*no, context)?);
                let condition = self.truth(*condition, context);
                (|| Some(self.phrases.put_lying(PilePieces::If(condition?, yes?, no?))))()
            }
            // A piece in a pile stands on no site.
            Node::On(what, _, not) => {
                let of = self.lying(*what, context)?;
                let of = of.filter(|of| self.in_piles_alone(*of));
                of.map(|of| if *not { of } else { self.phrases.put_lying(PilePieces::None) })
            }
            _ => return None,
        };
        Some(lying)
    }

    /// Whether a phrase of pieces denotes none that are in piles or towers.
    fn is_on_board(&mut self, id: NodeId, context: &Context) -> bool {
        self.program.type_of(id) == Type::Piece && self.lying(id, context).is_none()
    }

    /// Whether all pieces of a set are certainly in piles.
    fn in_piles_alone(&self, id: PilePiecesId) -> bool {
        match *self.phrases.terms.pile_pieces.get(id) {
            PilePieces::None | PilePieces::In(..) => true,
            PilePieces::End(of, _) | PilePieces::Only(of, _) | PilePieces::Where(of, ..) | PilePieces::Extreme(of, ..) => {
                self.in_piles_alone(of)
            }
            PilePieces::Or(a, b) | PilePieces::Both(a, b) | PilePieces::If(_, a, b) => {
                self.in_piles_alone(a) && self.in_piles_alone(b)
            }
            PilePieces::Tower(..) | PilePieces::Local(_) => false,
        }
    }

    /// The pieces in piles, or below commanders, that match `what`.
    fn contents(&mut self, what: Option<NodeId>, contents: NodeId, context: &Context) -> Option<Option<PilePiecesId>> {
        let Node::Contents(of) = self.program.node(contents) else { return None };
        match self.program.type_of(*of) {
            Type::Pile => Some(self.lying_in(what, *of, context)),
            Type::Piece => Some(self.in_tower(what, *of, Part::Below, context)),
            _ => None,
        }
    }

    /// The two parts of a union of pieces on the board or taken, and pieces in piles or towers.
    pub(super) fn mixed(&mut self, id: NodeId, context: &Context) -> Option<((SetId, TakenSetId), PilePiecesId)> {
        let program = self.program;
        let Node::Union(parts) = program.node(id) else { return None };
        let (mut lots, mut others) = (Vec::new(), (self.phrases.nothing(), self.phrases.put_off_board(OffBoardSet::None)));
        for part in parts {
            match self.lying(*part, context) {
                Some(lying) => lots.push(lying?),
                None => {
                    let (board, off) = self.pieces(*part, context)?;
                    others = (self.phrases.or(others.0, board), self.phrases.put_off_board(OffBoardSet::Or(others.1, off)));
                }
            }
        }
        let lot = self.either(&lots);
        Some((others, lot))
    }

    /// The sets of several phrases of pieces in piles or towers; without the outer `Some` one of them denotes others.
    fn lying_all(&mut self, parts: &Nodes, context: &Context) -> Option<Option<Vec<PilePiecesId>>> {
        let lots = parts.iter().map(|part| self.lying(*part, context)).collect::<Option<Vec<_>>>()?;
        Some(lots.into_iter().collect())
    }

    fn either(&mut self, lots: &[PilePiecesId]) -> PilePiecesId {
        let nothing = self.phrases.put_lying(PilePieces::None);
        lots.iter().fold(nothing, |all, lot| self.phrases.put_lying(PilePieces::Or(all, *lot)))
    }

    fn in_each(&mut self, parts: &Nodes, context: &Context) -> Option<Option<PilePiecesId>> {
        let concrete = parts.iter().position(|part| !self.is_open(*part)).unwrap_or(0);
        let mut all = self.lying(parts[concrete], context)?;
        for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
            all = all.and_then(|all| self.only(all, *part, context));
        }
        Some(all)
    }

    fn only(&mut self, of: PilePiecesId, what: NodeId, context: &Context) -> Option<PilePiecesId> {
        let like = self.like_off(what, context)?;
        Some(self.phrases.put_lying(PilePieces::Only(of, like)))
    }

    fn others_lying(&mut self, of: PilePiecesId, what: NodeId, context: &Context) -> Option<PilePiecesId> {
        let like = self.like_off(what, context)?;
        let not = self.phrases.put_description(PieceDescription::Not(like));
        Some(self.phrases.put_lying(PilePieces::Only(of, not)))
    }

    /// The pieces at a part of the towers of some pieces that match `what`.
    fn in_tower(&mut self, what: Option<NodeId>, of: NodeId, part: Part, context: &Context) -> Option<PilePiecesId> {
        // Parts of what lies in a pile, or of another part of a tower, cannot be expressed.
        if self.lying(of, context).is_some() {
            return None;
        }
        let (towers, off) = self.pieces(of, context)?;
        let like = match what {
            Some(what) => self.like_off(what, context)?,
            None => self.phrases.put_description(PieceDescription::Any),
        };
        Some(self.phrases.put_lying(PilePieces::Tower(towers, off, part, like)))
    }

    pub(super) fn lying_in(&mut self, what: Option<NodeId>, of: NodeId, context: &Context) -> Option<PilePiecesId> {
        // Several piles are listed in the order in which they are named.
        if let Node::Union(parts) = self.program.node(of) {
            let mut all = self.lying_in(what, parts[0], context)?;
            for part in &parts[1..] {
                let part = self.lying_in(what, *part, context)?;
                all = self.phrases.put_lying(PilePieces::Both(all, part));
            }
            return Some(all);
        }
        let like = match what {
            Some(what) => self.like_off(what, context)?,
            None => self.phrases.put_description(PieceDescription::Any),
        };
        let piles = self.piles(of, context)?;
        Some(self.phrases.put_lying(PilePieces::In(piles, like)))
    }

    /// The description that a piece off the board must match for `Eval::contains` to say that a phrase denotes it.
    pub(super) fn like_off(&mut self, id: NodeId, context: &Context) -> Option<PieceDescriptionId> {
        let program = self.program;
        let all = self.phrases.constant_bits(u64::MAX);
        let like = match program.node(id) {
            Node::Given(Given::Pieces) => PieceDescription::Any,
            Node::PiecesOfKinds(kinds) => PieceDescription::Of(all, self.bits(*kinds, context)?),
            Node::Field(Field::PiecesOf, sides) => PieceDescription::Of(self.bits(*sides, context)?, all),
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values, context)?;
                PieceDescription::Bearing(slot.0, self.classes_borne(*slot, *attribute, values))
            }
            Node::Intersect(parts) => return self.joined_likes(parts, PieceDescription::And, context),
            Node::Union(parts) => return self.joined_likes(parts, PieceDescription::Or, context),
            Node::Without(a, b) | Node::In(a, b, true) => {
                let (a, b) = (self.like_off(*a, context)?, self.like_off(*b, context)?);
                let not = self.phrases.put_description(PieceDescription::Not(b));
                PieceDescription::And(a, not)
            }
            Node::In(a, b, false) => PieceDescription::And(self.like_off(*a, context)?, self.like_off(*b, context)?),
            Node::Where(what, it, condition) => {
                let what = self.like_off(*what, context)?;
                let (inner, depth) = context.with_element(*it, true)?;
                let condition = self.truth(*condition, &inner)?;
                let holds = self.phrases.put_description(PieceDescription::Where(depth, condition));
                PieceDescription::And(what, holds)
            }
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                PieceDescription::If(condition, self.like_off(*yes, context)?, self.like_off(*no, context)?)
            }
            // Sites match no piece off the board.
            Node::Sites(_) | Node::RelativeSites(..) => {
                let any = self.phrases.put_description(PieceDescription::Any);
                PieceDescription::Not(any)
            }
            _ => match self.lying(id, context) {
                Some(lying) => PieceDescription::Among(lying?),
                None => PieceDescription::Meant(self.pieces(id, context)?.1),
            },
        };
        Some(self.phrases.put_description(like))
    }

    fn joined_likes(
        &mut self,
        parts: &Nodes,
        join: fn(PieceDescriptionId, PieceDescriptionId) -> PieceDescription,
        context: &Context,
    ) -> Option<PieceDescriptionId> {
        let mut joined = self.like_off(parts[0], context)?;
        for part in &parts[1..] {
            let part = self.like_off(*part, context)?;
            joined = self.phrases.put_description(join(joined, part));
        }
        Some(joined)
    }
}
