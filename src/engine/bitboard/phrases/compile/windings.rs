//! An upper bound for the number of ways to follow a path, whatever is on the ray; equivalent ways count separately.

use crate::model::rules::Times;
use crate::program::code::{Item, Path};

/// With more ways the general machine may reach a limit, or be quicker because it merges equivalent ways.
const MOST: u64 = 10_000;

/// Whether a path has so few ways, on rays of at most `longest` sites, that each of them can be followed.
pub(super) fn few(path: &Path, longest: usize) -> bool {
    let behind = most_ways(&path.behind, longest);
    behind.saturating_mul(most_ways(&path.ahead, longest)) <= MOST
}

/// For each number of sites, in how many ways items go over that many.
type Ways = Vec<u64>;

fn most_ways(items: &[Item], longest: usize) -> u64 {
    through(items, longest).1
}

/// The ways to go over all of these items, and the most there can be at once after any of them or within it.
fn through(items: &[Item], longest: usize) -> (Ways, u64) {
    items.iter().fold((nothing_yet(longest), 1), |(ways, most), item| {
        let (of_item, inside) = ways_of(item, longest);
        let ways = both(&ways, &of_item);
        let here = total(&ways);
        (ways, most.max(here).max(inside))
    })
}

/// Before the first item: one way, over no site.
fn nothing_yet(longest: usize) -> Ways {
    let mut ways = vec![0; longest + 1];
    ways[0] = 1;
    ways
}

/// The ways to go over an item, and the most there can be at once within it.
fn ways_of(item: &Item, longest: usize) -> (Ways, u64) {
    match item {
        Item::To(_) => (over(1, 1, longest), 1),
        // `all` ends in one place, but which one is not known here.
        Item::Past(times, _) | Item::Taking(times, _) => {
            let most = times.most.filter(|_| !times.whole).map_or(longest, usize::from);
            (over(usize::from(times.least), most, longest), 1)
        }
        Item::Group(times, group) => again_and_again(times, group, longest),
        Item::Counted(_, group) => again_and_again(&Times { least: 0, most: None, whole: false }, group, longest),
    }
}

/// One way for each number of sites from `least` to `most`.
fn over(least: usize, most: usize, longest: usize) -> Ways {
    (0..=longest).map(|sites| u64::from(least <= sites && sites <= most)).collect()
}

fn again_and_again(times: &Times, group: &[Item], longest: usize) -> (Ways, u64) {
    let (mut once, most) = through(group, longest);
    // Each round goes over one site at least.
    once[0] = 0;
    let (mut all, mut so_often, mut passed): (Ways, Ways, u64) = (vec![0; longest + 1], nothing_yet(longest), 0);
    for count in 0..=usize::from(times.most.unwrap_or(u16::MAX)).min(longest) {
        let here = total(&so_often);
        passed = passed.saturating_add(here);
        if count >= usize::from(times.least) {
            all.iter_mut().zip(&so_often).for_each(|(all, more)| *all = all.saturating_add(*more));
        }
        if here == 0 || passed > MOST {
            break;
        }
        so_often = both(&so_often, &once);
    }
    (all, passed.max(most))
}

/// The ways to go over two parts, one after the other.
fn both(first: &Ways, second: &Ways) -> Ways {
    let mut ways = vec![0u64; first.len()];
    for (at, before) in first.iter().enumerate().filter(|(_, before)| **before > 0) {
        for (further, then) in second[..second.len() - at].iter().enumerate().filter(|(_, then)| **then > 0) {
            ways[at + further] = ways[at + further].saturating_add(before.saturating_mul(*then));
        }
    }
    ways
}

fn total(ways: &Ways) -> u64 {
    ways.iter().fold(0, |sum, more| sum.saturating_add(*more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::code::Set;
    use crate::program::node::NodeId;

    fn any() -> Times {
        Times { least: 0, most: None, whole: false }
    }

    fn set() -> Set {
        Set { node: NodeId(0), pieces: false }
    }

    #[test]
    fn ways_are_counted() {
        let past = || Item::Past(any(), set());
        // A flying king on a board of ten ranks passes 0 to 9 sites.
        assert_eq!(most_ways(&[past(), Item::To(set())], 9), 10);
        // Two runs over at most nine sites in all: 0 and 0, 1 and 0, 0 and 1 …
        assert_eq!(most_ways(&[past(), past()], 9), 55);
        // Each site is passed or taken.
        let either = Item::Group(any(), vec![past(), Item::Taking(any(), set())]);
        assert!(most_ways(&[either], 25) > MOST);
        assert_eq!(most_ways(&[Item::Group(any(), vec![Item::To(set()), Item::To(set())])], 9), 5);
    }
}
