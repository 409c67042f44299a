//! Compiling phrases to terms. `engine/eval` defines what a phrase means; here the same is expressed on whole sets.

mod asked;
mod bits;
mod cards;
mod compares;
mod legs;
mod lying;
mod meets;
mod numbers;
mod owners;
mod pieces;
mod tokens;
mod truths;
mod wheres;
mod windings;

use smallvec::SmallVec;

use super::Phrases;
use super::ids::{BitsId, SetId, TakenSetId, TruthId};
use super::term::{Bits, DEEPEST, OffBoardSet, Set, TURNS, Truth};
use crate::engine::bitboard::move_state::NAMES;
use crate::engine::word::Word;
use crate::model::LocalId;
use crate::model::expr::{Field, Given, Type};
use crate::program::Program;
use crate::program::code::PathId;
use crate::program::node::{Node, NodeId};
use owners::{ByOwner, place};

/// What surrounds a phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Context {
    /// The side that owns the piece being described.
    described: Option<u8>,
    /// The side of the acting piece, if it is known when compiling.
    actor: Option<u8>,
    /// Names bound by conditions around it, innermost last.
    bound: SmallVec<[(LocalId, Bound); 2]>,
    /// Those of them that mean pieces that the mover moves.
    mine: SmallVec<[LocalId; 2]>,
}

/// What a condition binds a name to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Bound {
    /// The element at a depth: a piece if the flag is set.
    Element(u8, bool),
    /// These members.
    Members(u64),
}

impl Context {
    /// This context with a name bound to members.
    pub(super) fn with_members(&self, name: LocalId, members: u64) -> Context {
        let mut inner = self.clone();
        inner.bound.push((name, Bound::Members(members)));
        inner
    }

    /// This context with a name bound to the element at the next depth; none if that is too deep.
    fn with_element(&self, name: LocalId, pieces: bool) -> Option<(Context, u8)> {
        let depth = self.bound.iter().filter(|(_, bound)| matches!(bound, Bound::Element(..))).count();
        let mut inner = self.clone();
        inner.bound.push((name, Bound::Element(depth as u8, pieces)));
        (depth < DEEPEST).then_some((inner, depth as u8))
    }

    /// This context with a name that a condition binds to pieces that the mover moves.
    fn with_mine(&self, name: LocalId) -> Context {
        let mut inner = self.clone();
        inner.mine.push(name);
        inner
    }

    /// This context with the owner of the piece being described.
    fn describing(&self, side: Option<usize>) -> Context {
        Context { described: side.map(|side| side as u8), ..self.clone() }
    }

    /// This context with an acting piece of a side.
    fn acting(&self, side: usize) -> Context {
        Context { actor: Some(side as u8), ..self.clone() }
    }

    /// This context with an acting piece of any side.
    fn acting_any(&self) -> Context {
        Context { actor: None, ..self.clone() }
    }

    fn bound(&self, name: LocalId) -> Option<Bound> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, bound)| *bound)
    }
}

/// Compiles phrases of one program.
pub(super) struct Compiler<'c, B> {
    pub(super) phrases: &'c mut Phrases<B>,
    pub(super) program: &'c Program,
}

/// The side to which a relative word (`forward`, `far-row`) is relative.
enum Whose {
    /// One side, for each place of the turn order.
    Side([usize; TURNS]),
    /// That of the acting piece.
    Actor,
    /// These sides.
    Sides(BitsId),
}

