//! The settings of a search beside its effort: `untrained`, `threads=2`, `memory=64`.

use std::fmt::{Display, Formatter};

/// The settings of a search beside its effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// How positions are evaluated.
    pub knowledge: Knowledge,
    /// `threads=2`: the number of threads that think about one decision, from 1 to [`MOST_THREADS`]. On WebAssembly it has no
    /// effect.
    pub threads: u16,
    /// `memory=64`: the memory for the table or tree, in MiB, from 1 to [`MOST_MEMORY`], if it is given.
    pub memory: Option<u32>,
}

/// Most threads for one decision.
pub const MOST_THREADS: u16 = 256;

/// Most memory of an agent, in MiB.
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

/// How a searching agent evaluates positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// By what was learned from games, if that lies beside the rules; else by the rules alone.
    #[default]
    Learned,
    /// `untrained`: by the rules alone, whatever was learned.
    Untrained,
    /// `baseline`: by the worth of pieces and the number of options only. Everything else is measured against it.
    Baseline,
}

/// The settings as they follow an effort in an agent's name; default settings are left out.
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
