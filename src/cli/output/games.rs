//! Files of games in PDN: which of them this program has made, and what would be lost if they were replaced.

use draughtsman::notation::pdn::{self, Game, GameResult, Played};

use crate::cli::analyse;

/// The games of a text, if it is in exactly the form in which this program writes them.
pub(super) fn in_form(text: &str) -> Option<Vec<Game>> {
    let read = pdn::read(text);
    let again: Option<Vec<String>> = read.iter().map(|game| pdn::write(game).ok()).collect();
    (again?.join("\n") == text).then_some(read)
}

/// Whether a game names its rules and has nothing else but moves. This program writes such games, people do not.
pub(super) fn is_bare(game: &Game) -> bool {
    has_rules(game) && is_silent(game) && WHO_AND_WHERE.iter().all(|tag| known(game, tag).is_none())
}

/// Whether it is a game of `match`.
pub(super) fn is_of_a_match(game: &Game) -> bool {
    let agents = known(game, "Event").and_then(|event| event.split_once(" against "));
    let event = agents.zip(known(game, "White")).is_some_and(|((first, second), white)| [first, second].contains(&white));
    let round = known(game, "Round").and_then(|round| round.split_once('.'));
    let numbers = round.is_some_and(|(round, game)| [round, game].iter().all(|part| part.parse::<u64>().is_ok()));
    has_rules(game) && is_silent(game) && event && numbers
}

/// Whether the new games contain, in the same order, all that the old ones say: tags, moves, results, and remarks of people.
pub(super) fn are_in(old: &[Game], new: &[Game]) -> bool {
    let mut new = new.iter();
    old.iter().all(|game| new.any(|other| is_in(game, other)))
}

const WHO_AND_WHERE: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The value of a tag, if it is known; `?` stands for an unknown value.
fn known<'g>(game: &'g Game, tag: &str) -> Option<&'g str> {
    game.tag(tag).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

fn has_rules(game: &Game) -> bool {
    known(game, "Variant").is_some()
}

fn is_silent(game: &Game) -> bool {
    game.remarks.is_empty() && game.moves.iter().all(|mv| mv.remarks.is_empty() && mv.marks.is_empty())
}

fn is_in(old: &Game, new: &Game) -> bool {
    let tags =
        old.tags.iter().all(|(name, _)| name == "Result" || known(old, name).is_none_or(|value| new.tag(name) == Some(value)));
    let result = old.result == GameResult::Unknown || old.result == new.result;
    let begins = old.moves.len() <= new.moves.len();
    let said =
        |old: &Played, new: &Played| (&old.text, &old.marks) == (&new.text, &new.marks) && of_people(old) == of_people(new);
    tags && result && begins && old.remarks == new.remarks && old.moves.iter().zip(&new.moves).all(|(old, new)| said(old, new))
}

/// The remarks on a move, without those that this program writes when it judges games.
fn of_people(mv: &Played) -> Vec<pdn::Remark> {
    let mut remarks = mv.remarks.clone();
    analyse::forget(&mut remarks);
    remarks
}
