//! The soak: very many random games of every bundled rule file, played as `simulate` plays them. Each game ends; at a decision of each the
//! laws are tried, and one game in a thousand is played by the reference too, decision by decision.
//!
//! `DRAUGHTSMAN_SOAK=1000000 cargo test --release --test suite laws::soak -- --nocapture` plays so many, and sees to it that memory does not
//! grow; `DRAUGHTSMAN_SOAK=NAME:SEED` plays one of them again, as a failure says. `DRAUGHTSMAN_SEED=2` makes them other games.

mod games;
mod laws;
mod lockstep;
mod told;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughtsman::library::{self, Ready};

use crate::memory;
use games::{Case, Games};
use told::Tried;

/// Rule files of which fewer games are played than of others, and how many times fewer: one of their games takes as long as many.
/// Of each of the others, and so many times less of these, the share is the same.
const SLOW: [(&str, u64); 5] = [("chaos", 4), ("halma", 20), ("saving_private", 2), ("tablut", 4), ("warp", 2)];

/// Games of each rule file, or decisions of one in lockstep, when nobody asks for more.
const FEW: u64 = 2;
const FEW_DECISIONS: u32 = 10;

/// One game in so many is played by the reference too: those whose seeds this divides.
const LOCKSTEP: u64 = 1000;

/// Games that are played at a stretch, all of one rule file.
const STRETCH: u64 = 50;

/// So many KiB may memory grow from when a tenth of the games have been played.
const GROWTH: u64 = 32 << 10;

/// Threads catch what panics while a game is played.
const UNHURT: &str = "nobody has panicked";

/// A game whose seed begins another row of them.
const ROW: u64 = 1_000_000_000;

/// What is asked for.
enum Asked {
    /// A few games of each rule file, beside other tests.
    Few,
    /// So many games of all of them together.
    Many(u64),
    /// One game.
    One(String, u64),
}

fn asked() -> Asked {
    let Ok(asked) = std::env::var("DRAUGHTSMAN_SOAK") else { return Asked::Few };
    match asked.split_once(':') {
        Some((name, seed)) => Asked::One(name.to_owned(), seed.parse().expect("the seed of a game")),
        None => Asked::Many(asked.parse().expect("a number of games, or NAME:SEED")),
    }
}

