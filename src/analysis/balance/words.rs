//! Sentences that explain the measures, shared by the terminal report and the page.

use super::means::RARE;
use super::statistics::{evenness, wilson};
use crate::notation::json::balance::{Balance, Bin, Case, Difference, Ending, Mean, Share};
use crate::notation::json::contest::{Between, Match};
use crate::notation::{counted, grouped};

/// Formats a share: `48.1 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats an interval of shares: `45.0 to 51.2 %`.
pub(super) fn within(least: f64, most: f64) -> String {
    format!("{:.1} to {:.1} %", 100.0 * least, 100.0 * most)
}

/// Formats a mean: `62.5 (61.0 to 64.0)`.
pub(super) fn about(mean: Mean) -> String {
    shown(mean, |value| format!("{value:.1}"))
}

/// A mean with its interval, each number formatted by `number`.
pub(super) fn shown(mean: Mean, number: impl Fn(f64) -> String) -> String {
    let within = mean.interval().map(|[least, most]| format!(" ({} to {})", number(least), number(most)));
    format!("{}{}", alone(mean, &number), within.unwrap_or_default())
}

/// A mean without its interval; a dash if it is unknown.
pub(super) fn alone(mean: Mean, number: impl Fn(f64) -> String) -> String {
    mean.mean.map_or_else(|| "–".to_owned(), number)
}

/// The interval of a mean, such as `45.0 to 51.2 %`; a dash if there is none.
pub(super) fn within_mean(mean: Mean) -> String {
    mean.interval().map_or_else(|| "–".to_owned(), |[least, most]| within(least, most))
}

/// How many games were played, by which agents, and how.
pub(super) fn played(balance: &Balance) -> String {
    let games: u64 = balance.cases.iter().map(|case| case.games).sum();
    let many = counted(games, "game");
    let opening = if balance.opening > 0 { format!(" after {} decisions at random", balance.opening) } else { String::new() };
    format!(
        "{many} by {}{opening}, seed {}, each cut off after {} decisions",
        balance.agent,
        balance.seed,
        grouped(u64::from(balance.limit))
    )
}

/// Which learned data the agents use, and whether they use it for some of the rules only, as differences may then be due to it.
pub(super) fn learned(balance: &Balance) -> Option<String> {
    let first = balance.cases.first()?;
    let kinds = |case: &Case| [case.goes_by.weights.is_some(), case.goes_by.endgames.is_some()];
    let others = balance.cases.iter().filter(|case| kinds(case) != kinds(first)).count();
    let words = first.goes_by.words();
    if others == 0 {
        return words.map(|words| format!("Who looks ahead {words}."));
    }
    let words = words.unwrap_or_else(|| "goes by nothing that lies beside them".to_owned());
    Some(format!(
        "By the rules of {} who looks ahead {words}, by {others} of the others otherwise: what differs may come of that. Where agents are \
         `untrained` nobody goes by what was learned.",
        first.name
    ))
}

/// The names of the sides of all rules, without duplicates.
pub(super) fn sides(balance: &Balance) -> Vec<&str> {
    let mut sides: Vec<&str> = Vec::new();
    for side in balance.cases.iter().flat_map(|case| case.wins.keys()) {
        if !sides.contains(&side.as_str()) {
            sides.push(side);
        }
    }
    sides
}

/// Share of wins of a side by some rules; a dash if these have no side of that name.
pub(super) fn won(case: &Case, side: &str) -> String {
    case.wins.get(side).map_or_else(|| "–".to_owned(), |share| percent(share.share))
}

/// The options of a case: `with flying-kings, idle-limit=40`.
pub(super) fn options(case: &Case) -> String {
    if case.options.is_empty() { String::new() } else { format!("with {}", case.options.join(", ")) }
}

/// All possible results of a game with their shares: a win of each side, a draw, a cut-off.
pub(super) fn results(balance: &Balance, case: &Case) -> Vec<(String, Share)> {
    let wins = case.wins.iter().map(|(side, share)| (format!("{side} wins"), *share));
    let rest = [("drawn".to_owned(), case.drawn), (format!("cut off after {}", balance.limit), case.cut_off)];
    wins.chain(rest.into_iter().filter(|(_, share)| share.games > 0)).collect()
}

/// Who has won the games that a line has ended: `Black 25, drawn 3`.
pub(super) fn won_by(ending: &Ending) -> String {
    let wins = ending.wins.iter().map(|(side, games)| (side.as_str(), *games)).chain([("drawn", ending.drawn)]);
    let told = wins.filter(|(_, games)| *games > 0).map(|(side, games)| format!("{side} {}", grouped(games)));
    told.collect::<Vec<_>>().join(", ")
}

