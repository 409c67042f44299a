//! All choices of a number of things from a set. Identical things are not distinguished.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::{MOST_MOVES, Pick};
use crate::engine::value::{Element, OffPiece};

/// The most things in all options of one choice together.
pub(super) const MOST_THINGS: usize = 1_000_000;

/// The message for more than [`MOST_MOVES`] options.
pub(super) const TOO_MANY_OPTIONS: &str = "more than 100,000 options of one choice";
const TOO_MANY_THINGS: &str = "more than 1,000,000 things in the options of one choice";

/// Groups of identical elements, each in the order in which they were given.
pub(super) fn alike(elements: Vec<Element>) -> Vec<Vec<Element>> {
    let mut groups: Vec<Vec<Element>> = Vec::new();
    for element in elements {
        match groups.iter_mut().rev().find(|group| is_alike(&group[0], &element)) {
            Some(group) => group.push(element),
            None => groups.push(vec![element]),
        }
    }
    groups
}

/// Identical pieces in the same pile are equivalent, wherever in it they lie, and so are tokens.
fn is_alike(a: &Element, b: &Element) -> bool {
    match (a, b) {
        (Element::Off(OffPiece::InPile(x, _, one)), Element::Off(OffPiece::InPile(y, _, other))) => x == y && one == other,
        (Element::Token(one), Element::Token(other)) => one.is_like(other),
        _ => a == b,
    }
}

/// Every choice of some numbers of elements, of identical ones the first, in order: fewer before more. They are put together one by
/// one, as they are asked for.
#[derive(Debug)]
pub(in crate::engine) struct Subsets {
    groups: Vec<Vec<Element>>,
    sizes: RangeInclusive<usize>,
    /// See [`numbers`].
    numbers: Vec<Vec<u64>>,
}

impl Subsets {
    /// The choices of `least` to `most` of the elements.
    ///
    /// # Errors
    /// The limit that they exceed, the first in their order.
    pub(super) fn of(groups: Vec<Vec<Element>>, least: usize, most: usize) -> Result<Subsets, &'static str> {
        let subsets = Subsets { numbers: numbers(&groups, most), sizes: least..=most, groups };
        let (mut room, mut things) = (MOST_MOVES as u64, MOST_THINGS as u64);
        for size in least..=most {
            let many = subsets.numbers[0][size];
            let fit = things.checked_div(size as u64).unwrap_or(u64::MAX);
            if many > room.min(fit) {
                return Err(if room <= fit { TOO_MANY_OPTIONS } else { TOO_MANY_THINGS });
            }
            (room, things) = (room - many, things - many * size as u64);
        }
        Ok(subsets)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.sizes.clone().map(|size| self.numbers[0][size] as usize).sum()
    }

    /// The one with this index, with the number of ways to make it.
    pub(super) fn get(&self, index: usize) -> Option<Pick> {
        let mut before = index as u64;
        // Whether the choice is among so many; else they come before it.
        let mut is_among = |many: u64| {
            let among = before < many;
            before -= if among { 0 } else { many };
            among
        };
        let mut size = self.sizes.clone().find(|size| is_among(self.numbers[0][*size]))?;
        let (mut chosen, mut ways) = (SmallVec::new(), 1u64);
        for (group, many) in self.groups.iter().zip(&self.numbers[1..]) {
            let take = (0..=group.len().min(size)).rev().find(|take| is_among(many[size - take]))?;
            chosen.extend(group[..take].iter().cloned());
            ways = ways.saturating_mul(binomial(group.len(), take));
            size -= take;
        }
        Some(Pick::Things(chosen, ways))
    }
}

/// From each group on, how many choices there are of each number of elements up to `most`; of none after the last.
fn numbers(groups: &[Vec<Element>], most: usize) -> Vec<Vec<u64>> {
    let mut none = vec![0; most + 1];
    none[0] = 1;
    let mut all = vec![none];
    for group in groups.iter().rev() {
        let rest = &all[all.len() - 1];
        let of = |size: usize| (0..=group.len().min(size)).fold(0u64, |many, take| many.saturating_add(rest[size - take]));
        all.push((0..=most).map(of).collect());
    }
    all.reverse();
    all
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k.min(n - k)).fold(1u64, |product, i| product.saturating_mul((n - i) as u64) / (i as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(counts: &[usize]) -> Vec<Vec<Element>> {
        counts.iter().enumerate().map(|(i, count)| vec![Element::Number(i as i64); *count]).collect()
    }

    #[test]
    fn choices_come_fewer_before_more_and_with_their_ways() {
        let told = |counts: &[usize], least, most| {
            let subsets = Subsets::of(groups(counts), least, most).unwrap();
            let each = (0..).map_while(|index| subsets.get(index)).map(|pick| match pick {
                Pick::Things(things, ways) => {
                    let things: Vec<String> = things.iter().map(|thing| format!("{thing:?}")).collect();
                    format!("{} {ways}", things.join("+").replace("Number(", "").replace(')', ""))
                }
                other => panic!("{other:?}"),
            });
            let each: Vec<String> = each.collect();
            assert_eq!(each.len(), subsets.len());
            each
        };
        assert_eq!(told(&[1; 3], 0, 2), [" 1", "0 1", "1 1", "2 1", "0+1 1", "0+2 1", "1+2 1"]);
        // Three alike and two alike: C(3, 2), 3 * 2, C(2, 2).
        assert_eq!(told(&[3, 2], 2, 2), ["0+0 3", "0+1 6", "1+1 1"]);
        assert_eq!(told(&[2, 1], 4, 3), [""; 0]);
    }

    #[test]
    fn there_is_room_for_so_many_options_and_so_many_things() {
        let ones = |count: usize| vec![1; count];
        // C(19, 9) = C(19, 10) = 92,378; C(20, 9) = 167,960; C(651, 650) = 651.
        for (counts, size, limit) in [
            (ones(19), 10, None),
            (ones(20), 9, Some(TOO_MANY_OPTIONS)),
            (ones(19), 11, None),
            (ones(20), 12, Some(TOO_MANY_THINGS)),
            (ones(651), 650, None),
            (ones(676), 650, Some(TOO_MANY_THINGS)),
            ([ones(19), vec![2]].concat(), 12, Some(TOO_MANY_THINGS)),
        ] {
            assert_eq!(Subsets::of(groups(&counts), size, size).err(), limit, "{size} of {counts:?}");
        }
    }
}
