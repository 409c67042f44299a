//! The games of a file, and the rules by which they are played.

use std::collections::HashMap;
use std::path::Path;

use draughtsman::notation::Part;
use draughtsman::notation::pdn::{self, Game};
use draughtsman::notation::saved;
use draughtsman::session::{self, Rules};

use super::super::answer::{Failure, Misread};
use super::super::arguments::{PositionArguments, RulesArguments};
use super::super::{games, load, position};
use super::Arguments;
use super::played::unplaced;

/// A game of a file.
pub(super) struct Read<'t> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) game: Game,
    /// Its place in the text of the file.
    pub(super) lines: Part<'t>,
    /// The rules, if it was already read by them.
    pub(super) rules: Option<Rules>,
}

/// Reads the text of a file.
pub(super) fn text(file: &str) -> Result<String, Failure> {
    let bytes = match file {
        load::STDIN => load::stdin(games::MOST_BYTES)?,
        file => return games::text(Path::new(file)),
    };
    if bytes.len() > games::MOST_BYTES {
        return Err(Failure::Wrong(format!("standard input: more than {} bytes", games::MOST_BYTES)));
    }
    games::decoded("standard input", bytes)
}

/// The games of a file that the arguments select, read one after the other.
pub(super) fn games<'t>(
    arguments: &Arguments,
    file: &str,
    text: &'t str,
) -> Result<Box<dyn Iterator<Item = Read<'t>> + 't>, Failure> {
    if Path::new(file).extension().is_some_and(|ending| ending == "toml") {
        return Ok(Box::new(std::iter::once(of_saved(arguments, file, text)?)));
    }
    let read = (1..).zip(pdn::games(text)).map(|(number, (game, lines))| Read { number, game, lines, rules: None });
    Ok(match arguments.game {
        Some(number) => Box::new(std::iter::once(session::one_game(file, read, number)?)),
        None => Box::new(read),
    })
}

/// The folder of a file.
fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// A saved game, converted to PDN.
fn of_saved<'t>(arguments: &Arguments, file: &str, text: &'t str) -> Result<Read<'t>, Failure> {
    let wrong = |problem: &dyn std::fmt::Display| Failure::Wrong(format!("{file}: {problem}"));
    let header = saved::header(text).map_err(|error| Failure::misread(file, text, &error))?;
    let variant = match &arguments.rules {
        Some(rules) => rules.clone(),
        None => games::rules_beside(Path::new(file), &header.variant)?,
    };
    let rules = RulesArguments { variant, choices: arguments.choices.clone() };
    let begun = position::begin(&PositionArguments { rules, position: Some(file.to_owned()), ..Default::default() })?;
    let game = begun.session.to_pdn().map_err(|error| wrong(&error))?;
    Ok(Read { number: 1, game, lines: text.into(), rules: Some(begun.session.rules().clone()) })
}

/// The rules found so far, with options, by the tags of games and the folders of files.
#[derive(Default)]
pub(super) struct Known(HashMap<String, Result<Rules, String>>);

impl Known {
    /// Finds the rules by which a game is to be played through, or says why it cannot be.
    pub(super) fn with_rules<'t>(
        &mut self,
        arguments: &Arguments,
        file: &str,
        mut read: Read<'t>,
    ) -> (Read<'t>, Result<Rules, Box<Misread>>) {
        let rules = match (&read.game.fault, read.rules.take()) {
            (Some(fault), _) => Err(Box::new(Misread::of(file, read.lines, fault))),
            (None, Some(rules)) => Ok(rules),
            (None, None) => self.rules(arguments, file, &read.game).map_err(unplaced),
        };
        (read, rules)
    }

    /// The rules by which a game of a file is played.
    fn rules(&mut self, arguments: &Arguments, file: &str, game: &Game) -> Result<Rules, String> {
        let tags = (game.tag("Variant"), game.tag("Options"), game.game_type().map(|of| of.number));
        let said = format!("{tags:?} {:?}", folder(file));
        self.0.entry(said).or_insert_with(|| rules(arguments, folder(file), game)).clone()
    }
}

fn rules(arguments: &Arguments, folder: &Path, game: &Game) -> Result<Rules, String> {
    let name = arguments.rules.clone().map_or_else(|| games::rules(game, folder), Ok)?;
    let told = |failure: Failure| failure.sentence().unwrap_or_else(|_| "these rules cannot be used".to_owned());
    let loaded = load::read(&name).map_err(told)?;
    let (header, choices) = (session::header_of_game(game, &loaded.id), arguments.choices.choices());
    position::noting(|notes| Rules::of_saved(loaded, &header, &choices, notes)).map_err(|error| told(error.into()))
}
