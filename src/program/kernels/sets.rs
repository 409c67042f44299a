//! Sets that are the same in every position: pieces by owner and kind, directions, rows.

use crate::model::equipment::{Equipment, RegionSites};
use crate::model::expr::{Field, Given, RelativeRow, RelativeWay};
use crate::model::{SideId, SiteSet};
use crate::program::Program;
use crate::program::node::{Node, NodeId, Relative};

/// The owner of pieces, relative to the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    Any,
    Own,
    Enemy,
}

/// Every kind of the game, as bits.
pub(super) fn all_kinds(program: &Program) -> u32 {
    (1u32 << program.equipment.kinds.len()) - 1
}

/// Kinds by name, as bits: `king or duke`.
fn kinds_of(program: &Program, node: NodeId) -> Option<u32> {
    match program.node(node) {
        Node::Bits(kinds) => Some(*kinds as u32),
        Node::Union(parts) => parts.iter().try_fold(0, |all, part| Some(all | kinds_of(program, *part)?)),
        _ => None,
    }
}

/// A set of pieces that is determined by owner and kinds.
pub(super) fn pieces(program: &Program, node: NodeId) -> Option<(Whose, u32)> {
    let all = all_kinds(program);
    match program.node(node) {
        Node::Given(Given::Pieces) => Some((Whose::Any, all)),
        Node::PiecesOfKinds(kinds) => Some((Whose::Any, kinds_of(program, *kinds)?)),
        Node::Field(Field::PiecesOf, sides) => match program.node(*sides) {
            Node::Field(Field::SideOf, players) => match program.node(*players) {
                Node::Given(Given::Mover) => Some((Whose::Own, all)),
                Node::Given(Given::Opponent) => Some((Whose::Enemy, all)),
                _ => None,
            },
            _ => None,
        },
        Node::Intersect(parts) => parts.iter().try_fold((Whose::Any, all), |(whose, kinds), part| {
            let (other, more) = pieces(program, *part)?;
            let whose = match (whose, other) {
                (whose, Whose::Any) => whose,
                (Whose::Any, other) => other,
                (a, b) if a == b => a,
                _ => return None,
            };
            Some((whose, kinds & more))
        }),
        Node::Union(parts) => parts.iter().try_fold(None, |sum: Option<(Whose, u32)>, part| {
            let (other, more) = pieces(program, *part)?;
            match sum {
                None => Some(Some((other, more))),
                Some((whose, kinds)) if whose == other => Some(Some((whose, kinds | more))),
                Some(_) => None,
            }
        })?,
        _ => None,
    }
}

/// Directions, for each side.
pub(super) fn ways(program: &Program, node: NodeId) -> Option<[u32; 2]> {
    let equipment = &program.equipment;
    match program.node(node) {
        Node::Bits(bits) => Some([*bits as u32; 2]),
        Node::RelativeDirections(way, Relative::Actor | Relative::Mover) => Some([0, 1].map(|side| {
            let faces = equipment.sides[side].faces;
            match way {
                RelativeWay::Forward => equipment.board.forward(faces),
                RelativeWay::Backward => equipment.board.backward(faces),
                RelativeWay::Sideways => equipment.board.sideways(faces),
            }
        })),
        Node::Intersect(parts) => parts.iter().try_fold([u32::MAX; 2], |all, part| {
            let part = ways(program, *part)?;
            Some([all[0] & part[0], all[1] & part[1]])
        }),
        Node::Union(parts) => parts.iter().try_fold([0; 2], |all, part| {
            let part = ways(program, *part)?;
            Some([all[0] | part[0], all[1] | part[1]])
        }),
        Node::Without(a, b) => {
            let (a, b) = (ways(program, *a)?, ways(program, *b)?);
            Some([a[0] & !b[0], a[1] & !b[1]])
        }
        _ => None,
    }
}

/// Sites that are the same for both sides, or that each side has of its own.
pub(super) fn place(equipment: &Equipment, node: &Node) -> Option<[SiteSet; 2]> {
    match node {
        Node::Sites(sites) => Some([sites.clone(), sites.clone()]),
        Node::RelativeSites(row, Relative::Described | Relative::Actor | Relative::Mover) => rows(equipment, *row),
        _ => None,
    }
}

/// The sites of a relative word, for each side.
pub(super) fn rows(equipment: &Equipment, row: RelativeRow) -> Option<[SiteSet; 2]> {
    let of = |side: usize| {
        let faces = equipment.sides[side].faces;
        match row {
            RelativeRow::Far => Some(equipment.board.far_row(faces)),
            RelativeRow::Home => Some(equipment.board.far_row(faces.reversed())),
            RelativeRow::Region(region) => match &equipment.regions[region.index()].sites {
                RegionSites::Same(sites) => Some(sites.clone()),
                RegionSites::BySide(sites) => sites.get(side).cloned(),
            },
        }
    };
    Some([of(0)?, of(1)?])
}

/// The sides of players, as bits.
pub(super) fn sides_of(equipment: &Equipment, players: u64) -> u8 {
    let all = equipment.players.iter().enumerate().filter(|(i, _)| players >> i & 1 != 0);
    all.fold(0, |sides, (_, player)| {
        let SideId(side) = player.side;
        sides | 1 << side
    })
}
