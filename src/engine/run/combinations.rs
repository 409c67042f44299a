//! All choices of a number of things from a set. Identical things are not distinguished.

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

/// Every choice of `least` to `most` of the elements, each with the number of ways to make it. Of identical ones the first are
/// chosen.
///
/// # Errors
/// The limit that is exceeded.
pub(super) fn subsets(groups: &[Vec<Element>], least: usize, most: usize) -> Result<Vec<Pick>, &'static str> {
    let (mut options, mut room) = (Vec::new(), Room::default());
    for size in least..=most {
        each(groups, size, &mut |chosen, ways| {
            options.push(Pick::Things(SmallVec::from(chosen), ways));
            room.take(size)
        });
        room.full()?;
    }
    Ok(options)
}

/// How much the options of one choice amount to, measured against the limits.
#[derive(Default)]
struct Room {
    options: usize,
    things: usize,
    /// The limit that was exceeded.
    limit: Option<&'static str>,
}

impl Room {
    /// Counts one more option, of `size` things. Returns whether the limits still allow it.
    fn take(&mut self, size: usize) -> bool {
        self.options += 1;
        self.things += size;
        if self.options > MOST_MOVES {
            self.limit.get_or_insert(TOO_MANY_OPTIONS);
        } else if self.things > MOST_THINGS {
            self.limit.get_or_insert(TOO_MANY_THINGS);
        }
        self.limit.is_none()
    }

    fn full(&self) -> Result<(), &'static str> {
        self.limit.map_or(Ok(()), Err)
    }
}

/// Calls `visit` with every choice of `size` elements and its number of ways, until it returns `false`.
fn each(groups: &[Vec<Element>], size: usize, visit: &mut dyn FnMut(&[Element], u64) -> bool) {
    fn extend(
        groups: &[Vec<Element>],
        size: usize,
        chosen: &mut Vec<Element>,
        ways: u64,
        visit: &mut dyn FnMut(&[Element], u64) -> bool,
    ) -> bool {
        if size == 0 {
            return visit(chosen, ways);
        }
        let Some((group, rest)) = groups.split_first() else { return true };
        let left: usize = rest.iter().map(Vec::len).sum();
        for take in (0..=group.len().min(size)).rev() {
            if left < size - take {
                continue;
            }
            chosen.extend_from_slice(&group[..take]);
            let more = extend(rest, size - take, chosen, ways.saturating_mul(binomial(group.len(), take)), visit);
            chosen.truncate(chosen.len() - take);
            if !more {
                return false;
            }
        }
        true
    }
    if size == 1 {
        let _ = groups.iter().all(|group| visit(&group[..1], group.len() as u64));
    } else {
        extend(groups, size, &mut Vec::new(), 1, visit);
    }
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
            assert_eq!(subsets(&groups(&counts), size, size).err(), limit, "{size} of {counts:?}");
        }
    }
}
