//! Matches the equipment of two versions by name. Positions that both can represent are translated, and moves are compared in
//! the words of the first version.

use crate::model::board::Site;
use crate::model::setup::{Kept, Piece, StoredRef};
use crate::model::{Equipment, KindId, Setup, SideId, SiteId, StoredId};

use super::Version;

/// The translation between two versions, in both directions.
pub(super) struct Matching {
    /// The equipment is the same, so that either version can represent every position of the other.
    pub(super) same: bool,
    /// The memory layout is the same, so that positions can be compared directly.
    pub(super) alike: bool,
    /// Squares are matched mirrored, left for right, as the playable squares of the boards have opposite colours.
    pub(super) mirrored: bool,
    pub(super) there: Names,
    pub(super) back: Names,
}

/// The translation of one version's identifiers into the other's.
pub(super) struct Names {
    sites: Vec<Option<SiteId>>,
    sides: Vec<Option<SideId>>,
    kinds: Vec<Option<KindId>>,
    turns: Vec<Option<u8>>,
    stored: Vec<Option<StoredId>>,
    /// All identifiers are the same in both versions.
    same: bool,
}

impl Matching {
    /// The matching of two versions.
    ///
    /// # Errors
    /// Why no position can be shared.
    pub(super) fn of(a: &Version<'_>, b: &Version<'_>) -> Result<Matching, String> {
        let (equipment_a, equipment_b) = (&a.program.equipment, &b.program.equipment);
        let same = same_equipment(equipment_a, equipment_b) && same_stored(a, b);
        let mirrored = !same && mirrored(equipment_a, equipment_b);
        let (there, back) = (names(a, b, same, mirrored), names(b, a, same, mirrored));
        let none = |what: &str| Err(format!("the two have no {what} in common, so there is no position that both can have"));
        if there.sites.iter().all(Option::is_none) {
            return none("square");
        }
        if there.sides.iter().any(Option::is_none) || back.sides.iter().any(Option::is_none) {
            return Err("the two are played by different sides, so there is no position that both can have".to_owned());
        }
        if there.turns.iter().chain(&back.turns).any(Option::is_none) {
            return Err("the two are played by different players, so there is no position that both can have".to_owned());
        }
        if there.kinds.iter().all(Option::is_none) {
            return none("piece");
        }
        let tokens = |equipment: &Equipment| !equipment.tokens.is_empty();
        if !same && (tokens(equipment_a) || tokens(equipment_b)) && !same_equipment(equipment_a, equipment_b) {
            return Err("the two differ in their tokens or in what holds them, so no position is carried over".to_owned());
        }
        let alike = same && a.program.layout == b.program.layout;
        Ok(Matching { same, alike, mirrored, there, back })
    }
}

/// Whether a set-up of one version means the same in the other, with all identifiers unchanged.
fn same_equipment(a: &Equipment, b: &Equipment) -> bool {
    let sites = |one: &Equipment| one.board.sites.iter().map(|site| site.name.clone()).collect::<Vec<_>>();
    let kinds = |one: &Equipment| one.kinds.iter().map(|kind| (kind.name.clone(), kind.slots)).collect::<Vec<_>>();
    let players = |one: &Equipment| one.players.iter().map(|one| (one.name.clone(), one.side)).collect::<Vec<_>>();
    let sides = |one: &Equipment| one.sides.iter().map(|side| side.name.clone()).collect::<Vec<_>>();
    let under = |one: &Equipment| one.under.as_ref().map(|(_, token)| *token);
    sites(a) == sites(b)
        && kinds(a) == kinds(b)
        && players(a) == players(b)
        && sides(a) == sides(b)
        && a.turn_order == b.turn_order
        && under(a) == under(b)
        && (&a.slots, &a.enums, &a.tokens, &a.piles) == (&b.slots, &b.enums, &b.tokens, &b.piles)
}

fn same_stored(a: &Version<'_>, b: &Version<'_>) -> bool {
    let told = |one: &Version<'_>| {
        one.program.stored.iter().map(|stored| (stored.name.clone(), stored.of, stored.holds)).collect::<Vec<_>>()
    };
    told(a) == told(b)
}

/// The site at the mirrored place on another board, left for right.
fn mirror(of: &Equipment, site: &Site, other: &Equipment) -> Option<SiteId> {
    let same = |one: &Site| one.class == site.class && one.rank == site.rank && one.file + site.file == of.board.files + 1;
    other.board.sites.iter().position(same).map(|i| SiteId(i as u16))
}

