//! `draughtsman match`: plays two agents against each other, to find out which is stronger.

mod openings;
mod rounds;
mod written;

use std::io::Write;
use std::path::PathBuf;

use draughtsman::agents::{self, BOUND, Contest, MatchTally, sprt_verdict};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::Game;
use draughtsman::notation::json::contest::{Between, Match, Points, Results, Strength};
use draughtsman::notation::json::goes_by::GoesBy;
use draughtsman::notation::{TimeControl, counted};

use super::agents::{Who, own, read};
use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, RulesArguments, whole};
use super::interrupt::Interrupt;
use super::output::{self, ForceArgument, Made};
use super::processor::{Clock, threads};
use super::{position, progress, report};
use rounds::Games;
pub(crate) use rounds::Rounds;
use written::{Recorded, Writer};

/// Let two agents play against each other, and tell who is stronger
///
/// Each game begins with an opening of random moves. Each opening is played as often as there are sides, the first agent taking
/// each side in turn and the second one all others, so that an opening that is good for one side is good for neither agent. A
/// game has one point: who has won it shares it with all who have won it too, and all sides share that of a draw and of a game that is
/// cut off.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/match.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Who it is about: `random`, `greedy`, `level:1` to `level:8`, `alpha-beta:EFFORT`, `mcts:EFFORT`, `hub:COMMAND`; an EFFORT is a
    /// time (2s, 500ms), a number of decisions looked at or playouts, or for alpha-beta a depth (depth=6), and with commas what
    /// it thinks with (`threads=2`, `memory=64` MiB, `untrained`); a COMMAND starts an engine that speaks Hub (docs/hub.md)
    #[arg(value_name = "AGENT")]
    first: String,
    /// Whom it plays against
    #[arg(value_name = "OPPONENT")]
    second: String,
    /// Begin here: FEN text, or a file (.fen, .json, .toml)
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,
    /// How many games at most, rounded up to whole openings; without it 200, with --openings each of these once
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=10_000_000))]
    games: Option<u64>,
    /// How many decisions at random a game begins with; without it 6, with --openings none
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=1000))]
    opening: Option<u32>,
    /// Begin with the moves of each game of a PDN file in turn; without FILE, of NAME.openings.pdn beside the rules, or of what is
    /// bundled
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "", conflicts_with = "position")]
    openings: Option<String>,
    /// Stop as soon as it is likely enough that the agent is stronger by MORE Elo, or that it is by LESS only (errors of 5 %)
    #[arg(long, value_name = "LESS,MORE", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// Play by the clock: MAIN for each player's whole game and MORE for each turn, such as 60s+1s. Who looks ahead takes a share of what is
    /// left, whatever time it was told; who runs out of time has lost
    #[arg(long, value_name = "MAIN+MORE", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Fix all chance, openings and agents
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Cut a game off after so many decisions of players
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    /// How many threads play side by side; the result is the same for any number, unless an agent plays by the clock or thinks on several threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Write the games here, as PDN, or each as a saved game (.toml) if this is a folder or ends with `/`. They are played decision by decision then: other games than without it, by the same seed
    #[arg(long, short, value_name = "FILE|FOLDER/")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// The two hypotheses of `--sprt`, in Elo.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let wrong = || "two numbers of Elo, the smaller one first, are accepted: `0,20`".to_owned();
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (less, more) = text.split_once(',').ok_or_else(wrong)?;
    let ends = [number(less).ok_or_else(wrong)?, number(more).ok_or_else(wrong)?];
    if ends[0] < ends[1] { Ok(ends) } else { Err(wrong()) }
}

/// The number of games, if it is not given.
const USUAL_GAMES: u64 = 200;

/// The number of random decisions at the start of a game, if it is not given.
const USUAL_OPENING: u32 = 6;

