//! The directions of a rule, called ways: a list of steps, or the four diagonals of a board as compile-time constants.

use smallvec::SmallVec;

use super::super::word::Word;
use super::halves::{ConstantWays, Half, Halved, Halves};
use super::step::{Line, Step};

/// The ways of a rule, by index.
pub(in crate::engine) trait Ways<B: Word>: Clone + Send + Sync + 'static {
    /// See [`Step::STRAIGHT`].
    const STRAIGHT: bool;
    /// The shifts are compile-time constants.
    const KNOWN: bool;

    /// The same ways where it is a compile-time constant, too, which of them a rule has.
    type Half<H: Halved>: Ways<B> + ConstantWays;

    /// The rules of a kind that have such ways.
    type Rules<T: Send + Sync + 'static>: Rules<T>;

    /// The ways of these directions, each with the groups of sites that step by the same number of bits, see [`Step::of`]. `None`
    /// if this type cannot represent them.
    fn of(directions: &[(u8, Vec<(i32, B)>)]) -> Option<Self>;

    /// Which halves of the four diagonals they are, if they are such.
    fn halves(&self) -> Option<Halves> {
        None
    }

    /// The number of ways; some may have no steps.
    fn many(&self) -> usize;

    /// The direction of a way.
    fn direction(&self, way: usize) -> usize;

    /// See [`Step::go`].
    fn go(&self, way: usize, from: B) -> B;

    /// See [`Step::come`].
    fn come(&self, way: usize, to: B) -> B;

    /// See [`Step::run`].
    fn run(&self, way: usize, line: &Line<B>, from: B, free: B) -> (B, B);

    /// The number of steps from some sites to others.
    #[inline(always)]
    fn steps(&self, from: B, to: B) -> u32 {
        let mut count = 0;
        for way in 0..self.many() {
            count += (self.come(way, to) & from).count();
        }
        count
    }

    /// The sites from which a jump leads over `prey` to a site of `to`.
    #[inline(always)]
    fn jumpers(&self, prey: B, to: B) -> B {
        let mut jumpers = B::ZERO;
        for way in 0..self.many() {
            jumpers |= self.come(way, self.come(way, to) & prey);
        }
        jumpers
    }

    /// The number of jumps from some sites over `prey` to others.
    #[inline(always)]
    fn jumps(&self, from: B, prey: B, to: B) -> u32 {
        let mut count = 0;
        for way in 0..self.many() {
            count += (self.come(way, self.come(way, to) & prey) & from).count();
        }
        count
    }

    /// The sites of `to` that such jumps lead to.
    #[inline(always)]
    fn landings(&self, from: B, prey: B, to: B) -> B {
        let mut landings = B::ZERO;
        for way in 0..self.many() {
            landings |= self.go(way, self.go(way, from) & prey) & to;
        }
        landings
    }
}

/// A list of rules, with room for as many as the code supports.
pub(in crate::engine) trait Rules<T: 'static>: Send + Sync + 'static {
    /// The list of these rules; `None` if there are too many.
    fn of(rules: Vec<T>) -> Option<Self>
    where
        Self: Sized;

    /// All rules in order.
    fn each(&self) -> impl Iterator<Item = &T>;
}

