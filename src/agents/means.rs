//! With what somebody looks ahead, beside how much: `untrained`, `threads=2`, `memory=64`.

use std::fmt::{Display, Formatter};

/// With what somebody looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// By what positions are told apart.
    pub knowledge: Knowledge,
    /// `threads=2`: how many threads think about one decision, at least one, at most [`MOST_THREADS`]. Where there are no threads it is one.
    pub threads: u16,
    /// `memory=64`: how much it may remember, in MiB, at least one, at most [`MOST_MEMORY`], if that is said.
    pub memory: Option<u32>,
}

/// No decision is thought about on more threads.
pub const MOST_THREADS: u16 = 256;

/// Nobody remembers more, in MiB.
pub const MOST_MEMORY: u32 = 1 << 16;

impl Default for Means {
    fn default() -> Means {
        Means { knowledge: Knowledge::default(), threads: 1, memory: None }
    }
}

impl From<Knowledge> for Means {
    fn from(knowledge: Knowledge) -> Means {
        Means { knowledge, ..Means::default() }
    }
}

/// By what somebody who looks ahead tells positions apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// What was learned from games, if that lies beside the rules; else what the rules say.
    #[default]
    Learned,
    /// `untrained`: what the rules say, whatever was learned.
    Untrained,
    /// `baseline`: what pieces are worth and how much there is to choose, and nothing else. All else is measured against it.
    Baseline,
}

/// As it stands behind an effort.
impl Display for Means {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.knowledge {
            Knowledge::Learned => "",
            Knowledge::Untrained => ",untrained",
            Knowledge::Baseline => ",baseline",
        })?;
        if self.threads > 1 {
            write!(f, ",threads={}", self.threads)?;
        }
        self.memory.map_or(Ok(()), |memory| write!(f, ",memory={memory}"))
    }
}
