//! Taking decisions back, and playing them again.

use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;

use super::super::answer::Failure;
use super::file;
use super::table::Table;

/// What `undo` did.
pub(super) enum Undone {
    /// Decisions were taken back, the last one first.
    Moves {
        /// Their texts, where everybody who looks may know them.
        texts: Vec<Option<String>>,
        /// Whether they have revealed something.
        revealed: bool,
    },
    /// The end that the players had decided was taken back, and no move.
    End,
    /// No person has decided anything yet.
    Nothing,
    /// The decision has revealed something to these players.
    Revealed(Vec<PlayerId>),
    /// A player has run out of time.
    Late,
}

/// What `redo` did.
pub(super) enum Redone {
    /// Decisions were played again: their texts, where everybody who looks may know them.
    Moves(Vec<Option<String>>),
    /// The end that the players had decided is in force again.
    End,
    /// Nothing had been taken back.
    Nothing,
}

impl Table {
    /// Takes back the last decision of a person, all decisions after it, and an end that the players decided. If no decision
    /// can be taken back, only such an end is.
    pub(super) fn undo(&mut self) -> Result<Undone, Failure> {
        self.note_time();
        if self.has_ended_by_time() {
            return Ok(Undone::Late);
        }
        if self.over() && self.end_stays_known() {
            return Ok(Undone::Revealed(self.lookers()));
        }
        let Some(last) = self.last_of_people() else { return self.take_the_end_back(Undone::Nothing) };
        let revealed = self.session.revealed(last)?;
        if !revealed.is_empty() && !self.undo_revealed {
            return self.take_the_end_back(Undone::Revealed(revealed));
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

    /// The decisions of players, by index, each with its player. Those of chance are left out.
    pub(super) fn by_players(&self) -> impl Iterator<Item = (usize, PlayerId)> {
        let before = &self.session.game().positions()[..self.session.game().moves().len()];
        before.iter().enumerate().filter_map(|(at, position)| match position.actor(self.program())? {
            Actor::Player(player) => Some((at, player)),
            Actor::Chance => None,
        })
    }

    /// The index of the last decision of a person.
    fn last_of_people(&self) -> Option<usize> {
        self.by_players().filter(|(_, player)| self.is_human(Actor::Player(*player))).last().map(|(at, _)| at)
    }

    /// Whether the end of the game reveals what cannot be hidden again: what everybody had, and the seed.
    pub(super) fn end_stays_known(&self) -> bool {
        self.session.hides() && !self.undo_revealed
    }

    /// Whether a move would be taken back together with the end of the game.
    pub(super) fn may_take_back(&self) -> bool {
        let is_free = |last| self.undo_revealed || self.session.revealed(last).is_ok_and(|revealed| revealed.is_empty());
        self.last_of_people().is_some_and(is_free)
    }

    /// Takes back an end that the players decided. Without one, returns `else_`.
    fn take_the_end_back(&mut self, else_: Undone) -> Result<Undone, Failure> {
        if !self.session.go_on() {
            return Ok(else_);
        }
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(Undone::End)
    }

    /// Plays again what was taken back last, up to the next decision of a person.
    pub(super) fn redo(&mut self) -> Result<Redone, Failure> {
        let mut texts = Vec::new();
        self.note_time();
        let end = self.session.end_again();
        while !end && self.session.redo()?.is_some() {
            let last = self.session.texts().len() - 1;
            texts.push(self.session.told(last, &self.lookers()).map(str::to_owned));
            if self.actor().is_none_or(|actor| self.is_human(actor)) {
                break;
            }
        }
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(match (end, texts.is_empty()) {
            (true, _) => Redone::End,
            (false, true) => Redone::Nothing,
            (false, false) => Redone::Moves(texts),
        })
    }
}
