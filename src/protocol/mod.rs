//! Sessions for other programs: a request in JSON on one line, its answer in JSON on one line. The meaning of the lines is
//! defined here, in `docs/formats.md` and in `docs/session.schema.json`, independently of their transport (pipe, web page,
//! socket).
//!
//! ```
//! use draughtsman::protocol::Sessions;
//! let mut sessions = Sessions::default();
//! sessions.answer(r#"{"request":"load","variant":"english"}"#);
//! let played = sessions.answer(r#"{"id":7,"request":"play","move":"11-15"}"#);
//! assert_eq!(played, r#"{"id":7,"answer":{"played":["11-15"],"ply":1,"player":"White","redo":0,"outcome":null}}"#);
//! let wrong = sessions.answer(r#"{"id":8,"request":"play","move":"1-2"}"#);
//! assert!(wrong.starts_with(r#"{"id":8,"failure":{"schema":1,"errors":[{"text":"`1-2` is none of the moves"#), "{wrong}");
//! ```

mod answers;
mod carry_out;
mod expected;
mod read;
mod request;
mod rules;
mod seat;

pub use read::unreadable;
pub use request::{Id, Request};
pub use rules::UNNAMED;
pub use seat::answer_seat;

use indexmap::IndexMap;
use serde::Serialize;

use crate::agents::Clock;
use crate::library::Loaded;
use crate::notation::json::failure::Failure;
use crate::session::{Error, Session};

/// The maximum length of a line in bytes.
pub const LONGEST_LINE: usize = 1 << 22;

/// The maximum number of simultaneous games.
const MOST_GAMES: usize = 64;

/// Games in progress, by the names that requests give them.
#[derive(Default)]
pub struct Sessions {
    games: IndexMap<String, Session>,
    /// The number of lines read so far.
    lines: usize,
    clock: Clock<'static>,
    finder: Option<Box<Finder>>,
}

/// Finds the rules that a request names: those with that name, or those in a text (the second argument) under that name.
pub type Finder = dyn Fn(&str, Option<&str>) -> Result<Loaded, Error> + Send;

/// The reply to a request.
#[derive(Serialize)]
struct Reply<'r, A> {
    id: Option<&'r Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<A>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

impl Sessions {
    /// No games yet; this clock limits agents with a time limit.
    pub fn timed_by(clock: Clock<'static>) -> Sessions {
        Sessions { clock, ..Sessions::default() }
    }

    /// All rules that requests name are found by this function alone. Without it, names are those of bundled variants and of
    /// rule files anywhere.
    pub fn found_by(self, finder: Box<Finder>) -> Sessions {
        Sessions { finder: Some(finder), ..self }
    }

    /// Reads a line and answers it; there is always an answer, returned without a line end.
    pub fn answer(&mut self, line: &str) -> String {
        self.lines += 1;
        if line.len() > LONGEST_LINE {
            return refusal(None, too_long(self.lines));
        }
        match heard(line, self.lines) {
            Ok(request) => self.answer_request(&request, &|| false),
            Err(refused) => refused,
        }
    }

    /// Answers a parsed request. `stop` is polled during long requests; once it returns true, the answer is that the request
    /// was cancelled.
    pub fn answer_request(&mut self, request: &Request, stop: &(dyn Fn() -> bool + Sync)) -> String {
        let id = request.id.as_ref();
        let answer = if stop() { Err(cancelled()) } else { self.carry_out(request, stop) };
        match answer {
            Ok(answer) => text(&Reply { id, answer: Some(answer), failure: None }),
            Err(error) => refusal(id, error.to_wire()),
        }
    }
}

/// Reads a request; `number` counts the lines of its stream from 1.
///
/// # Errors
/// The line that refuses the request, with its id if that can be read.
pub fn heard(line: &str, number: usize) -> Result<Request, String> {
    Request::read(line, number).map_err(|failure| refusal(Id::of(line).as_ref(), failure))
}

/// Answers a request about a game that the caller keeps: returns only the answer, in JSON. `clock` is for agents with a time
/// limit; `stop` is polled as by [`Sessions::answer_request`].
///
/// # Errors
/// The request fails, or does not concern a game.
///
/// ```
/// use draughtsman::{agents::Clock, protocol::{self, Request}, session::Session};
/// let mut session = Session::bundled("english")?;
/// let request = Request::read(r#"{"request":"perft","depth":3}"#, 1).unwrap();
/// assert_eq!(protocol::ask(&mut session, &request, Clock::none(), &|| false)?, r#"{"depth":3,"nodes":302}"#);
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn ask(
    session: &mut Session,
    request: &Request,
    clock: Clock<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<String, Error> {
    carry_out::of_game(session, request, clock, stop).map(|answer| text(&answer))
}

/// The answer of `load`, in JSON, for the state of a game.
pub fn described(session: &Session) -> String {
    text(&rules::begun(session))
}

/// All requests, with the fields that each may have besides `id`, `request` and `game`.
pub fn requests() -> [(&'static str, &'static [&'static str]); 23] {
    request::REQUESTS
}

/// The reply for a request that failed.
pub fn refusal(id: Option<&Id>, failure: Failure) -> String {
    text(&Reply::<()> { id, answer: None, failure: Some(failure) })
}

/// The failure of a line that is too long; `number` counts the lines of its stream from 1.
pub fn too_long(number: usize) -> Failure {
    unreadable(number, LONGEST_LINE, format!("the line is longer than {LONGEST_LINE} bytes"))
}

/// The reply to a request to cancel another; `cancelled` says whether that one was still in progress.
pub fn cancelling(id: Option<&Id>, cancelled: bool) -> String {
    text(&Reply { id, answer: Some(answers::Cancelling { cancelled }), failure: None })
}

fn cancelled() -> Error {
    Error::wrong("the request was cancelled")
}

fn text(reply: &impl Serialize) -> String {
    serde_json::to_string(reply).unwrap_or_default()
}
