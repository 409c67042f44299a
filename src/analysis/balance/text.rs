//! The balance report for a terminal.

use super::words;
use crate::notation::json::balance::{Balance, Case};
use crate::notation::{counted, grouped};

/// Number of characters of a rule line that are shown.
const MOST_SHOWN: usize = 70;

/// The report as plain text.
pub fn text(balance: &Balance) -> String {
    let mut out = format!("{}\n", words::played(balance));
    if let Some(learned) = words::learned(balance) {
        out.push_str(&format!("note: {learned}\n"));
    }
    for case in balance.cases.iter().take(1) {
        one(balance, case, &mut out);
    }
    side_by_side(balance, &mut out);
    thought(balance, &mut out);
    rules(balance, &mut out);
    out
}

/// Title of a case: name and options of its rules.
fn heading(case: &Case) -> String {
    let with = words::options(case);
    let named = if case.name == case.variant { String::new() } else { format!(" ({})", case.name) };
    format!("{}{named}{}{with}", case.title, if with.is_empty() { "" } else { " " })
}

fn one(balance: &Balance, case: &Case, out: &mut String) {
    out.push_str(&format!("{}: {}\n", heading(case), counted(case.games, "game")));
    if let Some(warning) = words::alike(balance, case) {
        out.push_str(&format!("note: {warning}\n"));
    }
    out.push_str("\nwho wins\n");
    for (result, share) in words::results(balance, case) {
        let (games, part, within) = (grouped(share.games), words::percent(share.share), words::within(share.least, share.most));
        out.push_str(&format!("{games:>12} {part:>8}  {result:<24} {within}\n"));
    }
    sentences(&[words::fairness(case), words::first(case)], out);
    out.push_str("\nwhy games end\n");
    for ending in &case.endings {
        let (games, part) = (grouped(ending.share.games), words::percent(ending.share.share));
        out.push_str(&format!(
            "{games:>12} {part:>8}  {}\n{:23}{}: {}\n",
            shown(&ending.text),
            "",
            ending.place,
            words::won_by(ending)
        ));
    }
    out.push_str("\nhow games go\n");
    sentences(&[words::length(case), words::branching(case), words::captures(case), words::lead(case)], out);
}

/// Writes sentences, each wrapped and starting on a line of its own.
fn sentences(all: &[String], out: &mut String) {
    for sentence in all {
        let mut line = String::from(" ");
        for word in sentence.split(' ') {
            if line.chars().count() + word.chars().count() > 98 {
                out.push_str(&format!("{line}\n"));
                line = String::from("   ");
            }
            line.push(' ');
            line.push_str(word);
        }
        out.push_str(&format!("{line}\n"));
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn side_by_side(balance: &Balance, out: &mut String) {
    if balance.cases.len() < 2 {
        return;
    }
    let width = balance.cases.iter().map(|case| case.name.chars().count()).max().unwrap_or(0).max(4);
    out.push_str(&format!("\nside by side\n  {:<width$} {:>9}", "", "games"));
    let sides = words::sides(balance);
    let column = |side: &str| side.chars().count().max(9);
    for side in &sides {
        out.push_str(&format!(" {side:>0$}", column(side)));
    }
    out.push_str(&format!(" {:>9} {:>9} {:>9} {:>9}\n", "drawn", "begins", "length", "choice"));
    for case in &balance.cases {
        out.push_str(&format!("  {:<width$} {:>9}", case.name, grouped(case.games)));
        for side in &sides {
            out.push_str(&format!(" {:>1$}", words::won(case, side), column(side)));
        }
        let (drawn, first) = (words::percent(case.drawn.share), words::alone(case.first.score, words::percent));
        let length = words::alone(case.length.mean, |length| format!("{length:.1}"));
        out.push_str(&format!(" {drawn:>9} {first:>9} {length:>9} {:>9.2}\n", case.branching.mean));
    }
    if let Some(first) = balance.cases.first() {
        out.push_str(&format!("\nagainst {}\n", first.name));
    }
    for difference in &balance.differences {
        out.push_str(&format!("  {:<width$} {}\n", difference.name, words::difference(difference)));
    }
}

fn thought(balance: &Balance, out: &mut String) {
    if balance.thought.is_empty() {
        return;
    }
    out.push_str("\nhow much thought matters\n");
    balance.thought.iter().for_each(|step| out.push_str(&format!("  {}\n", words::step(step))));
    sentences(&[words::steps(&balance.thought)], out);
}

fn rules(balance: &Balance, out: &mut String) {
    let Some(rules) = &balance.rules else { return };
    out.push_str(&format!("\nwhich rules matter, in {}\n", counted(rules.games, "game")));
    sentences(&words::few(rules.games).into_iter().collect::<Vec<_>>(), out);
    out.push_str(&format!("{:>12} {:>9}  {:>16}\n", "decisions", "games", "95 of 100 within"));
    for line in &rules.lines {
        let (decisions, (games, within)) = (words::percent(line.decisions), words::part(line.games, rules.games));
        let option = line.option.as_ref().map_or_else(String::new, |option| format!(" (option {option})"));
        out.push_str(&format!("{decisions:>12} {games:>9}  {within:>16}  {}{option}\n", shown(&line.text)));
    }
}
