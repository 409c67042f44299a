//! Checks of requests: the name of the server, the origin, the method, the token, the size.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Body as _, Incoming};
use hyper::header::{CONTENT_TYPE, HOST, ORIGIN};
use hyper::{Method, Request, StatusCode};

use crate::cli::answer::Failure;

use super::reply::Refusal;

/// The addresses by which the server is reached. A request under another name was sent here by somebody else's page.
pub(super) struct Names {
    /// Origins such as `http://127.0.0.1:40123`. The first is the one that links are written with.
    origins: Vec<String>,
}

/// Longest time that a body may take to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

impl Names {
    /// The names of a server that listens at an address and is known as `public` to clients of a proxy.
    pub(super) fn new(listens: SocketAddr, public: Option<&str>) -> Result<Names, Failure> {
        if let Some(public) = public {
            return Ok(Names { origins: vec![origin(public)?] });
        }
        if listens.ip().is_unspecified() {
            return Err(Failure::wrong(format!(
                "{listens} is every address of this machine: say by which people come, with --public"
            )));
        }
        let mut origins = vec![format!("http://{listens}")];
        if listens.ip().is_loopback() {
            origins.push(format!("http://localhost:{}", listens.port()));
        }
        Ok(Names { origins })
    }

    /// The origin that links are written with.
    pub(super) fn first(&self) -> &str {
        self.origins.first().map_or("", String::as_str)
    }

    /// Accepts a request that is addressed to this server, comes from one of its own pages or from no page at all, and has
    /// one of the two methods. Otherwise returns the refusal.
    pub(super) fn pass(&self, request: &Request<Incoming>) -> Result<(), Refusal> {
        let uri = request.uri();
        if uri.authority().is_some() || !uri.path().starts_with('/') {
            return Err(Refusal(StatusCode::BAD_REQUEST, "this is no proxy"));
        }
        let mut hosts = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Refusal(StatusCode::BAD_REQUEST, "a request names one host"));
        };
        // Names of hosts ignore case; browsers write origins in lower case.
        let is_host = |name: &str| name.as_bytes().eq_ignore_ascii_case(host.as_bytes());
        let named = |origin: &&String| origin.split_once("://").is_some_and(|(_, name)| is_host(name));
        let Some(own) = self.origins.iter().find(named) else {
            return Err(Refusal(StatusCode::MISDIRECTED_REQUEST, "this server is not called so"));
        };
        if request.headers().get_all(ORIGIN).iter().any(|origin| origin.as_bytes() != own.as_bytes()) {
            return Err(Refusal(StatusCode::FORBIDDEN, "pages of others may not ask here"));
        }
        match *request.method() {
            Method::GET | Method::POST => Ok(()),
            _ => Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, "there is nothing but GET and POST")),
        }
    }
}

/// Reads an origin such as `https://draughts.example.org`, which has no path.
fn origin(public: &str) -> Result<String, Failure> {
    let wrong = || Failure::wrong(format!("--public: `{public}` is no origin: https://draughts.example.org is one"));
    let text = public.strip_suffix('/').unwrap_or(public);
    let (scheme, name) = text.split_once("://").ok_or_else(wrong)?;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | ':' | '[' | ']');
    match matches!(scheme, "http" | "https") && !name.is_empty() && name.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err(wrong()),
    }
}

/// Splits a path into the token and what is behind it: `/TOKEN/play.html`.
pub(super) fn split(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix('/')?.split_once('/')
}

/// The line that was sent as the body of a request, of at most `most` bytes.
pub(super) async fn line(request: Request<Incoming>, most: usize) -> Result<String, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(is_json) {
        return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is application/json"));
    }
    let too_long = || Refusal(StatusCode::PAYLOAD_TOO_LARGE, "that is too long");
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_long());
    }
    let body = Limited::new(request.into_body(), most).collect();
    match tokio::time::timeout(SLOWEST_BODY, body).await {
        Err(_) => Err(Refusal(StatusCode::REQUEST_TIMEOUT, "that takes too long")),
        Ok(Err(_)) => Err(too_long()),
        Ok(Ok(body)) => {
            String::from_utf8(body.to_bytes().into()).map_err(|_| Refusal(StatusCode::BAD_REQUEST, "this is no UTF-8 text"))
        }
    }
}

/// Whether a content type is JSON: `application/json`, `application/json; charset=utf-8`. The type is before the first
/// semicolon, in letters of either case.
fn is_json(kind: &str) -> bool {
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
