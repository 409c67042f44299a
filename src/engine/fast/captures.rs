//! Captures: chains followed leg by leg, only the preferred ones kept as they are found.

use crate::program::shape::{Capture, Chain, KINDS, Preference};

use super::board::{Bits, Board};
use super::geometry::{Geometry, NONE};

/// A capture, whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taking<const W: usize> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) kind: u8,
    pub(super) was: u8,
    pub(super) taken: Bits<W>,
    /// What was taken in which order, as a hash: routes are told apart by it.
    route: u64,
}

/// Captures found so far, all equally preferred.
pub(super) struct Found<const W: usize> {
    pub(super) list: Vec<Taking<W>>,
    best: u64,
}

/// A chain under way.
#[derive(Clone, Copy)]
struct Path<const W: usize> {
    from: u8,
    was: u8,
    at: u8,
    kind: u8,
    heading: u8,
    taken: Bits<W>,
    /// What is in the way: the start is not, what was taken may be.
    occupied: Bits<W>,
    /// Enemies that can still be taken, by kind.
    prey: [Bits<W>; KINDS],
    route: u64,
    tally: Tally,
}

/// What preferences look at.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u32,
    worth: u64,
    kinds: [u32; KINDS],
    /// One bit a taken piece, the first highest, by kind.
    order: [u32; KINDS],
}

impl<const W: usize> Geometry<W> {
    /// Every capture that the preferences leave, each once.
    pub(super) fn captures(&self, board: &Board<W>, keep: bool, list: Vec<Taking<W>>) -> Vec<Taking<W>> {
        let mut found = Found { list, best: 0 };
        found.list.clear();
        let occupied = board.occupied();
        for kind in 0..KINDS {
            if self.shape.captures[kind].is_empty() {
                continue;
            }
            let mut from = self.takers(board, kind, occupied);
            while let Some(site) = from.pop() {
                let path = Path {
                    from: site,
                    was: kind as u8,
                    at: site,
                    kind: kind as u8,
                    heading: NONE,
                    taken: Bits::EMPTY,
                    occupied: occupied ^ Bits::one(site),
                    prey: board.enemy,
                    route: 0,
                    tally: Tally::default(),
                };
                self.go_on(board.side, &path, &mut found);
            }
        }
        if found.list.len() > 1 {
            alike(&mut found.list, keep);
        }
        found.list
    }

