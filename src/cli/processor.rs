//! The processor: its time, and threads to share work among.

use super::answer::Failure;

/// The threads that work side by side; none where this one will do.
pub(super) fn threads(count: u16) -> Result<Option<rayon::ThreadPool>, Failure> {
    if count == 1 {
        return Ok(None);
    }
    let started = rayon::ThreadPoolBuilder::new().num_threads(usize::from(count)).build();
    started.map(Some).map_err(|error| Failure::Wrong(format!("{count} threads cannot be started: {error}")))
}

/// Processor time of this process, all threads together, from when it is started.
pub(super) struct Clock(f64);

impl Clock {
    /// Now.
    pub(super) fn start() -> Clock {
        Clock(now())
    }

    /// Processor seconds since the start, to the microsecond.
    pub(super) fn seconds(&self) -> f64 {
        ((now() - self.0).max(0.0) * 1e6).round() / 1e6
    }
}

#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Where no such clock is known: time as on the wall, which is the same for one thread on an idle machine.
#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
