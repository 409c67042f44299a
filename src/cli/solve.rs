//! `draughtsman solve`: the shortest win that no reply prevents.

use std::io::Write;
use std::time::Duration;

use draughtsman::agents::{self, Otherwise};
use draughtsman::endgames::Value;
use draughtsman::notation::counted;
use draughtsman::notation::json::solved::{Ended, Exact, Solved};
use draughtsman::notation::position::to_wire;
use draughtsman::session::Solution;

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, MemoryArgument, PositionArguments, time, whole};
use super::interrupt::Interrupt;
use super::position::{self, Begun};
use super::processor::Clock;
use super::{moves, progress, write_json};

/// Find the shortest win of who is to move, and every first move that keeps it
///
/// Every way is tried: within one move, two, and so on. What counts are decisions of the player who is to win; most games have one a
/// turn. Several first moves that win as soon are duals: a sound problem has one.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/solve.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Look no further than so many moves of the player
    #[arg(long, value_name = "N", default_value_t = MOST, value_parser = whole::<u32>(1..=u64::from(MOST)))]
    win_in: u32,
    /// Look no longer: `10s`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// Greatest number of moves to search.
const MOST: u32 = 100;

/// Solves a position. The answer is no if no win is found.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let begun = position::begin(&arguments.position)?;
    begun.player_decides()?;
    let session = &begun.session;
    let (interrupt, processor) = (Interrupt::heed()?, Clock::start());
    let wall = agents::Clock::wall();
    let end = arguments.time.zip(wall.now()).map(|(time, now)| now + time);
    let stop = || interrupt.asked() || end.zip(wall.now()).is_some_and(|(end, now)| now >= end);
    let bar = progress::told();
    let told = |tried: u32| bar.set_message(format!("no win within {tried}"));
    let solved = session.solve(arguments.win_in, arguments.memory.bytes(), wall.stopped_by(&stop), &told);
    bar.finish_and_clear();
    let solution = solved?;
    let ended = match () {
        () if solution.win.is_some() => Ended::Win,
        () if solution.never => Ended::Never,
        () if solution.moves >= arguments.win_in => Ended::WinIn,
        () if interrupt.asked() => Ended::Interrupted,
        () => Ended::Time,
    };
    match arguments.json.json {
        true => write_json(out, &wire(&begun, &solution, ended, processor.seconds()))?,
        false => text(&begun, &solution, ended, out)?,
    }
    let answer = if solution.win.is_some() { Answer::Yes } else { Answer::No };
    interrupt.end(answer, || format!("every way is tried within {} moves", solution.moves))
}

fn wire(begun: &Begun, solution: &Solution, ended: Ended, cpu_seconds: f64) -> Solved {
    let session = &begun.session;
    Solved {
        schema: 1,
        variant: session.variant().id.clone(),
        position: to_wire(&session.header(), &session.terms(), &begun.shown()),
        player: session.decider(),
        win_in: solution.win,
        result: result(solution).map(str::to_owned),
        loses_in: match solution.otherwise {
            Some(Otherwise::Lost(moves)) => Some(moves),
            Some(Otherwise::Drawn) | None => None,
        },
        tried: solution.moves,
        ended,
        nodes: solution.nodes,
        endgames: solution.known.map(exact),
        lines: solution.lines.clone(),
        cut_short: solution.cut_short,
        cpu_seconds,
    }
}

/// The value of the position, if it was found.
fn result(solution: &Solution) -> Option<&'static str> {
    match solution.otherwise {
        _ if solution.win.is_some() => Some("won"),
        Some(Otherwise::Drawn) => Some("drawn"),
        Some(Otherwise::Lost(_)) => Some("lost"),
        None => None,
    }
}

fn exact(known: Value) -> Exact {
    let (result, decisions) = match known {
        Value::Won(plies) => ("won", Some(plies)),
        Value::Drawn => ("drawn", None),
        Value::Lost(plies) => ("lost", Some(plies)),
    };
    Exact { result: result.to_owned(), decisions }
}

fn text(begun: &Begun, solution: &Solution, ended: Ended, out: &mut dyn Write) -> Result<(), Failure> {
    moves::board(&begun.session.terms(), &begun.shown(), false, out)?;
    let (player, nodes) = (begun.session.decider(), solution.nodes);
    let moves = |many: u32| counted(many.into(), "move");
    match solution.win {
        Some(many) => writeln!(out, "{player} wins in {}; {nodes} decisions looked at\n", moves(many))?,
        None if solution.never => {
            let otherwise = match solution.otherwise {
                Some(Otherwise::Drawn) => ": a draw, if both play their best".to_owned(),
                Some(Otherwise::Lost(many)) => format!(": the other side wins in {}, whatever {player} does", moves(many)),
                None => String::new(),
            };
            writeln!(out, "{player} has no win at all{otherwise}; {nodes} decisions looked at")?;
        }
        None => {
            let beyond = match ended {
                Ended::Time => "beyond there was no time; ",
                Ended::Interrupted => "then it was interrupted; ",
                Ended::Win | Ended::WinIn | Ended::Never => "",
            };
            writeln!(out, "{player} has no win within {}; {beyond}{nodes} decisions looked at", moves(solution.moves))?;
        }
    }
    let aside = if begun.session.program().is_patient() { ", which leave clocks and repetition aside" } else { "" };
    let together = |plies: u16| format!("{} of both together", counted(plies.into(), "decision"));
    match solution.known {
        Some(Value::Won(plies)) => writeln!(out, "endgame tables{aside}: {player} wins in {}", together(plies))?,
        Some(Value::Drawn) => writeln!(out, "endgame tables{aside}: a draw, if both play their best")?,
        Some(Value::Lost(plies)) => writeln!(out, "endgame tables{aside}: {player} loses in {}", together(plies))?,
        None => {}
    }
    for line in &solution.lines {
        writeln!(out, "{}", line.join("  "))?;
    }
    if solution.cut_short {
        writeln!(out, "there was no time to follow this to the end")?;
    }
    if solution.lines.len() > 1 {
        writeln!(out, "\n{} first moves win as soon: duals, if this is a problem", solution.lines.len())?;
    }
    Ok(())
}
