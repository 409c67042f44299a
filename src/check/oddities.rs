//! What is odd in every game that contains its line. The games are checked one after another, and none is kept.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::games::{All, Game};
use super::rolls::Roll;

/// What was odd in the games so far.
pub(super) struct Oddities<'o, 'a, 'p> {
    all: &'o All<'a, 'p>,
    /// The lines and options of these games.
    rolls: Vec<Rc<Roll>>,
    /// What was odd in every game that contained its line.
    everywhere: Vec<Diagnostic>,
    /// What was odd in at least one game.
    anywhere: FxHashSet<(&'static str, Span)>,
}

impl<'o, 'a, 'p> Oddities<'o, 'a, 'p> {
    /// Before any game has been examined.
    pub(super) fn new(all: &'o All<'a, 'p>) -> Oddities<'o, 'a, 'p> {
        Oddities { all, rolls: Vec::new(), everywhere: Vec::new(), anywhere: FxHashSet::default() }
    }

    /// Examines one more game. If no oddity is left that this game could refute, only what the first game lacks is examined.
    pub(super) fn look(&mut self, game: &Game<'a>) {
        let first = self.rolls.first().filter(|_| self.everywhere.is_empty());
        let found = self.all.odd(game, first.map(Rc::as_ref));
        let here: FxHashSet<(&str, Span)> = found.iter().map(told).collect();
        self.everywhere.retain(|one| here.contains(&told(one)) || !self.all.has(&game.roll, one.span));
        for one in found {
            let new = self.anywhere.insert(told(&one));
            if new && !self.rolls.iter().any(|roll| self.all.has(roll, one.span)) {
                self.everywhere.push(one);
            }
        }
        self.rolls.push(Rc::clone(&game.roll));
    }

    /// What was odd in every game that contained it.
    pub(super) fn everywhere(self) -> Vec<Diagnostic> {
        self.everywhere
    }
}

fn told(one: &Diagnostic) -> (&'static str, Span) {
    (one.code, one.span)
}
