//! The processor: its time, and threads to share work among.

use rayon::prelude::*;

use super::answer::Failure;
use super::interrupt::Interrupt;

/// What a thread may put on its stack: a rule file may be deep, and so may one move be.
pub(super) const STACK: usize = 64 << 20;

/// The threads that work side by side; none where this one will do.
pub(super) fn threads(count: u16) -> Result<Option<rayon::ThreadPool>, Failure> {
    if count == 1 { Ok(None) } else { workers(count).map(Some) }
}

/// So many threads, one too.
pub(super) fn workers(count: u16) -> Result<rayon::ThreadPool, Failure> {
    let started = rayon::ThreadPoolBuilder::new().num_threads(usize::from(count)).stack_size(STACK).build();
    started.map_err(|error| Failure::Wrong(format!("{count} threads cannot be started: {error}")))
}

/// Work in numbered parts, of which the results are put together in any order, and nothing more is kept of them.
pub(super) struct Parts<'p, S, N, B> {
    /// How many.
    pub(super) count: u64,
    /// What comes of one.
    pub(super) some: S,
    /// What comes of none.
    pub(super) nothing: N,
    /// What comes of two.
    pub(super) both: B,
    /// Parts that have not begun when somebody interrupts the work are left out.
    pub(super) interrupt: &'p Interrupt,
}

impl<S, N, B> Parts<'_, S, N, B> {
    /// Does the work, side by side where there are threads for it.
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
