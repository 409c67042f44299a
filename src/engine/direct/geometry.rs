//! Steps and rays on sets of sites.

use super::super::word::Word;
use super::order::Order;
use crate::model::SiteId;
use crate::program::Program;

/// Most shifts that a step of a whole set is made of; one of more is looked up site by site.
pub(super) const SHIFTS: usize = 4;

/// Steps, rays and rows as sets of sites.
#[derive(Clone, Debug)]
pub(super) struct Geometry<B> {
    /// Every site.
    pub(super) every: B,
    /// How many directions there are.
    pub(super) ways: usize,
    /// For each direction the one that leads back.
    pub(super) opposite: Vec<Option<u8>>,
    /// Some ray would come back on itself.
    pub(super) turns: bool,
    /// Which bit stands for which site.
    pub(super) order: Order,
    /// One step on, by direction, then bit.
    next: Vec<B>,
    /// From where one step leads here.
    back: Vec<B>,
    /// By direction.
    shifts: Vec<Shifts<B>>,
    /// The sites of all rays, one ray after the other, and where each begins and ends.
    along: Vec<B>,
    rays: Vec<(u32, u32)>,
    /// For each direction the sites whose rays are at least so long.
    long: Vec<Vec<B>>,
    near: Vec<Near<B>>,
    /// Every two steps on in one direction, by the bit where they begin, then by direction; and where those of a bit begin and end.
    hops: Vec<Hop<B>>,
    hops_from: Vec<(u32, u32)>,
    /// What the hops from each bit lead over.
    overs: Vec<B>,
}

/// Two steps on in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop<B> {
    pub(super) way: u8,
    pub(super) over: B,
    pub(super) to: B,
}

/// A step as shifts of parts of a set.
#[derive(Clone, Copy, Debug)]
struct Shifts<B> {
    /// How many of the parts there are; more than there is room for if a step is looked up site by site.
    many: usize,
    parts: [Shift<B>; SHIFTS],
}

/// The sites of a part, where they come to, and how far that is.
#[derive(Clone, Copy, Debug)]
struct Shift<B> {
    from: B,
    to: B,
    by: u32,
}

/// Steps in several directions.
#[derive(Clone, Debug)]
struct Near<B> {
    ways: u64,
    /// Every site one step on.
    on: Vec<B>,
    /// Every site from which a step leads here.
    back: Vec<B>,
    /// All of the steps are shifts.
    quick: bool,
}

impl<B: Word> Geometry<B> {
    /// The tables of a board; none if it has more sites than the word has bits.
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

    /// One step on, and two.
    #[inline]
    pub(super) fn hop(&self, way: usize, from: B) -> (B, B) {
        let over = self.step(way, from);
        (over, self.step(way, over))
    }

    /// Every two steps in one direction from a site that do not lead back to it, by direction.
    #[inline]
    pub(super) fn hops(&self, from: B) -> &[Hop<B>] {
        let (first, end) = self.hops_from[from.first() as usize];
        &self.hops[first as usize..end as usize]
    }

    /// What the two steps from a site lead over, together.
    #[inline]
    pub(super) fn overs(&self, from: B) -> B {
        self.overs[from.first() as usize]
    }

    /// The site one step on from a site, if any.
    #[inline]
    pub(super) fn step(&self, way: usize, site: B) -> B {
        self.next[way * B::BITS as usize + site.first() as usize]
    }

    /// Every site one step on from these.
    #[inline]
    pub(super) fn go(&self, way: usize, set: B) -> B {
        match self.shifts[way].parts() {
            Some(parts) => parts.iter().fold(B::ZERO, |all, part| all | (set & part.from).up(part.by)),
            None => gather(&self.next[way * B::BITS as usize..], set),
        }
    }

    /// Every site from which one step leads into these.
    #[inline]
    pub(super) fn come(&self, way: usize, set: B) -> B {
        match self.shifts[way].parts() {
            Some(parts) => parts.iter().fold(B::ZERO, |all, part| all | (set & part.to).down(part.by)),
            None => gather(&self.back[way * B::BITS as usize..], set),
        }
    }

    /// Whether a step of a whole set in that direction is but a few shifts.
    #[inline]
    pub(super) fn quick(&self, way: usize) -> bool {
        self.shifts[way].many <= SHIFTS
    }

    /// The sites of the ray from a site, nearest first, up to the edge or to where it would come back on itself.
    #[inline]
    pub(super) fn ray(&self, way: usize, site: B) -> &[B] {
        let (start, end) = self.rays[way * B::BITS as usize + site.first() as usize];
        &self.along[start as usize..end as usize]
    }

    /// The sites whose rays are at least so long.
    #[inline]
    pub(super) fn long(&self, way: usize, steps: usize) -> B {
        self.long[way].get(steps).copied().unwrap_or(B::ZERO)
    }

    /// Tables of steps in several directions at once, for [`Geometry::around`] and [`Geometry::leading`].
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

    /// Every site one step on from these, in any of the directions of a table.
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

    /// Every site from which one step in any of the directions of a table leads into these.
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

    /// Whether steps of a whole set in the directions of a table are but a few shifts.
    pub(super) fn quickly(&self, near: u16) -> bool {
        self.near[near as usize].quick
    }

    /// Those of the sites from which one step in any of the directions of a table leads into a set.
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
    /// The parts, if there was room for all.
    #[inline]
    fn parts(&self) -> Option<&[Shift<B>]> {
        self.parts.get(..self.many)
    }

    /// A step from one site to another.
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

/// What a table holds for these sites, together.
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
