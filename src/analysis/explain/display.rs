//! The text of explanations and listings.

use std::fmt;
use std::ops::Range;

use super::{Answer, Barred, Bars, Explanation, Landing, Listing, Offered, Reason, Related, Unmade};
use crate::notation::counted;
use crate::notation::findings::marked;
use crate::program::Line;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = &self.typed;
        match &self.answer {
            Answer::Legal { text, by, bars, only } => {
                write!(f, "`{text}` is legal{}", if by.is_empty() { "" } else { ", by" })?;
                by.iter().try_for_each(|by| write!(f, "\n{}", Cited(by)))?;
                compulsory(f, bars, *only)
            }
            Answer::Several(candidates) => write!(f, "`{typed}` may mean {}", some(candidates)),
            Answer::Unfinished { longer, by } => {
                let goes_on = if by.is_some() { "the chain must go on" } else { "it goes on" };
                write!(f, "`{typed}` is not the whole move: {goes_on}\n  {}", some(longer))?;
                by.iter().try_for_each(|by| write!(f, "\n{}", Cited(by)))
            }
            Answer::Struck { texts, made, by, landing, preferred } => {
                let barred =
                    if texts.len() == 1 { "would be a move, but is barred by" } else { "would be moves, but are barred by" };
                write!(f, "{} {barred}\n{}", some(texts), Cited(by))?;
                landing.iter().try_for_each(|landing| write!(f, "\n{landing}"))?;
                write!(f, "\nallowed: {}", some(preferred))?;
                write!(f, "{}", if made.is_empty() { "" } else { "\nbut for that it is made by" })?;
                made.iter().try_for_each(|line| write!(f, "\n{}", Cited(line)))
            }
            Answer::Unmade(unmade) => unmade_words(f, typed, unmade, self.wrong.as_ref()),
            Answer::Elsewhere { who, sought, options } if who == "chance" => {
                write!(f, "now chance {sought}: {}", some(options))
            }
            Answer::Elsewhere { who, sought, options } => {
                write!(f, "`{typed}` is no answer here: {who} must {sought}\n  {}", some(options))
            }
            Answer::Over { winners, reason, by, unmade } => {
                let won = if winners.is_empty() { "a draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
                match by {
                    Some(by) if by.text == *reason => write!(f, "the game is over: {won}, by\n{}", Cited(by))?,
                    Some(by) => write!(f, "the game is over: {won}, {reason}\n{}", Cited(by))?,
                    None => write!(f, "the game is over: {won}, {reason}")?,
                }
                unmade.iter().try_for_each(|unmade| {
                    f.write_str("\n")?;
                    unmade_words(f, typed, unmade, self.wrong.as_ref())
                })
            }
        }
    }
}

/// Example: `from a1 it must land on f6, where the chain goes on`.
impl fmt::Display for Landing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} it must land on {}, where the chain goes on", self.from, self.to.join(" or "))
    }
}

/// Writes which moves are compulsory before others, and whether a move is the only one.
fn compulsory(f: &mut fmt::Formatter<'_>, bars: &[Bars], only: bool) -> fmt::Result {
    for Bars { line, texts } in bars {
        write!(f, "\ncompulsory before {}, by\n{}", some(texts), Cited(line))?;
    }
    if only { write!(f, "\nthere is no other legal move") } else { Ok(()) }
}

