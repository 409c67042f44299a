//! Two programs `draughtsman` in turn, such as one of an earlier commit and one of this: what they say of their own time.

use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use serde_json::Value;

use super::row::Figure;
use super::work::{Done, Work};

/// Two programs.
pub struct Programs {
    /// The one of before.
    pub before: PathBuf,
    /// The one that is to be faster.
    pub after: PathBuf,
}

/// Counts from the start, and how many times as fast as before.
const PERFT: [(&str, f64); 26] = [
    ("english", 0.97),
    ("international", 0.97),
    ("russian", 0.97),
    ("brazilian", 0.97),
    ("pool", 0.97),
    ("czech", 0.97),
    ("thai", 0.97),
    ("breakthrough", 0.97),
    ("antidraughts", 0.97),
    ("turkish", 1.5),
    ("frisian", 1.5),
    ("killer", 1.5),
    ("italian", 1.5),
    ("spanish", 1.5),
    ("canadian", 1.5),
    ("collateral", 25.0),
    ("guerrilla", 25.0),
    ("warp", 25.0),
    ("chaos", 10.0),
    ("saving_private", 10.0),
    ("dameo", 10.0),
    ("fanorona", 10.0),
    ("konane", 10.0),
    ("lasca", 10.0),
    ("tablut", 10.0),
    ("halma", 10.0),
];

/// Random games.
const GAMES: [(&str, f64); 10] = [
    ("english", 2.0),
    ("international", 2.0),
    ("guerrilla", 2.0),
    ("collateral", 2.0),
    ("warp", 2.0),
    ("saving_private", 2.5),
    ("chaos", 2.5),
    ("lasca", 5.0),
    ("tablut", 20.0),
    ("halma", 100.0),
];

/// The rows.
pub const ROWS: [&str; 3] = ["perft", "games", "list"];

/// A command that is worth to be timed takes the later program so many seconds.
const WORTH: f64 = 0.1;

impl Programs {
    /// What is told of them in a row. Both count the same leaves.
    ///
    /// # Panics
    /// There is no such row, or one of the programs does not answer.
    pub fn figures(&self, row: &str) -> Box<dyn Iterator<Item = Figure> + '_> {
        match row {
            "perft" => Box::new(PERFT.into_iter().map(|(variant, wanted)| self.perft(variant, wanted))),
            "games" => Box::new(GAMES.into_iter().map(|(variant, wanted)| self.games(variant, wanted))),
            "list" => Box::new(std::iter::once(self.list())),
            _ => panic!("there is no row `{row}`"),
        }
    }

    /// Leaves, as deep as is worth it.
    fn perft(&self, variant: &str, wanted: f64) -> Figure {
        let arguments = |depth: u64| ["perft", variant, &depth.to_string(), "--seed", "4"].map(str::to_owned);
        let counted = |said: &Value| {
            let last = said["depths"].as_array().and_then(|depths| depths.last()).expect("depths");
            Done { amount: number(&last["nodes"]) as u64, seconds: number(&last["cpu_seconds"]) }
        };
        let depth = (2..30).find(|depth| counted(&answer(&self.after, &arguments(*depth))).seconds >= WORTH);
        let arguments = arguments(depth.unwrap_or(30)).to_vec();
        let [before, after] = [&self.before, &self.after].map(|program| counted(&answer(program, &arguments)).amount);
        assert_eq!(before, after, "leaves of {variant}");
        self.figure(arguments, "leaves", counted, wanted)
    }

    /// Games, as many as are worth it.
    fn games(&self, variant: &str, wanted: f64) -> Figure {
        let arguments = |games: u64| ["simulate", variant, "--games", &games.to_string(), "--seed", "1"].map(str::to_owned);
        let played = |said: &Value| Done { amount: number(&said["games"]) as u64, seconds: number(&said["cpu_seconds"]) };
        let many =
            (0..20).map(|power| 10 << power).find(|many| played(&answer(&self.after, &arguments(*many))).seconds >= WORTH);
        self.figure(arguments(many.unwrap_or(10 << 20)).to_vec(), "games", played, wanted)
    }

    fn figure(&self, arguments: Vec<String>, unit: &'static str, done: fn(&Value) -> Done, wanted: f64) -> Figure {
        let work = |program: &PathBuf, when: &str| {
            let (name, program, arguments) = (format!("{} {when}", arguments.join(" ")), program.clone(), arguments.clone());
            Work::told(name, unit, move || done(&answer(&program, &arguments)))
        };
        Figure::Ratio(work(&self.after, "after"), work(&self.before, "before"), Some(wanted))
    }

    /// The first list of moves, all that a process does.
    fn list(&self) -> Figure {
        let program = self.after.clone();
        let moves: Rc<Work> = Work::on_the_wall("moves english, whole process".to_owned(), "runs", move || {
            answer(&program, &["moves".to_owned(), "english".to_owned()]);
            1
        });
        Figure::Time(moves, Some(4.0))
    }
}

/// What a program says to a command.
fn answer(program: &PathBuf, arguments: &[String]) -> Value {
    let output = Command::new(program).args(arguments).arg("--json").output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{} {}: {}", program.display(), arguments.join(" "), said());
    serde_json::from_slice(&output.stdout).expect("an answer in JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}
