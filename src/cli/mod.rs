//! The command line. It translates arguments into library calls and results into text or JSON, and decides nothing itself.
//! One file per subcommand. Data goes to standard output, everything else to standard error.

mod agents;
mod analyse;
mod answer;
mod arguments;
mod check;
mod ci;
mod complete;
mod completions;
mod contest;
mod coverage;
mod diff;
mod endgames;
mod explain;
mod explain_move;
mod fault;
mod files;
mod fmt;
mod forms;
mod games;
mod git;
mod hub;
mod interrupt;
mod levels;
mod list;
mod listener;
mod load;
#[cfg(feature = "lsp")]
mod lsp;
mod man;
mod merge;
mod moves;
mod names;
mod new;
mod output;
mod page;
mod pdn;
mod perft;
mod play;
mod position;
mod position_command;
mod processor;
mod progress;
mod render;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod show;
mod simulate;
mod snapshot;
mod solve;
mod terminal;
mod train;
mod watch;
mod written;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use answer::{Answer, Failure};
use arguments::Colour;
use terminal::Words;

/// Play, check and examine checkers and draughts variants. A variant is one text file; no variant needs code.
#[derive(Parser)]
#[command(name = "draughtsman", version, max_term_width = 100, after_help = EXAMPLES)]
struct Draughtsman {
    #[command(subcommand)]
    command: Command,
    /// When to use colour; NO_COLOR is heeded
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// Say nothing on standard error but what is wrong: no notes, no sums, no progress
    #[arg(long, short, global = true)]
    quiet: bool,
}

const EXAMPLES: &str = include_str!("help/draughtsman.txt");

#[derive(Subcommand)]
enum Command {
    List(list::Arguments),
    Show(show::Arguments),
    New(new::Arguments),
    Check(check::Arguments),
    Explain(explain::Arguments),
    Diff(diff::Arguments),
    Fmt(fmt::Arguments),
    Moves(moves::Arguments),
    Position(position_command::Arguments),
    Perft(perft::Arguments),
    Pdn(pdn::Arguments),
    Simulate(Box<simulate::Arguments>),
    Merge(merge::Arguments),
    Match(contest::Arguments),
    Analyse(analyse::Arguments),
    Solve(solve::Arguments),
    Endgames(endgames::Arguments),
    Train(train::Arguments),
    Coverage(coverage::Arguments),
    Snapshot(snapshot::Arguments),
    Render(render::Arguments),
    Page(page::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Play(play::Arguments),
    Session(session::Arguments),
    Hub(hub::Arguments),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Parses the command line and runs its subcommand.
pub(crate) fn main() -> ExitCode {
    complete::answer();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    fault::watch(&arguments);
    let json = answer::wants_json(arguments.iter().skip(1).cloned());
    let Draughtsman { command, color, quiet } = match asked(&arguments) {
        Ok(asked) => asked,
        Err(error) if json && error.use_stderr() => return answer::usage_in_json(&error),
        Err(error) => {
            answer::wanted_colour(&arguments).heed();
            // The message quotes arguments: it is made again from arguments whose control characters are spelt out.
            let spelt = terminal::spelt(&arguments).and_then(|spelt| asked(&spelt).err());
            let error = spelt.unwrap_or(error);
            let printed = error.print().and_then(|()| io::stdout().flush());
            return match printed {
                // Help that was asked for is an answer.
                Err(unwritten) if !error.use_stderr() => answer::exit_code(Err(Failure::Output(unwritten)), json),
                // Where standard error is closed, nothing can be reported.
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    color.heed();
    if quiet {
        report::be_quiet();
    }
    let mut out = Words(BufWriter::new(io::stdout().lock()));
    let result = run(command, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    // What is left in the buffer after a failure is written too; if that fails, the first failure is the one reported.
    let _ = out.flush();
    // Dropping the `BufWriter` would flush it once more, to a pipe that may be closed.
    let (_, unwritten) = out.0.into_parts();
    drop(unwritten);
    answer::exit_code(result, json)
}

/// Parses the command line.
fn asked(arguments: &[impl AsRef<OsStr>]) -> Result<Draughtsman, clap::Error> {
    let mut command = taking_numbers(Draughtsman::command());
    let mut matches = command.try_get_matches_from_mut(arguments.iter().map(AsRef::as_ref))?;
    Draughtsman::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// A command whose arguments with values accept negative numbers. `-1` then reaches the value parser, which says which
/// numbers are accepted, rather than being reported as an unknown option.
fn taking_numbers(command: clap::Command) -> clap::Command {
    let takes_values = |arg: &clap::Arg| arg.get_action().takes_values();
    let taking = |arg: clap::Arg| if takes_values(&arg) { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(taking).mut_subcommands(taking_numbers)
}

fn run(command: Command, out: &mut dyn Write) -> Result<Answer, Failure> {
    match command {
        Command::List(arguments) => list::run(&arguments, out),
        Command::Show(arguments) => show::run(&arguments, out),
        Command::New(arguments) => new::run(&arguments, out),
        Command::Check(arguments) => check::run(&arguments, out),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Diff(arguments) => diff::run(&arguments, out),
        Command::Fmt(arguments) => fmt::run(&arguments, out),
        Command::Moves(arguments) => moves::run(&arguments, out),
        Command::Position(arguments) => position_command::run(&arguments, out),
        Command::Perft(arguments) => perft::run(&arguments, out),
        Command::Pdn(arguments) => pdn::run(&arguments, out),
        Command::Simulate(arguments) => simulate::run(&arguments, out),
        Command::Merge(arguments) => merge::run(&arguments, out),
        Command::Match(arguments) => contest::run(&arguments, out),
        Command::Analyse(arguments) => analyse::run(&arguments, out),
        Command::Solve(arguments) => solve::run(&arguments, out),
        Command::Endgames(arguments) => endgames::run(&arguments, out),
        Command::Train(arguments) => train::run(&arguments, out),
        Command::Coverage(arguments) => coverage::run(&arguments, out),
        Command::Snapshot(arguments) => snapshot::run(&arguments, out),
        Command::Render(arguments) => render::run(&arguments, out),
        Command::Page(arguments) => page::run(&arguments, out),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments, out),
        Command::Play(arguments) => play::run(&arguments, out),
        Command::Session(arguments) => session::run(&arguments, out),
        Command::Hub(arguments) => hub::run(&arguments, out),
        #[cfg(feature = "lsp")]
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, out),
        Command::Man(arguments) => man::run(&arguments, out),
    }
}

/// Writes a value as JSON on one line.
fn write_json(out: &mut dyn Write, answer: &impl serde::Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, answer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
