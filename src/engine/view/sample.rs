//! Samples of the positions that look the same to a player.

use crate::model::PlayerId;
use crate::program::{Layout, Program};

use super::cells::{self, Change};
use crate::engine::chance::drawn;
use crate::engine::position::Position;
use crate::engine::store::Journal;
use crate::engine::tokens::Token;

impl Position {
    /// A random position among those with the same view for a player, distributed as the deal makes them: tokens that others
    /// have seen and the player has not are dealt anew from what is left of their shuffle. Tokens that nobody has seen stay
    /// undecided; chance decides them with the same odds when somebody sees them. The result depends on nothing but the player's
    /// view and `draw`, which returns a uniformly distributed number below its argument.
    ///
    /// What the player has seen stays as it is, even if it has been turned face down since. What could be concluded from the
    /// moves of others is not weighed.
    ///
    /// ```
    /// # use draughtsman::{engine::Position, library, model::PlayerId};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// assert_eq!(start.sample(&program, PlayerId(0), &mut |_| 0), start, "nothing is hidden in this game");
    /// ```
    pub fn sample(&self, program: &Program, player: PlayerId, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let mut sampled = self.view(program, player);
        let layout = &program.layout;
        let counted = |shuffle: usize| {
            let cells = layout.shuffles[shuffle];
            (0..cells.classes).map(|class| sampled.store.cell(cells.start + class)).collect()
        };
        let left: Vec<Vec<u32>> = (0..layout.shuffles.len()).map(counted).collect();
        let mut deal = Deal { layout, left, draw };
        cells::rewrite(&mut sampled, program, &mut deal);
        let mut journal = Journal::default();
        for (cells, left) in layout.shuffles.iter().zip(deal.left) {
            left.iter().enumerate().for_each(|(class, left)| {
                sampled.store.set_cell(cells.start + class, *left, layout, &mut journal);
            });
        }
        sampled
    }
}

/// Gives identities to tokens that somebody else has seen.
struct Deal<'a> {
    layout: &'a Layout,
    /// For each shuffle, how many tokens of each class are left.
    left: Vec<Vec<u32>>,
    draw: &'a mut dyn FnMut(u64) -> u64,
}

impl Deal<'_> {
    /// The cell of a token with an identity drawn for it, if somebody knows the token. With `taken` that identity is removed
    /// from its shuffle.
    fn deal(&mut self, kind: usize, cell: u32, taken: bool) -> u32 {
        let unknown = Token::read(cell).filter(|token| token.class.is_none() && token.seen_by != 0);
        let Some((token, shuffle)) = unknown.and_then(|token| Some((token, token.shuffle? as usize))) else { return cell };
        if self.layout.shuffles.get(shuffle).is_none_or(|cells| cells.token.index() != kind) {
            return cell;
        }
        let left = &mut self.left[shuffle];
        let Some(class) = drawn(left.iter().map(|count| u64::from(*count)), self.draw) else { return cell };
        if taken {
            left[class] -= 1;
        }
        Token { class: Some(class as u16), ..token }.cell()
    }
}

impl Change for Deal<'_> {
    fn lying(&mut self, kind: usize, cell: u32) -> u32 {
        self.deal(kind, cell, true)
    }

    fn remembered(&mut self, kind: usize, cell: u32) -> u32 {
        self.deal(kind, cell, false)
    }
}
