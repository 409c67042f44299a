//! Requests from the seat of a player in a game that somebody else keeps: to see what that player may see, and to play when it
//! is that player's turn. Nothing else is allowed: no other seat, no game as a whole, no undo.

use crate::agents::Clock;
use crate::engine::Actor;
use crate::model::PlayerId;
use crate::session::{Error, Session};

use super::answers::{Answer, Moves};
use super::carry_out::of_game;
use super::request::Request;
use super::{Reply, refusal, text};

/// The requests that a seat may make.
const REQUESTS: [&str; 7] = ["state", "moves", "played", "play", "explain", "view", "book"];

/// The forms in which a seat may see a position. A saved game is excluded: it holds the seed, from which future chance can be
/// computed.
const FORMS: [&str; 6] = ["json", "fen", "toml", "pdn", "text", "svg"];

/// Answers a request from a player's seat with the line to send back. Decisions of chance after a move are played, too.
/// Whatever the request, the line contains nothing that this player may not know.
///
/// ```
/// use draughtsman::{protocol::{Request, answer_seat}, session::Session};
/// let mut session = Session::bundled("english")?;
/// let (black, white) = (session.player("Black")?, session.player("White")?);
/// let play = Request::read(r#"{"id":1,"request":"play","move":"11-15"}"#, 1).unwrap();
/// assert!(answer_seat(&mut session, white, &play).contains("it is not your turn"));
/// assert!(answer_seat(&mut session, black, &play).contains(r#""played":["11-15"]"#));
/// let undo = Request::read(r#"{"id":2,"request":"undo"}"#, 1).unwrap();
/// assert!(answer_seat(&mut session, black, &undo).contains("a seat may not ask for `undo`"));
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn answer_seat(session: &mut Session, seat: PlayerId, request: &Request) -> String {
    let id = request.id.as_ref();
    match answer(session, seat, request) {
        Ok(answer) => text(&Reply { id, answer: Some(answer), failure: None }),
        Err(error) => refusal(id, error.to_wire()),
    }
}

fn answer(session: &mut Session, seat: PlayerId, request: &Request) -> Result<Answer, Error> {
    let name = request.request.as_deref().unwrap_or_default();
    if !REQUESTS.contains(&name) {
        return Err(Error::unknown(format!("a seat may not ask for `{name}`"), REQUESTS));
    }
    let own = session.variant().equipment.players.get(seat.index()).map_or("", |player| player.name.as_str());
    if request.seat.as_deref().is_some_and(|other| !other.eq_ignore_ascii_case(own)) {
        return Err(Error::wrong("this is another's seat"));
    }
    if request.view.form.as_deref().is_some_and(|form| !FORMS.contains(&form)) {
        return Err(Error::unknown("a seat may see a position in these forms", FORMS));
    }
    let is_mine = session.actor() == Some(Actor::Player(seat));
    match name {
        "play" if !is_mine && session.actor().is_some() => return Err(Error::wrong("it is not your turn")),
        // The options of other players are not shown.
        "moves" if !is_mine => {
            let player = session.actor().map(|_| session.decider());
            return Ok(Answer::Moves(Moves { player, moves: Vec::new() }));
        }
        _ => {}
    }
    // Only requests that depend on the view have a seat: `state` and `book` have the same answer for all.
    let seated = !matches!(name, "state" | "book");
    let request = Request { seat: seated.then(|| own.to_owned()), ..request.clone() };
    let answer = of_game(session, &request, Clock::none(), &|| false)?;
    if name == "play" {
        session.play_chance()?;
        if let Answer::Played(played) = answer {
            return Ok(Answer::Played(super::answers::Played { state: super::carry_out::state(session), ..played }));
        }
    }
    Ok(answer)
}
