//! Whether anybody still reads what is written to standard output.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Least number of milliseconds between two checks.
const LOOK: u64 = 100;

/// The reader of standard output.
pub(super) struct Listener {
    begun: Instant,
    looked: AtomicU64,
    gone: AtomicBool,
}

impl Listener {
    /// A listener that is there.
    pub(super) fn new() -> Listener {
        Listener { begun: Instant::now(), looked: AtomicU64::new(0), gone: AtomicBool::new(false) }
    }

    /// Whether nobody holds the other end of standard output any more, so that no answer can be read. This is checked at most
    /// every [`LOOK`] milliseconds. Standard input being closed does not count: no more requests come, but answers may still
    /// be read.
    pub(super) fn is_gone(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        if !self.gone.load(Ordering::Relaxed) && now >= self.looked.load(Ordering::Relaxed) + LOOK {
            self.looked.store(now, Ordering::Relaxed);
            self.gone.store(is_closed(), Ordering::Relaxed);
        }
        self.gone.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = std::io::stdout();
    let mut asked = [PollFd::new(&stdout, PollFlags::empty())];
    let told = poll(&mut asked, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    told.is_ok() && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

#[cfg(not(unix))]
fn is_closed() -> bool {
    false
}
