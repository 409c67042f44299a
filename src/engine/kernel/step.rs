//! Steps and lines for whole sets of sites at once, for each kind of board.

use super::super::word::Word;

/// One step in one direction.
///
/// The result may have bits that are no sites where a step leads off the board. Callers intersect it with sets of sites in any
/// case, such as the empty ones or those of the enemy.
pub(in crate::engine) trait Step<B: Word>: Clone + Send + Sync + 'static {
    /// On a line bits rise or fall steadily: it never returns to a site, and what lies ahead is the same from every site behind.
    const STRAIGHT: bool;

    /// The step of each group of sites by a number of bits up (negative: down); one group if all steps are the same shift.
    fn of(groups: &[(i32, B)]) -> Self;

    /// The sites that the sites of a set step to.
    fn go(&self, from: B) -> B;

    /// The sites that step into a set.
    fn come(&self, to: B) -> B;

    /// From a single site on while sites are free: the sites passed, and the first that is not free, if there is one.
    fn run(&self, line: &Line<B>, from: B, free: B) -> (B, B);
}

/// The rays in one direction.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Line<B> {
    /// Bits rise in this direction.
    pub(in crate::engine) up: bool,
    /// By the bit of a site, all sites ahead of it.
    pub(in crate::engine) ahead: Box<[B]>,
}

/// A shift that leads to a bit that is no site where there is no step.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Shift {
    by: u32,
}

/// A shift of the sites that have a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Masked<B> {
    by: u32,
    from: B,
}

/// Several shifts, each of its own sites.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Crooked<B>(Box<[Masked<B>]>);

impl<B: Word> Step<B> for Shift {
    const STRAIGHT: bool = true;

    fn of(groups: &[(i32, B)]) -> Shift {
        Shift { by: groups.first().map_or(0, |(by, _)| by.rem_euclid(B::BITS as i32) as u32) }
    }

    #[inline(always)]
    fn go(&self, from: B) -> B {
        from.up(self.by)
    }

    #[inline(always)]
    fn come(&self, to: B) -> B {
        to.down(self.by)
    }

    #[inline(always)]
    fn run(&self, line: &Line<B>, from: B, free: B) -> (B, B) {
        line.run(from, free)
    }
}

impl<B: Word> Step<B> for Masked<B> {
    const STRAIGHT: bool = true;

    fn of(groups: &[(i32, B)]) -> Masked<B> {
        let (by, from) = groups.first().copied().unwrap_or((0, B::ZERO));
        Masked { by: by.rem_euclid(B::BITS as i32) as u32, from }
    }

    #[inline(always)]
    fn go(&self, from: B) -> B {
        (from & self.from).up(self.by)
    }

    #[inline(always)]
    fn come(&self, to: B) -> B {
        to.down(self.by) & self.from
    }

    #[inline(always)]
    fn run(&self, line: &Line<B>, from: B, free: B) -> (B, B) {
        line.run(from, free)
    }
}

impl<B: Word> Step<B> for Crooked<B> {
    const STRAIGHT: bool = false;

    fn of(groups: &[(i32, B)]) -> Crooked<B> {
        Crooked(groups.iter().map(|group| Masked::of(std::slice::from_ref(group))).collect())
    }

    fn go(&self, from: B) -> B {
        self.0.iter().fold(B::ZERO, |to, part| to | part.go(from))
    }

    fn come(&self, to: B) -> B {
        self.0.iter().fold(B::ZERO, |from, part| from | part.come(to))
    }

    /// A line may return to a site: it ends there.
    fn run(&self, _: &Line<B>, from: B, free: B) -> (B, B) {
        let mut passed = B::ZERO;
        let mut at = self.go(from);
        while (at & free & !from & !passed).any() {
            passed |= at;
            at = self.go(at);
        }
        (passed, at & !free & !from)
    }
}

impl<B: Word> Line<B> {
    /// The sites before the first that is not free, and that one. If bits rise, sites before it are the bits below it.
    #[inline(always)]
    pub(super) fn run(&self, from: B, free: B) -> (B, B) {
        let ahead = self.ahead[(from.first() % B::BITS) as usize];
        let stops = ahead & !free;
        if self.up {
            let stop = stops.lowest();
            (ahead & stop.below(), stop)
        } else if stops.any() {
            let stop = stops.highest();
            (ahead & !(stop | stop.below()), stop)
        } else {
            (ahead, B::ZERO)
        }
    }
}
