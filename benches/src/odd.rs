//! Perft of a plain game with one line more that no plain game has, against the plain game.

use std::rc::Rc;

use draughtsman::analysis::perft::Way;

use super::counted::Count;
use super::made::{odd_line, with_line};
use super::positions::{bundled, said, start};
use super::row::{Figure, Row};
use super::work::Work;

/// The rows.
pub const ROWS: &[Row] = &[Row { name: "odd", figures: odd }, Row { name: "drawn", figures: drawn }];

/// Leaves of the plain game that are counted at least.
const LEAVES: u64 = 1_000_000;

/// A plain game from its start, and what is as deep as it.
struct Plain {
    count: Count,
    work: Rc<Work>,
}

impl Plain {
    fn of(what: &str) -> Plain {
        let program = bundled(what);
        let count = Count::of_at_least(LEAVES, what, program, vec![start(program)]);
        Plain { work: count.work(what, Way::USUAL), count }
    }

    /// Other rules, of the plain ones: as deep, but for trees that are wider.
    fn against(&self, what: &str, text: &str, wanted: f64) -> Figure {
        let program = said(text);
        let other = Count::within(&self.count, LEAVES, what, program, vec![start(program)]);
        Figure::Ratio(other.work(what, Way::USUAL), self.work.clone(), Some(wanted))
    }
}

/// English draughts with a third kind of piece, of which each side has one.
const THIRD_KIND: &str = r#"+++
name = "Three kinds"
version = "1.0.0"
extends = "english"
[pieces]
duke = { symbol = "d" }
[setup]
diagram = true
duke = { Black = ["14"], White = ["19"] }
+++
movement {
  add duke may step diagonal
}
"#;

/// English draughts with one odd line.
fn odd() -> Vec<Figure> {
    let english = Plain::of("english");
    let lines = [
        ("a second rule that never applies", ("movement", "man may step backward diagonal if count piece = 100")),
        ("a jump over own men", ("capture", "man may jump forward diagonal over own man")),
        ("a hop over own pieces", ("movement", "man may hop forward diagonal over own")),
    ];
    let texts = lines.map(|(what, line)| (what, with_line("english", line)));
    let texts = texts.into_iter().chain([("a third kind", THIRD_KIND.to_owned())]);
    texts.map(|(what, text)| english.against(&format!("english with {what}"), &text, 0.3)).collect()
}

/// Odd lines that are drawn, and what they are drawn by.
const DRAWN: usize = 10;
const SEED: u64 = 20_261_129;

/// Lines of the random rule files that the tests make, each added to three national games.
fn drawn() -> Vec<Figure> {
    let (mut lines, mut seed) = (Vec::new(), SEED);
    while lines.len() < DRAWN {
        let line = odd_line(&mut seed);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let mut figures = Vec::new();
    for parent in ["english", "international", "turkish"] {
        let plain = Plain::of(parent);
        let odd =
            lines.iter().map(|line| plain.against(&format!("{parent} with `{}`", line.1), &with_line(parent, *line), 0.2));
        figures.extend(odd);
    }
    figures
}
