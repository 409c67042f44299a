//! The report in JSON.

use draughtsman::analysis::coverage::{Point, Search, Witness};
use draughtsman::model::Setup;
use draughtsman::notation::json::{self, coverage};
use draughtsman::notation::{Header, Terms, fen};
use serde_json::Value;

use super::super::answer::Failure;
use super::Report;

/// The whole report.
pub(super) fn of(report: &Report<'_>) -> Result<coverage::Coverage, Failure> {
    let Report { arguments, ready, points, counts, tally, .. } = report;
    let rules = points.rules().map(|rule| {
        let line = &ready.program.lines[rule.index()];
        let count = counts.of(points, Point::Rule(rule));
        coverage::Rule {
            place: line.place.clone(),
            chapter: line.chapter.clone(),
            text: line.text.clone(),
            role: points.role(rule).name().to_owned(),
            option: line.option.clone(),
            moves: count.moves,
            games: count.games,
        }
    });
    let sides = ready.program.equipment.sides.iter().zip(tally.wins.iter().copied()).filter(|(side, _)| !side.neutral);
    let never: Result<Vec<_>, Failure> = report
        .missing
        .iter()
        .map(|one| {
            let found = report.search.as_ref().and_then(|search| witness_of(search, one.point));
            let looked = report.search.as_ref().filter(|_| found.is_none()).map(|search| search.looked);
            Ok(coverage::Never {
                place: one.place.clone(),
                text: one.text.clone(),
                never: one.did.to_owned(),
                witness: found.map(|found| witness(report, found)).transpose()?,
                looked,
            })
        })
        .collect();
    let tests = report.options.as_ref().map(|options| {
        options
            .iter()
            .map(|one| {
                let compared = one.compared.as_ref().ok();
                coverage::OptionTest {
                    option: one.name.clone(),
                    on: one.on,
                    games: compared.map_or(0, |compared| compared.games),
                    parted: compared.map_or(0, |compared| compared.parted),
                    first: compared.and_then(|compared| Some(compared.first.as_ref()?.decisions)),
                    refused: one.compared.as_ref().err().cloned(),
                }
            })
            .collect()
    });
    let header = Header::of(&ready.variant);
    Ok(coverage::Coverage {
        schema: json::SCHEMA,
        variant: ready.variant.id.clone(),
        options: header.chosen(),
        of: if report.of_games() { "games" } else { "positions" }.to_owned(),
        agent: report.agent.clone(),
        seed: arguments.seed,
        games: counts.games,
        moves: counts.moves,
        mean_length: report.of_games().then(|| (tally.mean_length() * 1000.0).round() / 1000.0),
        wins: if report.of_games() {
            sides.map(|(side, wins)| (side.name.clone(), wins)).collect()
        } else {
            Default::default()
        },
        draws: tally.draws.values().sum(),
        cut_off: tally.cut_off,
        rules: rules.collect(),
        never: never?,
        option_tests: tests,
    })
}

/// The witness that was found for a point.
pub(super) fn witness_of(search: &Search, point: Point) -> Option<&Witness> {
    search.found.iter().find(|found| found.point == point)
}

fn witness(report: &Report<'_>, found: &Witness) -> Result<coverage::Witness, Failure> {
    let position = match &found.start {
        None => Value::Null,
        Some(setup) => serde_json::from_str(&whole(report, setup)).map_err(Failure::wrong)?,
    };
    let fen = found.start.as_ref().and_then(|setup| fen_of(report, setup));
    Ok(coverage::Witness { fen, position, moves: found.moves.clone(), played: found.played })
}

/// A position as FEN, if FEN can express all of it.
pub(super) fn fen_of(report: &Report<'_>, setup: &Setup) -> Option<String> {
    fen::whole(&Terms::from(&report.ready.variant), setup)
}

/// A position in JSON.
pub(super) fn whole(report: &Report<'_>, setup: &Setup) -> String {
    let variant = &report.ready.variant;
    json::position::write(&Header::of(variant), &Terms::from(variant), setup)
}
