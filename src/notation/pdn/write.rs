//! Prints PDN.

use super::super::error::{At, Error};
use super::{Game, GameResult, Played, Remark, read};

/// Lines are no longer than this where a blank lets them be broken.
const WIDTH: usize = 79;

/// Prints a game. Its `Result` tag is made to agree with its result, and a `FEN` tag gets the `SetUp` tag that goes with it.
///
/// PDN has moves of squares only. A game that is not read as it is written, one with a move text with blanks in it, say, is an error.
pub fn write(game: &Game) -> Result<String, Error> {
    let text = laid_out(game);
    match parts_at(game, &text) {
        None => Ok(text),
        Some(at) => {
            let what = game.moves.get(at).map_or_else(|| "this game".to_owned(), |mv| format!("the move `{}`", mv.text));
            let error = Error::new(At::Whole, format!("PDN has no form for {what}"));
            Err(error.accepting("squares with - or x between them; a saved game keeps every move"))
        }
    }
}

fn laid_out(game: &Game) -> String {
    let mut text = String::new();
    let mut tags: Vec<(&str, String)> = game.tags.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    match tags.iter_mut().find(|(name, _)| *name == "Result") {
        // A score of a match between several players, say, stays as it is.
        Some(tag) if game.result == GameResult::Unknown && GameResult::read(&tag.1).is_none() => {}
        Some(tag) => tag.1 = result(game),
        None => tags.push(("Result", result(game))),
    }
    if let Some(fen) = tags.iter().position(|(name, _)| *name == "FEN")
        && !tags.iter().any(|(name, _)| *name == "SetUp")
    {
        tags.insert(fen, ("SetUp", "1".to_string()));
    }
    for (name, value) in tags {
        let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut line = String::new();
    for word in words(game) {
        // At the beginning of a line these would begin something else, even within what is said.
        let breaks = !word.starts_with(['[', '%']);
        if breaks && !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    text + &line + "\n"
}

/// The move from which on a text is not read as the game's moves and result: one may look like two, like a part of its neighbour, or like
/// none. As many as there are moves if more is read.
fn parts_at(game: &Game, text: &str) -> Option<usize> {
    let games = read(text);
    let back = games.first().map_or(&[][..], |back| &back.moves);
    let same = |(a, b): &(&Played, &Played)| (&a.text, &a.marks) == (&b.text, &b.marks);
    let alike = game.moves.iter().zip(back).take_while(same).count();
    let is_whole =
        alike == game.moves.len() && matches!(&games[..], [one] if one.moves.len() == alike && one.result == game.result);
    (!is_whole).then_some(alike)
}

/// Numbers, moves, what is said of them, and the result.
fn words(game: &Game) -> Vec<String> {
    let mut words = Vec::new();
    let say = |remarks: &[Remark], words: &mut Vec<String>| {
        for remark in remarks {
            match remark {
                Remark::Comment(text) => {
                    let text = format!("{{{}}}", text.replace('}', ")"));
                    words.extend(text.split_whitespace().map(str::to_string));
                }
                Remark::Judgement(text) | Remark::Variation(text) => {
                    words.extend(text.split_whitespace().map(str::to_string));
                }
            }
        }
    };
    say(&game.remarks, &mut words);
    let late = usize::from(game.second_begins());
    for (mv, i) in game.moves.iter().zip(late..) {
        if i % 2 == 0 {
            words.push(format!("{}.", i / 2 + 1));
        } else if i == late {
            words.push("1...".to_string());
        }
        words.push(format!("{}{}", mv.text, mv.marks));
        say(&mv.remarks, &mut words);
    }
    words.push(result(game));
    words
}

/// The result, in the way of counting points in which the game says it already.
fn result(game: &Game) -> String {
    let told = game.tag("Result").filter(|told| GameResult::read(told) == Some(game.result));
    told.map_or_else(|| game.result.to_string(), str::to_owned)
}
