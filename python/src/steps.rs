//! Games in numbered steps, with arrays.

use std::sync::Arc;

use draughtsman::agents::{self, Agent, Clock};
use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;
use draughtsman::protocol;
use draughtsman::session::{Error, Field, Session, Stepwise};
use numpy::{PyArray1, PyArrayMethods as _, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::refused;

/// A game in numbered steps.
#[pyclass(module = "draughtsman_rules._core")]
pub(crate) struct Steps {
    game: Stepwise,
    fields: Arc<Vec<Field>>,
}

/// Who takes the next step, if no player.
const CHANCE: i32 = -1;
const NOBODY: i32 = -4;

impl Steps {
    pub(crate) fn new(session: Session) -> Result<Steps, Error> {
        let game = Stepwise::new(session)?;
        let fields = Arc::new(game.fields());
        Ok(Steps { game, fields })
    }

    fn length(&self) -> usize {
        self.fields.last().map_or(0, Field::end)
    }

    /// The players by their numbers: those who decide.
    fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.game.session().variant().equipment.deciding()
    }

    fn player(&self, number: i64) -> PyResult<PlayerId> {
        let found = usize::try_from(number).ok().and_then(|number| self.players().nth(number));
        let none = || format!("there is no player {number}: there are {}, from 0", self.players().count());
        found.ok_or_else(|| refused(Error::wrong(none())))
    }
}

#[pymethods]
impl Steps {
    /// The texts of all words, by number.
    fn words(&self) -> Vec<String> {
        self.game.vocabulary().texts().to_vec()
    }

    /// The number of a word.
    fn number(&self, text: &str) -> Option<u32> {
        self.game.vocabulary().number(text)
    }

    /// The parts of an observation: name, shape, place of the first number.
    fn fields(&self) -> Vec<(String, Vec<usize>, usize)> {
        self.fields.iter().map(|field| (field.name.clone(), field.shape.clone(), field.start)).collect()
    }

    /// How many numbers an observation has.
    fn observation_length(&self) -> usize {
        self.length()
    }

    /// The player who takes the next step, by number; -1 for chance, -4 if the game is over.
    fn actor(&self) -> i32 {
        match self.game.actor() {
            Some(Actor::Player(player)) => {
                let number = self.players().position(|one| one == player);
                number.and_then(|number| i32::try_from(number).ok()).unwrap_or(NOBODY)
            }
            Some(Actor::Chance) => CHANCE,
            None => NOBODY,
        }
    }

    /// The numbers of the steps that can be taken, rising.
    fn legal(&self) -> Vec<u32> {
        self.game.steps().into_iter().map(|step| step.word).collect()
    }

    /// The steps of chance and how likely each is.
    fn chances(&self) -> Vec<(u32, f64)> {
        let steps = self.game.steps();
        let all: f64 = steps.iter().map(|step| step.ways as f64).sum();
        steps.into_iter().map(|step| (step.word, step.ways as f64 / all)).collect()
    }

    /// The steps taken towards the decision at hand.
    fn taken(&self) -> Vec<u32> {
        self.game.taken().to_vec()
    }

    /// How many decisions were made.
    fn ply(&self) -> usize {
        self.game.session().texts().len()
    }

    /// Takes a step.
    fn step(&mut self, py: Python<'_>, word: u32) -> PyResult<()> {
        py.detach(|| self.game.step(word)).map_err(refused)
    }

