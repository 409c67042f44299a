//! `draughtsman perft`: how many leaves the tree of moves has.

use std::io::Write;

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::analysis::split::Part;
use draughtsman::engine::{Counting, LimitReached};
use draughtsman::model::equipment::Routes;
use draughtsman::notation::json::perft::{Counting as CountingName, Depth, Perft};
use draughtsman::notation::position::to_wire;
use draughtsman::program::Program;
use indexmap::IndexMap;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, whole};
use super::interrupt::Interrupt;
use super::position::{self, Begun};
use super::processor::{Clock, threads};
use super::{progress, write_json};

/// Count the leaves of the tree of moves
///
/// A ply is one decision, chance's included. Endings that wait for patience to run out (clocks, repetition) are not applied, and
/// a finished game has no moves.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/perft.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0..=1000))]
    depth: u32,
    /// Count every capture route
    #[arg(long, conflicts_with = "drop")]
    keep: bool,
    /// Count routes with the same result once; without --keep or --drop it is as the rules say
    #[arg(long)]
    drop: bool,
    /// Make every move down to the leaves, instead of listing those of the last ply
    #[arg(long)]
    made: bool,
    /// Count by the general machine alone, without what is made for speed: slower, to compare
    #[arg(long)]
    general: bool,
    /// Leaves below each move
    #[arg(long)]
    divide: bool,
    /// How many threads count side by side; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    #[command(flatten)]
    json: JsonArgument,
}

/// Counts the leaves, depth by depth.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position)?;
    if begun.view.is_some() {
        return Err(Failure::wrong("perft counts what can happen, whoever looks: with --view, give --sample NUMBER"));
    }
    let program = begun.session.program();
    let way = Way { counting: counting(arguments), made: arguments.made, quick: !arguments.general };
    let interrupt = Interrupt::heed()?;
    let (counter, threads) = (Counter::new(program, way), threads(arguments.threads)?);
    let count = Count { begun: &begun, counter, threads, interrupt: &interrupt };
    let depths = arguments.depth.min(1)..=arguments.depth;
    let told = |done: Option<u32>| match done {
        Some(done) => format!("counted to depth {done}, {} was asked for", arguments.depth),
        None => "nothing is counted".to_owned(),
    };
    if arguments.json.json {
        let counted = depths.map_while(|depth| count.at(depth).transpose());
        let depths = counted.map(|one| Ok(one?.entry(arguments.divide))).collect::<Result<Vec<Depth>, Failure>>()?;
        let last = depths.last().map(|depth| depth.depth);
        let counting = if routes(program, way.counting) == Routes::Alike { CountingName::Drop } else { CountingName::Keep };
        let position = to_wire(&begun.session.header(), &begun.session.terms(), &begun.shown());
        let variant = begun.session.variant().id.clone();
        write_json(out, &Perft { schema: 1, variant, position, counting, depths })?;
        return interrupt.end(Answer::Yes, || told(last));
    }
    writeln!(out, "{:>5} {:>20} {:>12} {:>14}", "depth", "nodes", "cpu seconds", "nodes/second")?;
    for depth in depths.clone() {
        let Some(counted) = count.at(depth)? else { return interrupt.end(Answer::Yes, || told(depth.checked_sub(1))) };
        let speed = counted.nodes as f64 / counted.cpu_seconds.max(1e-9);
        let speed = if counted.cpu_seconds < 0.001 { "-".to_owned() } else { format!("{speed:.0}") };
        writeln!(out, "{depth:>5} {:>20} {:>12.3} {speed:>14}", counted.nodes, counted.cpu_seconds)?;
        out.flush()?;
        if arguments.divide && depth == *depths.end() {
            let width = counted.divide.keys().map(|text| text.chars().count()).max().unwrap_or(0);
            writeln!(out)?;
            for (text, nodes) in &counted.divide {
                writeln!(out, "{text:<width$} {nodes:>20}")?;
            }
        }
    }
    Ok(Answer::Yes)
}

fn counting(arguments: &Arguments) -> Counting {
    match (arguments.keep, arguments.drop) {
        (true, _) => Counting::Keep,
        (_, true) => Counting::Drop,
        _ => Counting::AsWritten,
    }
}

fn routes(program: &Program, counting: Counting) -> Routes {
    match counting {
        Counting::AsWritten => program.equipment.routes,
        Counting::Keep => Routes::Distinct,
        Counting::Drop => Routes::Alike,
    }
}

/// From this depth on, progress is shown.
const LONG: u32 = 5;

struct Count<'a> {
    begun: &'a Begun,
    counter: Counter<'a>,
    threads: Option<rayon::ThreadPool>,
    interrupt: &'a Interrupt,
}

struct Counted {
    depth: u32,
    nodes: u64,
    cpu_seconds: f64,
    divide: IndexMap<String, u64>,
}

impl Counted {
    fn entry(self, divide: bool) -> Depth {
        let divide = divide.then_some(self.divide);
        Depth { depth: self.depth, nodes: self.nodes, cpu_seconds: self.cpu_seconds, divide }
    }
}

impl Count<'_> {
    /// The count to a depth, or `None` if it was interrupted.
    fn at(&self, depth: u32) -> Result<Option<Counted>, Failure> {
        let clock = Clock::start();
        if depth == 0 {
            return Ok(Some(Counted { depth, nodes: 1, cpu_seconds: clock.seconds(), divide: IndexMap::new() }));
        }
        let (moves, parts) = self.counter.parts(self.begun.position(), depth).map_err(Failure::wrong)?;
        let bar = match depth {
            ..LONG => ProgressBar::hidden(),
            _ => progress::named(parts.len() as u64, &format!("depth {depth}")),
        };
        let count = |part: &Part| {
            let leaves = self.counter.leaves_unless(&part.position, part.depth, &|| self.interrupt.asked())?;
            bar.inc(1);
            Ok(leaves.map(|leaves| (part.first, leaves)))
        };
        let counts: Result<Option<Vec<(usize, u64)>>, LimitReached> = match &self.threads {
            None => parts.iter().map(count).collect(),
            Some(threads) => threads.install(|| parts.par_iter().with_max_len(1).map(count).collect()),
        };
        bar.finish_and_clear();
        let mut below = vec![0u64; moves.len()];
        let Some(counts) = counts.map_err(Failure::wrong)? else { return Ok(None) };
        for (first, leaves) in counts {
            below[first] = below[first].saturating_add(leaves);
        }
        let cpu_seconds = clock.seconds();
        let nodes = below.iter().fold(0u64, |sum, leaves| sum.saturating_add(*leaves));
        let divide = self.begun.session.texts_of(&moves).into_iter().zip(below).collect();
        Ok(Some(Counted { depth, nodes, cpu_seconds, divide }))
    }
}