/// Whether two boards have no square name in common, but all squares correspond after mirroring one of them.
fn mirrored(a: &Equipment, b: &Equipment) -> bool {
    let measures = |one: &Equipment| (one.board.files, one.board.ranks, one.board.sites.len());
    measures(a) == measures(b)
        && a.board.sites.iter().all(|site| b.board.site(&site.name).is_none() && mirror(a, site, b).is_some())
}

fn names(from: &Version<'_>, to: &Version<'_>, same: bool, mirrored: bool) -> Names {
    let (of, in_other) = (&from.program.equipment, &to.program.equipment);
    let side = |name: &str| in_other.sides.iter().position(|side| side.name == name).map(|i| SideId(i as u8));
    let kind = |name: &str| in_other.kinds.iter().position(|kind| kind.name == name).map(|i| KindId(i as u8));
    let player = |equipment: &Equipment, id: crate::model::PlayerId| equipment.players[id.index()].name.clone();
    let turn = |i: usize| {
        let mover = player(of, of.turn_order[i]);
        let same_place = in_other.turn_order.get(i).filter(|id| player(in_other, **id) == mover).map(|_| i);
        let found = same_place.or_else(|| in_other.turn_order.iter().position(|id| player(in_other, *id) == mover));
        found.map(|i| i as u8)
    };
    let (stored, others) = (&from.program.stored, &to.program.stored);
    let kept = |one: &crate::model::rules::Stored| {
        let like = |other: &crate::model::rules::Stored| {
            use crate::model::rules::StoredType::{Number, Set};
            other.name == one.name
                && other.of == one.of
                && match (one.holds, other.holds) {
                    (Number { .. }, Number { .. }) => true,
                    (Set(a), Set(b)) => a == b,
                    _ => false,
                }
        };
        others.iter().position(like).map(|i| StoredId(i as u8))
    };
    Names {
        sites: of
            .board
            .sites
            .iter()
            .map(|site| if mirrored { mirror(of, site, in_other) } else { in_other.board.site(&site.name) })
            .collect(),
        sides: of.sides.iter().map(|one| side(&one.name)).collect(),
        kinds: of.kinds.iter().map(|one| kind(&one.name)).collect(),
        turns: (0..of.turn_order.len()).map(turn).collect(),
        stored: stored.iter().map(kept).collect(),
        same,
    }
}

impl Names {
    /// The corresponding site of the other version.
    pub(super) fn site(&self, site: SiteId) -> Option<SiteId> {
        if self.same { Some(site) } else { self.sites.get(site.index()).copied().flatten() }
    }

    /// The corresponding side of the other version.
    pub(super) fn side(&self, side: SideId) -> Option<SideId> {
        self.sides.get(side.index()).copied().flatten()
    }

    /// A set-up in the words of the other version; `None` if it cannot be represented there. Stored values that only one
    /// version has are left out. A position in the middle of a turn cannot be translated.
    pub(super) fn carried(&self, setup: &Setup) -> Option<Setup> {
        if setup.pending.is_some() || setup.outcome.is_some() {
            return None;
        }
        if self.same {
            return Some(setup.clone());
        }
        if !setup.under.is_empty() || !setup.shuffles.is_empty() || !setup.unplaced.is_empty() {
            return None;
        }
        let piece = |piece: &Piece| {
            let plain = piece.slots.is_empty();
            let owner = self.side(piece.owner)?;
            let kind = self.kinds.get(piece.kind.index()).copied().flatten()?;
            plain.then_some(Piece { owner, kind, slots: Vec::new() })
        };
        let mut board = Vec::with_capacity(setup.board.len());
        for (site, tower) in &setup.board {
            board.push((self.site(*site)?, tower.iter().map(piece).collect::<Option<Vec<Piece>>>()?));
        }
        board.sort_by_key(|(site, _)| *site);
        let stored = setup.stored.iter().filter_map(|(what, kept)| {
            let stored = self.stored.get(what.stored.index()).copied().flatten()?;
            let kept = match kept {
                Kept::Number(number) => Kept::Number(*number),
                Kept::Sites(sites) => Kept::Sites(sites.iter().map(|site| self.site(*site)).collect::<Option<Vec<_>>>()?),
                Kept::Bits(_) => return None,
            };
            Some((StoredRef { stored, owner: what.owner }, kept))
        });
        let mut stored: Vec<(StoredRef, Kept)> = stored.collect();
        stored.sort_by_key(|(what, _)| *what);
        Some(Setup {
            turn: self.turns.get(setup.turn as usize).copied().flatten()?,
            turns: setup.turns,
            board,
            stored,
            out: setup.out.iter().map(|side| self.side(*side)).collect::<Option<Vec<_>>>()?,
            ..Setup::default()
        })
    }
}
