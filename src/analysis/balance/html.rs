//! The report as a self-contained HTML page, without external fonts, images, styles or scripts.
//!
//! Each diagram has a text alternative, and its numbers are in a table beside it; nothing is conveyed by colour alone.

use super::plots::{Row, Scale, cell, histogram, line, rows};
use super::words;
use crate::notation::json::balance::{Balance, Case, Mean, Share};
use crate::notation::json::contest::Match;
use crate::notation::svg::escaped;
use crate::notation::{counted, grouped};

/// The beginning of such a page, by which it is recognised.
const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"draughtsman balance\">\n";

const STYLE: &str = include_str!("page.css");

/// Whether a text is such a page.
pub fn is_one(text: &str) -> bool {
    text.starts_with(BEGINNING)
}

/// The report as an HTML page.
pub fn html(balance: &Balance) -> String {
    let first = balance.cases.first();
    let title = first.map_or("", |case| case.title.as_str());
    let mut body = String::new();
    if let Some(case) = first {
        header(balance, case, &mut body);
        body.push_str("<main>\n");
        winners(balance, case, &mut body);
        endings(case, &mut body);
        course(case, &mut body);
    }
    side_by_side(balance, &mut body);
    thought(balance, &mut body);
    rules(balance, &mut body);
    reading(&mut body);
    body.push_str("</main>\n");
    format!(
        "{BEGINNING}<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}: how it plays</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

fn header(balance: &Balance, case: &Case, out: &mut String) {
    let with = words::options(case);
    out.push_str(&format!("<header>\n<p class=\"over\">How it plays</p>\n<h1>{}</h1>\n", escaped(&case.title)));
    if !with.is_empty() {
        out.push_str(&format!("<p>{}</p>\n", escaped(&with)));
    }
    out.push_str(&format!("<p>{}</p>\n", escaped(&words::played(balance))));
    if let Some(learned) = words::learned(balance) {
        out.push_str(&format!("<p>{}</p>\n", escaped(&learned)));
    }
    if balance.cases.len() > 1 {
        let name = escaped(&case.name);
        let all = match balance.cases.len() {
            2 => "both sets of rules".to_owned(),
            many => format!("all {many} sets of rules"),
        };
        out.push_str(&format!("<p>First the games of {name}; <a href=\"#side\">{all} are compared</a> below.</p>\n"));
    }
    if let Some(warning) = words::alike(balance, case) {
        out.push_str(&format!("<p class=\"note\"><strong>Note.</strong> {}</p>\n", escaped(&warning)));
    }
    out.push_str("</header>\n<section class=\"tiles\" aria-label=\"At a glance\">\n");
    let best = case.wins.iter().max_by(|(_, one), (_, other)| one.share.total_cmp(&other.share));
    let winner = best.map(|(side, share)| (format!("{side} wins"), words::percent(share.share)));
    let tiles = [
        winner.map(|(name, share)| (share, name, words::verdict(case).to_owned())),
        Some((words::percent(case.drawn.share), "drawn".to_owned(), words::within(case.drawn.least, case.drawn.most))),
        Some((
            words::alone(case.first.score, words::percent),
            "of the points to who begins".to_owned(),
            words::within_mean(case.first.score),
        )),
        Some((
            words::alone(case.length.mean, |length| format!("{length:.0}")),
            "decisions a game".to_owned(),
            format!("half take {} to {}", case.length.quartiles[0], case.length.quartiles[2]),
        )),
        Some((
            format!("{:.1}", case.branching.mean),
            "moves to choose from".to_owned(),
            format!("{} without a choice", words::percent(case.branching.forced)),
        )),
        Some((
            words::alone(case.lead.changes, |changes| format!("{changes:.1}")),
            "changes of the lead a game".to_owned(),
            format!("{} won from behind", words::percent(case.lead.comebacks.share)),
        )),
    ];
    for (number, name, more) in tiles.into_iter().flatten() {
        out.push_str(&format!(
            "<div class=\"tile\"><p class=\"number\">{}</p><p class=\"name\">{}</p><p class=\"more\">{}</p></div>\n",
            escaped(&number),
            escaped(&name),
            escaped(&more)
        ));
    }
    out.push_str("</section>\n");
}

fn winners(balance: &Balance, case: &Case, out: &mut String) {
    let results = words::results(balance, case);
    let bars: Vec<Row> = results.iter().map(|(name, share)| of_share(name, *share)).collect();
    let table = results.iter().map(|(name, share)| share_cells(name, *share)).collect();
    let plot = rows("Who wins", &bars, &Scale::shares(None));
    let text = [words::fairness(case), words::first(case)];
    section("Who wins", &text, &plot, &["result", "games", "share", "95 of 100 samples within"], table, out);
}

fn endings(case: &Case, out: &mut String) {
    if case.endings.is_empty() {
        return;
    }
    let bars: Vec<Row> = case.endings.iter().map(|ending| of_share(&ending.text, ending.share)).collect();
    let table = case.endings.iter().map(|ending| {
        let (games, share) = (grouped(ending.share.games), words::percent(ending.share.share));
        vec![code(&ending.text), escaped(&ending.place), games, share, escaped(&words::won_by(ending))]
    });
    let plot = rows("Why games end", &bars, &Scale::shares(None));
    section("Why games end", &[], &plot, &["line", "where", "games", "share", "won by"], table.collect(), out);
}

fn course(case: &Case, out: &mut String) {
    let bins = case.length.histogram.iter().filter(|bin| bin.games > 0);
    let table = bins.map(|bin| vec![words::lengths(bin), grouped(bin.games)]).collect();
    let plot = histogram("How long games are", &case.length);
    section("How long games are", &[words::length(case)], &plot, &["decisions", "games"], table, out);
    let values = &case.branching.by_decision;
    let every = (values.len() / 12).max(1);
    let table =
        values.iter().enumerate().step_by(every).map(|(at, value)| vec![(at + 1).to_string(), format!("{value:.1}")]).collect();
    let plot = if values.len() > 1 { line("Moves to choose from, decision by decision", values) } else { String::new() };
    section("How much there is to choose", &[words::branching(case)], &plot, &["decision", "moves"], table, out);
    out.push_str(&format!(
        "<section>\n<h2>What is taken, and who leads</h2>\n<p>{}</p>\n<p>{}</p>\n</section>\n",
        escaped(&words::captures(case)),
        escaped(&words::lead(case))
    ));
}

/// The points of the side that begins, minus its share if it does not matter who begins.
fn beyond(case: &Case) -> Mean {
    let less = |of: Option<f64>| of.map(|of| of - case.first.even);
    let score = case.first.score;
    Mean { mean: less(score.mean), least: less(score.least), most: less(score.most) }
}

/// Formats a difference of points in hundredths, with a sign: `+3.1`.
fn points(value: f64) -> String {
    format!("{:+.1}", 100.0 * value)
}

/// A measure that is compared between rules: title, value, format, reference value.
type Measure = (&'static str, fn(&Case) -> Mean, fn(f64) -> String, Option<f64>);

fn side_by_side(balance: &Balance, out: &mut String) {
    let Some(first) = balance.cases.first().filter(|_| balance.cases.len() > 1) else { return };
    out.push_str("<section id=\"side\">\n<h2>Side by side</h2>\n");
    let number = |value: f64| format!("{value:.1}");
    // A share of the points is comparable only between games with the same number of sides; else the excess over it is shown.
    let alike = balance.cases.iter().all(|case| case.first.even == first.first.even);
    let points: Measure = match alike {
        true => ("The points of who begins", |case| case.first.score, words::percent, Some(first.first.even)),
        false => ("The points of who begins, beyond those of a game in which it does not matter", beyond, points, Some(0.0)),
    };
    let measures: [Measure; 4] = [
        points,
        ("Games that are drawn", |case| of_share("", case.drawn).mean, words::percent, None),
        ("Decisions a game", |case| case.length.mean, number, None),
        ("Changes of the lead a game", |case| case.lead.changes, number, None),
    ];
    for (name, of, shown, mark) in measures {
        let row = |case: &Case| {
            let mean = of(case);
            Row { label: case.name.clone(), mean, told: words::shown(mean, shown) }
        };
        let all: Vec<Row> = balance.cases.iter().map(row).collect();
        let scale = Scale::around(&all, mark.map(|value| (value, "as if it did not matter".to_owned())));
        out.push_str(&format!("<h3>{name}</h3>\n{}", figure(&rows(name, &all, &scale))));
    }
    let sides = words::sides(balance);
    let head: Vec<String> = std::iter::once("rules".to_owned())
        .chain(sides.iter().map(|side| format!("{side} wins")))
        .chain(["drawn", "who begins", "decisions", "moves", "lead changes"].map(str::to_owned))
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let cells = |case: &Case| -> Vec<String> {
        let wins = sides.iter().map(|side| words::won(case, side));
        let rest = [
            words::percent(case.drawn.share),
            words::alone(case.first.score, words::percent),
            words::alone(case.length.mean, number),
            format!("{:.2}", case.branching.mean),
            words::alone(case.lead.changes, number),
        ];
        std::iter::once(escaped(&case.name)).chain(wins).chain(rest).collect()
    };
    out.push_str(&table(&head, &balance.cases.iter().map(cells).collect::<Vec<_>>()));
    out.push_str(&format!("<h3>Against {}</h3>\n", escaped(&first.name)));
    let against = balance.differences.iter().map(|one| {
        let p = match one.p {
            None => "–".to_owned(),
            Some(p) if p < 0.000_1 => "less than 0.0001".to_owned(),
            Some(p) => format!("{p:.4}"),
        };
        vec![escaped(&one.name), words::difference(one), p]
    });
    let against = table(&["rules", "what differs", "p of the results"], &against.collect::<Vec<_>>());
    out.push_str(&format!("<div class=\"words\">\n{against}</div>\n</section>\n"));
}

fn thought(balance: &Balance, out: &mut String) {
    if balance.thought.is_empty() {
        return;
    }
    let row = |step: &Match| {
        let mean = words::score(step);
        let label = format!("{} against {}", step.between.agent, step.between.opponent);
        Row { label, mean, told: words::shown(mean, words::percent) }
    };
    let bars: Vec<Row> = balance.thought.iter().map(row).collect();
    let cells = |step: &Match| {
        let mean = words::score(step);
        let elo = match step.points.elo {
            None => format!("{} of the points is even", words::percent(step.points.even)),
            Some(strength) => strength.difference.map_or_else(|| "beyond measure".to_owned(), |elo| format!("{elo:+.0}")),
        };
        vec![
            escaped(&step.between.agent),
            escaped(&step.between.opponent),
            step.results.games.to_string(),
            words::alone(mean, words::percent),
            words::within_mean(mean),
            elo,
        ]
    };
    let table = balance.thought.iter().map(cells).collect();
    let even = balance.thought.first().map_or(0.5, |step| step.points.even);
    let plot = rows("How much thought matters", &bars, &Scale::shares(Some((even, "as strong".to_owned()))));
    let head = ["who", "against", "games", "points", "95 of 100 matches within", "Elo"];
    section("How much thought matters", &[words::steps(&balance.thought)], &plot, &head, table, out);
}

fn rules(balance: &Balance, out: &mut String) {
    let Some(rules) = &balance.rules else { return };
    let silent = rules.lines.iter().filter(|line| line.games == 0.0).count();
    let told = match silent {
        0 => format!("In {} every line played a part.", counted(rules.games, "game")),
        1 => format!("In {} one line of {} played no part.", counted(rules.games, "game"), rules.lines.len()),
        _ => format!("In {} {silent} lines of {} played no part.", counted(rules.games, "game"), rules.lines.len()),
    };
    let cells = rules.lines.iter().map(|line| {
        let option = line.option.as_ref().map_or_else(String::new, |option| format!(" <em>option {}</em>", escaped(option)));
        let (share, within) = words::part(line.games, rules.games);
        let games = format!("{}{share}", cell(line.games));
        vec![format!("{}{option}", code(&line.text)), escaped(&line.place), games, within, words::percent(line.decisions)]
    });
    let told: Vec<String> = std::iter::once(told).chain(words::few(rules.games)).collect();
    let head = ["line", "where", "games", "95 of 100 within", "decisions"];
    section("Which rules matter", &told, "", &head, cells.collect(), out);
}

fn reading(out: &mut String) {
    out.push_str(include_str!("reading.html"));
}

/// A section of the page: sentences, a diagram, a table of its numbers.
fn section(title: &str, text: &[String], plot: &str, head: &[&str], cells: Vec<Vec<String>>, out: &mut String) {
    out.push_str(&format!("<section>\n<h2>{title}</h2>\n"));
    text.iter().for_each(|sentence| out.push_str(&format!("<p>{}</p>\n", escaped(sentence))));
    if !plot.is_empty() {
        out.push_str(&figure(plot));
    }
    // Tables of two columns are split into several, shown side by side.
    let rows = if head.len() == 2 { ROWS } else { cells.len().max(1) };
    let tables: String = cells.chunks(rows).map(|cells| table(head, cells)).collect();
    out.push_str(&format!("<div class=\"tables\">\n{tables}</div>\n</section>\n"));
}

/// A diagram. It can have the focus, so that the keyboard can scroll it on narrow screens.
fn figure(plot: &str) -> String {
    format!("<figure tabindex=\"0\">\n{plot}</figure>\n")
}

/// Number of rows after which a table of two columns is split.
const ROWS: usize = 8;

/// A table whose cells are HTML; the first cell of each row is its header.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell))).collect();
    let row = |cells: &Vec<String>| {
        let mut cells = cells.iter();
        let first = cells.next().map(|cell| format!("<th scope=\"row\">{cell}</th>")).unwrap_or_default();
        format!("<tr>{first}{}</tr>\n", cells.map(|cell| format!("<td>{cell}</td>")).collect::<String>())
    };
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        rows.iter().map(row).collect::<String>()
    )
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

fn of_share(label: &str, share: Share) -> Row {
    let mean = Mean { mean: Some(share.share), least: Some(share.least), most: Some(share.most) };
    let told = format!("{} ({})", words::percent(share.share), words::within(share.least, share.most));
    Row { label: label.to_owned(), mean, told }
}

fn share_cells(name: &str, share: Share) -> Vec<String> {
    vec![escaped(name), grouped(share.games), words::percent(share.share), words::within(share.least, share.most)]
}
