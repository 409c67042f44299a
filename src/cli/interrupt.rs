//! Ctrl-C in work that takes long: what is done by then is told. A second one ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::answer::{Answer, Failure};
use super::report;

/// What shells add to the number of a signal.
const BY_SIGNAL: i32 = 128;

/// What the shell is told of who was ended by a signal: 130 for Ctrl-C, 143 for a request of the system.
pub(crate) const fn exit_code(signal: i32) -> u8 {
    (BY_SIGNAL + signal) as u8
}

/// Whether somebody has asked to stop.
pub(crate) struct Interrupt {
    asked: Arc<AtomicBool>,
    /// The last signal; 0: none yet.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// From now on the first Ctrl-C, or request of the system to end, is noted, and the second ends the program.
    pub(crate) fn heed() -> Result<Interrupt, Failure> {
        let (asked, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        for one in [SIGINT, SIGTERM] {
            // In this order: the first one finds nothing asked yet.
            let registered = flag::register_conditional_shutdown(one, exit_code(one).into(), Arc::clone(&asked))
                .and_then(|_| flag::register_usize(one, Arc::clone(&signal), one as usize))
                .and_then(|_| flag::register(one, Arc::clone(&asked)));
            registered.map_err(|error| Failure::wrong(format!("the system tells of no Ctrl-C: {error}")))?;
        }
        Ok(Interrupt { asked, signal })
    }

    /// Whether to stop.
    pub(crate) fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// How work ends of which the answer is written: if it was interrupted, that is said, with what is told of it, and is what the
    /// shell is told.
    pub(crate) fn end(&self, answer: Answer, told: impl FnOnce() -> String) -> Result<Answer, Failure> {
        if !self.asked() {
            return Ok(answer);
        }
        report::say("interrupted", &told());
        Err(Failure::Stopped(exit_code(self.signal.load(Ordering::Relaxed) as i32)))
    }
}
