//! A game between people at screens of their own. It is written to its file after every decision, before anybody is told of
//! it.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use draughtsman::model::PlayerId;
use draughtsman::notation::saved;
use draughtsman::protocol::{Request, answer_seat, heard, refusal};
use draughtsman::session::{Error, Form, Picture, Session};
use serde_json::{Map, Value, json};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

use crate::cli::answer::Failure;
use crate::cli::arguments::{PositionArguments, RulesArguments};
use crate::cli::files;
use crate::cli::output::{self, ForceArgument, Made};
use crate::cli::{load, position, report};

use super::token::Token;
use super::work;

/// A game, and the news of it.
pub(super) struct Game {
    kept: Arc<Mutex<Kept>>,
    /// The number of decisions so far, in JSON.
    news: watch::Receiver<Arc<str>>,
}

/// A game, and its file.
struct Kept {
    session: Session,
    path: PathBuf,
    force: ForceArgument,
    told: watch::Sender<Arc<str>>,
    /// A lock that keeps other processes from going on with the same game.
    _hold: File,
}

/// A game that was read or begun, before it is open to its players.
pub(super) struct Prepared {
    session: Session,
    path: PathBuf,
    force: ForceArgument,
    links: PathBuf,
    /// The address at which the server listened last time.
    pub(super) listened: Option<SocketAddr>,
    /// The seats, in the order of players.
    pub(super) seats: Vec<Seat>,
}

/// A seat, and the token of its link.
#[derive(Clone)]
pub(super) struct Seat {
    pub(super) player: PlayerId,
    pub(super) name: String,
    pub(super) token: Token,
}

/// A game that nobody can go on with here, as its lock is held.
pub(super) struct Closed {
    pub(super) path: PathBuf,
    pub(super) decisions: usize,
    _kept: OwnedMutexGuard<Kept>,
}

/// The ending of the file of links.
const LINKS: &str = "links.json";

/// Greatest size of the file of links, and of a game, in bytes.
const MOST_BYTES: usize = 1 << 24;

impl Prepared {
    /// Reads the game of a file, or begins a new one. Links are taken from the file beside it, as far as there are any.
    pub(super) fn new(
        rules: &RulesArguments,
        path: &Path,
        seed: Option<u64>,
        force: ForceArgument,
    ) -> Result<Prepared, Failure> {
        let links = path.with_extension(LINKS);
        for (path, made) in [(path, Made::Kept), (&links, Made::Links)] {
            output::may_write(path, made, force).map_err(|error| wrong(path, &error))?;
        }
        let held = File::open(&links).is_ok_and(|links| matches!(links.try_lock(), Err(TryLockError::WouldBlock)));
        if held {
            return Err(wrong(path, &KEPT_ELSEWHERE));
        }
        // A game of other rules cannot be read by these.
        let of = path.is_file().then(|| files::read(path, MOST_BYTES)).transpose()?;
        let of = of.and_then(|text| saved::header(&String::from_utf8_lossy(&text)).ok()).map(|header| header.variant);
        if let Some(other) = of.filter(|of| !of.is_empty())
            && other != load::read(&rules.variant)?.id
        {
            return Err(wrong(path, &format!("this is a game of `{other}`")));
        }
        let resumed = path.is_file().then(|| path.display().to_string());
        let begun = position::begin(&PositionArguments { rules: rules.clone(), position: resumed, ..Default::default() })?;
        let mut session = begun.session;
        match (seed, session.seed()) {
            (Some(seed), _) => session.set_seed(seed),
            (None, None) => session.set_seed(position::any_seed()?),
            (None, Some(_)) => {}
        }
        session.play_chance()?;
        let known: Value = match links.is_file() {
            true => serde_json::from_slice(&files::read(&links, MOST_BYTES)?).unwrap_or_default(),
            false => Value::Null,
        };
        let mut seats = Vec::new();
        for (index, player) in session.variant().equipment.players.iter().enumerate() {
            let token = known["seats"][&player.name].as_str().and_then(Token::read);
            let token = token.map_or_else(Token::new, Ok)?;
            seats.push(Seat { player: PlayerId(index as u8), name: player.name.clone(), token });
        }
        let listened = known["listens"].as_str().and_then(|listens| listens.parse().ok());
        Ok(Prepared { session, path: path.to_owned(), force, links, listened, seats })
    }