impl<T: Send + Sync + 'static> Rules<T> for Vec<T> {
    fn of(rules: Vec<T>) -> Option<Vec<T>> {
        Some(rules)
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

/// At most one rule, so that there is no loop.
impl<T: Send + Sync + 'static> Rules<T> for Option<T> {
    fn of(mut rules: Vec<T>) -> Option<Option<T>> {
        let one = rules.pop();
        rules.is_empty().then_some(one)
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = &T> {
        self.iter()
    }
}

/// A list of directions and steps.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Each<S>(SmallVec<[(u8, S); 4]>);

impl<B: Word, S: Step<B>> Ways<B> for Each<S> {
    const STRAIGHT: bool = S::STRAIGHT;
    const KNOWN: bool = false;
    type Half<H: Halved> = Half<B, 0, H>;
    type Rules<T: Send + Sync + 'static> = Vec<T>;

    fn of(directions: &[(u8, Vec<(i32, B)>)]) -> Option<Each<S>> {
        Some(Each(directions.iter().map(|(direction, groups)| (*direction, S::of(groups))).collect()))
    }

    #[inline(always)]
    fn many(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn direction(&self, way: usize) -> usize {
        self.0[way].0.into()
    }

    #[inline(always)]
    fn go(&self, way: usize, from: B) -> B {
        self.0[way].1.go(from)
    }

    #[inline(always)]
    fn come(&self, way: usize, to: B) -> B {
        self.0[way].1.come(to)
    }

    #[inline(always)]
    fn run(&self, way: usize, line: &Line<B>, from: B, free: B) -> (B, B) {
        self.0[way].1.run(line, from, free)
    }
}

/// The diagonals of a board with `2 * BY` files on which only the black squares are sites: steps by `BY` bits and by one more,
/// down and up, in the board's order of directions. The shifts are compile-time constants, so that each is a line of code. Only
/// for ghosts: see [`super::embedding::Steps`].
#[derive(Clone, Debug)]
pub(in crate::engine) struct Diagonals<B, const BY: u32> {
    goes: Halves,
    /// All sites, or none where the rule does not have that way.
    from: [B; 4],
    directions: [u8; 4],
}

impl<B: Word, const BY: u32> Diagonals<B, BY> {
    /// The shifts as rotations upwards: northeast, southeast, southwest, northwest where site numbers begin at the last rank.
    const BITS: [u32; 4] = [B::BITS - BY, BY + 1, BY, B::BITS - BY - 1];
    /// The shifts that lead down, and those that lead up.
    const DOWN: [u32; 2] = [Self::BITS[0], Self::BITS[3]];
    const UP: [u32; 2] = [Self::BITS[1], Self::BITS[2]];

    /// The shifts of these halves.
    pub(super) const fn bits(halves: Halves) -> &'static [u32] {
        match halves {
            Halves::Down => &Self::DOWN,
            Halves::Up => &Self::UP,
            Halves::Both => &Self::BITS,
        }
    }

    /// Folds over the shifts of the ways that the rule has.
    #[inline(always)]
    fn sum<T>(&self, none: T, add: impl Fn(T, u32) -> T) -> T {
        let two = |sum: T, [one, other]: [u32; 2]| add(add(sum, one), other);
        match self.goes {
            Halves::Down => two(none, Self::DOWN),
            Halves::Up => two(none, Self::UP),
            Halves::Both => two(two(none, Self::DOWN), Self::UP),
        }
    }
}

impl<B: Word, const BY: u32> Ways<B> for Diagonals<B, BY> {
    const STRAIGHT: bool = true;
    const KNOWN: bool = true;
    type Half<H: Halved> = Half<B, BY, H>;
    type Rules<T: Send + Sync + 'static> = Option<T>;

    fn of(directions: &[(u8, Vec<(i32, B)>)]) -> Option<Diagonals<B, BY>> {
        let mut ways = Diagonals { goes: Halves::Both, from: [B::ZERO; 4], directions: [0; 4] };
        let mut next = 0;
        for (direction, groups) in directions {
            // A direction without steps has no groups.
            let Some((by, _)) = groups.first() else { continue };
            // In the order of the constants: otherwise moves would be listed in another order than the board's.
            let way = (next..4).find(|way| Self::BITS[*way] == by.rem_euclid(B::BITS as i32) as u32)?;
            (ways.from[way], ways.directions[way]) = (!B::ZERO, *direction);
            next = way + 1;
        }
        ways.goes = match ways.from.map(B::any) {
            [true, false, false, true] => Halves::Down,
            [false, true, true, false] => Halves::Up,
            [true, true, true, true] => Halves::Both,
            _ => return None,
        };
        Some(ways)
    }

    fn halves(&self) -> Option<Halves> {
        Some(self.goes)
    }

    #[inline(always)]
    fn many(&self) -> usize {
        Self::BITS.len()
    }

    #[inline(always)]
    fn direction(&self, way: usize) -> usize {
        self.directions[way].into()
    }

    #[inline(always)]
    fn go(&self, way: usize, from: B) -> B {
        (from & self.from[way]).up(Self::BITS[way])
    }

    #[inline(always)]
    fn come(&self, way: usize, to: B) -> B {
        to.down(Self::BITS[way]) & self.from[way]
    }

    #[inline(always)]
    fn run(&self, way: usize, line: &Line<B>, from: B, free: B) -> (B, B) {
        let (passed, stop) = line.run(from, free);
        (passed & self.from[way], stop & self.from[way])
    }

    #[inline(always)]
    fn steps(&self, from: B, to: B) -> u32 {
        self.sum(0, |count, by| count + (to.down(by) & from).count())
    }

    #[inline(always)]
    fn jumpers(&self, prey: B, to: B) -> B {
        self.sum(B::ZERO, |jumpers, by| jumpers | (to.down(by) & prey).down(by))
    }

    #[inline(always)]
    fn jumps(&self, from: B, prey: B, to: B) -> u32 {
        self.sum(0, |count, by| count + ((to.down(by) & prey).down(by) & from).count())
    }

    #[inline(always)]
    fn landings(&self, from: B, prey: B, to: B) -> B {
        self.sum(B::ZERO, |landings, by| landings | (from.up(by) & prey).up(by) & to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::halves::Down;
    use super::super::step::Shift;
    use super::*;

    /// Ways down by 4 and by 5 bits, in directions 7 and 2.
    const GROUPS: [(u8, i32); 2] = [(7, -4), (2, -5)];

    fn of<W: Ways<u64>>(groups: &[(u8, i32)]) -> Option<W> {
        W::of(&groups.iter().map(|(direction, by)| (*direction, vec![(*by, 0b11 << 10)])).collect::<Vec<_>>())
    }

    /// What the methods return, as text: for each way that has steps on one set, for all ways together on three sets.
    fn told(ways: &impl Ways<u64>) -> String {
        let line = Line { up: false, ahead: vec![0b1_0001 << 14; 64].into() };
        let (set, free) = (0b1011 << 20, !(1 << 18));
        let of_way = |way| (ways.direction(way), ways.go(way, set), ways.come(way, set), ways.run(way, &line, 1 << 30, free));
        let mut each: Vec<_> = (0..ways.many()).map(of_way).filter(|(_, to, ..)| *to != 0).collect();
        each.sort_unstable();
        let nothing = (0..ways.many()).filter(|way| ways.go(*way, !0) == 0);
        assert!(nothing.into_iter().all(|way| ways.come(way, !0) == 0 && ways.run(way, &line, 1 << 30, free) == (0, 0)));
        let (from, prey, to) = (0b1_1100_1110 << 30, 0b1_0110_1111 << 26, 0b1_1010_1111 << 21);
        let jumps = ways.jumps(from, prey, to);
        assert!(ways.steps(from, prey) > 2 && jumps > 2);
        format!("{each:?} {} {} {jumps} {}", ways.steps(from, prey), ways.jumpers(prey, to), ways.landings(from, prey, to))
    }

    #[test]
    fn diagonals_go_where_a_list_of_shifts_goes() {
        let (fixed, list) = (of::<Diagonals<u64, 4>>(&GROUPS).unwrap(), of::<Each<Shift>>(&GROUPS).unwrap());
        assert_eq!(told(&fixed), told(&list));
    }

    #[test]
    fn a_half_goes_where_a_list_of_shifts_goes() {
        let list = of::<Each<Shift>>(&[(0, -4), (1, -5)]).unwrap();
        assert_eq!(told(Half::<u64, 4, Down>::THIS), told(&list));
        assert_eq!(of::<Diagonals<u64, 4>>(&GROUPS).unwrap().halves(), Some(Halves::Down));
    }

    #[test]
    fn there_is_no_code_for_other_ways() {
        assert!(of::<Diagonals<u64, 4>>(&[(0, 9)]).is_none());
        assert!(of::<Diagonals<u64, 5>>(&GROUPS).is_none());
        // Another order than the board's, and one of the two ways that lead down.
        assert!(of::<Diagonals<u64, 4>>(&[GROUPS[1], GROUPS[0]]).is_none());
        assert!(of::<Diagonals<u64, 4>>(&GROUPS[..1]).is_none());
    }
}
