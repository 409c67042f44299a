//! Who decides for a player: from a program, a position and its moves to the index of one of them. All chance comes from the
//! generator that the caller hands in, so the same seed gives the same game on every machine.

mod agent;
mod alpha_beta;
mod analysis;
mod contest;
mod decide;
mod decider;
mod draws;
mod evaluation;
mod known;
mod learned;
mod limits;
mod mcts;
mod poll;
mod random;
mod retrograde;
mod sample;
mod score;
mod series;
mod solve;
mod thinker;
mod timed;
mod timing;
mod together;
mod training;
mod watched;

pub use agent::{ACCEPTED, Agent, Effort, Knowledge, LEVELS, MOST_THREADS, Means, UnknownAgent, named};
pub use alpha_beta::AlphaBeta;
pub use analysis::{Analysis, Variation, analyse};
pub use contest::{Between, Contest, Counted, Round};
pub use decide::decide;
pub use decider::{Ask, Decider, Undecided};
pub use evaluation::{Evaluation, PIECE};
pub use known::{Known, fit, goes_by};
pub use learned::{History, Learned, Unfit, checksum, is_one as is_learned};
pub use limits::{Limits, MOST_DEPTH, Thought, WON, decided, points, seconds, share};
pub use mcts::Mcts;
pub use random::{below, by_ways, by_weight, generator, random};
pub use retrograde::{Retrograde, Unfinished, endgames_of, grounds};
pub use sample::sample;
pub use score::{Score, is_decided};
pub use series::{Series, Shown, tally};
pub use solve::{Solution, Unsolved, Win, solve};
pub use thinker::{Clock, MEMORY, Thinker};
pub use training::{Lesson, MEASURED_LIMIT, MEASURED_NODES, MEASURED_OPENING, Training, can_learn};
pub use watched::{Watched, chooser};
