//! Phrases about tokens, about what pieces bear, and about pieces in piles.

use super::super::term::{Bits, BitsId, Like, LikeId, Lying, LyingId, Off, OffId, Set, SetId, Tok, TokId};
use super::{Bound, Compiler, Context, name};
use crate::engine::direct::towers::Part;
use crate::engine::word::Word;
use crate::model::equipment::SlotType;
use crate::model::expr::{Field, Given, Type};
use crate::model::{SlotId, TokenId};
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// The tokens that a phrase denotes.
    pub(in super::super) fn tokens(&mut self, id: NodeId, context: &Context) -> Option<TokId> {
        let program = self.program;
        let tok = match program.node(id) {
            Node::None => Tok::None,
            Node::Field(Field::Slot(slot), pieces) => {
                let (board, off) = self.pieces(*pieces, context)?;
                match program.equipment.slots[slot.index()].holds {
                    SlotType::Token(_) => Tok::Slot(slot.0, board, off),
                    SlotType::Value(_) => return None,
                }
            }
            Node::Contents(of) if program.type_of(*of) == Type::Pile => {
                // Several piles come in the order in which they are named.
                if let Node::Union(_) = program.node(*of) {
                    return None;
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
                Some(Bound::Element(_) | Bound::Members(_)) => return None,
                None => Tok::Local(name(*local)?),
            },
            _ => return None,
        };
        Some(self.phrases.put_tok(tok))
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
                let (board, off) = self.pieces(of, context)?;
                self.phrases.put_bits(Bits::Borne(slot.0, board, off))
            }
            (Field::Attribute(i), Type::Token(token)) if self.phrases.slots.cards.are(token) => {
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

    /// The pieces in piles or towers that a phrase denotes; nothing is said of other phrases.
    pub(in super::super) fn lying(&mut self, id: NodeId, context: &Context) -> Option<Option<LyingId>> {
        let program = self.program;
        if program.type_of(id) != Type::Piece {
            return None;
        }
        let (what, contents) = match program.node(id) {
            Node::Contents(_) => (None, id),
            Node::In(what, container, false) => (Some(*what), *container),
            Node::Field(field @ (Field::Top | Field::Bottom), of) if program.type_of(*of) == Type::Piece => {
                let part = if *field == Field::Top { Part::Top } else { Part::Bottom };
                return Some(self.in_tower(None, *of, part, context));
            }
            _ => return None,
        };
        let Node::Contents(of) = program.node(contents) else { return None };
        match program.type_of(*of) {
            Type::Pile => Some(self.lying_in(what, *of, context)),
            Type::Piece => Some(self.in_tower(what, *of, Part::Below, context)),
            _ => None,
        }
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
        if let Node::Union(_) = self.program.node(of) {
            return None;
        }
        let piles = self.piles(of, context)?;
        let like = match what {
            Some(what) => self.like_off(what, context)?,
            None => self.phrases.put_like(Like::Any),
        };
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
            Node::Intersect(parts) => {
                let mut joined = self.like_off(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.like_off(*part, context)?;
                    joined = self.phrases.put_like(Like::And(joined, part));
                }
                return Some(joined);
            }
            Node::Union(parts) => {
                let mut joined = self.like_off(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.like_off(*part, context)?;
                    joined = self.phrases.put_like(Like::Or(joined, part));
                }
                return Some(joined);
            }
            Node::Without(a, b) => {
                let (a, b) = (self.like_off(*a, context)?, self.like_off(*b, context)?);
                let not = self.phrases.put_like(Like::Not(b));
                Like::And(a, not)
            }
            _ => return None,
        };
        Some(self.phrases.put_like(like))
    }
}
