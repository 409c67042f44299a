//! A game by some rules, asked in the requests of `draughtsman session`.

use draughtsman::agents::Clock;
use draughtsman::protocol::{self, Request};
use draughtsman::session::Session;
use pyo3::prelude::*;

use crate::rules::Rules;
use crate::steps::Steps;
use crate::waiting::long;
use crate::{refused, told};

/// A game with its past.
#[pyclass(module = "draughtsman_rules._core")]
pub(crate) struct Game {
    session: Session,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, rules: &Rules, seed: u64) -> PyResult<Game> {
        let begun = py.detach(|| Session::new(rules.rules.clone()));
        let mut session = begun.map_err(refused)?;
        session.set_seed(seed);
        Ok(Game { session })
    }

    /// The answer to a request, in JSON; `long` says that it may take long.
    fn ask(&mut self, py: Python<'_>, line: &str, takes_long: bool) -> PyResult<String> {
        let request = Request::read(line, 1).map_err(|failure| told(&failure))?;
        let session = &mut self.session;
        let answer = match takes_long {
            true => long(py, |stop| protocol::ask(session, &request, Clock::wall().stopped_by(stop), stop))?,
            false => py.detach(|| protocol::ask(session, &request, Clock::none(), &|| false)),
        };
        answer.map_err(refused)
    }

    /// The same game, which goes on by itself.
    fn copied(&self) -> Game {
        Game { session: self.session.clone() }
    }

    /// The same game in numbered steps; it goes on by itself.
    fn steps(&self, py: Python<'_>) -> PyResult<Steps> {
        py.detach(|| Steps::new(self.session.clone())).map_err(refused)
    }
}