/// The range of lengths of a histogram bin: `31 to 40`.
pub(super) fn lengths(bin: &Bin) -> String {
    if bin.from == bin.to { bin.from.to_string() } else { format!("{} to {}", bin.from, bin.to) }
}

/// Whether the sides win equally often.
pub(super) fn fairness(case: &Case) -> String {
    let alike = if case.wins.len() == 2 { "The two sides" } else { "The sides" };
    match case.fairness.p {
        None => "Nobody has won a game: nothing can be said of fairness.".to_owned(),
        Some(p) if p < RARE => format!("{alike} do not win alike: {}.", chance(p)),
        Some(p) => format!("No difference between the sides is shown: {}.", chance(p)),
    }
}

/// The same in a few words.
pub(super) fn verdict(case: &Case) -> &'static str {
    match case.fairness.p {
        None => "nobody has won",
        Some(p) if p < RARE => "the sides do not win alike",
        Some(_) => "no difference is shown",
    }
}

/// The p-value in words.
fn chance(p: f64) -> String {
    match p {
        p if p < 0.000_1 => {
            "in a fair game so uneven a result comes about in fewer than one of ten thousand series as long".to_owned()
        }
        p if p < 0.01 => {
            format!("in a fair game so uneven a result comes about in {} of ten thousand series as long", (1e4 * p).round())
        }
        p => format!(
            "in a fair game a result at least as uneven comes about in {} of a hundred series as long",
            (100.0 * p).round()
        ),
    }
}

/// The advantage of deciding first.
pub(super) fn first(case: &Case) -> String {
    let first = case.first;
    let Some(mean) = first.score.mean else {
        let why = match case.games - case.cut_off.games {
            0 => "No game came to an end",
            _ => "No player decided anything in games that came to an end",
        };
        return format!("{why}: nothing can be said of who begins.");
    };
    let said = format!("Who begins gets {} of the points ({})", percent(mean), within_mean(first.score));
    let even = percent(first.even);
    // For two sides this is the test that compares the sides, so that the two sentences do not contradict each other.
    let rare = case.wins.len() != 2 || evenness(&[first.won, first.lost]).is_some_and(|p| p < RARE);
    let [least, most] = first.score.interval().filter(|_| rare).unwrap_or([0.0, 1.0]);
    let told = match (least > first.even, most < first.even) {
        (true, _) => format!("more than the {even} of a game in which it does not matter: to begin is an advantage"),
        (_, true) => format!("less than the {even} of a game in which it does not matter: to begin is a disadvantage"),
        _ => {
            format!("neither more nor less, as far as these games show, than the {even} of a game in which it does not matter")
        }
    };
    format!("{said}, {told}.")
}

/// A warning if too many games of searching agents are identical.
pub(super) fn alike(balance: &Balance, case: &Case) -> Option<String> {
    // Games of agents that choose at random are independent samples, even where they are identical.
    let drawn = |who: &str| ["random", "greedy"].contains(&who.rsplit('=').next().unwrap_or(who));
    if balance.agent.split(' ').all(drawn) {
        return None;
    }
    let few = case.games > 1 && case.different * 10 < case.games * 9;
    few.then(|| {
        let (all, different) = (grouped(case.games), grouped(case.different));
        let help = if balance.opening == 0 { ": --opening 6 lets them begin in different ways" } else { "" };
        format!("Only about {different} of the {all} games are different, and the intervals are too narrow{help}.")
    })
}

/// How long games are.
pub(super) fn length(case: &Case) -> String {
    let [quarter, half, three] = case.length.quartiles;
    format!(
        "A game takes {} decisions of players; half of the games take {quarter} to {three}, the middle one {half}, the shortest {}, the \
         longest {}.",
        about(case.length.mean),
        case.length.min,
        case.length.max
    )
}

/// How many options there are.
pub(super) fn branching(case: &Case) -> String {
    let of = &case.branching;
    format!(
        "There are {:.2} moves to choose from on average, {:.2} by the geometric mean; {} of the decisions are none, as there is one move. \
         The game tree has some 10^{:.0} ends.",
        of.mean,
        of.geometric,
        percent(of.forced),
        of.complexity
    )
}

/// How many pieces are taken.
pub(super) fn captures(case: &Case) -> String {
    format!(
        "{} pieces are taken a game; {} of the decisions take any.",
        about(case.captures.taken),
        percent(case.captures.taking)
    )
}

