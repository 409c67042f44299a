//! A rule file while somebody works on it: its mistakes, its pinned positions, the smallest position that the last edit plays
//! differently, and who wins random games. Each save begins this anew; work on the version before is abandoned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use draughtsman::agents::{Agent, Clock, Series};
use draughtsman::analysis::diff::{self, Settings, Version};
use draughtsman::analysis::simulate::{Simulator, Tally, to_wire};
use draughtsman::analysis::snapshot::{Change, told};
use draughtsman::check::{Choices, Levels};
use draughtsman::library::{self, ENDING, Loaded, certain};
use draughtsman::notation::findings::human;
use draughtsman::notation::json::simulate::Simulation;
use draughtsman::session::{Rules, Session};
use serde::Serialize;
use tokio::sync::watch;

use crate::cli::answer::Failure;
use crate::cli::processor::{STACK, workers};
use crate::cli::snapshot::{self, POSITIONS, SNAPSHOT};
use crate::cli::watch::{changed, watch};

use super::shelf::Own;

/// The number of games that are played, and the number of decisions after which each is cut off.
const GAMES: u64 = 10_000;
const LONGEST_GAME: u32 = 2000;

/// The numbers of positions among which a difference is searched for: few, for a quick answer, then more.
const POSITIONS_LOOKED_AT: [u64; 2] = [1_000, 20_000];

/// Least time between two reports of the results of games.
const TOLD_EVERY: Duration = Duration::from_millis(400);

/// A rule file that is watched.
pub(super) struct Study {
    news: watch::Receiver<Arc<str>>,
    wake: Sender<()>,
}

/// What pages are sent, in JSON.
#[derive(Clone, Default, Serialize)]
struct Told {
    /// Counts the versions of the rules that were saved.
    version: u64,
    file: String,
    /// Whether the rules can be played.
    playable: bool,
    /// The findings of `check`.
    found: String,
    pinned: Vec<Pinned>,
    /// Why there are no pinned positions, if their file is wrong.
    unread: Option<String>,
    difference: Difference,
    balance: Option<Simulation>,
    /// The number of games that will be played.
    games: u64,
}

#[derive(Clone, PartialEq, Serialize)]
struct Pinned {
    name: String,
    state: &'static str,
    /// What differs.
    text: String,
}

#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
enum Difference {
    /// There was no edit yet.
    #[default]
    None,
    Sought,
    Found {
        pictures: Vec<String>,
        text: String,
    },
}

/// The state of the thread that does the work.
struct Worker {
    own: Own,
    choices: Choices,
    told: watch::Sender<Arc<str>>,
    /// Whether a file was saved since work began.
    stale: Arc<AtomicBool>,
    says: Told,
    /// The texts as they were last read.
    texts: Vec<String>,
    /// The last version that can be played, and the one before it until the two have been compared.
    rules: Option<Rules>,
    before: Option<Rules>,
    tally: Tally,
}

impl Study {
    /// Begins to watch a file.
    pub(super) fn new(own: &Own, choices: &Choices) -> Result<Study, Failure> {
        let (wake, changes) = channel();
        let stale = Arc::new(AtomicBool::new(false));
        let (saved, theirs) = (wake.clone(), Arc::clone(&stale));
        let watcher = watch(std::slice::from_ref(&own.name), &[ENDING, POSITIONS, SNAPSHOT], move || {
            theirs.store(true, Ordering::Relaxed);
            // Nothing receives any more: the process is about to end.
            let _ = saved.send(());
        })?;
        let (told, news) = watch::channel(Arc::from("{}"));
        let mut worker = Worker {
            own: own.clone(),
            choices: choices.clone(),
            told,
            stale,
            says: Told { file: own.name.clone(), games: GAMES, ..Told::default() },
            texts: Vec::new(),
            rules: None,
            before: None,
            tally: Tally::default(),
        };
        // The first page that is opened has something to show at once.
        worker.look();
        let work = move || {
            // Files are watched as long as the watcher lives.
            let _watcher = watcher;
            worker.work(&changes);
        };
        let started = thread::Builder::new().name("study".to_owned()).stack_size(STACK).spawn(work);
        started.map_err(|error| Failure::wrong(format!("no thread can be started: {error}")))?;
        Ok(Study { news, wake })
    }

    /// Receives the state from now on. As long as somebody does, games are played.
    pub(super) fn news(&self) -> watch::Receiver<Arc<str>> {
        let news = self.news.clone();
        // Nothing receives any more: the process is about to end.
        let _ = self.wake.send(());
        news
    }
}

impl Worker {
    fn work(mut self, changes: &Receiver<()>) {
        loop {
            self.stale.store(false, Ordering::Relaxed);
            self.look();
            self.compare();
            self.play();
            if !changed(changes) {
                return;
            }
        }
    }

    fn tell(&self) {
        if let Ok(text) = serde_json::to_string(&self.says) {
            self.told.send_replace(Arc::from(text));
        }
    }

    /// Whether to go on with long work: nothing was saved meanwhile, and somebody listens. One receiver is the study's own.
    fn goes_on(&self) -> bool {
        !self.stale.load(Ordering::Relaxed) && self.told.receiver_count() > 1
    }

