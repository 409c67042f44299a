//! `draughtsman coverage`: which rules play a part in games, and which never do.

mod games;
mod json;
mod text;

use std::io::Write;
use std::path::Path;

use draughtsman::agents;
use draughtsman::analysis::coverage::{
    Compared, Counts, Effort, Missing, Points, Search, Watch, compare, listing, missing, search,
};
use draughtsman::analysis::simulate::{Simulator, Tally};
use draughtsman::analysis::snapshot::resume;
use draughtsman::engine::Position;
use draughtsman::library::{Loaded, Ready};
use draughtsman::notation::Terms;

use super::agents::AgentArguments;
use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, RulesArguments, whole};
use super::interrupt::Interrupt;
use super::processor::threads;
use super::{load, report, snapshot, write_json};
pub(crate) use games::{Games, Run};

/// Say which rules, options and endings play a part in games, and which never do
///
/// Many games are played, at random or by --agent, or the positions of a file are looked at, and every rule line is counted: a rule of movement
/// when it makes a leg, an obligation when it strikes a move out, a trigger when it answers, an ending when it ends the game or puts a side out.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/coverage.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..=1_000_000_000))]
    games: u64,
    /// Fix all chance
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    agents: AgentArguments,
    /// Begin each game with so many decisions at random, so that agents who look ahead do not play the same game again and again
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(0..=1000))]
    opening: u32,
    /// Cut a game off after so many decisions of players
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    /// Look at the positions of a file (docs/snapshots.md) instead of games: each move of each of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "threads"])]
    positions: Option<std::path::PathBuf>,
    /// How many threads play side by side; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Leave the listing of the files out, and tell only what never played a part
    #[arg(long, short)]
    brief: bool,
    /// Look for a position for everything that never played a part
    #[arg(long)]
    witness: bool,
    /// How many positions to try, and a hundredth as many games, with --witness
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "witness", value_parser = whole::<u64>(1..=1_000_000_000))]
    effort: u64,
    /// Say of each option of the file whether turning it changes anything
    #[arg(long = "options")]
    turn_options: bool,
    /// Answer no (exit code 1) if anything never played a part
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    json: JsonArgument,
}

/// Greatest number of games for each option; each is played by both rules at once.
const GAMES_OF_OPTIONS: u64 = 50;
/// Number of the first random stream used in searches; games use smaller numbers.
const SEARCH: u64 = 1 << 40;

impl Arguments {
    /// What determines the games.
    fn run(&self) -> Run {
        Run { games: self.games, seed: self.seed, opening: self.opening }
    }
}

/// Everything that was found.
pub(crate) struct Report<'r> {
    arguments: &'r Arguments,
    /// Who decided.
    agent: String,
    ready: &'r Ready,
    points: &'r Points<'r>,
    counts: Counts,
    tally: Tally,
    missing: Vec<Missing>,
    search: Option<Search>,
    options: Option<Vec<Turned>>,
}

/// The effect of turning an option.
pub(crate) struct Turned {
    name: String,
    on: bool,
    /// The differences, or why it cannot be turned.
    compared: Result<Compared, String>,
}

