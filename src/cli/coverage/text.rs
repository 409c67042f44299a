//! The report for people.

use std::io::Write;

use draughtsman::analysis::coverage::{Difference, Listed, Margin, Missing, Point, Role, Witness};
use draughtsman::notation::grouped;

use super::super::answer::Failure;
use super::json::{fen_of, whole, witness_of};
use super::{Report, Turned};

/// Greatest number of moves that are listed.
const MOST_TOLD: usize = 12;

impl Report<'_> {
    /// Whether games were played, rather than positions examined.
    pub(super) fn of_games(&self) -> bool {
        self.arguments.positions.is_none()
    }
}

/// Writes the whole report.
pub(super) fn write(report: &Report<'_>, listed: Option<&[Listed]>, out: &mut dyn Write) -> Result<(), Failure> {
    heading(report, out)?;
    for file in listed.unwrap_or_default() {
        listing(report, file, out)?;
    }
    never(report, out)?;
    by_option(report, out)?;
    for one in report.options.iter().flatten() {
        option(report, one, out)?;
    }
    Ok(())
}

fn heading(report: &Report<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let Report { counts, tally, ready, arguments, .. } = report;
    let variant = &ready.variant.id;
    if report.of_games() {
        let share = |games: u64| 100.0 * games as f64 / counts.games.max(1) as f64;
        let (games, seed, length) = (counts.games, arguments.seed, tally.mean_length());
        match report.agent.as_str() {
            "random" => write!(out, "{games} random games of {variant}")?,
            agent => write!(out, "{games} games of {variant} by agent {agent}")?,
        }
        writeln!(out, ", seed {seed}: {length:.1} decisions a game on average")?;
        let sides = ready.program.equipment.sides.iter().zip(&tally.wins).filter(|(side, _)| !side.neutral);
        let shares: Vec<String> = sides.map(|(side, wins)| format!("{} {:.1} %", side.name, share(*wins))).collect();
        let cut = if tally.cut_off > 0 { format!(", {:.1} % cut off", share(tally.cut_off)) } else { String::new() };
        writeln!(out, "won by {}; {:.1} % drawn{cut}", shares.join(", "), share(tally.draws.values().sum()))?;
    } else {
        writeln!(out, "{} positions of {variant}, {} moves", counts.games, counts.moves)?;
    }
    let silent = |point: Point| counts.of(report.points, point).games == 0;
    let all = report.points.rules().count();
    let never = report.points.rules().filter(|rule| silent(Point::Rule(*rule))).count();
    writeln!(out, "{} of {all} rules played a part", all - never)?;
    Ok(())
}

