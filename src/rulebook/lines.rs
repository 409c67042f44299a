//! The lines of a board, where a picture in letters cannot show them all.

use crate::model::board::{Board, Drawing};
use crate::model::{Equipment, SiteId};
use crate::notation::squares;

/// `The lines: a1–b1–c1; a1–c3.` for boards with lines of the author's own.
pub(super) fn own(equipment: &Equipment) -> Option<String> {
    let board = &equipment.board;
    if board.drawing != Drawing::Lines || !is_own(board) {
        return None;
    }
    let name = |site: &SiteId| squares::name(equipment, *site);
    let told = |line: Vec<SiteId>| line.iter().map(name).collect::<Vec<_>>().join("–");
    Some(format!("The lines: {}.", lines(board).into_iter().map(told).collect::<Vec<_>>().join("; ")))
}

/// Whether some line bends, goes over a gap, or is missing between neighbours.
fn is_own(board: &Board) -> bool {
    let far = |from: u8, to: u8| from.abs_diff(to) > 1;
    board.directions.iter().zip(&board.steps).any(|(way, steps)| {
        let mut steps = board.sites.iter().zip(steps);
        way.orthogonal
            && (way.vector == (0, 0)
                || steps.any(|(from, to)| match to {
                    Some(to) => {
                        let to = &board.sites[to.index()];
                        far(from.file, to.file) || far(from.rank, to.rank)
                    }
                    None => {
                        let beside = (from.file as i8 + way.vector.0, from.rank as i8 + way.vector.1);
                        board.cuts.is_empty() && board.sites.iter().any(|site| (site.file as i8, site.rank as i8) == beside)
                    }
                }))
    })
}

/// Every line once, from its end, or around.
fn lines(board: &Board) -> Vec<Vec<SiteId>> {
    let sites = || (0..board.sites.len()).map(|site| SiteId(site as u16));
    let mut all = Vec::new();
    for way in (0..board.directions.len()).filter(|way| {
        let direction = &board.directions[*way];
        (direction.orthogonal || direction.diagonal) && direction.opposite.is_none_or(|back| usize::from(back) > *way)
    }) {
        let comes_from = |site: SiteId| sites().any(|from| board.step(way, from) == Some(site));
        let mut told: Vec<SiteId> = Vec::new();
        let ends = sites().filter(|site| !comes_from(*site)).collect::<Vec<_>>();
        for from in ends.into_iter().chain(sites()) {
            if told.contains(&from) || board.step(way, from).is_none() {
                continue;
            }
            let mut line = vec![from];
            for next in board.line(way, from) {
                line.push(next);
                if next == from {
                    break;
                }
            }
            told.extend(&line);
            all.push(line);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::board::{Lines, Place, Plan, build};

    #[test]
    fn a_ring_comes_back_and_a_line_ends() {
        let line = |places: &[(u8, u8)]| places.iter().map(|(file, rank)| Place::square(*file, *rank)).collect::<Vec<_>>();
        let drawn = vec![line(&[(1, 1), (3, 1)]), line(&[(1, 1), (1, 3), (3, 3), (3, 1), (1, 1)])];
        let only = Some(drawn.iter().flatten().copied().collect());
        let board = build(&Plan { lines: Lines::Drawn, drawn, only, ..Plan::grid(3, 3) });
        assert!(is_own(&board));
        let lengths: Vec<usize> = lines(&board).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 5], "from c1 to a1; around");
        assert!(!is_own(&build(&Plan { lines: Lines::Alquerque, ..Plan::grid(5, 5) })));
    }
}
