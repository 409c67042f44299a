//! The games by one set of rules, in rounds of parts that are played in parallel.

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

/// Number of games in a part, after which the progress bar is updated.
const AT_ONCE: u64 = 64;

/// Number of games between two checks of how certain the result is: at least `FIRST_LOOK`, and a quarter of those played.
const FIRST_LOOK: u64 = 256;
const PART_OF_THEM: u64 = 4;

/// Number of games whose lines are kept until they can be written in order.
const MOST_KEPT: u64 = 4096;

/// What the games of all cases have in common.
pub(super) struct Table<'t> {
    pub(super) arguments: &'t Arguments,
    pub(super) run: &'t Run,
    pub(super) threads: Option<&'t rayon::ThreadPool>,
    pub(super) interrupt: &'t Interrupt,
    /// Whether the course of each game is recorded.
    pub(super) noting: bool,
}

/// A tally of games, and their lines, with the number of the part that they belong to.
type Batch = (Tally, Vec<(u64, Vec<GameLine>)>);

impl Table<'_> {
    /// Who decides in the games of a case.
    pub(super) fn agents(&self, case: &Case) -> Result<Vec<Who>, Failure> {
        self.arguments.agents.by_player(case.session.variant(), case.session.program())
    }

    /// Plays the games of a case and counts them. If lines are wanted, writes one for each game, in order.
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

    /// The number of games in the next round. It does not depend on the number of threads.
    fn round(&self, played: u64, rows: bool) -> u64 {
        let look = (played / PART_OF_THEM).max(FIRST_LOOK).next_multiple_of(AT_ONCE);
        match (self.run.until.is_some(), rows) {
            (true, true) => look.min(MOST_KEPT),
            (true, false) => look,
            (false, true) => MOST_KEPT,
            (false, false) => u64::MAX,
        }
    }

    /// Plays the games from number `first` to before `last`.
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