    /// Pieces of a kind that may have a capture: exact where the prey is beside them, all of the kind otherwise.
    #[inline(always)]
    fn takers(&self, board: &Board<W>, kind: usize, occupied: Bits<W>) -> Bits<W> {
        let own = board.own[kind];
        if !own.any() {
            return own;
        }
        let empty = self.all & !occupied;
        let mut takers = Bits::EMPTY;
        for capture in &self.shape.captures[kind] {
            if capture.from_afar {
                return own;
            }
            let prey = self.prey(&board.enemy, capture);
            let mut ways = capture.ways[board.side as usize];
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let back = self.back[way];
                if back == NONE {
                    return own;
                }
                takers |= self.step(back as usize, self.step(back as usize, empty) & prey) & own;
            }
        }
        takers
    }

    /// Whether some capture exists.
    #[inline(always)]
    pub(super) fn must_look(&self, board: &Board<W>, occupied: Bits<W>) -> bool {
        (0..KINDS).any(|kind| !self.shape.captures[kind].is_empty() && self.takers(board, kind, occupied).any())
    }

    #[inline(always)]
    fn prey(&self, enemy: &[Bits<W>; KINDS], capture: &Capture) -> Bits<W> {
        let mut prey = Bits::EMPTY;
        for (kind, bits) in enemy.iter().enumerate() {
            if capture.prey >> kind & 1 != 0 {
                prey |= *bits;
            }
        }
        prey
    }

    /// Every leg from here, and what follows it. Whether there was one.
    fn go_on(&self, side: u8, path: &Path<W>, found: &mut Found<W>) -> bool {
        let mut any = false;
        for capture in &self.shape.captures[path.kind as usize] {
            let prey = self.prey(&path.prey, capture);
            let mut ways = capture.ways[side as usize];
            if path.heading != NONE {
                if self.shape.no_reverse && self.back[path.heading as usize] != NONE {
                    ways &= !(1 << self.back[path.heading as usize]);
                }
                if self.shape.must_turn {
                    ways &= !(1 << path.heading);
                }
            }
            while ways != 0 {
                let way = ways.trailing_zeros() as u8;
                ways &= ways - 1;
                let steps = &self.next[way as usize];
                let mut victim = steps[path.at as usize];
                if capture.from_afar {
                    let mut left = steps.len();
                    while victim != NONE && victim != path.at && !path.occupied.has(victim) && left > 0 {
                        victim = steps[victim as usize];
                        left -= 1;
                    }
                }
                if victim == NONE || victim == path.at || !prey.has(victim) {
                    continue;
                }
                let landing = steps[victim as usize];
                if landing != NONE && landing != path.at && !path.occupied.has(landing) {
                    any = true;
                    self.land(side, path, capture, way, victim, landing, found);
                }
            }
        }
        any
    }

    /// The landings behind one victim. Where the chain must go on, those from which it cannot do not count beside those from
    /// which it can.
    #[allow(clippy::too_many_arguments)]
    fn land(&self, side: u8, path: &Path<W>, capture: &Capture, way: u8, victim: u8, first: u8, found: &mut Found<W>) {
        let steps = &self.next[way as usize];
        let after = self.after(path, way, victim);
        let mut stopped: [Option<Path<W>>; 32] = [None; 32];
        let (mut stops, mut goes_on) = (0, false);
        let mut landing = first;
        loop {
            let mut here = Path { at: landing, ..after };
            let crown = self.landing[side as usize][here.kind as usize].filter(|crown| crown.row.has(landing));
            let mut ended = self.shape.chain == Chain::Single;
            if let Some(crown) = crown {
                here.kind = crown.to;
                ended |= crown.ends;
            }
            let continued = !ended && self.go_on(side, &here, found);
            goes_on |= continued;
            if (!continued || self.shape.chain == Chain::May) && stops < stopped.len() {
                stopped[stops] = Some(here);
                stops += 1;
            }
            if !capture.lands_afar {
                break;
            }
            landing = steps[landing as usize];
            if landing == NONE || landing == path.at || landing == first || after.occupied.has(landing) {
                break;
            }
        }
        if !(goes_on && self.shape.chain == Chain::Must) {
            stopped.iter().take(stops).flatten().for_each(|end| self.keep(side, end, found));
        }
    }

    /// The chain with one more piece taken.
    #[inline(always)]
    fn after(&self, path: &Path<W>, way: u8, victim: u8) -> Path<W> {
        let gone = Bits::one(victim);
        let kind = (0..KINDS).find(|kind| path.prey[*kind].has(victim)).unwrap_or(0);
        let mut next = *path;
        next.heading = way;
        next.taken |= gone;
        next.prey[kind] &= !gone;
        if !self.shape.removal_after_move {
            next.occupied &= !gone;
        }
        next.route = (next.route ^ (victim as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        let tally = &mut next.tally;
        tally.worth += self.worth[kind];
        tally.kinds[kind] += 1;
        if tally.count < 32 {
            tally.order[kind] |= 1 << (31 - tally.count);
        }
        tally.count += 1;
        next
    }

    /// Keeps a capture that is over, if none preferred to it is known.
    #[inline(always)]
    fn keep(&self, side: u8, end: &Path<W>, found: &mut Found<W>) {
        let value = self.value(end);
        if value < found.best {
            return;
        }
        if value > found.best {
            found.best = value;
            found.list.clear();
        }
        let crown = self.resting[side as usize][end.kind as usize].filter(|crown| crown.row.has(end.at));
        found.list.push(Taking {
            from: end.from,
            to: end.at,
            kind: crown.map_or(end.kind, |crown| crown.to),
            was: end.was,
            taken: end.taken,
            route: end.route,
        });
    }

    /// How much a capture is preferred.
    #[inline(always)]
    fn value(&self, end: &Path<W>) -> u64 {
        let tally = &end.tally;
        let of = |kinds: u32| (0..KINDS).filter(move |kind| kinds >> kind & 1 != 0);
        self.weights.iter().fold(0, |value, (preference, shift)| {
            let number = match preference {
                Preference::Count => tally.count as u64,
                Preference::Worth => tally.worth,
                Preference::With(kinds) => (kinds >> end.was & 1) as u64,
                Preference::CountOf(kinds) => of(*kinds).map(|kind| tally.kinds[kind] as u64).sum(),
                Preference::Early(kinds) => of(*kinds).fold(0, |order, kind| order | tally.order[kind]) as u64,
            };
            value | number << shift
        })
    }
}

/// Leaves one of each: by start, end, final kind and what is taken, and where routes are told apart in which order.
fn alike<const W: usize>(list: &mut Vec<Taking<W>>, keep: bool) {
    if list.iter().all(|one| one.taken.count() < if keep { 2 } else { 3 }) && list.len() <= 2 {
        // A second way to the same end needs a circle or a pause on the way.
        if list[0].from != list[1].from || list[0].to != list[1].to {
            return;
        }
    }
    let same = |a: &Taking<W>, b: &Taking<W>| {
        a.to == b.to && a.from == b.from && a.taken == b.taken && a.kind == b.kind && (!keep || a.route == b.route)
    };
    let mut kept = 0;
    for i in 0..list.len() {
        let one = list[i];
        if !list[..kept].iter().any(|known| same(known, &one)) {
            list[kept] = one;
            kept += 1;
        }
    }
    list.truncate(kept);
}
