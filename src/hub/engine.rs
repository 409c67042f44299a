//! An engine as the protocol sees it: lines in, lines and thinking tasks out.

use std::sync::Arc;

use super::board::{find_move, read_position};
use super::level::Level;
use super::line::{Line, line};
use super::offer::{Offer, named};
use super::think::{Mode, Thinking};
use super::{THREADS, USUAL, VARIANT};
use crate::agents::MOST_THREADS;
use crate::check::Choices;
use crate::engine::{Game, Position};
use crate::model::hub::Squares;
use crate::session::{Error, Rules};

/// The name of this program in the protocol.
const NAME: &str = "Draughtsman";

/// An engine: the games it offers, the chosen one, and the current position.
pub struct Engine {
    offers: Vec<Offer>,
    name: String,
    rules: Rules,
    squares: Squares,
    /// None if the last position could not be read.
    game: Option<Standing>,
    /// None if the controller has sent no level.
    level: Option<Level>,
    /// Whether a new game, or another way of thinking, has begun since the last decision.
    anew: bool,
    /// The number of threads that think about a decision.
    threads: u16,
}

/// A game as the controller described it, so that a repeated beginning need not be played again.
#[derive(Clone, Debug)]
struct Standing {
    /// The starting position; none: the start of the rules.
    from: Option<String>,
    /// The moves from there.
    moves: Vec<String>,
    game: Game,
}

/// The reaction to a line.
#[derive(Debug)]
pub enum Heard {
    /// These lines are the answer; often there are none.
    Said(Vec<String>),
    /// Start thinking.
    Go(Box<Thinking>),
    /// Stop thinking and answer now.
    Stop,
    /// The expected move was played: think on, with the time limit.
    PonderHit,
    /// Quit.
    Quit,
}

impl Engine {
    /// An engine that offers these games, at least one. The protocol's default game is chosen if it is among them, else the
    /// first.
    ///
    /// # Errors
    /// The rules of the chosen game have errors, or no name in the protocol.
    pub fn new(offers: Vec<Offer>) -> Result<Engine, Error> {
        let chosen = offers.iter().find(|offer| offer.name == USUAL).or(offers.first());
        let Some(chosen) = chosen else { return Err(Error::wrong("there is no game to offer")) };
        let (rules, squares, game) = begun(chosen)?;
        let name = chosen.name.clone();
        Ok(Engine { name, rules, squares, game: Some(standing(game)), level: None, anew: true, threads: 1, offers })
    }

    /// The same, with a default number of threads for a decision.
    #[must_use]
    pub fn on(self, threads: u16) -> Engine {
        Engine { threads: threads.clamp(1, MOST_THREADS), ..self }
    }

    /// Handles a line.
    pub fn hear(&mut self, text: &str) -> Heard {
        let heard = Line::read(text).and_then(|line| self.obey(&line));
        heard.unwrap_or_else(|problem| Heard::Said(vec![error(&problem)]))
    }

    fn obey(&mut self, told: &Line) -> Result<Heard, String> {
        let said = |text: &str| Ok(Heard::Said(vec![text.to_owned()]));
        match told.command.as_str() {
            "" => Ok(Heard::Said(Vec::new())),
            "hub" => Ok(Heard::Said(self.introduction())),
            "init" => said("ready"),
            "ping" => said("pong"),
            "stop" => Ok(Heard::Stop),
            "ponder-hit" => Ok(Heard::PonderHit),
            "quit" => Ok(Heard::Quit),
            "go" => self.go(told),
            command => {
                match command {
                    "set-param" => self.set(told)?,
                    "new-game" => {
                        self.anew = true;
                        self.game = Some(standing(start(&self.rules).map_err(|error| error.to_string())?));
                    }
                    "pos" => self.stand(told)?,
                    "level" => self.level = Some(Level::read(told)?),
                    unknown => return Err(format!("`{unknown}` is no command; accepted: {COMMANDS}")),
                }
                Ok(Heard::Said(Vec::new()))
            }
        }
    }

    /// `id …`, `param …`, `wait`
    fn introduction(&self) -> Vec<String> {
        let names: Vec<&str> = self.offers.iter().map(|offer| offer.name.as_str()).collect();
        let names = names.join(" ");
        let author = "the authors of Draughtsman";
        let (threads, most) = (self.threads.to_string(), MOST_THREADS.to_string());
        vec![
            line("id", &[("name", NAME), ("version", env!("CARGO_PKG_VERSION")), ("author", author)]),
            line("param", &[("name", VARIANT), ("value", &self.name), ("type", "enum"), ("values", &names)]),
            line("param", &[("name", THREADS), ("value", &threads), ("type", "int"), ("min", "1"), ("max", &most)]),
            "wait".to_owned(),
        ]
    }

