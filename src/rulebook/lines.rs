//! The lines and leaps of a board in words, where a diagram in letters cannot show them all.

use std::collections::BTreeSet;

use super::prose::{joined, spoken};
use crate::model::board::{Board, Drawing};
use crate::model::{Equipment, SiteId};
use crate::notation::squares;

/// `The lines: a1–b1–c1; a1–c3.` for boards whose lines the author has listed.
pub(super) fn own(equipment: &Equipment) -> Option<String> {
    let board = &equipment.board;
    if board.drawing != Drawing::Lines || !is_own(board) {
        return None;
    }
    let name = |site: &SiteId| squares::name(equipment, *site);
    let told = |line: Vec<SiteId>| line.iter().map(name).collect::<Vec<_>>().join("–");
    Some(format!("The lines: {}.", lines(board).into_iter().map(told).collect::<Vec<_>>().join("; ")))
}

/// The named directions that are not the author's.
const GIVEN: [&str; 10] =
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", "orthogonal", "diagonal"];

/// `A leap of “knight” leads 1 file and 2 ranks or 2 files and 1 rank away, either way.` for each leap that the author has named.
pub(super) fn leaps(equipment: &Equipment) -> Vec<String> {
    let board = &equipment.board;
    // a single vector of a leap is named by its number: `knight-1`
    let one_of = |name: &str| name.rsplit_once('-').is_some_and(|(whole, _)| board.named.iter().any(|one| one.name == whole));
    let own = board.named.iter().filter(|one| !GIVEN.contains(&one.name.as_str()) && !one_of(&one.name));
    let told = own.filter_map(|one| {
        let of = board.directions.iter().enumerate().filter(|(i, _)| one.set >> i & 1 == 1);
        let vectors: BTreeSet<(i8, i8)> = of.map(|(_, way)| way.vector).collect();
        let straight = |(files, ranks): &(i8, i8)| files.unsigned_abs().max(ranks.unsigned_abs()) <= 1;
        (!vectors.iter().all(straight)).then(|| format!("A leap of “{}” leads {}.", spoken(&one.name), away(&vectors)))
    });
    told.collect()
}

/// Where leaps lead: the distances if these are the same in all ways, else each vector.
fn away(vectors: &BTreeSet<(i8, i8)>) -> String {
    let far = |(files, ranks): &(i8, i8)| (files.unsigned_abs(), ranks.unsigned_abs());
    let lengths: BTreeSet<(u8, u8)> = vectors.iter().map(far).collect();
    let every_way = lengths.iter().all(|(files, ranks)| {
        let (files, ranks) = (*files as i8, *ranks as i8);
        [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)].iter().all(|one| vectors.contains(one))
    });
    let counted = |number: u8, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let parts = |all: [(u8, &str); 2], between: &str| {
        let some = all.into_iter().filter(|(number, _)| *number > 0).map(|(number, word)| counted(number, word));
        some.collect::<Vec<_>>().join(between)
    };
    if every_way {
        let all: Vec<String> =
            lengths.iter().map(|(files, ranks)| parts([(*files, "file"), (*ranks, "rank")], " and ")).collect();
        return format!("{} away, either way", joined(&all, "or"));
    }
    let each = vectors.iter().map(|(files, ranks)| {
        let east = if *files < 0 { "file to the west" } else { "file to the east" };
        let north = if *ranks < 0 { "rank to the south" } else { "rank to the north" };
        let counted = |number: u8, words: &str| {
            let (noun, way) = words.split_once(' ').unwrap_or((words, ""));
            format!("{} {way}", counted(number, noun))
        };
        let both = [(files.unsigned_abs(), east), (ranks.unsigned_abs(), north)];
        let some = both.into_iter().filter(|(number, _)| *number > 0).map(|(number, words)| counted(number, words));
        some.collect::<Vec<_>>().join(" and ")
    });
    joined(&each.collect::<Vec<_>>(), "or")
}

/// Whether some line bends, spans a gap, or is missing between neighbours.
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

/// Every line once, from one end to the other, or round a ring.
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
