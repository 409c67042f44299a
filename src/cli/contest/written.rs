//! The games of a match in PDN.

use draughtsman::agents::{Contest, Round};
use draughtsman::analysis::replay::transcribe;
use draughtsman::analysis::simulate::Played;
use draughtsman::engine::{Game, Position};
use draughtsman::notation::pdn::{self, GameResult};
use draughtsman::notation::{Error, Header, TimeControl};
use draughtsman::session::Session;

use super::super::answer::Failure;

/// A game in PDN, or why it has no form there.
pub(crate) type Text = Result<String, Error>;

/// Writes games down.
pub(crate) struct Writer<'w> {
    pub(crate) session: &'w Session,
    /// What the two agents are called.
    pub(crate) agents: [String; 2],
    /// What each player has for a game, if they play by the clock.
    pub(crate) control: Option<TimeControl>,
}

impl Writer<'_> {
    /// Refuses before the match what could not be written after it.
    pub(crate) fn can_write(&self, start: &Game) -> Result<(), Failure> {
        self.text(1, 0, &Played::default(), start)?.map(|_| ()).map_err(Failure::wrong)
    }

    /// Plays the n-th round, and writes its games down.
    pub(crate) fn round(&self, contest: &mut Contest<'_>, number: u64) -> Result<(Round, Vec<Text>), Failure> {
        let kept = contest.kept(number).map_err(Failure::wrong)?;
        let texts = kept.iter().enumerate().map(|(place, (played, game))| self.text(number + 1, place, played, game));
        let texts = texts.collect::<Result<_, _>>()?;
        Ok((contest.count(kept.iter().map(|(played, _)| played)), texts))
    }

    /// A game in which the first agent plays that one of the sides, counted from 0.
    fn text(&self, round: u64, place: usize, played: &Played, game: &Game) -> Result<Text, Failure> {
        let program = self.session.program();
        let equipment = &program.equipment;
        let first = &game.positions()[0];
        let usual = Position::start(program).map_err(Failure::wrong)?;
        let start = (*first != usual).then(|| first.to_setup(program));
        let header: Header = self.session.header();
        let mut written = transcribe(program, &header, start.as_ref(), game).map_err(Failure::wrong)?;
        let own = equipment.playing().nth(place);
        let [agent, opponent] = &self.agents;
        let (white, black) = if own == Some(pdn::white(equipment)) { (agent, opponent) } else { (opponent, agent) };
        written.set("Event", format!("{agent} against {opponent}"));
        written.set("Round", format!("{round}.{}", place + 1));
        written.set("White", white.clone());
        written.set("Black", black.clone());
        if let Some(control) = self.control {
            written.set("TimeControl", control.to_string());
        }
        if let Some(late) = played.overstepped {
            let out = game.position().to_setup(program).out;
            written.end(GameResult::won_by(equipment, &equipment.winners_without(late, &out)));
            written.set("Termination", "time".to_owned());
        }
        Ok(pdn::write(&written))
    }
}
