//! What takes long is done at a desk of its own, one piece of work after another. What is no longer wanted is not begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use lsp_server::RequestId;
use serde_json::Value;

use super::wire::Event;

/// Work that answers a request.
pub(super) type Work = Box<dyn FnOnce() -> Result<Value, String> + Send>;

/// What became of it; nothing, if it was not wanted any more.
pub(super) struct Done {
    /// The request.
    pub(super) id: RequestId,
    /// Its answer.
    pub(super) answer: Option<Result<Value, String>>,
}

/// Whoever does what takes long.
pub(super) struct Desk {
    jobs: Sender<(RequestId, Arc<AtomicBool>, Work)>,
}

impl Desk {
    /// Somebody sits down there.
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

    /// Hands in work; it is not begun once the flag that is given back has been set.
    pub(super) fn hand_in(&self, id: RequestId, work: Work) -> Arc<AtomicBool> {
        let unwanted = Arc::new(AtomicBool::new(false));
        // It ends only with the program.
        let _ = self.jobs.send((id, Arc::clone(&unwanted), work));
        unwanted
    }
}
