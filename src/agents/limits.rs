//! How long somebody may think.

/// How long somebody may think about one decision.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Most decisions that are looked at, those of playouts not counted.
    pub nodes: u64,
    /// Most decisions ahead.
    pub depth: u32,
    /// Whether to stop now: it is asked every now and then. Who reads no clock here gets the same move on every machine.
    pub stop: &'l dyn Fn() -> bool,
    /// Who is told what came of each depth that was looked at whole; the option is one of the line's.
    pub told: &'l dyn Fn(&Thought),
}

impl Limits<'_> {
    /// So many decisions looked at, however long that takes.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: MOST_DEPTH, stop: &|| false, told: &|_| () }
    }

    /// So many decisions ahead, however long that takes.
    pub fn depth(depth: u32) -> Limits<'static> {
        Limits { nodes: u64::MAX, depth: depth.min(MOST_DEPTH), stop: &|| false, told: &|_| () }
    }
}

/// Nobody looks further ahead.
pub const MOST_DEPTH: u32 = 64;

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The option chosen.
    pub option: usize,
    /// What it is worth to who decides, in hundredths of a piece that counts 1: see [`WON`] too.
    pub value: i32,
    /// How many decisions ahead every way was looked at.
    pub depth: u32,
    /// How many decisions were looked at.
    pub nodes: u64,
}

/// A game won at once is worth this; one won in so many decisions that much less.
pub const WON: i32 = 100_000_000;

impl Thought {
    /// An option chosen without any thought.
    pub(super) fn without(option: usize) -> Thought {
        Thought { option, value: 0, depth: 0, nodes: 0 }
    }

    /// In how many decisions the game is won (more than 0) or lost (less), if that is certain.
    pub fn decided(&self) -> Option<i32> {
        let left = WON - self.value.abs();
        (left < WON / 2).then_some(if self.value > 0 { left } else { -left })
    }
}
