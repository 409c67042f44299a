//! Values as lists of single things, and several things combined into one value.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::{Card, NamedValue, PiecePlace, TokenSpot};
use super::phrases::Term;
use super::run::{Run, Stop};

/// Single things; identical ones are repeated.
pub(super) type Things<B> = SmallVec<[NamedValue<B>; 8]>;
/// Single things with their numbers; identical ones are merged.
pub(super) type Elements<B> = SmallVec<[(NamedValue<B>, u32); 16]>;

impl<B: Word> Run<'_, B> {
    /// The single things that a term denotes, in the machine's order; identical ones are repeated.
    #[inline]
    pub(super) fn things_of(&self, term: Term) -> Result<Things<B>, Stop> {
        match term {
            Term::Number(_) => {
                let numbers = self.rules.phrases.numbers(term, &self.moving);
                Ok(numbers.into_iter().map(NamedValue::Number).collect())
            }
            Term::PilePieces(_) => {
                let come = things(self.rules.phrases.value(term, &self.moving));
                if !come.is_empty() {
                    return Ok(come);
                }
                let lot = self.rules.phrases.pile_pieces(term, &self.moving).into_iter();
                Ok(lot
                    .flat_map(|(lies, code, many)| std::iter::repeat_n(NamedValue::Off { place: lies, code }, many as usize))
                    .collect())
            }
            Term::Tokens(_) => {
                let elements = self.elements_of(term)?.into_iter();
                Ok(elements.flat_map(|(one, many)| std::iter::repeat_n(one, many as usize)).collect())
            }
            Term::Cards(_) => Ok(self.rules.phrases.cards(term, &self.moving).into_iter().map(NamedValue::Card).collect()),
            _ => Ok(things(self.value(term)?)),
        }
    }

    /// The single things that a term denotes with their numbers, in the machine's order; identical ones are merged.
    pub(super) fn elements_of(&self, term: Term) -> Result<Elements<B>, Stop> {
        match term {
            Term::Number(_) => {
                let numbers = self.rules.phrases.numbers(term, &self.moving);
                Ok(numbers.into_iter().map(|number| (NamedValue::Number(number), 1)).collect())
            }
            Term::Tokens(_) => {
                let mut elements = Elements::new();
                for (spot, of) in self.rules.phrases.tokens(term, &self.moving) {
                    for (class, many) in classes(of) {
                        elements.push((NamedValue::Tokens { spot, of: 1 << (4 * class) }, many));
                    }
                }
                Ok(elements)
            }
            Term::Cards(_) => {
                let mut elements = Elements::new();
                for card in self.rules.phrases.cards(term, &self.moving) {
                    let alike =
                        |(one, _): &&mut (NamedValue<B>, u32)| matches!(one, NamedValue::Card(one) if one.is_like(&card));
                    match elements.iter_mut().find(alike) {
                        Some((_, many)) => *many += 1,
                        None => elements.push((NamedValue::Card(card), 1)),
                    }
                }
                Ok(elements)
            }
            Term::PilePieces(_) => {
                let mut elements = elements(self.rules.phrases.value(term, &self.moving));
                for (lies, code, many) in self.rules.phrases.pile_pieces(term, &self.moving) {
                    // Equal pieces in one pile are identical, whatever their places in it.
                    let alike = |(one, _): &&mut (NamedValue<B>, u32)| match (one, lies) {
                        (
                            NamedValue::Off { place: PiecePlace::Pile { pile, .. }, code: other },
                            PiecePlace::Pile { pile: from, .. },
                        ) => *pile == from && *other == code,
                        (one, _) => *one == NamedValue::Off { place: lies, code },
                    };
                    match elements.iter_mut().find(alike) {
                        Some((_, all)) => *all += many,
                        None => elements.push((NamedValue::Off { place: lies, code }, many)),
                    }
                }
                Ok(elements)
            }
            _ => Ok(elements(self.value(term)?)),
        }
    }
}

/// The single things of a value; identical ones are repeated.
#[inline]
pub(super) fn things<B: Word>(value: NamedValue<B>) -> Things<B> {
    let mut things = Things::new();
    match value {
        NamedValue::Sites(mut set) => {
            while let Some(site) = set.take() {
                things.push(NamedValue::Sites(site));
            }
        }
        NamedValue::Pieces(mut set) => {
            while let Some(site) = set.take() {
                things.push(NamedValue::Pieces(site));
            }
        }
        NamedValue::Taken(mut places) => {
            while let Some(place) = places.take() {
                things.push(NamedValue::Taken(place));
            }
        }
        NamedValue::Bits(mut bits) => {
            while let Some(bit) = bits.take() {
                things.push(NamedValue::Bits(bit));
            }
        }
        NamedValue::Tokens { .. } => {
            let elements = elements(value).into_iter();
            things.extend(elements.flat_map(|(one, many)| std::iter::repeat_n(one, many as usize)));
        }
        NamedValue::Number(_) | NamedValue::Off { .. } | NamedValue::Card(_) => things.push(value),
        NamedValue::Nothing | NamedValue::Truth(_) => {}
    }
    things
}

/// The classes in a count of tokens with 4 bits a class, each with its number.
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

/// The single things of a value with their numbers; identical ones are merged.
pub(super) fn elements<B: Word>(value: NamedValue<B>) -> Elements<B> {
    let NamedValue::Tokens { spot, of } = value else { return things(value).into_iter().map(|one| (one, 1)).collect() };
    classes(of).map(|(class, many)| (NamedValue::Tokens { spot, of: 1 << (4 * class) }, many)).collect()
}

/// A thing as far as it distinguishes moves: identical ones are the same wherever they lie.
pub(super) fn as_chosen<B>(value: NamedValue<B>) -> NamedValue<B> {
    match value {
        NamedValue::Tokens { of, .. } => NamedValue::Tokens { spot: TokenSpot::Various(0), of },
        NamedValue::Off { code, .. } => NamedValue::Off { place: PiecePlace::Pile { pile: 0, at: 0 }, code },
        NamedValue::Card(card) => NamedValue::Card(Card::alone(TokenSpot::Various(0), card.cell)),
        value => value,
    }
}

/// Several things of one type as one value; none if no value can hold them together.
pub(super) fn bundle<B: Word>(things: &[NamedValue<B>]) -> Option<NamedValue<B>> {
    let Some((first, rest)) = things.split_first() else { return Some(NamedValue::Nothing) };
    rest.iter().try_fold(*first, |all, one| {
        Some(match (all, *one) {
            (NamedValue::Sites(a), NamedValue::Sites(b)) => NamedValue::Sites(a | b),
            (NamedValue::Pieces(a), NamedValue::Pieces(b)) => NamedValue::Pieces(a | b),
            (NamedValue::Taken(a), NamedValue::Taken(b)) => NamedValue::Taken(a | b),
            (NamedValue::Bits(a), NamedValue::Bits(b)) => NamedValue::Bits(a | b),
            (NamedValue::Tokens { spot, of }, NamedValue::Tokens { spot: other, of: more }) if spot == other => {
                NamedValue::Tokens { spot, of: of + more }
            }
            _ => return None,
        })
    })
}