/// Plays the match.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let Arguments { rules, position, seed, .. } = arguments;
    // The chance of the set-up is drawn anew in each game.
    let asked = PositionArguments { rules: rules.clone(), position: position.clone(), ..Default::default() };
    let begun = position::begin(&asked)?;
    let (variant, program) = (begun.session.variant(), begun.session.program());
    let a_round = program.equipment.playing().count() as u64;
    if arguments.sprt.is_some() && a_round > 2 {
        return Err(Failure::Wrong(format!(
            "--sprt tests a difference in Elo, which is about two sides: in `{}` {a_round} play",
            variant.id
        )));
    }
    if let Some(path) = &arguments.output {
        written::ready(path, arguments.force)?;
    }
    let who = [read(&arguments.first, variant, program)?, read(&arguments.second, variant, program)?];
    let simulator = Simulator::new(begun.session.program(), begun.session.position().clone(), arguments.limit);
    let interrupt = Interrupt::heed()?;
    let stop = || interrupt.asked();
    let clock = agents::Clock::wall().stopped_by(&stop);
    let starts = arguments.openings.as_deref().map(|file| openings::read(&begun.session, &rules.variant, file)).transpose()?;
    let opening = arguments.opening.unwrap_or(if starts.is_some() { 0 } else { USUAL_OPENING });
    let contest = || {
        let contest = match own(&who).as_deref() {
            Some([first, second]) => Contest::new(&simulator, [*first, *second], opening, *seed, clock),
            _ => Contest::between(&simulator, &|which| who[which].decider(simulator.program()), opening, *seed, clock),
        };
        contest.from_openings(starts.clone().unwrap_or_default()).under(arguments.clock)
    };
    let agents = who.each_ref().map(ToString::to_string);
    let writer = arguments.output.as_ref().map(|path| Writer {
        session: &begun.session,
        saves: written::is_folder(path),
        agents: agents.clone(),
        control: arguments.clock,
    });
    if let Some(writer) = &writer {
        let from = Game::from(begun.session.position().clone());
        starts.as_ref().and_then(|starts| starts.first()).map_or(Ok(()), |start| writer.can_write(start))?;
        writer.can_write(&from)?;
        writer.can_write_moves(opening, arguments.limit, *seed)?;
    }
    let given = starts.as_ref().map(|starts| starts.len() as u64);
    let rounds = arguments.games.map_or(given, |games| Some(games.div_ceil(a_round)));
    let rounds = rounds.unwrap_or(USUAL_GAMES.div_ceil(a_round));
    let bar = progress::counted(rounds * a_round, "games");
    let started = threads(arguments.threads)?;
    let processor = Clock::start();
    let rounds_of = Rounds {
        count: rounds,
        sides: a_round as usize,
        threads: started.as_ref(),
        interrupt: &interrupt,
        bar: &bar,
        writer: writer.as_ref(),
    };
    let enough = |played: &MatchTally| {
        arguments.sprt.is_some_and(|ends| sprt_verdict(played.score.log_likelihood_ratio(ends)).is_some())
    };
    let (played, games) = rounds_of.played(&contest, &enough)?;
    let cpu_seconds = processor.seconds();
    bar.finish_and_clear();
    if played.score.games == 0 && !stop() {
        let limit = arguments.limit;
        let problem = format!("no game goes on after an opening of {opening} decisions (and is cut off after {limit})");
        return Err(Failure::wrong(format!("{problem}: choose a smaller --opening")));
    }
    let Arguments { limit, sprt, clock: control, .. } = *arguments;
    let between = agents::MatchSettings { variant, agents, seed: *seed, opening, openings: given, limit, control, ends: sprt };
    let goes_by = agents::goes_by(program, &who.iter().filter_map(Who::agent).collect::<Vec<_>>());
    // If no game was played, an existing file is not replaced.
    let unwritten = played.score.games == 0 && arguments.output.as_ref().is_some_and(|path| !output::is_stdout(path));
    let written = if unwritten { Ok(()) } else { write_games(&games, arguments, out) };
    let said = Match { cpu_seconds, goes_by: Some(goes_by), ..played.to_wire(&between) };
    let told = output::beside(arguments.output.as_ref(), arguments.json.json, &said, out, |out| table(arguments, &said, out));
    output::at_last(told, written)?;
    interrupt.end(Answer::Yes, || {
        let kept = arguments.output.iter().filter(|_| unwritten);
        let kept = kept.map(|path| format!("; nothing is written to {}", path.display())).collect::<String>();
        format!("{} of {} games are counted{kept}", said.results.games, rounds * a_round)
    })
}

/// Writes the games into the file or the folder that was named, and reports how many are not in it.
fn write_games(games: &Games, arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = &arguments.output else { return Ok(()) };
    if written::is_folder(path) {
        output::make_folder(path)?;
        let written = |game: &Recorded| output::file(&path.join(&game.file), &game.text, Made::Saved, arguments.force);
        return games.recorded.iter().try_for_each(written);
    }
    match &games.left_out {
        Some((many, why)) if games.recorded.is_empty() => return Err(written::unwritten(*many, why)),
        _ => {
            let texts: Vec<&str> = games.recorded.iter().map(|game| game.text.as_str()).collect();
            output::answer(Some(path), &texts.join("\n"), Made::Match, arguments.force, out)?;
        }
    }
    if let Some((many, why)) = &games.left_out {
        let are = if *many == 1 { "is" } else { "are" };
        report::say("note", &format!("{many} of the games {are} not in {}: {why}", path.display()));
    }
    Ok(())
}

