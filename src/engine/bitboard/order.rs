//! Which bit of a word stands for which site.
//!
//! Bits are in the order of the sites, so that the lowest bit of a set is its first site. There may be gaps between them: if all
//! rows of a board get the same number of bits, a step in a direction is the same shift from every row.

use super::super::word::Word;
use crate::model::board::Site;
use crate::model::{Board, SiteId};

/// The cost, in shifts, of a direction whose steps are too many different shifts and are looked up site by site.
const TABLE: usize = 16;

/// The bit of each site, and the site of each bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    bits: Vec<u16>,
    /// For each bit its site; bits without a site have the last one.
    sites: Vec<u16>,
    /// Each bit has the number of its site.
    plain: bool,
}

impl Order {
    /// The order of a board's sites in words of `room` bits for which steps need the fewest shifts; `None` if the board has more
    /// sites.
    pub(super) fn of(board: &Board, room: usize, most_shifts: usize) -> Option<Order> {
        let many = board.sites.len();
        if many > room {
            return None;
        }
        let plain: Vec<usize> = (0..many).collect();
        let cost =
            |places: &[usize]| shifts(board, places).map(|many| if many > most_shifts { TABLE } else { many }).sum::<usize>();
        let places = match by_rows(board).filter(|places| places.last().is_none_or(|last| *last < room)) {
            Some(places) if cost(&places) < cost(&plain) => places,
            _ => plain,
        };
        let bits: Vec<u16> = places.iter().map(|place| *place as u16).collect();
        Order::laid(&bits, room)
    }

    /// The order with these bits; `None` if they do not rise with the sites, or exceed the room.
    pub(super) fn laid(bits: &[u16], room: usize) -> Option<Order> {
        let rises = bits.windows(2).all(|two| two[0] < two[1]);
        if !rises || bits.last().is_some_and(|last| usize::from(*last) >= room) {
            return None;
        }
        let mut sites = vec![bits.len().saturating_sub(1) as u16; room];
        bits.iter().enumerate().for_each(|(site, bit)| sites[usize::from(*bit)] = site as u16);
        let plain = bits.iter().enumerate().all(|(site, bit)| site == usize::from(*bit));
        Some(Order { bits: bits.to_vec(), sites, plain })
    }

    /// The bit of a site.
    #[inline]
    pub(super) fn bit<B: Word>(&self, site: SiteId) -> B {
        B::bit(u32::from(self.bits[site.index()]))
    }

    /// The site of a single bit.
    #[inline]
    pub(super) fn site<B: Word>(&self, bit: B) -> SiteId {
        SiteId(self.sites[bit.first() as usize])
    }

    /// Converts numbers of sites, as bits, to a set in this order.
    pub(super) fn set<B: Word>(&self, sites: B) -> B {
        if self.plain {
            return sites;
        }
        let (mut left, mut set) = (sites, B::ZERO);
        while let Some(one) = left.take() {
            set |= self.bits.get(one.first() as usize).map_or(B::ZERO, |bit| B::bit(u32::from(*bit)));
        }
        set
    }

    /// Converts a set in this order to numbers of sites, as bits.
    pub(super) fn numbers<B: Word>(&self, mut set: B) -> B {
        if self.plain {
            return set;
        }
        let mut all = B::ZERO;
        while let Some(one) = set.take() {
            all |= B::bit(u32::from(self.site(one).0));
        }
        all
    }
}

/// A bit for each site, such that all rows have the same length and those of squares come before those of points; `None` if that
/// is not the order of the sites.
fn by_rows(board: &Board) -> Option<Vec<usize>> {
    let span = |class: &[Site]| Some(class.iter().map(|site| site.file).max()? - class.iter().map(|site| site.file).min()?);
    let classes = || board.sites.chunk_by(|a, b| a.class == b.class);
    let width = usize::from(classes().filter_map(span).max()?) + 1;
    let mut places: Vec<usize> = Vec::with_capacity(board.sites.len());
    let mut base = 0;
    for sites in classes() {
        let first_file = sites.iter().map(|site| site.file).min()?;
        let last_rank = sites.iter().map(|site| site.rank).max()?;
        for site in sites {
            let place = base + usize::from(last_rank - site.rank) * width + usize::from(site.file - first_file);
            if places.last().is_some_and(|last| *last >= place) {
                return None;
            }
            places.push(place);
        }
        base = places.last()? + 1;
    }
    Some(places)
}

