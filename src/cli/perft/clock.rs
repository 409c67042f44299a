//! Processor time of this process, all threads together.

/// Runs from when it is started.
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
