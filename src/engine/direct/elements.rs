//! What a value is made of, thing by thing, and several things as one value.

use smallvec::SmallVec;

use super::super::word::Word;
use super::phrases::Term;
use super::run::{Run, Stop};
use super::scene::{Lies, Named, Spot};

/// Things one by one.
pub(super) type Things<B> = SmallVec<[Named<B>; 8]>;
/// Things, alike ones once, each with how many of it there are.
pub(super) type Elements<B> = SmallVec<[(Named<B>, u32); 16]>;

impl<B: Word> Run<'_, B> {
    /// The things that a term denotes one by one, in the machine's order; alike ones as often as there are.
    #[inline]
    pub(super) fn things_of(&self, term: Term) -> Result<Things<B>, Stop> {
        match term {
            Term::Number(_) => {
                let numbers = self.rules.phrases.numbers(term, &self.scene);
                Ok(numbers.into_iter().map(Named::Number).collect())
            }
            Term::Lying(_) => {
                let come = things(self.rules.phrases.value(term, &self.scene));
                if !come.is_empty() {
                    return Ok(come);
                }
                let lot = self.rules.phrases.pieces_lying(term, &self.scene).into_iter();
                Ok(lot.flat_map(|(lies, code, many)| std::iter::repeat_n(Named::Off { lies, code }, many as usize)).collect())
            }
            Term::Tokens(_) | Term::Cards(_) => {
                let mut things = Things::new();
                for (one, many) in self.elements_of(term)? {
                    (0..many).for_each(|_| things.push(one));
                }
                Ok(things)
            }
            _ => Ok(things(self.value(term)?)),
        }
    }

    /// What a term denotes, alike things once, each with how many of it there are, in the machine's order.
    pub(super) fn elements_of(&self, term: Term) -> Result<Elements<B>, Stop> {
        match term {
            Term::Number(_) => {
                let numbers = self.rules.phrases.numbers(term, &self.scene);
                Ok(numbers.into_iter().map(|number| (Named::Number(number), 1)).collect())
            }
            Term::Tokens(_) => {
                let mut elements = Elements::new();
                for (spot, of) in self.rules.phrases.tokens(term, &self.scene) {
                    for (class, many) in classes(of) {
                        elements.push((Named::Tokens { spot, of: 1 << (4 * class) }, many));
                    }
                }
                Ok(elements)
            }
            Term::Cards(_) => {
                let mut elements = Elements::new();
                for (spot, cell) in self.rules.phrases.cards(term, &self.scene) {
                    let card = Named::Card { spot, cell };
                    match elements.iter_mut().find(|(one, _)| *one == card) {
                        Some((_, many)) => *many += 1,
                        None => elements.push((card, 1)),
                    }
                }
                Ok(elements)
            }
            Term::Lying(_) => {
                let mut elements = elements(self.rules.phrases.value(term, &self.scene));
                for (lies, code, many) in self.rules.phrases.pieces_lying(term, &self.scene) {
                    // Wherever in a pile alike ones lie.
                    let alike = |(one, _): &&mut (Named<B>, u32)| match (one, lies) {
                        (Named::Off { lies: Lies::Pile { pile, .. }, code: other }, Lies::Pile { pile: from, .. }) => {
                            *pile == from && *other == code
                        }
                        (one, _) => *one == Named::Off { lies, code },
                    };
                    match elements.iter_mut().find(alike) {
                        Some((_, all)) => *all += many,
                        None => elements.push((Named::Off { lies, code }, many)),
                    }
                }
                Ok(elements)
            }
            _ => Ok(elements(self.value(term)?)),
        }
    }
}

/// The things of a value one by one.
#[inline]
pub(super) fn things<B: Word>(value: Named<B>) -> Things<B> {
    let mut things = Things::new();
    match value {
        Named::Sites(mut set) => {
            while let Some(site) = set.take() {
                things.push(Named::Sites(site));
            }
        }
        Named::Pieces(mut set) => {
            while let Some(site) = set.take() {
                things.push(Named::Pieces(site));
            }
        }
        Named::Taken(mut places) => {
            while let Some(place) = places.take() {
                things.push(Named::Taken(place));
            }
        }
        Named::Bits(mut bits) => {
            while let Some(bit) = bits.take() {
                things.push(Named::Bits(bit));
            }
        }
        Named::Tokens { .. } => {
            let elements = elements(value).into_iter();
            things.extend(elements.flat_map(|(one, many)| std::iter::repeat_n(one, many as usize)));
        }
        Named::Number(_) | Named::Off { .. } | Named::Card { .. } => things.push(value),
        Named::Nothing | Named::Truth(_) => {}
    }
    things
}

/// Classes of tokens with how many there are, told in 4 bits a class.
#[inline]
pub(super) fn classes(of: u64) -> impl Iterator<Item = (usize, u32)> {
    let mut left = of;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let at = left.trailing_zeros() & !3;
        let many = left >> at & 15;
        left &= !(15 << at);
        Some((at as usize / 4, many as u32))
    })
}

/// The things of a value, alike ones once, each with how many of it there are.
pub(super) fn elements<B: Word>(value: Named<B>) -> Elements<B> {
    let Named::Tokens { spot, of } = value else { return things(value).into_iter().map(|one| (one, 1)).collect() };
    classes(of).map(|(class, many)| (Named::Tokens { spot, of: 1 << (4 * class) }, many)).collect()
}

/// A thing as far as it tells moves apart: alike ones are the same wherever they lie.
pub(super) fn told<B>(value: Named<B>) -> Named<B> {
    match value {
        Named::Tokens { of, .. } => Named::Tokens { spot: Spot::Various(0), of },
        Named::Off { code, .. } => Named::Off { lies: Lies::Pile { pile: 0, at: 0 }, code },
        Named::Card { cell, .. } => Named::Card { spot: Spot::Various(0), cell },
        value => value,
    }
}

/// Several things of one sort as one value, alike ones as often as there are; none if they cannot be one value.
pub(super) fn bundle<B: Word>(things: &[Named<B>]) -> Option<Named<B>> {
    let Some((first, rest)) = things.split_first() else { return Some(Named::Nothing) };
    rest.iter().try_fold(*first, |all, one| {
        Some(match (all, *one) {
            (Named::Sites(a), Named::Sites(b)) => Named::Sites(a | b),
            (Named::Pieces(a), Named::Pieces(b)) => Named::Pieces(a | b),
            (Named::Taken(a), Named::Taken(b)) => Named::Taken(a | b),
            (Named::Bits(a), Named::Bits(b)) => Named::Bits(a | b),
            (Named::Tokens { spot, of }, Named::Tokens { spot: other, of: more }) if spot == other => {
                Named::Tokens { spot, of: of + more }
            }
            _ => return None,
        })
    })
}