/// Where the seeds of games begin.
fn first_seed() -> u64 {
    let row = std::env::var("DRAUGHTSMAN_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    ROW.saturating_mul(row)
}

/// How many games of each rule file there are of so many: equal shares, and parts of one for what is slow.
fn shares(names: &[&str], all: u64) -> Vec<u64> {
    const WHOLE: u64 = 1000;
    let share = |name: &&str| SLOW.iter().find(|(slow, _)| slow == name).map_or(WHOLE, |(_, fewer)| WHOLE / fewer);
    let sum: u64 = names.iter().map(share).sum();
    names.iter().map(|name| (all * share(name)).div_ceil(sum)).collect()
}

#[test]
#[allow(clippy::print_stdout, reason = "figures that are asked for")]
fn random_games_keep_every_law() {
    let asked = asked();
    let names: Vec<&str> = match &asked {
        Asked::One(name, _) => vec![name],
        _ => library::names().collect(),
    };
    let rules: Vec<Ready> = names.iter().map(|name| library::bundled(name).expect("a bundled rule file")).collect();
    let first = first_seed();
    let cases: Vec<Case<'_>> = rules.iter().zip(&names).map(|(ready, name)| Case::of(name, ready)).collect();
    let (all, lockstep) = match &asked {
        Asked::Few => (vec![FEW; cases.len()], FEW_DECISIONS),
        Asked::Many(games) => (shares(&names, *games), u32::MAX),
        Asked::One(_, seed) => return once(&cases[0], *seed),
    };
    let watched = matches!(asked, Asked::Many(_));
    let soak = Soak::new(&cases, first, lockstep, watched);
    let (this, stretches) = (std::process::id(), stretches(&all));
    let (tenth, rest) = stretches.split_at(stretches.len().div_ceil(10));
    soak.run(tenth);
    let early = memory::now(this);
    soak.run(rest);
    let late = memory::now(this);
    println!("{}", told::table(&names, &soak.tried.into_inner().expect(UNHURT)));
    let failures: Vec<String> = soak.failures.into_inner().expect(UNHURT).into_values().collect();
    crate::facts::report(names.len(), &failures);
    if let (Some(early), Some(late), Some(most)) = (early, late, memory::most(this)) {
        let [early, late, most] = [early, late, most].map(|bytes| bytes >> 10);
        println!("memory: {early} KiB after a tenth of the games, {late} KiB after the last one, at most {most} KiB");
        // Beside other tests it is theirs too.
        assert!(!watched || late < early + GROWTH, "memory grows from {early} to {late} KiB");
    }
}

/// Plays one game, with everything that is tried.
#[allow(clippy::print_stdout, reason = "figures that are asked for")]
fn once(case: &Case<'_>, seed: u64) {
    let mut games = Games::new(case);
    games.game(seed, Some(u32::MAX)).unwrap_or_else(|broken| panic!("{}, game {seed}: {broken}", case.name));
    println!("{}", told::table(&[case.name], &[games.tried]));
}

/// Games of one rule file: which one, and the numbers of the games.
type Stretch = (usize, std::ops::Range<u64>);

/// All games in stretches, of one rule file after the other, and again: early on all of them have been played.
fn stretches(all: &[u64]) -> Vec<Stretch> {
    let of = |(case, games): (usize, &u64)| {
        let games = *games;
        let parts = games.div_ceil(STRETCH);
        // Spread over the whole, however many there are.
        (0..parts).map(move |part| (part * 1_000_000 / parts, (case, part * STRETCH..games.min((part + 1) * STRETCH))))
    };
    let mut placed: Vec<(u64, Stretch)> = all.iter().enumerate().flat_map(of).collect();
    placed.sort_by_key(|(place, (case, _))| (*place, *case));
    placed.into_iter().map(|(_, stretch)| stretch).collect()
}

/// What comes of all games.
struct Soak<'c> {
    cases: &'c [Case<'c>],
    first: u64,
    /// How many decisions of a game are played in lockstep.
    lockstep: u32,
    /// Somebody waits and wants to know how far it is.
    watched: bool,
    begun: Instant,
    done: AtomicU64,
    tried: Mutex<Vec<Tried>>,
    /// By rule file: one is enough of each.
    failures: Mutex<BTreeMap<usize, String>>,
}

impl<'c> Soak<'c> {
    fn new(cases: &'c [Case<'c>], first: u64, lockstep: u32, watched: bool) -> Soak<'c> {
        let tried = Mutex::new(vec![Tried::default(); cases.len()]);
        let (done, failures) = Default::default();
        Soak { cases, first, lockstep, watched, begun: Instant::now(), done, tried, failures }
    }

    /// Plays these games on all processors.
    fn run(&self, stretches: &[Stretch]) {
        let next = AtomicU64::new(0);
        let work = || {
            while let Some((case, numbers)) = stretches.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                self.done.fetch_add(numbers.end - numbers.start, Ordering::Relaxed);
                if self.failures.lock().expect(UNHURT).contains_key(case) {
                    continue;
                }
                match self.stretch(*case, numbers.clone()) {
                    Ok(more) => self.tried.lock().expect(UNHURT)[*case].add(&more),
                    Err(broken) => drop(self.failures.lock().expect(UNHURT).insert(*case, broken)),
                }
            }
        };
        std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(2, usize::from);
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            while self.watched && workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(100));
                told::progress(self.begun.elapsed(), self.done.load(Ordering::Relaxed));
            }
        });
    }

    /// Games of one rule file; which one breaks a law first, and how it is played again.
    fn stretch(&self, case: usize, numbers: std::ops::Range<u64>) -> Result<Tried, String> {
        let case = &self.cases[case];
        let since = Instant::now();
        let mut games = Games::new(case);
        for seed in numbers.map(|number| self.first + number) {
            let lockstep = (seed % LOCKSTEP == 0).then_some(self.lockstep);
            let played = catch_unwind(AssertUnwindSafe(|| games.game(seed, lockstep)));
            let problem = match played {
                Ok(Ok(())) => continue,
                Ok(Err(broken)) => broken.to_string(),
                Err(_) => "a panic, told above".to_owned(),
            };
            let name = case.name;
            let again = format!("DRAUGHTSMAN_SOAK={name}:{seed} cargo test --test suite laws::soak -- --nocapture");
            return Err(format!("{name}, game {seed}: {problem}\nonce more: {again}"));
        }
        games.tried.time = since.elapsed();
        Ok(games.tried)
    }
}
