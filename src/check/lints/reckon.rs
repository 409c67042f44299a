//! Static evaluation of phrases, before any game: what a set can hold at most. Where nothing is known, everything is possible.
//! (`weigh` does the same for numbers and conditions.)

use std::cell::OnceCell;

use crate::model::equipment::RegionSites;
use crate::model::expr::{Expr, ExprKind, Field, Given, RelativeRow, RelativeTo, RelativeWay, Type, low_bits};
use crate::model::rules::RuleLine;
use crate::model::{Equipment, LocalId, Rules, Setup, SideId, SiteSet, SlotId};
use crate::source::Sources;

/// What is known of one thing: it exists, and it is one of these.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The kinds that it may be of, as bits.
    pub(super) kinds: u32,
    /// The sites where it may be or, of a site, which it may be.
    pub(super) sites: SiteSet,
}

/// What is known where a phrase is evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The acting piece.
    pub(super) actor: Option<Known>,
    /// The side of the acting piece; `None`: any.
    pub(super) side: Option<SideId>,
    /// The side of the piece that is described; `None`: any.
    pub(super) described: Option<SideId>,
    /// Bound names; the last binding of a name counts.
    pub(super) locals: Vec<(LocalId, Known)>,
}

impl Around {
    /// The same with one more name.
    pub(super) fn with(&self, local: LocalId, known: Known) -> Around {
        let mut all = self.clone();
        all.locals.push((local, known));
        all
    }

    fn local(&self, local: LocalId) -> Option<&Known> {
        self.locals.iter().rev().find(|(one, _)| *one == local).map(|(_, known)| known)
    }
}

/// Bits for the pieces of the mover's side, and for those of other sides.
pub(super) const OWN: u8 = 1;
pub(super) const OTHERS: u8 = 2;

/// Evaluates the phrases of one game statically.
#[derive(Clone, Copy)]
pub(super) struct Reckoner<'a> {
    pub(super) sources: Option<&'a Sources>,
    pub(super) equipment: &'a Equipment,
    pub(super) rules: &'a Rules,
    /// All lines, by number.
    pub(super) lines: &'a [RuleLine],
    /// The set-up, where it may be used.
    pub(super) start: Option<&'a Setup>,
    /// Computed on first use.
    pub(super) supply: &'a OnceCell<Supply>,
}

/// Numbers of pieces, computed once, because that takes a look at every rule.
pub(super) struct Supply {
    /// How many each side has at the start; `None` where that is not known, or rules make new ones.
    pub(super) of_side: Option<Vec<i64>>,
    /// Whether pieces can change sides.
    pub(super) turned: bool,
}

