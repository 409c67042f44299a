//! Phrases whose meaning depends on a player or side.

use smallvec::SmallVec;

use super::super::ids::SetId;
use super::super::term::{Bits, TURNS};
use super::Phrases;
use super::{Compiler, Context, Whose};
use crate::engine::word::Word;
use crate::model::expr::Type;
use crate::program::node::Relative;

/// A value for each owner of the piece being described.
pub(super) enum ByOwner<T> {
    /// The same for every owner.
    Same(T),
    /// By side; and the value where there is no piece.
    Each(SmallVec<[T; 2]>, T),
}

/// The index of a list among others, to which it is added if it is new.
pub(super) fn place<T: PartialEq>(lists: &mut Vec<Vec<T>>, list: Vec<T>) -> u32 {
    let known = lists.iter().position(|known| *known == list);
    known.unwrap_or_else(|| {
        lists.push(list);
        lists.len() - 1
    }) as u32
}

impl<B: Word> Compiler<'_, B> {
    /// The union of what `of` gives for the pieces of each side in a set, with the value for that side.
    pub(super) fn each_owner<T: Copy>(
        &mut self,
        pieces: SetId,
        sides: SmallVec<[T; 2]>,
        nobody: T,
        of: impl Fn(&mut Phrases<B>, SetId, T) -> SetId,
    ) -> SetId {
        let mut all = self.phrases.nothing();
        let mut rest = pieces;
        for (side, one) in sides.into_iter().enumerate() {
            let standing = self.phrases.standing(side);
            let own = self.phrases.and(pieces, standing);
            rest = self.phrases.without(rest, standing);
            let part = of(self.phrases, own, one);
            all = self.phrases.or(all, part);
        }
        if self.on_board(pieces) {
            return all;
        }
        let part = of(self.phrases, rest, nobody);
        self.phrases.or(all, part)
    }

    /// A phrase with relative words, compiled for each owner of the piece being described, and for none.
    pub(super) fn by_owner<T: Copy + PartialEq>(
        &mut self,
        mut of: impl FnMut(&mut Self, &Context) -> Option<T>,
        context: &Context,
    ) -> Option<ByOwner<T>> {
        let sides = (0..self.program.layout.sides).map(|side| of(self, &context.describing(Some(side))));
        let sides: SmallVec<[T; 2]> = sides.collect::<Option<_>>()?;
        let nobody = of(self, &context.describing(None))?;
        let same = sides.iter().all(|one| *one == nobody);
        Some(if same { ByOwner::Same(nobody) } else { ByOwner::Each(sides, nobody) })
    }

    /// The side to which a relative word is relative.
    pub(super) fn whose(&mut self, to: Relative, context: &Context) -> Option<Whose> {
        Some(match (to, context.described, context.actor) {
            (Relative::Mover, ..) => Whose::Side(self.phrases.seats.sides.map(usize::from)),
            (Relative::Described, Some(side), _) | (Relative::Described | Relative::Actor, _, Some(side)) => {
                Whose::Side([side as usize; TURNS])
            }
            (Relative::Described | Relative::Actor, _, None) => Whose::Actor,
            (Relative::Of(of), ..) => {
                let sides = self.bits(of, context)?;
                let sides = if self.program.type_of(of) == Type::Player { self.sides_of_players(sides) } else { sides };
                match *self.phrases.terms.bits.get(sides) {
                    Bits::Known(bits) if bits.iter().all(|bits| bits.is_power_of_two()) => {
                        Whose::Side(bits.map(|bits| bits.trailing_zeros() as usize))
                    }
                    _ => Whose::Sides(sides),
                }
            }
        })
    }
}
