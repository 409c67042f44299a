//! Prints PDN.

use super::super::error::{At, Error};
use super::{Game, GameResult, Played, Remark, read};

/// The maximum length of lines that can be broken at a blank.
const WIDTH: usize = 79;

/// Prints a game. Its `Result` tag is set to its result, and a `FEN` tag is accompanied by a `SetUp` tag.
///
/// PDN has only moves with squares. It is an error if the printed text does not read back as the same game, for example because
/// the text of a move has blanks.
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
        // Another value, such as the score of a match between several players, is kept.
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
        // At the beginning of a line these would begin something else, even within a remark.
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

/// The index of the first move that does not read back from the text (it may look like two moves, part of a neighbour, or
/// none), or the number of moves if more is read than these or another result; none if all reads back.
fn parts_at(game: &Game, text: &str) -> Option<usize> {
    let games = read(text);
    let back = games.first().map_or(&[][..], |back| &back.moves);
    let same = |(a, b): &(&Played, &Played)| (&a.text, &a.marks) == (&b.text, &b.marks);
    let alike = game.moves.iter().zip(back).take_while(same).count();
    let is_whole =
        alike == game.moves.len() && matches!(&games[..], [one] if one.moves.len() == alike && one.result == game.result);
    (!is_whole).then_some(alike)
}

/// Move numbers, moves, remarks, and the result.
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

/// The result; if its tag has the same result, as the tag writes it.
fn result(game: &Game) -> String {
    let told = game.tag("Result").filter(|told| GameResult::read(told) == Some(game.result));
    told.map_or_else(|| game.result.to_string(), str::to_owned)
}
