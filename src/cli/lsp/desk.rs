//! A thread for long work, which it does one piece after another. Work that is no longer wanted is not begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use lsp_server::RequestId;
use serde_json::Value;

use super::wire::Event;

/// Work that answers a request.
pub(super) type Work = Box<dyn FnOnce() -> Result<Value, String> + Send>;

/// The result of work.
pub(super) struct Done {
    /// The request that the work was for.
    pub(super) id: RequestId,
    /// Its answer, or `None` if it was no longer wanted.
    pub(super) answer: Option<Result<Value, String>>,
}

/// The queue of the thread for long work.
pub(super) struct Desk {
    jobs: Sender<(RequestId, Arc<AtomicBool>, Work)>,
}

impl Desk {
    /// Starts the thread.
    pub(super) fn new(events: Sender<Event>) -> Desk {
        let (jobs, work) = channel::<(RequestId, Arc<AtomicBool>, Work)>();
        thread::spawn(move || {
            for (id, unwanted, work) in work {
                let answer = (!unwanted.load(Ordering::Relaxed)).then(work);
                if events.send(Event::Done(Done { id, answer })).is_err() {
                    return;
                }
            }
        });
        Desk { jobs }
    }

    /// Hands in work. It is not begun if the flag that is returned has been set by then.
    pub(super) fn hand_in(&self, id: RequestId, work: Work) -> Arc<AtomicBool> {
        let unwanted = Arc::new(AtomicBool::new(false));
        // The thread ends only with the program.
        let _ = self.jobs.send((id, Arc::clone(&unwanted), work));
        unwanted
    }
}
