//! The results of a search, for people: during the search, and at the end.

use std::fmt::Write as _;
use std::io::Write;

use draughtsman::agents::{self, Agent};
use draughtsman::program::Program;
use draughtsman::session::{Analysis, Session};
use indicatif::ProgressBar;

use super::super::answer::Failure;
use super::super::progress;

/// The results so far, on standard error if that is a terminal.
pub(super) struct Live(ProgressBar);

impl Live {
    pub(super) fn new(asked: bool) -> Live {
        Live(if asked { progress::told() } else { ProgressBar::hidden() })
    }

    /// Shows the results so far.
    pub(super) fn tell(&self, analysis: &Analysis) {
        if !self.0.is_hidden() {
            let depth = analysis.depth().map_or_else(String::new, |depth| format!("depth {depth}, "));
            let head = format!("{depth}{} looked at, {} s", analysis.nodes, self.0.elapsed().as_secs());
            self.0.set_message(format!("{head}\n{}", table(analysis, MOST_LIVE)));
        }
    }

    /// Removes them from the terminal.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

/// Greatest number of decisions of a line shown during the search: most terminals would wrap longer lines.
const MOST_LIVE: usize = 8;

/// Writes the results.
pub(super) fn write(
    session: &Session,
    agent: Agent,
    analysis: &Analysis,
    seconds: f64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let player = session.decider();
    let looked = match agent {
        Agent::Mcts(..) => format!("{} playouts", analysis.nodes),
        _ => format!("depth {}, {} decisions looked at", analysis.depth, analysis.nodes),
    };
    let worlds =
        analysis.worlds.map_or_else(String::new, |worlds| format!(" in {worlds} positions that {player} may believe in"));
    writeln!(out, "{player} to move: {agent}, {looked}{worlds}, {seconds:.2} s of processor time\n")?;
    write!(out, "{}", table(analysis, usize::MAX))?;
    if analysis.lines.iter().any(|line| line.sampled) {
        writeln!(out, "\nworths are averages of samples, not of all that can be")?;
    }
    let decided = analysis.lines.iter().any(|line| line.decided.is_some());
    write_goes_by(session.program(), agent, decided, out)
}

/// Writes which files the agent uses and, if a value is certain, what endgame tables leave out.
pub(super) fn write_goes_by(program: &Program, agent: Agent, decided: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let goes_by = agents::goes_by(program, &[agent]);
    if let Some(words) = goes_by.words() {
        writeln!(out, "\n{agent} {words}")?;
    }
    if decided && goes_by.endgames.is_some() && program.is_patient() {
        writeln!(out, "by endgame tables, which leave clocks and repetition aside: these may draw what they tell to be won")?;
    }
    Ok(())
}

/// A line for each move: its rank, its value, and the moves that follow.
fn table(analysis: &Analysis, most: usize) -> String {
    let mut table = String::new();
    let worths: Vec<String> = analysis.lines.iter().map(|line| line.worth().to_string()).collect();
    let width = worths.iter().map(String::len).max().unwrap_or(0);
    for (place, (line, worth)) in analysis.lines.iter().zip(&worths).enumerate() {
        let moves = line.texts.iter().take(most).map(String::as_str).collect::<Vec<_>>().join("  ");
        let votes = line.worlds.zip(analysis.worlds);
        let votes = votes.map_or_else(String::new, |(best, worlds)| format!("best in {best} of {worlds}   "));
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:>3}  {worth:>width$}   {votes}{moves}", place + 1);
    }
    table
}
