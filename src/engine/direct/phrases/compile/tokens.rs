//! Phrases about tokens, and about what pieces bear.

use super::super::term::{Bits, BitsId, Off, OffId, Set, SetId, Tok, TokId};
use super::{Bound, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::equipment::SlotType;
use crate::model::expr::{Field, Type};
use crate::model::{SlotId, TokenId};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The tokens that a phrase denotes.
    pub(in super::super) fn tokens(&mut self, id: NodeId, context: &Context) -> Option<TokId> {
        let program = self.program;
        let tok = match program.node(id) {
            Node::None => Tok::None,
            // Tokens are asked of pieces on the board and of taken ones alone.
            Node::Field(Field::Slot(_), pieces) if self.lying(*pieces, context).is_some() => Tok::None,
            Node::Field(Field::Slot(slot), pieces) => {
                let (board, off) = self.pieces(*pieces, context)?;
                match program.equipment.slots[slot.index()].holds {
                    SlotType::Token(_) => Tok::Slot(slot.0, board, off),
                    SlotType::Value(_) => return None,
                }
            }
            Node::Contents(of) if program.type_of(*of) == Type::Pile => {
                if let Node::Union(parts) = program.node(*of) {
                    return self.tokens_in_piles(parts, context);
                }
                Tok::Piles(self.piles(*of, context)?)
            }
            Node::Intersect(parts) => {
                let open = |part: &NodeId| matches!(program.node(*part), Node::Tokens(_) | Node::TokensBearing(..));
                let concrete = parts.iter().position(|part| !open(part))?;
                let mut all = self.tokens(parts[concrete], context)?;
                for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
                    let classes = self.classes_like(*part, context)?;
                    all = self.phrases.put_tok(Tok::Only(all, classes));
                }
                return Some(all);
            }
            Node::Without(a, b) => {
                let (a, less) = (self.tokens(*a, context)?, self.classes_like(*b, context)?);
                let all = self.phrases.constant_bits(u64::MAX);
                let classes = self.phrases.put_bits(Bits::Without(all, less));
                Tok::Only(a, classes)
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
                Tok::Only(of, classes)
            }
            Node::If(condition, yes, no) => {
                Tok::If(self.truth(*condition, context)?, self.tokens(*yes, context)?, self.tokens(*no, context)?)
            }
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Element(..) | Bound::Members(_)) => return None,
                None => Tok::Local(name(*local)?),
            },
            _ => return None,
        };
        Some(self.phrases.put_tok(tok))
    }

    /// The tokens in several piles, in the order in which these are named.
    fn tokens_in_piles(&mut self, piles: &Nodes, context: &Context) -> Option<TokId> {
        let mut all = self.phrases.put_tok(Tok::None);
        for pile in piles {
            let pile = self.piles(*pile, context)?;
            let pile = self.phrases.put_tok(Tok::Piles(pile));
            all = self.phrases.put_tok(Tok::Both(all, pile));
        }
        Some(all)
    }

    /// The classes of which a phrase says that tokens of them are meant, wherever they lie.
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

    /// The classes of tokens with one of these values.
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

    /// The values of an attribute that classes of tokens have.
    pub(super) fn values_of_classes(&mut self, token: TokenId, attribute: u8, classes: BitsId) -> BitsId {
        let of = self.program.equipment.tokens[token.index()].classes.iter();
        let table = of.map(|class| 1 << class.values[attribute as usize]).collect();
        self.map(classes, table)
    }

    /// What must be in a slot for a piece to bear one of these values.
    pub(super) fn classes_borne(&mut self, slot: SlotId, attribute: Option<u8>, values: BitsId) -> BitsId {
        match (self.program.equipment.slots[slot.index()].holds, attribute) {
            (SlotType::Value(_), _) => values,
            (SlotType::Token(token), Some(attribute)) => self.classes_of_values(token, attribute, values),
            (SlotType::Token(_), None) => self.phrases.constant_bits(0),
        }
    }

    /// Pieces on the board that bear values; those that wait included if the flag is set.
    pub(super) fn bearing(&mut self, slot: SlotId, classes: BitsId, waiting: bool) -> SetId {
        self.phrases.put_set(Set::Bearing(slot.0, classes, waiting))
    }

    /// Pieces that bear anything in a slot.
    pub(super) fn bearing_any(&mut self, slot: SlotId) -> SetId {
        let all = self.phrases.constant_bits(u64::MAX);
        self.bearing(slot, all, true)
    }

    /// Pieces that the move has taken and that bore values.
    pub(super) fn off_bearing(&mut self, slot: SlotId, classes: BitsId) -> OffId {
        self.phrases.put_off(Off::Bearing(slot.0, classes))
    }

    /// `S of P`, where the slot holds values; and an attribute of tokens.
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
