//! Two threads against one, by the clock on the wall: counts and games in parts, as the commands have them.

use std::rc::Rc;

use draughtsman::agents::Agent;
use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::analysis::split::Part;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::games::{played, simulator};
use super::positions::{bundled, start};
use super::row::{Figure, Row};
use super::work::Work;

/// The row.
pub const ROWS: &[Row] = &[Row { name: "threads", figures: threads }];

/// What two threads are to do of what one does.
const WANTED: f64 = 1.9;

fn threads() -> Vec<Figure> {
    let figure = |work: fn(usize) -> Rc<Work>| Figure::Ratio(work(2), work(1), Some(WANTED));
    vec![figure(perft), figure(games)]
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("the threads start")
}

/// How deep it is counted.
const DEPTH: u32 = 10;

/// Counting leaves in parts.
fn perft(threads: usize) -> Rc<Work> {
    let (program, pool) = (bundled("english"), pool(threads));
    let (counter, start) = (Counter::new(program, Way::USUAL), start(program));
    Work::on_the_wall(format!("english, {DEPTH} plies, threads: {threads}"), "leaves", move || {
        let (_, parts) = counter.parts(&start, DEPTH).expect("no limit is reached");
        let leaves = |part: &Part| counter.leaves(&part.position, part.depth).expect("no limit is reached");
        pool.install(|| parts.par_iter().with_max_len(1).map(leaves).sum())
    })
}

/// Games, and how many are a part.
const GAMES: u64 = 2048;
const AT_ONCE: u64 = 64;

/// Playing random games in parts.
fn games(threads: usize) -> Rc<Work> {
    let (simulator, pool) = (simulator(bundled("english")), pool(threads));
    Work::on_the_wall(format!("english, {GAMES} random games, threads: {threads}"), "games", move || {
        let some = |part: u64| played(&simulator, Agent::Random, part * AT_ONCE..(part + 1) * AT_ONCE);
        pool.install(|| (0..GAMES / AT_ONCE).into_par_iter().map(some).sum())
    })
}
