//! Steps and rays on sets of sites.

use super::super::word::Word;
use super::order::Order;
use crate::model::SiteId;
use crate::program::Program;

/// The maximum number of shifts for a step of a whole set; if more are needed, the step is looked up site by site.
pub(super) const SHIFTS: usize = 4;

/// Steps, rays and rows as sets of sites.
#[derive(Clone, Debug)]
pub(super) struct Geometry<B> {
    /// All sites.
    pub(super) every: B,
    /// The number of directions.
    pub(super) ways: usize,
    /// For each direction its opposite.
    pub(super) opposite: Vec<Option<u8>>,
    /// Whether some ray was cut short because it would return to a site that it has passed.
    pub(super) turns: bool,
    /// Which bit stands for which site.
    pub(super) order: Order,
    /// The site one step on, by direction and bit.
    next: Vec<B>,
    /// The sites from which one step leads here, by direction and bit.
    back: Vec<B>,
    /// The steps of whole sets, by direction.
    shifts: Vec<Shifts<B>>,
    /// The sites of all rays, one ray after the other; and the start and end of each ray, by direction and bit.
    along: Vec<B>,
    rays: Vec<(u32, u32)>,
    /// For each direction and length, the sites whose rays are at least that long.
    long: Vec<Vec<B>>,
    near: Vec<Near<B>>,
    /// All hops, by the bit where they begin, then by direction; and the start and end of those of each bit.
    hops: Vec<Hop<B>>,
    hops_from: Vec<(u32, u32)>,
    /// For each bit the sites that its hops lead over.
    overs: Vec<B>,
}

/// Two steps in the same direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop<B> {
    pub(super) way: u8,
    pub(super) over: B,
    pub(super) to: B,
}

/// A step of a whole set as shifts of parts of the set.
#[derive(Clone, Copy, Debug)]
struct Shifts<B> {
    /// The number of shifts needed; greater than [`SHIFTS`] if the step is looked up site by site.
    many: usize,
    parts: [Shift<B>; SHIFTS],
}

/// The sites that are shifted, their destinations, and the distance in bits.
#[derive(Clone, Copy, Debug)]
struct Shift<B> {
    from: B,
    to: B,
    by: u32,
}

/// Steps in any of several directions.
#[derive(Clone, Debug)]
struct Near<B> {
    ways: u64,
    /// For each bit all sites one step on.
    on: Vec<B>,
    /// For each bit all sites from which one step leads here.
    back: Vec<B>,
    /// All of these steps are shifts.
    quick: bool,
}

impl<B: Word> Geometry<B> {
    /// The tables of a board; none if it has more sites than the word has bits, or more than 32 directions.
    pub(super) fn of(program: &Program, order: &Order) -> Option<Geometry<B>> {
        let board = &program.equipment.board;
        let (sites, ways) = (board.sites.len(), board.directions.len());
        if sites > B::BITS as usize || ways > 32 {
            return None;
        }
        let bits = B::BITS as usize;
        let bit = |site: SiteId| order.bit::<B>(site);
        let every = (0..sites).fold(B::ZERO, |all, site| all | bit(SiteId(site as u16)));
        let mut geometry = Geometry {
            every,
            ways,
            opposite: board.directions.iter().map(|way| way.opposite).collect(),
            turns: false,
            order: order.clone(),
            next: vec![B::ZERO; ways * bits],
            back: vec![B::ZERO; ways * bits],
            shifts: vec![Shifts { many: 0, parts: [Shift { from: B::ZERO, to: B::ZERO, by: 0 }; SHIFTS] }; ways],
            along: Vec::new(),
            rays: vec![(0, 0); ways * bits],
            long: Vec::new(),
            near: Vec::new(),
            hops: Vec::new(),
            hops_from: Vec::with_capacity(bits),
            overs: Vec::with_capacity(bits),
        };
        for way in 0..ways {
            let mut long = vec![every];
            for site in 0..sites {
                let from = SiteId(site as u16);
                let at = way * bits + bit(from).first() as usize;
                if let Some(to) = board.step(way, from) {
                    geometry.next[at] = bit(to);
                    geometry.back[way * bits + bit(to).first() as usize] |= bit(from);
                    geometry.shifts[way].add(bit(from), bit(to));
                }
                let ray = program.geometry.ray(from, way);
                let start = geometry.along.len() as u32;
                geometry.along.extend(ray.iter().map(|site| bit(*site)));
                geometry.rays[at] = (start, geometry.along.len() as u32);
                geometry.turns |= ray.last().copied().or(Some(from)).and_then(|last| board.step(way, last)).is_some();
                long.resize(long.len().max(ray.len() + 1), B::ZERO);
                long[1..=ray.len()].iter_mut().for_each(|set| *set |= bit(from));
            }
            geometry.long.push(long);
        }
        for at in 0..B::BITS {
            let (from, first) = (B::bit(at), geometry.hops.len() as u32);
            for way in 0..ways {
                let over = geometry.step(way, from);
                let to = if over.any() { geometry.step(way, over) } else { over };
                if to.any() && to != from {
                    geometry.hops.push(Hop { way: way as u8, over, to });
                }
            }
            geometry.hops_from.push((first, geometry.hops.len() as u32));
            let overs = geometry.hops[first as usize..].iter().fold(B::ZERO, |all, hop| all | hop.over);
            geometry.overs.push(overs);
        }
        Some(geometry)
    }

    /// The sites one and two steps on.
    #[inline]
    pub(super) fn hop(&self, way: usize, from: B) -> (B, B) {
        let over = self.step(way, from);
        (over, self.step(way, over))
    }

