//! Replies: a status, the headers that all of them have, and a body.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::channel::Channel;
use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::watch::Receiver;

/// A body: whole, or as a stream.
pub(super) type Body = Either<Full<Bytes>, Channel<Bytes, Infallible>>;

/// A reply.
pub(super) type Reply = Response<Body>;

/// What a reply contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The page of a game: it runs the scripts of this program, and sends requests to this server.
    Page,
    /// A page without a script.
    Reading,
    Style,
    Script,
    Picture,
    Json,
    Text,
    Events,
}

impl Kind {
    fn content_type(self) -> &'static str {
        match self {
            Kind::Page | Kind::Reading => "text/html; charset=utf-8",
            Kind::Style => "text/css; charset=utf-8",
            Kind::Script => "text/javascript; charset=utf-8",
            Kind::Picture => "image/svg+xml",
            Kind::Json => "application/json",
            Kind::Text => "text/plain; charset=utf-8",
            Kind::Events => "text/event-stream",
        }
    }

    /// The content security policy. What is not named in it is forbidden.
    fn policy(self) -> &'static str {
        match self {
            Kind::Page => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: blob:; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            }
            Kind::Reading => {
                "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
                 frame-ancestors 'none'"
            }
            _ => "default-src 'none'; sandbox; frame-ancestors 'none'",
        }
    }
}

/// Headers that every reply has, besides its content type and its policy.
const HEADERS: [(&str, &str); 5] = [
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// How often a stream sends something, so that a reader who has gone is noticed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A reply with a whole body.
pub(super) fn whole(kind: Kind, text: impl Into<Bytes>) -> Reply {
    reply(StatusCode::OK, kind, Either::Left(Full::new(text.into())))
}

/// Why a request is refused: a status, and a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal(pub(super) StatusCode, pub(super) &'static str);

/// The reply to a request that is refused.
pub(super) fn refused(Refusal(status, why): Refusal) -> Reply {
    let mut refused = reply(status, Kind::Text, Either::Left(Full::from(format!("{why}\n"))));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, POST"));
    }
    refused
}

/// The reply where there is nothing, or nothing for this client.
pub(super) fn nothing_here() -> Reply {
    refused(Refusal(StatusCode::NOT_FOUND, "there is nothing here"))
}

/// A stream of the latest news, now and whenever they change. Slow readers miss intermediate states, and nothing piles up.
pub(super) fn events(mut news: Receiver<Arc<str>>, place: OwnedSemaphorePermit) -> Reply {
    let (mut send, body) = Channel::new(1);
    tokio::spawn(async move {
        let _place = place;
        news.mark_changed();
        loop {
            let text = match tokio::time::timeout(SIGN_OF_LIFE, news.changed()).await {
                Ok(Err(_)) => return,
                Ok(Ok(())) => format!("data: {}\n\n", &**news.borrow_and_update()),
                Err(_) => ":\n\n".to_owned(),
            };
            if send.send_data(Bytes::from(text)).await.is_err() {
                return;
            }
        }
    });
    reply(StatusCode::OK, Kind::Events, Either::Right(body))
}

fn reply(status: StatusCode, kind: Kind, body: Body) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind.content_type()));
    headers.insert("content-security-policy", HeaderValue::from_static(kind.policy()));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}
