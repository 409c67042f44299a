//! Assigns tokens that the front matter lays out hidden to the shuffle of the pile that they lie in.

use crate::model::Setup;
use crate::model::setup::{Item, Shuffle, Token};

use super::Layout;

/// The set-up of the front matter, with its shuffles in the order of the layout.
pub(super) fn in_own_shuffles(start: &Setup, layout: &Layout) -> Setup {
    let empty = |cells: &super::layout::ShuffleCells| Shuffle { token: cells.token, left: Vec::new() };
    let mut dealt = Setup { shuffles: layout.shuffles.iter().map(empty).collect(), ..start.clone() };
    for (pile, items) in &mut dealt.piles {
        let Some(own) = layout.pile(pile.pile, pile.owner).and_then(|at| layout.piles[at].shuffle) else { continue };
        for item in items {
            if let Item::Token(Token::Unseen { shuffle, .. }) = item {
                if let (Some(to), Some(from)) = (dealt.shuffles.get_mut(own as usize), start.shuffles.get(*shuffle as usize)) {
                    to.left.clone_from(&from.left);
                }
                *shuffle = own;
            }
        }
    }
    dealt
}
