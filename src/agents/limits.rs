//! The limits of a search, and its result.

use std::time::Duration;

use super::curve::{logistic, logit};
use crate::model::SideId;

/// The limits of the search for one decision.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Most decisions searched by alpha-beta, or most playouts of Monte Carlo search.
    pub nodes: u64,
    /// Greatest depth in decisions.
    pub depth: u32,
    /// The number of best options that are searched exactly and returned; at least one.
    pub lines: usize,
    /// Returns whether to stop now; called every now and then. If it reads no clock, the search gives the same move on every
    /// machine.
    pub stop: &'l (dyn Fn() -> bool + Sync),
    /// Called from time to time with the result so far, the best option first: after each depth completed by alpha-beta, or
    /// whenever the number of playouts has doubled.
    pub told: &'l dyn Fn(&[Thought]),
}

impl Limits<'_> {
    /// A limit of decisions searched and none of time.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: MOST_DEPTH, lines: 1, stop: &|| false, told: &|_| () }
    }

    /// A limit of depth and none of time.
    pub fn depth(depth: u32) -> Limits<'static> {
        Limits { nodes: u64::MAX, depth: depth.min(MOST_DEPTH), lines: 1, stop: &|| false, told: &|_| () }
    }
}

/// The greatest depth of a search, in decisions.
pub const MOST_DEPTH: u32 = 64;

/// The number of decisions that the time left is meant to last for, if it is not known.
const MOVES: u64 = 30;

/// One decision takes at most this share of the time left; and so many seconds are kept back for transmitting the move.
const SHARE: f64 = 0.7;
const KEPT: f64 = 0.05;

/// The shortest and the longest time of a search, in seconds.
const WORTH: (f64, f64) = (0.01, 86_400.0);

/// A number of seconds as a duration, at least 10 ms and at most a day.
pub fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(WORTH.0, WORTH.1))
}

/// The time for one decision of an agent that plays by the clock: a thirtieth of what is left (more, if fewer than 30 moves are
/// to come) and the increment, within the limits above.
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

/// The result of searching an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The index of the option.
    pub option: usize,
    /// The principal variation after it: options of the following decisions, up to where chance decides.
    pub line: Vec<usize>,
    /// The value for the player that decides, in hundredths of a piece with `value = 1`; for decided games see [`WON`].
    pub value: i32,
    /// The depth in decisions to which every line was searched.
    pub depth: u32,
    /// The number of decisions searched, or of playouts.
    pub nodes: u64,
    /// The value rests on samples of what chance can bring or of what is hidden, not on all of it, unless the value is a proved
    /// win or loss.
    pub sampled: bool,
}

/// The value of a game won now; a win after n decisions is worth n less. A loss is the negative.
pub const WON: i32 = 100_000_000;
/// The greatest value of a game that is not decided, and its negative the least.
pub(super) const UNDECIDED: i32 = WON / 2;

/// The value of a won game in an average over results of chance or over hidden things, in hundredths of a piece; nothing counts
/// more.
pub(super) const WON_AMONG_OTHERS: i32 = 100_000;

/// The value that counts in an average over results of chance or over positions that the player may believe in: of a decided game
/// 1000 pieces less a hundredth for each decision up to its end. Samples prove nothing, so no average is a certain win.
pub(super) fn among_others(value: i32) -> i64 {
    let counts = match decided(value) {
        Some(plies) if plies > 0 => WON_AMONG_OTHERS - plies,
        Some(plies) => -WON_AMONG_OTHERS - plies,
        None => value.clamp(-WON_AMONG_OTHERS, WON_AMONG_OTHERS),
    };
    counts.into()
}

/// The value for a side of a game that ends after `plies` decisions, where `winners` are the sides that have won, as bits.
pub(super) fn over(winners: u8, side: SideId, plies: usize) -> i32 {
    match winners >> side.0 & 1 {
        _ if winners == 0 => 0,
        1 => WON - plies as i32,
        _ => plies as i32 - WON,
    }
}

impl Thought {
    /// An option chosen without a search.
    pub(super) fn without(option: usize) -> Thought {
        Thought { option, line: Vec::new(), value: 0, depth: 0, nodes: 0, sampled: false }
    }

    /// After how many decisions the game is won (more than 0) or lost (less than 0), if that is certain.
    pub fn decided(&self) -> Option<i32> {
        decided(self.value)
    }
}

/// Thoughts as they are reported: where tables know that the game is drawn, values that are not decided are reported as 0.
pub(super) fn told(mut thoughts: Vec<Thought>, is_drawn: bool) -> Vec<Thought> {
    let open = thoughts.iter_mut().filter(|thought| is_drawn && thought.decided().is_none());
    open.for_each(|thought| thought.value = 0);
    thoughts
}

/// A lead of this many hundredths of a piece wins seven games of eight.
pub(super) const LEAD: f64 = 150.0;

/// The points of a game, from 0 (lost) to 1 (won), that a lead in hundredths of a piece is worth, as far as that can be said
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

/// The lead in hundredths of a piece that is worth so many points of a game: the inverse of [`points`].
pub(super) fn lead(points: f64) -> f64 {
    logit(points) * LEAD / 2.0
}

/// After how many decisions a game of this value is won (more than 0) or lost (less than 0), if that is certain.
pub fn decided(value: i32) -> Option<i32> {
    let left = WON - value.abs();
    (value.abs() > UNDECIDED).then_some(if value > 0 { left } else { -left })
}
