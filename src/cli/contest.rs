//! `draughtsman match`: two agents against each other, and who is stronger.

use std::io::Write;

use draughtsman::agents::{self, Agent, Contest, Score, is_decided};
use draughtsman::analysis::simulate::{Played as Game, Simulator};
use draughtsman::engine::LimitReached;
use draughtsman::notation::json::contest::{Match, Strength};
use indexmap::IndexMap;
use rayon::prelude::*;

use super::agents::read;
use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, RulesArguments, whole};
use super::position::{self, Begun};
use super::processor::{Clock, threads};
use super::simulate::progress;
use super::write_json;

/// Let two agents play against each other, and tell who is stronger
///
/// Each game begins with an opening of random moves. Each opening is played as often as there are sides, the first agent taking
/// each side in turn and the second one all others, so that an opening that is good for one side is good for neither agent. A
/// draw, and a game that is cut off, is half a point for both.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/match.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Who it is about: `random`, `greedy`, `level:1` to `level:8`, `alpha-beta:EFFORT`, `mcts:EFFORT`; an EFFORT is a time (2s,
    /// 500ms), a number of decisions looked at or playouts, or for alpha-beta a depth (depth=6)
    #[arg(value_name = "AGENT")]
    first: String,
    /// Whom it plays against
    #[arg(value_name = "OPPONENT")]
    second: String,
    /// Begin here: FEN text, or a file (.fen, .json, .toml)
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,
    /// How many games at most, rounded up to whole openings
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(1..=10_000_000))]
    games: u64,
    /// How many decisions at random a game begins with
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole::<u32>(0..=1000))]
    opening: u32,
    /// Stop as soon as it is likely enough that the agent is stronger by MORE Elo, or that it is by LESS only (errors of 5 %)
    #[arg(long, value_name = "LESS,MORE", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// Fix all chance, openings and agents
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Cut a game off after so many decisions of players
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    /// How many threads play side by side; the result is the same for any number, unless an agent plays by the clock
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    #[command(flatten)]
    json: JsonArgument,
}

/// The two ends between which the truth is looked for.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let wrong = || "two numbers of Elo, the smaller one first, are accepted: `0,20`".to_owned();
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (less, more) = text.split_once(',').ok_or_else(wrong)?;
    let ends = [number(less).ok_or_else(wrong)?, number(more).ok_or_else(wrong)?];
    if ends[0] < ends[1] { Ok(ends) } else { Err(wrong()) }
}

/// Rounds in one go, between two looks at what they came to.
const AT_ONCE: u64 = 8;

/// What was played.
struct Played {
    score: Score,
    /// Points of the first agent, and games, by the side that it played.
    sides: Vec<(f64, u64)>,
    decisions: u64,
    cut_off: u64,
}

/// Plays the games.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let Arguments { rules, position, seed, .. } = arguments;
    let who = [read(&arguments.first)?, read(&arguments.second)?];
    // The chance of the set-up is each game's own.
    let asked = PositionArguments { rules: rules.clone(), position: position.clone(), ..Default::default() };
    let begun = position::begin(&asked)?;
    let simulator = Simulator::new(begun.session.program(), begun.session.position().clone(), arguments.limit);
    let contest = || Contest::new(&simulator, who, arguments.opening, *seed, agents::Clock::wall());
    let a_round = begun.session.program().equipment.playing().count() as u64;
    let rounds = arguments.games.div_ceil(a_round);
    let bar = progress(rounds * a_round);
    let started = threads(arguments.threads)?;
    let clock = Clock::start();
    let mut played = Played { score: Score::default(), sides: vec![(0.0, 0); a_round as usize], decisions: 0, cut_off: 0 };
    let some = |contest: &mut Contest<'_>, number: u64| -> Result<Vec<Game>, LimitReached> {
        let games = contest.round(number)?;
        bar.inc(games.len() as u64);
        Ok(games)
    };
    let mut one = contest();
    for first in (0..rounds).step_by(AT_ONCE as usize) {
        let numbers = first..(first + AT_ONCE).min(rounds);
        let games: Result<Vec<_>, LimitReached> = match &started {
            None => numbers.map(|number| some(&mut one, number)).collect(),
            Some(started) => started.install(|| numbers.into_par_iter().map_init(contest, some).collect()),
        };
        for round in games.map_err(Failure::wrong)? {
            let points: Vec<f64> = round.iter().enumerate().map(|(number, played)| one.points(number, played)).collect();
            for ((sum, games), point) in played.sides.iter_mut().zip(&points) {
                (*sum, *games) = (*sum + point, *games + 1);
            }
            played.decisions += round.iter().map(|game| u64::from(game.decisions)).sum::<u64>();
            played.cut_off += round.iter().filter(|game| game.outcome.is_none()).count() as u64;
            played.score.add(&points);
        }
        if arguments.sprt.is_some_and(|ends| is_decided(played.score.likelihood(ends)).is_some()) {
            break;
        }
    }
    let cpu_seconds = clock.seconds();
    bar.finish_and_clear();
    if played.score.games == 0 {
        let Arguments { opening, limit, .. } = arguments;
        let problem = format!("no game goes on after an opening of {opening} decisions (and is cut off after {limit})");
        return Err(Failure::wrong(format!("{problem}: choose a smaller --opening")));
    }
    let said = said(arguments, who, &begun, &played, cpu_seconds);
    if arguments.json.json {
        write_json(out, &said)?;
    } else {
        table(arguments, &said, out)?;
    }
    Ok(Answer::Yes)
}