/// A number rounded to two digits. Adding 0 turns -0 into 0, which has no sign.
fn unsigned(number: f64) -> f64 {
    (100.0 * number).round() / 100.0 + 0.0
}

/// Writes the difference in strength, and its interval.
fn elo(Strength { difference, least, most }: Strength, out: &mut dyn Write) -> Result<(), Failure> {
    match difference {
        Some(elo) => write!(out, "\nElo {elo:+.0}")?,
        None => write!(out, "\nElo beyond measure")?,
    }
    // If the interval of the score reaches 0 or 1, that of Elo is open at this end.
    match (least, most) {
        (Some(least), Some(most)) => writeln!(out, ", between {least:+.0} and {most:+.0} in 95 of 100 such matches")?,
        (Some(least), None) => writeln!(out, ", {least:+.0} or more in 95 of 100 such matches")?,
        (None, Some(most)) => writeln!(out, ", {most:+.0} or less in 95 of 100 such matches")?,
        (None, None) => writeln!(out)?,
    }
    Ok(())
}

fn table(arguments: &Arguments, said: &Match, out: &mut dyn Write) -> Result<(), Failure> {
    let Between { variant, agent, opponent, seed, opening, openings, limit } = &said.between;
    let Results { games, won, drawn, lost, cut_off } = &said.results;
    let Points { score, error, score_as, even, elo: strength } = &said.points;
    let of_given = |given: u64| match games.div_ceil(score_as.len().max(1) as u64) {
        begun if begun < given => format!("{begun} of {}", counted(given, "opening")),
        _ => counted(given, "opening"),
    };
    let begun = match (*openings, opening) {
        (Some(given), 0) => of_given(given),
        (Some(given), _) => format!("{} and {} at random", of_given(given), counted((*opening).into(), "decision")),
        (None, _) => format!("openings of {}", counted((*opening).into(), "decision")),
    };
    let control = said.time.iter().map(|time| format!(", {time} each")).collect::<String>();
    writeln!(out, "{} of {variant}, {agent} against {opponent}{control}, {begun}, seed {seed}\n", counted(*games, "game"))?;
    let (Some(score), Some(decisions)) = (*score, said.decisions) else {
        writeln!(out, "no game was played to its end")?;
        return Ok(());
    };
    let shared = if score_as.len() > 2 { "drawn or won with others" } else { "drawn" };
    writeln!(out, "{won:>8} won  {drawn} {shared}  {lost} lost")?;
    if *cut_off > 0 {
        writeln!(out, "{cut_off:>8} of the drawn ones were cut off after {limit} decisions")?;
    }
    if said.on_time > 0 {
        let were = if said.on_time == 1 { "game was" } else { "games were" };
        writeln!(out, "{:>8} {were} lost on time", said.on_time)?;
    }
    let error = error.map(|error| format!(" ± {:.1}", 196.0 * error)).unwrap_or_default();
    writeln!(out, "{:>8.1} %{error} of the points", 100.0 * score)?;
    for (side, score) in score_as.iter().filter_map(|(side, score)| Some((side, (*score)?))) {
        writeln!(out, "{:>8.1} % as {side}", 100.0 * score)?;
    }
    match *strength {
        Some(strength) => elo(strength, out)?,
        None => writeln!(
            out,
            "\n{:.1} % is even: the agent plays one side of {}, its opponent all others (Elo is about two sides)",
            100.0 * even,
            score_as.len()
        )?,
    }
    if let (Some([less, more]), Some(likelihood)) = (arguments.sprt, said.test.likelihood) {
        let end = match said.test.stronger {
            Some(true) => format!("accepted (H1): stronger by {more} Elo rather than by {less}"),
            Some(false) => format!("rejected (H0): stronger by {less} Elo rather than by {more}"),
            None => "not decided: more games are needed".to_owned(),
        };
        let ratio = unsigned(likelihood);
        writeln!(out, "SPRT of {less} (H0) against {more} Elo (H1): {end}")?;
        writeln!(out, "log-likelihood ratio {ratio:.2}, rejected at {:.2}, accepted at {BOUND:.2} (errors of 5 %)", -BOUND)?;
    }
    writeln!(
        out,
        "decisions a game: {:.1}; {:.2} s of processor time a game",
        decisions,
        said.cpu_seconds / (*games).max(1) as f64
    )?;
    if let Some(words) = said.goes_by.as_ref().and_then(GoesBy::words) {
        writeln!(out, "who looks ahead {words}")?;
    }
    Ok(())
}