    /// The name and the title of the rules.
    pub(super) fn rules(&self) -> (&str, &str) {
        let variant = self.session.variant();
        (&variant.id, &variant.equipment.about.title)
    }

    /// Opens the game to clients of an address: writes its links and the game.
    pub(super) fn open(self, listens: SocketAddr) -> Result<Game, Failure> {
        let seats: Map<String, Value> =
            self.seats.iter().map(|seat| (seat.name.clone(), Value::from(seat.token.text()))).collect();
        let text = format!("{:#}\n", json!({ "schema": 1, "listens": listens.to_string(), "seats": seats }));
        output::file(&self.links, &text, Made::Links, self.force)?;
        let hold = File::open(&self.links).map_err(|error| wrong(&self.links, &error))?;
        if matches!(hold.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(wrong(&self.path, &KEPT_ELSEWHERE));
        }
        let (told, news) = watch::channel(Arc::from(stands(&self.session)));
        let kept = Kept { session: self.session, path: self.path, force: self.force, told, _hold: hold };
        kept.write(&kept.session).map_err(|error| wrong(&kept.path, &error))?;
        Ok(Game { kept: Arc::new(Mutex::new(kept)), news })
    }
}

const KEPT_ELSEWHERE: &str = "another `draughtsman serve` keeps this game";

fn wrong(path: &Path, problem: &dyn std::fmt::Display) -> Failure {
    Failure::Wrong(format!("{}: {problem}", path.display()))
}

impl Game {
    /// Receives the news now, and whenever a decision was made.
    pub(super) fn news(&self) -> watch::Receiver<Arc<str>> {
        self.news.clone()
    }

    /// Answers a line from a seat.
    pub(super) async fn ask(&self, seat: PlayerId, line: String) -> Option<String> {
        let mut kept = Arc::clone(&self.kept).lock_owned().await;
        let answer = work(move || match heard(&line, 1) {
            Ok(request) => kept.answer(seat, &request),
            Err(refused) => refused,
        });
        answer.await
    }

    /// Waits until nothing is being written, and keeps anything more from being written.
    pub(super) async fn close(&self) -> Closed {
        let kept = Arc::clone(&self.kept).lock_owned().await;
        Closed { path: kept.path.clone(), decisions: kept.session.texts().len(), _kept: kept }
    }
}

impl Kept {
    fn answer(&mut self, seat: PlayerId, request: &Request) -> String {
        if request.request.as_deref() != Some("play") {
            return answer_seat(&mut self.session, seat, request);
        }
        let mut after = self.session.clone();
        let answer = answer_seat(&mut after, seat, request);
        if after.texts().len() == self.session.texts().len() {
            return answer;
        }
        // A decision that cannot be kept is not made.
        if let Err(error) = self.write(&after) {
            // The path of the file and the details of the error are for the operator only.
            let what = "the move cannot be kept, and was not played";
            report::say("error", &format!("{}: {what}: {error}", self.path.display()));
            let why = match error.kind() {
                ErrorKind::Other => "who serves the game is told why".to_owned(),
                kind => kind.to_string(),
            };
            let problem = Error::wrong(format!("{what}: {why}"));
            return refusal(request.id.as_ref(), problem.to_wire());
        }
        self.session = after;
        self.told.send_replace(Arc::from(stands(&self.session)));
        answer
    }

    fn write(&self, session: &Session) -> std::io::Result<()> {
        let game = session.written(Form::Game, None, &Picture::default()).map_err(std::io::Error::other)?;
        output::write(&self.path, game.text.as_bytes(), Made::Kept, self.force)
    }
}

/// What everybody may know once a decision was made.
fn stands(session: &Session) -> String {
    json!({ "ply": session.texts().len() }).to_string()
}

/// Whether a text is a file of links.
pub(crate) fn are_links(text: &str) -> bool {
    let read: Option<Value> = serde_json::from_str(text).ok();
    read.is_some_and(|value| value["schema"] == 1 && value["listens"].is_string() && value["seats"].is_object())
}
