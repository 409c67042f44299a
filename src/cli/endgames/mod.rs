//! `draughtsman endgames`: computes the value of every position with few pieces, for a file beside the rules.

mod told;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use draughtsman::agents::{Retrograde, checksum, grounds};
use draughtsman::endgames::{self, MOST_PIECES, Material, Summary};
use draughtsman::engine::Game;
use draughtsman::model::Equipment;
use draughtsman::notation::json::SCHEMA;
use draughtsman::notation::json::endgames::{Endgames, Table};

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, RulesArguments, whole};
use super::interrupt::Interrupt;
use super::output::{ForceArgument, Made, at_last, bytes, ready};
use super::processor::{Clock, workers};
use super::{position, progress, write_json};

/// Work out what every position with few pieces is worth, for agents that look ahead, `analyse` and `solve`
///
/// Of each position with so many pieces it finds out whether who is to move wins, draws or loses, and in how many decisions, and keeps
/// that beside the rule file. Clocks and repetition do not count. It is for games in which pieces on the board and who is to move are
/// all that matters. What was made before is not made again: whoever was interrupted goes on.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/endgames.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// How many pieces, of both sides together, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(2..=MOST_PIECES as u64))]
    pieces: u32,
    /// How many threads work side by side; the tables are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// How much memory may be taken, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = whole::<u32>(1..=1 << 20))]
    memory: u32,
    /// Write here, not beside the rules
    #[arg(long = "out", short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// Least time between two writes of the file while tables are made.
const BETWEEN_WRITES: Duration = Duration::from_secs(10);

impl Arguments {
    /// The limit of memory in bytes.
    fn room(&self) -> u64 {
        u64::from(self.memory) << 20
    }
}

/// Makes the tables.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let asked = PositionArguments { rules: arguments.rules.clone(), ..Default::default() };
    let session = position::begin(&asked)?.session;
    let program = session.program();
    program.is_plain().map_err(|why| {
        let only = "tables are for games in which pieces on the board and who is to move are all that matters";
        Failure::Wrong(format!("there are no endgame tables of `{}`: {why}; {only}", session.variant().id))
    })?;
    let beside = || session.rules().loaded().endgames_path(&session.variant().equipment);
    let path = arguments.out.clone().or_else(beside);
    let path = path.ok_or_else(|| Failure::wrong("the rules are no file: say where to write with --out"))?;
    let named = |error: &dyn std::fmt::Display| Failure::Wrong(format!("{}: {error}", path.display()));
    ready(Some(&path), Made::Endgames, arguments.force)?;
    let rules = checksum(program);
    let mut kept = Kept::at(&path, arguments.force, endgames::beginning(&session.variant().id, &rules));
    let solved = match kept.read() {
        Some(old) => {
            let called = session.rules().loaded().asked_as(&session.variant().equipment);
            let read = endgames::Endgames::read(&old, (&rules, &called), grounds(program));
            let (solved, whole) = read.map_err(|error| named(&error))?;
            kept.held = old[..whole].to_vec();
            solved
        }
        None => endgames::Endgames::new(grounds(program)),
    };
    let mut retrograde = Retrograde::new(program, Game::from(session.position().clone()), solved, arguments.room());
    fits(arguments, &retrograde)?;
    let (interrupt, processor) = (Interrupt::heed()?, Clock::start());
    let materials = retrograde.materials(arguments.pieces).map_err(Failure::wrong)?;
    let (made, written) = make(arguments, &materials, &mut retrograde, &interrupt, &mut kept)?;
    let written = written.and_then(|()| kept.write());
    let solved = &retrograde.solved;
    let missing = materials.iter().filter(|material| !solved.has(material)).count() as u64;
    let tables: Vec<Table> = solved.summaries().into_iter().map(|one| table(&session.variant().equipment, one)).collect();
    let told = Endgames {
        schema: SCHEMA,
        variant: session.variant().id.clone(),
        file: path.display().to_string(),
        bytes: kept.written as u64,
        made,
        wanted: tables.len() as u64 + missing,
        interrupted: missing > 0,
        tables,
        cpu_seconds: processor.seconds(),
    };
    let said = match arguments.json.json {
        true => write_json(out, &told),
        false => told::write(&told, out),
    };
    at_last(said, written)?;
    interrupt.end(Answer::Yes, || {
        format!("{} tables are kept in {}; the next run goes on from there", told.tables.len(), path.display())
    })
}

