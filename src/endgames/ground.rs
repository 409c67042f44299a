//! The numbering of placements: each set of pieces on sites has an index.

use smallvec::SmallVec;

use crate::model::SiteId;

/// The number of pieces of each side and kind, ordered by side and then by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Material(pub SmallVec<[u8; 16]>);

impl Material {
    /// The total number of pieces.
    pub fn pieces(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// The number of pieces of a side; `kinds` is the number of kinds.
    pub fn of_side(&self, side: usize, kinds: usize) -> u32 {
        self.0.iter().skip(side * kinds).take(kinds).map(|count| u32::from(*count)).sum()
    }
}

/// A piece on a site. Its `board` is the index of its side and kind in a [`Material`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// The index of its side and kind.
    pub board: u16,
    /// Its site.
    pub site: SiteId,
}

/// The sites where pieces of each side and kind (each board) may be, which determine the placement indices. The first board is
/// the most significant digit; the set of sites of each board is numbered by the combinatorial number system (E. Pascal 1887,
/// D. E. Knuth, TAOCP 7.2.1.3). Some indices put pieces of two boards on one site; these are not positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    grounds: Vec<Ground>,
    /// `binomials[k][n]`: the number of ways to choose k of n.
    binomials: Vec<Vec<u64>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ground {
    sites: Vec<SiteId>,
    /// For each site of the game board, its index in `sites`.
    places: Vec<Option<u16>>,
}

/// The greatest number of pieces in a table.
pub const MOST_PIECES: usize = 8;

impl Grounds {
    /// The sites of each board, in ascending order, for a game board with `sites` sites.
    pub fn new(boards: Vec<Vec<SiteId>>, sites: usize) -> Grounds {
        let ground = |board: Vec<SiteId>| {
            let mut places = vec![None; sites];
            board.iter().enumerate().for_each(|(place, site)| places[site.index()] = Some(place as u16));
            Ground { sites: board, places }
        };
        let mut binomials = vec![vec![1; sites + 1]];
        for k in 1..=MOST_PIECES {
            let mut row = vec![0u64; sites + 1];
            for n in 1..=sites {
                row[n] = row[n - 1].saturating_add(binomials[k - 1][n - 1]);
            }
            binomials.push(row);
        }
        Grounds { grounds: boards.into_iter().map(ground).collect(), binomials }
    }

    /// The number of boards, which are pairs of a side and a kind.
    pub fn boards(&self) -> usize {
        self.grounds.len()
    }

    /// The number of placement indices of a material, saturating.
    pub fn numbers(&self, material: &Material) -> u64 {
        let of_board = |(ground, count): (&Ground, &u8)| self.binomials[usize::from(*count)][ground.sites.len()];
        self.grounds.iter().zip(&material.0).map(of_board).fold(1, u64::saturating_mul)
    }

    /// The material and index of a placement; none if a piece is on a site where it may not be, or if there are too many
    /// pieces. The pieces may be reordered.
    pub fn number(&self, pieces: &mut [Placed]) -> Option<(Material, u64)> {
        if pieces.len() > MOST_PIECES {
            return None;
        }
        pieces.sort_unstable();
        let mut material = Material(SmallVec::from_elem(0, self.grounds.len()));
        let mut number: u64 = 0;
        let mut rest = &*pieces;
        for (board, ground) in self.grounds.iter().enumerate() {
            let many = rest.iter().take_while(|piece| usize::from(piece.board) == board).count();
            let (own, others) = rest.split_at(many);
            number = number.checked_mul(self.binomials[many][ground.sites.len()])?;
            for (k, piece) in own.iter().enumerate() {
                number = number.checked_add(self.binomials[k + 1][usize::from(ground.places[piece.site.index()]?)])?;
            }
            material.0[board] = many as u8;
            rest = others;
        }
        rest.is_empty().then_some((material, number))
    }

    /// Writes the placement with this index to `pieces`. Returns whether no two of them are on one site.
    pub fn stand(&self, material: &Material, mut number: u64, pieces: &mut Vec<Placed>) -> bool {
        pieces.clear();
        for (board, (ground, count)) in self.grounds.iter().zip(&material.0).enumerate().rev() {
            let all = self.binomials[usize::from(*count)][ground.sites.len()];
            let mut rest = number % all;
            number /= all;
            for k in (1..=usize::from(*count)).rev() {
                let row = &self.binomials[k][..ground.sites.len()];
                let place = row.partition_point(|ways| *ways <= rest) - 1;
                rest -= row[place];
                pieces.push(Placed { board: board as u16, site: ground.sites[place] });
            }
        }
        let taken = |(i, piece): (usize, &Placed)| pieces[..i].iter().any(|other| other.site == piece.site);
        !pieces.iter().enumerate().any(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_tell_each_other() {
        let sites = |from: u16, to: u16| (from..to).map(SiteId).collect::<Vec<SiteId>>();
        let grounds = Grounds::new(vec![sites(0, 5), sites(0, 6), sites(1, 6)], 6);
        let mut pieces = Vec::new();
        for material in [[2, 0, 1], [1, 1, 1], [0, 3, 0], [0, 0, 2]] {
            let material = Material(material.into_iter().collect());
            let mut stand = 0;
            for number in 0..grounds.numbers(&material) {
                if grounds.stand(&material, number, &mut pieces) {
                    stand += 1;
                    pieces.reverse();
                    assert_eq!(grounds.number(&mut pieces), Some((material.clone(), number)));
                }
            }
            let expected = match material.0.as_slice() {
                // Ten pairs and five sites, less the cases of a common site: four sites are on both boards, each in four pairs.
                [2, 0, 1] => 10 * 5 - 4 * 4,
                [1, 1, 1] => (0..5u16)
                    .map(|a| (0..6u16).filter(|b| *b != a).map(|b| 5 - (a > 0) as u32 - (b > 0) as u32).sum::<u32>())
                    .sum(),
                [0, 3, 0] => 20,
                _ => 10,
            };
            assert_eq!(stand, expected, "{material:?}");
        }
        assert_eq!(grounds.number(&mut [Placed { board: 2, site: SiteId(0) }]), None, "none of the kind may stand there");
    }
}
