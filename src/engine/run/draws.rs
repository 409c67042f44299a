//! So many things out of a set, alike ones not told apart: all such choices, or the n-th of them.

use smallvec::SmallVec;

use super::{MOST_MOVES, Pick};
use crate::engine::value::{Element, OffPiece};

/// Most things in all options of one choice together.
pub(super) const MOST_THINGS: usize = 1_000_000;

/// What is said of more than [`MOST_MOVES`] options.
pub(super) const TOO_MANY_OPTIONS: &str = "more than 100,000 options of one choice";
const TOO_MANY_THINGS: &str = "more than 1,000,000 things in the options of one choice";

/// What chance draws, as long as nobody asks for all that can come of it.
pub(in crate::engine) struct Draw {
    of: Of,
    /// The ways to each result, in order.
    weights: Vec<u64>,
}

/// What is drawn.
enum Of {
    /// From `least` to `most` elements, out of groups of alike ones.
    Things { groups: Vec<(Element, u64)>, least: usize, most: usize },
    /// What a token is: one of these classes.
    Classes(Vec<u16>),
}

impl Draw {
    /// From `least` to `most` of the elements.
    ///
    /// # Errors
    /// The limit, if there are too many results.
    pub(super) fn new(groups: Vec<(Element, u64)>, least: usize, most: usize) -> Result<Draw, &'static str> {
        let (mut weights, mut room) = (Vec::new(), Room::default());
        for size in least..=most {
            match subsets_of_different(&groups, size) {
                Some(many) => {
                    let fitting = (0..many).take_while(|_| room.take(size)).count();
                    weights.extend(std::iter::repeat_n(1, fitting));
                }
                None => each(&groups, size, &mut |_, ways| {
                    weights.push(ways);
                    room.take(size)
                }),
            }
            room.full()?;
        }
        Ok(Draw { of: Of::Things { groups, least, most }, weights })
    }

    /// What a token is that nobody has seen, by how many of each class are left.
    pub(super) fn of_classes(left: &[u32]) -> Draw {
        let (mut classes, mut weights) = (Vec::with_capacity(left.len()), Vec::with_capacity(left.len()));
        for (class, count) in left.iter().enumerate() {
            if *count > 0 {
                classes.push(class as u16);
                weights.push(u64::from(*count));
            }
        }
        Draw { of: Of::Classes(classes), weights }
    }

    /// The ways to each result, in order.
    pub(in crate::engine) fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// A result by its place.
    pub(in crate::engine) fn get(&self, place: usize) -> Option<Pick> {
        let ways = *self.weights.get(place)?;
        let (groups, least, most) = match &self.of {
            Of::Classes(classes) => return classes.get(place).map(|class| Pick::Identity(*class, ways)),
            Of::Things { groups, least, most } => (groups, *least, *most),
        };
        let mut left = place;
        for size in least..=most {
            match subsets_of_different(groups, size) {
                Some(many) if (left as u64) < many => {
                    return Some(Pick::Things(unrank(groups, size, left as u64), ways));
                }
                Some(many) => left -= many as usize,
                None => {
                    let mut found = None;
                    each(groups, size, &mut |chosen, _| {
                        if left == 0 {
                            found = Some(SmallVec::from(chosen));
                            return false;
                        }
                        left -= 1;
                        true
                    });
                    if let Some(things) = found {
                        return Some(Pick::Things(things, ways));
                    }
                }
            }
        }
        None
    }
}

/// Elements with how often each stands among them.
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

/// Pieces in the same pile that are the same are alike, wherever in it they lie.
fn is_alike(a: &Element, b: &Element) -> bool {
    match (a, b) {
        (Element::Off(OffPiece::InPile(x, _, one)), Element::Off(OffPiece::InPile(y, _, other))) => x == y && one == other,
        _ => a == b,
    }
}

/// Every choice of `least` to `most` of the elements, with the number of ways to make it.
///
/// # Errors
/// The limit, if there are too many.
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

/// What the options of one choice have taken of what there is room for.
#[derive(Default)]
struct Room {
    options: usize,
    things: usize,
    /// The limit that was reached.
    limit: Option<&'static str>,
}

impl Room {
    /// One option more, of so many things: whether there was room for it.
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

/// Shows every choice of so many of the elements, as long as `visit` wants more.
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

/// How many choices of so many elements there are, if all elements are different.
fn subsets_of_different(groups: &[(Element, u64)], size: usize) -> Option<u64> {
    let different = groups.iter().all(|(_, count)| *count == 1);
    different.then(|| if size > groups.len() { 0 } else { binomial(groups.len() as u64, size as u64) })
}

/// The choice of so many of different elements at a place, in the order of [`each`].
fn unrank(groups: &[(Element, u64)], size: usize, mut place: u64) -> SmallVec<[Element; 2]> {
    let mut chosen = SmallVec::with_capacity(size);
    for (i, (element, _)) in groups.iter().enumerate() {
        let wanted = size - chosen.len();
        if wanted == 0 {
            break;
        }
        // Those that hold this one come first.
        let with = binomial((groups.len() - i - 1) as u64, wanted as u64 - 1);
        if place < with {
            chosen.push(element.clone());
        } else {
            place -= with;
        }
    }
    chosen
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
        // Of 19 there are 92,378 choices of nine or of ten, of 20 there are 167,960 of nine; of 651 there are 651 of 650.
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
            assert_eq!(Draw::new(groups(&counts), size, size).err(), limit, "{size} of {counts:?}, drawn");
        }
    }

    #[test]
    fn the_nth_draw_is_the_nth_of_all() {
        for counts in [&[1, 1, 1, 1, 1, 1][..], &[2, 1, 3], &[5], &[]] {
            for (least, most) in [(0, 0), (1, 1), (2, 2), (1, 3), (4, 4)] {
                let all = subsets(&groups(counts), least, most).unwrap();
                let draw = Draw::new(groups(counts), least, most).unwrap();
                let told = |pick: &Pick| match pick {
                    Pick::Things(things, ways) => (things.to_vec(), *ways),
                    _ => (Vec::new(), 0),
                };
                let one_by_one: Vec<_> = (0..).map_while(|i| draw.get(i)).map(|pick| told(&pick)).collect();
                assert_eq!(one_by_one, all.iter().map(told).collect::<Vec<_>>(), "{counts:?}, {least} to {most}");
                assert_eq!(draw.weights(), all.iter().map(|pick| told(pick).1).collect::<Vec<_>>());
            }
        }
    }
}
