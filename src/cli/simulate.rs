//! `draughtsman simulate`: many games of agents among themselves, and what came of them.

use std::io::Write;

use draughtsman::agents::{self, Series, Undecided};
use draughtsman::analysis::simulate::{Simulator, Tally, to_wire};
use draughtsman::notation::json::simulate::{Plies, Simulation};

use super::agents::{AgentArguments, own};
use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, RulesArguments, whole};
use super::interrupt::Interrupt;
use super::processor::{Clock, Parts, threads};
use super::{position, progress, write_json};

/// Play many games, and tell who wins, how, and how long it takes
///
/// Clocks, repetition and every other ending apply. A game that is not over after --limit decisions is cut off, and counted as
/// neither won nor drawn.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/simulate.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Begin here: FEN text, or a file (.fen, .json, .toml)
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,
    /// Fix all chance, that of the set-up too
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..=1_000_000_000))]
    games: u64,
    #[command(flatten)]
    agents: AgentArguments,
    /// Cut a game off after so many decisions of players
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    /// How many threads play side by side; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    #[command(flatten)]
    json: JsonArgument,
}

/// Games in one go, between two looks at the progress bar.
const AT_ONCE: u64 = 64;

/// Plays the games.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let Arguments { rules, position, seed, .. } = arguments;
    // The chance of the set-up is each game's own.
    let asked = PositionArguments { rules: rules.clone(), position: position.clone(), ..Default::default() };
    let begun = position::begin(&asked)?;
    let agents = arguments.agents.by_player(&begun.session)?;
    let simulator = Simulator::new(begun.session.program(), begun.session.position().clone(), arguments.limit);
    let bar = progress::counted(arguments.games, "games");
    let sides = begun.session.program().equipment.sides.len();
    let interrupt = Interrupt::heed()?;
    let stop = || interrupt.asked();
    let clock = agents::Clock::wall().stopped_by(&stop);
    let some = |part: u64| -> Result<Tally, Undecided> {
        let first = part * AT_ONCE;
        let last = (first + AT_ONCE).min(arguments.games);
        let mut series = match own(&agents) {
            Some(agents) => Series::new(&simulator, &agents, *seed, clock),
            None => {
                let deciders = agents.iter().map(|who| who.decider(simulator.program())).collect();
                Series::between(&simulator, deciders, *seed, clock)
            }
        };
        let tally = series.tally(first..last)?;
        bar.inc(tally.games);
        Ok(tally)
    };
    let nothing = || Tally::new(sides);
    let parts = Parts { count: arguments.games.div_ceil(AT_ONCE), some, nothing, both: Tally::and, interrupt: &interrupt };
    let started = threads(arguments.threads)?;
    let processor = Clock::start();
    let tally = parts.done(started.as_ref());
    let cpu_seconds = processor.seconds();
    bar.finish_and_clear();
    let tally = tally.map_err(Failure::wrong)?;
    let named = agents::named(&agents, &begun.session.program().equipment);
    let counted = to_wire(&tally, begun.session.variant(), named, *seed, arguments.limit);
    let simulation = Simulation { cpu_seconds, ..counted };
    if arguments.json.json {
        write_json(out, &simulation)?;
    } else {
        table(&simulation, out)?;
    }
    interrupt.end(Answer::Yes, || format!("{} of {} games are counted", simulation.games, arguments.games))
}

fn table(simulation: &Simulation, out: &mut dyn Write) -> Result<(), Failure> {
    let share = |games: u64| 100.0 * games as f64 / simulation.games.max(1) as f64;
    let speed = simulation.games as f64 / simulation.cpu_seconds.max(1e-9);
    let Simulation { variant, agent, seed, games, .. } = simulation;
    writeln!(out, "{games} games of {variant} by agent {agent}, seed {seed}: {speed:.0} a second of processor time\n")?;
    for (side, wins) in &simulation.wins {
        writeln!(out, "{wins:>12} {:>6.2} %  {side} wins", share(*wins))?;
    }
    writeln!(out, "{:>12} {:>6.2} %  drawn", simulation.draws, share(simulation.draws))?;
    for (reason, games) in &simulation.draws_by {
        writeln!(out, "{games:>12} {:>6.2} %    {reason}", share(*games))?;
    }
    let limit = simulation.limit;
    writeln!(out, "{:>12} {:>6.2} %  cut off after {limit} decisions", simulation.cut_off, share(simulation.cut_off))?;
    writeln!(out, "\nendings")?;
    for (reason, games) in &simulation.endings {
        writeln!(out, "{games:>12} {:>6.2} %  {reason}", share(*games))?;
    }
    let Plies { mean, min, quartiles: [first, half, third], max } = simulation.plies;
    writeln!(out, "\ndecisions a game: mean {mean:.2}, shortest {min}, quartiles {first} {half} {third}, longest {max}")?;
    writeln!(out, "moves a decision: mean {:.2}", simulation.branching)?;
    Ok(())
}
