//! `draughtsman analyse`: the best lines of play from a position.

mod game;
mod shown;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use draughtsman::agents::{self, Agent, Effort};
use draughtsman::notation::json::analysis;
use draughtsman::notation::position::to_wire;
use draughtsman::session::{Analysis, MOST_LINES, USUAL_LINES};

use super::agents::{fit, read_own};
use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, MemoryArgument, PositionArguments, time, whole};
use super::interrupt::Interrupt;
use super::output::ForceArgument;
use super::position::{self, Begun};
use super::processor::Clock;
use super::{moves, write_json};
pub(super) use game::forget;
use shown::Live;

/// Tell the best moves of a position, what they are worth, and how it goes on; or judge each move of a game
///
/// With a game (.pdn, or saved as .toml) in place of the rules each of its moves is judged, by rules that the game names. Values are to who decides, in pieces that count 1; `wins in 5` is certain, and counts the decisions of everybody; by endgame tables, which leave clocks and repetition aside, these may draw it. Where something
/// is hidden, positions that the player may believe in are thought about, and it is told in how many of them a move is the best, and what it is worth on average.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/analyse.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How long to think: `10s`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// How many moves to tell of [default: 3]
    #[arg(long, value_name = "K", value_parser = whole::<u16>(1..=u64::from(MOST_LINES)))]
    lines: Option<u16>,
    /// Who thinks: `alpha-beta:EFFORT` or `mcts:EFFORT`; an EFFORT is a time, a number of decisions looked at or playouts, for alpha-beta
    /// a depth (`depth=12`), or several of these with commas, and what it thinks with (`threads=2`, `untrained`); `memory=64` goes before
    /// `--memory`
    #[arg(long, value_name = "AGENT", default_value = "alpha-beta:5s")]
    agent: String,
    /// Of a game: the rules, where it does not say by which it is played
    #[arg(long, value_name = "VARIANT")]
    rules: Option<String>,
    /// Of a game: write it in PDN with what was thought into a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Of a game: draw who stood better after each move, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// An agent that needs none of the files beside the rules, for messages.
const WITHOUT: &str = "`--agent alpha-beta:EFFORT,untrained`";

/// Analyses a position or a game.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let agent = agent(arguments)?;
    if game::is_game(&arguments.position.rules.variant) {
        return game::run(arguments, agent, out);
    }
    if arguments.output.is_some() || arguments.rules.is_some() || arguments.plot.is_some() {
        return Err(Failure::wrong("--output, --plot and --rules go with a game: `analyse game.pdn`"));
    }
    let begun = position::begin(&arguments.position)?;
    let session = &begun.session;
    begun.player_decides()?;
    fit(session.program(), agent, WITHOUT)?;
    if !arguments.json.json {
        moves::board(&session.terms(), &begun.shown(), false, out)?;
        out.flush()?;
    }
    let interrupt = Interrupt::heed()?;
    let stop = || interrupt.asked();
    let clock = agents::Clock::wall().stopped_by(&stop);
    let mut thinker = session.thinker(agent, arguments.memory.bytes())?;
    let (live, processor) = (Live::new(!arguments.json.json), Clock::start());
    let told = |analysis: &Analysis| live.tell(analysis);
    let analysis = session.analyse(begun.view, &mut thinker, usize::from(arguments.lines.unwrap_or(USUAL_LINES)), clock, &told);
    live.end();
    let analysis = analysis?;
    match arguments.json.json {
        true => write_json(out, &wire(&begun, agent, &analysis, processor.seconds()))?,
        false => shown::write(session, agent, &analysis, processor.seconds(), out)?,
    }
    interrupt.end(Answer::Yes, || match agent {
        Agent::Mcts(..) => format!("after {} playouts", analysis.nodes),
        _ => format!("thought to depth {}", analysis.depth),
    })
}

/// The agent that searches, with the time of `--time`.
fn agent(arguments: &Arguments) -> Result<Agent, Failure> {
    let agent = read_own(&arguments.agent)?;
    let effort = match agent {
        Agent::AlphaBeta(effort, _) | Agent::Mcts(effort, _) => effort,
        Agent::Random | Agent::Greedy | Agent::Level(_) => {
            return Err(Failure::unknown(
                format!("`{agent}` does not look ahead as far as it can"),
                ["alpha-beta:10s", "alpha-beta:depth=12", "mcts:10s", "mcts:50000"],
            ));
        }
    };
    let time = arguments.time.or(effort.time);
    Ok(agent.with(Effort { time, ..effort }))
}

fn wire(begun: &Begun, agent: Agent, analysis: &Analysis, cpu_seconds: f64) -> analysis::Analysis {
    let session = &begun.session;
    analysis::Analysis {
        schema: 1,
        variant: session.variant().id.clone(),
        position: to_wire(&session.header(), &session.terms(), &begun.shown()),
        agent: agent.to_string(),
        player: session.decider(),
        depth: analysis.depth(),
        nodes: analysis.nodes,
        worlds: analysis.worlds,
        lines: analysis.to_wire(),
        goes_by: agents::goes_by(session.program(), &[agent]),
        cpu_seconds,
    }
}
