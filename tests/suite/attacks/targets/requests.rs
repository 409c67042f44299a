//! Lines of a session, and of the seats of a game that `serve` keeps: each has one answer, a line of JSON.
//!
//! The first byte says who speaks: a program that has the session to itself, or the players of a bundled variant in turn.

use std::sync::atomic::{AtomicUsize, Ordering};

use draughtsman::library::{self, load_text};
use draughtsman::model::PlayerId;
use draughtsman::protocol::{Sessions, answer_seat, heard};
use draughtsman::session::{Error, Session};
use serde_json::Value;

use super::{bundled, numbered};

/// Lines of one conversation.
const MOST_LINES: usize = 12;

/// How often whoever works asks whether to go on.
const PATIENCE: usize = 40;

pub(super) fn attack(data: &[u8]) {
    let Some((number, text)) = numbered(data) else { return };
    let lines = text.lines().take(MOST_LINES).enumerate();
    if number.is_multiple_of(2) {
        // No file is opened, whatever a request names.
        let find = |name: &str, text: Option<&str>| match text.or(library::text_of(name)) {
            Some(text) => Ok(load_text(name, name, text.as_bytes().to_vec(), None)),
            None => Err(Error::wrong("there is none")),
        };
        let mut sessions = Sessions::default().found_by(Box::new(find));
        for (i, line) in lines {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) > PATIENCE;
            let said = match heard(line, i + 1) {
                Ok(request) => sessions.answer_request(&request, &stop),
                Err(refused) => refused,
            };
            answered(&said, line);
        }
        return;
    }
    let rules = bundled(number / 2);
    let players = rules.ready().variant.equipment.players.len();
    let Ok(mut session) = Session::new(rules) else { return };
    session.set_seed(1);
    for (i, line) in lines {
        let said = match heard(line, i + 1) {
            Ok(request) => answer_seat(&mut session, PlayerId((i % players) as u8), &request),
            Err(refused) => refused,
        };
        answered(&said, line);
    }
}

fn answered(reply: &str, line: &str) {
    assert!(!reply.contains('\n'), "{reply}");
    let read: Value = serde_json::from_str(reply).unwrap_or_else(|error| panic!("{error}: {reply}"));
    assert!(read.get("answer").is_some() != read.get("failure").is_some(), "{reply} to {line}");
}