/// Makes sure that the tables fit into memory.
fn fits(arguments: &Arguments, retrograde: &Retrograde<'_>) -> Result<(), Failure> {
    let room = arguments.room();
    let needs = |pieces: u32| retrograde.bytes(pieces).map_err(Failure::wrong);
    let all = needs(arguments.pieces)?;
    if all <= room {
        return Ok(());
    }
    let less = (2..arguments.pieces).rev().find(|pieces| needs(*pieces).is_ok_and(|bytes| bytes <= room));
    let less = less.map_or_else(|| "not even 2 pieces fit in that".to_owned(), |pieces| format!("{pieces} pieces fit in that"));
    let (pieces, given) = (arguments.pieces, arguments.memory);
    let mib = all.div_ceil(1 << 20);
    Err(Failure::Wrong(format!(
        "tables of {pieces} pieces take about {mib} MiB, and {given} MiB are given: {less}; --memory gives more"
    )))
}

/// Makes all missing tables and keeps them. Returns how many were made, and the failure that kept the file from being
/// written.
fn make(
    arguments: &Arguments,
    materials: &[Material],
    retrograde: &mut Retrograde<'_>,
    interrupt: &Interrupt,
    kept: &mut Kept<'_>,
) -> Result<(u64, Result<(), Failure>), Failure> {
    let numbers: Vec<u64> = materials.iter().map(|one| retrograde.solved.grounds().numbers(one)).collect();
    let bar = progress::counted(numbers.iter().sum(), "positions");
    let workers = workers(arguments.threads)?;
    let mut made = 0;
    for (material, numbers) in materials.iter().zip(numbers) {
        let mut failed = None;
        let mut told = |_: &Summary, bytes: &[u8]| {
            made += 1;
            kept.held.extend_from_slice(bytes);
            failed = failed.take().or(kept.write_if_due().err());
        };
        let solved = workers.install(|| retrograde.solve(material, &|| interrupt.asked(), &mut told));
        if let Some(failure) = failed {
            bar.finish_and_clear();
            return Ok((made, Err(failure)));
        }
        match solved {
            Err(_) if interrupt.asked() => break,
            Err(why) => {
                kept.write()?;
                return Err(Failure::wrong(why));
            }
            Ok(()) => bar.inc(numbers),
        }
    }
    bar.finish_and_clear();
    Ok((made, Ok(())))
}

fn table(equipment: &Equipment, summary: &Summary) -> Table {
    let kinds = equipment.kinds.len();
    let boards = summary.material.0.iter().enumerate().filter(|(_, count)| **count > 0);
    let named = |(board, count): (usize, &u8)| {
        let (side, kind) = (&equipment.sides[board / kinds], &equipment.kinds[board % kinds]);
        (format!("{} {}", side.name, kind.name), u32::from(*count))
    };
    let Summary { placements, won, drawn, lost, longest, .. } = *summary;
    Table { material: boards.map(named).collect(), placements, won, drawn, lost, longest }
}

/// The file, with what it is to hold.
struct Kept<'k> {
    path: &'k Path,
    force: ForceArgument,
    held: Vec<u8>,
    /// How many bytes of it have been written.
    written: usize,
    last: Instant,
}

impl Kept<'_> {
    fn at(path: &Path, force: ForceArgument, beginning: Vec<u8>) -> Kept<'_> {
        Kept { path, force, held: beginning, written: 0, last: Instant::now() }
    }

    /// The file to continue, unless `--force` has everything made anew.
    fn read(&self) -> Option<Vec<u8>> {
        fs::read(self.path).ok().filter(|old| !self.force.force && !old.trim_ascii().is_empty())
    }

    fn write_if_due(&mut self) -> Result<(), Failure> {
        if self.last.elapsed() < BETWEEN_WRITES { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<(), Failure> {
        if self.written < self.held.len() {
            bytes(self.path, &self.held, Made::Endgames, self.force)?;
        }
        (self.written, self.last) = (self.held.len(), Instant::now());
        Ok(())
    }
}
