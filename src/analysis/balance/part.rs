//! Parts of a run that were played separately, and how they are merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::kept::{Kept, Run};
use super::sound::contradiction;
use crate::notation::json::SCHEMA;

/// A part of a run: written by `simulate --shard`, read by `merge`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Version of the format: 1.
    pub schema: u32,
    /// The number of the part, from 1, and the number of parts.
    pub shard: [u64; 2],
    /// The settings of the whole run.
    pub run: Run,
    /// The counts of the part's games, for each set of rules.
    pub cases: Vec<Kept>,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

impl Part {
    /// A part that has been played.
    pub fn new(shard: [u64; 2], run: Run, cases: Vec<Kept>, cpu_seconds: f64) -> Part {
        Part { schema: SCHEMA, shard, run, cases, cpu_seconds }
    }

    /// The range of game numbers in a part. The sizes of parts differ by one game at most.
    ///
    /// ```
    /// use draughtsman::analysis::balance::Part;
    /// assert_eq!([1, 2, 3].map(|part| Part::numbers([part, 3], 10)), [0..3, 3..6, 6..10]);
    /// ```
    pub fn numbers([part, of]: [u64; 2], games: u64) -> std::ops::Range<u64> {
        let until = |part: u64| (u128::from(games) * u128::from(part) / u128::from(of.max(1))) as u64;
        until(part.saturating_sub(1))..until(part)
    }

    /// An error message if a case has more games than belong to the part.
    fn too_many(&self) -> Option<String> {
        let numbers = Part::numbers(self.shard, self.run.games);
        let (all, [part, of]) = (numbers.end.saturating_sub(numbers.start), self.shard);
        let more = self.cases.iter().map(|case| case.tally.games).find(|games| *games > all)?;
        Some(format!("part {part} of {of} has {all} games, not {more}"))
    }

    /// Number of games of the part that were not played, summed over all sets of rules.
    fn missing(&self) -> u64 {
        let numbers = Part::numbers(self.shard, self.run.games);
        let all = numbers.end - numbers.start;
        self.cases.iter().map(|case| all.saturating_sub(case.tally.games)).sum()
    }
}

/// The result of merging parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The settings of the run.
    pub run: Run,
    /// The counts of its games, for each set of rules.
    pub cases: Vec<Kept>,
    /// Processor time of all parts, in seconds.
    pub cpu_seconds: f64,
    /// Descriptions of missing parts and games.
    pub missing: Vec<String>,
}

/// Merges the parts of one run. Each part comes with a name for messages; their order does not matter. The result equals that
/// of the run in one piece.
///
/// # Errors
/// If they are not parts of one run, if a part occurs twice, or if the numbers of a part contradict each other.
pub fn merged(parts: Vec<(String, Part)>) -> Result<Merged, String> {
    let mut parts = parts.into_iter();
    let Some((first_name, first)) = parts.next() else { return Err("there is no part".to_owned()) };
    let [_, of] = first.shard;
    let mut missing = Vec::new();
    let mut seen: BTreeMap<u64, String> = BTreeMap::new();
    let mut note = |name: &str, part: &Part| {
        let [number, _] = part.shard;
        if let Some(what) = part.cases.iter().find_map(contradiction).or_else(|| part.too_many()) {
            let changed = "this was changed since `simulate --shard` has written it, and its numbers contradict each other";
            return Err(format!("{name}: {changed}: {what}"));
        }
        if let Some(other) = seen.insert(number, name.to_owned()) {
            return Err(format!("{name}: this is part {number} of {of}, as {other} is"));
        }
        if part.missing() > 0 {
            missing.push(format!("{name}: {} games of part {number} of {of} were not played", part.missing()));
        }
        Ok(())
    };
    note(&first_name, &first)?;
    let Part { run, mut cases, mut cpu_seconds, .. } = first;
    for (name, part) in parts {
        if let Some(what) = differs(&run, &cases, of, &part) {
            return Err(format!("{name}: this is no part of the same run as {first_name}: {what}"));
        }
        note(&name, &part)?;
        cpu_seconds += part.cpu_seconds;
        for (sum, more) in cases.iter_mut().zip(part.cases) {
            sum.lines.extend(more.lines);
            sum.tally = std::mem::take(&mut sum.tally).and(more.tally);
        }
    }
    let absent = (1..=of).filter(|number| !seen.contains_key(number));
    missing.extend(absent.map(|number| format!("part {number} of {of} is not there")));
    Ok(Merged { run, cases, cpu_seconds, missing })
}

/// How a part differs from a run to which it should belong; `None` if it fits.
fn differs(run: &Run, cases: &[Kept], of: u64, part: &Part) -> Option<String> {
    let told = |what: &str, here: &dyn std::fmt::Debug, there: &dyn std::fmt::Debug| {
        let (here, there) = (format!("{here:?}"), format!("{there:?}"));
        (here != there).then(|| format!("{what} is {there}, not {here}"))
    };
    let names = |cases: &[Kept]| cases.iter().map(|case| case.name.clone()).collect::<Vec<_>>();
    let rules = |cases: &[Kept]| cases.iter().map(|case| case.fingerprint.clone()).collect::<Vec<_>>();
    let noted = |cases: &[Kept]| cases.iter().any(|case| case.tally.courses.is_some());
    let other = &part.run;
    told("the number of parts", &of, &part.shard[1])
        .or_else(|| told("the seed", &run.seed, &other.seed))
        .or_else(|| told("the number of games", &run.games, &other.games))
        .or_else(|| told("who decides", &run.agent, &other.agent))
        .or_else(|| told("--opening", &run.opening, &other.opening))
        .or_else(|| told("--limit", &run.limit, &other.limit))
        .or_else(|| told("what is played", &names(cases), &names(&part.cases)))
        .or_else(|| {
            (rules(cases) != rules(&part.cases))
                .then(|| "the rules, where games begin, or what agents go by (weights, endgame tables) are others".to_owned())
        })
        .or_else(|| (noted(cases) != noted(&part.cases)).then(|| "only one of the two was played with --report".to_owned()))
}