fn unmade_words(f: &mut fmt::Formatter<'_>, typed: &str, unmade: &Unmade, wrong: Option<&Range<usize>>) -> fmt::Result {
    write!(f, "`{typed}` is not a move here")?;
    for (i, reason) in unmade.reasons.iter().enumerate() {
        write!(f, "{}{reason}", if i == 0 { ": " } else { "\n  " })?;
    }
    if let Some(wrong) = wrong {
        marked(typed, wrong.clone()).lines().try_for_each(|line| write!(f, "\n    {line}"))?;
    }
    if let Some(subject) = unmade.subject.as_ref().filter(|_| !unmade.rules.is_empty()) {
        write!(f, "\nwhat {subject} may do:")?;
        for Related { line, fails, required_by, closest } in &unmade.rules {
            write!(f, "\n{}", Cited(line))?;
            if let Some(fails) = fails {
                write!(f, "\n      ({}{fails})", if *closest { "closest: " } else { "" })?;
            }
            required_by.iter().try_for_each(|line| write!(f, "\n{}", Cited(line)))?;
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
            Reason::Unoffered => write!(f, "no move here chooses that"),
            Reason::Empty(site) => write!(f, "there is no piece on {site}"),
            Reason::NotYours { site, piece, player } => write!(f, "{site} is a {piece}, and it is {player}'s turn"),
            Reason::WhereTo(site) => write!(f, "{site}, and then where to?"),
            Reason::Idle(site) => write!(f, "no legal move begins on {site}"),
            Reason::Until(part) => write!(f, "up to {part} it is possible"),
            Reason::Occupied { site, piece } => write!(f, "{site} is occupied by a {piece}"),
            Reason::NotInLine { from, to } => write!(f, "{to} lies on no line with {from}"),
            Reason::OwnBetween { site, piece } => write!(f, "a {piece} of one's own stands between, on {site}"),
            Reason::NothingBetween { from, to } => write!(f, "there is nothing between {from} and {to} to take"),
            Reason::NoRule { piece, from, to, way: None } => write!(f, "no rule takes the {piece} from {from} to {to}"),
            Reason::NoRule { piece, from, to, way: Some(way) } => {
                write!(f, "no rule takes the {piece} from {from} to {to} ({way})")
            }
            Reason::GoesNoFurther { from, to } => write!(f, "the move does not go on from {from} to {to}"),
            Reason::Held(line) => write!(f, "other moves come first, by `{}` ({})", line.head(), line.place),
            Reason::NoPlace(site) => write!(f, "nothing can be put on {site} now"),
        }
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((reason, by)) = &self.over {
            write!(f, "the game is over: {reason}")?;
            return by.iter().try_for_each(|by| write!(f, "\n{}", Cited(by)));
        }
        let rows: Vec<[String; 3]> = self.moves.iter().map(|Offered { text, by }| row(text, by)).collect();
        let barred: Vec<[String; 3]> = self.barred.iter().map(|one| row(&one.text, std::slice::from_ref(&one.by))).collect();
        let width = |column: usize| {
            let all = rows.iter().chain(&barred).filter_map(|row| row.get(column));
            all.map(|cell| cell.chars().count()).max().unwrap_or(0).min(60)
        };
        let (first, second) = (width(0), width(1));
        let who = self.who.as_deref().unwrap_or("nobody");
        let count = |count: usize| counted(count as u64, "move");
        write!(f, "{who} to move, {}, and the line that makes each:", count(rows.len()))?;
        let table = |f: &mut fmt::Formatter<'_>, rows: &[[String; 3]]| {
            rows.iter().try_for_each(|[text, line, place]| write!(f, "\n  {text:first$}  {line:second$}  {place}"))
        };
        table(f, &rows)?;
        if !barred.is_empty() {
            let barred_by = if barred.len() == 1 { "is barred by an obligation" } else { "are barred by obligations" };
            write!(f, "\n{} {barred_by}:", count(barred.len()))?;
            table(f, &barred)?;
        }
        self.words(f)
    }
}

/// A table row: the text of a move, its lines in short, and their places.
fn row(text: &str, by: &[Line]) -> [String; 3] {
    let heads: Vec<String> = by.iter().map(Line::head).collect();
    let places: Vec<&str> = by.iter().map(|line| line.place.as_str()).collect();
    [text.to_owned(), heads.join(" + "), places.join(" + ")]
}

impl Listing {
    /// Writes the authors' comments on every line of the tables, each line once.
    fn words(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let makers = self.moves.iter().flat_map(|one| &one.by).chain(self.barred.iter().flat_map(|one: &Barred| &one.made));
        let all = makers.chain(self.barred.iter().map(|one| &one.by));
        let mut told: Vec<&Line> = Vec::new();
        for line in all {
            if !told.contains(&line) {
                told.push(line);
            }
        }
        if told.iter().all(|line| line.doc.is_none()) {
            return Ok(());
        }
        write!(f, "\nin the words of the rules:")?;
        told.into_iter().try_for_each(|line| write!(f, "\n{}", Cited(line)))
    }
}

/// A rule line with its place and the author's comments.
struct Cited<'a>(&'a Line);

impl fmt::Display for Cited<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cited(line) = self;
        write!(f, "  {}   ({}, {})", line.head(), line.chapter, line.place)?;
        let words = line.doc.iter().flat_map(|doc| doc.lines()).map(str::trim).filter(|words| !words.is_empty());
        words.into_iter().try_for_each(|words| write!(f, "\n      {words}"))
    }
}

/// A list of at most twelve texts.
fn some(texts: &[String]) -> String {
    let mut text = texts.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(", ");
    if texts.len() > 12 {
        text.push_str(&format!(" and {} more", texts.len() - 12));
    }
    text
}
