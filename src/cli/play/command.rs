//! What a typed line asks for, and carrying it out.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::analysis::explain::Explanation;
use draughtsman::diagnostic::nearest;
use draughtsman::notation::movetext::Unpicked;
use draughtsman::session::Found;

use super::super::answer::Failure;
use super::super::forms;
use super::back::{Redone, Undone};
use super::table::Table;
use super::{file, screen, series, set_up};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A blank line.
    Nothing,
    /// A move, in any form.
    Move(String),
    /// `moves`, `?`
    Moves,
    /// `why 11-18`
    Why(String),
    /// `hint`
    Hint,
    /// `best`
    Best,
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `setup put c3 White king`, `setup lift c3`, `setup mover White`, `setup clear`
    SetUp(String),
    /// `save FILE`, or `save` to the file of `--save`
    Save(Option<PathBuf>),
    /// `load FILE`
    Load(Option<PathBuf>),
    /// `board`
    Board,
    /// `flip`
    Flip,
    /// `draw`
    Draw,
    /// `next`
    Next,
    /// `resign`
    Resign,
    /// `pin NAME reason…`
    Pin(String),
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// The words of the commands, for completion.
pub(super) const COMMANDS: [&str; 17] = [
    "moves", "why ", "hint", "best", "undo", "redo", "board", "flip", "save ", "load ", "setup ", "pin ", "draw", "next",
    "resign", "help", "quit",
];

/// The text of `help`.
pub(super) const HELP: &str = "\
A move:      its text (11-15, c3 d4, c3xe5), in part where that leaves no doubt, or its number in the list of `moves`; a
             number that could be something else too is written `2.`
moves, ?     the legal moves, numbered
why MOVE     why a move is legal or not, and which line of the rules says so
hint         a move that looks good at once
best         the best line of play that a second of thought finds, and what it is worth to who is to move
undo         takes back your last move, and that the game was given up or drawn; what has shown somebody something only with
             --undo-revealed
redo         plays again what was taken back
board        the board again
flip         turns the board by half a circle
save [FILE]  saves the game; without FILE where --save said
load FILE    goes on with a saved game
setup HOW    sets a position up, from which the game begins anew: `setup put c3 White king`, `setup lift c3`, `setup mover White`,
             `setup clear`; on the whole screen `setup` alone, or F2, with arrow keys and taps
pin NAME WHY pins the moves of this position for `draughtsman snapshot`; a NAME of several words in quotes
draw         offers a draw
next         begins the next game of a match
resign       gives the game up
quit         ends; on a terminal a game that is neither over nor saved is kept in NAME.lost.toml
A word that is also a move is a move: then write the command with a colon, as in `:undo`. Tab completes moves and commands, line by
line names of files too; the arrow keys, on the whole screen Ctrl-P and Ctrl-N, bring back what was typed before.";

