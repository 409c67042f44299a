//! The diagram of a saved position: one line per rank, the highest first, one mark per square, separated by blanks.
//!
//! `.` is a square without a piece, or a place without a square. Marks are those of [`symbols`](super::super::symbols): `b`,
//! `bk`.

use rustc_hash::FxHashMap;

use super::super::error::{At, Error, twelve};
use super::super::symbols::{mark, marks};
use crate::model::board::SiteClass;
use crate::model::setup::Piece;
use crate::model::{Equipment, SiteId};

/// Whether the diagram has a place for this site: it has for squares, but not for points.
pub(super) fn has(equipment: &Equipment, site: SiteId) -> bool {
    let board = &equipment.board;
    board.sites.get(site.index()).is_some_and(|site| {
        site.class == SiteClass::Square && (1..=board.files).contains(&site.file) && (1..=board.ranks).contains(&site.rank)
    })
}

/// Draws single pieces on squares; none if marks are not distinct.
pub fn print(equipment: &Equipment, pieces: &[(SiteId, Vec<Piece>)]) -> Option<String> {
    let known = marks(equipment);
    let different: std::collections::BTreeSet<&str> = known.iter().map(|(mark, ..)| mark.as_str()).collect();
    if different.len() < known.len() || known.iter().any(|(mark, ..)| mark.contains(char::is_whitespace)) {
        return None;
    }
    let (files, ranks) = (usize::from(equipment.board.files), usize::from(equipment.board.ranks));
    let mut rows = vec![vec![".".to_string(); files]; ranks];
    for (site, tower) in pieces {
        let place = equipment.board.sites.get(site.index())?;
        let row = ranks.checked_sub(usize::from(place.rank))?;
        *rows.get_mut(row)?.get_mut(usize::from(place.file).checked_sub(1)?)? = mark(equipment, tower.first()?);
    }
    let widest = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let line = |row: &Vec<String>| {
        let cells = row.iter().map(|cell| format!("{cell:<widest$}")).collect::<Vec<_>>();
        cells.join(" ").trim_end().to_string() + "\n"
    };
    Some(rows.iter().map(line).collect())
}

/// Reads a diagram. `symbols` defines further marks.
pub fn read(
    equipment: &Equipment,
    text: &str,
    symbols: &FxHashMap<String, Piece>,
    at: &At,
) -> Result<Vec<(SiteId, Vec<Piece>)>, Error> {
    let (files, ranks) = (usize::from(equipment.board.files), usize::from(equipment.board.ranks));
    let mut known: FxHashMap<String, Piece> = FxHashMap::default();
    for (mark, owner, kind) in marks(equipment) {
        known.entry(mark).or_insert(Piece { owner, kind, slots: Vec::new() });
    }
    let mut sites: FxHashMap<(usize, usize), SiteId> = FxHashMap::default();
    for (i, site) in equipment.board.sites.iter().enumerate().filter(|(_, site)| site.class == SiteClass::Square) {
        sites.insert((usize::from(site.file), usize::from(site.rank)), SiteId(i as u16));
    }
    let wrong = |problem: String| Error::new(at.clone(), problem);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() != ranks {
        return Err(wrong(format!("the diagram has {} lines", lines.len())).accepting(format!("{ranks}, one a rank")));
    }
    let mut pieces = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells.len() != files {
            let problem = format!("line {} of the diagram has {} squares", number + 1, cells.len());
            return Err(wrong(problem).accepting(format!("{files}, with blanks between")));
        }
        for (file, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != ".") {
            let Some(piece) = symbols.get(*cell).or_else(|| known.get(*cell)) else {
                let mut accepted: Vec<&str> = known.keys().chain(symbols.keys()).map(String::as_str).collect();
                accepted.sort_unstable();
                let problem = format!("line {} of the diagram: `{cell}` is no piece", number + 1);
                return Err(wrong(problem).accepting_any(twelve(["."].into_iter().chain(accepted))));
            };
            let Some(site) = sites.get(&(file + 1, ranks - number)) else {
                let problem = format!("line {} of the diagram: square {} is not a square of play", number + 1, file + 1);
                return Err(wrong(problem).accepting("."));
            };
            pieces.push((*site, vec![piece.clone()]));
        }
    }
    pieces.sort();
    Ok(pieces)
}
