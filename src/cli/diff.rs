//! `draughtsman diff`: where two versions of rules differ in meaning, and where they play differently.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::agents::{self, Agent, Clock};
use draughtsman::analysis::diff::{self, Chooser, Players, Report, Settings, Version};
use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded, Place};
use draughtsman::model::Setup;
use draughtsman::notation::{At, Terms, fen};
use draughtsman::session::Rules;

use super::agents::{AgentArguments, Who};
use super::answer::{Answer, Failure};
use super::arguments::{ChoiceArguments, JsonArgument, whole};
use super::forms::{self, Form};
use super::interrupt::Interrupt;
use super::output::{self, ForceArgument, Made};
use super::processor::workers;
use super::{files, git, load, position, progress, write_json};

/// Compare two versions of rules: what has changed in meaning, and the smallest positions where they play differently
#[derive(clap::Args)]
#[command(after_help = include_str!("help/diff.txt"))]
pub(crate) struct Arguments {
    /// The first version: a bundled name or a path, with +OPTION or +NUMBER=VALUE behind it
    #[arg(value_name = "FIRST")]
    first: String,
    /// The second version; without it, FIRST is compared with its last version in git
    #[arg(value_name = "SECOND")]
    second: Option<String>,
    /// Compare FIRST with this revision in git
    #[arg(long, value_name = "REVISION", num_args = 0..=1, default_missing_value = "HEAD", conflicts_with = "second")]
    git: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// Look here too: FEN text, or a file (.fen, .json, .toml, .pdn); may be given several times
    #[arg(long, short, value_name = "POSITION")]
    position: Vec<String>,
    /// Look at the positions of a file too: FEN text, one on each line
    #[arg(long, value_name = "FILE")]
    positions_from: Option<PathBuf>,
    /// Look at so many positions
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1..=1_000_000_000))]
    positions: u64,
    /// Look at every position up to so many plies, as long as these are no more than a quarter of all
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole::<u32>(0..=u64::from(u32::MAX)))]
    depth: u32,
    #[command(flatten)]
    agents: AgentArguments,
    /// Show at most so many of the smallest positions
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u16>(1..=100))]
    witnesses: u16,
    /// Fix all chance
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How many threads work side by side; the answer is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Draw the positions: into this folder, one file each, or into one file that ends in .svg
    #[arg(long, value_name = "FOLDER|FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// One of the two versions.
struct Side {
    name: String,
    rules: Rules,
}

impl Side {
    fn version(&self) -> Version<'_> {
        Version { name: &self.name, variant: &self.rules.ready().variant, program: &self.rules.ready().program }
    }
}

/// Compares the two versions.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let Some(path) = arguments.svg.as_deref() {
        if !path.is_dir() {
            forms::of(path, &[Form::Svg])?;
        }
        ready_to_draw(path, arguments.force)?;
    }
    let [a, b] = sides(arguments)?;
    let given = given(arguments, &a.rules)?;
    let settings = Settings {
        seed: arguments.seed,
        positions: arguments.positions,
        depth: arguments.depth,
        witnesses: usize::from(arguments.witnesses),
    };
    let threads = workers(arguments.threads)?;
    let bar = progress::counted(arguments.positions, "positions");
    let (version_a, version_b) = (a.version(), b.version());
    let interrupt = Interrupt::heed()?;
    let seen = |some: u64| {
        bar.inc(some);
        !interrupt.asked()
    };
    let who = arguments.agents.by_player(version_a.variant, version_a.program)?;
    let stop = || interrupt.asked();
    let clock = Clock::wall().stopped_by(&stop);
    let begin = |seed: u64| -> Box<Chooser<'_>> {
        let deciders = who.iter().map(|who| who.decider(version_a.program)).collect();
        Box::new(agents::chooser(version_a.program, a.rules.ahead(), deciders, seed, clock))
    };
    let random = who.iter().all(|who| *who == Who::Agent(Agent::Random));
    let name = agents::named(&who, &version_a.variant.equipment);
    let players = (!random).then(|| Players { name, begin: Box::new(begin) });
    let report = threads.install(|| diff::diff_played(&version_a, &version_b, &given, &settings, players.as_ref(), &seen));
    let report = report.map_err(Failure::wrong)?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.svg {
        draw(path, &diff::pictures(&report, &version_a, &version_b), arguments.force)?;
    }
    if arguments.json.json {
        write_json(out, &diff::to_wire(&report, &version_a, &version_b))?;
    } else {
        write!(out, "{}", report.text(&version_a, &version_b))?;
    }
    let looked_at = report.searched.positions();
    let answer = if Report::differ(&report) { Answer::No } else { Answer::Yes };
    interrupt.end(answer, || format!("{looked_at} of {} positions are looked at", arguments.positions))
}

