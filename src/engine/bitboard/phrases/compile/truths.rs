//! Phrases that are truths.

use super::super::ids::{SetId, TruthId};
use super::super::term::{Bits, Number, OffBoardSet, TURNS, Truth};
use super::{ByOwner, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::node::{Node, NodeId};
use crate::syntax::ast::Order;

impl<B: Word> Compiler<'_, B> {
    /// The parts of a conjunction or disjunction, the cheap ones first.
    fn cheap_first(&mut self, parts: &[NodeId], context: &Context) -> Option<Vec<TruthId>> {
        let mut truths = parts.iter().map(|part| self.truth(*part, context)).collect::<Option<Vec<TruthId>>>()?;
        truths.sort_by_key(|truth| self.phrases.cost(*truth));
        Some(truths)
    }

    /// A phrase as a truth.
    pub(in super::super) fn truth(&mut self, id: NodeId, context: &Context) -> Option<TruthId> {
        let program = self.program;
        let truth = match program.node(id) {
            Node::None => Truth::Known([false; TURNS]),
            Node::Truth(truth) => Truth::Known([*truth; TURNS]),
            Node::And(parts) => {
                let mut all = self.phrases.constant_truth(true);
                for part in self.cheap_first(parts, context)? {
                    all = self.phrases.put_truth(Truth::And(all, part));
                }
                return Some(all);
            }
            Node::Or(parts) => {
                let mut any = self.phrases.constant_truth(false);
                for part in self.cheap_first(parts, context)? {
                    any = self.phrases.put_truth(Truth::Or(any, part));
                }
                return Some(any);
            }
            Node::Not(of) => Truth::Not(self.truth(*of, context)?),
            Node::Some(of) => return self.any(*of, context),
            Node::Compare(order, a, b) => {
                let (a, b) = (self.number(*a, context)?, self.number(*b, context)?);
                return Some(self.phrases.compared(*order, a, b));
            }
            Node::Is(a, b) => return self.is(*a, *b, context),
            Node::CanPath(who, path) => {
                let (who, _) = self.pieces(*who, context)?;
                let test = self.can_path(*path, context)?;
                return Some(self.any_where(who, test));
            }
            Node::CanGroup(who, groups, prey, without) => {
                let mine = self.mine(*who, context);
                let who = match program.type_of(*who) {
                    Type::Player => match (prey, self.pieces_of_players(*who, context)) {
                        (Some(_), Some(pieces)) => pieces,
                        _ => return self.players_asked(*who, groups, *prey, without, context),
                    },
                    _ => self.pieces(*who, context)?.0,
                };
                let test = self.can_group(groups, *prey, (without, mine), context)?;
                return Some(self.any_where(who, test));
            }
            Node::CanBody(who, block) => {
                let (who, _) = self.pieces(*who, context)?;
                let test = self.can_body(*block, context)?;
                return Some(self.any_where(who, test));
            }
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                match self.slot(*stored, owners) {
                    Some(slot) => Truth::Slot(slot),
                    None => Truth::SlotOf(stored.0 as u16, owners),
                }
            }
            Node::Local(local) if context.bound(*local).is_none() => Truth::Local(name(*local)?),
            Node::If(condition, yes, no) => {
                Truth::If(self.truth(*condition, context)?, self.truth(*yes, context)?, self.truth(*no, context)?)
            }
            _ => return None,
        };
        Some(self.phrases.put_truth(truth))
    }

    /// Whether a phrase denotes anything, as a truth.
    fn any(&mut self, of: NodeId, context: &Context) -> Option<TruthId> {
        if let Some(count) = self.counted_in(of, context) {
            let (count, zero) = (count?, self.phrases.put_num(Number::Known([0; TURNS])));
            return Some(self.phrases.put_truth(Truth::Weigh(Order::More, count, zero)));
        }
        let truth = match self.program.type_of(of) {
            Type::Site => Truth::Any(self.sites(of, context)?),
            Type::Piece => {
                let Some((set, off)) = self.pieces(of, context) else {
                    let ((set, off), lying) = self.mixed(of, context)?;
                    let (on, off) = (self.phrases.put_truth(Truth::Any(set)), self.phrases.put_truth(Truth::AnyOff(off)));
                    let (standing, lying) = (Truth::Or(on, off), self.phrases.put_num(Number::CountLying(lying)));
                    let (standing, none) = (self.phrases.put_truth(standing), self.phrases.put_num(Number::Known([0; TURNS])));
                    let lying = self.phrases.put_truth(Truth::Weigh(Order::More, lying, none));
                    return Some(self.phrases.put_truth(Truth::Or(standing, lying)));
                };
                let (on, off) = (self.phrases.put_truth(Truth::Any(set)), self.phrases.put_truth(Truth::AnyOff(off)));
                Truth::Or(on, off)
            }
            Type::Truth => return self.truth(of, context),
            Type::Number => return None,
            Type::Move => return self.moves_asked(of, context),
            Type::Token(token) => {
                if let Node::Field(Field::Slot(slot), pieces) = self.program.node(of)
                    && !self.phrases.may_be_off_board
                {
                    let (board, off) = self.pieces(*pieces, context)?;
                    let (bearing, all) = (self.bearing_any(*slot), self.phrases.constant_bits(u64::MAX));
                    let (on, gone) = (self.phrases.and(board, bearing), self.off_bearing(*slot, all));
                    let gone = self.phrases.put_off_board(OffBoardSet::And(off, gone));
                    let (on, gone) = (self.phrases.put_truth(Truth::Any(on)), self.phrases.put_truth(Truth::AnyOff(gone)));
                    return Some(self.phrases.put_truth(Truth::Or(on, gone)));
                }
                if self.phrases.slots.cards.are(token) {
                    Truth::AnyCards(self.cards(of, context)?)
                } else {
                    Truth::AnyTokens(self.tokens(of, context)?)
                }
            }
            Type::Pile => Truth::AnyBits(self.piles(of, context)?),
            _ => Truth::AnyBits(self.bits(of, context)?),
        };
        Some(self.phrases.put_truth(truth))
    }

    /// `A is B`: A is not empty, and is contained in B.
    fn is(&mut self, a: NodeId, b: NodeId, context: &Context) -> Option<TruthId> {
        let program = self.program;
        match program.type_of(a) {
            Type::Direction | Type::Player | Type::Side | Type::Kind | Type::Value(_) => {
                if program.type_of(a) != program.type_of(b) {
                    return None;
                }
                let (a, b) = (self.bits(a, context)?, self.bits(b, context)?);
                let (some, within) = (Truth::AnyBits(a), Truth::WithinBits(a, b));
                Some(self.both(some, within))
            }
            Type::Site => {
                if let Node::Field(Field::Site, pieces) = program.node(a) {
                    return self.place_is(*pieces, b, context);
                }
                let (a, b) = (self.sites(a, context)?, self.like_site(b, context)?);
                Some(self.both(Truth::Any(a), Truth::Within(a, b)))
            }
            Type::Token(token) if self.phrases.slots.cards.are(token) => {
                let (cards, sort) = (self.cards(a, context)?, self.sort(b, context)?);
                Some(self.phrases.put_truth(Truth::AllCards(cards, sort)))
            }
            Type::Token(_) => {
                let (a, b) = (self.tokens(a, context)?, self.classes_like(b, context)?);
                let classes = self.phrases.put_bits(Bits::Classes(a));
                Some(self.both(Truth::AnyBits(classes), Truth::WithinBits(classes, b)))
            }
            Type::Piece => {
                if let Some(lying) = self.lying(a, context) {
                    let (lying, like) = (lying?, self.like_off(b, context)?);
                    return Some(self.phrases.put_truth(Truth::AllLike(lying, like)));
                }
                let (board, off) = self.pieces(a, context)?;
                let (like, like_off) = self.like(b, context)?;
                let some = {
                    let (on, off) = (self.phrases.put_truth(Truth::Any(board)), self.phrases.put_truth(Truth::AnyOff(off)));
                    Truth::Or(on, off)
                };
                let within = {
                    let on = self.phrases.put_truth(Truth::Within(board, like));
                    let off = self.phrases.put_truth(Truth::WithinOff(off, like_off));
                    Truth::And(on, off)
                };
                Some(self.both(some, within))
            }
            Type::Pile => {
                let (a, b) = (self.piles(a, context)?, self.piles(b, context)?);
                Some(self.both(Truth::AnyBits(a), Truth::WithinBits(a, b)))
            }
            // `A is B` holds of no moves.
            Type::Move => Some(self.phrases.constant_truth(false)),
            // Numbers and truths are no things (E0331).
            Type::Number | Type::Truth => None,
        }
    }

    fn both(&mut self, a: Truth, b: Truth) -> TruthId {
        let (a, b) = (self.phrases.put_truth(a), self.phrases.put_truth(b));
        self.phrases.put_truth(Truth::And(a, b))
    }

    /// `site of P is S`, relative words of S being those of each piece's owner.
    fn place_is(&mut self, pieces: NodeId, b: NodeId, context: &Context) -> Option<TruthId> {
        let (board, off) = self.pieces(pieces, context)?;
        let taken = self.sites_of_taken(off);
        let (on, gone) = (self.phrases.put_truth(Truth::Any(board)), self.phrases.put_truth(Truth::AnyOff(off)));
        let some = Truth::Or(on, gone);
        let within = match self.by_owner(|compiler, context| compiler.like_site(b, context), context)? {
            ByOwner::Same(b) => {
                let all = self.phrases.or(board, taken);
                Truth::Within(all, b)
            }
            ByOwner::Each(sides, nobody) => {
                let and = |phrases: &mut super::Phrases<B>, set: SetId, b: SetId| phrases.and(set, b);
                let fits = self.each_owner(board, sides.clone(), nobody, and);
                let mut all = self.phrases.put_truth(Truth::Within(board, fits));
                for (side, b) in sides.into_iter().enumerate() {
                    let bits = self.phrases.constant_bits(1 << side);
                    let own = self.phrases.put_off_board(OffBoardSet::Sides(bits));
                    let own = self.phrases.put_off_board(OffBoardSet::And(off, own));
                    let own = self.sites_of_taken(own);
                    let within = self.phrases.put_truth(Truth::Within(own, b));
                    all = self.phrases.put_truth(Truth::And(all, within));
                }
                let always = self.phrases.constant_truth(true);
                Truth::And(all, always)
            }
        };
        Some(self.both(some, within))
    }
}
