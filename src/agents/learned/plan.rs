//! The features of a position, each with a number: the value of a position is the sum of the worths of these numbers.

use std::ops::Range;

use super::gauges::{Gauge, gauges};
use super::symmetry::Symmetry;
use super::windows::{MOST_SITES, Window, windows};
use crate::engine::BoardPiece;
use crate::model::setup::Item;
use crate::model::{KindId, SideId, SiteId};
use crate::program::Program;

/// The images of windows that a piece is part of, each with the amount that it adds to the image's state.
pub(super) type Raises = Vec<(u16, u16)>;

/// The number of states of a site in a window.
const STATES: usize = 3;

/// The numbers of all features: pieces on sites, pieces below a commander, counters and piles, arrangements of windows, and a few
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agents) struct Plan {
    pub(super) symmetries: Vec<Symmetry>,
    /// The two sides that play, if there are exactly two.
    pub(super) two: Option<[SideId; 2]>,
    /// For each side whether it plays.
    pub(super) playing: Vec<bool>,
    pub(super) sites: usize,
    pub(super) kinds: usize,
    /// The number of pieces that counts as all.
    pub(super) all: u32,
    /// The number of each code: for each side, kind and site, then for each side and kind below a commander of its own and of
    /// another side.
    pub(super) places: Vec<u32>,
    pub(super) gauges: Vec<Gauge>,
    pub(super) windows: Vec<Window>,
    /// For each window its first number.
    pub(super) firsts: Vec<usize>,
    /// For each side and kind its state on a site of a window: 1 or 2 for the commonest kind of either side, 0 for others, which
    /// count as empty.
    pub(super) states: Vec<u8>,
    /// The first number after those of the windows, for: being to move, each option, and being the first side.
    pub(super) rest: usize,
}

/// Offsets from [`Plan::rest`].
pub(super) const TO_MOVE: usize = 0;
pub(super) const OPTION: usize = 1;
pub(super) const FIRST: usize = 2;
const REST: usize = 3;

impl Plan {
    /// The features for these rules with these symmetries; none if a symmetry does not fit the board.
    pub(in crate::agents) fn new(program: &Program, symmetries: &[Symmetry]) -> Option<Plan> {
        let sites = |way: &Symmetry| Some((*way, way.sites(&program.equipment)?));
        let ways: Vec<(Symmetry, Vec<SiteId>)> = symmetries.iter().map(sites).collect::<Option<_>>()?;
        Some(Plan::by(program, &ways))
    }

    fn by(program: &Program, ways: &[(Symmetry, Vec<SiteId>)]) -> Plan {
        let equipment = &program.equipment;
        let (sides, kinds, sites) = (equipment.sides.len(), equipment.kinds.len(), equipment.board.sites.len());
        let both: Vec<SideId> = equipment.playing().collect();
        let two = <[SideId; 2]>::try_from(both).ok();
        let swaps = ways.iter().any(|(way, _)| way.swap);
        let mut numbers = Numbers::default();
        let places = places(ways, [sides, kinds, sites], &mut numbers);
        let gauges = two.map_or_else(Vec::new, |two| gauges(program, two, swaps, &mut |many| numbers.take(many)));
        let windows = if two.is_some() { windows(equipment, ways) } else { Vec::new() };
        let firsts = windows.iter().map(|window| numbers.take(STATES.pow(window.sites.len() as u32))).collect();
        let rest = numbers.take(REST);
        let mut states = vec![0; sides * kinds];
        for (side, state) in two.into_iter().flatten().zip([1, 2]) {
            if let Some(kind) = commonest(program, side) {
                states[side.index() * kinds + kind.index()] = state;
            }
        }
        let playing = equipment.sides.iter().map(|side| !side.neutral).collect();
        let symmetries = ways.iter().map(|(way, _)| *way).collect();
        let all = all_pieces(program);
        Plan { symmetries, two, playing, sites, kinds, all, places, gauges, windows, firsts, states, rest }
    }

    /// The same without symmetries.
    pub(in crate::agents) fn plain(program: &Program) -> Plan {
        let sites = (0..program.equipment.board.sites.len() as u16).map(SiteId).collect();
        Plan::by(program, &[(Symmetry::NONE, sites)])
    }

    /// The number of pieces that counts as all.
    pub(in crate::agents) fn pieces(&self) -> u32 {
        self.all
    }

    /// Whether exactly two sides play.
    pub(in crate::agents) fn is_of_two(&self) -> bool {
        self.two.is_some()
    }

    /// The numbers of the arrangements of all windows.
    pub(in crate::agents) fn patterns(&self) -> Range<usize> {
        self.firsts.first().copied().unwrap_or(self.rest)..self.rest
    }

    /// Passes the number of each piece on each site to `each`, with its side, kind and site.
    pub(in crate::agents) fn each_place(&self, each: &mut dyn FnMut(usize, SideId, usize, usize)) {
        for (code, number) in self.places[..self.first_below()].iter().enumerate() {
            let board = code / self.sites;
            each(*number as usize, SideId((board / self.kinds) as u8), board % self.kinds, code % self.sites);
        }
    }

