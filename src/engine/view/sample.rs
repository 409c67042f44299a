//! Positions drawn from all that look the same to a player.

use crate::model::PlayerId;
use crate::program::{Layout, Program};

use super::cells::{self, Change};
use crate::engine::chance::drawn;
use crate::engine::position::Position;
use crate::engine::store::Journal;
use crate::engine::tokens::Token;

impl Position {
    /// A position drawn from all that have the same view for a player, each as likely as the deal makes it: what others have seen
    /// and the player has not is dealt anew out of what is left of its shuffle. What nobody has seen stays undecided: chance
    /// decides it with the same odds when somebody sees it. It depends on nothing but the player's view and on `draw`, which gives
    /// a number below its argument, each as likely.
    ///
    /// What the player has seen stays as it is, also where it was turned down since. What one could guess from how others have
    /// played is not weighed.
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

/// Gives an identity to what somebody else has seen.
struct Deal<'a> {
    layout: &'a Layout,
    /// For each shuffle, how many of each class are left.
    left: Vec<Vec<u32>>,
    draw: &'a mut dyn FnMut(u64) -> u64,
}

impl Deal<'_> {
    /// The token with an identity, if somebody knows it; `taken`: it is no longer left in the shuffle.
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
