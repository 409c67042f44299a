//! `draughtsman pdn`: games in PDN, checked and written.

use std::collections::HashMap;
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use draughtsman::analysis::replay::{Replay, replay, transcribe};
use draughtsman::library::Ready;
use draughtsman::notation::pdn::{self, Game, GameResult};
use draughtsman::notation::{Header, saved};
use draughtsman::session::{self, Rules};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::answer::{self, Answer, Failure, Misread};
use super::arguments::{ChoiceArguments, PositionArguments, RulesArguments, whole};
use super::forms::{self, Form};
use super::interrupt::Interrupt;
use super::output::{self, ForceArgument, Made};
use super::processor::threads;
use super::{files, games, load, position, progress, report, terminal};

/// Play games in PDN through, and write games in PDN
#[derive(clap::Args)]
#[command(after_help = include_str!("help/pdn.txt"))]
pub(crate) struct Arguments {
    /// Games in PDN, or a game saved as .toml; `-` for PDN on standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The rules, for games that do not say by which they are played: a bundled name or a path
    #[arg(long, value_name = "VARIANT")]
    rules: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// Only the game of this number in its file
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    game: Option<usize>,
    /// Print the games in PDN, as this program writes them, instead of a line for each
    #[arg(long)]
    write: bool,
    /// The same into a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// How many threads play side by side; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
}

/// Games that are played through in one go, between two looks at the progress bar and at Ctrl-C.
const AT_ONCE: usize = 256;

