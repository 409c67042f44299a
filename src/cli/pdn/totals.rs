//! Statistics of games by the same rules, in JSON and in words.

use std::io::{self, Write};

use draughtsman::analysis::collection::{self, Collection};
use draughtsman::notation::counted;
use draughtsman::notation::json::collection::{Games, Opening, Results};
use draughtsman::notation::pdn::GameResult;

/// The statistics in JSON. Moves of the tree that were played in fewer games than `least` are left out.
pub(super) fn wire((variant, options): (String, Option<String>), games: Collection, least: u64) -> Games {
    let (results, moves, shortest, longest) = (games.results(), games.moves, games.shortest, games.longest);
    let openings = openings(games.openings().next, least);
    Games { variant, options, games: results.games(), results: counts(&results), moves, shortest, longest, openings }
}

/// The recursion is as deep as the tree, which `--tree` limits.
fn openings(all: Vec<collection::Opening>, least: u64) -> Vec<Opening> {
    let often = all.into_iter().filter(|one| one.results.games() >= least);
    let one = |one: collection::Opening| Opening {
        games: one.results.games(),
        results: counts(&one.results),
        next: openings(one.next, least),
        text: one.text,
    };
    often.map(one).collect()
}

fn counts(results: &collection::Results) -> Results {
    let collection::Results { white, black, draws, neither, unknown } = *results;
    Results { white, black, draws, neither, unknown, score: results.score() }
}

/// Writes the statistics in words.
pub(super) fn write(games: &Games, out: &mut dyn Write) -> io::Result<()> {
    let Games { variant, options, results, moves, shortest, longest, openings, .. } = games;
    let options = options.as_ref().map_or(String::new(), |options| format!(" ({options})"));
    let average = *moves as f64 / games.games.max(1) as f64;
    let many = counted(games.games, "game");
    writeln!(out, "{variant}{options}: {many}, {average:.1} moves on average ({shortest} to {longest})")?;
    let kinds = [
        (GameResult::White, results.white),
        (GameResult::Black, results.black),
        (GameResult::Draw, results.draws),
        (GameResult::Neither, results.neither),
        (GameResult::Unknown, results.unknown),
    ];
    for (result, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
        writeln!(out, "  {:<8}{count:>9}{:>8.1} %", result.to_string(), share(count, games.games))?;
    }
    if !openings.is_empty() {
        writeln!(out, "  openings: games, their share, and what White got of each with a result")?;
        tree(openings, games.games, 1, out)?;
    }
    writeln!(out)
}

fn share(count: u64, of: u64) -> f64 {
    100.0 * count as f64 / of.max(1) as f64
}

/// Writes each move below the one before it, indented by two more columns.
fn tree(openings: &[Opening], of: u64, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    for one in openings {
        let text = format!("{}{}", "  ".repeat(depth), one.text);
        let score = one.results.score.map_or("    -".to_owned(), |score| format!("{score:5.2}"));
        writeln!(out, "  {text:<30}{:>9}{:>8.1} % {score}", one.games, share(one.games, of))?;
        tree(&one.next, one.games, depth + 1, out)?;
    }
    Ok(())
}
