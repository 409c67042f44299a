//! Games that are played through.

use draughtsman::analysis::replay::{Replay, replay};
use draughtsman::library::Ready;
use draughtsman::model::SideId;
use draughtsman::notation::pdn::{self, Game, GameResult};
use draughtsman::notation::{Header, Part, counted};
use draughtsman::session::{self, Rules};

use super::super::answer::Misread;
use super::super::games;

/// A game that was played through.
pub(super) struct Played {
    /// The game as this program writes it, with all tags, comments, judgements and variations that it had.
    pub(super) game: Game,
    /// The name of its rules, and its options as the tag writes them.
    pub(super) rules: (String, Option<String>),
    /// The line of output about it.
    pub(super) line: String,
    /// What is odd about it.
    pub(super) notes: Vec<String>,
}

/// A problem without a place in a text.
pub(super) fn unplaced(problem: String) -> Box<Misread> {
    Box::new(Misread { problem, ..Misread::default() })
}

/// Plays a game through.
pub(super) fn played(rules: &Rules, (file, lines): (&str, Part<'_>), game: Game) -> Result<Played, Box<Misread>> {
    let (ready, header) = (rules.ready(), Header::of(&rules.ready().variant));
    let replayed = replay(&ready.program, &game).map_err(|stopped| Box::new(session::stopped(file, lines, &stopped)))?;
    let notes = notes(ready, &game, &replayed);
    let again = replayed.transcribed(&ready.program, &header).map_err(|error| unplaced(error.to_string()))?;
    let moves = replayed.game.moves().len();
    let result = if game.result == GameResult::Unknown { again.result } else { game.result };
    // `?` stands for an unknown value.
    let known = |name: &str| game.tag(name).filter(|value| *value != "?");
    let seats = pdn::seats(&ready.variant.equipment);
    let of_each = |(tag, _): &(String, SideId)| known(tag).map(|who| format!("{tag} {who}"));
    let players = match (known("White"), known("Black")) {
        _ if seats.len() > 2 && seats.iter().all(|seat| of_each(seat).is_some()) => {
            format!(", {}", seats.iter().filter_map(of_each).collect::<Vec<_>>().join(" - "))
        }
        (Some(white), Some(black)) if !(white.is_empty() && black.is_empty()) => format!(", {white} - {black}"),
        _ => String::new(),
    };
    let line = format!("{}{players}, {}, {result}", header.variant, counted(moves as u64, "move"));
    let rules = (header.variant, again.tag("Options").map(str::to_owned));
    Ok(Played { game: games::merged(game, again, result), rules, line, notes })
}

/// What is odd about a game whose moves are all legal.
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
