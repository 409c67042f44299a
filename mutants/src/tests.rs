//! The tests: how long each takes, and which mutants it reaches.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::build::{CHOICE, REACHED};

/// Modules that are not asked: the sources of the copy are not laid out as ours are, and a slow mutant beside them turns those red that look
/// at a clock; a test that is meant to panic tells nothing by it.
const NOT_ASKED: &[&str] = &[
    "structure::",
    "ci::",
    "versions::",
    "book::",
    "interrupts::",
    "serve::",
    "watch::",
    "terminal::",
    "editor::",
    "shells::",
    "attacks::long",
    "agents::together::tests::nobody_waits_for_who_has_failed",
];

/// One test.
pub(crate) struct Test {
    /// The program it is part of.
    pub(crate) program: PathBuf,
    pub(crate) name: String,
    /// How long it takes by itself.
    pub(crate) takes: Duration,
    /// The numbers of the mutants whose places it comes by.
    reaches: BTreeSet<usize>,
}

impl Test {
    /// Whether it can notice that mutant at all.
    pub(crate) fn reaches(&self, mutant: usize) -> bool {
        self.reaches.contains(&mutant)
    }
}

/// All tests that are asked, each tried by itself where nothing is changed: nothing may be red there.
pub(crate) fn all(work: &Path, programs: &[PathBuf]) -> Vec<Test> {
    let names: Vec<(&Path, String)> = programs.iter().flat_map(|program| listed(program)).collect();
    println!("{} tests, each by itself where nothing is changed", names.len());
    let (next, tests) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((program, name)) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let test = tried(work, program, name);
                    tests.lock().expect("no worker panics").push(test);
                }
            });
        }
    });
    tests.into_inner().expect("no worker panics")
}

fn listed(program: &Path) -> Vec<(&Path, String)> {
    let output = Command::new(program).args(["--list", "--format", "terse"]).output().expect("tests list themselves");
    let text = String::from_utf8(output.stdout).expect("names in UTF-8");
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    names
        .filter(|name| !NOT_ASKED.iter().any(|module| name.starts_with(module)))
        .map(|name| (program, name.to_owned()))
        .collect()
}

fn tried(work: &Path, program: &Path, name: &str) -> Test {
    let file = work.join(format!("reached.{:?}", thread::current().id()));
    let _ = fs::remove_file(&file);
    let start = Instant::now();
    let mut command = command(work, program);
    command.arg(name).env(CHOICE, "0").env(REACHED, &file).stdout(Stdio::null());
    let output = command.output().expect("a test starts");
    assert!(output.status.success(), "nothing changed, and {name} is red: {}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&file).unwrap_or_default();
    let reaches = text.lines().filter_map(|line| line.parse().ok()).collect();
    Test { program: program.to_path_buf(), name: name.to_owned(), takes: start.elapsed(), reaches }
}

/// Tests of a program, by their exact names, which are to follow.
pub(crate) fn command(work: &Path, program: &Path) -> Command {
    // A mutant that takes all memory there is would take the machine with it.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 12000000; exec \"$0\" --exact \"$@\""]).arg(program).current_dir(work.join("tree"));
    command
        .env("RUST_TEST_THREADS", "1")
        .env("RAYON_NUM_THREADS", "1")
        .env("INSTA_UPDATE", "no")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .stdin(Stdio::null());
    command
}
