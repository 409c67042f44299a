//! What was tried, in figures.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use draughtsman::analysis::simulate::Played;

/// What was tried of one rule file.
#[derive(Clone, Default)]
pub(super) struct Tried {
    pub(super) games: u64,
    /// Those that were not over at the limit.
    pub(super) cut: u64,
    /// Decisions of players.
    pub(super) decisions: u64,
    /// Decisions at which the laws were tried.
    pub(super) looked: u64,
    /// How often any law was.
    pub(super) laws: u64,
    /// Games by the reference too, and their decisions, those of chance included.
    pub(super) lockstep: u64,
    pub(super) lockstep_decisions: u64,
    pub(super) longest: u32,
    /// Of all threads together.
    pub(super) time: Duration,
}

impl Tried {
    /// A game that was played to its end.
    pub(super) fn game(&mut self, played: &Played) {
        self.games += 1;
        self.cut += u64::from(played.outcome.is_none());
        self.decisions += u64::from(played.decisions);
        self.longest = self.longest.max(played.decisions);
        self.laws += 1;
    }

    pub(super) fn add(&mut self, more: &Tried) {
        self.games += more.games;
        self.cut += more.cut;
        self.decisions += more.decisions;
        self.looked += more.looked;
        self.laws += more.laws;
        self.lockstep += more.lockstep;
        self.lockstep_decisions += more.lockstep_decisions;
        self.longest = self.longest.max(more.longest);
        self.time += more.time;
    }
}

/// A line for each rule file, and one for all, as Markdown.
pub(super) fn table(names: &[&str], tried: &[Tried]) -> String {
    let mut text =
        "| variant | games | decisions | looked at | laws tried | in lockstep: games | decisions | longest game | s |\n"
            .to_owned();
    text.push_str("|---|---|---|---|---|---|---|---|---|\n");
    let mut all = Tried::default();
    tried.iter().for_each(|one| all.add(one));
    for (name, one) in names.iter().copied().zip(tried).chain([("all", &all)]) {
        let Tried { games, decisions, looked, laws, lockstep, lockstep_decisions, longest, .. } = one;
        let cut = if one.cut > 0 { format!(" ({} cut off)", grouped(one.cut)) } else { String::new() };
        let numbers = [games, decisions, looked, laws, lockstep, lockstep_decisions].map(|number| grouped(*number)).join(" | ");
        let _ = writeln!(text, "| {name} | {numbers} | {longest}{cut} | {:.1} |", one.time.as_secs_f64());
    }
    text
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A line of progress, every half minute.
#[allow(clippy::print_stderr, reason = "for whoever waits")]
pub(super) fn progress(time: Duration, done: u64) {
    static TOLD: AtomicU64 = AtomicU64::new(0);
    let halves = time.as_secs() / 30;
    if TOLD.swap(halves, Ordering::Relaxed) != halves {
        eprintln!("{done} games after {} s", time.as_secs());
    }
}
