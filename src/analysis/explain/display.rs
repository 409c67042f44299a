//! The answer as people read it.

use std::fmt;

use super::{Answer, Explanation, Reason, Unmade};
use crate::program::Line;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = &self.typed;
        match &self.answer {
            Answer::Legal { text, by } => {
                write!(f, "`{text}` is legal")?;
                by.iter().try_for_each(|by| write!(f, ", by\n{}", Cited(by)))
            }
            Answer::Several(candidates) => write!(f, "`{typed}` may mean {}", some(candidates)),
            Answer::Unfinished { longer, by } => {
                write!(f, "`{typed}` is not the whole move: the chain must go on\n  {}", some(longer))?;
                by.iter().try_for_each(|by| write!(f, "\n{}", Cited(by)))
            }
            Answer::Struck { texts, by, preferred } => {
                let barred =
                    if texts.len() == 1 { "would be a move, but is barred by" } else { "would be moves, but are barred by" };
                write!(f, "{} {barred}\n{}\nallowed: {}", some(texts), Cited(by), some(preferred))
            }
            Answer::Unmade(unmade) => unmade_words(f, typed, unmade),
            Answer::Elsewhere { who, sought, options } if who == "chance" => {
                write!(f, "now chance {sought}: {}", some(options))
            }
            Answer::Elsewhere { who, sought, options } => {
                write!(f, "`{typed}` is no answer here: {who} must {sought}\n  {}", some(options))
            }
            Answer::Over { winners, reason, by } => {
                let won = if winners.is_empty() { "a draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
                match by {
                    Some(by) if by.text == *reason => write!(f, "the game is over: {won}, by\n{}", Cited(by)),
                    Some(by) => write!(f, "the game is over: {won}, {reason}\n{}", Cited(by)),
                    None => write!(f, "the game is over: {won}, {reason}"),
                }
            }
        }
    }
}

fn unmade_words(f: &mut fmt::Formatter<'_>, typed: &str, unmade: &Unmade) -> fmt::Result {
    write!(f, "`{typed}` is not a move here")?;
    for (i, reason) in unmade.reasons.iter().enumerate() {
        write!(f, "{}{reason}", if i == 0 { ": " } else { "\n  " })?;
    }
    if let Some(subject) = unmade.subject.as_ref().filter(|_| !unmade.rules.is_empty()) {
        write!(f, "\nwhat {subject} may do:")?;
        for (rule, holds) in &unmade.rules {
            write!(f, "\n{}", Cited(rule))?;
            if !holds {
                write!(f, "\n      (does not apply here now)")?;
            }
        }
    }
    if !unmade.near.is_empty() {
        write!(f, "\npossible: {}", some(&unmade.near))?;
    }
    Ok(())
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoSquare(problem) => write!(f, "{problem}"),
            Reason::NoWord { word, verbs } if verbs.is_empty() => {
                write!(f, "`{word}` is neither a square nor a word of these moves")
            }
            Reason::NoWord { word, verbs } => {
                write!(f, "`{word}` is neither a square nor an action; actions are {}", some(verbs))
            }
            Reason::NoSquares => write!(f, "it names no square"),
            Reason::Empty(site) => write!(f, "there is no piece on {site}"),
            Reason::NotYours { site, piece, player } => write!(f, "{site} is a {piece}, and it is {player}'s turn"),
            Reason::WhereTo(site) => write!(f, "{site}, and then where to?"),
            Reason::Until(part) => write!(f, "up to {part} it is possible"),
            Reason::Occupied { site, piece } => write!(f, "{site} is occupied by a {piece}"),
            Reason::NotInLine { from, to } => write!(f, "{to} lies on no line with {from}"),
            Reason::OwnBetween { site, piece } => write!(f, "a {piece} of one's own stands between, on {site}"),
            Reason::NothingBetween { from, to } => write!(f, "there is nothing between {from} and {to} to take"),
            Reason::NoRule { piece, from, to, way: None } => write!(f, "no rule takes the {piece} from {from} to {to}"),
            Reason::NoRule { piece, from, to, way: Some(way) } => {
                write!(f, "no rule takes the {piece} from {from} to {to} ({way})")
            }
            Reason::Held(line) => write!(f, "other moves come first, by `{}` ({})", line.head(), line.place),
            Reason::NoPlace(site) => write!(f, "nothing can be put on {site} now"),
        }
    }
}

/// A rule line with its place and the author's words.
struct Cited<'a>(&'a Line);

impl fmt::Display for Cited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cited(line) = self;
        write!(f, "  {}   ({}, {})", line.head(), line.chapter, line.place)?;
        let words = line.doc.iter().flat_map(|doc| doc.lines()).map(str::trim).filter(|words| !words.is_empty());
        words.into_iter().try_for_each(|words| write!(f, "\n      {words}"))
    }
}

/// At most twelve in a row.
fn some(texts: &[String]) -> String {
    let mut text = texts.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(", ");
    if texts.len() > 12 {
        text.push_str(&format!(" and {} more", texts.len() - 12));
    }
    text
}
