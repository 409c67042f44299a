//! Phrases about tokens that are told one by one.

use super::super::term::{Cards, CardsId, Sort, SortId};
use super::{Bound, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The cards that a phrase denotes.
    pub(in super::super) fn cards(&mut self, id: NodeId, context: &Context) -> Option<CardsId> {
        let program = self.program;
        let cards = match program.node(id) {
            Node::None => Cards::None,
            Node::Tokens(token) => Cards::Every(token.0),
            Node::TokensBearing(token, ..) | Node::TokensFaced(token, _) => {
                let every = self.phrases.put_cards(Cards::Every(token.0));
                Cards::Only(every, self.sort(id, context)?)
            }
            Node::Field(Field::Under, sites) => Cards::Under(self.sites(*sites, context)?),
            // Tokens are asked of pieces on the board and of taken ones alone.
            Node::Field(Field::Slot(_), pieces) if self.lying(*pieces, context).is_some() => Cards::None,
            Node::Field(Field::Slot(slot), pieces) => {
                let (board, off) = self.pieces(*pieces, context)?;
                Cards::Borne(slot.0, board, off)
            }
            Node::Field(field @ (Field::Top | Field::Bottom | Field::First | Field::Last), of) => {
                let last = matches!(field, Field::Top | Field::Last);
                match (program.type_of(*of), program.node(*of)) {
                    (Type::Pile, Node::Union(parts)) => Cards::End(self.cards_in_piles(parts, context)?, last),
                    (Type::Pile, _) => Cards::EndOfPiles(self.piles(*of, context)?, last),
                    _ => Cards::End(self.cards(*of, context)?, last),
                }
            }
            Node::Contents(of) => match program.node(*of) {
                Node::Union(parts) => return self.cards_in_piles(parts, context),
                _ => Cards::Piles(self.piles(*of, context)?),
            },
            Node::In(what, container, false) => Cards::Only(self.cards(*container, context)?, self.sort(*what, context)?),
            Node::In(what, container, true) => self.others(*what, *container, context)?,
            Node::Without(a, b) => self.others(*a, *b, context)?,
            Node::Intersect(parts) => {
                let open = |part: &NodeId| {
                    matches!(program.node(*part), Node::Tokens(_) | Node::TokensBearing(..) | Node::TokensFaced(..))
                };
                let concrete = parts.iter().position(|part| !open(part)).unwrap_or(0);
                let mut all = self.cards(parts[concrete], context)?;
                for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
                    let sort = self.sort(*part, context)?;
                    all = self.phrases.put_cards(Cards::Only(all, sort));
                }
                return Some(all);
            }
            Node::Union(parts) => {
                let mut all = self.cards(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.cards(*part, context)?;
                    all = self.phrases.put_cards(Cards::Or(all, part));
                }
                return Some(all);
            }
            Node::If(condition, yes, no) => {
                Cards::If(self.truth(*condition, context)?, self.cards(*yes, context)?, self.cards(*no, context)?)
            }
            Node::Where(what, it, condition) => {
                let of = self.cards(*what, context)?;
                let (inner, depth) = context.with_element(*it, false)?;
                Cards::Where(of, depth, self.truth(*condition, &inner)?)
            }
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Element(depth, _)) => Cards::It(depth),
                Some(Bound::Members(_)) => return None,
                None => Cards::Local(name(*local)?),
            },
            _ => return None,
        };
        Some(self.phrases.put_cards(cards))
    }

    /// The cards in several piles, in the order in which these are named.
    fn cards_in_piles(&mut self, piles: &Nodes, context: &Context) -> Option<CardsId> {
        let mut all = self.phrases.put_cards(Cards::None);
        for pile in piles {
            let pile = self.piles(*pile, context)?;
            let pile = self.phrases.put_cards(Cards::Piles(pile));
            all = self.phrases.put_cards(Cards::Both(all, pile));
        }
        Some(all)
    }

    /// Cards but for those that are like that.
    fn others(&mut self, of: NodeId, like: NodeId, context: &Context) -> Option<Cards> {
        let (of, like) = (self.cards(of, context)?, self.sort(like, context)?);
        Some(Cards::Only(of, self.phrases.put_sort(Sort::Not(like))))
    }

    /// What a card must be like for a phrase to denote it, wherever it lies.
    pub(super) fn sort(&mut self, id: NodeId, context: &Context) -> Option<SortId> {
        let program = self.program;
        let sort = match program.node(id) {
            Node::Tokens(_) => Sort::Any,
            Node::TokensBearing(token, attribute, values) => {
                let values = self.bits(*values, context)?;
                Sort::Classes(self.classes_of_values(*token, *attribute, values))
            }
            Node::TokensFaced(_, faces) => Sort::Faces(self.bits(*faces, context)?),
            Node::Intersect(parts) => return self.joined(parts, Sort::And, context),
            Node::Union(parts) => return self.joined(parts, Sort::Or, context),
            Node::Without(a, b) | Node::In(a, b, true) => {
                let (a, b) = (self.sort(*a, context)?, self.sort(*b, context)?);
                Sort::And(a, self.phrases.put_sort(Sort::Not(b)))
            }
            _ => return None,
        };
        Some(self.phrases.put_sort(sort))
    }

    fn joined(&mut self, parts: &[NodeId], join: fn(SortId, SortId) -> Sort, context: &Context) -> Option<SortId> {
        let mut all = self.sort(parts[0], context)?;
        for part in &parts[1..] {
            let part = self.sort(*part, context)?;
            all = self.phrases.put_sort(join(all, part));
        }
        Some(all)
    }
}
