//! A position as one player may see it, moves as that player can distinguish them, and samples of the positions that look the
//! same.

mod cells;
mod moves;
mod reveal;
mod sample;

pub use moves::SeenMove;
pub use reveal::Learnt;

use crate::model::PlayerId;
use crate::program::{Layout, Program};

use super::position::Position;
use super::store::Journal;
use super::tokens::Token;

impl Position {
    /// The position as a player may see it. Each token that the player has not seen is only "one of its shuffle"; who has seen
    /// it stays known. Two positions that differ only in what the player cannot know have equal views, and the view of a view is
    /// that view.
    ///
    /// ```
    /// # use draughtsman::{engine::Position, library, model::PlayerId};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// assert_eq!(start.view(&program, PlayerId(0)), start, "nothing is hidden in this game");
    /// ```
    pub fn view(&self, program: &Program, player: PlayerId) -> Position {
        let mut seen = self.clone();
        let mut veil = Veil { layout: &program.layout, player, unseen: Vec::new() };
        cells::rewrite(&mut seen, program, &mut veil);
        let mut journal = Journal::default();
        for at in veil.unseen {
            seen.store.set_cell(at, seen.store.cell(at) + 1, &program.layout, &mut journal);
        }
        seen
    }
}

/// Removes from tokens what a player does not know.
struct Veil<'a> {
    layout: &'a Layout,
    player: PlayerId,
    /// The cells of shuffle counts to which the removed identities are added.
    unseen: Vec<usize>,
}

impl cells::Change for Veil<'_> {
    fn lying(&mut self, kind: usize, cell: u32) -> u32 {
        match veiled(self.layout, kind, cell, self.player) {
            Some((veiled, class_at)) => {
                self.unseen.push(class_at);
                veiled
            }
            None => cell,
        }
    }

    fn remembered(&mut self, kind: usize, cell: u32) -> u32 {
        veiled(self.layout, kind, cell, self.player).map_or(cell, |(veiled, _)| veiled)
    }
}

/// The cell of a token that the player has not seen, without its identity, and the shuffle count of that identity; `None` if
/// there is nothing to hide.
fn veiled(layout: &Layout, kind: usize, cell: u32, player: PlayerId) -> Option<(u32, usize)> {
    let token = Token::read(cell).filter(|_| layout.hidden[kind])?;
    let class = token.class.filter(|_| token.seen_by >> player.0 & 1 == 0)?;
    let shuffle = token.shuffle.or_else(|| shuffle_of(layout, kind))?;
    let hidden = Token { class: None, shuffle: Some(shuffle), ..token };
    Some((hidden.cell(), layout.shuffles[shuffle as usize].start + class as usize))
}

/// The first shuffle of a type of token, used for tokens that have never been shuffled.
fn shuffle_of(layout: &Layout, kind: usize) -> Option<u8> {
    layout.shuffles.iter().position(|shuffle| shuffle.token.index() == kind).map(|i| i as u8)
}