    /// Takes steps of chance until a player decides; what they are is fixed by the number.
    fn step_chance(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| {
            while self.game.actor() == Some(Actor::Chance) {
                let steps = self.game.steps();
                let drawn = (self.game.session().texts().len() as u64) << 16 | self.game.taken().len() as u64;
                let mut rng = agents::generator(seed, drawn);
                let Some(step) = agents::by_ways(steps.iter().map(|step| step.ways), &mut rng) else { break };
                self.game.step(steps[step].word)?;
            }
            Ok(())
        })
        .map_err(refused)
    }

    /// The steps towards a move.
    fn towards(&self, py: Python<'_>, text: &str) -> PyResult<Vec<u32>> {
        py.detach(|| self.game.towards(text)).map_err(refused)
    }

    /// The steps towards what an agent decides.
    fn agent(&self, py: Python<'_>, agent: &str) -> PyResult<Vec<u32>> {
        let agent: Agent = agent
            .parse()
            .map_err(|error: agents::UnknownAgent| refused(Error::unknown(error.to_string(), agents::ACCEPTED)))?;
        crate::waiting::long(py, |stop| {
            let session = self.game.session();
            match session.agent(agent, Clock::wall().stopped_by(stop))? {
                Some(option) => self.game.towards_option(option),
                None => Ok(Vec::new()),
            }
        })?
        .map_err(refused)
    }

    /// Which steps can be taken, as a fresh array or in one of the caller's.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyArray1<i8>>>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let steps = self.game.steps();
        let fill = |mask: &mut [i8]| steps.iter().for_each(|step| mask[step.word as usize] = 1);
        into(py, out, self.game.vocabulary().len(), 0, fill)
    }

    /// What a player sees, as a fresh array or in one of the caller's.
    #[pyo3(signature = (player, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: i64,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let player = self.player(player)?;
        into(py, out, self.length(), 0.0, |numbers| self.game.observe(player, numbers))
    }

    /// The position as a player may see it, in JSON; without a player, all of it.
    fn position(&self, py: Python<'_>, player: Option<i64>) -> PyResult<String> {
        let player = player.map(|player| self.player(player)).transpose()?;
        let written = py.detach(|| self.game.session().written(draughtsman::session::Form::Json, player, &Default::default()));
        written.map(|told| told.text.trim_end().to_owned()).map_err(refused)
    }

    /// The decisions so far as a player may know them, by their texts.
    fn told(&self, player: i64) -> PyResult<Vec<Option<String>>> {
        let (player, session) = (self.player(player)?, self.game.session());
        Ok((0..session.texts().len()).map(|at| session.told(at, &[player]).map(str::to_owned)).collect())
    }

    /// The positions so far as a player could see them, in JSON.
    fn views(&self, py: Python<'_>, player: i64) -> PyResult<Vec<String>> {
        let (player, session) = (self.player(player)?, self.game.session());
        let (header, terms) = (session.header(), session.terms());
        Ok(py.detach(|| {
            let shown = session.game().positions().iter().map(|position| session.shown_of(position, Some(player)));
            shown.map(|setup| draughtsman::notation::json::position::write(&header, &terms, &setup)).collect()
        }))
    }

    /// The game in another form.
    fn ask(&mut self, py: Python<'_>, line: &str) -> PyResult<String> {
        let request = protocol::Request::read(line, 1).map_err(|failure| crate::told(&failure))?;
        let mut session = self.game.session().clone();
        py.detach(|| protocol::ask(&mut session, &request, Clock::none(), &|| false)).map_err(refused)
    }

    /// The same game, which goes on by itself.
    fn copied(&self) -> Steps {
        Steps { game: self.game.clone(), fields: Arc::clone(&self.fields) }
    }

    /// A new game by the same rules.
    fn restarted(&self, py: Python<'_>) -> PyResult<Steps> {
        let game = py.detach(|| self.game.restarted(Session::new(self.game.session().rules().clone())?));
        Ok(Steps { game: game.map_err(refused)?, fields: Arc::clone(&self.fields) })
    }

    /// What the game is worth to each player when it is over: 1 for who has won, -1 for who has lost, 0 for all in a draw.
    fn returns(&self) -> Vec<f64> {
        let session = self.game.session();
        let players = &session.variant().equipment.players;
        let winners = session.position().outcome().map_or(&[][..], |outcome| &outcome.winners);
        let worth = |player: PlayerId| match (winners.is_empty(), winners.contains(&players[player.index()].side)) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            (_, false) => -1.0,
        };
        self.players().map(worth).collect()
    }
}

/// Fills an array of the caller's, or one that owns what is made here: no number is copied.
fn into<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    out: Option<Bound<'py, PyArray1<T>>>,
    length: usize,
    nothing: T,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let Some(out) = out else {
        let mut numbers = vec![nothing; length];
        fill(&mut numbers);
        return Ok(PyArray1::from_vec(py, numbers));
    };
    {
        let mut held: PyReadwriteArray1<'_, T> =
            out.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let numbers = held.as_slice_mut().map_err(|_| PyValueError::new_err("`out` has to lie in one piece"))?;
        if numbers.len() != length {
            return Err(PyValueError::new_err(format!("`out` has {} places, and {length} are needed", numbers.len())));
        }
        numbers.fill(nothing);
        fill(numbers);
    }
    Ok(out)
}
