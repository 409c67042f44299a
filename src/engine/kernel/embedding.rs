//! Which bit of a word stands for which site.
//!
//! A board of files and ranks is laid into a line of bits so that each direction is the same shift for all sites: the bit of a
//! site is `a · file + b · rank`, up to a common start and scale. The black squares of a chessboard fit in 35 bits: two rows take
//! nine bits, four for the squares of each and one between the rows that is no square. Such *ghosts* save masks: a step over the
//! edge ends on one, so no mask has to say where a step may begin. Games whose pieces also move along files and ranks need more
//! of them. Where possible, bits increase with the numbers of sites, so that the lowest bit of a set is its first site.

use crate::model::board::{Board, SiteClass};

/// The widths of words, in bits.
pub(in crate::engine) const WIDTHS: [u32; 5] = [64, 128, 256, 384, 704];

/// A board as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Embedding {
    /// The bit of each site.
    pub(in crate::engine) bits: Vec<u16>,
    /// The width of the words: one of [`WIDTHS`].
    pub(in crate::engine) width: u32,
    /// How steps look in bits.
    pub(in crate::engine) steps: Steps,
}

/// How steps look in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Steps {
    /// Each direction is one shift; a step over the edge leads to a bit that is no site.
    Ghosts,
    /// Each direction is one shift, restricted to the sites that have such a step.
    Shifts,
    /// A direction may be several shifts; bits are the site numbers of the board.
    Crooked,
}

impl Embedding {
    /// The narrowest embedding for steps in the directions `ways`, with one shift for each if the board has such an embedding;
    /// `None` if the board has too many sites.
    pub(in crate::engine) fn of(board: &Board, ways: u32) -> Option<Embedding> {
        let laid: Vec<Vec<u16>> = lines(board).filter_map(|(a, b)| laid(board, a, b)).collect();
        // Ghosts are preferred as long as they need no wider word.
        let of_width = |width: u32| [(width, Steps::Ghosts), (width, Steps::Shifts)];
        let straight = WIDTHS.into_iter().flat_map(of_width).find_map(|(width, steps)| {
            let fitting = laid.iter().filter(|bits| fits(board, ways, bits, width, steps));
            let rises = |bits: &[u16]| bits.windows(2).all(|two| two[0] < two[1]);
            let bits = fitting.min_by_key(|bits| (!rises(bits), bits.iter().max().copied()))?.clone();
            Some(Embedding { bits, width, steps })
        });
        straight.or_else(|| {
            let width = WIDTHS.into_iter().find(|width| board.sites.len() <= *width as usize)?;
            let bits = (0..board.sites.len()).map(|site| site as u16).collect();
            Some(Embedding { bits, width, steps: Steps::Crooked })
        })
    }
}

/// Pairs of weights (of files, of ranks) to try, one of them small. Ranks weigh negative: sites begin at the last.
fn lines(board: &Board) -> impl Iterator<Item = (i32, i32)> {
    let most = 2 * i32::from(board.files.max(board.ranks)) + 3;
    (1..=4).flat_map(move |small| (1..=most).flat_map(move |large| [(small, -large), (large, -small)]))
}

/// The bits of the sites by these weights, from 0 on, divided by their common divisor; `None` if no word is so wide.
fn laid(board: &Board, a: i32, b: i32) -> Option<Vec<u16>> {
    let places = board.sites.iter().map(|site| {
        // Points lie between squares.
        let half = i32::from(site.class == SiteClass::Point);
        a * (2 * i32::from(site.file) + half) + b * (2 * i32::from(site.rank) + half)
    });
    let places: Vec<i32> = places.collect();
    let start = *places.iter().min()?;
    let scale = places.iter().fold(0, |scale, place| common_divisor(scale, place - start)).max(1);
    places.iter().map(|place| u16::try_from((place - start) / scale).ok().filter(|bit| u32::from(*bit) < WIDTHS[4])).collect()
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Whether no two sites share a bit and every step is as `steps` says.
fn fits(board: &Board, ways: u32, bits: &[u16], width: u32, steps: Steps) -> bool {
    let mut taken = [false; WIDTHS[4] as usize];
    for bit in bits {
        if u32::from(*bit) >= width || std::mem::replace(&mut taken[usize::from(*bit)], true) {
            return false;
        }
    }
    let mut used = (0..board.directions.len()).filter(|way| ways >> way & 1 != 0);
    used.all(|way| match shift(board, bits, way) {
        Err(Uneven) => false,
        Ok(None) => true,
        Ok(Some(by)) => {
            let off_board = board.steps[way].iter().zip(bits).filter(|(to, _)| to.is_none());
            let ghost = |bit: u16| !taken[(i32::from(bit) + by).rem_euclid(width as i32) as usize];
            steps != Steps::Ghosts || off_board.into_iter().all(|(_, bit)| ghost(*bit))
        }
    })
}

/// The steps of one direction are shifts by different numbers of bits.
#[derive(Debug)]
pub(in crate::engine) struct Uneven;

/// The number of bits by which every step of a direction goes up (negative: down); `None` if the direction has no step.
pub(in crate::engine) fn shift(board: &Board, bits: &[u16], way: usize) -> Result<Option<i32>, Uneven> {
    let mut shift = None;
    for (from, to) in board.steps[way].iter().enumerate() {
        if let Some(to) = to {
            let by = i32::from(bits[to.index()]) - i32::from(bits[from]);
            if *shift.get_or_insert(by) != by {
                return Err(Uneven);
            }
        }
    }
    Ok(shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::bundled;

    fn check(name: &str, ways: u32, width: u32, steps: Steps, used: u16) {
        let board = &bundled(name).unwrap().variant.equipment.board;
        let embedding = Embedding::of(board, ways).unwrap();
        let most = embedding.bits.iter().max().unwrap() + 1;
        assert_eq!((embedding.width, embedding.steps, most), (width, steps, used), "{name}");
    }

    #[test]
    fn boards_of_dark_squares_need_a_bit_more_every_other_row() {
        let directions = &bundled("english").unwrap().variant.equipment.board.directions;
        let diagonal = directions.iter().enumerate().filter(|(_, one)| one.diagonal);
        let diagonal = diagonal.fold(0, |all, (way, _)| all | 1 << way);
        check("english", diagonal, 64, Steps::Ghosts, 35);
        check("international", diagonal, 64, Steps::Ghosts, 54);
        check("frisian", u32::MAX, 64, Steps::Shifts, 54);
    }
}
