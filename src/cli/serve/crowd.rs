//! Connections: limits on their number, and on how slow they may be.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio_io_timeout::TimeoutStream;

use super::reply::Reply;

/// Greatest number of connections. Each needs a file descriptor, of which a process can have at least 1024.
const MOST: usize = 512;

/// Longest time that a client may take to send the head of a request, or to begin the next one.
const SLOWEST_HEAD: Duration = Duration::from_secs(10);

/// Longest time for which a client may accept nothing of what is sent.
const SLOWEST_READER: Duration = Duration::from_secs(10);

/// Greatest size of a head in bytes, and greatest number of headers in it.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// The open connections. If there are too many, the oldest is closed: of those that have not shown a token or, if all have,
/// of the link that has most.
#[derive(Clone, Default)]
pub(super) struct Crowd(Arc<Mutex<Members>>);

#[derive(Default)]
struct Members {
    /// The number of connections so far.
    come: u64,
    /// The open connections, by their numbers.
    here: BTreeMap<u64, Here>,
}

struct Here {
    /// The link whose token was shown.
    link: Option<usize>,
    task: AbortHandle,
}

/// An open connection.
#[derive(Clone)]
pub(super) struct Member {
    crowd: Crowd,
    number: u64,
}

impl Member {
    /// Records that the token of a link was shown.
    pub(super) fn has_shown(&self, link: usize) {
        if let Some(here) = self.crowd.members().here.get_mut(&self.number) {
            here.link = Some(link);
        }
    }
}

impl Members {
    /// Closes a connection, to make room for another.
    fn make_room(&mut self) {
        let links = self.here.values().filter_map(|here| here.link);
        let mut most: BTreeMap<usize, usize> = BTreeMap::new();
        links.for_each(|link| *most.entry(link).or_default() += 1);
        let greatest = most.into_iter().max_by_key(|(_, count)| *count).map(|(link, _)| link);
        let first = |link: Option<usize>| self.here.iter().find(|(_, here)| here.link == link).map(|(number, _)| *number);
        if let Some(here) = first(None).or_else(|| first(greatest)).and_then(|number| self.here.remove(&number)) {
            here.task.abort();
        }
    }
}

impl Crowd {
    fn members(&self) -> MutexGuard<'_, Members> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts connections, and answers their requests.
    pub(super) async fn welcome<A, F>(&self, listener: &TcpListener, answer: A)
    where
        A: Fn(Member, Request<Incoming>) -> F + Clone + Send + 'static,
        F: Future<Output = Reply> + Send + 'static,
    {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => self.seat(stream, answer.clone()),
                // The client has gone already, or there is no free file descriptor, of which there will be some soon.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    fn seat<A, F>(&self, stream: TcpStream, answer: A)
    where
        A: Fn(Member, Request<Incoming>) -> F + Clone + Send + 'static,
        F: Future<Output = Reply> + Send + 'static,
    {
        let mut members = self.members();
        if members.here.len() >= MOST {
            members.make_room();
        }
        members.come += 1;
        let member = Member { crowd: self.clone(), number: members.come };
        let leaving = Leaving(member.clone());
        let task = tokio::spawn(async move {
            let _leaving = leaving;
            // If a client breaks off, sends no HTTP or is too slow, hyper has answered it, as far as possible.
            let _ = talk(stream, member, answer).await;
        });
        let number = members.come;
        members.here.insert(number, Here { link: None, task: task.abort_handle() });
    }
}

/// Removes a connection from the list when it ends, for whatever reason.
struct Leaving(Member);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.crowd.members().here.remove(&self.0.number);
    }
}

async fn talk<A, F>(stream: TcpStream, member: Member, answer: A) -> hyper::Result<()>
where
    A: Fn(Member, Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Reply> + Send + 'static,
{
    // What people wait for is short, and should not be delayed until there is more to send.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(SLOWEST_READER));
    let service = service_fn(move |request| {
        let answered = answer(member.clone(), request);
        async move { Ok::<Reply, Infallible>(answered.await) }
    });
    let mut connection = http1::Builder::new();
    connection
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEAD)
        .max_header_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        // Equal requests are answered by equal bytes.
        .auto_date_header(false);
    connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await
}
