//! How much a thread asks the system for memory: what work can be counted by, the same in every run. And its processor time, which is not.
#![allow(unsafe_code, reason = "who hands out memory says so; every request goes to the system's allocator as it is")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

/// What some work weighs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// How often memory was asked for.
    pub(super) requests: usize,
    /// The most bytes that were held at a time, beside those held before.
    pub(super) most: usize,
    /// For how long the processor was at work; nothing where no such clock is known.
    pub(super) time: Duration,
}

/// Does something and weighs it. What other threads do is not counted.
pub(super) fn weighed<T>(work: impl FnOnce() -> T) -> (T, Weight) {
    let (before, held) = (REQUESTS.get(), HELD.get());
    MOST.set(held);
    let begun = processor();
    let done = work();
    let time = processor() - begun;
    let most = usize::try_from(MOST.get() - held).unwrap_or(0);
    (done, Weight { requests: REQUESTS.get() - before, most, time })
}

#[cfg(unix)]
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn processor() -> Duration {
    Duration::ZERO
}

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn held(change: isize) {
    let now = HELD.get() + change;
    HELD.set(now);
    MOST.set(MOST.get().max(now));
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every request is handed to the system's allocator unchanged; the counters are cells of the thread and ask for no memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        held(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        held(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        held(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
