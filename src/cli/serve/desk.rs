//! The room for designers: a gallery of all rules, their pages, and an engine for each page that is open.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use draughtsman::agents::Clock;
use draughtsman::check::Choices;
use draughtsman::protocol::{Sessions, heard};
use draughtsman::rulebook;
use draughtsman::session::{Error, Rules, Session};
use rayon::prelude::*;
use serde_json::json;
use tokio::sync::Mutex as Turn;

use crate::cli::answer::Failure;
use crate::cli::page::{book, gallery};

use super::reply::{Kind, Reply, whole};
use super::shelf::{Own, Shelf};
use super::study::Study;
use super::{page, work};

/// Greatest number of engines. If more pages are open, the one used least recently loses its game.
const MOST_TABLES: usize = 64;

/// Greatest length of the name of an engine.
const LONGEST_NAME: usize = 64;

/// Everything that the link for designers gives access to.
pub(super) struct Desk {
    shelf: Shelf,
    choices: Choices,
    /// The studies of watched files, by key.
    studies: HashMap<String, Study>,
    tables: Mutex<HashMap<String, Table>>,
    /// Counts requests to tables.
    asked: AtomicU64,
    gallery: OnceLock<String>,
    /// Pictures of bundled variants, as far as they were drawn.
    pictures: Mutex<HashMap<String, Arc<str>>>,
}

/// The engine of a page.
struct Table {
    sessions: Arc<Turn<Sessions>>,
    used: u64,
}

impl Desk {
    /// Begins to watch the files.
    pub(super) fn new(shelf: Shelf, choices: Choices) -> Result<Desk, Failure> {
        let study = |own: &Own| Ok((own.key.clone(), Study::new(own, &choices)?));
        let studies = shelf.own().iter().map(study).collect::<Result<_, Failure>>()?;
        Ok(Desk {
            shelf,
            choices,
            studies,
            tables: Mutex::default(),
            asked: AtomicU64::new(0),
            gallery: OnceLock::new(),
            pictures: Mutex::default(),
        })
    }

    /// The study of a file.
    pub(super) fn study(&self, key: &str) -> Option<&Study> {
        self.studies.get(key)
    }

    /// The page on which the rules of a key are played.
    pub(super) fn play(&self, key: &str) -> Option<Reply> {
        let key = self.shelf.keys().find(|known| *known == key)?;
        let own = self.studies.contains_key(key);
        let options = if own { crate::cli::page::options(&self.choices) } else { Vec::new() };
        let events = own.then(|| format!("events?{key}"));
        Some(page::served(key, &json!({ "variant": key, "options": options }), &json!({ "events": events })))
    }

    /// The reply at another address: a picture, a rule book, a page of the book, the gallery.
    pub(super) fn reading(&self, path: &str) -> Option<Reply> {
        if matches!(path, "" | "index.html") {
            return Some(whole(Kind::Reading, self.gallery.get_or_init(|| self.index()).clone()));
        }
        let named = |folder: &str, ending: &str| path.strip_prefix(folder)?.strip_suffix(ending);
        if let Some(key) = named("pictures/", ".svg") {
            return Some(whole(Kind::Picture, self.picture(key)?.to_string()));
        }
        if let Some(path) = path.strip_prefix("book/") {
            return Some(whole(Kind::Reading, book::page(path)?));
        }
        let session = self.session(named("rules/", ".html")?).ok()?;
        let book = rulebook::write(session.rules().loaded(), session.rules().ready());
        Some(whole(Kind::Reading, book.html()))
    }

    fn session(&self, key: &str) -> Result<Session, Error> {
        let own = self.studies.contains_key(key);
        let choices = if own { self.choices.clone() } else { Choices::default() };
        Session::new(Rules::new(self.shelf.load(key, None)?, &choices)?)
    }

    fn index(&self) -> String {
        let keys: Vec<&str> = self.shelf.keys().collect();
        let title = |key: &str| match self.session(key) {
            Ok(session) => session.variant().equipment.about.title.clone(),
            Err(_) => key.to_owned(),
        };
        let entries: Vec<String> = keys.par_iter().map(|key| gallery::entry(key, &title(key))).collect();
        gallery::index(entries.concat())
    }

    fn picture(&self, key: &str) -> Option<Arc<str>> {
        let drawn = || self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = drawn().get(key) {
            return Some(Arc::clone(known));
        }
        let picture: Arc<str> = gallery::picture(&mut self.session(key).ok()?).ok()?.into();
        // Files named on the command line change.
        if !self.studies.contains_key(key) {
            drawn().insert(key.to_owned(), Arc::clone(&picture));
        }
        Some(picture)
    }

    /// Answers a line of a page, by an engine that only this page uses. A client that no longer waits for the answer stops
    /// it.
    pub(super) async fn ask(&self, table: &str, line: String) -> Option<Reply> {
        if table.is_empty() || table.len() > LONGEST_NAME {
            return None;
        }
        let mut sessions = self.table(table).lock_owned().await;
        let unwanted = Unwanted::default();
        let stop = Arc::clone(&unwanted.0);
        let answer = work(move || match heard(&line, 1) {
            Ok(request) => sessions.answer_request(&request, &|| stop.load(Ordering::Relaxed)),
            Err(refused) => refused,
        });
        answer.await.map(|answer| whole(Kind::Json, answer))
    }

    fn table(&self, name: &str) -> Arc<Turn<Sessions>> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let used = self.asked.fetch_add(1, Ordering::Relaxed);
        if tables.len() >= MOST_TABLES && !tables.contains_key(name) {
            let oldest = tables.iter().min_by_key(|(_, table)| table.used).map(|(name, _)| name.clone());
            oldest.and_then(|oldest| tables.remove(&oldest));
        }
        let table = tables.entry(name.to_owned()).or_insert_with(|| {
            let shelf = self.shelf.clone();
            let sessions = Sessions::timed_by(Clock::wall()).found_by(Box::new(move |key, text| shelf.load(key, text)));
            Table { sessions: Arc::new(Turn::new(sessions)), used }
        });
        table.used = used;
        Arc::clone(&table.sessions)
    }
}

/// Sets its flag when it is dropped, which is when nobody waits any more.
#[derive(Default)]
struct Unwanted(Arc<AtomicBool>);

impl Drop for Unwanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
