//! `draughtsman pdn`: checks, counts and writes games in PDN.

mod played;
mod read;
mod told;
mod totals;

use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;

use indicatif::ProgressBar;
use rayon::prelude::*;

use draughtsman::notation::{counted, grouped};
use draughtsman::session::Rules;

use super::answer::{Answer, Failure, Misread};
use super::arguments::{ChoiceArguments, whole};
use super::ci::{Format, FormatArguments};
use super::forms::{self, Form};
use super::interrupt::Interrupt;
use super::output::ForceArgument;
use super::processor::threads;
use super::progress;
use played::played;
use read::{Known, Read};
use told::Told;

/// Play games in PDN through, count them, and write games in PDN
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/pdn.txt"))]
pub(crate) struct Arguments {
    /// Games in PDN, or a game saved as .toml; `-` for PDN on standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The rules, for games that do not say by which they are played: a bundled name or a path
    #[arg(long, value_name = "VARIANT")]
    rules: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// Only the game of this number in its file
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    game: Option<usize>,
    /// Print the games in PDN, as this program writes them, instead of a line for each
    #[arg(long, conflicts_with_all = ["format", "json", "statistics", "tree"])]
    write: bool,
    /// The same into a file
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["format", "json", "statistics", "tree"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// Print how the games ended and how long they were, by their rules, instead of a line for each
    #[arg(long)]
    statistics: bool,
    /// The same, with the tree of the first moves, so many deep
    #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_OF_THE_TREE))]
    tree: usize,
    /// Leave out of the tree what was played in fewer games
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = whole::<u64>(1..=u64::from(u32::MAX)))]
    least: u64,
    #[command(flatten)]
    format: FormatArguments,
    /// How many threads play side by side; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
}

/// Greatest depth of the tree of openings.
const MOST_OF_THE_TREE: u64 = 200;

impl Arguments {
    fn writes(&self) -> bool {
        self.write || self.output.is_some()
    }

    fn counts(&self) -> bool {
        self.statistics || self.tree > 0
    }

    /// Whether a line is written for every game.
    fn tells_lines(&self) -> bool {
        self.format.format() == Format::Human && !self.writes() && !self.counts()
    }
}

/// Files up to this size are read too fast for a progress bar.
const MANY_BYTES: usize = 1 << 16;

/// Number of games played through at once; then the progress bar is updated and Ctrl-C is heeded.
const AT_ONCE: usize = 256;

/// Checks, counts or writes the games.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if matches!(arguments.format.format(), Format::Report(_)) && arguments.counts() {
        return Err(Failure::wrong("a report has a test for each game, and no statistics: leave out --format, or take --json"));
    }
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Pdn])?;
    }
    let (interrupt, threads) = (Interrupt::heed()?, threads(arguments.threads)?);
    let mut known = Known::default();
    let mut told = Told::new(arguments);
    let mut left = 0;
    for file in &arguments.files {
        let text = read::text(file)?;
        let mut games = read::games(arguments, file, &text)?;
        // Lines on a terminal show the progress themselves, and a bar would disturb them. A few games need none.
        let bar = match text.len() > MANY_BYTES && (!arguments.tells_lines() || !std::io::stdout().is_terminal()) {
            true => progress::named(text.len() as u64, "games"),
            false => ProgressBar::hidden(),
        };
        loop {
            let some: Vec<Read<'_>> = if interrupt.asked() { Vec::new() } else { games.by_ref().take(AT_ONCE).collect() };
            let Some(last) = some.last() else { break };
            bar.set_message(counted(last.number as u64, "game"));
            bar.set_position((last.lines.before.bytes + last.lines.text.len()) as u64);
            let some: Vec<_> = some.into_iter().map(|read| known.with_rules(arguments, file, read)).collect();
            let one = |(read, rules): (Read<'_>, Result<Rules, Box<Misread>>)| {
                (read.number, rules.and_then(|rules| played(&rules, (file, read.lines), read.game)))
            };
            let all: Vec<_> = match &threads {
                None => some.into_iter().map(one).collect(),
                Some(threads) => threads.install(|| some.into_par_iter().map(one).collect()),
            };
            for (number, played) in all {
                told.tell(file, number, played, out)?;
            }
        }
        bar.finish_and_clear();
        left += games.count();
    }
    let (tried, answer) = (told.tried, if told.stopped == 0 { Answer::Yes } else { Answer::No });
    told.end(out)?;
    interrupt
        .end(answer, || format!("{} of {} are played through", grouped(tried as u64), counted((tried + left) as u64, "game")))
}
