//! The games of a match in PDN.

use draughtsman::agents::{Agent, Clock, Contest, Round};
use draughtsman::analysis::replay::transcribe;
use draughtsman::analysis::simulate::{Played, Simulator};
use draughtsman::engine::{Game, Position};
use draughtsman::notation::pdn::{self, GameResult};
use draughtsman::notation::{Error, Header, TimeControl, counted};
use draughtsman::session::Session;

use super::super::answer::Failure;

/// A game in PDN, or why it has no form there.
pub(crate) type Text = Result<String, Error>;

/// How many rounds are tried before a match.
const TRIED: u64 = 3;
/// After how many decisions such a game is long enough.
const LONG: u32 = 400;

/// Of no game there is anything to write.
pub(crate) fn unwritten(games: usize, why: &Error) -> Failure {
    let none = format!("of {} none can be written", counted(games as u64, "such game"));
    Failure::Wrong(format!("{none}: {why}; leave --output out: the table says what they came to"))
}

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

    /// Refuses a match of which nothing could be written after it: of games at random, one at least must have a form in PDN.
    pub(crate) fn can_write_moves(&self, opening: u32, limit: u32, seed: u64) -> Result<(), Failure> {
        let (program, position) = (self.session.program(), self.session.position().clone());
        let simulator = Simulator::new(program, position, limit.min(LONG));
        let mut contest = Contest::new(&simulator, [Agent::Random, Agent::Random], opening, seed, Clock::none());
        let (mut tried, mut why) = (0, None);
        for number in 0..TRIED {
            // What stops these games is told of those of the match.
            let Ok(kept) = contest.kept(number) else { return Ok(()) };
            for (place, (played, game)) in kept.iter().enumerate().filter(|(_, (_, game))| !game.moves().is_empty()) {
                match self.text(number + 1, place, played, game)? {
                    Ok(_) => return Ok(()),
                    Err(error) => (tried, why) = (tried + 1, Some(error)),
                }
            }
        }
        why.map_or(Ok(()), |why| Err(unwritten(tried, &why)))
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
        let is_white = own == Some(pdn::white(equipment));
        let seats = pdn::seats(equipment);
        let others = if seats.len() > 2 { format!("{agent} and {opponent}") } else { agent.clone() };
        written.set("Event", format!("{agent} against {opponent}"));
        written.set("Round", format!("{round}.{}", place + 1));
        written.set("White", if is_white { agent } else { opponent }.clone());
        written.set("Black", if is_white { opponent.clone() } else { others });
        for (tag, side) in seats {
            written.set(&tag, if own == Some(side) { agent } else { opponent }.clone());
        }
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