    /// `set-param name=variant value=killer`, `set-param name=threads value=2`
    fn set(&mut self, told: &Line) -> Result<(), String> {
        let (Some(name), Some(value)) = (told.get("name"), told.get("value")) else {
            return Err("`set-param` wants a name and a value: `set-param name=variant value=normal`".to_owned());
        };
        match name {
            VARIANT => self.choose(value),
            THREADS => self.think_on(value),
            _ => Err(format!("there is no parameter `{name}`; accepted: {VARIANT}, {THREADS}")),
        }
    }

    fn think_on(&mut self, value: &str) -> Result<(), String> {
        let threads = value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
        let Some(threads) = threads else {
            return Err(format!("`{value}` is no number of threads; accepted: 1 to {MOST_THREADS}"));
        };
        self.anew |= threads != self.threads;
        self.threads = threads;
        Ok(())
    }

    fn choose(&mut self, value: &str) -> Result<(), String> {
        let Some(offer) = self.offers.iter().find(|offer| offer.name == value) else { return Err(self.refusal(value)) };
        if offer.name == self.name {
            return Ok(());
        }
        let (rules, squares, game) = begun(offer).map_err(|error| error.to_string())?;
        (self.name, self.rules, self.squares) = (offer.name.clone(), rules, squares);
        (self.game, self.anew) = (Some(standing(game)), true);
        Ok(())
    }

    /// Why a game is not offered. If a bundled variant has this name, the reason is about that one.
    fn refusal(&self, value: &str) -> String {
        let names: Vec<&str> = self.offers.iter().map(|offer| offer.name.as_str()).collect();
        let bundled = crate::library::text_of(value).and_then(|_| crate::library::bundled(value));
        let reason = bundled.map(|ready| match named(&ready.variant) {
            Err(reason) => reason,
            Ok((name, _)) => format!("the Hub protocol calls `{value}` `{name}`"),
        });
        let reason = reason.unwrap_or_else(|| format!("there is no variant `{value}`"));
        format!("{reason}; accepted: {}", names.join(" "))
    }

    /// `pos pos=Wbbb… moves="32-28 19-23"`; without `pos=`, from the start of the game.
    fn stand(&mut self, told: &Line) -> Result<(), String> {
        let program = &self.rules.ready().program;
        let (from, moves) = (told.get("pos"), told.get("moves").unwrap_or_default().split_whitespace().map(str::to_owned));
        let moves: Vec<String> = moves.collect();
        let goes_on = |before: &Standing| before.from.as_deref() == from && moves.starts_with(&before.moves);
        let mut standing = match (self.game.take().filter(goes_on), from) {
            (Some(before), _) => before,
            (None, None) => standing(start(&self.rules).map_err(|error| error.to_string())?),
            (None, Some(text)) => {
                let setup = read_position(&self.squares, text)?;
                let position = Position::from_setup(program, &setup).map_err(|error| error.to_string())?;
                Standing { from: Some(text.to_owned()), moves: Vec::new(), game: Game::from(position) }
            }
        };
        for text in &moves[standing.moves.len()..] {
            let options = standing.game.options(program).map_err(|error| error.to_string())?;
            let found = find_move(&self.squares, text, &options)?;
            // Draws are left to the controller: the protocol has no message for them.
            standing.game.play_impatiently(program, &options[found]).map_err(|error| error.to_string())?;
        }
        self.game = Some(Standing { moves, ..standing });
        Ok(())
    }

    /// `go think`, `go ponder`, `go analyze`
    fn go(&mut self, told: &Line) -> Result<Heard, String> {
        let mode = match () {
            () if told.has("ponder") => Mode::Ponder,
            () if told.has("analyze") => Mode::Analyze,
            () if told.has("think") || told.pairs.is_empty() => Mode::Think,
            () => return Err("`go` knows think, ponder and analyze".to_owned()),
        };
        let Some(game) = self.game.as_ref().map(|standing| standing.game.clone()) else {
            let problem = error("there is no position: the last one could not be read");
            return Ok(Heard::Said(vec![problem, "done".to_owned()]));
        };
        let level = self.level.unwrap_or(if mode == Mode::Analyze { Level::endless() } else { Level::usual() });
        let anew = std::mem::take(&mut self.anew);
        let (rules, squares) = (self.rules.clone(), self.squares.clone());
        Ok(Heard::Go(Box::new(Thinking { mode, level, anew, threads: self.threads, rules, squares, game })))
    }
}

const COMMANDS: &str = "hub, init, ping, set-param, new-game, pos, level, go, stop, ponder-hit, quit";

/// `error message="…"`
fn error(problem: &str) -> String {
    line("error", &[("message", problem)])
}

fn begun(offer: &Offer) -> Result<(Rules, Squares, Game), Error> {
    let rules = Rules::new(Arc::clone(&offer.loaded), &Choices::default())?;
    let (_, squares) = named(&rules.ready().variant).map_err(Error::wrong)?;
    let game = start(&rules)?;
    Ok((rules, squares, game))
}

/// A game that the controller has not described yet.
fn standing(game: Game) -> Standing {
    Standing { from: None, moves: Vec::new(), game }
}

fn start(rules: &Rules) -> Result<Game, Error> {
    Ok(Game::new(&rules.ready().program)?)
}
