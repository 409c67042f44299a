//! Completions in a shell: it asks this program, which knows variants, options, agents, players and moves.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use draughtsman::agents::LEVELS;
use draughtsman::check::{Choices, LINTS};
use draughtsman::codes;
use draughtsman::library::{self, ENDING, TEMPLATES};
use draughtsman::model::Equipment;

use super::Draughtsman;
use super::{explain, load, position, report};

/// The environment variable by which a shell asks.
pub(super) const ASKED: &str = "DRAUGHTSMAN_COMPLETE";

/// If a shell asks for completions, answers and ends the process.
pub(super) fn answer() {
    if std::env::var_os(ASKED).is_some() {
        // Notes would disturb the user, who is still typing.
        report::be_quiet();
    }
    CompleteEnv::with_factory(|| taught(Draughtsman::command())).var(ASKED).complete();
}

/// Gives the arguments of a command their completers, according to the names of their values.
fn taught(command: Command) -> Command {
    command.mut_args(knowing).mut_subcommands(taught)
}

fn knowing(arg: Arg) -> Arg {
    let named = arg.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
    let known: fn(&OsStr) -> Vec<CompletionCandidate> = match named.as_deref() {
        Some("VARIANT" | "FIRST" | "SECOND" | "PARENT") => variants,
        Some("CODE|VARIANT") => codes_and_variants,
        Some("TEMPLATE") => templates,
        Some("LINT") => lints,
        Some("NAME[=VALUE]") => options,
        // Arguments that can be given several times say who decides player by player.
        Some("WHO") if matches!(arg.get_action(), ArgAction::Append) => agents_by_seat,
        // The agent of `analyse` is one that searches.
        Some("AGENT") if arg.get_long().is_some() => thinkers,
        Some("WHO" | "AGENT" | "OPPONENT") => agents,
        Some("SWEEP") => sweeps,
        Some("PLAYER") => players,
        Some("MOVE") => moves,
        Some("FILE" | "POSITION" | "FOLDER" | "FOLDER|FILE") => paths,
        _ => return arg,
    };
    arg.add(ArgValueCompleter::new(known))
}

/// The words that begin with the text typed so far.
fn begun(current: &OsStr, all: impl IntoIterator<Item = (String, String)>) -> Vec<CompletionCandidate> {
    let begun = current.to_string_lossy();
    let fitting = all.into_iter().filter(|(word, _)| word.starts_with(&*begun));
    fitting.map(|(word, help)| CompletionCandidate::new(word).help((!help.is_empty()).then(|| help.into()))).collect()
}

fn bundled(current: &OsStr) -> Vec<CompletionCandidate> {
    let title = |name| library::bundled(name).map(|ready| ready.variant.equipment.about.title).unwrap_or_default();
    // If only a few match, their titles are shown. Reading the titles of all would take too long.
    let few = library::names().filter(|name| name.starts_with(&*current.to_string_lossy())).count() <= FEW;
    begun(current, library::names().map(|name| (name.to_owned(), if few { title(name) } else { String::new() })))
}

/// Greatest number of variants that are read while the user waits.
const FEW: usize = 5;

/// Bundled variants, those of the search path, and rule files.
fn variants(current: &OsStr) -> Vec<CompletionCandidate> {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let own = library::searched().flat_map(|folder| library::files(&folder));
    let own = own.filter_map(|path| Some((stem(&path)?, path.display().to_string())));
    let files = PathCompleter::any().filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).stdio();
    let mut all = bundled(current);
    all.extend(begun(current, own));
    all.extend(files.complete(current));
    all
}

/// Codes are offered from the second letter on: before it they would hide the variants.
fn codes_and_variants(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut all = variants(current);
    if current.len() > 1 {
        all.extend(begun(current, codes::all().iter().map(|one| (one.code.to_owned(), one.title.to_owned()))));
    }
    all
}

fn templates(current: &OsStr) -> Vec<CompletionCandidate> {
    begun(current, TEMPLATES.iter().map(|one| (one.name.to_owned(), one.about.to_owned())))
}

fn lints(current: &OsStr) -> Vec<CompletionCandidate> {
    let title = |code| codes::find(code).map_or_else(String::new, |one| one.title.to_owned());
    begun(current, LINTS.iter().map(|lint| (lint.name.to_owned(), title(lint.code))))
}

fn paths(current: &OsStr) -> Vec<CompletionCandidate> {
    PathCompleter::any().complete(current)
}

/// Agents that search with a given effort.
const THINKERS: [&str; 2] = ["alpha-beta:", "mcts:"];

/// What may follow a comma in an effort.
const MEANS: [&str; 5] = ["depth=", "threads=", "memory=", "untrained", "baseline"];

