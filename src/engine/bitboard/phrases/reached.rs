//! Which sorts of terms and statements the games of a test are made of.

use std::collections::BTreeSet;

use strum::VariantNames;

use super::Phrases;

/// Sorts such as `Set::Where`: all that there are, and those that were met.
#[derive(Default)]
pub(in crate::engine::bitboard) struct Reached {
    all: BTreeSet<String>,
    met: BTreeSet<String>,
}

impl Reached {
    /// Notes the sorts of these, which are of a type of this name.
    pub(in crate::engine::bitboard) fn note<'t, T: VariantNames + 't>(
        &mut self,
        ty: &str,
        each: impl IntoIterator<Item = &'t T>,
    ) where
        &'t T: Into<&'static str>,
    {
        self.all.extend(T::VARIANTS.iter().map(|sort| format!("{ty}::{sort}")));
        self.met.extend(each.into_iter().map(|one| format!("{ty}::{}", one.into())));
    }

    /// Notes the terms of all phrases of a game.
    pub(in crate::engine::bitboard) fn note_terms<B>(&mut self, phrases: &Phrases<B>) {
        let terms = &phrases.terms;
        self.note("Set", terms.sets.all());
        self.note("OffBoardSet", terms.off_board.all());
        self.note("Bits", terms.bits.all());
        self.note("Number", terms.nums.all());
        self.note("Truth", terms.truths.all());
        self.note("Test", terms.tests.all());
        self.note("TokenSet", terms.toks.all());
        self.note("CardSet", terms.hands.all());
        self.note("CardDescription", terms.card_descriptions.all());
        self.note("PilePieces", terms.pile_pieces.all());
        self.note("PieceDescription", terms.descriptions.all());
    }

    /// Those that were not met.
    pub(in crate::engine::bitboard) fn missing(&self) -> Vec<&String> {
        self.all.difference(&self.met).collect()
    }
}
