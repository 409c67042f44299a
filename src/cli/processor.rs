//! Processor time, and threads among which work is shared.

use rayon::prelude::*;

use super::answer::Failure;
use super::interrupt::Interrupt;

/// Stack size of a thread, in bytes. A rule file may be deeply nested, and so may one move.
pub(super) const STACK: usize = 64 << 20;

/// Starts `count` threads, or none if `count` is one and the current thread is enough.
pub(super) fn threads(count: u16) -> Result<Option<rayon::ThreadPool>, Failure> {
    if count == 1 { Ok(None) } else { workers(count).map(Some) }
}

/// Starts `count` threads, even if it is one.
pub(super) fn workers(count: u16) -> Result<rayon::ThreadPool, Failure> {
    let started = rayon::ThreadPoolBuilder::new().num_threads(usize::from(count)).stack_size(STACK).build();
    started.map_err(|error| Failure::Wrong(format!("{count} threads cannot be started: {error}")))
}

/// Work in numbered parts. Their results are merged in any order, and only the merged result is kept.
pub(super) struct Parts<'p, S, N, B> {
    /// The number of parts.
    pub(super) count: u64,
    /// Computes the result of a part.
    pub(super) some: S,
    /// The result of no parts.
    pub(super) nothing: N,
    /// Merges two results.
    pub(super) both: B,
    /// Parts that have not begun when this is interrupted are left out.
    pub(super) interrupt: &'p Interrupt,
}

impl<S, N, B> Parts<'_, S, N, B> {
    /// Does the work, in parallel if there are threads for it.
    pub(super) fn done<T: Send, E: Send>(self, threads: Option<&rayon::ThreadPool>) -> Result<T, E>
    where
        S: Fn(u64) -> Result<T, E> + Sync,
        N: Fn() -> T + Sync,
        B: Fn(T, T) -> T + Sync,
    {
        let Parts { count, some, nothing, both, interrupt } = self;
        let goes_on = || !interrupt.asked();
        match threads {
            None => (0..count).take_while(|_| goes_on()).try_fold(nothing(), |sum, part| Ok(both(sum, some(part)?))),
            Some(threads) => threads.install(|| {
                let parts = (0..count as usize).into_par_iter().with_max_len(1).take_any_while(|_| goes_on());
                parts.map(|part| some(part as u64)).try_reduce(&nothing, |sum, part| Ok(both(sum, part)))
            }),
        }
    }
}

/// Processor time of this process since the clock was started, summed over all threads.
pub(super) struct Clock(f64);

impl Clock {
    /// Starts a clock.
    pub(super) fn start() -> Clock {
        Clock(now())
    }

    /// Processor seconds since the start, rounded to microseconds.
    pub(super) fn seconds(&self) -> f64 {
        ((now() - self.0).max(0.0) * 1e6).round() / 1e6
    }
}

#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Wall time, where the system has no such clock. For one thread on an idle machine it is the same.
#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