fn sides(arguments: &Arguments) -> Result<[Side; 2], Failure> {
    if let Some(second) = &arguments.second {
        if arguments.first == load::STDIN && second == load::STDIN {
            return Err(Failure::wrong("only one of the two can come from standard input"));
        }
        return Ok([side(&arguments.first, &arguments.choices)?, side(second, &arguments.choices)?]);
    }
    let revision = arguments.git.as_deref().unwrap_or("HEAD");
    let (name, choices) = chosen(&arguments.first, &arguments.choices)?;
    let file = match library::named(&name, Path::new("")) {
        Ok(Place::File(path)) if !Path::new(&name).is_file() => path,
        _ => PathBuf::from(&name),
    };
    let path = file.as_path();
    if !path.is_file() {
        return Err(Failure::Wrong(format!(
            "{name}: what is it to be compared with? One file alone is compared with its last version in git, and there is no \
             such file"
        )));
    }
    let old = git::old(path, revision)?;
    let id = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    let loaded = library::load_beside(&id, &old.name, old.bytes, &old.beside);
    let before = Side { name: old.name, rules: Rules::new(loaded, &choices.choices())? };
    Ok([before, side(&arguments.first, &arguments.choices)?])
}

fn side(argument: &str, common: &ChoiceArguments) -> Result<Side, Failure> {
    let (name, choices) = chosen(argument, common)?;
    let loaded: Loaded = load::read(&name)?;
    Ok(Side { name: argument.to_owned(), rules: Rules::new(loaded, &choices.choices())? })
}

/// Separates a name or path from the options after it: `warp+no-corner-swap+quiet-limit=30`.
pub(crate) fn chosen(argument: &str, common: &ChoiceArguments) -> Result<(String, ChoiceArguments), Failure> {
    let mut choices = common.clone();
    if Path::new(argument).exists() {
        return Ok((argument.to_owned(), choices));
    }
    let mut parts = argument.split('+');
    let name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let choice: Choices = part.parse().map_err(|problem| Failure::Wrong(format!("{argument}: {problem}")))?;
        choices.options.push(choice);
    }
    Ok((name, choices))
}

fn given(arguments: &Arguments, rules: &Rules) -> Result<Vec<Setup>, Failure> {
    let mut given = arguments.position.iter().map(|text| position::arranged(rules, text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &arguments.positions_from {
        let bytes = files::read_all(path, MOST_BYTES)?;
        let text =
            String::from_utf8(bytes).map_err(|_| Failure::Wrong(format!("{}: this is no UTF-8 text", path.display())))?;
        let mut next = 0;
        for whole in text.split_inclusive('\n') {
            let start = next + whole.len() - whole.trim_start().len();
            next += whole.len();
            let line = whole.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let read = fen::read(&Terms::from(&rules.ready().variant), line);
            given.push(read.map_err(|error| {
                let within = if let At::Byte(byte) = error.at { byte } else { 0 };
                Failure::misread(&path.display().to_string(), &text, &error.moved(At::Byte(start + within)))
            })?);
        }
    }
    Ok(given)
}

/// Greatest size of a file of positions, in bytes.
const MOST_BYTES: usize = 1 << 24;

fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "svg")
}

/// The i-th picture in a folder, from 0.
fn picture_in(folder: &Path, i: usize) -> PathBuf {
    folder.join(format!("difference-{}.svg", i + 1))
}

/// Refuses, before the positions are searched, pictures that could not be written.
fn ready_to_draw(path: &Path, force: ForceArgument) -> Result<(), Failure> {
    match path {
        _ if is_picture(path) => output::ready(Some(&path.to_owned()), Made::Picture, force),
        _ if path.is_dir() => output::ready(Some(&picture_in(path, 0)), Made::Picture, force),
        _ => output::ready_folder(path, force),
    }
}

fn draw(path: &Path, pictures: &[String], force: ForceArgument) -> Result<(), Failure> {
    if is_picture(path) {
        let Some(first) = pictures.first() else { return Ok(()) };
        return output::file(path, first, Made::Picture, force);
    }
    output::make_folder(path)?;
    for (i, picture) in pictures.iter().enumerate() {
        output::file(&picture_in(path, i), picture, Made::Picture, force)?;
    }
    Ok(())
}
