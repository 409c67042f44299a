//! The games of a match in files: all in one of PDN, or each in one of its own as a saved game, which has room for every move.

use std::path::{self, Path};

use draughtsman::agents::{Agent, Clock, Contest, Round};
use draughtsman::analysis::replay::transcribe;
use draughtsman::analysis::simulate::{Played, Simulator};
use draughtsman::engine::{Game, Position};
use draughtsman::model::{PlayerId, SideId};
use draughtsman::notation::pdn::{self, GameResult};
use draughtsman::notation::{Error, Header, TimeControl, counted, saved};
use draughtsman::session::Session;

use super::super::answer::Failure;
use super::super::forms::{self, Form};
use super::super::output::{self, ForceArgument, Made};

/// A game as it is written, or why PDN cannot express it.
pub(crate) type Text = Result<Recorded, Error>;

/// A game as it is written.
pub(crate) struct Recorded {
    /// The name of its file, if it has one of its own.
    pub(crate) file: String,
    pub(crate) text: String,
}

/// The reason of a game that is lost by the clock.
const TIME: &str = "time";
/// Number of rounds that are tried before a match.
const TRIED: u64 = 3;
/// Greatest number of decisions in such a game.
const LONG: u32 = 400;

/// The failure if none of the games can be written.
pub(crate) fn unwritten(games: usize, why: &Error) -> Failure {
    let none = format!("of {} none can be written", counted(games as u64, "such game"));
    Failure::Wrong(format!(
        "{none}: {why}; let --output end with `/`: in a folder each is a saved game, which has room for every move"
    ))
}

/// Whether a path is that of a folder, there or to be made, in which each game gets a file of its own.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(path::is_separator)
}

/// Refuses, before the match, a path at which the games cannot be written.
pub(crate) fn ready(path: &Path, force: ForceArgument) -> Result<(), Failure> {
    if is_folder(path) {
        return output::ready_folder(path, force);
    }
    forms::of(path, &[Form::Pdn])?;
    output::ready(Some(&path.to_owned()), Made::Match, force)
}

/// Writes the games of a match.
pub(crate) struct Writer<'w> {
    pub(crate) session: &'w Session,
    /// Whether each game is written as a saved game, and not in PDN.
    pub(crate) saves: bool,
    /// The names of the two agents.
    pub(crate) agents: [String; 2],
    /// The time of each player, if they play by the clock.
    pub(crate) control: Option<TimeControl>,
}

impl Writer<'_> {
    /// Refuses, before the match, a start that PDN cannot express.
    pub(crate) fn can_write(&self, start: &Game) -> Result<(), Failure> {
        self.text(1, 0, &Played::default(), start)?.map(|_| ()).map_err(Failure::wrong)
    }

    /// Refuses, before the match, games that PDN cannot express: of some random games, at least one must be writable.
    pub(crate) fn can_write_moves(&self, opening: u32, limit: u32, seed: u64) -> Result<(), Failure> {
        let (program, position) = (self.session.program(), self.session.position().clone());
        let simulator = Simulator::new(program, position, limit.min(LONG));
        let mut contest = Contest::new(&simulator, [Agent::Random, Agent::Random], opening, seed, Clock::none());
        let (mut tried, mut why) = (0, None);
        for number in 0..TRIED {
            // What stops these games will be reported for those of the match.
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

    /// Plays a round, and writes its games.
    pub(crate) fn round(&self, contest: &mut Contest<'_>, number: u64) -> Result<(Round, Vec<Text>), Failure> {
        let kept = contest.kept(number).map_err(Failure::wrong)?;
        let texts = kept.iter().enumerate().map(|(place, (played, game))| self.text(number + 1, place, played, game));
        let texts = texts.collect::<Result<_, _>>()?;
        Ok((contest.count(kept.iter().map(|(played, _)| played)), texts))
    }

    /// The text of a game in which the first agent plays the side at `place`, counted from 0.
    fn text(&self, round: u64, place: usize, played: &Played, game: &Game) -> Result<Text, Failure> {
        let text = if self.saves { Ok(self.saved(played, game)?) } else { self.pdn(round, place, played, game)? };
        Ok(text.map(|text| Recorded { file: format!("{round:03}.{}.toml", place + 1), text }))
    }

    fn saved(&self, played: &Played, game: &Game) -> Result<String, Failure> {
        let mut session = self.session.clone();
        for mv in game.moves() {
            let options = session.decision(None).map_err(Failure::wrong)?;
            let index = options.moves.iter().position(|option| option == mv);
            let lost = || Failure::Wrong("a game begins elsewhere than the match".to_owned());
            session.take(index.ok_or_else(lost)?).map_err(Failure::wrong)?;
        }
        if let Some(late) = played.overstepped {
            session.end(self.winners_without(late, game), TIME, 0);
        }
        Ok(saved::write(&session.terms(), &session.saved()))
    }

    /// The sides that win because the time of another one is up.
    fn winners_without(&self, late: PlayerId, game: &Game) -> Vec<SideId> {
        let program = self.session.program();
        program.equipment.winners_without(late, &game.position().to_setup(program).out)
    }

    fn pdn(&self, round: u64, place: usize, played: &Played, game: &Game) -> Result<Result<String, Error>, Failure> {
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
            written.end(GameResult::won_by(equipment, &self.winners_without(late, game)));
            written.set("Termination", TIME.to_owned());
        }
        Ok(pdn::write(&written))
    }
}
