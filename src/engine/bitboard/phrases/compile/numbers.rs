//! Phrases that denote numbers.

use super::super::ids::{NumberId, TruthId};
use super::super::term::{Number, OffBoardSet, TURNS, Truth};
use super::{Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::expr::{Arithmetic, Field, Given, Type};
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// The number that a phrase denotes, or several.
    pub(in super::super) fn number(&mut self, id: NodeId, context: &Context) -> Option<NumberId> {
        let program = self.program;
        if let Type::Value(_) = program.type_of(id) {
            let bits = self.bits(id, context)?;
            return Some(self.phrases.put_num(Number::Places(bits)));
        }
        let num = match program.node(id) {
            Node::Number(number) => Number::Known([*number; TURNS]),
            Node::Given(Given::Turns) => Number::Turns,
            Node::Given(Given::Repeats) => Number::Repeats,
            Node::Given(Given::Legs) => Number::Legs,
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                match self.slot(*stored, owners) {
                    Some(slot) => Number::Slot(slot),
                    None => Number::SlotOf(stored.0 as u16, owners),
                }
            }
            Node::Count(of) => return self.count(*of, context),
            Node::Total(field, of) => return self.total(*field, *of, context),
            Node::Arithmetic(op, a, b) => Number::Arithmetic(*op, self.number(*a, context)?, self.number(*b, context)?),
            Node::Order(what, list) => {
                if program.type_of(*list) != Type::Piece {
                    return None;
                }
                let (list, like) = (self.pieces(*list, context)?, self.like(*what, context)?);
                Number::Order(list.0, list.1, like.0, like.1)
            }
            Node::Union(parts) => {
                let mut all = self.number(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.number(*part, context)?;
                    all = self.phrases.put_num(Number::Union(all, part));
                }
                return Some(all);
            }
            Node::Field(field @ (Field::Worth | Field::Measure(_)), of) => match program.type_of(*of) {
                Type::Piece if *field == Field::Worth && self.lying(*of, context).is_some() => {
                    Number::EachLying(self.lying(*of, context)??)
                }
                Type::Piece => {
                    let (set, off) = self.pieces(*of, context)?;
                    Number::Each(*field, set, off)
                }
                Type::Site if *field != Field::Worth => {
                    let none = self.phrases.put_off_board(OffBoardSet::None);
                    Number::Each(*field, self.sites(*of, context)?, none)
                }
                Type::Kind if *field == Field::Worth => Number::EachKind(self.bits(*of, context)?),
                _ => return None,
            },
            Node::If(condition, yes, no) => {
                Number::If(self.truth(*condition, context)?, self.number(*yes, context)?, self.number(*no, context)?)
            }
            Node::Local(local) if context.bound(*local).is_none() => Number::Local(name(*local)?),
            _ => return None,
        };
        Some(self.phrases.put_num(num))
    }

    fn count(&mut self, of: NodeId, context: &Context) -> Option<NumberId> {
        if let Some(count) = self.counted_in(of, context) {
            return count;
        }
        let num = match self.program.type_of(of) {
            Type::Site => Number::CountSites(self.sites(of, context)?),
            Type::Piece => match self.pieces(of, context) {
                Some((set, off)) => Number::CountPieces(set, off),
                None => {
                    let ((set, off), lying) = self.mixed(of, context)?;
                    let standing = self.phrases.put_num(Number::CountPieces(set, off));
                    Number::Arithmetic(Arithmetic::Add, standing, self.phrases.put_num(Number::CountLying(lying)))
                }
            },
            Type::Number | Type::Truth => return None,
            Type::Token(token) if self.phrases.slots.cards.are(token) => Number::CountCards(self.cards(of, context)?),
            Type::Token(_) => Number::CountTokens(self.tokens(of, context)?),
            Type::Pile => Number::CountBits(self.piles(of, context)?),
            Type::Move => Number::Known([0; TURNS]),
            _ => Number::CountBits(self.bits(of, context)?),
        };
        Some(self.phrases.put_num(num))
    }

    /// The number of pieces in piles or towers that a phrase denotes. Without the outer `Some` it denotes others; without the
    /// inner it cannot be expressed.
    pub(super) fn counted_in(&mut self, of: NodeId, context: &Context) -> Option<Option<NumberId>> {
        let program = self.program;
        if let Node::In(what, container, false) = program.node(of)
            && let Node::Contents(piles) = program.node(*container)
            && program.type_of(of) == Type::Piece
            && program.type_of(*piles) == Type::Pile
        {
            return Some(self.pieces_in(*what, *piles, context));
        }
        let lying = self.lying(of, context)?;
        Some(lying.map(|lying| self.phrases.put_num(Number::CountLying(lying))))
    }

    fn pieces_in(&mut self, what: NodeId, piles: NodeId, context: &Context) -> Option<NumberId> {
        let in_lists = self.phrases.slots.piles.iter().any(|pile| pile.most.is_some());
        if in_lists {
            let lying = self.lying_in(Some(what), piles, context)?;
            return Some(self.phrases.put_num(Number::CountLying(lying)));
        }
        let Some(boards) = self.classes(what, context) else {
            let lying = self.lying_in(Some(what), piles, context)?;
            return Some(self.phrases.put_num(Number::CountLying(lying)));
        };
        let piles = self.piles(piles, context)?;
        let all = (0..self.program.layout.piles.len()).filter_map(|pile| {
            let first = self.phrases.slots.pile(pile, 0, 0) as u16;
            let meant = self.has_member(piles, pile);
            let never = *self.phrases.terms.truths.get(meant) == Truth::Known([false; TURNS]);
            (!never).then_some((first, meant))
        });
        let all: Vec<(u16, TruthId)> = all.collect();
        let nothing = self.phrases.put_num(Number::Known([0; TURNS]));
        let mut sum = nothing;
        for (first, meant) in all {
            for board in (0..64).filter(|board| boards >> board & 1 != 0) {
                let one = self.phrases.put_num(Number::Slot([first + board; TURNS]));
                let one = match *self.phrases.terms.truths.get(meant) {
                    Truth::Known(known) if known == [true; TURNS] => one,
                    _ => self.phrases.put_num(Number::If(meant, one, nothing)),
                };
                sum = if sum == nothing { one } else { self.phrases.put_num(Number::Arithmetic(Arithmetic::Add, sum, one)) };
            }
        }
        Some(sum)
    }

    /// The boards, as bits, of the pieces off the board that a phrase describes, if it describes them by side and kind alone.
    fn classes(&mut self, what: NodeId, context: &Context) -> Option<u64> {
        let every = self.phrases.every_board;
        Some(match self.program.node(what) {
            Node::Given(Given::Pieces) => every,
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds, context)?;
                self.phrases.boards_of(u64::MAX, self.phrases.same_bits(kinds)?)
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides, context)?;
                self.phrases.boards_of(self.phrases.same_bits(sides)?, u64::MAX)
            }
            Node::Intersect(parts) => {
                let mut all = every;
                for part in parts {
                    all &= self.classes(*part, context)?;
                }
                all
            }
            Node::Union(parts) => {
                let mut all = 0;
                for part in parts {
                    all |= self.classes(*part, context)?;
                }
                all
            }
            Node::Without(a, b) => self.classes(*a, context)? & !self.classes(*b, context)?,
            _ => return None,
        })
    }

    fn total(&mut self, field: Field, of: NodeId, context: &Context) -> Option<NumberId> {
        let num = match (self.program.type_of(of), field) {
            (Type::Piece, Field::Worth) => {
                if let Some(lying) = self.lying(of, context) {
                    return lying.map(|lying| self.phrases.put_num(Number::WorthLying(lying)));
                }
                match self.pieces(of, context) {
                    Some((set, off)) => Number::Worth(set, off),
                    None => {
                        let ((set, off), lying) = self.mixed(of, context)?;
                        let standing = self.phrases.put_num(Number::Worth(set, off));
                        Number::Arithmetic(Arithmetic::Add, standing, self.phrases.put_num(Number::WorthLying(lying)))
                    }
                }
            }
            (Type::Piece, Field::Measure(_)) => {
                let (set, off) = self.pieces(of, context)?;
                Number::Total(field, set, off)
            }
            (Type::Site, Field::Measure(_)) => {
                let none = self.phrases.put_off_board(OffBoardSet::None);
                Number::Total(field, self.sites(of, context)?, none)
            }
            (Type::Kind, Field::Worth) => Number::WorthOfKinds(self.bits(of, context)?),
            _ => return None,
        };
        Some(self.phrases.put_num(num))
    }
}
