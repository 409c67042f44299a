//! Requests about rules: the bundled variants, checking a text, starting a game.

use crate::agents::{Agent, LEVELS};
use crate::check::{Choices, Levels};
use crate::library::{self, Loaded, certain};
use crate::notation::Header;
use crate::notation::findings::human;
use crate::notation::json::check::finding;
use crate::rulebook;
use crate::session::{Error, Rules, Session};

use super::answers::{self, Answer};
use super::carry_out::{required, state};
use super::request::Request;
use super::{MOST_GAMES, Sessions};

/// The name of rules given only as a text.
pub const UNNAMED: &str = "rules";

/// The agents that may decide for a player.
pub(super) fn agents() -> Vec<String> {
    let levels = (1..=LEVELS).map(Agent::Level);
    [Agent::Random, Agent::Greedy].into_iter().chain(levels).map(|agent| agent.to_string()).collect()
}

/// The rule book for players.
pub(super) fn book(session: &Session) -> Answer {
    let text = rulebook::write(session.rules().loaded(), session.rules().ready()).html();
    Answer::Written(answers::Written { text, left_out: Vec::new() })
}

impl Sessions {
    /// The text of a rule file: a bundled one, unless a finder was set.
    pub(super) fn source(&self, request: &Request) -> Result<Answer, Error> {
        let name = required(&request.rules.variant, "variant")?;
        let text = match &self.finder {
            Some(finder) => finder(name, None)?.text().to_owned(),
            None => {
                let none = || Error::unknown(format!("there is no bundled variant `{name}`"), library::near_names(name, None));
                library::text_of(name).ok_or_else(none)?.to_owned()
            }
        };
        Ok(Answer::Written(answers::Written { text, left_out: Vec::new() }))
    }

    /// All errors and warnings, as the command `check` reports them.
    pub(super) fn check(&self, request: &Request) -> Result<Answer, Error> {
        let (loaded, choices, levels) = (self.loaded(request)?, choices(request)?, Levels::default());
        let mut found = loaded.check_at(&choices, &levels).diagnostics;
        certain(&loaded, &choices, &levels, &mut found);
        let text = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
        let diagnostics = found.iter().map(|one| finding(&loaded.sources, one)).collect();
        Ok(Answer::Checked { diagnostics, text })
    }

    pub(super) fn load(&mut self, name: &str, request: &Request) -> Result<Answer, Error> {
        if self.games.len() >= MOST_GAMES && !self.games.contains_key(name) {
            return Err(Error::wrong(format!("there are {MOST_GAMES} games already: `close` one first")));
        }
        let loaded = self.loaded(request)?;
        let mut session = Session::new(Rules::new(loaded, &choices(request)?)?)?;
        session.set_seed(request.seed.unwrap_or(0));
        let loaded = begun(&session);
        self.games.insert(name.to_owned(), session);
        Ok(Answer::Loaded(Box::new(loaded)))
    }

    fn loaded(&self, request: &Request) -> Result<Loaded, Error> {
        let text = request.rules.text.as_deref();
        let name = match (request.rules.variant.as_deref(), text) {
            (Some(name), _) => name,
            (None, Some(_)) => UNNAMED,
            (None, None) => {
                let name = request.request.as_deref().unwrap_or_default();
                return Err(Error::unknown(format!("`{name}` says which rules"), ["variant", "rules"]));
            }
        };
        match (&self.finder, text) {
            (Some(finder), _) => finder(name, text),
            (None, None) => Ok(library::load(name)?),
            (None, Some(text)) => Ok(library::load_text(name, &format!("{name}.{}", library::ENDING), text.into(), None)),
        }
    }
}

/// A description of the rules of a game, and its state.
pub(super) fn begun(session: &Session) -> answers::Loaded {
    let equipment = &session.variant().equipment;
    let side = |side: crate::model::SideId| equipment.sides.get(side.index()).map_or(String::new(), |side| side.name.clone());
    let players = equipment.players.iter();
    answers::Loaded {
        variant: session.variant().id.clone(),
        title: equipment.about.title.clone(),
        options: Header::of(session.variant()).chosen(),
        players: players.map(|one| answers::Player { name: one.name.clone(), side: side(one.side) }).collect(),
        kinds: equipment.kinds.iter().map(|kind| kind.name.clone()).collect(),
        hides: session.hides(),
        state: state(session),
    }
}

fn choices(request: &Request) -> Result<Choices, Error> {
    let options = request.rules.options.iter().flatten();
    options.map(|text| text.parse::<Choices>().map_err(|problem| Error::wrong(format!("`options`: {problem}")))).collect()
}
