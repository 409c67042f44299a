//! Taking decisions back, and playing them again.

use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;

use super::super::answer::Failure;
use super::file;
use super::table::Table;

/// What `undo` did.
pub(super) enum Undone {
    /// These were taken back, the last one first.
    Moves {
        /// Their texts, where everybody who looks may know them.
        texts: Vec<Option<String>>,
        /// They have shown somebody something.
        revealed: bool,
    },
    /// No person has decided anything yet.
    Nothing,
    /// Something has been shown since to these players.
    Revealed(Vec<PlayerId>),
}

impl Table {
    /// Takes back the last decision of a person, and what came of it.
    pub(super) fn undo(&mut self) -> Result<Undone, Failure> {
        self.note_time();
        let program = self.session.program();
        let positions = self.session.game().positions();
        let decisions = positions.iter().take(positions.len() - 1).map(|position| position.actor(program));
        let actors: Vec<Option<Actor>> = decisions.collect();
        let Some(last) = actors.iter().rposition(|actor| actor.is_some_and(|actor| self.is_human(actor))) else {
            return Ok(Undone::Nothing);
        };
        let revealed = self.session.revealed(last)?;
        if !revealed.is_empty() && !self.undo_revealed {
            return Ok(Undone::Revealed(revealed));
        }
        let revealed = !revealed.is_empty();
        let lookers = self.lookers();
        let mut texts = Vec::new();
        while self.session.texts().len() > last {
            let after = self.session.position().clone();
            let Some(undone) = self.session.undo()? else { break };
            let told = self.session.is_told(self.session.position(), &undone.mv, &after, &lookers);
            texts.push(told.then_some(undone.text));
        }
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(Undone::Moves { texts, revealed })
    }

    /// Plays again what was taken back last, up to the next decision of a person; the texts, where everybody who looks may know them.
    pub(super) fn redo(&mut self) -> Result<Vec<Option<String>>, Failure> {
        let mut texts = Vec::new();
        self.note_time();
        while self.session.redo()?.is_some() {
            let last = self.session.texts().len() - 1;
            texts.push(self.session.told(last, &self.lookers()).map(str::to_owned));
            if self.actor().is_none_or(|actor| self.is_human(actor)) {
                break;
            }
        }
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(texts)
    }
}
