//! Rules, and what is asked of rules alone.

use std::path::{Path, PathBuf};

use draughtsman::agents::{ACCEPTED, Agent, Clock, Contest, MatchSettings, MatchTally, Round, UnknownAgent, fit, named, tally};
use draughtsman::analysis::diff::{self, Settings, Version};
use draughtsman::analysis::simulate::{Simulator, Tally, to_wire};
use draughtsman::check::Choices;
use draughtsman::library::{self, LoadError, Loaded};
use draughtsman::protocol::{self, Sessions};
use draughtsman::session::{Error, Rules as Checked, Session};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::waiting::long;
use crate::{json, refused};

/// Checked rules. Cheap to copy.
#[pyclass(frozen, module = "draughtsman_rules._core")]
pub(crate) struct Rules {
    pub(crate) rules: Checked,
}

/// Answers a request about no game: `variants`, `agents`, `source`, `check`. What a text extends is sought in the folder first.
#[pyfunction]
#[pyo3(signature = (line, folder=None))]
pub(crate) fn about(py: Python<'_>, line: &str, folder: Option<PathBuf>) -> PyResult<String> {
    long(py, |_| match folder {
        Some(folder) => Sessions::default().found_by(Box::new(move |name, text| found(name, text, &folder))).answer(line),
        None => Sessions::default().answer(line),
    })
}

/// The rules of that name, or those of a text in a folder.
fn found(name: &str, text: Option<&str>, folder: &Path) -> Result<Loaded, Error> {
    match text {
        Some(text) => Ok(library::load_text(name, &format!("{name}.{}", library::ENDING), text.into(), Some(folder))),
        None => Ok(library::load(name)?),
    }
}

/// What a group has agreed on.
fn choices(options: &[String]) -> Result<Choices, Error> {
    options
        .iter()
        .map(|text| text.parse::<Choices>().map_err(|problem| Error::wrong(format!("`options`: {problem}"))))
        .collect()
}

/// What was loaded, checked with these options. Rules may be nested deeper than the caller's stack is.
fn checked(py: Python<'_>, options: Vec<String>, load: impl FnOnce() -> Result<Loaded, LoadError> + Send) -> PyResult<Rules> {
    let checked = long(py, |_| Checked::new(load()?, &choices(&options)?))?;
    checked.map(|rules| Rules { rules }).map_err(refused)
}

#[pymethods]
impl Rules {
    /// Rules by a bundled name or from a file.
    #[staticmethod]
    fn load(py: Python<'_>, variant: &str, options: Vec<String>) -> PyResult<Rules> {
        checked(py, options, || library::load(variant))
    }

    /// Rules from a file, whatever bundled variants are called.
    #[staticmethod]
    fn file(py: Python<'_>, path: &str, options: Vec<String>) -> PyResult<Rules> {
        checked(py, options, || library::load_file(Path::new(path)))
    }

    /// Rules given as text; parents are sought in the folder.
    #[staticmethod]
    fn text(py: Python<'_>, name: &str, text: &str, options: Vec<String>, folder: Option<&str>) -> PyResult<Rules> {
        let file = format!("{name}.{}", library::ENDING);
        checked(py, options, || Ok(library::load_text(name, &file, text.as_bytes().to_vec(), folder.map(Path::new))))
    }

    /// As the answer to `load`, in JSON.
    fn described(&self, py: Python<'_>) -> PyResult<String> {
        long(py, |_| Session::new(self.rules.clone()).map(|session| protocol::described(&session)))?.map_err(refused)
    }

    /// The names of the players who decide: those of neutral sides never do.
    fn deciding(&self) -> Vec<String> {
        let equipment = &self.rules.ready().variant.equipment;
        equipment.deciding().map(|player| equipment.players[player.index()].name.clone()).collect()
    }

    /// Games counted, in JSON: parts of the whole, by the numbers of games.
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn tally(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        agents: Vec<(Option<String>, String)>,
        limit: u32,
        threads: usize,
        first: u64,
    ) -> PyResult<String> {
        let session = Session::new(self.rules.clone()).map_err(refused)?;
        let agents = by_player(&session, &agents).map_err(refused)?;
        let (program, sides) = (session.program(), session.program().equipment.sides.len());
        let tally = long(py, |stop| -> Result<Tally, Error> {
            let simulator = Simulator::new(program, session.position().clone(), limit);
            let wall = Clock::wall();
            let parts = games.div_ceil(AT_ONCE);
            let some = |part: usize| {
                let from = first + part as u64 * AT_ONCE;
                tally(&simulator, &agents, seed, from..(from + AT_ONCE).min(first + games), wall.stopped_by(stop))
            };
            let tally = pool(threads, parts)?.install(|| {
                let parts = (0..parts as usize).into_par_iter().with_max_len(1).take_any_while(|_| !stop());
                parts.map(some).try_reduce(|| Tally::new(sides), |sum, part| Ok(sum.and(part)))
            });
            Ok(tally?)
        })?;
        json(&tally.map_err(refused)?)
    }