/// Who is ahead, and when the final lead begins.
pub(super) fn lead(case: &Case) -> String {
    let lead = case.lead;
    if lead.led.games == 0 {
        return "Nobody is ahead in pieces in any game: by what is on the board nothing can be said of the lead.".to_owned();
    }
    format!(
        "The lead in pieces changes hands {} times a game. {} of the winners had been behind ({}), for {} of a won game on average. The \
         winner gets ahead for good with {} of the game still to come.",
        about(lead.changes),
        percent(lead.comebacks.share),
        within(lead.comebacks.least, lead.comebacks.most),
        percent(lead.behind),
        percent(lead.settled)
    )
}

/// The differences that are significant; a sentence says so if none is.
pub(super) fn difference(of: &Difference) -> String {
    let sure = |mean: Mean| mean.interval().is_some_and(|[least, most]| least > 0.0 || most < 0.0);
    let more = |mean: Mean, more: &'static str, less: &'static str| if mean.mean > Some(0.0) { more } else { less };
    let mut told = Vec::new();
    if of.p.is_some_and(|p| p < RARE) {
        told.push("games come out otherwise".to_owned());
    }
    if sure(of.first) {
        told.push(format!("to begin is worth {}", more(of.first, "more", "less")));
    }
    if sure(of.drawn) {
        told.push(format!("{} games are drawn", more(of.drawn, "more", "fewer")));
    }
    if sure(of.length) {
        told.push(format!("games are {}", more(of.length, "longer", "shorter")));
    }
    if told.is_empty() { "no difference is shown".to_owned() } else { told.join("; ") }
}

/// How much better the stronger of two agents plays.
pub(super) fn step(of: &Match) -> String {
    let Between { agent, opponent, .. } = &of.between;
    let Some(score) = of.points.score else { return format!("{agent} against {opponent}: no game was played") };
    let elo = match of.points.elo.map(|strength| (strength.difference, strength.least, strength.most)) {
        None => format!("{} is even", percent(of.points.even)),
        Some((Some(elo), Some(least), Some(most))) => format!("Elo {elo:+.0} ({least:+.0} to {most:+.0})"),
        Some((Some(elo), Some(least), None)) => format!("Elo {elo:+.0} ({least:+.0} or more)"),
        Some((Some(elo), None, Some(most))) => format!("Elo {elo:+.0} ({most:+.0} or less)"),
        Some((Some(elo), None, None)) => format!("Elo {elo:+.0}"),
        Some((None, ..)) => "Elo beyond measure".to_owned(),
    };
    let games = counted(of.results.games, "game");
    format!("{agent} against {opponent}: {} of the points ({}) in {games}, {elo}", percent(score), within_mean(self::score(of)))
}

/// The score of a match, with its 95 % confidence interval.
pub(super) fn score(of: &Match) -> Mean {
    let half = super::SURE * of.points.error.unwrap_or(0.5);
    let Some(mean) = of.points.score else { return Mean { mean: None, least: None, most: None } };
    Mean { mean: Some(mean), least: Some((mean - half).max(0.0)), most: Some((mean + half).min(1.0)) }
}

/// Fewer games than this are reported as too few to show anything.
const TELLING: u64 = 10;

/// A caution before the shares of few games.
pub(super) fn few(games: u64) -> Option<String> {
    (games < TELLING).then(|| format!("So few games (fewer than {TELLING}) say little of how often a line plays a part."))
}

/// Share of games in which a line took part, and its 95 % confidence interval.
pub(super) fn part(share: f64, games: u64) -> (String, String) {
    let [share, least, most] = wilson((share * games as f64).round() as u64, games);
    (percent(share), within(least, most))
}

/// How many steps in strength are significant.
pub(super) fn steps(thought: &[Match]) -> String {
    let sure = thought.iter().filter(|step| score(step).least.is_some_and(|least| least > step.points.even)).count();
    match (sure, thought.len()) {
        (0, _) if thought.iter().any(|step| step.results.games < TELLING) => {
            format!("So few games (fewer than {TELLING} of a match) say nothing of whether more thought is of use.")
        }
        (0, _) => "More thought is not shown to be of use.".to_owned(),
        (1, 1) => "More thought is of use at this one step.".to_owned(),
        (sure, all) if sure == all => format!("More thought is of use at each of {all} steps."),
        (sure, all) => format!("More thought is surely of use at {sure} of {all} steps."),
    }
}
