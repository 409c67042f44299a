//! The table of speed, measured in one go: the two sides of each ratio in turn, so that what else the machine does hinders both alike.
//! How to run it: `docs/performance.md`.

#![allow(missing_docs)]

use std::path::PathBuf;
use std::process::ExitCode;

use draughtsman_benches::programs::{Programs, ROWS};
use draughtsman_benches::{Figure, Work, rows};

const USAGE: &str = "\
usage: ratios [--turns N] [--seconds S] [--before PROGRAM --after PROGRAM] [ROW…]

Each side is timed 5 times in turn, 0.2 seconds of its work each time, or as is said. With --before and --after two programs
`draughtsman` are compared.";

/// What is asked for.
struct Asked {
    turns: usize,
    seconds: f64,
    programs: Option<Programs>,
    rows: Vec<String>,
}

fn main() -> ExitCode {
    let Some(asked) = asked(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let all: Vec<&str> = match &asked.programs {
        Some(_) => ROWS.to_vec(),
        None => rows().map(|row| row.name).collect(),
    };
    if let Some(unknown) = asked.rows.iter().find(|row| !all.contains(&row.as_str())) {
        eprintln!("there is no row `{unknown}`; rows are {}", all.join(", "));
        return ExitCode::from(2);
    }
    let of_these = |name: &&str| asked.rows.is_empty() || asked.rows.iter().any(|row| row == name);
    println!("| row | what | a second | of | a second | times as fast | wanted |\n|---|---|---|---|---|---|---|");
    for name in all.iter().copied().filter(of_these) {
        let figures: Box<dyn Iterator<Item = Figure>> = match &asked.programs {
            Some(programs) => programs.figures(name),
            None => Box::new(rows().filter(|row| row.name == name).flat_map(|row| (row.figures)())),
        };
        asked.tell(name, figures);
    }
    ExitCode::SUCCESS
}

/// What the command line says; none if it says something else.
fn asked(mut arguments: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked { turns: 5, seconds: 0.2, programs: None, rows: Vec::new() };
    let (mut before, mut after) = (None, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // What cargo says.
            "--bench" => {}
            // Once, to see that it works.
            "--test" => (asked.turns, asked.seconds) = (1, 0.0),
            "--turns" => asked.turns = arguments.next()?.parse().ok().filter(|turns| *turns > 0)?,
            "--seconds" => asked.seconds = arguments.next()?.parse().ok()?,
            "--before" => before = Some(PathBuf::from(arguments.next()?)),
            "--after" => after = Some(PathBuf::from(arguments.next()?)),
            option if option.starts_with('-') => return None,
            _ => asked.rows.push(argument),
        }
    }
    asked.programs = match (before, after) {
        (Some(before), Some(after)) => Some(Programs { before, after }),
        (None, None) => None,
        _ => return None,
    };
    Some(asked)
}

impl Asked {
    /// Measures the figures of a row, and tells each as soon as it is known; at last the least ratio, where all are wanted to be as high.
    fn tell(&self, row: &str, figures: impl Iterator<Item = Figure>) {
        let mut ratios = Vec::new();
        for figure in figures {
            match &figure {
                Figure::Ratio(one, other, wanted) => {
                    let turns: Vec<[f64; 2]> = (0..self.turns).map(|turn| self.turn(turn, one, other)).collect();
                    let [first, second] = [0, 1].map(|side| median(turns.iter().map(|turn| turn[side])));
                    let ratio = median(turns.iter().map(|[one, other]| one / other));
                    let sides = [(one, first), (other, second)];
                    let [one, other] = sides.map(|(work, speed)| format!("{} | {}", work.name, many(speed, work.unit)));
                    println!("| {row} | {one} | {other} | {ratio:.3} | {} |", text(*wanted, ""));
                    ratios.push((ratio, *wanted));
                }
                Figure::Time(work, wanted) => {
                    let milliseconds = median((0..self.turns).map(|_| 1e3 / work.speed(self.seconds)));
                    println!("| {row} | {} | {milliseconds:.2} ms | | | | {} |", work.name, text(*wanted, " ms"));
                }
            }
        }
        if let [(_, Some(wanted)), _, ..] = ratios[..]
            && ratios.iter().all(|(_, other)| *other == Some(wanted))
        {
            let least = ratios.iter().map(|(ratio, _)| *ratio).fold(f64::INFINITY, f64::min);
            println!("| {row} | the least of {} | | | | {least:.3} | {wanted} |", ratios.len());
        }
    }

    /// The speeds of two sides, one after the other; every second time the other goes first.
    fn turn(&self, turn: usize, one: &Work, other: &Work) -> [f64; 2] {
        if turn.is_multiple_of(2) {
            [one, other].map(|work| work.speed(self.seconds))
        } else {
            let [other, one] = [other, one].map(|work| work.speed(self.seconds));
            [one, other]
        }
    }
}

/// What is wanted, if anything is.
fn text(wanted: Option<f64>, unit: &str) -> String {
    wanted.map_or_else(String::new, |wanted| format!("{wanted}{unit}"))
}

/// The one in the middle.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A speed, as people write it.
fn many(speed: f64, unit: &str) -> String {
    match speed {
        1e6.. => format!("{:.1} million {unit}", speed / 1e6),
        1e3.. => format!("{:.1} thousand {unit}", speed / 1e3),
        _ => format!("{speed:.1} {unit}"),
    }
}
