//! Reads phrases of endings as far as their meaning follows from the rules alone: which players, sites and pieces they name, and
//! what they measure.

use smallvec::SmallVec;

use crate::model::equipment::{PileHolds, PileOwner};
use crate::model::expr::{Arithmetic, Field, Given, Type};
use crate::model::rules::{StoredOf, StoredType};
use crate::model::{LocalId, PlayerId, SideId, SiteId, SiteSet, StoredId};
use crate::program::Program;
use crate::program::node::{Node, NodeId, Relative};

/// Something that can be measured in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The sum of what pieces count, by side, kind and site: see [`Scene::place`].
    Pieces(Vec<i64>),
    /// A counter or a clock, by its owner.
    Stored(StoredId, usize),
    /// The number of things in a pile, by its index in the layout.
    Pile(usize),
}

/// A number: `plus`, and the measure added to it or (if `less`) subtracted from it.
pub(super) struct Amount {
    pub(super) measure: Option<Measure>,
    pub(super) less: bool,
    pub(super) plus: i64,
}

/// The context of a phrase: the player whose turn it is, and the known values of names.
#[derive(Clone)]
pub(super) struct PhraseContext<'p> {
    pub(super) program: &'p Program,
    pub(super) mover: PlayerId,
    /// Names with their values: players or sides, as bits.
    pub(super) bound: SmallVec<[(LocalId, u64); 2]>,
    /// The side of the piece that a relative phrase (such as `far-row`) refers to.
    described: Option<SideId>,
}

impl<'p> PhraseContext<'p> {
    pub(super) fn new(program: &'p Program, mover: PlayerId) -> PhraseContext<'p> {
        PhraseContext { program, mover, bound: SmallVec::new(), described: None }
    }

    /// The same with one more name.
    pub(super) fn with(&self, local: LocalId, bits: u64) -> PhraseContext<'p> {
        let mut scene = self.clone();
        scene.bound.push((local, bits));
        scene
    }

