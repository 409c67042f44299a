//! Makes a session from a written position or game.

use std::sync::Arc;

use crate::analysis::replay::replay;
use crate::check::Choices;
use crate::engine::{Counting, Game, Move, Position};
use crate::library::Loaded;
use crate::notation::json::change::Change;
use crate::notation::position::to_wire;
use crate::notation::{Terms, fen, json, movetext, pdn, saved};

use super::written::{self, Format, Written};
use super::{Error, Misread, Record, Rules, Session};

/// The name of a position that is edited, in error messages.
const POSITION: &str = "position";

impl Session {
    /// Resumes a written position or game by a rule file, with the options under which it was saved; `asked` takes precedence
    /// over these. Its moves are replayed. Anything unusual is added to `notes`.
    ///
    /// # Errors
    /// The rules have errors, or the text is no position or game by them.
    pub fn resume(
        loaded: impl Into<Arc<Loaded>>,
        asked: &Choices,
        written: &Written,
        notes: &mut Vec<String>,
    ) -> Result<Session, Error> {
        let loaded = loaded.into();
        let header = written.header(&loaded.id)?;
        Session::by(Rules::of_saved(loaded, &header, asked, notes)?, written, notes)
    }

    /// The same by fixed rules; the options that the text names are ignored.
    ///
    /// # Errors
    /// The text is no position or game by these rules.
    pub fn by(rules: Rules, written: &Written, notes: &mut Vec<String>) -> Result<Session, Error> {
        if let Some(played) = &written.played {
            return of_pdn(rules, written, played, notes);
        }
        let terms = Terms::from(&rules.ready().variant);
        let misread = |error| written.misread(&error);
        let of_start = |start| saved::SavedGame { start: Some(start), ..Default::default() };
        let saved = match written.format {
            Format::Fen => {
                let (start, passed_over) = fen::read_noting(&terms, &written.text).map_err(misread)?;
                if !passed_over.is_empty() {
                    notes.push(format!("these rules have no use for `{}`: passed over", passed_over.join(":")));
                }
                of_start(start)
            }
            Format::Json => of_start(json::position::read(&terms, &written.text).map_err(misread)?),
            Format::Toml | Format::Pdn => saved::read(&terms, &written.text).map_err(misread)?,
        };
        let program = &rules.ready().program;
        let first = match &saved.start {
            Some(start) => Position::from_setup(program, start).map_err(|error| written.wrong(error))?,
            None => Position::start(program)?,
        };
        let mut session =
            Session { start: saved.start, seed: saved.seed, earlier: saved.earlier, ..Session::of(rules, Game::from(first)) };
        for (i, text) in saved.moves.iter().enumerate() {
            let place = |problem: &dyn std::fmt::Display| written.wrong_word(text, format!("moves.{}: {problem}", i + 1));
            let mv = session.written_move(text).map_err(|error| place(&error))?;
            session.push(&mv, text.clone()).map_err(|error| place(&error))?;
        }
        session.ended = saved.ended;
        session.clock = saved.clock;
        session.go_on_with_turn();
        Ok(session)
    }

    /// A new game by the same rules and with the same seed, from the current position after a change.
    ///
    /// # Errors
    /// The change cannot be made, or the rules cannot start from the changed position.
    ///
    /// ```
    /// use draughtsman::notation::json::change::Change;
    /// use draughtsman::session::{Form, Picture, Session};
    /// let session = Session::bundled("english")?.edited(&Change::Lift { at: "1".to_owned() })?;
    /// assert_eq!(session.written(Form::Fen, None, &Picture::default())?.text, "B:W21-32:B2-12");
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn edited(&self, change: &Change) -> Result<Session, Error> {
        let mut position = to_wire(&self.header(), &self.terms(), &self.shown(None));
        let made = change.make(&self.variant().equipment, &mut position);
        made.map_err(|error| Error::misread(POSITION, "", &error))?;
        let text = serde_json::to_string(&position).map_err(Error::wrong)?;
        let written = Written::new(POSITION, text, Format::Json, None)?;
        let mut edited = Session { seed: self.seed, ..Session::by(self.rules.clone(), &written, &mut Vec::new())? };
        edited.set_clock(self.clock.as_ref().map(|clock| clock.control));
        Ok(edited)
    }

    fn written_move(&self, text: &str) -> Result<Move, String> {
        let program = self.program();
        let mut moves = self.position().moves(program, Counting::AsWritten).map_err(|error| error.to_string())?;
        if moves.is_empty() {
            return Err(format!("`{text}` comes after the end of the game"));
        }
        let barred = || self.position().barred(program);
        let found = movetext::parse_among(&program.equipment, text, &moves, program.chains_may_stop(), &barred);
        Ok(moves.swap_remove(found.map_err(|error| error.to_string())?))
    }
}

fn of_pdn(rules: Rules, written: &Written, played: &pdn::Game, notes: &mut Vec<String>) -> Result<Session, Error> {
    let ready = rules.ready();
    let number = played.game_type().map(|of| of.number);
    let own = ready.variant.equipment.notation.pdn;
    if number.is_some_and(|number| own != Some(number)) {
        let of = own.map_or_else(|| "none".to_owned(), |own| own.to_string());
        notes.push(format!("the game has the GameType {}, and these rules have {of}", number.unwrap_or_default()));
    }
    let stopped = |stopped| -> Box<Misread> { Box::new(written::stopped(&written.name, &written.text, &stopped)) };
    let replayed = replay(&ready.program, played).map_err(|error| Error::Misread(stopped(error)))?;
    let record = Some(Record::of(played));
    Ok(Session { start: replayed.start, texts: replayed.texts, record, ..Session::of(rules, replayed.game) })
}
