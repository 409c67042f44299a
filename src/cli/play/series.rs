//! The games of a match, one after another. A saved game contains the earlier ones.

use std::io::Write;

use draughtsman::analysis::matches::{self, Played, Tally};
use draughtsman::model::PlayerId;
use draughtsman::notation::saved::Ended;

use super::super::answer::Failure;
use super::table::Table;

/// Whether the rules define a match of several games.
fn is_match(table: &Table) -> bool {
    table.program().equipment.games_of_match.as_ref().is_some_and(|rules| rules.games > 1)
}

/// Whether a game is over and belongs to a match, which goes on or has a result to report.
pub(super) fn goes_on(table: &Table) -> bool {
    table.over() && is_match(table)
}

/// Says which game of a match this is.
pub(super) fn which(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = table.program().equipment.games_of_match.as_ref();
    if let Some(rules) = rules.filter(|_| !table.session.earlier().is_empty()) {
        writeln!(out, "Game {} of {} of the match.", table.session.earlier().len() + 1, rules.games)?;
    }
    Ok(())
}

/// How the current game ended, if it has.
fn ended(table: &Table) -> Option<Ended> {
    let session = &table.session;
    let rules = table.program().equipment.games_of_match.as_ref()?;
    let by_rules = matches::played(table.program(), rules, session.position()).map(|played| Ended {
        winners: played.winners,
        reason: session.position().outcome().map_or_else(String::new, |outcome| outcome.reason.clone()),
        left: played.left,
    });
    by_rules.or_else(|| session.ended().cloned())
}

/// The results of the games that are over, including the current one.
fn played(table: &Table) -> Vec<Played> {
    let all = table.session.earlier().iter().map(|earlier| earlier.ended.clone()).chain(ended(table));
    all.map(|ended| Played { winners: ended.winners, left: ended.left }).collect()
}

/// After a game: reports the state of the match, or who has won it.
pub(super) fn tell(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &table.program().equipment;
    let Some(rules) = equipment.games_of_match.as_ref().filter(|rules| rules.games > 1) else { return Ok(()) };
    let games = played(table);
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

/// Begins the next game of the match. Returns whether there is one.
pub(super) fn next(table: &mut Table, out: &mut dyn Write) -> Result<bool, Failure> {
    let equipment = &table.program().equipment;
    let players = equipment.players.len();
    let games = equipment.games_of_match.as_ref().map_or(1, |rules| rules.games as usize);
    let played = played(table);
    if !table.over() || played.len() >= games {
        let why = if table.over() { "There is no further game." } else { "This game is not over." };
        writeln!(out, "{why}")?;
        return Ok(false);
    }
    let Some(ended) = ended(table) else { return Ok(false) };
    let next = table.session.next_of_match(ended, Some(table.seed()))?;
    // The seats change first, because the list of moves depends on who looks.
    table.human = table.human.map(|human| PlayerId(((human.index() + 1) % players.max(1)) as u8));
    table.put_next(next)?;
    table.next_seed()?;
    super::file::save_always(table);
    super::screen::welcome(table, out)?;
    Ok(true)
}
