//! Phrases that denote members: directions, players, sides, kinds or values; stored things and piles.

use super::super::ids::{BitsId, NumberId, SetId, TruthId};
use super::super::term::{Bits, Set, TURNS};
use super::{Bound, Compiler, Context, Whose, name, place};
use crate::engine::word::Word;
use crate::model::equipment::PileOwner;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::StoredOf;
use crate::model::{PileId, StoredId};
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// The members that a phrase denotes.
    pub(in super::super) fn bits(&mut self, id: NodeId, context: &Context) -> Option<BitsId> {
        let program = self.program;
        let equipment = &program.equipment;
        Some(match program.node(id) {
            Node::None => self.phrases.constant_bits(0),
            Node::Bits(bits) => self.phrases.constant_bits(*bits),
            Node::RelativeDirections(way, to) => {
                let ways = |side: usize| program.geometry.ways(side, *way);
                match self.whose(*to, context)? {
                    Whose::Side(sides) => self.phrases.put_bits(Bits::Known(sides.map(ways))),
                    Whose::Actor => {
                        let sides: Vec<u64> = (0..program.layout.sides).map(ways).collect();
                        let sides: Vec<BitsId> = sides.into_iter().map(|ways| self.phrases.constant_bits(ways)).collect();
                        self.phrases.whose_bits(&sides)
                    }
                    Whose::Sides(sides) => self.map(sides, (0..program.layout.sides).map(ways).collect()),
                }
            }
            Node::Given(given) => {
                let players = &equipment.players;
                let of = |turn: usize| self.phrases.seats.players[turn];
                let bits = match given {
                    Given::Mover => std::array::from_fn(|turn| 1 << of(turn)),
                    Given::Opponent => std::array::from_fn(|turn| {
                        let side = players.get(of(turn) as usize).map(|player| player.side);
                        let others = players.iter().enumerate().filter(|(_, player)| Some(player.side) != side);
                        others.fold(0, |all, (i, _)| all | 1 << i)
                    }),
                    Given::Players => [(1 << players.len()) - 1; TURNS],
                    Given::Sides => [(1 << equipment.sides.len()) - 1; TURNS],
                    _ => return None,
                };
                self.phrases.put_bits(Bits::Known(bits))
            }
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                let bits = match self.slot(*stored, owners) {
                    Some(slot) => Bits::Kept(slot),
                    None => Bits::KeptOf(stored.0 as u16, owners),
                };
                self.phrases.put_bits(bits)
            }
            Node::Intersect(parts) => {
                let mut all = self.phrases.constant_bits(u64::MAX);
                for part in parts {
                    let part = self.bits(*part, context)?;
                    all = self.phrases.put_bits(Bits::And(all, part));
                }
                all
            }
            Node::Union(parts) => {
                let mut all = self.phrases.constant_bits(0);
                for part in parts {
                    let part = self.bits(*part, context)?;
                    all = self.phrases.put_bits(Bits::Or(all, part));
                }
                all
            }
            Node::Without(a, b) => {
                let (a, b) = (self.bits(*a, context)?, self.bits(*b, context)?);
                self.phrases.put_bits(Bits::Without(a, b))
            }
            Node::Field(field, of) => self.field_bits(*field, *of, context)?,
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Members(members)) => self.phrases.constant_bits(members),
                Some(Bound::Element(..)) => return None,
                None => self.phrases.put_bits(Bits::Local(name(*local)?)),
            },
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.bits(*yes, context)?, self.bits(*no, context)?);
                self.phrases.put_bits(Bits::If(condition, yes, no))
            }
            Node::Where(what, it, condition) => {
                let of = self.bits(*what, context)?;
                let members = 0..self.universe(*what);
                let truths = members.map(|member| self.truth(*condition, &context.with_members(*it, 1 << member)));
                let truths: Vec<TruthId> = truths.collect::<Option<_>>()?;
                let list = place(&mut self.phrases.tables.truth_lists, truths);
                self.phrases.put_bits(Bits::Where(of, list))
            }
            Node::Extreme(what, it, most, key) => {
                let of = self.bits(*what, context)?;
                let members = 0..self.universe(*what);
                let keys = members.map(|member| self.number(*key, &context.with_members(*it, 1 << member)));
                let keys: Vec<NumberId> = keys.collect::<Option<_>>()?;
                let list = place(&mut self.phrases.tables.number_lists, keys);
                self.phrases.put_bits(Bits::Extreme(of, *most, list))
            }
            Node::In(what, container, not) => {
                let (what, container) = (self.bits(*what, context)?, self.bits(*container, context)?);
                self.phrases.put_bits(if *not { Bits::Without(what, container) } else { Bits::And(what, container) })
            }
            _ => return None,
        })
    }

    /// How many members a phrase of this type can have.
    pub(super) fn universe(&self, id: NodeId) -> usize {
        let equipment = &self.program.equipment;
        match self.program.type_of(id) {
            Type::Direction => equipment.board.directions.len(),
            Type::Player => equipment.players.len(),
            Type::Side => equipment.sides.len(),
            Type::Kind => equipment.kinds.len(),
            Type::Value(values) => equipment.enums[values.index()].values.len(),
            _ => 0,
        }
    }

    fn field_bits(&mut self, field: Field, of: NodeId, context: &Context) -> Option<BitsId> {
        let equipment = &self.program.equipment;
        Some(match field {
            Field::Owner => {
                if let Some(lying) = self.lying(of, context) {
                    return lying.map(|lying| self.phrases.put_bits(Bits::OwnersLying(lying)));
                }
                let pieces = self.pieces(of, context)?;
                self.owners_of(pieces)
            }
            Field::Kind => {
                if let Some(lying) = self.lying(of, context) {
                    return lying.map(|lying| self.phrases.put_bits(Bits::KindsLying(lying)));
                }
                let (set, off) = self.pieces(of, context)?;
                self.phrases.put_bits(Bits::Kinds(set, off))
            }
            Field::Opposite => {
                let directions = &self.program.equipment.board.directions;
                let table = directions.iter().map(|way| way.opposite.map_or(0, |back| 1 << back)).collect();
                let of = self.bits(of, context)?;
                self.map(of, table)
            }
            Field::SideOf => {
                let players = self.bits(of, context)?;
                self.sides_of_players(players)
            }
            Field::PlayersOf => {
                let sides = self.bits(of, context)?;
                let of_side = |side: usize| {
                    let players = equipment.players.iter().enumerate();
                    players.filter(|(_, player)| player.side.index() == side).fold(0, |all, (i, _)| all | 1 << i)
                };
                let table = (0..equipment.sides.len()).map(of_side).collect();
                self.map(sides, table)
            }
            Field::PlayerAttribute(i) => {
                let players = self.bits(of, context)?;
                let attribute = |player: &crate::model::equipment::Player| {
                    player.attributes.get(i as usize).map_or(0, |(_, _, values)| *values)
                };
                let table = equipment.players.iter().map(attribute).collect();
                self.map(players, table)
            }
            Field::Face => {
                let cards = self.cards(of, context)?;
                self.phrases.put_bits(Bits::Faces(cards))
            }
            Field::Slot(_) | Field::Attribute(_) => self.borne_bits(field, of, context)?,
            _ => return None,
        })
    }

    pub(super) fn map(&mut self, of: BitsId, table: Vec<u64>) -> BitsId {
        let table = place(&mut self.phrases.tables.maps, table);
        self.phrases.put_bits(Bits::Map(of, table))
    }

    pub(super) fn sides_of_players(&mut self, players: BitsId) -> BitsId {
        let table = self.program.equipment.players.iter().map(|player| 1 << player.side.0).collect();
        self.map(players, table)
    }

    /// The owners whose stored thing is meant, as bits.
    pub(super) fn owners(&mut self, stored: StoredId, of: Option<NodeId>, context: &Context) -> Option<BitsId> {
        Some(match (self.program.stored[stored.index()].of, of) {
            // Of a thing that each player or side has, a phrase always says whose (E0317).
            (StoredOf::Position, _) | (_, None) => self.phrases.constant_bits(1),
            (_, Some(of)) => self.bits(of, context)?,
        })
    }

    /// The index of the first number of a stored thing, for each place of the turn order, if the owner is one and constant.
    pub(super) fn slot(&self, stored: StoredId, owners: BitsId) -> Option<[u16; TURNS]> {
        let Bits::Known(owners) = *self.phrases.terms.bits.get(owners) else { return None };
        let slots = self.phrases.slots.all_stored()[stored.index()];
        let one = |bits: u64| bits.count_ones() == 1 && (bits.trailing_zeros() as usize) < slots.owners;
        let at = |bits: u64| (slots.start + bits.trailing_zeros() as usize * slots.width) as u16;
        owners.iter().all(|bits| one(*bits)).then(|| owners.map(at))
    }

    pub(super) fn kept_sites(&mut self, stored: StoredId, of: Option<NodeId>, context: &Context) -> Option<SetId> {
        let owners = self.owners(stored, of, context)?;
        Some(match self.slot(stored, owners) {
            Some(slot) => self.phrases.put_set(Set::Kept(slot)),
            None => self.phrases.put_set(Set::KeptOf(stored.0 as u16, owners)),
        })
    }

    /// The piles that a phrase denotes, as bits by their indices in the layout.
    pub(in super::super) fn piles(&mut self, id: NodeId, context: &Context) -> Option<BitsId> {
        Some(match self.program.node(id) {
            Node::Field(Field::Pile(pile), of) => self.piles_of(*pile, *of, context)?,
            Node::Union(parts) => {
                let mut all = self.phrases.constant_bits(0);
                for part in parts {
                    let part = self.piles(*part, context)?;
                    all = self.phrases.put_bits(Bits::Or(all, part));
                }
                all
            }
            _ => return None,
        })
    }

    fn piles_of(&mut self, pile: PileId, of: NodeId, context: &Context) -> Option<BitsId> {
        let (program, layout) = (self.program, &self.program.layout);
        let owners = match program.equipment.piles[pile.index()].of {
            PileOwner::Common | PileOwner::One(_) => self.phrases.constant_bits(1),
            PileOwner::EachSide | PileOwner::EachPlayer => self.bits(of, context)?,
        };
        let table = (0..8).map(|owner| layout.pile(pile, owner).map_or(0, |place| 1 << place)).collect();
        Some(self.map(owners, table))
    }
}
