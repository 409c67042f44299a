//! Upper bounds for the number of pieces.

use crate::model::expr::{Expr, ExprKind, Field, Given};
use crate::model::rules::Effects;
use crate::model::setup::Item;
use crate::model::walk::{any_phrase, blocks};
use crate::model::{Equipment, Setup};

use super::reckon::{Around, OTHERS, OWN, Reckoner, Supply};

impl Reckoner<'_> {
    /// The most pieces that a set can hold. Of pieces on the board that is one for each site where they can be, and no more than
    /// there are at the start if no rule makes new ones. For other sets there is no bound (`i64::MAX`).
    pub(super) fn most_pieces(&self, set: &Expr, around: &Around) -> i64 {
        let elsewhere = |part: &Expr| {
            matches!(part.kind, ExprKind::In(..) | ExprKind::Contents(_) | ExprKind::Given(Given::Taken | Given::Passed))
        };
        if !on_board(set) || any_phrase(set, &mut |part| elsewhere(part)) {
            return i64::MAX;
        }
        let sites = self.sites(set, around).len() as i64;
        self.all_pieces(set).map_or(sites, |most| most.min(sites))
    }

    fn all_pieces(&self, set: &Expr) -> Option<i64> {
        let supply = self.supply.get_or_init(|| Supply::of(self));
        let of_side = supply.of_side.as_ref()?;
        let one_side = match self.owners(set) {
            OWN => true,
            OTHERS => of_side.len() == 2,
            _ => false,
        };
        if one_side && !supply.turned { of_side.iter().copied().max() } else { Some(of_side.iter().sum()) }
    }
}

impl Supply {
    fn of(reckoner: &Reckoner<'_>) -> Supply {
        let all = blocks(reckoner.rules);
        let some = |effect: Effects| all.iter().any(|block| block.effects().any(effect));
        let made = some(Effects::MAKES);
        Supply {
            of_side: reckoner.start.filter(|_| !made).and_then(|start| of_side(reckoner.equipment, start)),
            turned: some(Effects::OWNER),
        }
    }
}

/// The number of pieces that each side has at the start.
fn of_side(equipment: &Equipment, start: &Setup) -> Option<Vec<i64>> {
    let mut of_side = vec![0; equipment.sides.len()];
    let piled = start.piles.iter().flat_map(|(_, items)| items).filter_map(|item| match item {
        Item::Piece(piece) => Some(piece),
        Item::Token(_) => None,
    });
    for piece in start.board.iter().flat_map(|(_, tower)| tower).chain(piled) {
        *of_side.get_mut(piece.owner.index())? += 1;
    }
    Some(of_side)
}

/// Whether the pieces of a set are all on the board: none of them is in a pile, below a commander, or taken.
pub(super) fn on_board(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Given(Given::Pieces) | ExprKind::PiecesOfKinds(_) | ExprKind::PiecesBearing(..) => true,
        ExprKind::Field(Field::PiecesOf, _) => true,
        ExprKind::Intersect(parts) => parts.iter().any(on_board),
        ExprKind::Union(parts) => parts.iter().all(on_board),
        ExprKind::On(from, ..) | ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) | ExprKind::Without(from, _) => {
            on_board(from)
        }
        _ => false,
    }
}