/// Completions after a comma in the effort of an agent that searches.
fn means(current: &OsStr) -> impl Iterator<Item = String> + use<> {
    let so_far = current.to_string_lossy().into_owned();
    let of = THINKERS.into_iter().find(|name| so_far.contains(name)).filter(|_| !so_far.contains("hub:"));
    let begun = of.and_then(|name| Some((name, so_far.rsplit_once(',')?.0.to_owned())));
    begun.into_iter().flat_map(|(name, before)| {
        // MCTS has no depth.
        let words = MEANS.into_iter().filter(move |word| name != THINKERS[1] || *word != "depth=");
        words.map(move |word| format!("{before},{word}"))
    })
}

fn all_agents() -> impl Iterator<Item = String> {
    let levels = (1..=LEVELS).map(|level| format!("level:{level}"));
    ["random", "greedy"].into_iter().chain(THINKERS).chain(["hub:"]).map(str::to_owned).chain(levels)
}

fn unexplained(words: impl Iterator<Item = String>) -> impl Iterator<Item = (String, String)> {
    words.map(|word| (word, String::new()))
}

fn agents(current: &OsStr) -> Vec<CompletionCandidate> {
    begun(current, unexplained(all_agents().chain(means(current))))
}

fn thinkers(current: &OsStr) -> Vec<CompletionCandidate> {
    begun(current, unexplained(THINKERS.into_iter().map(str::to_owned).chain(means(current))))
}

/// An agent for everybody, or for one player: first `Black=`, then the agent.
fn agents_by_seat(current: &OsStr) -> Vec<CompletionCandidate> {
    let players = equipment().map(|equipment| equipment.players).unwrap_or_default();
    let of_player = players.iter().flat_map(|player| {
        let seat = format!("{}=", player.name);
        let begun = current.to_string_lossy().starts_with(&seat);
        let agents: Vec<String> = if begun { all_agents().collect() } else { vec![String::new()] };
        agents.into_iter().map(move |agent| format!("{seat}{agent}"))
    });
    begun(current, unexplained(all_agents().chain(of_player).chain(means(current))))
}

fn players(current: &OsStr) -> Vec<CompletionCandidate> {
    let players = equipment().map(|equipment| equipment.players).unwrap_or_default();
    begun(current, players.into_iter().map(|player| (player.name, String::new())))
}

/// The options and numbers of the variant on the command line.
fn options(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(equipment) = equipment() else { return Vec::new() };
    let options = equipment.options.into_iter().map(|one| {
        let word = if one.on { format!("{}=off", one.name) } else { one.name };
        (word, one.doc.lines().next().unwrap_or_default().to_owned())
    });
    let numbers = equipment.numbers.into_iter().map(|one| {
        let (least, greatest) = one.range;
        (format!("{}=", one.name), format!("{least} to {greatest}, now {}", one.value))
    });
    begun(current, options.chain(numbers))
}

/// What can be varied in the variant on the command line: each number over its whole range, and each option.
fn sweeps(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(equipment) = equipment() else { return Vec::new() };
    let numbers = equipment.numbers.into_iter().map(|one| {
        let (least, greatest) = one.range;
        (format!("{}={least}..{greatest}", one.name), format!("now {}", one.value))
    });
    let options = equipment.options.into_iter().map(|one| {
        let help = one.doc.lines().next().unwrap_or_default().to_owned();
        (format!("option:{}", one.name), help)
    });
    begun(current, numbers.chain(options))
}

/// The legal moves of the position that the command line of `explain` names, as seen by the player of `--view`.
fn moves(current: &OsStr) -> Vec<CompletionCandidate> {
    let asked = of_command().and_then(|matches| explain::Arguments::from_arg_matches(&matches).ok());
    let Some(position) = asked.and_then(|asked| asked.position()) else { return Vec::new() };
    // What comes from standard input is not available yet.
    let awaited = [Some(&position.rules.variant), position.position.as_ref()].contains(&Some(&load::STDIN.to_owned()));
    let Some(begun_game) = (!awaited).then(|| position::begin(&position).ok()).flatten() else { return Vec::new() };
    let decision = begun_game.session.decision(begun_game.view);
    let texts = decision.map(|decision| decision.texts.clone()).unwrap_or_default();
    // A move text with a space would be several words for the shell.
    begun(current, texts.into_iter().filter(|text| !text.contains(' ')).map(|text| (text, String::new())))
}

/// The equipment of the variant on the command line.
fn equipment() -> Option<Equipment> {
    let matches = of_command()?;
    let named = |id| matches.try_get_one::<String>(id).ok().flatten();
    let variant = ["variant", "what"].into_iter().find_map(named)?;
    let loaded = library::load(variant).ok()?;
    Some(loaded.check(&Choices::default()).variant?.equipment)
}

/// The subcommand on the command line with its arguments so far, whatever errors they have.
fn of_command() -> Option<ArgMatches> {
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").skip(1).collect();
    let mut matches = Draughtsman::command().ignore_errors(true).try_get_matches_from(words).ok()?;
    matches.remove_subcommand().map(|(_, of_command)| of_command)
}