    fn of(&self, side: SideId) -> PhraseContext<'p> {
        PhraseContext { described: Some(side), ..self.clone() }
    }

    /// The side whose turn it is.
    pub(super) fn side(&self) -> SideId {
        self.side_of(self.mover.index())
    }

    fn side_of(&self, player: usize) -> SideId {
        self.program.equipment.players[player].side
    }

    /// The length of the list of [`Measure::Pieces`].
    pub(super) fn places(&self) -> usize {
        let equipment = &self.program.equipment;
        equipment.sides.len() * equipment.kinds.len() * equipment.board.sites.len()
    }

    /// The index in that list of a piece of this side and kind on this site.
    fn place(&self, side: usize, kind: usize, site: usize) -> usize {
        let equipment = &self.program.equipment;
        (side * equipment.kinds.len() + kind) * equipment.board.sites.len() + site
    }

    /// A set of directions, players, sides or kinds, as bits; none if it depends on the position.
    pub(super) fn bits(&self, node: NodeId) -> Option<u64> {
        let equipment = &self.program.equipment;
        let players = |of: &dyn Fn(SideId) -> bool| {
            let all = equipment.players.iter().enumerate().filter(|(_, player)| of(player.side));
            all.fold(0, |bits, (player, _)| bits | 1 << player)
        };
        Some(match self.program.node(node) {
            Node::None => 0,
            Node::Bits(bits) => *bits,
            Node::Given(Given::Mover) => 1 << self.mover.0,
            Node::Given(Given::Opponent) => players(&|side| side != self.side()),
            Node::Given(Given::Players) => players(&|_| true),
            Node::Given(Given::Sides) => (1 << equipment.sides.len()) - 1,
            Node::Local(local) => self.bound.iter().rev().find(|(name, _)| name == local)?.1,
            Node::Field(Field::SideOf, of) => self.sides(*of)?,
            Node::Field(Field::PlayersOf, of) => {
                let sides = self.bits(*of)?;
                players(&|side| sides >> side.0 & 1 != 0)
            }
            Node::RelativeDirections(way, to) => {
                let sides = self.sides_about(*to)?;
                let ways = |side: usize| self.program.geometry.ways(side, *way);
                each_bit(sides).fold(0, |all, side| all | ways(side))
            }
            Node::Intersect(parts) => self.all_bits(parts)?.into_iter().reduce(|all, part| all & part)?,
            Node::Union(parts) => self.all_bits(parts)?.into_iter().reduce(|all, part| all | part)?,
            Node::Without(what, less) => self.bits(*what)? & !self.bits(*less)?,
            _ => return None,
        })
    }

    fn all_bits(&self, parts: &[NodeId]) -> Option<Vec<u64>> {
        parts.iter().map(|part| self.bits(*part)).collect()
    }

    /// A set of sides, or the sides of a set of players, as bits.
    pub(super) fn sides(&self, node: NodeId) -> Option<u64> {
        let bits = self.bits(node)?;
        if self.program.type_of(node) != Type::Player {
            return Some(bits);
        }
        Some(each_bit(bits).fold(0, |sides, player| sides | 1 << self.side_of(player).0))
    }

    fn sides_about(&self, to: Relative) -> Option<u64> {
        match to {
            Relative::Of(of) => self.sides(of),
            Relative::Mover => Some(1 << self.side().0),
            Relative::Described | Relative::Actor => Some(1 << self.described.unwrap_or(self.side()).0),
        }
    }

    /// A set of sites that does not depend on the position.
    pub(super) fn sites(&self, node: NodeId) -> Option<SiteSet> {
        let (board, geometry) = (&self.program.equipment.board, &self.program.geometry);
        let mut found = SiteSet::empty(board.sites.len());
        match self.program.node(node) {
            Node::None => {}
            Node::Sites(sites) => return Some(sites.clone()),
            Node::RelativeSites(row, to) => {
                each_bit(self.sides_about(*to)?).for_each(|side| found.unite(geometry.row(side, *row)));
            }
            Node::Intersect(parts) => {
                found = geometry.every.clone();
                for part in parts {
                    found.intersect(&self.sites(*part)?);
                }
            }
            Node::Union(parts) => {
                for part in parts {
                    found.unite(&self.sites(*part)?);
                }
            }
            Node::Without(what, less) => {
                found = self.sites(*what)?;
                found.subtract(&self.sites(*less)?);
            }
            Node::From(ways, from, _) => {
                let (ways, from) = (self.bits(*ways)?, self.sites(*from)?);
                let steps = each_bit(ways).flat_map(|way| from.iter().filter_map(move |site| board.step(way, site)));
                steps.for_each(|site| found.insert(site));
            }
            _ => return None,
        }
        Some(found)
    }

    /// For each side, kind and site whether the phrase describes such a piece there.
    pub(super) fn pieces(&self, node: NodeId) -> Option<Vec<bool>> {
        let of = |part: &NodeId| self.pieces(*part);
        let with = |one: Vec<bool>, other: Vec<bool>, both: fn(bool, bool) -> bool| {
            one.into_iter().zip(other).map(|(one, other)| both(one, other)).collect::<Vec<bool>>()
        };
        Some(match self.program.node(node) {
            Node::None => vec![false; self.places()],
            Node::Given(Given::Pieces) => vec![true; self.places()],
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds)?;
                self.those(|_, kind, _| kinds >> kind & 1 != 0)
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.sides(*sides)?;
                self.those(|side, _, _| sides >> side & 1 != 0)
            }
            Node::Intersect(parts) => {
                parts.iter().map(of).reduce(|all, part| Some(with(all?, part?, |one, other| one && other)))??
            }
            Node::Union(parts) => {
                parts.iter().map(of).reduce(|all, part| Some(with(all?, part?, |one, other| one || other)))??
            }
            Node::Without(what, less) => with(self.pieces(*what)?, self.pieces(*less)?, |one, other| one && !other),
            Node::On(what, sites, not) => with(self.pieces(*what)?, self.standing_on(*sites, *not)?, |one, other| one && other),
            _ => return None,
        })
    }

    /// The same for pieces on these sites, which may be different for each side; with `not` for pieces elsewhere.
    pub(super) fn standing_on(&self, sites: NodeId, not: bool) -> Option<Vec<bool>> {
        let sides = (0..self.program.equipment.sides.len() as u8).map(SideId);
        let on: Vec<SiteSet> = sides.map(|side| self.of(side).sites(sites)).collect::<Option<_>>()?;
        Some(self.those(|side, _, site| on[side].contains(site) != not))
    }

    fn those(&self, is: impl Fn(usize, usize, SiteId) -> bool) -> Vec<bool> {
        let equipment = &self.program.equipment;
        let mut found = vec![false; self.places()];
        for side in 0..equipment.sides.len() {
            for kind in 0..equipment.kinds.len() {
                let sites = (0..equipment.board.sites.len() as u16).map(SiteId);
                sites.for_each(|site| found[self.place(side, kind, site.index())] = is(side, kind, site));
            }
        }
        found
    }

    /// What a number consists of, if it contains one measure at most.
    pub(super) fn amount(&self, node: NodeId) -> Option<Amount> {
        let just = |plus| Amount { measure: None, less: false, plus };
        let measured = |measure| Amount { measure: Some(measure), less: false, plus: 0 };
        Some(match self.program.node(node) {
            Node::Number(number) => just(*number),
            Node::Count(what) => self.count(*what)?,
            Node::Total(Field::Worth, what) => {
                let kinds = &self.program.equipment.kinds;
                let sites = self.program.equipment.board.sites.len();
                let weighed = self.pieces(*what)?.into_iter().enumerate();
                let weigh = |(place, is): (usize, bool)| if is { kinds[place / sites % kinds.len()].value } else { 0 };
                measured(Measure::Pieces(weighed.map(weigh).collect()))
            }
            Node::Stored(stored, of) => {
                let declared = &self.program.stored[stored.index()];
                let owner = match declared.of {
                    StoredOf::Position => 0,
                    StoredOf::Player => only(self.bits((*of)?)?)?,
                    StoredOf::Side => only(self.sides((*of)?)?)?,
                };
                let number = matches!(declared.holds, StoredType::Number { .. });
                number.then(|| measured(Measure::Stored(*stored, owner)))?
            }
            Node::Arithmetic(how @ (Arithmetic::Add | Arithmetic::Subtract), one, other) => {
                let (one, mut other) = (self.amount(*one)?, self.amount(*other)?);
                if *how == Arithmetic::Subtract {
                    other = Amount { less: !other.less, plus: other.plus.saturating_neg(), ..other };
                }
                let plus = one.plus.saturating_add(other.plus);
                match (&one.measure, &other.measure) {
                    (_, None) => Amount { plus, ..one },
                    (None, _) => Amount { plus, ..other },
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The number of things that a phrase describes.
    pub(super) fn count(&self, what: NodeId) -> Option<Amount> {
        let count = |pieces: Vec<bool>| Measure::Pieces(pieces.into_iter().map(i64::from).collect());
        let measured = |measure| Some(Amount { measure: Some(measure), less: false, plus: 0 });
        if let Some(pile) = self.pile(what) {
            return measured(Measure::Pile(pile));
        }
        match (self.program.type_of(what), self.program.node(what)) {
            (Type::Piece, _) => measured(count(self.pieces(what)?)),
            // Empty sites: all of these sites less those with a piece.
            (Type::Site, Node::Intersect(parts)) => {
                let empty = |part: &&NodeId| *self.program.node(**part) == Node::Given(Given::Empty);
                parts.iter().find(empty)?;
                let mut sites = self.program.geometry.every.clone();
                for part in parts.iter().filter(|part| !empty(part)) {
                    sites.intersect(&self.sites(*part)?);
                }
                let standing = self.those(|_, _, site| sites.contains(site));
                Some(Amount { measure: Some(count(standing)), less: true, plus: sites.len() as i64 })
            }
            (Type::Site, _) => Some(Amount { measure: None, less: false, plus: self.sites(what)?.len() as i64 }),
            _ => None,
        }
    }

    /// The number of things in `what` that are not in `within`.
    pub(super) fn outside(&self, what: NodeId, within: NodeId) -> Option<Amount> {
        let standing = |node: NodeId| match self.program.node(node) {
            Node::Field(Field::Site, of) => Some(*of),
            _ => None,
        };
        let counted = |one: Vec<bool>, other: Vec<bool>, both: fn(bool, bool) -> bool| {
            Measure::Pieces(one.into_iter().zip(other).map(|(one, other)| i64::from(both(one, other))).collect())
        };
        let pieces = |pieces: NodeId, within: Vec<bool>| {
            let outside = counted(self.pieces(pieces)?, within, |one, other| one && !other);
            Some(Amount { measure: Some(outside), less: false, plus: 0 })
        };
        match (self.program.type_of(what), standing(what), standing(within)) {
            (Type::Piece, ..) => pieces(what, self.pieces(within)?),
            (Type::Site, Some(of), None) => pieces(of, self.standing_on(within, false)?),
            (Type::Site, None, Some(by)) => {
                let (sites, by) = (self.sites(what)?, self.pieces(by)?);
                let there = self.those(|_, _, site| sites.contains(site));
                let taken = counted(there, by, |one, other| one && other);
                Some(Amount { measure: Some(taken), less: true, plus: sites.len() as i64 })
            }
            _ => None,
        }
    }

    /// The pile whose contents the phrase describes, all of them or those of its only kind.
    fn pile(&self, what: NodeId) -> Option<usize> {
        match self.program.node(what) {
            Node::Contents(of) => {
                let Node::Field(Field::Pile(pile), of) = self.program.node(*of) else { return None };
                let declared = &self.program.equipment.piles[pile.index()];
                let owner = match declared.of {
                    PileOwner::Common | PileOwner::One(_) => 0,
                    PileOwner::EachPlayer => only(self.bits(*of)?)?,
                    PileOwner::EachSide => only(self.sides(*of)?)?,
                };
                self.program.layout.pile(*pile, owner as u8)
            }
            Node::In(_, of, false) => {
                let pile = self.pile(*of)?;
                let one = matches!(self.program.layout.piles[pile].holds, PileHolds::Kind(_));
                one.then_some(pile)
            }
            _ => None,
        }
    }
}

/// The positions of the bits that are set.
pub(super) fn each_bit(bits: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize).filter(move |bit| bits >> bit & 1 != 0)
}

/// The position of the bit, if exactly one is set.
fn only(bits: u64) -> Option<usize> {
    bits.is_power_of_two().then(|| bits.trailing_zeros() as usize)
}
