//! Phrases about tokens counted by class, and about what pieces bear.

use super::super::ids::{BitsId, SetId, TakenSetId, TokenSetId};
use super::super::term::{Bits, OffBoardSet, Set, TokenSet};
use super::{Bound, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::equipment::SlotType;
use crate::model::expr::{Field, Type};
use crate::model::{SlotId, TokenId};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The tokens that a phrase denotes.
    pub(in super::super) fn tokens(&mut self, id: NodeId, context: &Context) -> Option<TokenSetId> {
        let program = self.program;
        let tok = match program.node(id) {
            Node::None => TokenSet::None,
            Node::Field(Field::Slot(slot), pieces) => {
                let SlotType::Token(_) = program.equipment.slots[slot.index()].holds else { return None };
                match self.lying(*pieces, context) {
                    Some(lying) => TokenSet::Lying(slot.0, lying?),
                    None => {
                        let (board, off) = self.pieces(*pieces, context)?;
                        TokenSet::Slot(slot.0, board, off)
                    }
                }
            }
            Node::Contents(of) if program.type_of(*of) == Type::Pile => {
                if let Node::Union(parts) = program.node(*of) {
                    return self.tokens_in_piles(parts, context);
                }
                TokenSet::Piles(self.piles(*of, context)?)
            }
            Node::Intersect(parts) => {
                let open = |part: &NodeId| matches!(program.node(*part), Node::Tokens(_) | Node::TokensBearing(..));
                let concrete = parts.iter().position(|part| !open(part))?;
                let mut all = self.tokens(parts[concrete], context)?;
                for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
                    let classes = self.classes_like(*part, context)?;
                    all = self.phrases.put_tok(TokenSet::Only(all, classes));
                }
                return Some(all);
            }
            Node::Without(a, b) => {
                let (a, less) = (self.tokens(*a, context)?, self.classes_like(*b, context)?);
                let all = self.phrases.constant_bits(u64::MAX);
                let classes = self.phrases.put_bits(Bits::Without(all, less));
                TokenSet::Only(a, classes)
            }
            Node::In(what, container, not) => {
                let (of, like) = if *not { (*what, *container) } else { (*container, *what) };
                let (of, like) = (self.tokens(of, context)?, self.classes_like(like, context)?);
                let classes = if *not {
                    let all = self.phrases.constant_bits(u64::MAX);
                    self.phrases.put_bits(Bits::Without(all, like))
                } else {
                    like
                };
                TokenSet::Only(of, classes)
            }
            Node::If(condition, yes, no) => {
                TokenSet::If(self.truth(*condition, context)?, self.tokens(*yes, context)?, self.tokens(*no, context)?)
            }
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Element(..) | Bound::Members(_)) => return None,
                None => TokenSet::Local(name(*local)?),
            },
            _ => return None,
        };
        Some(self.phrases.put_tok(tok))
    }

    /// The tokens in several piles, in the order in which the piles are named.
    fn tokens_in_piles(&mut self, piles: &Nodes, context: &Context) -> Option<TokenSetId> {
        let mut all = self.phrases.put_tok(TokenSet::None);
        for pile in piles {
            let pile = self.piles(*pile, context)?;
            let pile = self.phrases.put_tok(TokenSet::Piles(pile));
            all = self.phrases.put_tok(TokenSet::Both(all, pile));
        }
        Some(all)
    }

    /// The classes of the tokens that match a phrase as a description, wherever they lie.
    pub(super) fn classes_like(&mut self, id: NodeId, context: &Context) -> Option<BitsId> {
        let program = self.program;
        Some(match program.node(id) {
            Node::Tokens(token) => {
                let many = program.equipment.tokens[token.index()].classes.len();
                self.phrases.constant_bits((1 << many) - 1)
            }
            Node::TokensBearing(token, attribute, values) => {
                let values = self.bits(*values, context)?;
                self.classes_of_values(*token, *attribute, values)
            }
            Node::Intersect(parts) => {
                let mut all = self.classes_like(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.classes_like(*part, context)?;
                    all = self.phrases.put_bits(Bits::And(all, part));
                }
                all
            }
            Node::Union(parts) => {
                let mut all = self.phrases.constant_bits(0);
                for part in parts {
                    let part = self.classes_like(*part, context)?;
                    all = self.phrases.put_bits(Bits::Or(all, part));
                }
                all
            }
            Node::Without(a, b) => {
                let (a, b) = (self.classes_like(*a, context)?, self.classes_like(*b, context)?);
                self.phrases.put_bits(Bits::Without(a, b))
            }
            _ => return None,
        })
    }

    /// The classes of tokens that have one of these values of an attribute.
    pub(super) fn classes_of_values(&mut self, token: TokenId, attribute: u8, values: BitsId) -> BitsId {
        let equipment = &self.program.equipment;
        let (_, of) = equipment.tokens[token.index()].attributes[attribute as usize];
        let with = |value: usize| {
            let classes = equipment.tokens[token.index()].classes.iter().enumerate();
            let with = classes.filter(|(_, class)| usize::from(class.values[attribute as usize]) == value);
            with.fold(0, |all, (i, _)| all | 1 << i)
        };
        let table = (0..equipment.enums[of.index()].values.len()).map(with).collect();
        self.map(values, table)
    }

    /// The values of an attribute that these classes of tokens have.
    pub(super) fn values_of_classes(&mut self, token: TokenId, attribute: u8, classes: BitsId) -> BitsId {
        let of = self.program.equipment.tokens[token.index()].classes.iter();
        let table = of.map(|class| 1 << class.values[attribute as usize]).collect();
        self.map(classes, table)
    }

    /// The classes of a slot by which a piece bears one of these values.
    pub(super) fn classes_borne(&mut self, slot: SlotId, attribute: Option<u8>, values: BitsId) -> BitsId {
        match (self.program.equipment.slots[slot.index()].holds, attribute) {
            (SlotType::Value(_), _) => values,
            (SlotType::Token(token), Some(attribute)) => self.classes_of_values(token, attribute, values),
            (SlotType::Token(_), None) => self.phrases.constant_bits(0),
        }
    }

    /// The pieces on the board that bear one of these classes in a slot; with `waiting`, those included that wait to be removed.
    pub(super) fn bearing(&mut self, slot: SlotId, classes: BitsId, waiting: bool) -> SetId {
        self.phrases.put_set(Set::Bearing(slot.0, classes, waiting))
    }

    /// The pieces that bear anything in a slot, those included that wait to be removed.
    pub(super) fn bearing_any(&mut self, slot: SlotId) -> SetId {
        let all = self.phrases.constant_bits(u64::MAX);
        self.bearing(slot, all, true)
    }

    /// The pieces off the board that bear one of these classes in a slot.
    pub(super) fn off_bearing(&mut self, slot: SlotId, classes: BitsId) -> TakenSetId {
        self.phrases.put_off_board(OffBoardSet::Bearing(slot.0, classes))
    }

    /// `S of P`, where the slot S holds values; and `A of T`, an attribute of tokens.
    pub(super) fn borne_bits(&mut self, field: Field, of: NodeId, context: &Context) -> Option<BitsId> {
        let program = self.program;
        Some(match (field, program.type_of(of)) {
            (Field::Slot(slot), Type::Piece) => {
                let SlotType::Value(_) = program.equipment.slots[slot.index()].holds else { return None };
                if let Some(lying) = self.lying(of, context) {
                    return lying.map(|lying| self.phrases.put_bits(Bits::BorneLying(slot.0, lying)));
                }
                let (board, off) = self.pieces(of, context)?;
                self.phrases.put_bits(Bits::Borne(slot.0, board, off))
            }
            (Field::Attribute(i), Type::Token(token)) if self.phrases.slots.cards.are(token) => {
                if let Node::Field(Field::Slot(slot), pieces) = program.node(of)
                    && self.lying(*pieces, context).is_none()
                {
                    let (board, off) = self.pieces(*pieces, context)?;
                    let classes = self.phrases.put_bits(Bits::Borne(slot.0, board, off));
                    return Some(self.values_of_classes(token, i, classes));
                }
                let cards = self.cards(of, context)?;
                let classes = self.phrases.put_bits(Bits::ClassesOf(cards));
                self.values_of_classes(token, i, classes)
            }
            (Field::Attribute(i), Type::Token(token)) => {
                let tokens = self.tokens(of, context)?;
                let classes = self.phrases.put_bits(Bits::Classes(tokens));
                self.values_of_classes(token, i, classes)
            }
            _ => return None,
        })
    }
}