    /// How many numbers there are.
    pub(in crate::agents) fn many(&self) -> usize {
        self.rest + REST
    }

    /// Whether a symmetry swaps the sides, so that being the first side is worth nothing.
    pub(super) fn swaps(&self) -> bool {
        self.symmetries.iter().any(|way| way.swap)
    }

    /// The code of a piece on its site: its index in [`Plan::places`].
    #[inline]
    pub(in crate::agents) fn code(&self, BoardPiece { side, kind, site, under }: BoardPiece) -> usize {
        let board = side.index() * self.kinds + kind.index();
        match under {
            None => board * self.sites + site.index(),
            Some(commander) => self.first_below() + 2 * board + usize::from(commander != side),
        }
    }

    /// The first code of a piece below a commander.
    pub(super) fn first_below(&self) -> usize {
        self.playing.len() * self.kinds * self.sites
    }

    /// The side of the piece of a code.
    pub(super) fn side_of(&self, code: usize) -> SideId {
        let boards = self.first_below();
        let board = if code < boards { code / self.sites } else { (code - boards) / 2 };
        SideId((board / self.kinds) as u8)
    }

    /// For each code the images of windows it is part of, with the amount it adds to their states; and for each image the number
    /// of its window and whether the sides are swapped in it.
    pub(super) fn images(&self) -> (Vec<Raises>, Vec<(usize, bool)>) {
        let mut of_codes = vec![Vec::new(); self.places.len()];
        let mut images = Vec::new();
        for (number, window) in self.windows.iter().enumerate() {
            for (sites, swap) in &window.images {
                let image = images.len() as u16;
                images.push((number, *swap));
                for (board, state) in self.states.iter().enumerate().filter(|(_, state)| **state != 0) {
                    let state = usize::from(if *swap { 3 - *state } else { *state });
                    for (place, site) in sites.iter().enumerate() {
                        let raises = state * STATES.pow(place as u32);
                        of_codes[board * self.sites + site.index()].push((image, raises as u16));
                    }
                }
            }
        }
        (of_codes, images)
    }
}

/// The state of a window fits into 16 bits.
const _: () = assert!(STATES.pow(MOST_SITES as u32) <= 1 << 16);

/// The next free number.
#[derive(Default)]
struct Numbers(usize);

impl Numbers {
    /// Takes `many` numbers; returns the first.
    fn take(&mut self, many: usize) -> usize {
        let first = self.0;
        self.0 += many;
        first
    }
}

/// The number of each code; codes that are images of each other under a symmetry share a number.
fn places(ways: &[(Symmetry, Vec<SiteId>)], [sides, kinds, sites]: [usize; 3], numbers: &mut Numbers) -> Vec<u32> {
    let mut places = vec![u32::MAX; sides * kinds * sites];
    for code in 0..places.len() {
        if places[code] != u32::MAX {
            continue;
        }
        let number = numbers.take(1) as u32;
        let (side, kind, site) = (code / sites / kinds, code / sites % kinds, code % sites);
        for (way, to) in ways {
            let side = way.side(SideId(side as u8)).index();
            places[(side * kinds + kind) * sites + to[site].index()] = number;
        }
    }
    for below in 0..2 * sides * kinds {
        let swaps = ways.iter().any(|(way, _)| way.swap);
        let same = swaps && below >= 2 * kinds;
        let number = if same { places[sides * kinds * sites + below - 2 * kinds] } else { numbers.take(1) as u32 };
        places.push(number);
    }
    places
}

/// The kind of which a side has most pieces at the beginning, those in piles included; the first of several.
fn commonest(program: &Program, side: SideId) -> Option<KindId> {
    let start = &program.start;
    let lying = start.piles.iter().flat_map(|(_, items)| items).filter_map(|item| match item {
        Item::Piece(piece) => Some(piece),
        Item::Token(_) => None,
    });
    let pieces = start.board.iter().flat_map(|(_, tower)| tower).chain(lying).filter(|piece| piece.owner == side);
    let mut many = vec![0usize; program.equipment.kinds.len()];
    pieces.for_each(|piece| many[piece.kind.index()] += 1);
    let most = many.iter().max().filter(|most| **most > 0)?;
    many.iter().position(|one| one == most).map(|kind| KindId(kind as u8))
}

/// The number of pieces that counts as all: those on the board at the beginning, and those in piles, but of these no more than
/// half the number of sites.
fn all_pieces(program: &Program) -> u32 {
    let start = &program.start;
    let many = start.board.iter().map(|(_, tower)| tower.len() as u32).sum::<u32>();
    // A game that fills the board begins with few pieces.
    let most = start.piles.iter().map(|(_, items)| items.len() as u32).sum::<u32>();
    (many + most.min(program.equipment.board.sites.len() as u32 / 2)).max(1)
}