fn said(arguments: &Arguments, [agent, opponent]: [Agent; 2], begun: &Begun, played: &Played, cpu_seconds: f64) -> Match {
    let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
    let Score { games, results: [won, drawn, lost], .. } = played.score;
    // A score of everything or nothing stands for no number.
    let finite = |number: f64| number.is_finite().then(|| (number * 10.0).round() / 10.0);
    let (elo, ends) = played.score.elo();
    let likelihood = arguments.sprt.map(|ends| played.score.likelihood(ends));
    let equipment = &begun.session.program().equipment;
    let names = equipment.playing().map(|side| equipment.sides[side.index()].name.clone());
    let of_side = |(sum, games): &(f64, u64)| thousandths(sum / (*games).max(1) as f64);
    Match {
        schema: 1,
        variant: begun.session.variant().id.clone(),
        agent: agent.to_string(),
        opponent: opponent.to_string(),
        seed: arguments.seed,
        opening: arguments.opening,
        limit: arguments.limit,
        games,
        won,
        drawn,
        lost,
        cut_off: played.cut_off,
        score: thousandths(played.score.mean()),
        error: played.score.error().map(thousandths),
        score_as: names.zip(played.sides.iter().map(of_side)).collect::<IndexMap<String, f64>>(),
        elo: Strength {
            difference: finite(elo),
            least: ends.and_then(|(least, _)| finite(least)),
            most: ends.and_then(|(_, most)| finite(most)),
        },
        likelihood: likelihood.map(thousandths),
        stronger: likelihood.and_then(is_decided),
        decisions: thousandths(played.decisions as f64 / games.max(1) as f64),
        cpu_seconds,
    }
}

fn table(arguments: &Arguments, said: &Match, out: &mut dyn Write) -> Result<(), Failure> {
    let Match { variant, agent, opponent, seed, opening, games, won, drawn, lost, .. } = said;
    writeln!(out, "{games} games of {variant}, {agent} against {opponent}, openings of {opening} decisions, seed {seed}\n")?;
    writeln!(out, "{won:>8} won  {drawn} drawn  {lost} lost")?;
    if said.cut_off > 0 {
        writeln!(out, "{:>8} of the drawn ones were cut off after {} decisions", said.cut_off, said.limit)?;
    }
    let error = said.error.map(|error| format!(" ± {:.1}", 196.0 * error)).unwrap_or_default();
    writeln!(out, "{:>8.1} %{error} of the points", 100.0 * said.score)?;
    for (side, score) in &said.score_as {
        writeln!(out, "{:>8.1} % as {side}", 100.0 * score)?;
    }
    let Strength { difference, least, most } = said.elo;
    match difference {
        Some(elo) => write!(out, "\nElo {elo:+.0}")?,
        None => write!(out, "\nElo beyond measure")?,
    }
    // An interval that reaches everything or nothing has one end.
    match (least, most) {
        (Some(least), Some(most)) => writeln!(out, ", between {least:+.0} and {most:+.0} in 95 of 100 such matches")?,
        (Some(least), None) => writeln!(out, ", {least:+.0} or more in 95 of 100 such matches")?,
        (None, Some(most)) => writeln!(out, ", {most:+.0} or less in 95 of 100 such matches")?,
        (None, None) => writeln!(out)?,
    }
    if let (Some([less, more]), Some(likelihood)) = (arguments.sprt, said.likelihood) {
        let end = match said.stronger {
            Some(true) => format!("stronger by {more} Elo or more is likelier by far"),
            Some(false) => format!("stronger by {less} Elo or less is likelier by far"),
            None => "not decided: more games are needed".to_owned(),
        };
        writeln!(out, "likelihood {likelihood:.2} of {more} Elo against {less}: {end}")?;
    }
    writeln!(
        out,
        "decisions a game: {:.1}; {:.2} s of processor time a game",
        said.decisions,
        said.cpu_seconds / (*games).max(1) as f64
    )?;
    Ok(())
}