    /// What parts came to together, as `simulate --json`, but for the processor's time.
    fn counted(&self, tallies: Vec<String>, agents: Vec<(Option<String>, String)>, seed: u64, limit: u32) -> PyResult<String> {
        let session = Session::new(self.rules.clone()).map_err(refused)?;
        let agents = by_player(&session, &agents).map_err(refused)?;
        let equipment = &session.program().equipment;
        let mut whole = Tally::new(equipment.sides.len());
        for text in tallies {
            whole = whole.and(read(&text)?);
        }
        json(&to_wire(&whole, session.variant(), named(&agents, equipment), seed, limit))
    }

    /// Rounds of a match, in JSON, in the order of their numbers.
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn rounds(
        &self,
        py: Python<'_>,
        agent: &str,
        opponent: &str,
        opening: u32,
        seed: u64,
        limit: u32,
        first: u64,
        count: u64,
        threads: usize,
    ) -> PyResult<String> {
        let session = Session::new(self.rules.clone()).map_err(refused)?;
        let who = [fitting(&session, agent).map_err(refused)?, fitting(&session, opponent).map_err(refused)?];
        let rounds = long(py, |stop| -> Result<Vec<Round>, Error> {
            let simulator = Simulator::new(session.program(), session.position().clone(), limit);
            let wall = Clock::wall();
            let contest = || Contest::new(&simulator, who, opening, seed, wall.stopped_by(stop));
            // After Ctrl-C nobody is told of any round: who asked is told of the signal.
            let some = |contest: &mut Contest<'_>, number: u64| match stop() {
                true => Ok(None),
                false => contest.counted(number).map(Some),
            };
            let numbers: Vec<u64> = (first..first + count).collect();
            let rounds = pool(threads, count)?.install(|| {
                let all = numbers.into_par_iter().with_max_len(1).map_init(contest, some);
                all.take_any_while(|round| !matches!(round, Ok(None))).collect::<Result<Vec<Option<Round>>, _>>()
            });
            Ok(rounds?.into_iter().flatten().collect())
        })?;
        json(&rounds.map_err(refused)?)
    }

    /// What rounds came to, as `match --json`, but for the processor's time.
    fn matched(&self, rounds: &str, agent: &str, opponent: &str, opening: u32, seed: u64, limit: u32) -> PyResult<String> {
        let variant = &self.rules.ready().variant;
        let agents = [agent_of(agent).map_err(refused)?, agent_of(opponent).map_err(refused)?].map(|agent| agent.to_string());
        let mut counted = MatchTally::new(variant.equipment.playing().count());
        read::<Vec<Round>>(rounds)?.iter().for_each(|round| counted.add(round));
        json(&counted.to_wire(&MatchSettings {
            variant,
            agents,
            seed,
            opening,
            openings: None,
            limit,
            control: None,
            ends: None,
        }))
    }

    /// Two versions compared, as `diff --json`.
    fn diff(
        &self,
        py: Python<'_>,
        names: (String, String),
        other: &Rules,
        seed: u64,
        positions: u64,
        threads: usize,
    ) -> PyResult<String> {
        let (a, b) = (self.rules.ready(), other.rules.ready());
        let a = Version { name: &names.0, variant: &a.variant, program: &a.program };
        let b = Version { name: &names.1, variant: &b.variant, program: &b.program };
        let settings = Settings { seed, positions, ..Settings::default() };
        let report =
            long(py, |stop| Ok(pool(threads, positions)?.install(|| diff::diff(&a, &b, &[], &settings, &|_| !stop()))?))?;
        json(&diff::to_wire(&report.map_err(refused)?, &a, &b))
    }

    /// Whether chance can have a say.
    fn draws(&self) -> bool {
        self.rules.draws()
    }

    /// Tells programs apart: the same rules have the same number.
    fn fingerprint(&self) -> u64 {
        self.rules.ready().program.fingerprint
    }
}

/// What a thread may put on its stack: one move may be deep.
const STACK: usize = 64 << 20;

/// Games in one go.
const AT_ONCE: u64 = 64;

/// As many as the command line starts.
const MOST_THREADS: usize = 1024;

/// The threads that work side by side on so many parts; more than there are parts would have nothing to do.
fn pool(threads: usize, parts: u64) -> Result<rayon::ThreadPool, Error> {
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(Error::wrong(format!("`threads` is from 1 to {MOST_THREADS}, and not {threads}")));
    }
    let parts = usize::try_from(parts).unwrap_or(MOST_THREADS).max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(parts)).stack_size(STACK);
    pool.build().map_err(Error::wrong)
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
}

fn agent_of(text: &str) -> Result<Agent, Error> {
    text.parse().map_err(|error: UnknownAgent| Error::unknown(error.to_string(), ACCEPTED))
}

/// An agent that can play by these rules.
fn fitting(session: &Session, text: &str) -> Result<Agent, Error> {
    let agent = agent_of(text)?;
    fit(session.program(), agent).map_err(Error::wrong)?;
    Ok(agent)
}

/// The agent of each player: those named, else the one that is for everybody.
fn by_player(session: &Session, given: &[(Option<String>, String)]) -> Result<Vec<Agent>, Error> {
    let mut agents: Vec<Option<Agent>> = vec![None; session.variant().equipment.players.len()];
    let mut everybody = Agent::Random;
    for (player, text) in given {
        let agent = fitting(session, text)?;
        match player {
            Some(name) => agents[session.player(name)?.index()] = Some(agent),
            None => everybody = agent,
        }
    }
    Ok(agents.into_iter().map(|agent| agent.unwrap_or(everybody)).collect())
}
