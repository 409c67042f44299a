//! Several threads that think about one decision.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::limits::Limits;
use crate::engine::Line;

/// Runs `think` for each mind (at least one) at the current decision, each with its own copy of the game and an equal share of
/// the nodes: the first on this thread with the caller's limits; when it has finished, the others are stopped. WebAssembly has
/// one thread, on which the first mind alone thinks.
pub(super) fn together<L: Line, M: Send, T: Send>(
    line: &mut L,
    minds: &mut [M],
    limits: &Limits<'_>,
    think: impl Fn(usize, &mut M, &mut L, &Limits<'_>) -> T + Sync,
) -> Vec<T> {
    if minds.len() == 1 || cfg!(target_family = "wasm") {
        return minds.iter_mut().take(1).map(|mind| think(0, mind, line, limits)).collect();
    }
    let nodes = (limits.nodes / minds.len().max(1) as u64).max(1);
    let Limits { depth, lines, stop, .. } = *limits;
    let Some((first, others)) = minds.split_first_mut() else { return Vec::new() };
    let (finished, think) = (&AtomicBool::new(false), &think);
    thread::scope(|scope| {
        let others = others.iter_mut().enumerate().map(|(at, mind)| {
            let mut line = line.clone();
            scope.spawn(move || {
                let stop = || finished.load(Ordering::Relaxed) || stop();
                think(at + 1, mind, &mut line, &Limits { nodes, depth, lines, stop: &stop, told: &|_| () })
            })
        });
        let others: Vec<_> = others.collect();
        // The others have been told to stop before they are joined, even if the first one has panicked.
        let first = panic::catch_unwind(AssertUnwindSafe(|| think(0, first, line, &Limits { nodes, ..*limits })));
        finished.store(true, Ordering::Relaxed);
        let found = std::iter::once(first).chain(others.into_iter().map(|other| other.join()));
        found.map(|one| one.unwrap_or_else(|panic| panic::resume_unwind(panic))).collect()
    })
}

#[cfg(all(test, unit_games))]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::engine::{Game, LineVisitor, LookAhead};
    use crate::library;

    /// Minds that all wait for each other; each plays a different first move and returns the hash it leads to, its limit of
    /// nodes, and whether it was stopped.
    struct Meeting(u64);

    impl LineVisitor for Meeting {
        type Output = Vec<(usize, usize, u64, u64, bool)>;

        fn visit<L: Line>(self, line: &mut L) -> Self::Output {
            let (all, before) = (Barrier::new(3), line.hash());
            let mut minds = [10, 11, 12];
            let found = together(line, &mut minds, &Limits::nodes(self.0), |at, mind, line, limits| {
                all.wait();
                line.mark();
                line.play(at);
                let led = line.hash();
                line.back();
                // The others run until they are stopped.
                while at > 0 && !(limits.stop)() {
                    thread::yield_now();
                }
                (at, *mind, limits.nodes, led, (limits.stop)())
            });
            assert_eq!(line.hash(), before);
            found
        }
    }

    #[test]
    fn all_think_at_once_about_games_of_their_own_until_the_first_is_done() {
        let program = library::bundled("english").unwrap().program;
        let found = LookAhead::new(&program).look(&program, &Game::new(&program).unwrap(), Meeting(1_000));
        let told: Vec<_> = found.iter().map(|(at, mind, nodes, _, stopped)| (*at, *mind, *nodes, *stopped)).collect();
        assert_eq!(told, [(0, 10, 333, false), (1, 11, 333, true), (2, 12, 333, true)]);
        let mut led: Vec<u64> = found.iter().map(|one| one.3).collect();
        led.sort_unstable();
        led.dedup();
        assert_eq!(led.len(), 3, "three moves lead to three positions");
    }

    /// The first of two minds panics.
    struct Failing;

    impl LineVisitor for Failing {
        type Output = ();

        fn visit<L: Line>(self, line: &mut L) {
            together(line, &mut [(), ()], &Limits::depth(1), |at, (), _, limits| {
                while !(limits.stop)() {
                    assert!(at > 0, "the first one fails");
                    thread::yield_now();
                }
            });
        }
    }

    #[test]
    #[should_panic(expected = "the first one fails")]
    fn nobody_waits_for_who_has_failed() {
        let program = library::bundled("english").unwrap().program;
        LookAhead::new(&program).look(&program, &Game::new(&program).unwrap(), Failing);
    }
}
