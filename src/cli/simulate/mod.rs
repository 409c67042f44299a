//! `draughtsman simulate`: many games between agents, and their results.

mod arguments;
mod cases;
mod each;
mod games;
mod lines;
mod sweep;
mod thought;
pub(crate) mod told;

use std::io::Write;

use draughtsman::agents;
use draughtsman::analysis::balance::{self, Beside, Kept, Part, Run};
use draughtsman::analysis::simulate::Simulator;

use super::answer::{Answer, Failure};
use super::interrupt::Interrupt;
use super::output::{self, Made};
use super::processor::{Clock, threads};
use super::report;
pub(crate) use arguments::Arguments;
use cases::Case;
use games::Table;
use told::Told;

/// Plays the games.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    arguments.fit()?;
    output::ready(arguments.output.as_ref(), Made::Balance, arguments.force)?;
    let cases = cases::all(arguments)?;
    let thinkers = cases.first().map(|case| thought::asked(arguments, case)).transpose()?.unwrap_or_default();
    let whole = arguments.wants_report(cases.len());
    let run = the_run(arguments, &cases)?;
    let interrupt = Interrupt::heed()?;
    let started = threads(arguments.threads)?;
    let table = Table { arguments, run: &run, threads: started.as_ref(), interrupt: &interrupt, noting: whole };
    let processor = Clock::start();
    // The lines of all parts, one after the other, are those of the whole run: only the first part has a header.
    let follows = arguments.shard.is_some_and(|[part, _]| part > 1);
    let mut rows = arguments.each.map(|form| each::Rows::new(form, cases.len() > 1, follows));
    let mut kept: Vec<Kept> = Vec::new();
    for case in &cases {
        if interrupt.asked() {
            break;
        }
        let lines: Option<(&mut each::Rows, &mut dyn Write)> = match &mut rows {
            Some(rows) => Some((rows, &mut *out)),
            None => None,
        };
        kept.push(table.games(case, lines)?);
    }
    let mut beside = Beside::default();
    if let Some(first) = cases.first() {
        beside.thought = thought::ladder(&table, first, &thinkers)?;
        beside.rules = lines::played(&table, first)?;
    }
    beside.cpu_seconds = processor.seconds();
    if let Some(shard) = arguments.shard {
        let part = Part::new(shard, run.clone(), kept, beside.cpu_seconds);
        let text = serde_json::to_string(&part).map_err(Failure::wrong)? + "\n";
        match rows {
            // Standard output already has the lines of games.
            Some(_) => output::answer(arguments.output.as_ref(), &text, Made::Balance, arguments.force, out)?,
            None => output::kept(arguments.output.as_ref(), &text, Made::Balance, arguments.force, out)?,
        }
        return end(arguments, &interrupt, &part.cases, cases.len(), Answer::Yes);
    }
    let answer = narrow(arguments, &kept);
    let told =
        Told { json: arguments.json.json, output: arguments.output.as_ref(), force: arguments.force, quiet: rows.is_some() };
    match kept.first() {
        Some(first) if !whole => told.simulation(&first.simulation(&run), beside.cpu_seconds, out)?,
        _ => told.report(&balance::report(&run, &kept, beside), out)?,
    }
    end(arguments, &interrupt, &kept, cases.len(), answer)
}

/// What determines the games.
fn the_run(arguments: &Arguments, cases: &[Case]) -> Result<Run, Failure> {
    let first = cases.first().map(|case| &case.session);
    let who = first.map(|first| arguments.agents.by_player(first.variant(), first.program())).transpose()?.unwrap_or_default();
    Ok(Run {
        agent: first.map_or_else(String::new, |first| agents::named(&who, &first.variant().equipment)),
        seed: arguments.seed,
        opening: arguments.opening,
        limit: arguments.limit,
        games: arguments.many(),
        until: arguments.until,
    })
}

/// Returns no if an interval is wider than `--until` allows.
fn narrow(arguments: &Arguments, kept: &[Kept]) -> Answer {
    let Some(until) = arguments.until else { return Answer::Yes };
    let wide = |kept: &&Kept| balance::widest(&kept.tally.wins, kept.tally.games) > until;
    match kept.iter().find(wide) {
        None => Answer::Yes,
        Some(kept) => {
            let wide = balance::widest(&kept.tally.wins, kept.tally.games);
            report::say(
                "note",
                &format!("{}: after {} games an interval is still {wide:.3} wide", kept.name, kept.tally.games),
            );
            Answer::No
        }
    }
}

fn end(arguments: &Arguments, interrupt: &Interrupt, kept: &[Kept], cases: usize, answer: Answer) -> Result<Answer, Failure> {
    let games: u64 = kept.iter().map(|kept| kept.tally.games).sum();
    let numbers = Part::numbers(arguments.shard.unwrap_or([1, 1]), arguments.many());
    interrupt.end(answer, || format!("{games} of {} games are counted", (numbers.end - numbers.start) * cases as u64))
}

/// The simulator for the games of a case. It records the course of each game if `noting` is set.
fn simulator<'c>(case: &'c Case, limit: u32, noting: bool) -> Simulator<'c> {
    let simulator = Simulator::new(case.session.program(), case.session.position().clone(), limit);
    if noting { simulator.noting() } else { simulator }
}