fn listing(report: &Report<'_>, file: &Listed, out: &mut dyn Write) -> Result<(), Failure> {
    let games = if report.of_games() { "games" } else { "positions" };
    writeln!(out, "\n{}\n{:>12} {games:>9}", file.file, "moves")?;
    for (i, (margin, text)) in file.lines.iter().enumerate() {
        let (moves, games) = match margin {
            Margin::Counted(count) if count.games == 0 => ("never".to_owned(), String::new()),
            Margin::Counted(count) => (grouped(count.moves), grouped(count.games)),
            Margin::Off => ("off".to_owned(), String::new()),
            Margin::Plain => (String::new(), String::new()),
        };
        let line = format!("{moves:>12} {games:>9} |{:>4} | {text}", i + 1);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn never(report: &Report<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    if report.missing.is_empty() {
        writeln!(out, "\nEvery rule and statement played a part.")?;
        return Ok(());
    }
    writeln!(out, "\nnever:")?;
    for one in &report.missing {
        let Missing { place, text, did, option, .. } = one;
        let from = option.as_ref().map_or_else(String::new, |option| format!(" (option {option})"));
        writeln!(out, "  {place}: {text}{from}\n    never {did}")?;
        let Some(search) = &report.search else { continue };
        match witness_of(search, one.point) {
            Some(found) => witness(report, found, out)?,
            None => {
                let looked = search.looked;
                writeln!(
                    out,
                    "    not found in {} positions made up, each with every move, and {} games of {} decisions in all",
                    grouped(looked.positions),
                    grouped(looked.games),
                    grouped(looked.decisions)
                )?;
            }
        }
    }
    Ok(())
}

fn witness(report: &Report<'_>, found: &Witness, out: &mut dyn Write) -> Result<(), Failure> {
    let how = if found.played { "in a game" } else { "in a position made up" };
    let last = found.moves.last().map_or("", String::as_str);
    match &found.start {
        Some(setup) => {
            let position = fen_of(report, setup).unwrap_or_else(|| whole(report, setup));
            writeln!(out, "    it does {how}, with {last}:\n      {position}")?;
        }
        None => {
            let moves = &found.moves;
            let told = if moves.len() > MOST_TOLD {
                format!("… {}", moves[moves.len() - MOST_TOLD..].join(", "))
            } else {
                moves.join(", ")
            };
            writeln!(
                out,
                "    it does {how}, with the last of {} moves from the start (--json has them all):\n      {told}",
                moves.len()
            )?;
        }
    }
    Ok(())
}

/// For each option, how many of its rules have played a part.
fn by_option(report: &Report<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let options = &report.ready.variant.equipment.options;
    if options.is_empty() {
        return Ok(());
    }
    writeln!(out, "\noptions:")?;
    let mut off = Vec::new();
    for option in options {
        let lines = report.points.rules().filter(|rule| {
            report.ready.program.lines[rule.index()].option.as_ref() == Some(&option.name)
                && report.points.role(*rule) != Role::Means
        });
        let (mut all, mut fired, mut games) = (0, 0, 0);
        for rule in lines {
            let count = report.counts.of(report.points, Point::Rule(rule));
            all += 1;
            fired += u64::from(count.games > 0);
            games = games.max(count.games);
        }
        let name = &option.name;
        match (option.on, all) {
            (false, _) => off.push(name.as_str()),
            (true, 0) => writeln!(out, "  {name}: on; it has no rules that are counted")?,
            (true, _) => {
                writeln!(
                    out,
                    "  {name}: on; {fired} of its {all} rules played a part, one of them in {} games",
                    grouped(games)
                )?;
            }
        }
    }
    if !off.is_empty() {
        writeln!(out, "  off: {}", off.join(", "))?;
    }
    Ok(())
}

fn option(report: &Report<'_>, one: &Turned, out: &mut dyn Write) -> Result<(), Failure> {
    let turning = format!("  turning {} {}", one.name, if one.on { "off" } else { "on" });
    let compared = match &one.compared {
        Err(why) => {
            writeln!(out, "{turning}: it cannot be turned: {why}")?;
            return Ok(());
        }
        Ok(compared) => compared,
    };
    let Some(first) = &compared.first else {
        writeln!(out, "{turning} changes nothing in {} games", compared.games)?;
        return Ok(());
    };
    let Difference { decisions, only_first, only_second, otherwise, position } = first;
    writeln!(
        out,
        "{turning} changes {} of {} games, the first time after {decisions} decisions",
        compared.parted, compared.games
    )?;
    let lacking = |moves: &[String]| match moves.len() {
        0 => None,
        some if some > MOST_TOLD => Some(format!("{}, … ({some})", moves[..MOST_TOLD].join(", "))),
        _ => Some(moves.join(", ")),
    };
    writeln!(out, "      {}", fen_of(report, position).unwrap_or_else(|| whole(report, position)))?;
    if let Some(moves) = lacking(only_first) {
        writeln!(out, "      no longer: {moves}")?;
    }
    if let Some(moves) = lacking(only_second) {
        writeln!(out, "      then also: {moves}")?;
    }
    if let Some(words) = otherwise {
        writeln!(out, "      {words}")?;
    }
    Ok(())
}
