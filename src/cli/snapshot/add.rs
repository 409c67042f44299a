//! Adds a position, from the command line or from `play`.

use std::io::Write;

use draughtsman::analysis::snapshot::of_game;
use draughtsman::check::Choices;
use draughtsman::notation::pinned::{HEADER, entry, read};
use draughtsman::notation::saved::SavedGame;
use draughtsman::session::Session;

use super::super::answer::{Answer, Failure};
use super::super::arguments::PositionArguments;
use super::super::load;
use super::super::position;
use super::files::{self, Files};
use super::{Places, pending};

/// Which position, and what to call it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// What to call it
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Why it is kept: what a reader of the difference should know
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
    #[command(flatten)]
    places: Places,
}

/// Adds the position.
pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if arguments.position.view.is_some() {
        return Err(Failure::wrong("a position is pinned whole: `snapshot add` takes no --view"));
    }
    let begun = position::begin(&arguments.position)?;
    let pinned = pin(&arguments.position.rules.variant, &arguments.places, &begun.session, &arguments.name, &arguments.reason)?;
    writeln!(out, "{}\n{}", pinned.body, pinned.done)?;
    Ok(Answer::Yes)
}

/// A position that was pinned.
pub(crate) struct Pinned {
    /// The whole position with its moves, for users who may see all of it.
    pub(crate) body: String,
    /// What was done, in a sentence.
    pub(crate) done: String,
}

/// Adds the position of a game to the file of positions, and pins its moves.
pub(crate) fn pin(variant: &str, places: &Places, session: &Session, name: &str, reason: &str) -> Result<Pinned, Failure> {
    files::may_write()?;
    let files = Files::of(variant, places)?;
    let known = files.positions_if_any()?;
    let name = name.trim();
    if known.iter().any(|one| one.name == name) {
        let path = files.positions.display();
        return Err(Failure::Wrong(format!("{path}: there is a position `{name}` already: take another name")));
    }
    let options = options(variant, session)?;
    let text = entry(&session.terms(), name, reason, &options, &saved(session));
    // What is to be written must read back.
    let before = match files.positions.exists() {
        true => files::read(&files.positions)?,
        false => String::new(),
    };
    let mut all = if before.is_empty() { HEADER.to_owned() } else { before.clone() };
    if !all.ends_with('\n') {
        all.push('\n');
    }
    all.push_str(&text);
    let wrong = |problem: &dyn std::fmt::Display| Failure::Wrong(format!("the position cannot be kept: {problem}"));
    let positions = read(&all).map_err(|error| wrong(&error))?;
    let added = positions.last().filter(|one| one.name == name).ok_or_else(|| wrong(&"it would not read back"))?;
    let section = of_game(session.variant(), session.program(), added);
    files.write_positions(&before, &all)?;
    pending::pin_all(&files, std::slice::from_ref(&section))?;
    let (positions, snapshot) = (files.positions.display(), files.snapshot.display());
    Ok(Pinned { body: section.body(), done: format!("Pinned: `{name}` ({positions}, {snapshot})") })
}

/// The position to keep: the latest of the game at which no turn is pending, and the decisions since. A pending turn, as the
/// engine stores it, can be read by exactly the same rules only.
fn saved(session: &Session) -> SavedGame {
    let positions = session.game().positions();
    for (i, position) in positions.iter().enumerate().rev() {
        let setup = position.to_setup(session.program());
        if setup.pending.is_none() && setup.outcome.is_none() {
            return SavedGame { start: Some(setup), moves: session.texts()[i..].to_vec(), ..SavedGame::default() };
        }
    }
    SavedGame { start: session.start().cloned(), moves: session.texts().to_vec(), ..SavedGame::default() }
}

/// The options and numbers that differ from those of the rule file.
fn options(variant: &str, session: &Session) -> Result<Vec<String>, Failure> {
    let loaded = load::read(variant)?;
    let plain = load::compiled(&loaded, &Choices::default())?.variant.equipment;
    let here = &session.variant().equipment;
    let switched =
        here.options.iter().filter(|option| plain.options.iter().any(|one| one.name == option.name && one.on != option.on));
    let switched = switched.map(|option| if option.on { option.name.clone() } else { format!("{}=off", option.name) });
    let numbers = here.numbers.iter().filter(|number| {
        let same = plain.numbers.iter().any(|one| one.name == number.name && one.value == number.value);
        !same && number.value != number.default
    });
    Ok(switched.chain(numbers.map(|number| format!("{}={}", number.name, number.value))).collect())
}