impl Reckoner<'_> {
    /// All kinds.
    pub(super) fn all_kinds(&self) -> u32 {
        low_bits(self.equipment.kinds.len()) as u32
    }

    /// The kinds that have an attribute or a slot.
    pub(super) fn kinds_with(&self, slot: SlotId) -> u32 {
        let kinds = self.equipment.kinds.iter().enumerate().filter(|(_, kind)| kind.slots >> slot.index() & 1 != 0);
        kinds.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// All sites.
    pub(super) fn all_sites(&self) -> SiteSet {
        SiteSet::full(self.equipment.board.sites.len())
    }

    /// A superset of a set of kinds, values, players, sides or directions, as bits.
    pub(super) fn bits(&self, set: &Expr, around: &Around) -> u64 {
        let eq = self.equipment;
        let all = match set.ty {
            Type::Kind => low_bits(eq.kinds.len()),
            Type::Player => low_bits(eq.players.len()),
            Type::Side => low_bits(eq.sides.len()),
            Type::Direction => u64::from(eq.board.all_directions()),
            Type::Value(id) => eq.enums.get(id.index()).map_or(u64::MAX, |values| low_bits(values.values.len())),
            _ => u64::MAX,
        };
        match &set.kind {
            ExprKind::None => 0,
            ExprKind::Kinds(bits) | ExprKind::Directions(bits) => u64::from(*bits),
            ExprKind::Players(bits) | ExprKind::Sides(bits) => u64::from(*bits),
            ExprKind::Values(bits) => *bits,
            ExprKind::Intersect(parts) => parts.iter().fold(all, |so_far, part| so_far & self.bits(part, around)),
            ExprKind::Union(parts) => parts.iter().fold(0, |so_far, part| so_far | self.bits(part, around)),
            ExprKind::Without(from, away) => self.bits(from, around) & !self.exact(away).unwrap_or(0),
            ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) => self.bits(from, around),
            ExprKind::If(_, then, otherwise) => self.bits(then, around) | self.bits(otherwise, around),
            ExprKind::Field(Field::Kind, pieces) => u64::from(self.kinds(pieces, around)),
            ExprKind::Field(Field::Slot(slot), pieces) if self.kinds(pieces, around) & self.kinds_with(*slot) == 0 => 0,
            ExprKind::Field(Field::SideOf, players) => {
                let players = self.bits(players, around);
                let of = eq.players.iter().enumerate().filter(|(i, _)| players >> i & 1 != 0);
                of.fold(0, |bits, (_, player)| bits | 1 << player.side.index())
            }
            ExprKind::Field(Field::PlayersOf, sides) => {
                let sides = self.bits(sides, around);
                let of = eq.players.iter().enumerate().filter(|(_, player)| sides >> player.side.index() & 1 != 0);
                of.fold(0, |bits, (i, _)| bits | 1 << i)
            }
            ExprKind::RelativeDirections(way, to) => u64::from(self.ways(*way, to, around)),
            _ => all,
        }
    }

    fn ways(&self, way: RelativeWay, to: &RelativeTo, around: &Around) -> u32 {
        let board = &self.equipment.board;
        self.facing(to, around).fold(0, |bits, side| {
            let faces = self.equipment.sides[side.index()].faces;
            bits | match way {
                RelativeWay::Forward => board.forward(faces),
                RelativeWay::Backward => board.backward(faces),
                RelativeWay::Sideways => board.sideways(faces),
            }
        })
    }

    /// The sides that a relative word may be relative to.
    fn facing<'s>(&'s self, to: &RelativeTo, around: &Around) -> impl Iterator<Item = SideId> + 's {
        let one = match to {
            RelativeTo::Described => around.described,
            RelativeTo::Actor => around.side,
            RelativeTo::Mover | RelativeTo::Of(_) => None,
        };
        let bits = match to {
            RelativeTo::Of(whose) if whose.ty == Type::Side => self.bits(whose, around),
            _ => u64::MAX,
        };
        let sides = (0..self.equipment.sides.len()).filter(move |i| bits >> i & 1 != 0).map(|i| SideId(i as u8));
        sides.filter(move |side| one.is_none_or(|one| one == *side))
    }

    /// The set itself, if it is the same in every position.
    pub(super) fn exact(&self, set: &Expr) -> Option<u64> {
        match &set.kind {
            ExprKind::None => Some(0),
            ExprKind::Kinds(bits) | ExprKind::Directions(bits) => Some(u64::from(*bits)),
            ExprKind::Players(bits) | ExprKind::Sides(bits) => Some(u64::from(*bits)),
            ExprKind::Values(bits) => Some(*bits),
            ExprKind::Union(parts) => parts.iter().try_fold(0, |so_far, part| Some(so_far | self.exact(part)?)),
            ExprKind::Intersect(parts) => parts.iter().try_fold(u64::MAX, |so_far, part| Some(so_far & self.exact(part)?)),
            _ => None,
        }
    }

    /// The kinds of a set of pieces that is given by kinds alone; `None` for any other.
    pub(super) fn exact_kinds(&self, pieces: &Expr) -> Option<u32> {
        match &pieces.kind {
            ExprKind::PiecesOfKinds(kinds) => self.exact(kinds).map(|bits| bits as u32),
            ExprKind::Union(parts) => parts.iter().try_fold(0, |so_far, part| Some(so_far | self.exact_kinds(part)?)),
            _ => None,
        }
    }

    /// A superset of the kinds of the pieces in a set, as bits.
    pub(super) fn kinds(&self, pieces: &Expr, around: &Around) -> u32 {
        let all = self.all_kinds();
        match &pieces.kind {
            ExprKind::None => 0,
            ExprKind::PiecesOfKinds(kinds) => self.bits(kinds, around) as u32,
            ExprKind::PiecesBearing(slot, ..) => self.kinds_with(*slot),
            ExprKind::Intersect(parts) => parts.iter().fold(all, |so_far, part| so_far & self.kinds(part, around)),
            ExprKind::Union(parts) => parts.iter().fold(0, |so_far, part| so_far | self.kinds(part, around)),
            ExprKind::Without(from, away) => self.kinds(from, around) & !self.exact_kinds(away).unwrap_or(0),
            ExprKind::On(from, ..) | ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) | ExprKind::In(from, ..) => {
                self.kinds(from, around)
            }
            ExprKind::If(_, then, otherwise) => self.kinds(then, around) | self.kinds(otherwise, around),
            ExprKind::Local(local) => around.local(*local).map_or(all, |known| known.kinds),
            ExprKind::Given(Given::Actor) => around.actor.as_ref().map_or(all, |known| known.kinds),
            _ => all,
        }
    }

    /// A superset of a set of sites, or of the sites of a set of pieces.
    pub(super) fn sites(&self, set: &Expr, around: &Around) -> SiteSet {
        let all = self.all_sites();
        let count = self.equipment.board.sites.len();
        match &set.kind {
            ExprKind::None => SiteSet::empty(count),
            ExprKind::Sites(sites) => sites.clone(),
            ExprKind::RelativeSites(row, to) => self.row(*row, to, around),
            ExprKind::Intersect(parts) => parts.iter().fold(all, |so_far, part| meet(so_far, &self.sites(part, around))),
            ExprKind::Union(parts) => {
                parts.iter().fold(SiteSet::empty(count), |so_far, part| join(so_far, &self.sites(part, around)))
            }
            ExprKind::Without(from, away) => match &away.kind {
                ExprKind::Sites(away) => minus(self.sites(from, around), away),
                _ => self.sites(from, around),
            },
            // a relative word there is relative to each of these pieces
            ExprKind::On(_, sites, false) => self.sites(sites, &Around { described: None, ..around.clone() }),
            ExprKind::Field(Field::Site, pieces) => self.sites(pieces, around),
            ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) => self.sites(from, around),
            ExprKind::If(_, then, otherwise) => join(self.sites(then, around), &self.sites(otherwise, around)),
            ExprKind::From(ways, from) => self.beside(self.bits(ways, around), &self.sites(from, around)),
            ExprKind::Local(local) => around.local(*local).map_or(all, |known| known.sites.clone()),
            ExprKind::Given(Given::Actor) => around.actor.as_ref().map_or(all, |known| known.sites.clone()),
            _ => all,
        }
    }

    fn row(&self, row: RelativeRow, to: &RelativeTo, around: &Around) -> SiteSet {
        let board = &self.equipment.board;
        let none = SiteSet::empty(board.sites.len());
        self.facing(to, around).fold(none, |so_far, side| {
            let faces = self.equipment.sides[side.index()].faces;
            let sites = match row {
                RelativeRow::Far => board.far_row(faces),
                RelativeRow::Home => board.far_row(faces.reversed()),
                RelativeRow::Region(region) => match self.equipment.regions.get(region.index()).map(|one| &one.sites) {
                    Some(RegionSites::Same(sites)) => sites.clone(),
                    Some(RegionSites::BySide(sets)) => sets.get(side.index()).cloned().unwrap_or_else(|| self.all_sites()),
                    None => self.all_sites(),
                },
            };
            join(so_far, &sites)
        })
    }

    /// The sites one step in any of these directions from any of these sites.
    pub(super) fn beside(&self, ways: u64, from: &SiteSet) -> SiteSet {
        let board = &self.equipment.board;
        let mut sites = SiteSet::empty(board.sites.len());
        for direction in (0..board.directions.len()).filter(|i| ways >> i & 1 != 0) {
            for site in from.iter() {
                if let Some(next) = board.step(direction, site) {
                    sites.insert(next);
                }
            }
        }
        sites
    }

    /// Whose the pieces of a set may be: [`OWN`], [`OTHERS`], or both.
    pub(super) fn owners(&self, pieces: &Expr) -> u8 {
        match &pieces.kind {
            ExprKind::Field(Field::PiecesOf, sides) => match &sides.kind {
                ExprKind::Field(Field::SideOf, players) => match &players.kind {
                    ExprKind::Given(Given::Mover) => OWN,
                    ExprKind::Given(Given::Opponent) => OTHERS,
                    _ => OWN | OTHERS,
                },
                _ => OWN | OTHERS,
            },
            ExprKind::Intersect(parts) => parts.iter().fold(OWN | OTHERS, |so_far, part| so_far & self.owners(part)),
            ExprKind::Union(parts) => parts.iter().fold(0, |so_far, part| so_far | self.owners(part)),
            ExprKind::On(from, ..) | ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) | ExprKind::Without(from, _) => {
                self.owners(from)
            }
            _ => OWN | OTHERS,
        }
    }

    /// Whether the set is empty in every position.
    pub(super) fn empty(&self, set: &Expr, around: &Around) -> bool {
        match set.ty {
            _ if set.kind == ExprKind::None => true,
            Type::Site => self.sites(set, around).is_empty(),
            Type::Piece => self.kinds(set, around) == 0 || self.owners(set) == 0 || self.sites(set, around).is_empty(),
            Type::Kind | Type::Player | Type::Side | Type::Direction | Type::Value(_) => self.bits(set, around) == 0,
            _ => false,
        }
    }

    /// Whether the set is never empty.
    pub(super) fn some(&self, set: &Expr, around: &Around) -> bool {
        match &set.kind {
            ExprKind::Local(local) => around.local(*local).is_some(),
            ExprKind::Given(Given::Actor) => around.actor.is_some(),
            ExprKind::Given(Given::Mover | Given::Players | Given::Sides) => true,
            ExprKind::Sites(sites) => !sites.is_empty(),
            ExprKind::Union(parts) => parts.iter().any(|part| self.some(part, around)),
            ExprKind::Field(Field::Owner | Field::Kind | Field::Site | Field::SideOf, of) => self.some(of, around),
            _ => self.exact(set).is_some_and(|bits| bits != 0),
        }
    }

    /// What is known of an element of this set.
    pub(super) fn one_of(&self, set: &Expr, around: &Around) -> Known {
        let kinds = if set.ty == Type::Piece { self.kinds(set, around) } else { self.all_kinds() };
        let sites = if matches!(set.ty, Type::Piece | Type::Site) { self.sites(set, around) } else { self.all_sites() };
        Known { kinds, sites }
    }
}

/// The intersection.
pub(super) fn meet(mut a: SiteSet, b: &SiteSet) -> SiteSet {
    a.intersect(b);
    a
}

/// The union.
pub(super) fn join(mut a: SiteSet, b: &SiteSet) -> SiteSet {
    a.unite(b);
    a
}

fn minus(mut a: SiteSet, b: &SiteSet) -> SiteSet {
    a.subtract(b);
    a
}
