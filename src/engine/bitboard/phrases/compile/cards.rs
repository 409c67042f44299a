//! Phrases about cards: tokens recorded one by one.

use super::super::ids::{CardDescriptionId, CardSetId};
use super::super::term::{CardDescription, CardSet};
use super::{Bound, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The cards that a phrase denotes.
    pub(in super::super) fn cards(&mut self, id: NodeId, context: &Context) -> Option<CardSetId> {
        let program = self.program;
        let cards = match program.node(id) {
            Node::None => CardSet::None,
            Node::Tokens(token) => CardSet::Every(token.0),
            Node::TokensBearing(token, ..) | Node::TokensFaced(token, _) => {
                let every = self.phrases.put_cards(CardSet::Every(token.0));
                CardSet::Only(every, self.sort(id, context)?)
            }
            Node::Field(Field::Under, sites) => CardSet::Under(self.sites(*sites, context)?),
            Node::Field(Field::Slot(slot), pieces) => match self.lying(*pieces, context) {
                Some(lying) => CardSet::BorneLying(slot.0, lying?),
                None => {
                    let (board, off) = self.pieces(*pieces, context)?;
                    CardSet::Borne(slot.0, board, off)
                }
            },
            Node::Field(field @ (Field::Top | Field::Bottom | Field::First | Field::Last), of) => {
                let last = matches!(field, Field::Top | Field::Last);
                match (program.type_of(*of), program.node(*of)) {
                    (Type::Pile, Node::Union(parts)) => CardSet::End(self.cards_in_piles(parts, context)?, last),
                    (Type::Pile, _) => CardSet::EndOfPiles(self.piles(*of, context)?, last),
                    _ => CardSet::End(self.cards(*of, context)?, last),
                }
            }
            Node::Contents(of) => match program.node(*of) {
                Node::Union(parts) => return self.cards_in_piles(parts, context),
                _ => CardSet::Piles(self.piles(*of, context)?),
            },
            Node::In(what, container, false) => CardSet::Only(self.cards(*container, context)?, self.sort(*what, context)?),
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
                    all = self.phrases.put_cards(CardSet::Only(all, sort));
                }
                return Some(all);
            }
            Node::Union(parts) => {
                let mut all = self.cards(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.cards(*part, context)?;
                    all = self.phrases.put_cards(CardSet::Or(all, part));
                }
                return Some(all);
            }
            Node::If(condition, yes, no) => {
                CardSet::If(self.truth(*condition, context)?, self.cards(*yes, context)?, self.cards(*no, context)?)
            }
            Node::Where(what, it, condition) => {
                let of = self.cards(*what, context)?;
                let (inner, depth) = context.with_element(*it, false)?;
                CardSet::Where(of, depth, self.truth(*condition, &inner)?)
            }
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Element(depth, _)) => CardSet::It(depth),
                Some(Bound::Members(_)) => return None,
                None => CardSet::Local(name(*local)?),
            },
            _ => return None,
        };
        Some(self.phrases.put_cards(cards))
    }

    /// The cards in several piles, in the order in which the piles are named.
    fn cards_in_piles(&mut self, piles: &Nodes, context: &Context) -> Option<CardSetId> {
        let mut all = self.phrases.put_cards(CardSet::None);
        for pile in piles {
            let pile = self.piles(*pile, context)?;
            let pile = self.phrases.put_cards(CardSet::Piles(pile));
            all = self.phrases.put_cards(CardSet::Both(all, pile));
        }
        Some(all)
    }

    /// The cards of one phrase that do not match another as a description.
    fn others(&mut self, of: NodeId, like: NodeId, context: &Context) -> Option<CardSet> {
        let (of, like) = (self.cards(of, context)?, self.sort(like, context)?);
        Some(CardSet::Only(of, self.phrases.put_card_description(CardDescription::Not(like))))
    }

    /// The description that a phrase gives of cards, wherever they lie.
    pub(super) fn sort(&mut self, id: NodeId, context: &Context) -> Option<CardDescriptionId> {
        let program = self.program;
        let sort = match program.node(id) {
            Node::Tokens(_) => CardDescription::Any,
            Node::TokensBearing(token, attribute, values) => {
                let values = self.bits(*values, context)?;
                CardDescription::Classes(self.classes_of_values(*token, *attribute, values))
            }
            Node::TokensFaced(_, faces) => CardDescription::Faces(self.bits(*faces, context)?),
            Node::Intersect(parts) => return self.joined(parts, CardDescription::And, context),
            Node::Union(parts) => return self.joined(parts, CardDescription::Or, context),
            Node::Without(a, b) | Node::In(a, b, true) => {
                let (a, b) = (self.sort(*a, context)?, self.sort(*b, context)?);
                CardDescription::And(a, self.phrases.put_card_description(CardDescription::Not(b)))
            }
            _ => return None,
        };
        Some(self.phrases.put_card_description(sort))
    }

    fn joined(
        &mut self,
        parts: &[NodeId],
        join: fn(CardDescriptionId, CardDescriptionId) -> CardDescription,
        context: &Context,
    ) -> Option<CardDescriptionId> {
        let mut all = self.sort(parts[0], context)?;
        for part in &parts[1..] {
            let part = self.sort(*part, context)?;
            all = self.phrases.put_card_description(join(all, part));
        }
        Some(all)
    }
}