    /// The hops from a site: two steps in the same direction that do not lead back to it, sorted by direction.
    #[inline]
    pub(super) fn hops(&self, from: B) -> &[Hop<B>] {
        let (first, end) = self.hops_from[from.first() as usize];
        &self.hops[first as usize..end as usize]
    }

    /// All sites that the hops from a site lead over.
    #[inline]
    pub(super) fn overs(&self, from: B) -> B {
        self.overs[from.first() as usize]
    }

    /// The site one step on from a site; empty if there is none.
    #[inline]
    pub(super) fn step(&self, way: usize, site: B) -> B {
        self.next[way * B::BITS as usize + site.first() as usize]
    }

    /// All sites one step on from these.
    #[inline]
    pub(super) fn go(&self, way: usize, set: B) -> B {
        match self.shifts[way].parts() {
            Some(parts) => parts.iter().fold(B::ZERO, |all, part| all | (set & part.from).up(part.by)),
            None => gather(&self.next[way * B::BITS as usize..], set),
        }
    }

    /// All sites from which one step leads to one of these.
    #[inline]
    pub(super) fn come(&self, way: usize, set: B) -> B {
        match self.shifts[way].parts() {
            Some(parts) => parts.iter().fold(B::ZERO, |all, part| all | (set & part.to).down(part.by)),
            None => gather(&self.back[way * B::BITS as usize..], set),
        }
    }

    /// Whether a step of a whole set in this direction consists of few shifts.
    #[inline]
    pub(super) fn quick(&self, way: usize) -> bool {
        self.shifts[way].many <= SHIFTS
    }

    /// The sites of the ray from a site, nearest first, up to the edge or to where it would return to a site that it has
    /// passed.
    #[inline]
    pub(super) fn ray(&self, way: usize, site: B) -> &[B] {
        let (start, end) = self.rays[way * B::BITS as usize + site.first() as usize];
        &self.along[start as usize..end as usize]
    }

    /// The sites whose rays are at least this long.
    #[inline]
    pub(super) fn long(&self, way: usize, steps: usize) -> B {
        self.long[way].get(steps).copied().unwrap_or(B::ZERO)
    }

    /// The number of a table of steps in several directions at once, for [`Geometry::around`] and [`Geometry::leading`]; the
    /// table is made if there is none yet.
    pub(super) fn nearness(&mut self, ways: u64) -> u16 {
        if let Some(known) = self.near.iter().position(|near| near.ways == ways) {
            return known as u16;
        }
        let all = |table: &[B]| {
            let bits = B::BITS as usize;
            let of = |bit: usize| ones(ways, self.ways).fold(B::ZERO, |all, way| all | table[way * bits + bit]);
            (0..bits).map(of).collect()
        };
        let quick = ones(ways, self.ways).all(|way| self.quick(way));
        let near = Near { ways, on: all(&self.next), back: all(&self.back), quick };
        self.near.push(near);
        self.near.len() as u16 - 1
    }

    /// All sites one step on from these, in any of the directions of a table.
    #[inline]
    pub(super) fn around(&self, near: u16, set: B) -> B {
        let near = &self.near[near as usize];
        if !set.any() {
            return B::ZERO;
        }
        if !near.quick || set == set.lowest() {
            return gather(&near.on, set);
        }
        ones(near.ways, self.ways).fold(B::ZERO, |all, way| all | self.go(way, set))
    }

    /// All sites from which one step in any of the directions of a table leads to one of these.
    #[inline]
    pub(super) fn leading(&self, near: u16, set: B) -> B {
        let near = &self.near[near as usize];
        if !set.any() {
            return B::ZERO;
        }
        if !near.quick || set == set.lowest() {
            return gather(&near.back, set);
        }
        ones(near.ways, self.ways).fold(B::ZERO, |all, way| all | self.come(way, set))
    }

    /// Whether steps of a whole set in the directions of a table consist of few shifts.
    pub(super) fn quickly(&self, near: u16) -> bool {
        self.near[near as usize].quick
    }

    /// Those of the sites in `among` from which one step in any of the directions of a table leads to a wanted site.
    #[inline]
    pub(super) fn beside(&self, near: u16, among: B, wanted: B) -> B {
        let table = &self.near[near as usize];
        if table.quick || among.count() > wanted.count() {
            return among & self.leading(near, wanted);
        }
        let (mut left, mut found) = (among, B::ZERO);
        while let Some(one) = left.take() {
            if (table.on[one.first() as usize] & wanted).any() {
                found |= one;
            }
        }
        found
    }
}

impl<B: Word> Shifts<B> {
    /// The shifts; none if there are too many.
    #[inline]
    fn parts(&self) -> Option<&[Shift<B>]> {
        self.parts.get(..self.many)
    }

    /// Adds a step from one site to another.
    fn add(&mut self, from: B, to: B) {
        let by = (B::BITS + to.first() - from.first()) % B::BITS;
        let known = self.parts.iter().take(self.many).position(|part| part.by == by);
        let place = known.unwrap_or(self.many);
        self.many = self.many.max(place + 1);
        if let Some(part) = self.parts.get_mut(place) {
            *part = Shift { from: part.from | from, to: part.to | to, by };
        }
    }
}

/// The union of the table's entries for these sites.
#[inline]
fn gather<B: Word>(table: &[B], mut set: B) -> B {
    let mut all = B::ZERO;
    while let Some(one) = set.take() {
        all |= table[one.first() as usize];
    }
    all
}

/// The places of the bits that are set, below a bound.
#[inline]
pub(super) fn ones(bits: u64, below: usize) -> impl Iterator<Item = usize> {
    let mut left = if below < 64 { bits & ((1 << below) - 1) } else { bits };
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}