/// Counts how often each rule plays a part.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let loaded = load::read(&arguments.rules.variant)?;
    let ready = load::compiled(&loaded, &arguments.rules.choices.choices())?;
    let points = Points::new(&ready.variant);
    let watch = Watch::new(&ready.program, &points, arguments.limit).map_err(Failure::wrong)?;
    let interrupt = Interrupt::heed()?;
    let goes_on = || !interrupt.asked();
    let who = arguments.agents.by_player(&ready.variant, &ready.program)?;
    let (counts, tally) = match &arguments.positions {
        Some(path) => positions(path, &loaded, &watch, &points)?,
        None => {
            let start = Position::start(watch.program()).map_err(Failure::wrong)?;
            let simulator = Simulator::new(watch.program(), start, arguments.limit);
            let games = Games { simulator: &simulator, watch: &watch, points: &points, who: &who, run: arguments.run() };
            games.counted(threads(arguments.threads)?.as_ref(), &interrupt)?
        }
    };
    let missing = missing(&loaded.sources, &points, &counts);
    let search = arguments.witness.then(|| witnesses(arguments, &watch, &missing, &goes_on)).transpose()?;
    let options = arguments.turn_options.then(|| turned(arguments, &loaded, &ready, &goes_on)).transpose()?;
    let agent = agents::named(&who, &ready.program.equipment);
    let all = Report { arguments, agent, ready: &ready, points: &points, counts, tally, missing, search, options };
    if arguments.json.json {
        write_json(out, &json::of(&all)?)?;
    } else {
        let listed = (!arguments.brief)
            .then(|| listing(&loaded.sources, &loaded.rule_files(), &loaded.written_rules(), &points, &all.counts));
        text::write(&all, listed.as_deref(), out)?;
    }
    let answer = if arguments.strict && !all.missing.is_empty() { Answer::No } else { Answer::Yes };
    interrupt.end(answer, || match all.tally.games {
        games if arguments.positions.is_none() && games < arguments.games => {
            format!("{games} of {} games are counted", arguments.games)
        }
        _ => "what never played a part is not looked for to the end".to_owned(),
    })
}

/// Counts over the positions of a file. Positions with other options are left out.
fn positions(path: &Path, loaded: &Loaded, watch: &Watch<'_>, points: &Points<'_>) -> Result<(Counts, Tally), Failure> {
    let mut counts = Counts::new(points);
    let mut others = 0;
    for one in snapshot::positions_of(path)? {
        let ready = snapshot::rules(loaded, &one)?;
        if ready.program.fingerprint != watch.program().fingerprint {
            others += 1;
            continue;
        }
        let game = one.game(&Terms::from(&ready.variant)).map_err(|error| error.to_string());
        let game = game.and_then(|game| resume(watch.program(), &game));
        let game = game.map_err(|problem| Failure::Wrong(format!("{}: {}: {problem}", path.display(), one.name)))?;
        watch.position(game.position(), &mut counts).map_err(Failure::wrong)?;
    }
    if others > 0 {
        report::say("note", &format!("{others} of the positions have other options, and are left out"));
    }
    Ok((counts, Tally::new(watch.program().equipment.sides.len())))
}

fn witnesses(
    arguments: &Arguments,
    watch: &Watch<'_>,
    missing: &[Missing],
    goes_on: &dyn Fn() -> bool,
) -> Result<Search, Failure> {
    let wanted: Vec<_> = missing.iter().map(|one| one.point).collect();
    let effort =
        Effort { positions: arguments.effort, games: arguments.effort.div_ceil(100), decisions: arguments.limit.min(400) };
    let mut rng = agents::generator(arguments.seed, SEARCH);
    search(watch, &wanted, effort, &mut |limit| agents::below(limit, &mut rng), goes_on).map_err(Failure::wrong)
}

/// Compares the rules of this report with those where one option is turned, for each option.
fn turned(arguments: &Arguments, loaded: &Loaded, ready: &Ready, goes_on: &dyn Fn() -> bool) -> Result<Vec<Turned>, Failure> {
    let mut all = Vec::new();
    for (i, option) in ready.variant.equipment.options.iter().enumerate().take_while(|_| goes_on()) {
        let mut choices = arguments.rules.choices.choices();
        choices.options.retain(|(name, _)| *name != option.name);
        choices.options.push((option.name.clone(), !option.on));
        let checked = loaded.check(&choices);
        let compared = match (checked.refusals.first(), checked.variant) {
            (Some(refusal), _) => Err(load::refused(loaded, refusal).sentence()?),
            (None, None) => Err("the rules have mistakes then".to_owned()),
            (None, Some(variant)) => {
                let other = draughtsman::program::Program::compile(&variant);
                let mut rng = agents::generator(arguments.seed, SEARCH + 1 + i as u64);
                let games = GAMES_OF_OPTIONS.min(arguments.games);
                let most = arguments.limit as usize;
                let compared =
                    compare(&ready.program, &other, games, most, &mut |limit| agents::below(limit, &mut rng), goes_on);
                Ok(compared.map_err(Failure::wrong)?)
            }
        };
        all.push(Turned { name: option.name.clone(), on: option.on, compared });
    }
    Ok(all)
}