/// Checks, or writes.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Pdn])?;
    }
    let (interrupt, threads) = (Interrupt::heed()?, threads(arguments.threads)?);
    let mut known = Known::default();
    let mut told = Told { writes: arguments.write || arguments.output.is_some(), ..Told::default() };
    let mut left = 0;
    for file in &arguments.files {
        let (text, games) = read(arguments, file)?;
        // Lines on a terminal tell how far it is; a bar would stand in their way.
        let quiet = told.writes || !std::io::stdout().is_terminal();
        let bar = if quiet { progress::counted(games.len() as u64, "games") } else { ProgressBar::hidden() };
        let mut games = games.into_iter();
        loop {
            let some: Vec<Read> = if interrupt.asked() { Vec::new() } else { games.by_ref().take(AT_ONCE).collect() };
            if some.is_empty() {
                break;
            }
            let with_rules = |mut read: Read| {
                let rules = match (&read.game.fault, read.rules.take()) {
                    (Some(fault), _) => Err(Box::new(Misread::of(file, &text, fault))),
                    (None, Some(rules)) => Ok(rules),
                    (None, None) => known.rules(arguments, file, &read.game).map_err(unplaced),
                };
                (read, rules)
            };
            let some: Vec<_> = some.into_iter().map(with_rules).collect();
            let one = |(read, rules): (Read, Result<Rules, Box<Misread>>)| {
                (read.number, rules.and_then(|rules| played(&rules, (file, &text), read.game)))
            };
            let all: Vec<_> = match &threads {
                None => some.into_iter().map(one).collect(),
                Some(threads) => threads.install(|| some.into_par_iter().map(one).collect()),
            };
            for (number, played) in all {
                told.tell(file, number, played, out)?;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        left += games.len();
    }
    let Told { tried, stopped, written, .. } = told;
    match &arguments.output {
        path @ Some(_) => output::answer(path.as_ref(), &written, Made::Games, arguments.force, out)?,
        None if arguments.write => terminal::data(written.as_bytes(), out)?,
        None if stopped == 0 => writeln!(out, "{} played through", counted(tried))?,
        None => writeln!(out, "{}, of which {stopped} could not be played through", counted(tried))?,
    }
    let answer = if stopped == 0 { Answer::Yes } else { Answer::No };
    interrupt.end(answer, || format!("{tried} of {} are played through", counted(tried + left)))
}

/// What has been said of the games.
#[derive(Default)]
struct Told {
    tried: usize,
    stopped: usize,
    /// They are written, not told.
    writes: bool,
    written: String,
}

impl Told {
    /// Says what came of a game.
    fn tell(
        &mut self,
        file: &str,
        number: usize,
        played: Result<Played, Box<Misread>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.tried += 1;
        let name = format!("{file}, game {number}");
        match played {
            Ok(played) if self.writes => {
                let game = pdn::write(&played.game).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
                self.written.push_str(if self.written.is_empty() { "" } else { "\n" });
                self.written.push_str(&game);
                played.notes.iter().for_each(|note| report::say("note", &format!("{name}: {note}")));
            }
            Ok(played) => {
                writeln!(out, "{name}: {}", played.line)?;
                played.notes.iter().try_for_each(|note| writeln!(out, "{name}: {note}"))?;
            }
            Err(mut misread) => {
                self.stopped += 1;
                misread.problem = match misread.quote {
                    Some(_) => format!("game {number}, {}", misread.problem),
                    None => format!("{name}: {}", misread.problem),
                };
                answer::say(&misread);
            }
        }
        Ok(())
    }
}

fn counted(games: usize) -> String {
    format!("{games} {}", if games == 1 { "game" } else { "games" })
}

/// The rules met so far, with options, by what the games say.
#[derive(Default)]
struct Known(HashMap<String, Result<Rules, String>>);

impl Known {
    /// The rules that a game of a file is played by.
    fn rules(&mut self, arguments: &Arguments, file: &str, game: &Game) -> Result<Rules, String> {
        let tags = (game.tag("Variant"), game.tag("Options"), game.game_type().map(|of| of.number));
        let said = format!("{tags:?} {:?}", folder(file));
        self.0.entry(said).or_insert_with(|| rules(arguments, folder(file), game)).clone()
    }
}

/// A game that was played through.
struct Played {
    /// As this program writes it, with all tags, comments, judgements and variations that it had.
    game: Game,
    /// What there is to say of it.
    line: String,
    /// What is odd about it.
    notes: Vec<String>,
}

/// A game of a file.
struct Read {
    /// Which one.
    number: usize,
    game: Game,
    /// The rules that it was read by already.
    rules: Option<Rules>,
}

/// The text of a file, and the games that are asked for.
fn read(arguments: &Arguments, file: &str) -> Result<(String, Vec<Read>), Failure> {
    let bytes = match file {
        load::STDIN => load::stdin(games::MOST_BYTES)?,
        file => files::read(Path::new(file), games::MOST_BYTES)?,
    };
    if bytes.len() > games::MOST_BYTES {
        return Err(Failure::Wrong(format!("{file}: more than {} bytes", games::MOST_BYTES)));
    }
    let text = games::decoded(bytes);
    if Path::new(file).extension().is_some_and(|ending| ending == "toml") {
        let game = of_saved(arguments, file, &text)?;
        return Ok((text, vec![game]));
    }
    let read = pdn::read(&text);
    let one = |(number, game)| Read { number, game, rules: None };
    let games = match arguments.game {
        Some(number) => vec![one((number, session::one_game(file, read, number)?))],
        None => (1..).zip(read).map(one).collect(),
    };
    Ok((text, games))
}

/// The folder that a file lies in.
fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// A saved game, written down.
fn of_saved(arguments: &Arguments, file: &str, text: &str) -> Result<Read, Failure> {
    let wrong = |problem: &dyn std::fmt::Display| Failure::Wrong(format!("{file}: {problem}"));
    let header = saved::header(text).map_err(|error| Failure::misread(file, text, &error))?;
    let variant = match &arguments.rules {
        Some(rules) => rules.clone(),
        None => games::rules_beside(Path::new(file), &header.variant)?,
    };
    let rules = RulesArguments { variant, choices: arguments.choices.clone() };
    let begun = position::begin(&PositionArguments { rules, position: Some(file.to_owned()), ..Default::default() })?;
    let game = begun.session.to_pdn().map_err(|error| wrong(&error))?;
    Ok(Read { number: 1, game, rules: Some(begun.session.rules().clone()) })
}

/// What is wrong, without a place in a text.
fn unplaced(problem: String) -> Box<Misread> {
    Box::new(Misread { problem, ..Misread::default() })
}

/// Plays a game through.
fn played(rules: &Rules, (file, text): (&str, &str), game: Game) -> Result<Played, Box<Misread>> {
    let (ready, header) = (rules.ready(), Header::of(&rules.ready().variant));
    let replayed = replay(&ready.program, &game).map_err(|stopped| Box::new(session::stopped(file, text, &stopped)))?;
    let notes = notes(ready, &game, &replayed);
    let again = transcribe(&ready.program, &header, replayed.start.as_ref(), &replayed.game)
        .map_err(|error| unplaced(error.to_string()))?;
    let moves = replayed.game.moves().len();
    let result = if game.result == GameResult::Unknown { again.result } else { game.result };
    // A question mark stands for what nobody knows.
    let known = |name: &str| game.tag(name).filter(|value| *value != "?");
    let players = match (known("White"), known("Black")) {
        (Some(white), Some(black)) if !(white.is_empty() && black.is_empty()) => format!(", {white} - {black}"),
        _ => String::new(),
    };
    let plural = if moves == 1 { "move" } else { "moves" };
    let line = format!("{}{players}, {moves} {plural}, {result}", header.variant);
    Ok(Played { game: games::merged(game, again, result), line, notes })
}

fn rules(arguments: &Arguments, folder: &Path, game: &Game) -> Result<Rules, String> {
    let name = arguments.rules.clone().map_or_else(|| games::rules(game, folder), Ok)?;
    let told = |failure: Failure| failure.sentence().unwrap_or_else(|_| "these rules cannot be used".to_owned());
    let loaded = load::read(&name).map_err(told)?;
    let (header, choices) = (session::header_of_game(game, &loaded.id), arguments.choices.choices());
    position::noting(|notes| Rules::of_saved(loaded, &header, &choices, notes)).map_err(|error| told(error.into()))
}

/// What is odd about a game, though every move is legal.
fn notes(ready: &Ready, game: &Game, replayed: &Replay) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((moves, outcome)) = &replayed.unclaimed {
        notes.push(format!("after move {moves} the rules end it ({}), and it goes on", outcome.reason));
    }
    let ended = GameResult::of(&ready.variant.equipment, replayed.game.position().outcome());
    if ended != GameResult::Unknown && game.result != GameResult::Unknown && ended != game.result {
        notes.push(format!("by the rules it ends {ended}, and it says {}", game.result));
    }
    notes
}
