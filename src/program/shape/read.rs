//! From phrases to terms. What cannot be said is `None`, and then the rule has no shape.

use crate::model::expr::{Arithmetic, Field, Given, Type};
use crate::model::rules::StoredOf;
use crate::model::{LocalId, SiteSet, StoredId};
use crate::program::Program;
use crate::program::node::{Node, NodeId, Relative};

use super::super::kernels::sets::{self, all_kinds};
use super::slots::{Holds, Slots};
use super::terms::{self, Who};

type Squares = terms::Squares<SiteSet>;
type Number = terms::Number<SiteSet>;
type Condition = terms::Condition<SiteSet>;

/// What phrases at one place may speak of.
#[derive(Clone, Copy)]
pub(super) struct Reading<'p> {
    pub(super) program: &'p Program,
    pub(super) slots: &'p Slots,
    /// The name of the acting piece: `it` in a `when king lands`.
    pub(super) piece: Option<LocalId>,
    /// Names of players, and who they are, the innermost last.
    pub(super) players: [Option<(LocalId, Who)>; terms::DEEPEST],
    /// The name of a piece of which only the owner is known.
    pub(super) owned: Option<(LocalId, Who)>,
    /// The owner of the piece being described.
    pub(super) described: Option<u8>,
    /// It is known how often the position has stood: between turns.
    pub(super) repeats: bool,
}

