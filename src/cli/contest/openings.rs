//! Openings for a match: the moves of games in PDN.

use std::path::Path;

use draughtsman::analysis::replay::replay;
use draughtsman::engine::Game;
use draughtsman::library::{self, OPENINGS};
use draughtsman::notation::pdn;
use draughtsman::session::{self, Session};

use super::super::answer::{Failure, Misread};
use super::super::{games, load};

/// The openings of a file, or those that belong to the rules if `file` is empty. Each is a game in progress.
pub(super) fn read(session: &Session, variant: &str, file: &str) -> Result<Vec<Game>, Failure> {
    let (name, text) = match file {
        "" => own(session, variant)?,
        file => (file.to_owned(), games::text(Path::new(file))?),
    };
    let one = |(number, game): (usize, pdn::Game)| -> Result<Game, Failure> {
        let misread = |mut misread: Misread| {
            misread.problem = format!("game {number}, {}", misread.problem);
            Failure::Misread(Box::new(misread))
        };
        if let Some(fault) = &game.fault {
            return Err(misread(Misread::of(&name, &text, fault)));
        }
        let played = replay(session.program(), &game);
        let game = played.map_err(|stopped| misread(session::stopped(&name, &text, &stopped)))?.game;
        match game.position().outcome() {
            Some(_) => Err(Failure::Wrong(format!("{name}, game {number}: it is over, and no opening"))),
            None => Ok(game),
        }
    };
    let all: Vec<Game> = (1..).zip(pdn::read(&text)).map(one).collect::<Result<_, _>>()?;
    match all.is_empty() {
        true => Err(Failure::Wrong(format!("{name}: there is no game in it"))),
        false => Ok(all),
    }
}

/// The openings beside a rule file, or those that are bundled: their name and text.
fn own(session: &Session, variant: &str) -> Result<(String, String), Failure> {
    let id = &session.variant().id;
    let Some(rules) = load::file_of(variant).filter(|rules| rules != load::STDIN) else {
        let text = library::openings_of(id);
        let none = || Failure::Wrong(format!("`{id}` has no openings of its own: give them with --openings FILE"));
        return text.map(|text| (format!("{id}.{OPENINGS}"), text.to_owned())).ok_or_else(none);
    };
    let path = Path::new(&rules).with_extension(OPENINGS);
    if !path.is_file() {
        let problem = format!("there is no file {} beside the rules: give the openings with --openings FILE", path.display());
        return Err(Failure::Wrong(problem));
    }
    Ok((path.display().to_string(), games::text(&path)?))
}
