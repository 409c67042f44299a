//! `draughtsman session`: requests in JSON on standard input, one per line, and answers on standard output. One thread reads
//! and one works, so that a running request can be cancelled.

use std::collections::HashMap;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use draughtsman::agents::Clock;
use draughtsman::protocol::{Id, LONGEST_LINE, Request, Sessions, cancelling, heard, refusal, too_long, unreadable};

use super::answer::{Answer, Failure};
use super::listener::Listener;

/// Play and examine games from another program: requests and answers in JSON, a line each
///
/// docs/session.md tells every request; docs/session.schema.json is the schema.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/session.txt"))]
pub(crate) struct Arguments {}

/// Greatest number of requests that wait for their answers. If more are sent, no line is read until one is answered, not even
/// a cancellation.
const MOST_WAITING: usize = 64;

/// What the reader passes to the worker.
enum Task {
    /// A request, and whether its answer is still wanted.
    Request(Box<Request>, Arc<Wish>),
    /// A request with that id which cancels another one. If that one was still to be answered, it comes earlier in the queue.
    Cancel(Option<Id>, Option<Arc<Wish>>),
    /// An answer that is already known.
    Said(String),
    /// Standard input cannot be read any more.
    Broken(io::Error),
}

/// Whether the answer to a request is still wanted.
#[derive(Default)]
struct Wish {
    withdrawn: AtomicBool,
    /// The worker has noticed the cancellation, and abandons the request.
    noticed: AtomicBool,
}

/// The requests that wait or run, by their ids.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<HashMap<Id, Arc<Wish>>>>);

/// Answers requests until there are no more.
pub(crate) fn run(_: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (send, tasks) = sync_channel(MOST_WAITING);
    let pending = Pending::default();
    let theirs = pending.clone();
    // The reader may wait for a line for ever; it is not joined.
    thread::spawn(move || read(&mut io::stdin().lock(), &send, &theirs));
    work(&tasks, &pending, out)
}

/// Reads lines until there are no more, or the worker has ended.
fn read(input: &mut dyn BufRead, tasks: &SyncSender<Task>, pending: &Pending) {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let task = match (&mut *input).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => Task::Broken(error),
            Ok(0) => return,
            Ok(_) if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') => match input.skip_until(b'\n') {
                Err(error) => Task::Broken(error),
                Ok(_) => Task::Said(refusal(None, too_long(number))),
            },
            Ok(_) if bytes.trim_ascii().is_empty() => continue,
            Ok(_) => task(&bytes, number, pending),
        };
        let is_last = matches!(task, Task::Broken(_));
        if tasks.send(task).is_err() || is_last {
            return;
        }
    }
}

fn task(bytes: &[u8], number: usize, pending: &Pending) -> Task {
    let line = match std::str::from_utf8(bytes) {
        Ok(line) => line.trim_end_matches(['\n', '\r']),
        Err(error) => {
            let at = error.valid_up_to();
            return Task::Said(refusal(None, unreadable(number, at, "this is no UTF-8 text".to_owned())));
        }
    };
    match heard(line, number) {
        Err(refused) => Task::Said(refused),
        Ok(request) => match (&request.of, request.request.as_deref()) {
            (Some(of), Some("cancel")) => {
                let cancelled = pending.cancel(of);
                Task::Cancel(request.id, cancelled)
            }
            _ => {
                let wish = Arc::new(Wish::default());
                if let Some(id) = &request.id {
                    pending.lock().insert(id.clone(), Arc::clone(&wish));
                }
                Task::Request(Box::new(request), wish)
            }
        },
    }
}

/// Answers tasks in their order. Output is flushed when no task is waiting.
fn work(tasks: &Receiver<Task>, pending: &Pending, out: &mut dyn Write) -> Result<Answer, Failure> {
    let mut sessions = Sessions::timed_by(Clock::wall());
    let listener = Listener::new();
    loop {
        let task = match tasks.try_recv() {
            Ok(task) => task,
            Err(TryRecvError::Disconnected) => return Ok(Answer::Yes),
            Err(TryRecvError::Empty) => {
                out.flush()?;
                let Ok(task) = tasks.recv() else { return Ok(Answer::Yes) };
                task
            }
        };
        let said = match task {
            Task::Said(said) => said,
            Task::Broken(error) => return Err(Failure::Wrong(format!("standard input: {error}"))),
            // The other request has been answered by now. If it was finished before it was cancelled, it was not abandoned.
            Task::Cancel(id, wish) => cancelling(id.as_ref(), wish.is_some_and(|wish| wish.noticed.load(Ordering::Relaxed))),
            Task::Request(request, wish) => {
                let said = sessions.answer_request(&request, &|| wish.is_withdrawn() || listener.is_gone());
                if let Some(id) = &request.id {
                    pending.done(id, &wish);
                }
                said
            }
        };
        writeln!(out, "{said}")?;
    }
}

impl Wish {
    /// Whether the request was cancelled. The worker calls this, and abandons the request if so.
    fn is_withdrawn(&self) -> bool {
        let withdrawn = self.withdrawn.load(Ordering::Relaxed);
        if withdrawn {
            self.noticed.store(true, Ordering::Relaxed);
        }
        withdrawn
    }
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Arc<Wish>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels a request, if it is still to be answered.
    fn cancel(&self, id: &Id) -> Option<Arc<Wish>> {
        let all = self.lock();
        let found = all.get(id);
        found.inspect(|wish| wish.withdrawn.store(true, Ordering::Relaxed)).cloned()
    }

    /// Removes a request that was answered, unless a later one with the same id has taken its place.
    fn done(&self, id: &Id, wish: &Arc<Wish>) {
        let mut all = self.lock();
        if all.get(id).is_some_and(|known| Arc::ptr_eq(known, wish)) {
            all.remove(id);
        }
    }
}
