//! The games of one rules, in rounds of parts that are played side by side.

use std::io::Write;

use draughtsman::agents::{self, Series, Undecided};
use draughtsman::analysis::balance::{Kept, Part, Run, widest};
use draughtsman::analysis::simulate::{Simulator, Tally};
use draughtsman::notation::json::simulate::GameLine;

use super::super::agents::{Who, own};
use super::super::answer::Failure;
use super::super::interrupt::Interrupt;
use super::super::processor::Parts;
use super::super::progress;
use super::cases::Case;
use super::each::{Rows, row};
use super::{Arguments, simulator};

/// Games in one go, between two looks at the progress bar.
const AT_ONCE: u64 = 64;

/// Games between two looks at how sure the result is: at least so many, and a part of those before.
const FIRST_LOOK: u64 = 256;
const PART_OF_THEM: u64 = 4;

/// Games of which the lines are kept until those before them are written.
const MOST_KEPT: u64 = 4096;

/// What all games have in common.
pub(super) struct Table<'t> {
    pub(super) arguments: &'t Arguments,
    pub(super) run: &'t Run,
    pub(super) threads: Option<&'t rayon::ThreadPool>,
    pub(super) interrupt: &'t Interrupt,
    /// The course of games is noted.
    pub(super) noting: bool,
}

/// Games counted, and lines of them with the numbers of their parts.
type Batch = (Tally, Vec<(u64, Vec<GameLine>)>);

impl Table<'_> {
    /// Who decides in games by these rules.
    pub(super) fn agents(&self, case: &Case) -> Result<Vec<Who>, Failure> {
        self.arguments.agents.by_player(case.session.variant(), case.session.program())
    }

    /// Plays the games of one rules, and counts them; writes a line for each, in their order, where these are wanted.
    pub(super) fn games(&self, case: &Case, mut rows: Option<(&mut Rows, &mut dyn Write)>) -> Result<Kept, Failure> {
        let program = case.session.program();
        let agents = self.agents(case)?;
        let simulator = simulator(case, self.run.limit, self.noting || rows.is_some());
        let numbers = Part::numbers(self.arguments.shard.unwrap_or([1, 1]), self.run.games);
        let bar = match self.run.until {
            Some(_) => progress::told(),
            None => progress::counted(numbers.end - numbers.start, "games"),
        };
        let mut tally = Tally::new(program.equipment.sides.len());
        let mut first = numbers.start;
        while first < numbers.end && !self.interrupt.asked() {
            let last = first.saturating_add(self.round(tally.games, rows.is_some())).min(numbers.end);
            let (more, mut lines) = self.part(&simulator, &agents, (first, last), rows.is_some(), &|games| bar.inc(games))?;
            tally = tally.and(more);
            let wide = widest(&tally.wins, tally.games);
            if let Some(until) = self.run.until {
                bar.set_message(format!("{} games, an interval is {wide:.3} wide, {until} is wanted", tally.games));
            }
            lines.sort_by_key(|(number, _)| *number);
            if let Some((rows, out)) = &mut rows {
                lines.iter().flat_map(|(_, lines)| lines).try_for_each(|row| rows.write(&case.name, row, out))?;
            }
            if self.run.until.is_some_and(|until| wide <= until) {
                break;
            }
            first = last;
        }
        bar.finish_and_clear();
        if !self.noting {
            tally.courses = None;
        }
        let (agents, start) = (agents.iter().filter_map(Who::agent).collect::<Vec<_>>(), case.session.position().hash());
        let (goes_by, beside) = (agents::goes_by(program, &agents), agents::fingerprint(program, &agents));
        Ok(Kept::new(&case.name, (case.session.variant(), program), start, (goes_by, &beside), tally))
    }

    /// How many games are played before something is looked at: it does not depend on the threads.
    fn round(&self, played: u64, rows: bool) -> u64 {
        let look = (played / PART_OF_THEM).max(FIRST_LOOK).next_multiple_of(AT_ONCE);
        match (self.run.until.is_some(), rows) {
            (true, true) => look.min(MOST_KEPT),
            (true, false) => look,
            (false, true) => MOST_KEPT,
            (false, false) => u64::MAX,
        }
    }

    /// The games of these numbers.
    fn part(
        &self,
        simulator: &Simulator<'_>,
        agents: &[Who],
        (first, last): (u64, u64),
        rows: bool,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Batch, Failure> {
        let (program, interrupt) = (simulator.program(), self.interrupt);
        let stop = || interrupt.asked();
        let clock = agents::Clock::wall().stopped_by(&stop);
        let some = |part: u64| -> Result<Batch, Undecided> {
            let from = first + part * AT_ONCE;
            let series = match own(agents) {
                Some(agents) => Series::new(simulator, &agents, self.run.seed, clock),
                None => {
                    let deciders = agents.iter().map(|who| who.decider(program)).collect();
                    Series::between(simulator, deciders, self.run.seed, clock)
                }
            };
            let mut tally = Tally::new(program.equipment.sides.len());
            let mut lines = Vec::new();
            series.after_opening(self.run.opening).each(from..(from + AT_ONCE).min(last), &mut |number, played| {
                tally.add(played);
                if rows {
                    lines.push(row(number, played, program));
                }
            })?;
            done(tally.games);
            Ok((tally, vec![(part, lines)]))
        };
        let nothing = || (Tally::new(program.equipment.sides.len()), Vec::new());
        let both = |(tally, mut lines): Batch, (more, others): Batch| {
            lines.extend(others.into_iter().filter(|(_, lines)| !lines.is_empty()));
            (tally.and(more), lines)
        };
        let parts = Parts { count: (last - first).div_ceil(AT_ONCE), some, nothing, both, interrupt };
        parts.done(self.threads).map_err(Failure::wrong)
    }
}
