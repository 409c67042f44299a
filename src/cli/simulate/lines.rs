//! Which lines of the rules play a part in games.

use draughtsman::analysis::coverage::{Point, Points, Watch};
use draughtsman::notation::json::balance::{RuleLine, Rules};

use super::super::answer::Failure;
use super::super::coverage::{Games, Run};
use super::cases::Case;
use super::games::Table;
use super::simulator;

/// How often each line of the rules plays a part in some games, if this was asked for.
pub(super) fn played(table: &Table<'_>, case: &Case) -> Result<Option<Rules>, Failure> {
    let Table { arguments, run, threads, interrupt, .. } = *table;
    let games = arguments.games_of_rules();
    // These games begin at the start of the rules.
    if games == 0 || interrupt.asked() || arguments.position.is_some() {
        return Ok(None);
    }
    let (variant, program) = (case.session.variant(), case.session.program());
    let points = Points::new(variant);
    let watch = Watch::new(program, &points, run.limit).map_err(Failure::wrong)?;
    let simulator = simulator(case, run.limit, false);
    let run = Run { games, seed: run.seed, opening: run.opening };
    let games = Games { simulator: &simulator, watch: &watch, points: &points, who: &table.agents(case)?, run };
    let (counts, _) = games.counted(threads, interrupt)?;
    let share = |some: u64, all: u64| (1e5 * some as f64 / all.max(1) as f64).round() / 1e5;
    let line = |rule| {
        let (line, count) = (&program.lines[draughtsman::model::RuleId::index(rule)], counts.of(&points, Point::Rule(rule)));
        RuleLine {
            place: line.place.clone(),
            text: line.head(),
            option: line.option.clone(),
            games: share(count.games, counts.games),
            decisions: share(count.decisions, counts.decisions),
        }
    };
    Ok(Some(Rules { games: counts.games, lines: points.rules().map(line).collect() }))
}
