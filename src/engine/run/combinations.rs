//! All choices of a number of things from a set. Identical things are not distinguished.

use smallvec::SmallVec;

use super::{MOST_MOVES, Pick};
use crate::engine::value::{Element, OffPiece};

/// The most things in all options of one choice together.
pub(super) const MOST_THINGS: usize = 1_000_000;

/// The message for more than [`MOST_MOVES`] options.
pub(super) const TOO_MANY_OPTIONS: &str = "more than 100,000 options of one choice";
const TOO_MANY_THINGS: &str = "more than 1,000,000 things in the options of one choice";

/// Distinct elements, each with the number of times that it occurs.
pub(super) fn alike(elements: Vec<Element>) -> Vec<(Element, u64)> {
    let mut groups: Vec<(Element, u64)> = Vec::new();
    for element in elements {
        match groups.iter_mut().rev().find(|(known, _)| is_alike(known, &element)) {
            Some((_, count)) => *count += 1,
            None => groups.push((element, 1)),
        }
    }
    groups
}

/// Identical pieces in the same pile are equivalent, wherever in it they lie.
fn is_alike(a: &Element, b: &Element) -> bool {
    match (a, b) {
        (Element::Off(OffPiece::InPile(x, _, one)), Element::Off(OffPiece::InPile(y, _, other))) => x == y && one == other,
        _ => a == b,
    }
}

/// Every choice of `least` to `most` of the elements, each with the number of ways to make it.
///
/// # Errors
/// The limit that is exceeded.
pub(super) fn subsets(groups: &[(Element, u64)], least: usize, most: usize) -> Result<Vec<Pick>, &'static str> {
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
fn each(groups: &[(Element, u64)], size: usize, visit: &mut dyn FnMut(&[Element], u64) -> bool) {
    fn extend(
        groups: &[(Element, u64)],
        size: usize,
        chosen: &mut Vec<Element>,
        ways: u64,
        visit: &mut dyn FnMut(&[Element], u64) -> bool,
    ) -> bool {
        if size == 0 {
            return visit(chosen, ways);
        }
        let Some(((element, count), rest)) = groups.split_first() else { return true };
        let left: u64 = rest.iter().map(|(_, count)| count).sum();
        for take in (0..=(*count).min(size as u64)).rev() {
            if left < size as u64 - take {
                continue;
            }
            chosen.extend(std::iter::repeat_n(element.clone(), take as usize));
            let more = extend(rest, size - take as usize, chosen, ways.saturating_mul(binomial(*count, take)), visit);
            chosen.truncate(chosen.len() - take as usize);
            if !more {
                return false;
            }
        }
        true
    }
    if size == 1 {
        let _ = groups.iter().all(|(element, count)| visit(std::slice::from_ref(element), *count));
    } else {
        extend(groups, size, &mut Vec::new(), 1, visit);
    }
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1u64, |product, i| product.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(counts: &[u64]) -> Vec<(Element, u64)> {
        counts.iter().enumerate().map(|(i, count)| (Element::Number(i as i64), *count)).collect()
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
