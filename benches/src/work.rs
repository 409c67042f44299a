//! Something that is done again and again, to see how long it takes.

use std::rc::Rc;
use std::time::Instant;

/// What came of doing it once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// How much was done.
    pub amount: u64,
    /// How long that took.
    pub seconds: f64,
}

/// Something that is done again and again.
pub struct Work {
    /// What it is.
    pub name: String,
    /// What it is counted in: `leaves`.
    pub unit: &'static str,
    once: Box<dyn Fn() -> Done>,
}

impl Work {
    /// Something that says how much it has done. Its time is that of the processor.
    pub fn new(name: String, unit: &'static str, once: impl Fn() -> u64 + 'static) -> Rc<Work> {
        let once = move || {
            let begun = processor();
            Done { amount: once(), seconds: processor() - begun }
        };
        Rc::new(Work { name, unit, once: Box::new(once) })
    }

    /// The same, by the clock on the wall: what several threads do, or other programs.
    pub fn on_the_wall(name: String, unit: &'static str, once: impl Fn() -> u64 + 'static) -> Rc<Work> {
        let once = move || {
            let begun = Instant::now();
            Done { amount: once(), seconds: begun.elapsed().as_secs_f64() }
        };
        Rc::new(Work { name, unit, once: Box::new(once) })
    }

    /// Something that says itself how long it took.
    pub fn told(name: String, unit: &'static str, once: impl Fn() -> Done + 'static) -> Rc<Work> {
        Rc::new(Work { name, unit, once: Box::new(once) })
    }

    /// Does it once.
    pub fn once(&self) -> Done {
        (self.once)()
    }

    /// Does it until it has taken so many seconds, once at least; how much was done in one of them.
    pub fn speed(&self, least: f64) -> f64 {
        let mut all = Done::default();
        loop {
            let Done { amount, seconds } = self.once();
            all = Done { amount: all.amount + amount, seconds: all.seconds + seconds };
            if all.seconds >= least {
                return all.amount as f64 / all.seconds.max(1e-9);
            }
        }
    }
}

/// The processor's time of this process, all threads together, in seconds.
#[cfg(unix)]
fn processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Where no such clock is known: time as on the wall.
#[cfg(not(unix))]
fn processor() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
