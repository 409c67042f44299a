//! `A where C`: the elements for which a condition holds.

use crate::model::expr::{Field, Given, Type};
use crate::model::{LocalId, SiteId, SiteSet, SlotId};
use crate::program::node::{Node, NodeId};

use smallvec::SmallVec;

use super::Eval;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, PieceSet, TokenRef, Value};

/// A property of a piece: the value in a slot, or an attribute of the token there.
#[derive(Clone, Copy)]
struct BorneValue {
    slot: SlotId,
    attribute: Option<u8>,
}

impl Eval<'_> {
    /// The elements of a phrase for which a condition holds.
    pub(super) fn filtered(&mut self, what: NodeId, it: LocalId, condition: NodeId) -> Value {
        match self.value(what) {
            Value::Sites(sites) => Value::Sites(self.sites_where(sites, false, it, condition)),
            Value::Pieces(PieceSet { board, off }) if off.is_empty() => {
                Value::Pieces(PieceSet::on(self.sites_where(board, true, it, condition)))
            }
            Value::Bits(bits) => Value::Bits(self.bits_where(bits, it, condition)),
            Value::Tokens(tokens) => Value::Tokens(self.tokens_where(tokens, it, condition)),
            value => {
                let mut elements = value.elements();
                elements.retain(|element| self.with(it, element, |eval| eval.truth(condition)));
                Value::of(&elements, self.layout().sites)
            }
        }
    }

    /// Whether a condition holds for any element of a phrase.
    pub(super) fn any_where(&mut self, what: NodeId, it: LocalId, condition: NodeId) -> bool {
        match self.value(what) {
            Value::Bits(bits) => ones(bits).any(|bit| self.bits_where(1 << bit, it, condition) != 0),
            Value::Pieces(PieceSet { board, off }) if off.is_empty() => {
                board.iter().any(|site| self.with_site(it, site, true, |eval| eval.truth(condition)))
            }
            _ => self.filtered(what, it, condition).any(),
        }
    }

    fn bits_where(&mut self, bits: u64, it: LocalId, condition: NodeId) -> u64 {
        let mut found = 0;
        for bit in ones(bits) {
            self.bound.push((it, Value::Bits(1 << bit)));
            if self.truth(condition) {
                found |= 1 << bit;
            }
            self.bound.pop();
        }
        found
    }

    /// The tokens for which a condition holds. If it only compares an attribute of the token, it is decided by the token's
    /// class.
    fn tokens_where(&mut self, mut among: SmallVec<[TokenRef; 2]>, it: LocalId, condition: NodeId) -> SmallVec<[TokenRef; 2]> {
        let program = self.program;
        let (mut test, mut holds) = (condition, true);
        while let Node::Not(of) = program.node(test) {
            (test, holds) = (*of, !holds);
        }
        let asked = match program.node(test) {
            Node::Is(a, b) if program.type_of(*a) == program.type_of(*b) => match program.node(*a) {
                Node::Field(Field::Attribute(i), token) if *program.node(*token) == Node::Local(it) => {
                    self.regardless(*b, it).then(|| (*i as usize, self.bits(*b)))
                }
                _ => None,
            },
            _ => None,
        };
        match asked {
            Some((attribute, values)) => among.retain(|token| {
                let class = Token::read(token.cell).and_then(|token| token.class);
                let classes = &program.equipment.tokens[token.kind as usize].classes;
                class.is_some_and(|class| values >> classes[class as usize].values[attribute] & 1 != 0) == holds
            }),
            None => {
                among.retain(|token| self.with(it, &Element::Token(*token), |eval| eval.truth(condition)));
            }
        }
        among
    }

    /// Whether a phrase surely denotes the same values whatever a name stands for.
    fn regardless(&self, id: NodeId, it: LocalId) -> bool {
        match self.program.node(id) {
            Node::Bits(_) => true,
            Node::Local(local) => *local != it,
            Node::Union(parts) | Node::Intersect(parts) => parts.iter().all(|part| self.regardless(*part, it)),
            _ => self.program.phrases.fixed[id.0 as usize],
        }
    }

    /// Evaluates something with a name bound to a site, or to the piece on it.
    fn with_site<T>(&mut self, it: LocalId, site: SiteId, piece: bool, test: impl FnOnce(&mut Self) -> T) -> T {
        let mut one = self.layout().no_sites();
        one.insert(site);
        self.bound.push((it, if piece { Value::Pieces(PieceSet::on(one)) } else { Value::Sites(one) }));
        let result = test(self);
        self.bound.pop();
        result
    }

    /// The sites, or the pieces on them, for which a condition holds. Computed on whole sets where its form allows.
    fn sites_where(&mut self, mut among: SiteSet, pieces: bool, it: LocalId, condition: NodeId) -> SiteSet {
        let program = self.program;
        if among.is_empty() {
            return among;
        }
        if program.phrases.fixed[condition.0 as usize] {
            return if self.truth(condition) { among } else { self.layout().no_sites() };
        }
        match program.node(condition) {
            Node::And(parts) => parts.iter().fold(among, |among, part| self.sites_where(among, pieces, it, *part)),
            Node::Or(parts) => {
                let mut found = self.layout().no_sites();
                for part in parts {
                    let more = self.sites_where(among.clone(), pieces, it, *part);
                    among.subtract(&more);
                    found.unite(&more);
                }
                found
            }
            Node::Not(part) => {
                let out = self.sites_where(among.clone(), pieces, it, *part);
                among.subtract(&out);
                among
            }
            Node::Some(of) if pieces && self.slot_of_it(*of, it).is_some() => {
                if let Some(slot) = self.slot_of_it(*of, it) {
                    for site in among.clone().iter().filter(|site| self.slot_cell(*site, slot) == 0) {
                        among.remove(site);
                    }
                }
                among
            }
            Node::Some(of) => match self.neighbours(*of, it) {
                Some((ways, wanted)) => self.beside(&among, ways, &wanted),
                None => self.one_by_one(among, pieces, it, condition),
            },
            Node::Is(a, b) if pieces => match self.told_by(*a, *b, it) {
                Some((asked, values)) => {
                    for site in among.clone().iter() {
                        let borne = self.borne(asked.slot, asked.attribute, site);
                        if borne == 0 || borne & !values != 0 {
                            among.remove(site);
                        }
                    }
                    among
                }
                None => self.one_by_one(among, pieces, it, condition),
            },
            _ => self.one_by_one(among, pieces, it, condition),
        }
    }

    /// `colour of it is C`, `colour of shield of it is C`: the property compared, and the values, if they do not depend on `it`.
    fn told_by(&mut self, a: NodeId, b: NodeId, it: LocalId) -> Option<(BorneValue, u64)> {
        let program = self.program;
        if program.type_of(a) != program.type_of(b) || !matches!(program.type_of(a), Type::Value(_)) {
            return None;
        }
        let asked = match program.node(a) {
            Node::Field(Field::Attribute(i), token) => BorneValue { slot: self.slot_of_it(*token, it)?, attribute: Some(*i) },
            _ => BorneValue { slot: self.slot_of_it(a, it)?, attribute: None },
        };
        let free = |id: NodeId| program.phrases.fixed[id.0 as usize] || *program.node(id) == Node::Given(Given::Actor);
        let independent = match program.node(b) {
            Node::Bits(_) => true,
            Node::Field(_, of) => free(*of),
            _ => free(b),
        };
        independent.then(|| (asked, self.bits(b)))
    }

    /// `S of it`
    fn slot_of_it(&self, of: NodeId, it: LocalId) -> Option<SlotId> {
        match self.program.node(of) {
            Node::Field(Field::Slot(slot), piece) if *self.program.node(*piece) == Node::Local(it) => Some(*slot),
            _ => None,
        }
    }

    fn one_by_one(&mut self, mut among: SiteSet, pieces: bool, it: LocalId, condition: NodeId) -> SiteSet {
        for site in among.clone().iter() {
            if !self.with_site(it, site, pieces, |eval| eval.truth(condition)) {
                among.remove(site);
            }
        }
        among
    }

    /// `P on D from it`, `S D from it`: the directions, and the sites that are looked for there, if neither depends on `it`.
    fn neighbours(&mut self, of: NodeId, it: LocalId) -> Option<(u64, SiteSet)> {
        let program = self.program;
        let fixed = |id: NodeId| program.phrases.fixed[id.0 as usize];
        match program.node(of) {
            Node::On(what, on, false) if fixed(*what) && program.type_of(*what) == Type::Piece => {
                let ways = self.ways_from(*on, it)?;
                let pieces = self.pieces(*what);
                pieces.off.is_empty().then_some((ways, pieces.board))
            }
            Node::Intersect(parts) if parts.len() == 2 && program.type_of(of) == Type::Site => {
                let from = parts.iter().position(|part| self.ways_from(*part, it).is_some())?;
                let ways = self.ways_from(parts[from], it)?;
                let other = parts[1 - from];
                fixed(other).then(|| (ways, self.sites(other)))
            }
            _ => None,
        }
    }

    /// `D from it`: the directions.
    fn ways_from(&mut self, id: NodeId, it: LocalId) -> Option<u64> {
        let Node::From(ways, from, _) = self.program.node(id) else { return None };
        let start = match self.program.node(*from) {
            Node::Field(Field::Site, piece) => *self.program.node(*piece) == Node::Local(it),
            start => *start == Node::Local(it),
        };
        (start && self.program.phrases.fixed[ways.0 as usize]).then(|| self.bits(*ways))
    }

    /// The sites that have a wanted site next to them in one of these directions.
    fn beside(&self, among: &SiteSet, ways: u64, wanted: &SiteSet) -> SiteSet {
        let board = &self.program.equipment.board;
        let mut found = self.layout().no_sites();
        for way in ones(ways).take_while(|way| *way < board.directions.len()) {
            for site in among.iter() {
                if board.step(way, site).is_some_and(|next| wanted.contains(next)) {
                    found.insert(site);
                }
            }
        }
        found
    }
}

/// The indices of the bits that are set.
pub(in crate::engine) fn ones(bits: u64) -> impl Iterator<Item = usize> {
    let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
    std::iter::successors(Some(bits).filter(|bits| *bits != 0), rest).map(|bits| bits.trailing_zeros() as usize)
}
