//! `draughtsman play`: a game on the terminal, for two people or against an opponent. It is drawn on the full screen, or
//! played line by line, so that a game can be piped in.

mod back;
mod command;
mod complete;
mod file;
#[cfg(feature = "full-screen")]
mod full;
mod input;
mod opponents;
mod screen;
mod series;
mod set_up;
mod table;
mod time;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use draughtsman::notation::TimeControl;

use self::command::Command;
use self::input::{Input, Typed};
use self::table::Table;
use super::answer::{Answer, Failure};
use super::arguments::{PositionArguments, RulesArguments, whole};
use super::output::ForceArgument;
use super::{forms, load, position, report};

/// Play a game on the terminal
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/play.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Begin here: FEN text, or a file (.fen, .json, .toml, .pdn)
    #[arg(long, short, value_name = "POSITION")]
    position: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    resume: Option<String>,
    /// Who plays the other sides: `random`, `greedy`, `level:1` to `level:8`, `alpha-beta:EFFORT`, `mcts:EFFORT`,
    /// `hub:COMMAND`; an EFFORT is a time (2s, 500ms), a number of decisions looked at or playouts, or for alpha-beta a depth (depth=6), and
    /// with commas what it thinks with (`threads=2`, `memory=64` MiB, `untrained`); a COMMAND starts an engine that speaks Hub (docs/hub.md)
    #[arg(long, value_name = "WHO")]
    opponent: Option<String>,
    /// The player that you are; without it the first one
    #[arg(long = "as", value_name = "PLAYER")]
    player: Option<String>,
    /// Play by the clock: MAIN for each player's whole game and MORE for each turn, such as 5m+3s; who runs out of time has lost
    #[arg(long, value_name = "MAIN+MORE", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Fix all chance, the opponent's too
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Save the game here after every move: as .toml, or as .pdn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// Draw the board turned by half a circle
    #[arg(long)]
    flip: bool,
    /// Draw the board as this player may see it, whoever is to move
    #[arg(long, value_name = "PLAYER")]
    view: Option<String>,
    /// Line by line, with the position in words: for who hears it; on a terminal it is otherwise drawn on the whole screen
    #[arg(long)]
    plain: bool,
    /// Draw with the signs of ASCII alone
    #[cfg(feature = "full-screen")]
    #[arg(long, conflicts_with = "plain")]
    ascii: bool,
    /// Let `undo` take back also what has shown somebody something: a card turned up, a roll
    #[arg(long)]
    undo_revealed: bool,
}

/// Plays a game.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let from = arguments.resume.as_ref().or(arguments.position.as_ref());
    if arguments.rules.variant == load::STDIN || from.is_some_and(|from| from == load::STDIN) {
        return Err(Failure::wrong("moves come from standard input, so neither rules nor a position can: give a file"));
    }
    // Chance is played and reported here, so no seed is passed on.
    let asked = PositionArguments { rules: arguments.rules.clone(), position: from.cloned(), ..Default::default() };
    if let Some(path) = &arguments.save {
        forms::of(path, file::FORMS)?;
    }
    let mut begun = position::begin(&asked)?;
    if let Some(seed) = arguments.seed {
        begun.session.set_seed(seed);
    }
    begun.view = arguments.view.as_deref().map(|name| begun.session.player(name)).transpose()?;
    let human = match (&arguments.player, &arguments.opponent) {
        (Some(name), Some(_)) => Some(begun.session.player(name)?),
        (Some(name), None) => {
            begun.session.player(name)?;
            return Err(Failure::wrong("--as says who you are where somebody else plays too: say who with --opponent"));
        }
        (None, Some(_)) => Some(begun.session.variant().equipment.turn_order.first().copied().unwrap_or_default()),
        (None, None) => None,
    };
    let mut table = Table::new(begun, asked.rules, arguments, human)?;
    if let Some(file) = &arguments.resume {
        file::goes_on(&mut table, file.into())?.iter().for_each(|note| report::say("note", note));
        table.is_resumed = human.is_none();
    }
    file::may_save(&table)?;
    #[cfg(feature = "full-screen")]
    if full::is_wanted(arguments) {
        full::converse(&mut table, arguments.ascii, out)?;
        return ended(&table);
    }
    let mut input = Input::new();
    table.terminal = input.terminal;
    let closed = input.tells_of_its_end()?;
    let said = screen::welcome(&table, out).and_then(|()| converse(&mut table, &mut input, out));
    let closed = closed.load(Ordering::Relaxed);
    if closed || input.terminal && said.is_err() {
        file::keep(&mut table, &mut std::io::sink())?;
    }
    said.or_else(|failure| if closed { Ok(()) } else { Err(failure) })?;
    ended(&table)
}

/// The answer of the command: a failure if the game is not where `--save` said.
fn ended(table: &Table) -> Result<Answer, Failure> {
    if table.saving.trouble.is_none() { Ok(Answer::Yes) } else { Err(Failure::Told) }
}

/// Shows the board, prompts for a line and carries it out, again and again, until the user leaves.
fn converse(table: &mut Table, input: &mut Input, out: &mut dyn Write) -> Result<(), Failure> {
    let mut draw = true;
    loop {
        draw |= table.advance(usize::MAX, out)?;
        if std::mem::take(&mut draw) {
            if let Some(player) = table.keyboard_passes() {
                screen::pass_the_keyboard(table, player, input, out)?;
                screen::played_since(table, player, out)?;
                table.run_clock();
            }
            screen::turn(table, out)?;
        }
        let line = match input.line(&screen::prompt(table), table.texts(), out)? {
            Typed::Line(line) => line,
            Typed::Stopped => return screen::farewell(table, "Stopped", out),
            Typed::TooLong => {
                writeln!(out, "\nThat line is too long.")?;
                continue;
            }
            Typed::End => {
                writeln!(out)?;
                return screen::farewell(table, "End of input", out);
            }
        };
        if !input.terminal {
            writeln!(out, "{line}")?;
        }
        let command = Command::read(&line, table.texts());
        if !table.note_time() && !matches!(command, Command::Quit) {
            draw = true;
            continue;
        }
        match command {
            Command::Nothing => {}
            Command::Quit => return screen::farewell(table, "Goodbye", out),
            Command::Resign => {
                screen::resigned(table, out)?;
                draw = true;
            }
            Command::Draw => draw = offer(table, input, out)?,
            command => draw = command::obey(table, command, out)?,
        }
    }
}

/// Offers a draw, to which people agree if the next line says yes. Returns whether the board is to be drawn.
fn offer(table: &mut Table, input: &mut Input, out: &mut dyn Write) -> Result<bool, Failure> {
    if !command::may_draw(table, out)? {
        return Ok(false);
    }
    let words = ["yes", "no"].map(str::to_owned);
    let answer = match input.line(command::DRAW, &words, out)? {
        Typed::Line(line) => line,
        Typed::TooLong | Typed::Stopped | Typed::End => String::new(),
    };
    if !input.terminal {
        writeln!(out, "{answer}")?;
    }
    command::answered(table, &answer, out)
}
