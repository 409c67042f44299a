//! Results of games, reported as a table, as a report, as JSON, or as a page.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::analysis::balance;
use draughtsman::notation::counted;
use draughtsman::notation::json::balance::Balance;
use draughtsman::notation::json::simulate::{Plies, Simulation};

use super::super::answer::Failure;
use super::super::output::{self, ForceArgument, Made};
use super::super::write_json;
use super::arguments::is_page;

/// How results are reported.
pub(crate) struct Told<'t> {
    /// Whether standard output gets JSON.
    pub(crate) json: bool,
    /// The file to write the report into.
    pub(crate) output: Option<&'t PathBuf>,
    pub(crate) force: ForceArgument,
    /// Whether standard output gets nothing, because it is used for something else.
    pub(crate) quiet: bool,
}

impl Told<'_> {
    /// Reports the totals of the games.
    pub(crate) fn simulation(&self, said: &Simulation, cpu_seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
        let said = Simulation { cpu_seconds, ..said.clone() };
        match (self.quiet, self.json) {
            (true, _) => Ok(()),
            (false, true) => write_json(out, &said),
            (false, false) => table(&said, out),
        }
    }

    /// Writes the report, to standard output and into the file.
    pub(crate) fn report(&self, balance: &Balance, out: &mut dyn Write) -> Result<(), Failure> {
        let mut written = Ok(());
        if let Some(path) = self.output {
            let text = if is_page(path) {
                balance::html(balance)
            } else {
                serde_json::to_string(balance).map_err(Failure::wrong)? + "\n"
            };
            written = output::answer(Some(path), &text, Made::Balance, self.force, out);
        }
        let told = match self.quiet {
            true => Ok(()),
            false => output::beside(self.output, self.json, balance, out, |out| Ok(write!(out, "{}", balance::text(balance))?)),
        };
        output::at_last(told, written)
    }
}

/// Formats a number per second: whole from 10 on, else with two significant digits.
fn rate(speed: f64) -> String {
    let digits = if speed > 0.0 { (1.0 - speed.log10().floor()).clamp(0.0, 9.0) as usize } else { 0 };
    format!("{speed:.digits$}")
}

fn table(simulation: &Simulation, out: &mut dyn Write) -> Result<(), Failure> {
    let share = |games: u64| 100.0 * games as f64 / simulation.games.max(1) as f64;
    let speed = simulation.games as f64 / simulation.cpu_seconds.max(1e-9);
    let Simulation { variant, agent, seed, games, .. } = simulation;
    writeln!(
        out,
        "{} of {variant} by agent {agent}, seed {seed}: {} a second of processor time\n",
        counted(*games, "game"),
        rate(speed)
    )?;
    if let Some(words) = simulation.goes_by.words() {
        writeln!(out, "  {words}\n")?;
    }
    for (side, wins) in &simulation.wins {
        writeln!(out, "{wins:>12} {:>6.2} %  {side} wins", share(*wins))?;
    }
    writeln!(out, "{:>12} {:>6.2} %  drawn", simulation.draws, share(simulation.draws))?;
    for (reason, games) in &simulation.draws_by {
        writeln!(out, "{games:>12} {:>6.2} %    {reason}", share(*games))?;
    }
    let limit = simulation.limit;
    writeln!(out, "{:>12} {:>6.2} %  cut off after {limit} decisions", simulation.cut_off, share(simulation.cut_off))?;
    writeln!(out, "\nendings")?;
    for (reason, games) in &simulation.endings {
        writeln!(out, "{games:>12} {:>6.2} %  {reason}", share(*games))?;
    }
    let Plies { mean, min, quartiles: [first, half, third], max } = simulation.plies;
    writeln!(out, "\ndecisions a game: mean {mean:.2}, shortest {min}, quartiles {first} {half} {third}, longest {max}")?;
    writeln!(out, "moves a decision: mean {:.2}", simulation.branching)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_games_are_told_by_two_digits() {
        assert_eq!([26143.7, 10.4, 2.51, 0.0412, 0.0].map(rate), ["26144", "10", "2.5", "0.041", "0"]);
    }
}
