//! What is told of a position, each of it with a number: which worths add up to what the position is worth.

use std::ops::Range;

use super::gauges::{Gauge, gauges};
use super::symmetry::Symmetry;
use super::windows::{MOST_SITES, Window, windows};
use crate::engine::Standing;
use crate::model::setup::Item;
use crate::model::{KindId, SideId, SiteId};
use crate::program::Program;

/// In which images of windows something is, and by how much it raises their numbers.
pub(super) type Raises = Vec<(u16, u16)>;

/// How many states a site of a window has.
const STATES: usize = 3;

/// The numbers of worths: of pieces on sites, of those below a commander, of counters and piles, of windows, and of what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agents) struct Plan {
    pub(super) symmetries: Vec<Symmetry>,
    /// The two sides that play, if it is two.
    pub(super) two: Option<[SideId; 2]>,
    /// For each side whether somebody plays for it.
    pub(super) playing: Vec<bool>,
    pub(super) sites: usize,
    pub(super) kinds: usize,
    /// How many pieces are all.
    pub(super) all: u32,
    /// For each side, kind and site, then for each side and kind below an own commander and below another: the number of its worth.
    pub(super) places: Vec<u32>,
    pub(super) gauges: Vec<Gauge>,
    pub(super) windows: Vec<Window>,
    /// The first number of each window.
    pub(super) firsts: Vec<usize>,
    /// For each side and kind what it is in a window: 1 or 2, and 0 for what is not told.
    pub(super) states: Vec<u8>,
    /// What the numbers behind all windows begin with: to move, each option, the first side.
    pub(super) rest: usize,
}

/// What stands behind [`Plan::rest`].
pub(super) const TO_MOVE: usize = 0;
pub(super) const OPTION: usize = 1;
pub(super) const FIRST: usize = 2;
const REST: usize = 3;

impl Plan {
    /// What is told by these rules, of which these are the symmetries; none if they fit no board of theirs.
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

    /// The same where no symmetry is known.
    pub(in crate::agents) fn plain(program: &Program) -> Plan {
        let sites = (0..program.equipment.board.sites.len() as u16).map(SiteId).collect();
        Plan::by(program, &[(Symmetry::NONE, sites)])
    }

    /// How many pieces are all.
    pub(in crate::agents) fn pieces(&self) -> u32 {
        self.all
    }

    /// Whether two sides play against each other.
    pub(in crate::agents) fn is_of_two(&self) -> bool {
        self.two.is_some()
    }

    /// The numbers of arrangements of windows.
    pub(in crate::agents) fn patterns(&self) -> Range<usize> {
        self.firsts.first().copied().unwrap_or(self.rest)..self.rest
    }

    /// Shows the number of each piece on each site.
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

    /// Whether the sides are alike, so that it is worth nothing to be the first.
    pub(super) fn swaps(&self) -> bool {
        self.symmetries.iter().any(|way| way.swap)
    }

    /// A piece where it stands, as the place of its number in [`Plan::places`].
    #[inline]
    pub(in crate::agents) fn code(&self, Standing { side, kind, site, under }: Standing) -> usize {
        let board = side.index() * self.kinds + kind.index();
        match under {
            None => board * self.sites + site.index(),
            Some(commander) => self.first_below() + 2 * board + usize::from(commander != side),
        }
    }

    /// The first place in [`Plan::places`] of a piece below a commander.
    pub(super) fn first_below(&self) -> usize {
        self.playing.len() * self.kinds * self.sites
    }

    /// The side of a code.
    pub(super) fn side_of(&self, code: usize) -> SideId {
        let boards = self.first_below();
        let board = if code < boards { code / self.sites } else { (code - boards) / 2 };
        SideId((board / self.kinds) as u8)
    }

    /// For each code, in which images of windows it is, and by how much it raises their numbers; and the windows of these images,
    /// with whether the sides have changed places.
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

/// Every arrangement of a window has a number of 16 bits.
const _: () = assert!(STATES.pow(MOST_SITES as u32) <= 1 << 16);

/// Gives numbers away.
#[derive(Default)]
struct Numbers(usize);

impl Numbers {
    /// The first of so many.
    fn take(&mut self, many: usize) -> usize {
        let first = self.0;
        self.0 += many;
        first
    }
}

/// The same number for what symmetries make of each other.
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

/// The kind of which a side has most pieces at the beginning, in piles too; of those the first.
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

/// With how many pieces a game begins on the board; as many as it has sites, if all of them come later.
fn all_pieces(program: &Program) -> u32 {
    let start = &program.start;
    let many = start.board.iter().map(|(_, tower)| tower.len() as u32).sum::<u32>();
    // A game that fills the board begins with few.
    let most = start.piles.iter().map(|(_, items)| items.len() as u32).sum::<u32>();
    (many + most.min(program.equipment.board.sites.len() as u32 / 2)).max(1)
}
