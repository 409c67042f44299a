//! Captures, and pieces leaving the board.

use super::Runner;
use crate::engine::machine::{About, TakeStage, Task};
use crate::engine::moves::Deed;
use crate::engine::value::{PieceSet, TakenPiece, TokenPlace, Value};
use crate::model::SiteId;
use crate::program::code::EventKind;

impl Runner<'_> {
    /// The pile for the mover's captures, if there is one.
    pub(super) fn captured(&self) -> Option<u8> {
        self.program.layout.captured[self.mover().index()].map(|pile| pile as u8)
    }

    pub(super) fn take_piece(&mut self, about: About, stage: TakeStage, waits: bool, of_leg: bool) {
        let About::Piece(site) = about else {
            self.machine.prevented = false;
            return;
        };
        match stage {
            TakeStage::Before if of_leg && self.machine.moving.leg_ended => {}
            TakeStage::Before if self.is_going(site) => {}
            TakeStage::Before if self.program.triggers.before_taken.is_empty() => {
                self.take_piece(about, TakeStage::Happens, waits, of_leg);
            }
            TakeStage::Before => {
                self.push(Task::Take { about, stage: TakeStage::Happens, waits, of_leg });
                self.tell(EventKind::BeforeTaken, about);
            }
            TakeStage::Happens => {
                if std::mem::take(&mut self.machine.prevented) {
                    return;
                }
                let Some(data) = self.piece_data(site) else { return };
                let told = !self.program.triggers.taken.is_empty();
                if told {
                    self.push(Task::Take { about, stage: TakeStage::Leaves, waits, of_leg });
                    self.tell(EventKind::Taken, about);
                }
                let borne = self.borne(&data, |slot| TokenPlace::Slot(site, slot));
                self.machine.moving.taken.push(TakenPiece { site, data, waits: false, borne });
                self.tell_capture(site);
                if !told {
                    self.take_piece(about, TakeStage::Leaves, waits, of_leg);
                }
            }
            TakeStage::Leaves if waits => {
                if let Some(taken) = self.machine.moving.taken.iter_mut().rev().find(|taken| taken.site == site) {
                    taken.waits = true;
                }
                self.unname_piece(site);
            }
            TakeStage::Leaves => {
                let pile = self.captured();
                self.leave(about, pile, self.program.triggers.leaves.is_empty());
            }
        }
    }

    /// Whether a piece is on its way off the board while its triggers run: it is not taken again.
    fn is_going(&self, site: SiteId) -> bool {
        self.machine.depth > 0
            && self.machine.tasks.iter().any(|task| match task {
                Task::Take { about, stage: TakeStage::Happens | TakeStage::Leaves, .. }
                | Task::Leave { about, told: true, .. } => *about == About::Piece(site),
                _ => false,
            })
    }

    /// Records a captured piece in the move, with the leg that took it.
    pub(super) fn tell_capture(&mut self, site: SiteId) {
        let mut deeds = self.machine.deeds.iter_mut().rev();
        if let Some(captures) = deeds.find_map(|deed| match deed {
            Deed::Leg { captures, .. } => Some(captures),
            _ => None,
        }) {
            captures.push(site);
        }
    }

    pub(super) fn leave(&mut self, about: About, pile: Option<u8>, told: bool) {
        let About::Piece(site) = about else { return };
        if !told {
            self.push(Task::Leave { about, pile, told: true });
            self.tell(EventKind::Leaves, about);
            return;
        }
        self.remove_piece(site, pile);
    }

    /// The set of just the piece on a site.
    pub(super) fn only(&self, site: SiteId) -> Value {
        let mut board = self.program.layout.no_sites();
        board.insert(site);
        Value::Pieces(PieceSet::on(board))
    }
}
