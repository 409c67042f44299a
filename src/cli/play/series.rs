//! The games of a match, one after another. A saved game is that game alone.

use std::io::Write;

use draughtsman::analysis::matches::{self, Played, Tally};
use draughtsman::model::PlayerId;

use super::super::answer::Failure;
use super::super::arguments::PositionArguments;
use super::super::position;
use super::session::Session;

/// The games that are over, that at hand included.
fn played(session: &Session) -> Vec<Played> {
    let equipment = &session.program().equipment;
    let rules = equipment.games_of_match.as_ref();
    let now = rules.and_then(|rules| matches::played(session.program(), rules, session.begun.position()));
    let agreed = session.agreed.then(|| Played { winners: Vec::new(), left: 0 });
    session.played.iter().cloned().chain(now.or(agreed)).collect()
}

/// After a game that is over: how the match stands, or who has won it.
pub(super) fn tell(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &session.program().equipment;
    let Some(rules) = equipment.games_of_match.as_ref().filter(|rules| rules.games > 1) else { return Ok(()) };
    let games = played(session);
    let tallies = matches::tallies(equipment, rules, &games);
    let name = |person: usize| equipment.players.get(person).map_or("", |player| player.name.as_str());
    let counted = |(person, tally): (usize, &Tally)| {
        let wins = match tally.wins {
            1 => "1 win".to_owned(),
            many => format!("{many} wins"),
        };
        let pile = rules.better.filter(|_| tally.wins > 0).and_then(|pile| equipment.piles.get(pile.index()));
        let left = pile.map_or_else(String::new, |pile| format!(", {} left in {}", tally.left, pile.name));
        format!("who began as {}: {wins}{left}", name(person))
    };
    let told: Vec<String> = tallies.iter().enumerate().map(counted).collect();
    writeln!(out, "Game {} of {} of the match: {}.", games.len(), rules.games, told.join("; "))?;
    if games.len() < rules.games as usize {
        return Ok(writeln!(out, "`next` begins the next game; everybody moves on to the next seat.")?);
    }
    match matches::winner(&tallies) {
        Some(person) => writeln!(out, "The match goes to who began as {}.", name(person))?,
        None => writeln!(out, "The match is drawn.")?,
    }
    Ok(())
}

/// Begins the next game of the match; whether there is one.
pub(super) fn next(session: &mut Session, out: &mut dyn Write) -> Result<bool, Failure> {
    let equipment = &session.program().equipment;
    let players = equipment.players.len();
    let games = equipment.games_of_match.as_ref().map_or(1, |rules| rules.games as usize);
    let played = played(session);
    if !session.over() || played.len() >= games {
        let why = if session.over() { "There is no further game." } else { "This game is not over." };
        writeln!(out, "{why}")?;
        return Ok(false);
    }
    let asked = PositionArguments { rules: session.rules.clone(), ..Default::default() };
    let begun = position::begin(&asked)?;
    session.put(begun)?;
    session.played = played;
    session.seed = session.seed.wrapping_add(1);
    session.human = session.human.map(|human| PlayerId(((human.index() + 1) % players.max(1)) as u8));
    super::screen::welcome(session, out)?;
    Ok(true)
}