/// For each direction, the number of different shifts among its steps if the sites have these bits.
fn shifts<'b>(board: &'b Board, places: &'b [usize]) -> impl Iterator<Item = usize> + 'b {
    (0..board.directions.len()).map(move |way| {
        let steps = (0..board.sites.len()).filter_map(|from| {
            let to = board.step(way, SiteId(from as u16))?;
            Some(places[to.index()] as isize - places[from] as isize)
        });
        let mut steps: Vec<isize> = steps.collect();
        steps.sort_unstable();
        steps.dedup();
        steps.len()
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::word::Word;
    use super::super::geometry::{Geometry, SHIFTS};
    use super::{Order, shifts};
    use crate::check::Choices;
    use crate::library;
    use crate::model::SiteId;
    use crate::program::Program;

    fn program(board: &str) -> Program {
        let text = format!(
            "+++\nname = \"Board\"\n[players]\nBlack = {{}}\nWhite = {{}}\n[board]\n{board}\n[pieces]\nman = {{ symbol = \"m\" }}\n\
             +++\nmovement {{\n  man may step any-way\n}}\nvictory {{\n  player who cannot move loses\n}}\n"
        );
        let checked = library::load_text("board", "board.draughts", text.into_bytes(), None).check(&Choices::default());
        Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)))
    }

    fn order(program: &Program) -> Order {
        Order::of(&program.equipment.board, 64 * program.layout.words, SHIFTS).expect("the board fits")
    }

    /// Checks that bits rise with the sites, and that sets convert to numbers and back.
    fn holds_together<B: Word>(program: &Program) {
        let (order, many) = (order(program), program.layout.sites);
        let bits: Vec<u32> = (0..many).map(|site| order.bit::<B>(SiteId(site as u16)).first()).collect();
        assert!(bits.windows(2).all(|two| two[0] < two[1]), "{bits:?}");
        let mut number = 1u128;
        for _ in 0..50 {
            number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835).wrapping_add(1);
            let sites = if many < 128 { number & ((1 << many) - 1) } else { number };
            let numbers = (0..B::PARTS).fold(B::ZERO, |all, i| all | B::of(i, sites.part(i)));
            let set = order.set(numbers);
            assert_eq!(order.numbers(set), numbers);
            assert_eq!(set.count(), sites.count_ones());
            assert_eq!(order.site(set.lowest()), SiteId(sites.first() as u16));
        }
        // Steps of whole sets equal the steps of their sites, in any order.
        let geometry = Geometry::<B>::of(program, &order).expect("the board fits");
        for way in 0..geometry.ways {
            let (mut left, mut there) = (geometry.every, B::ZERO);
            while let Some(from) = left.take() {
                let to = program.equipment.board.step(way, order.site(from)).map_or(B::ZERO, |to| order.bit(to));
                assert_eq!((geometry.step(way, from), geometry.go(way, from)), (to, to));
                assert!(!to.any() || (geometry.come(way, to) & from).any());
                there |= to;
            }
            assert_eq!(geometry.go(way, geometry.every), there);
        }
    }

    #[test]
    fn sets_come_back_and_steps_are_steps_on_every_board() {
        for board in ["grid = \"5x5\"", "grid = \"8x8\"\nplay = \"dark\"", "grid = \"6x6\"\nwrap = \"both\""] {
            holds_together::<u64>(&program(board));
        }
        for board in [
            "grid = \"8x8\"\nplay = \"dark\"\npoints = \"inner\"",
            "grid = \"6x6\"\npoints = \"all\"",
            "grid = \"9x7\"\nplay = \"light\"\npoints = \"inner\"",
            "grid = \"11x11\"",
        ] {
            holds_together::<u128>(&program(board));
        }
    }

    #[test]
    fn squares_and_the_points_between_them_have_two_shifts_in_a_direction() {
        let program = program("grid = \"8x8\"\nplay = \"dark\"\npoints = \"inner\"");
        let (order, board) = (order(&program), &program.equipment.board);
        let plain: Vec<usize> = (0..board.sites.len()).collect();
        let places: Vec<usize> = order.bits.iter().map(|bit| usize::from(*bit)).collect();
        assert!(shifts(board, &plain).any(|many| many > SHIFTS));
        assert!(shifts(board, &places).all(|many| many <= 2));
    }

    #[test]
    fn one_shift_in_a_direction_is_left_as_it_is() {
        let order = order(&program("grid = \"5x5\""));
        assert!(order.plain);
    }

    #[test]
    fn what_does_not_fit_with_gaps_has_none() {
        // With gaps the fifty squares would need a hundred bits.
        let dark = program("grid = \"10x10\"\nplay = \"dark\"");
        assert!(dark.layout.words == 1 && order(&dark).plain);
        assert_eq!(Order::of(&dark.equipment.board, 32, SHIFTS), None);
    }
}
