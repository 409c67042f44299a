//! Links and rooms: which link leads to which room, and what can be requested there.

use std::sync::Arc;

use draughtsman::model::PlayerId;
use draughtsman::protocol::LONGEST_LINE;
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use serde_json::json;
use tokio::sync::Semaphore;

use super::crowd::Member;
use super::desk::Desk;
use super::door::{self, Names};
use super::game::Game;
use super::page;
use super::reply::{Kind, Refusal, Reply, events, nothing_here, refused, whole};
use super::token::Token;
use super::work;

/// Everything that is served.
pub(super) struct House {
    names: Names,
    doors: Vec<Door>,
}

/// A link with its token, the room it leads to, and limits on its use.
struct Door {
    token: Token,
    room: Arc<Room>,
    /// Permits for requests in progress.
    asks: Semaphore,
    /// Permits for open streams.
    streams: Arc<Semaphore>,
}

/// What a link leads to.
pub(super) enum Room {
    /// All rules, for designers.
    Desk(Desk),
    /// One seat of a game.
    Seat { game: Arc<Game>, seat: PlayerId, page: Page },
}

/// The data of the page of a seat.
pub(super) struct Page {
    title: String,
    start: serde_json::Value,
    about: serde_json::Value,
}

/// Greatest number of requests of one link in progress. A seat has few, because those of other seats wait behind them.
const MOST_ASKS: usize = 16;
const MOST_ASKS_OF_A_SEAT: usize = 4;

/// Greatest number of open streams of one link. A browser opens at most six to one server.
const MOST_STREAMS: usize = 16;

/// Greatest length of a line from a seat, in bytes. The greater limit of designers allows whole rule files.
const LONGEST_OF_A_SEAT: usize = 64 << 10;

/// The data of the page of a seat.
pub(super) fn page_of(variant: &str, title: &str, seat: &str) -> Page {
    Page {
        title: format!("{title}: {seat}"),
        start: json!({ "variant": variant }),
        about: json!({ "seat": seat, "events": "events" }),
    }
}

impl House {
    /// A house with these rooms, each behind its token.
    pub(super) fn new(names: Names, rooms: Vec<(Token, Room)>) -> House {
        let door = |(token, room)| {
            let asks = if matches!(room, Room::Desk(_)) { MOST_ASKS } else { MOST_ASKS_OF_A_SEAT };
            Door { token, room: Arc::new(room), asks: Semaphore::new(asks), streams: Arc::new(Semaphore::new(MOST_STREAMS)) }
        };
        House { names, doors: rooms.into_iter().map(door).collect() }
    }

    /// Answers a request.
    pub(super) async fn answer(&self, member: Member, request: Request<Incoming>) -> Reply {
        if let Err(refusal) = self.names.pass(&request) {
            return refused(refusal);
        }
        let path = request.uri().path().to_owned();
        let Some((token, path)) = door::split(&path) else { return nothing_here() };
        // Every token is compared, so that the time does not depend on which of them matches.
        let known =
            self.doors.iter().enumerate().fold(None, |known, door| if door.1.token.is(token) { Some(door) } else { known });
        let Some((link, door)) = known else { return nothing_here() };
        member.has_shown(link);
        let reply = match *request.method() {
            Method::POST => door.ask(path, request).await,
            _ => door.get(path, request.uri().query().unwrap_or_default()).await,
        };
        reply.unwrap_or_else(nothing_here)
    }
}

impl Door {
    async fn get(&self, path: &str, query: &str) -> Option<Reply> {
        if let Some(part) = page::part(path) {
            return Some(part);
        }
        if path == "events" {
            let Ok(place) = Arc::clone(&self.streams).try_acquire_owned() else { return Some(too_many()) };
            let news = match &*self.room {
                Room::Desk(desk) => desk.study(query)?.news(),
                Room::Seat { game, .. } => game.news(),
            };
            return Some(events(news, place));
        }
        match &*self.room {
            Room::Seat { page: Page { title, start, about }, .. } => path.is_empty().then(|| page::served(title, start, about)),
            Room::Desk(desk) if path == "play.html" => desk.play(query),
            Room::Desk(_) => {
                let Ok(_place) = self.asks.try_acquire() else { return Some(too_many()) };
                let (room, path) = (Arc::clone(&self.room), path.to_owned());
                let read = work(move || match &*room {
                    Room::Desk(desk) => desk.reading(&path),
                    Room::Seat { .. } => None,
                });
                read.await?
            }
        }
    }

    async fn ask(&self, path: &str, request: Request<Incoming>) -> Option<Reply> {
        let table = path.strip_prefix("ask/")?;
        let Ok(_place) = self.asks.try_acquire() else { return Some(too_many()) };
        let most = if matches!(*self.room, Room::Desk(_)) { LONGEST_LINE } else { LONGEST_OF_A_SEAT };
        let line = match door::line(request, most).await {
            Ok(line) => line,
            Err(refusal) => return Some(refused(refusal)),
        };
        match &*self.room {
            Room::Desk(desk) => desk.ask(table, line).await,
            Room::Seat { game, seat, .. } => game.ask(*seat, line).await.map(|answer| whole(Kind::Json, answer)),
        }
    }
}

fn too_many() -> Reply {
    refused(Refusal(StatusCode::TOO_MANY_REQUESTS, "that is too much at a time"))
}