    /// Reads the files, and reports what has changed.
    fn look(&mut self) {
        let loaded = match library::load(&self.own.name) {
            Ok(loaded) => loaded,
            Err(error) => {
                let found = error.to_string();
                if self.says.found != found {
                    self.says = Told { version: self.says.version + 1, playable: false, found, ..self.says.clone() };
                    self.texts.clear();
                    self.tell();
                }
                return;
            }
        };
        let texts: Vec<String> = loaded.files.iter().map(|(file, _)| loaded.sources.get(*file).text.clone()).collect();
        let is_new = texts != self.texts;
        if is_new {
            self.texts = texts;
            self.check(&loaded);
        }
        let pins_are_new = self.pins(&loaded);
        if is_new || pins_are_new {
            self.tell();
        }
    }

    fn check(&mut self, loaded: &Loaded) {
        let levels = Levels::default();
        let checked = loaded.check_at(&self.choices, &levels);
        let mut found = checked.diagnostics;
        certain(loaded, &self.choices, &levels, &mut found);
        self.says.version += 1;
        self.says.found = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
        checked.refusals.iter().for_each(|refusal| self.says.found.push_str(&format!("{refusal}\n")));
        let rules = Rules::new(loaded.clone(), &self.choices).ok();
        self.says.playable = rules.is_some();
        let Some(rules) = rules else { return };
        self.tally = Tally::new(rules.ready().variant.equipment.sides.len());
        self.says.balance = None;
        self.before = self.rules.replace(rules);
        self.says.difference = if self.before.is_some() { Difference::Sought } else { Difference::None };
    }

    /// Reads the pinned positions. Returns whether anything about them is new.
    fn pins(&mut self, loaded: &Loaded) -> bool {
        let standing = match self.says.playable {
            true => snapshot::standing(&self.own.name, loaded).map_err(Failure::sentence),
            false => return false,
        };
        let (pinned, unread) = match standing {
            Ok(all) => (all.iter().map(Pinned::of).collect(), None),
            Err(problem) => (Vec::new(), problem.ok()),
        };
        let is_new = (&pinned, &unread) != (&self.says.pinned, &self.says.unread);
        (self.says.pinned, self.says.unread) = (pinned, unread);
        is_new
    }

    /// Searches for the smallest position that the last edit plays differently.
    fn compare(&mut self) {
        let (Some(before), Some(now)) = (&self.before, &self.rules) else { return };
        let version = |name, rules: &'_ Rules| -> Side { Side { name, rules: rules.clone() } };
        let (before, now) = (version("before", before), version("now", now));
        // One thread only, which leaves others to the games on pages.
        let Ok(thread) = workers(1) else { return };
        let (a, b) = (before.version(), now.version());
        for positions in POSITIONS_LOOKED_AT {
            let settings = Settings { positions, witnesses: 1, ..Settings::default() };
            let report = thread.install(|| diff::diff(&a, &b, &[], &settings, &|_| self.goes_on()));
            if !self.goes_on() {
                return;
            }
            let (pictures, text, is_last) = match &report {
                Ok(report) => {
                    let is_last = report.changes.is_empty() || Some(&positions) == POSITIONS_LOOKED_AT.last();
                    (diff::pictures(report, &a, &b), report.text(&a, &b), is_last)
                }
                Err(limit) => (Vec::new(), limit.to_string(), true),
            };
            if is_last || !pictures.is_empty() {
                self.says.difference = Difference::Found { pictures, text };
                self.tell();
            }
            if is_last {
                break;
            }
        }
        self.before = None;
    }

    /// Plays random games, from where it left off.
    fn play(&mut self) {
        let Some(rules) = self.rules.clone().filter(|_| self.says.playable) else { return };
        let Ok(session) = Session::new(rules) else { return };
        let simulator = Simulator::new(session.program(), session.position().clone(), LONGEST_GAME);
        let agents = vec![Agent::Random; session.variant().equipment.players.len()];
        let mut series = Series::new(&simulator, &agents, 0, Clock::none());
        let mut told = Instant::now();
        while self.tally.games < GAMES && self.goes_on() {
            let Ok(played) = series.game(self.tally.games) else { return };
            self.tally.add(&played);
            if told.elapsed() > TOLD_EVERY || self.tally.games == GAMES {
                told = Instant::now();
                let counted = to_wire(&self.tally, session.variant(), Agent::Random.to_string(), 0, LONGEST_GAME);
                self.says.balance = Some(counted);
                self.tell();
            }
        }
    }
}

/// One of the two versions.
struct Side {
    name: &'static str,
    rules: Rules,
}

impl Side {
    fn version(&self) -> Version<'_> {
        Version { name: self.name, variant: &self.rules.ready().variant, program: &self.rules.ready().program }
    }
}

impl Pinned {
    fn of((name, change): &(String, Option<Change>)) -> Pinned {
        let state = match change {
            None => "as pinned",
            Some(Change::New(_)) => "not pinned yet",
            Some(Change::Changed(_)) => "changed",
            Some(Change::Stale(_)) => "gone",
        };
        Pinned { name: name.clone(), state, text: change.as_ref().map(told).unwrap_or_default() }
    }
}
