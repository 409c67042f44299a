//! Consistency checks on recorded counts: a part that was edited or truncated may hold numbers that contradict each other.

use super::kept::Kept;
use crate::analysis::simulate::{Courses, Ended};

/// The first contradiction among the counts of one set of rules; `None` if they agree.
pub(super) fn contradiction(kept: &Kept) -> Option<String> {
    let tally = &kept.tally;
    let (games, cut_off) = (u128::from(tally.games), u128::from(tally.cut_off));
    let (ended, drawn) = (sum(tally.endings.values()), sum(tally.draws.values()));
    let agree = |what: &str, one: u128, other: u128| (one != other).then(|| format!("{what} ({one} and {other})"));
    let most_won = tally.wins.iter().copied().max().unwrap_or(0);
    agree("its games, and those that ended or were cut off", games, ended + cut_off)
        .or_else(|| agree("its games, and those of all lengths", games, sum(tally.lengths.values())))
        .or_else(|| (u128::from(most_won) + drawn > ended).then(|| "more games are won and drawn than ended".to_owned()))
        .or_else(|| (sum(&tally.wins) + drawn < ended).then(|| "fewer games are won and drawn than ended".to_owned()))
        .or_else(|| agree("its games that ended, and those that lines have ended", ended, lines(kept, |one| one.games)))
        .or_else(|| agree("its drawn games, and those that lines have drawn", drawn, lines(kept, |one| one.drawn)))
        .or_else(|| {
            let by_lines = |side: usize| lines(kept, |one| one.wins.get(side).copied().unwrap_or(0));
            let mut sides = tally.wins.iter().enumerate();
            sides.find_map(|(side, wins)| agree("the wins of a side, and those by lines", (*wins).into(), by_lines(side)))
        })
        .or_else(|| tally.courses.as_ref().and_then(|courses| of_courses(courses, tally.games, ended)))
}

/// The same for the statistics about courses.
fn of_courses(courses: &Courses, games: u64, ended: u128) -> Option<String> {
    let told = |what: &str| Some(format!("more games are told of {what} than there are"));
    if sum(&courses.first) > ended || sum(courses.first_among.values()) > u128::from(courses.first[1]) {
        return told("who began");
    }
    if courses.won > games || courses.comebacks > courses.won {
        return told("winners");
    }
    if courses.led > games { told("a lead") } else { None }
}

fn sum<'n>(numbers: impl IntoIterator<Item = &'n u64>) -> u128 {
    numbers.into_iter().map(|number| u128::from(*number)).sum()
}

/// Sum of a number over all lines that have ended games.
fn lines(kept: &Kept, of: impl Fn(&Ended) -> u64) -> u128 {
    kept.tally.by_rule.values().map(|ended| u128::from(of(ended))).sum()
}
