//! Whether the tests notice a mutant.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::build::{CHOICE, Mutant};
use crate::tests::{self, Test};

/// How it went with a mutant.
pub(crate) struct Judged<'m> {
    pub(crate) mutant: &'m Mutant,
    /// Which test noticed, in words; none if it lives on.
    pub(crate) noticed: Option<String>,
}

/// What tests came to.
enum Came {
    Green,
    Red(String),
    Late,
}

/// The judges: what they know of the tests, and what they have found so far.
struct Court<'t> {
    work: &'t Path,
    tests: &'t [Test],
    /// How many mutants each test has noticed: such a test is asked the sooner.
    noticed: Vec<AtomicUsize>,
}

/// Tries them all, two at a time on two cores.
pub(crate) fn all<'m>(work: &Path, tests: &[Test], mutants: &'m [Mutant]) -> Vec<Judged<'m>> {
    let court = Court { work, tests, noticed: tests.iter().map(|_| AtomicUsize::new(0)).collect() };
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
                    let line = format!("{} => ", mutant.site.known_as());
                    let known = known.iter().find_map(|known| known.strip_prefix(&line)).map(str::to_owned);
                    let noticed = known.or_else(|| {
                        let why = court.judge(mutant.number);
                        match &why {
                            Some(why) => writeln!(log.lock().expect("no worker panics"), "{line}{why}").expect("the log"),
                            None => println!("lives on: {line}{}", court.asked(mutant.number)),
                        }
                        why
                    });
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

impl Court<'_> {
    /// How many tests were asked.
    fn asked(&self, mutant: usize) -> String {
        format!("{} tests come by it", self.tests.iter().filter(|test| test.reaches(mutant)).count())
    }

    /// Asks all tests that come by its place, the short ones and those that have noticed much first, until one notices.
    fn judge(&self, mutant: usize) -> Option<String> {
        let mut asked: Vec<usize> = (0..self.tests.len()).filter(|&test| self.tests[test].reaches(mutant)).collect();
        asked.sort_by_key(|&test| self.tests[test].takes / (1 + self.noticed[test].load(Ordering::Relaxed) as u32));
        let mut enough = Duration::from_secs(1);
        while let Some(&first) = asked.first() {
            // As many of one program as do not take long, then more.
            let mut takes = Duration::ZERO;
            let same = |&test: &usize| self.tests[test].program == self.tests[first].program;
            let short = |&test: &usize| {
                takes += self.tests[test].takes;
                test == first || takes < enough
            };
            let batch: Vec<usize> = asked.iter().copied().filter(same).take_while(short).collect();
            match self.came(mutant, &batch) {
                Came::Green => asked.retain(|test| !batch.contains(test)),
                Came::Red(why) => {
                    if let Some(test) = batch.iter().find(|&&test| why.contains(&self.tests[test].name)) {
                        self.noticed[*test].fetch_add(1, Ordering::Relaxed);
                    }
                    return Some(why);
                }
                Came::Late => return Some(format!("{} and others do not end", self.tests[first].name)),
            }
            enough = enough * 3 / 2;
        }
        None
    }

    /// Runs these tests of one program with a mutant, for five times as long as they take at most.
    fn came(&self, mutant: usize, batch: &[usize]) -> Came {
        let said = self.work.join(format!("said.{mutant}"));
        let file = File::create(&said).expect("a file of what tests say");
        let mut command = tests::command(self.work, &self.tests[batch[0]].program);
        command.args(batch.iter().map(|&test| &self.tests[test].name)).env(CHOICE, mutant.to_string());
        command.stdout(file.try_clone().expect("the same file")).stderr(file);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let patience = batch.iter().map(|&test| self.tests[test].takes).sum::<Duration>() * 5 + Duration::from_secs(10);
        let mut child = command.spawn().expect("tests start");
        let start = Instant::now();
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break Some(status),
                None if start.elapsed() > patience => break None,
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        // Whoever the tests have started ends with them.
        let _ = Command::new("sh").args(["-c", "kill -KILL -- -$0 2>/dev/null", &child.id().to_string()]).status();
        let _ = child.wait();
        let text = fs::read(&said).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let _ = fs::remove_file(&said);
        match status {
            None => Came::Late,
            Some(status) if status.success() => Came::Green,
            Some(status) => Came::Red(why(&text, status)),
        }
    }
}

/// The line that says which test noticed.
fn why(text: &str, status: ExitStatus) -> String {
    let said = text.lines().find(|line| line.contains("noticed by "));
    let failed = text.lines().find(|line| line.contains("FAILED"));
    let begun = text.lines().rfind(|line| line.starts_with("test ")).map(|line| line.trim_end());
    let words: Vec<&str> = [begun, said.or(failed)].into_iter().flatten().collect();
    match words.is_empty() {
        true => status.to_string(),
        false => words.join(": ").chars().take(200).collect(),
    }
}
