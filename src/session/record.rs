//! The tags, result and remarks of a game in PDN: who played it, where and when, and how it ended.

use crate::analysis::matches;
use crate::model::SideId;
use crate::notation::pdn::{self, GameResult};

use super::Session;

/// What a game in PDN contains besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tags, except those of the rules, the start and the result.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
    /// The number of comments, variations and marks, which a session does not keep.
    pub left_out: usize,
}

/// The reason for the end of a game that states none.
pub(super) const GIVEN: &str = "given result";

/// The tag with the reason for the end of a game.
pub(super) const TERMINATION: &str = "Termination";

impl Record {
    /// The record of a game in PDN.
    pub(super) fn of(game: &pdn::Game) -> Record {
        let own = |name: &str| matches!(name, "GameType" | "Variant" | "Options" | "SetUp" | "FEN" | "Result");
        let tags = game.tags.iter().filter(|(name, _)| !own(name)).cloned().collect();
        let of_moves = game.moves.iter().map(|mv| mv.remarks.len() + usize::from(!mv.marks.is_empty())).sum::<usize>();
        Record { tags, result: game.result, left_out: game.remarks.len() + of_moves }
    }

    fn reason(&self) -> String {
        let said = self.tags.iter().find(|(name, value)| name == TERMINATION && !value.trim().is_empty() && value != "?");
        said.map_or_else(|| GIVEN.to_owned(), |(_, reason)| reason.clone())
    }
}

impl Session {
    /// The record of the PDN game that this game was read from, if any.
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// Ends the game as the record says, unless the rules have ended it. Returns false if the record does not determine the
    /// end: which of more than two sides has won, or that both have lost, or if it contradicts the rules.
    ///
    /// ```
    /// use draughtsman::session::{Format, Session, Written};
    /// let game = "[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. 11-15 0-1\n".to_owned();
    /// let rules = Session::bundled("english")?.rules().clone();
    /// let mut session = Session::by(rules, &Written::new("game", game, Format::Pdn, None)?, &mut Vec::new())?;
    /// assert!(session.actor().is_some() && session.end_as_recorded() && session.actor().is_none());
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn end_as_recorded(&mut self) -> bool {
        let Some((result, reason)) = self.record.as_ref().map(|record| (record.result, record.reason())) else { return true };
        let equipment = &self.program().equipment;
        if let Some(outcome) = self.position().outcome() {
            return result == GameResult::Unknown || result == GameResult::of(equipment, Some(outcome));
        }
        let white = pdn::white(equipment);
        let others: Vec<SideId> = equipment.playing().filter(|side| *side != white).collect();
        let winners = match (result, others.as_slice()) {
            (GameResult::Unknown, _) => return true,
            (GameResult::Draw, _) => Vec::new(),
            (GameResult::White, [_]) => vec![white],
            (GameResult::Black, [other]) => vec![*other],
            _ => return false,
        };
        let rules = equipment.games_of_match.as_ref();
        let left = rules.map_or(0, |rules| matches::left(self.program(), rules, self.position()));
        self.end(winners, &reason, left);
        true
    }

    /// Takes back that the players have ended the game; returns whether they had.
    pub fn go_on(&mut self) -> bool {
        let Some(ended) = self.ended.take() else { return false };
        self.end_undone = Some(ended);
        true
    }

    /// Ends the game again as the players had ended it, if only that was taken back; returns whether it was.
    pub fn end_again(&mut self) -> bool {
        let Some(ended) = self.end_undone.take() else { return false };
        self.ended = Some(ended);
        true
    }

    /// Copies the tags of the record to a game in PDN.
    pub(super) fn recorded(&self, game: &mut pdn::Game) {
        let Some(record) = &self.record else { return };
        let is_over = self.ended.is_some() || self.position().outcome().is_some();
        // The reason for the end no longer applies if the game goes on.
        for (name, value) in record.tags.iter().filter(|(name, _)| is_over || name != TERMINATION) {
            game.set(name, value.clone());
        }
    }
}
