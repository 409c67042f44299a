//! Whether the tests notice a mutant.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::build::{CHOICE, Mutant, named};

/// A part of the tests: a program, which of its tests, and which modules it leaves out.
struct Stage {
    program: &'static str,
    only: &'static [&'static str],
    without: &'static [&'static [&'static str]],
}

/// The tests, those that notice most first.
const STAGES: [Stage; 5] = [
    Stage { program: "suite", only: FIRST, without: &[] },
    Stage { program: "facts", only: &[], without: &[] },
    Stage { program: "draughtsman", only: &[], without: &[] },
    Stage { program: "suite", only: &[], without: &[FIRST, AROUND, NOT_ASKED] },
    Stage { program: "suite", only: AROUND, without: &[NOT_ASKED] },
];

const FIRST: &[&str] = &["agree::", "kernels::", "counts::", "walk::"];

/// What stands around the engine: it notices little that the rest does not.
const AROUND: &[&str] = &[
    "agents::",
    "analyse::",
    "attacks::",
    "bad_input::",
    "balance::",
    "check::",
    "clauses::",
    "collections::",
    "commands::",
    "diff::",
    "errors::",
    "files::",
    "flat::",
    "format::",
    "front_matter::",
    "hub::",
    "language_examples::",
    "lints::",
    "matches::",
    "mending::",
    "names::",
    "new::",
    "older::",
    "openings::",
    "page::",
    "pages::",
    "pdn::",
    "play::",
    "readme::",
    "reports::",
    "rulebook::",
    "solve::",
    "threads::",
    "train::",
];

/// Modules that are not asked: the sources of the copy are not laid out as ours are, and a slow mutant beside them turns those red that look
/// at a clock.
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
    "attacks::weight",
];

/// How it went with a mutant.
pub(crate) struct Judged<'m> {
    pub(crate) mutant: &'m Mutant,
    /// Which test noticed, in words; none if it lives on.
    pub(crate) noticed: Option<String>,
}

/// What a program of tests came to.
enum Came {
    Green,
    Red(String),
    Late,
}

/// Tries them all, two at a time on two cores.
pub(crate) fn all<'m>(work: &Path, programs: &[PathBuf], mutants: &'m [Mutant]) -> Vec<Judged<'m>> {
    let usual: Vec<Duration> = thread::scope(|scope| {
        let started: Vec<_> = (0..STAGES.len()).map(|stage| scope.spawn(move || baseline(work, programs, stage))).collect();
        started.into_iter().map(|one| one.join().unwrap_or_else(|_| std::process::exit(1))).collect()
    });
    // A run that was cut short, or that comes after new tests, does not ask again about what was noticed.
    let file = work.join("noticed");
    let known: Vec<String> = fs::read_to_string(&file).unwrap_or_default().lines().map(str::to_owned).collect();
    let log = Mutex::new(OpenOptions::new().create(true).append(true).open(&file).expect("a file of what was noticed"));
    let next = AtomicUsize::new(0);
    let judged = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let line = line_of(mutant);
                    let known = known.iter().find_map(|known| known.strip_prefix(&line)).map(str::to_owned);
                    let noticed = match known {
                        Some(why) => Some(why),
                        None => {
                            let why = noticed(work, programs, &usual, mutant.number);
                            match &why {
                                Some(why) => writeln!(log.lock().expect("no worker panics"), "{line}{why}").expect("the log"),
                                None => println!("lives on: {line}"),
                            }
                            why
                        }
                    };
                    let mut judged = judged.lock().expect("no worker panics");
                    judged.push(Judged { mutant, noticed });
                    if judged.len() % 20 == 0 {
                        println!("{} of {} judged", judged.len(), mutants.len());
                    }
                }
            });
        }
    });
    judged.into_inner().expect("no worker panics")
}

/// A mutant in one line.
fn line_of(Mutant { site, .. }: &Mutant) -> String {
    format!("{}:{} {} [{}] ", site.file.display(), site.line, site.function, site.what)
}

/// How long a stage takes where nothing is changed, and nothing may be red there.
fn baseline(work: &Path, programs: &[PathBuf], stage: usize) -> Duration {
    let start = Instant::now();
    match run(work, programs, stage, 0, Duration::from_secs(3600)) {
        Came::Green => println!("nothing changed: stage {stage} green after {} s", start.elapsed().as_secs()),
        Came::Red(why) => panic!("nothing changed, and stage {stage} is red: {why}"),
        Came::Late => panic!("nothing changed, and stage {stage} does not end"),
    }
    start.elapsed()
}

fn noticed(work: &Path, programs: &[PathBuf], usual: &[Duration], number: usize) -> Option<String> {
    (0..STAGES.len()).find_map(|stage| match run(work, programs, stage, number, usual[stage] * 5 + Duration::from_secs(20)) {
        Came::Green => None,
        Came::Red(why) => Some(why),
        Came::Late => Some(format!("stage {stage}: it does not end")),
    })
}

/// Runs a stage with a mutant, for so long at most.
fn run(work: &Path, programs: &[PathBuf], stage: usize, number: usize, patience: Duration) -> Came {
    let Stage { program, only, without } = &STAGES[stage];
    let said = work.join(format!("said.{number}.{stage}"));
    let file = File::create(&said).expect("a file of what tests say");
    let mut command = Command::new(named(programs, program));
    command
        .args(*only)
        .args(without.iter().copied().flatten().flat_map(|module| ["--skip", module]))
        .current_dir(work.join("tree"))
        .env(CHOICE, number.to_string());
    command.env("RUST_TEST_THREADS", "1").env("RAYON_NUM_THREADS", "1").env("INSTA_UPDATE", "no");
    command.stdin(Stdio::null()).stdout(file.try_clone().expect("the same file")).stderr(file);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().expect("tests start");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break Some(status),
            None if start.elapsed() > patience => break None,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    // Whoever the tests have started ends with them.
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status();
    let _ = child.wait();
    let text = fs::read(&said).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let _ = fs::remove_file(&said);
    match status {
        None => Came::Late,
        Some(status) if status.success() => Came::Green,
        Some(status) => Came::Red(why(&text, status)),
    }
}

/// The line that says which test noticed.
fn why(text: &str, status: ExitStatus) -> String {
    let line =
        text.lines().find(|line| line.contains("noticed by ")).or_else(|| text.lines().find(|line| line.contains("FAILED")));
    match line {
        Some(line) => line.chars().take(160).collect(),
        None => status.to_string(),
    }
}
