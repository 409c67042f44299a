//! How long somebody may think.

use std::time::Duration;

use super::curve::{logistic, logit};
use crate::model::SideId;

/// How long somebody may think about one decision.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Most decisions that are looked at, those of playouts not counted.
    pub nodes: u64,
    /// Most decisions ahead.
    pub depth: u32,
    /// How many options are thought through, the best ones; at least one.
    pub lines: usize,
    /// Whether to stop now: it is asked every now and then. Who reads no clock here gets the same move on every machine.
    pub stop: &'l (dyn Fn() -> bool + Sync),
    /// Who is told from time to time what came of it so far, the best option first: after each depth that was looked at whole,
    /// or as often as the playouts have doubled.
    pub told: &'l dyn Fn(&[Thought]),
}

impl Limits<'_> {
    /// So many decisions looked at, however long that takes.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: MOST_DEPTH, lines: 1, stop: &|| false, told: &|_| () }
    }

    /// So many decisions ahead, however long that takes.
    pub fn depth(depth: u32) -> Limits<'static> {
        Limits { nodes: u64::MAX, depth: depth.min(MOST_DEPTH), lines: 1, stop: &|| false, told: &|_| () }
    }
}

/// Nobody looks further ahead.
pub const MOST_DEPTH: u32 = 64;

/// Decisions that a game is taken to go on for, where nobody says how many the time is for.
const MOVES: u64 = 30;

/// Of all the time that is left this share at most goes into one decision, and so much is kept back for who carries it to the clock.
const SHARE: f64 = 0.7;
const KEPT: f64 = 0.05;

/// The shortest time that is worth a thought, in seconds, and the longest.
const WORTH: (f64, f64) = (0.01, 86_400.0);

/// A time that is worth a thought, and no longer than a day.
pub fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(WORTH.0, WORTH.1))
}

/// How long somebody thinks about one decision who plays by the clock: a thirtieth of what is left, or as much as so many moves to come
/// leave for each, and what each turn adds.
///
/// ```
/// use draughtsman::agents::share;
/// use std::time::Duration;
/// assert_eq!(share(Duration::from_secs(300), Duration::ZERO, None), Duration::from_millis(9_950));
/// ```
pub fn share(left: Duration, increment: Duration, moves: Option<u64>) -> Duration {
    let (left, increment) = (left.as_secs_f64(), increment.as_secs_f64());
    let each = left / moves.map_or(MOVES, |moves| moves.clamp(1, MOVES)) as f64;
    seconds((each + increment).min(left * SHARE) - KEPT)
}

/// What came of thinking about an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The option.
    pub option: usize,
    /// What follows it as everybody plays best: options of the decisions that come after it, up to where chance speaks.
    pub line: Vec<usize>,
    /// What it is worth to who decides, in hundredths of a piece that counts 1: see [`WON`] too.
    pub value: i32,
    /// How many decisions ahead every way was looked at.
    pub depth: u32,
    /// How many decisions were looked at.
    pub nodes: u64,
    /// Samples of what chance can bring, or of what may be hidden, count in what it is worth, not all; unless that is certain.
    pub sampled: bool,
}

/// A game won at once is worth this; one won in so many decisions that much less.
pub const WON: i32 = 100_000_000;
/// No position is worth more as long as the game is not decided, whatever stands there.
pub(super) const UNDECIDED: i32 = WON / 2;

/// In an average over throws and hidden things a game that is won counts as a lead of so many hundredths of a piece, and nothing counts more.
pub(super) const WON_AMONG_OTHERS: i32 = 100_000;

/// What a value counts in an average over some throws, or over some positions that somebody may believe in: of a game that is decided
/// a thousand pieces, a hundredth less for each decision up to its end. Samples prove nothing, so no average is a certain win.
pub(super) fn among_others(value: i32) -> i64 {
    let counts = match decided(value) {
        Some(plies) if plies > 0 => WON_AMONG_OTHERS - plies,
        Some(plies) => -WON_AMONG_OTHERS - plies,
        None => value.clamp(-WON_AMONG_OTHERS, WON_AMONG_OTHERS),
    };
    counts.into()
}

/// What the end of a game after so many decisions is worth to a side.
pub(super) fn over(winners: u8, side: SideId, plies: usize) -> i32 {
    match winners >> side.0 & 1 {
        _ if winners == 0 => 0,
        1 => WON - plies as i32,
        _ => plies as i32 - WON,
    }
}

impl Thought {
    /// An option chosen without any thought.
    pub(super) fn without(option: usize) -> Thought {
        Thought { option, line: Vec::new(), value: 0, depth: 0, nodes: 0, sampled: false }
    }

    /// In how many decisions the game is won (more than 0) or lost (less), if that is certain.
    pub fn decided(&self) -> Option<i32> {
        decided(self.value)
    }
}

/// Thoughts as others are told of them: where the game is known to be drawn, what loses nothing keeps it so.
pub(super) fn told(mut thoughts: Vec<Thought>, is_drawn: bool) -> Vec<Thought> {
    let open = thoughts.iter_mut().filter(|thought| is_drawn && thought.decided().is_none());
    open.for_each(|thought| thought.value = 0);
    thoughts
}

/// A lead of so many hundredths of a piece wins seven games of eight.
pub(super) const LEAD: f64 = 150.0;

/// Points of a game, from 0 (lost) to 1 (won), that a lead of so many hundredths of a piece stands for, as far as that can be said
/// without knowing the game: the logistic curve (Elo 1978), on which a lead of a piece and a half wins seven games of eight.
///
/// ```
/// use draughtsman::agents::points;
/// assert_eq!(points(0.0), 0.5);
/// assert!((points(150.0) - 0.88).abs() < 0.01);
/// ```
pub fn points(lead: f64) -> f64 {
    logistic(2.0 * lead / LEAD)
}

/// The lead that stands for so many points of a game, in hundredths of a piece: the inverse of [`points`].
pub(super) fn lead(points: f64) -> f64 {
    logit(points) * LEAD / 2.0
}

/// In how many decisions a game of this value is won (more than 0) or lost (less), if that is certain.
pub fn decided(value: i32) -> Option<i32> {
    let left = WON - value.abs();
    (value.abs() > UNDECIDED).then_some(if value > 0 { left } else { -left })
}
