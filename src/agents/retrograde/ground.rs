//! The sites on which pieces may be when a player is to move.

use crate::endgames::Grounds;
use crate::model::{KindId, SideId, SiteId};
use crate::program::Program;
use crate::program::kernels::promotion_rows;

/// For each side and kind the sites on which such a piece can be when a player is to move: without those on which it is always
/// promoted, and only those of the class that the kind is bound to; none if the kind belongs to the other side.
///
/// ```
/// # use draughtsman::{agents, library};
/// # use draughtsman::endgames::Material;
/// let grounds = agents::grounds(&library::bundled("english").unwrap().program);
/// let of = |counts: [u8; 4]| grounds.numbers(&Material(counts.into_iter().collect()));
/// assert_eq!([of([1, 0, 0, 0]), of([0, 1, 0, 0])], [28, 32], "a man on the last row is a king");
/// ```
pub fn grounds(program: &Program) -> Grounds {
    let equipment = &program.equipment;
    let rows = promotion_rows(program);
    let mut boards = Vec::new();
    for side in (0..equipment.sides.len()).map(|side| SideId(side as u8)) {
        for kind in (0..equipment.kinds.len()).map(|kind| KindId(kind as u8)) {
            let of = &equipment.kinds[kind.index()];
            let theirs = of.owner.is_none_or(|owner| owner == side);
            let may = |site: &SiteId| {
                theirs
                    && of.on.is_none_or(|class| class == equipment.board.sites[site.index()].class)
                    && !rows.iter().any(|(kinds, row)| kinds >> kind.0 & 1 != 0 && row[side.index()].contains(*site))
            };
            boards.push((0..equipment.board.sites.len() as u16).map(SiteId).filter(may).collect());
        }
    }
    Grounds::new(boards, equipment.board.sites.len())
}
