//! From `--position`, `--seed` and `--view` to a game and its viewer.

use draughtsman::engine::{Actor, Position};
use draughtsman::model::{PlayerId, Setup};
use draughtsman::session::{Rules, Session};

use super::answer::Failure;
use super::arguments::PositionArguments;
use super::written::written;
use super::{fault, load, report};

/// A game and its viewer.
pub(crate) struct Begun {
    /// The rules and a game by them.
    pub(crate) session: Session,
    /// The player who views it, or `None` if everything is seen.
    pub(crate) view: Option<PlayerId>,
}

impl Begun {
    /// The current position.
    pub(crate) fn position(&self) -> &Position {
        self.session.position()
    }

    /// Makes sure that a player decides in this position.
    pub(crate) fn player_decides(&self) -> Result<(), Failure> {
        match self.session.actor() {
            Some(Actor::Player(_)) => Ok(()),
            Some(Actor::Chance) => {
                Err(Failure::wrong("chance decides here: give a position in which a player does, or --seed NUMBER"))
            }
            None => Err(Failure::wrong("the game is over: nobody has anything to decide")),
        }
    }

    /// The current position as the viewer sees it.
    pub(crate) fn shown(&self) -> Setup {
        self.session.shown(self.view)
    }
}

/// Loads the rules and the position that the arguments name.
pub(crate) fn begin(arguments: &PositionArguments) -> Result<Begun, Failure> {
    let rules = &arguments.rules;
    if rules.variant == load::STDIN && arguments.position.as_deref() == Some(load::STDIN) {
        return Err(Failure::wrong("only one of the rules and the position can come from standard input"));
    }
    if arguments.position.is_none() && (arguments.game.is_some() || arguments.ply.is_some()) {
        return Err(Failure::wrong("--game and --ply say which position of a file is meant: give the file with --position"));
    }
    let written = arguments.position.as_deref().map(|position| written(position, arguments.game)).transpose()?;
    let loaded = load::read(&rules.variant)?;
    let choices = rules.choices.choices();
    let mut session = match &written {
        Some(written) => noting(|notes| Session::resume(loaded, &choices, written, notes))?,
        None => Session::new(Rules::new(loaded, &choices)?)?,
    };
    if let Some(ply) = arguments.ply {
        session.go_back(ply)?;
    }
    if let Some(seed) = arguments.seed {
        session.set_seed(seed);
        session.play_chance()?;
    }
    let mut view = arguments.view.as_deref().map(|name| session.player(name)).transpose()?;
    if let (Some(viewer), Some(number)) = (view, arguments.sample) {
        session = session.imagined(viewer, number);
        view = None;
    }
    Ok(Begun { session, view })
}

/// Reads a position, given as FEN text or a file, by rules that are already loaded.
pub(crate) fn arranged(rules: &Rules, position: &str) -> Result<Setup, Failure> {
    let written = written(position, None)?;
    let session = noting(|notes| Session::by(rules.clone(), &written, notes))?;
    Ok(session.shown(None))
}

/// Runs `read`, and prints the notes that it collects.
pub(crate) fn noting<T, E>(read: impl FnOnce(&mut Vec<String>) -> Result<T, E>) -> Result<T, E> {
    let mut notes = Vec::new();
    let read = read(&mut notes);
    notes.iter().for_each(|note| report::say("note", note));
    read
}

/// An unpredictable seed from the system.
pub(crate) fn any_seed() -> Result<u64, Failure> {
    let seed = getrandom::u64();
    seed.inspect(|seed| fault::chosen(*seed))
        .map_err(|error| Failure::Wrong(format!("the system gives no random numbers: {error}; choose a --seed")))
}