impl<'p> Reading<'p> {
    pub(super) fn new(program: &'p Program, slots: &'p Slots) -> Reading<'p> {
        Reading { program, slots, piece: None, players: [None; terms::DEEPEST], owned: None, described: None, repeats: false }
    }

    /// One player or side.
    pub(super) fn who(&self, node: NodeId) -> Option<Who> {
        let equipment = &self.program.equipment;
        let one = |sides: u8| (sides.count_ones() == 1).then(|| Who::Side(sides.trailing_zeros() as u8));
        match self.program.node(node) {
            Node::Given(Given::Mover) => Some(Who::Mover),
            Node::Given(Given::Opponent) => Some(Who::Opponent),
            Node::Local(local) => {
                let named = self.players.iter().rev().flatten().find(|(name, _)| name == local);
                named.map(|(_, who)| *who)
            }
            Node::Field(Field::SideOf, players) => self.who(*players),
            Node::Field(Field::Owner, piece) => match self.program.node(*piece) {
                Node::Local(local) => self.owned.filter(|(name, _)| name == local).map(|(_, who)| who),
                _ => None,
            },
            Node::Bits(bits) if self.program.type_of(node) == Type::Player => one(sets::sides_of(equipment, *bits)),
            Node::Bits(bits) if self.program.type_of(node) == Type::Side => one(*bits as u8),
            _ => None,
        }
    }

    /// One side, or (`None`) both.
    fn one_or_both(&self, node: NodeId) -> Option<Option<Who>> {
        match self.program.node(node) {
            Node::Given(Given::Players | Given::Sides) => Some(None),
            Node::Field(Field::SideOf, of) => self.one_or_both(*of),
            _ => self.who(node).map(Some),
        }
    }

    /// The slot of a stored thing, and whose.
    pub(super) fn stored(&self, id: StoredId, of: Option<NodeId>) -> Option<(usize, Option<Who>)> {
        let slot = self.slots.first[id.index()]?;
        let who = match (self.program.stored[id.index()].of, of) {
            (StoredOf::Position, _) => None,
            (_, None) => Some(Who::Mover),
            (_, Some(of)) => Some(self.who(of)?),
        };
        Some((slot, who))
    }

    /// The kinds that a phrase asks for among what was taken: `taken`, `king in taken`.
    fn among_taken(&self, node: NodeId) -> Option<u32> {
        match self.program.node(node) {
            Node::Given(Given::Taken) => Some(all_kinds(self.program)),
            Node::In(what, list, false) if matches!(self.program.node(*list), Node::Given(Given::Taken)) => {
                let (whose, kinds) = sets::pieces(self.program, *what)?;
                Some(if whose == sets::Whose::Own { 0 } else { kinds })
            }
            _ => None,
        }
    }

    fn last_taken(&self, node: NodeId) -> bool {
        match self.program.node(node) {
            Node::Field(Field::Last, of) => matches!(self.program.node(*of), Node::Given(Given::Taken)),
            _ => false,
        }
    }

    /// A set of sites, or the sites of a set of pieces.
    pub(super) fn squares(&self, node: NodeId) -> Option<Squares> {
        let program = self.program;
        let every = |parts: &[NodeId]| parts.iter().map(|part| self.squares(*part)).collect::<Option<Vec<Squares>>>();
        Some(match program.node(node) {
            Node::None => Squares::Any(Vec::new()),
            Node::Sites(sites) => Squares::Fixed(sites.clone()),
            Node::RelativeSites(row, to) => {
                let [a, b] = sets::rows(&program.equipment, *row)?;
                match (to, self.described) {
                    (Relative::Described, Some(side)) => Squares::Fixed(if side == 0 { a } else { b }),
                    (Relative::Of(of), _) => Squares::Of(self.who(*of)?, Box::new([a, b])),
                    // Who acts is always of the mover's side.
                    _ => Squares::Of(Who::Mover, Box::new([a, b])),
                }
            }
            Node::Given(Given::Pieces) => Squares::Pieces(None, all_kinds(program)),
            Node::Given(Given::Empty) => Squares::Empty,
            Node::Given(Given::Actor) => Squares::Actor,
            Node::Given(Given::Start) => Squares::Start,
            Node::Local(local) if self.piece == Some(*local) => Squares::Actor,
            Node::PiecesOfKinds(kinds) => match program.node(*kinds) {
                Node::Bits(kinds) => Squares::Pieces(None, *kinds as u32),
                _ => return None,
            },
            Node::Field(Field::PiecesOf, sides) => Squares::Pieces(self.one_or_both(*sides)?, all_kinds(program)),
            Node::Field(Field::Site, of) if self.last_taken(*of) => Squares::LastTaken,
            Node::Field(Field::Site, of) => self.squares(*of)?,
            Node::Where(what, it, condition) if program.type_of(*what) == Type::Piece => {
                let (mut inside, who) = self.inside(*it)?;
                inside.owned = Some((*it, who));
                Squares::OfSides(Box::new((self.squares(*what)?, inside.condition(*condition)?)))
            }
            Node::Stored(id, of) => {
                let (slot, who) = self.stored(*id, *of)?;
                if !matches!(self.slots.list[slot].holds, Holds::Piece | Holds::Site) {
                    return None;
                }
                Squares::Kept(slot, who)
            }
            Node::Intersect(parts) => within_all(every(parts)?),
            Node::Union(parts) => Squares::Any(every(parts)?),
            Node::Without(a, b) => Squares::Without(Box::new((self.squares(*a)?, self.squares(*b)?))),
            Node::On(what, place, not) => {
                let what = self.squares(*what)?;
                let standing = self.standing(&what, *place)?;
                if *not { Squares::Without(Box::new((what, standing))) } else { standing }
            }
            Node::From(ways, from, _) => {
                let Node::Bits(ways) = program.node(*ways) else { return None };
                let from = if self.last_taken(*from) { Squares::LastTaken } else { self.squares(*from)? };
                Squares::Steps(*ways as u32, Box::new(from))
            }
            _ => return None,
        })
    }

    /// Those of a set that stand on a place, which may be another for each side.
    fn standing(&self, what: &Squares, place: NodeId) -> Option<Squares> {
        let of = |side: u8| Reading { described: Some(side), ..*self }.squares(place);
        let (first, second) = (of(0)?, of(1)?);
        Some(if first == second {
            within_all(vec![what.clone(), first])
        } else {
            Squares::Standing(Box::new(what.clone()), Box::new([first, second]))
        })
    }

    /// A number.
    pub(super) fn number(&self, node: NodeId) -> Option<Number> {
        let program = self.program;
        Some(match program.node(node) {
            Node::Number(number) => Number::Fixed(*number),
            Node::Given(Given::Turns) => Number::Carried(self.slots.turns?, None),
            Node::Given(Given::Repeats) if self.repeats => Number::Repeats,
            Node::Stored(id, of) => {
                let (slot, who) = self.stored(*id, *of)?;
                if !matches!(self.slots.list[slot].holds, Holds::Number { .. }) {
                    return None;
                }
                Number::Carried(slot, who)
            }
            Node::Count(of) => match self.among_taken(*of) {
                Some(kinds) => Number::Taken(kinds),
                None if matches!(program.type_of(*of), Type::Site | Type::Piece) => Number::Count(self.squares(*of)?),
                None => return None,
            },
            Node::Total(Field::Worth, of) if program.type_of(*of) == Type::Piece => {
                let worth = program.equipment.kinds.iter().map(|kind| kind.value).collect();
                Number::Worth(self.squares(*of)?, worth)
            }
            Node::Arithmetic(op, a, b) => {
                let pair = Box::new((self.number(*a)?, self.number(*b)?));
                match op {
                    Arithmetic::Add => Number::Sum(pair),
                    Arithmetic::Subtract => Number::Difference(pair),
                    Arithmetic::Multiply => Number::Product(pair),
                    Arithmetic::Remainder => return None,
                }
            }
            Node::If(condition, a, b) => {
                Number::If(Box::new((self.condition(*condition)?, self.number(*a)?, self.number(*b)?)))
            }
            _ => return None,
        })
    }

    /// A condition.
    pub(super) fn condition(&self, node: NodeId) -> Option<Condition> {
        let program = self.program;
        let every = |parts: &[NodeId]| parts.iter().map(|part| self.condition(*part)).collect::<Option<Vec<Condition>>>();
        Some(match program.node(node) {
            Node::Truth(truth) => Condition::Truth(*truth),
            Node::And(parts) => Condition::All(every(parts)?),
            Node::Or(parts) => Condition::Any(every(parts)?),
            Node::Not(part) => Condition::Not(Box::new(self.condition(*part)?)),
            Node::Compare(order, a, b) => Condition::Compare(*order, Box::new((self.number(*a)?, self.number(*b)?))),
            Node::Some(of) => match program.type_of(*of) {
                Type::Site | Type::Piece => match self.among_taken(*of) {
                    Some(kinds) => Condition::Taken(kinds),
                    None => Condition::Some(self.squares(*of)?),
                },
                Type::Player => Condition::SomeSide(Box::new(self.players_where(*of)?)),
                Type::Truth => self.condition(*of)?,
                _ => return None,
            },
            Node::Is(a, b) => self.is(*a, *b)?,
            Node::Stored(id, of) => {
                let (slot, who) = self.stored(*id, *of)?;
                if self.slots.list[slot].holds != Holds::Truth {
                    return None;
                }
                let zero = (Number::Carried(slot, who), Number::Fixed(0));
                Condition::Compare(crate::syntax::ast::Order::Unequal, Box::new(zero))
            }
            _ => return None,
        })
    }

    /// The condition of `player where …`.
    pub(super) fn players_where(&self, node: NodeId) -> Option<Condition> {
        let Node::Where(all, it, condition) = self.program.node(node) else { return None };
        if !matches!(self.program.node(*all), Node::Given(Given::Players)) {
            return None;
        }
        self.inside(*it)?.0.condition(*condition)
    }

    /// Inside a phrase that speaks of one side after the other; and which side that is there.
    fn inside(&self, it: LocalId) -> Option<(Reading<'p>, Who)> {
        let depth = self.players.iter().flatten().filter(|(_, who)| matches!(who, Who::It(_))).count();
        let who = Who::It(depth as u8);
        let mut inside = *self;
        *inside.players.iter_mut().find(|name| name.is_none())? = Some((it, who));
        // A name of an outer phrase that is called the same is another one.
        inside.piece = inside.piece.filter(|name| *name != it);
        inside.owned = inside.owned.filter(|(name, _)| *name != it);
        Some((inside, who))
    }

    fn is(&self, a: NodeId, b: NodeId) -> Option<Condition> {
        let program = self.program;
        let within = |a: Squares, b: Squares| Some(Condition::Within(Box::new((a, b))));
        if self.last_taken(a) {
            let (whose, kinds) = sets::pieces(program, b)?;
            return Some(Condition::LastTaken(if whose == sets::Whose::Own { 0 } else { kinds }));
        }
        match (program.node(a), program.type_of(a)) {
            // The other side's relative words are those of the piece's owner: sayable where that is the mover.
            (Node::Field(Field::Site, of), _) => match program.node(*of) {
                Node::Given(Given::Actor) => within(Squares::Actor, self.squares(b)?),
                _ => None,
            },
            (Node::Field(Field::Kind, of), _) => match program.node(b) {
                Node::Bits(kinds) => within(self.squares(*of)?, Squares::Pieces(None, *kinds as u32)),
                _ => None,
            },
            (_, Type::Player | Type::Side) => {
                let sides = match (program.node(b), program.type_of(b)) {
                    (Node::Bits(players), Type::Player) => sets::sides_of(&program.equipment, *players),
                    (Node::Bits(sides), Type::Side) => *sides as u8,
                    _ => return None,
                };
                Some(Condition::Is(self.who(a)?, sides))
            }
            (_, Type::Piece) if self.among_taken(a).is_none() => {
                let a = self.squares(a)?;
                let b = if program.type_of(b) == Type::Site { self.standing(&a, b)? } else { self.squares(b)? };
                within(a, b)
            }
            (_, Type::Site) => within(self.squares(a)?, self.squares(b)?),
            _ => None,
        }
    }
}

/// What is in all of them; two descriptions of pieces are one.
fn within_all(parts: Vec<Squares>) -> Squares {
    let mut all: Vec<Squares> = Vec::new();
    for part in parts {
        let merged = all.iter_mut().find_map(|known| match (known, &part) {
            (known @ Squares::Pieces(..), Squares::Pieces(whose, kinds)) => {
                let Squares::Pieces(before, of) = known else { return None };
                let whose = match (*before, *whose) {
                    (None, whose) | (whose, None) => whose,
                    (a, b) if a == b => a,
                    _ => return None,
                };
                *known = Squares::Pieces(whose, *of & kinds);
                Some(())
            }
            _ => None,
        });
        if merged.is_none() {
            all.push(part);
        }
    }
    if all.len() == 1 { all.remove(0) } else { Squares::All(all) }
}
