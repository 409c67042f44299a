//! Ctrl-C during long work: what is done by then is reported. A second Ctrl-C ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::answer::{Answer, Failure};
use super::report;

/// What shells add to the number of a signal.
const BY_SIGNAL: i32 = 128;

/// The exit code of a process that was ended by a signal: 130 for Ctrl-C (SIGINT), 143 for SIGTERM.
pub(crate) const fn exit_code(signal: i32) -> u8 {
    (BY_SIGNAL + signal) as u8
}

/// Whether a signal has asked the program to stop.
pub(crate) struct Interrupt {
    asked: Arc<AtomicBool>,
    /// The last signal; 0 if there was none.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// From now on the first Ctrl-C or SIGTERM is recorded, and the second ends the program.
    pub(crate) fn heed() -> Result<Interrupt, Failure> {
        let (asked, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        for one in [SIGINT, SIGTERM] {
            // The order matters: at the first signal the shutdown has to find the flag still unset.
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

    /// Ends work whose answer has been written. If it was interrupted, that is reported with the words of `told`, and the
    /// exit code is that of the signal.
    pub(crate) fn end(&self, answer: Answer, told: impl FnOnce() -> String) -> Result<Answer, Failure> {
        if !self.asked() {
            return Ok(answer);
        }
        report::say("interrupted", &told());
        Err(Failure::Stopped(exit_code(self.signal.load(Ordering::Relaxed) as i32)))
    }
}