impl<B: Word> Compiler<'_, B> {
    /// The sites that a phrase denotes.
    pub(super) fn sites(&mut self, id: NodeId, context: &Context) -> Option<SetId> {
        let program = self.program;
        Some(match program.node(id) {
            Node::None => self.phrases.nothing(),
            Node::Sites(sites) => {
                let sites = self.phrases.word(sites);
                self.phrases.constant(sites)
            }
            Node::RelativeSites(row, to) => {
                let sides = 0..program.layout.sides;
                let rows: Vec<B> = sides.map(|side| self.phrases.word(program.geometry.row(side, *row))).collect();
                match self.whose(*to, context)? {
                    Whose::Side(sides) => self.phrases.constant_by_turn(sides.map(|side| rows[side])),
                    Whose::Actor => {
                        let sides: Vec<SetId> = rows.into_iter().map(|row| self.phrases.constant(row)).collect();
                        self.phrases.whose(&sides)
                    }
                    Whose::Sides(sides) => {
                        let (mut all, nothing) = (self.phrases.nothing(), self.phrases.nothing());
                        for (side, row) in rows.into_iter().enumerate() {
                            let row = self.phrases.constant(row);
                            let meant = self.has_member(sides, side);
                            let row = self.phrases.set_if(meant, row, nothing);
                            all = self.phrases.or(all, row);
                        }
                        all
                    }
                }
            }
            Node::Given(given) => {
                let set = match given {
                    Given::Empty => Set::Empty,
                    Given::Start => Set::Start,
                    Given::Landing => Set::Landing,
                    Given::Trail => Set::Trail,
                    _ => return None,
                };
                self.phrases.put_set(set)
            }
            Node::Stored(stored, of) => self.kept_sites(*stored, *of, context)?,
            Node::Intersect(parts) => {
                let mut all = self.sites(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.sites(*part, context)?;
                    all = self.phrases.and(all, part);
                }
                all
            }
            Node::Union(parts) => {
                let mut all = self.phrases.nothing();
                for part in parts {
                    let part = self.sites(*part, context)?;
                    all = self.phrases.or(all, part);
                }
                all
            }
            Node::Without(a, b) => {
                let (a, b) = (self.sites(*a, context)?, self.sites(*b, context)?);
                self.phrases.without(a, b)
            }
            Node::On(what, on, not) => {
                let (what, on) = (self.sites(*what, context)?, self.sites(*on, context)?);
                if *not { self.phrases.without(what, on) } else { self.phrases.and(what, on) }
            }
            Node::Field(Field::Site, pieces) => {
                if let Some(lying) = self.lying(*pieces, context) {
                    return lying.map(|lying| self.phrases.put_set(Set::Towers(lying)));
                }
                let (board, off) = self.pieces(*pieces, context)?;
                let (taken, towers) = (self.sites_of_taken(off), self.sites_of_towers(off));
                let off = self.phrases.or(taken, towers);
                self.phrases.or(board, off)
            }
            Node::From(ways, from, pieces) => self.from((*ways, *from, *pieces), Phrases::step, context)?,
            Node::Beyond(ways, from, pieces) => self.from((*ways, *from, *pieces), Phrases::beyond, context)?,
            Node::Local(local) => self.local_set(*local, context)?,
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.sites(*yes, context)?, self.sites(*no, context)?);
                self.phrases.set_if(condition, yes, no)
            }
            Node::Where(what, it, condition) => {
                let what = self.sites(*what, context)?;
                self.filtered(what, *it, *condition, context)?
            }
            Node::Extreme(what, it, most, key) => {
                let what = self.sites(*what, context)?;
                let (inner, depth) = context.with_element(*it, false)?;
                let key = self.number(*key, &inner)?;
                let none = self.phrases.put_off_board(OffBoardSet::None);
                self.phrases.put_set(Set::Extreme(what, none, depth, *most, key))
            }
            Node::In(what, container, not) => {
                let of = if *not { *what } else { *container };
                let other = if *not { *container } else { *what };
                let (of, other) = (self.sites(of, context)?, self.like_site(other, context)?);
                if *not { self.phrases.without(of, other) } else { self.phrases.and(of, other) }
            }
            _ => return None,
        })
    }

    /// The sites that match a phrase as a description (`Eval::contains`).
    fn like_site(&mut self, id: NodeId, context: &Context) -> Option<SetId> {
        let program = self.program;
        if program.type_of(id) != Type::Site {
            return None;
        }
        Some(match program.node(id) {
            Node::Intersect(parts) => {
                let mut all = self.like_site(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.like_site(*part, context)?;
                    all = self.phrases.and(all, part);
                }
                all
            }
            Node::Union(parts) => {
                let mut all = self.phrases.nothing();
                for part in parts {
                    let part = self.like_site(*part, context)?;
                    all = self.phrases.or(all, part);
                }
                all
            }
            Node::Without(a, b) => {
                let (a, b) = (self.like_site(*a, context)?, self.like_site(*b, context)?);
                self.phrases.without(a, b)
            }
            Node::Where(what, it, condition) => {
                let what = self.like_site(*what, context)?;
                self.filtered(what, *it, *condition, context)?
            }
            Node::In(what, container, not) => {
                let (what, container) = (self.like_site(*what, context)?, self.like_site(*container, context)?);
                if *not { self.phrases.without(what, container) } else { self.phrases.and(what, container) }
            }
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.like_site(*yes, context)?, self.like_site(*no, context)?);
                self.phrases.set_if(condition, yes, no)
            }
            Node::On(what, on, not) => {
                let what = self.like_site(*what, context)?;
                let on = self.sites(*on, &context.describing(None))?;
                if *not { self.phrases.without(what, on) } else { self.phrases.and(what, on) }
            }
            _ => self.sites(id, context)?,
        })
    }

    /// `D from S`, `D beyond S`, by `go`; of pieces, relative directions are those of each piece's owner.
    fn from(
        &mut self,
        (ways, from, pieces): (NodeId, NodeId, bool),
        go: fn(&mut Phrases<B>, BitsId, SetId) -> SetId,
        context: &Context,
    ) -> Option<SetId> {
        if !pieces {
            let (from, ways) = (self.sites(from, context)?, self.bits(ways, context)?);
            return Some(go(self.phrases, ways, from));
        }
        let (board, off) = self.pieces(from, context)?;
        let taken = self.sites_of_taken(off);
        let outer = self.bits(ways, context)?;
        let taken = go(self.phrases, outer, taken);
        let board = match self.by_owner(|compiler, context| compiler.bits(ways, context), context)? {
            ByOwner::Same(ways) => go(self.phrases, ways, board),
            ByOwner::Each(sides, nobody) => self.each_owner(board, sides, nobody, |phrases, set, ways| go(phrases, ways, set)),
        };
        Some(self.phrases.or(board, taken))
    }

    /// Whether every site of a set certainly has a piece on it.
    fn on_board(&self, id: SetId) -> bool {
        match *self.phrases.terms.sets.get(id) {
            Set::Boards(_) | Set::Standing(_) | Set::Pieces(..) | Set::Bearing(..) => true,
            Set::And(a, b) => self.on_board(a) || self.on_board(b),
            Set::Or(a, b) | Set::If(_, a, b) | Set::Whose(_, a, b) => self.on_board(a) && self.on_board(b),
            Set::Without(a, _) | Set::Where(a, _) | Set::First(a) | Set::Last(a, _) | Set::Extreme(a, ..) => self.on_board(a),
            _ => false,
        }
    }

    fn sites_of_taken(&mut self, off: TakenSetId) -> SetId {
        if off == self.phrases.put_off_board(OffBoardSet::None) {
            self.phrases.nothing()
        } else {
            self.phrases.put_set(Set::Taken(off))
        }
    }

    /// The sites of the towers that pieces, meant by names and elements, are in.
    pub(super) fn sites_of_towers(&mut self, off: TakenSetId) -> SetId {
        let towers = self.phrases.may_be_off_board && self.phrases.slots.towers.is_some();
        if !towers || off == self.phrases.put_off_board(OffBoardSet::None) {
            return self.phrases.nothing();
        }
        self.phrases.put_set(Set::TowersOf(off))
    }

    fn local_set(&mut self, local: LocalId, context: &Context) -> Option<SetId> {
        let set = match context.bound(local) {
            Some(Bound::Element(depth, _)) => Set::It(depth),
            Some(Bound::Members(_)) => return None,
            None => Set::Local(name(local)?),
        };
        Some(self.phrases.put_set(set))
    }

    fn has_member(&mut self, bits: BitsId, member: usize) -> TruthId {
        let one = self.phrases.constant_bits(1 << member);
        let both = self.phrases.put_bits(Bits::And(bits, one));
        self.phrases.put_truth(Truth::AnyBits(both))
    }

    /// Whether a phrase reads a name that is bound outside of it.
    fn mentions(&self, id: NodeId, name: LocalId) -> bool {
        match self.program.node(id) {
            Node::Local(local) => *local == name,
            Node::Where(what, it, _) | Node::Extreme(what, it, ..) if *it == name => self.mentions(*what, name),
            Node::CanBody(..) => true,
            node => {
                let in_path = matches!(node, Node::CanPath(_, path) if self.path_mentions(*path, name));
                in_path || node.parts().iter().any(|part| self.mentions(*part, name))
            }
        }
    }

    /// Whether a phrase of a path reads a name.
    fn path_mentions(&self, path: PathId, name: LocalId) -> bool {
        self.program.paths[path.0 as usize].nodes().into_iter().any(|node| self.mentions(node, name))
    }
}

/// The index of a name of a script; none if it is too large.
pub(super) fn name(local: LocalId) -> Option<u8> {
    (local.index() < NAMES).then_some(local.index() as u8)
}