impl Command {
    /// Reads a line. A line that is exactly the text of a move is that move.
    pub(super) fn read(line: &str, moves: &[String]) -> Command {
        let line = line.trim();
        // A choice among unseen things is written `?` too; it is made by its number.
        if line != "?" && moves.iter().any(|text| text.eq_ignore_ascii_case(line)) {
            return Command::Move(line.to_owned());
        }
        let bare = line.strip_prefix([':', '/']).unwrap_or(line);
        let (word, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
        let rest = rest.trim();
        let name = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(rest);
        let file = || (!name.is_empty()).then(|| PathBuf::from(name));
        match (word.to_lowercase().as_str(), rest.is_empty()) {
            ("", _) => Command::Nothing,
            ("moves" | "?", true) => Command::Moves,
            ("why" | "explain", _) => Command::Why(rest.to_owned()),
            ("hint", true) => Command::Hint,
            ("best", true) => Command::Best,
            ("undo" | "back", true) => Command::Undo,
            ("redo", true) => Command::Redo,
            ("setup", _) => Command::SetUp(rest.to_owned()),
            ("save", _) => Command::Save(file()),
            ("load", _) => Command::Load(file()),
            ("pin", _) => Command::Pin(rest.to_owned()),
            ("board", true) => Command::Board,
            ("flip", true) => Command::Flip,
            ("draw", true) => Command::Draw,
            ("next", true) => Command::Next,
            ("resign", true) => Command::Resign,
            ("help" | "h", _) => Command::Help,
            ("quit" | "exit" | "q", true) => Command::Quit,
            _ => Command::Move(line.to_owned()),
        }
    }
}

/// Carries out a command that needs no further answer. Returns whether the board is to be drawn.
pub(super) fn obey(table: &mut Table, command: Command, out: &mut dyn Write) -> Result<bool, Failure> {
    match command {
        Command::Move(typed) => return chosen(table, &typed, out),
        Command::Moves => screen::moves(table, out)?,
        Command::Why(typed) if typed.is_empty() => {
            let example = table.texts().first().map_or("MOVE", String::as_str);
            writeln!(out, "Which move? `why {example}`")?;
        }
        Command::Why(typed) => writeln!(out, "{}", why(table, &typed)?)?,
        Command::Hint | Command::Best if table.over() => writeln!(out, "The game is over.")?,
        Command::Hint => match table.hint()? {
            Some(text) => writeln!(out, "Perhaps {text}.")?,
            None => writeln!(out, "There is nothing to play.")?,
        },
        Command::Best => match table.best() {
            Ok(analysis) => screen::best(&analysis, out)?,
            Err(failure) => writeln!(out, "{}", failure.sentence()?)?,
        },
        Command::Redo => match table.redo()? {
            Redone::Moves(texts) => {
                writeln!(out, "Played again: {}.", screen::texts(&texts))?;
                return Ok(true);
            }
            Redone::End => return Ok(true),
            Redone::Nothing => writeln!(out, "Nothing was taken back.")?,
        },
        Command::SetUp(change) => return set_up::obey(table, &change, out),
        Command::Undo => match table.undo()? {
            Undone::Moves { texts, revealed } => {
                writeln!(out, "Taken back: {}.", screen::texts(&texts))?;
                if revealed {
                    writeln!(out, "What it has shown stays known: at the same point chance decides the same.")?;
                }
                return Ok(true);
            }
            Undone::End => {
                writeln!(out, "Taken back: the end of the game.")?;
                return Ok(true);
            }
            Undone::Nothing => writeln!(out, "There is no move of yours to take back.")?,
            Undone::Late => writeln!(out, "Whoever has run out of time has lost: that cannot be taken back.")?,
            Undone::Revealed(to) => writeln!(
                out,
                "That cannot be taken back: it has shown something new to {}. (With --undo-revealed it could be.)",
                screen::names(table, &to)
            )?,
        },
        Command::Save(Some(path)) if forms::of(&path, file::FORMS).is_err() => {
            let problem = forms::of(&path, file::FORMS).err().map(Failure::sentence).transpose()?;
            writeln!(out, "Not saved: {}", problem.unwrap_or_default())?;
        }
        Command::Save(path) => file::save(table, path, out)?,
        Command::Load(path) => return file::load(table, path, out),
        Command::Pin(rest) => file::pin(table, &rest, out)?,
        Command::Board => return Ok(true),
        Command::Flip => {
            table.drawing.flip = !table.drawing.flip;
            return Ok(true);
        }
        Command::Next => return series::next(table, out),
        Command::Help => writeln!(out, "{HELP}")?,
        Command::Nothing | Command::Draw | Command::Resign | Command::Quit => {}
    }
    Ok(false)
}

fn chosen(table: &mut Table, typed: &str, out: &mut dyn Write) -> Result<bool, Failure> {
    if table.session.ended().is_some() {
        writeln!(out, "The game is over.")?;
        return Ok(false);
    }
    if let Some(actor) = table.thinks() {
        writeln!(out, "It is the turn of {}.", screen::decider(table, actor))?;
        return Ok(false);
    }
    match table.find(typed)? {
        Found::Move(index) => {
            let who = table.actor().map_or_else(String::new, |actor| screen::decider(table, actor));
            // A player who chose something unseen may not know it either.
            let told = table.may_be_told(index, table.viewer().as_slice())?;
            let text = table.text(index)?.filter(|_| told);
            if table.play(index)? {
                screen::decided(&[(who, table.with_prey(text))], out)?;
            }
            return Ok(true);
        }
        Found::Doubt(doubt) => writeln!(out, "{doubt}")?,
        Found::Barred => writeln!(out, "The rules bar `{typed}` now, for a reason that cannot be told.")?,
        Found::Unread(_) if typed.chars().all(|c| c.is_ascii_digit()) && typed.parse::<usize>().is_err() && !table.over() => {
            writeln!(out, "{}", Unpicked::Beyond(table.texts().len()))?;
        }
        Found::Unread(_) => {
            match meant(typed) {
                Some(command) => writeln!(out, "{command}")?,
                None => writeln!(out, "{}", why(table, typed)?)?,
            }
            if !table.over() {
                writeln!(out, "(`moves` lists the moves, `help` the commands)")?;
            }
        }
    }
    Ok(false)
}

/// The message for a line that is no move, but begins with a command or with a similar word.
fn meant(typed: &str) -> Option<String> {
    let word = typed.trim_start_matches([':', '/']).split_whitespace().next()?.to_lowercase();
    let names = || COMMANDS.iter().map(|name| name.trim_end());
    if names().any(|name| name == word) {
        return Some(format!("`{word}` stands alone: nothing is written behind it."));
    }
    let near = nearest(&word, names()).filter(|_| word.chars().all(char::is_alphabetic))?;
    Some(format!("`{word}` is neither a move nor a command: did you mean `{near}`?"))
}

fn why(table: &Table, typed: &str) -> Result<Explanation, Failure> {
    Ok(table.session.explain(typed, table.viewer())?)
}

/// The question to everybody when a draw is offered.
pub(super) const DRAW: &str = "A draw is offered. Does everybody agree (yes, no)? ";

/// Returns whether a draw can be offered. If not, says why.
pub(super) fn may_draw(table: &Table, out: &mut dyn Write) -> Result<bool, Failure> {
    let no = match (table.over(), table.human) {
        (true, _) => "The game is over.",
        (false, Some(_)) => "Your opponent plays on.",
        (false, None) => return Ok(true),
    };
    writeln!(out, "{no}")?;
    Ok(false)
}

/// Handles the answer to an offer of a draw. Returns whether the board is to be drawn.
pub(super) fn answered(table: &mut Table, answer: &str, out: &mut dyn Write) -> Result<bool, Failure> {
    if !matches!(answer.to_lowercase().as_str(), "yes" | "y") {
        writeln!(out, "No draw.")?;
        return Ok(false);
    }
    writeln!(out, "The game is drawn by agreement. {}", screen::how_on(table))?;
    table.end(Vec::new(), "agreement");
    let goes_on = series::goes_on(table);
    if !goes_on {
        screen::seed(table, out)?;
    }
    Ok(goes_on)
}
