//! The third rung: what is done. Tables and instructions, each pointing back to the rule line it came from. It has forgotten
//! spans, definitions, and which words were the author's; it knows layouts, nodes and blocks.

pub mod asks;
pub mod code;
mod compile;
mod dealt;
pub mod fixed;
pub mod geometry;
pub mod kernels;
pub mod layout;
pub mod node;
pub mod plain;
pub mod print;
pub mod quiet;

use std::sync::Arc;

use crate::endgames;
use crate::model::expr::Type;
use crate::model::rules::Effects;
use crate::model::{Equipment, StoredId, rules};

pub use asks::Asks;
pub use code::{Block, BlockId, Op};
pub use layout::Layout;
pub use node::{Node, NodeId};

/// A compiled variant: everything the engine needs to list and play moves.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is played with.
    pub equipment: Equipment,
    /// Every rule line, by [`crate::model::RuleId`].
    pub lines: Vec<Line>,
    /// Where the parts of a position lie in its memory.
    pub layout: Layout,
    /// Rays, rows and directions, worked out.
    pub geometry: geometry::Geometry,
    /// After which choices a move can no longer fail.
    pub quiet: quiet::Quiet,
    /// What of a move matters when it is over.
    pub afterwards: rules::Afterwards,
    /// Phrases, by [`NodeId`].
    pub phrases: node::Phrases,
    /// Statements.
    pub blocks: Vec<Block>,
    /// Paths.
    pub paths: Vec<code::Path>,
    /// Classes of moves.
    pub groups: Vec<code::Group>,
    /// Obligations in order.
    pub obligations: Vec<code::Filter>,
    /// Triggers by event, in firing order.
    pub triggers: code::Triggers,
    /// How a game goes.
    pub game: code::Game,
    /// Counters, clocks and kept things.
    pub stored: Vec<rules::Stored>,
    /// What the game begins with.
    pub start: crate::model::Setup,
    /// What generators count, if nothing is carried from turn to turn that moves depend on.
    pub kernels: Option<kernels::Kernels>,
    /// What generators list, if its turns let them.
    pub lists: Option<kernels::Lists>,
    /// Tells rules apart: a hash of every line and what it means, of the equipment and of what the game begins with.
    pub fingerprint: u64,
    /// The files beside the rules.
    pub beside: FilesBeside,
}

/// The files that lie beside rules, as far as somebody makes use of them.
#[derive(Clone, Debug, Default)]
pub struct FilesBeside {
    /// What was learned from games by these rules, if there is any.
    pub learned: Option<Beside>,
    /// Where endgame tables of these rules lie, or may lie.
    pub endgames: Option<endgames::Beside>,
}

/// A file beside a rule file, as it is written. What it says, those know who make use of it; it has no part in what is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// What it is called, for messages.
    pub name: String,
    /// What the rules are called on a command line.
    pub of: String,
    /// Its text, or why it cannot be read.
    pub text: Result<Arc<str>, String>,
}

/// A rule line as the program remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `capture`
    pub chapter: String,
    /// The line.
    pub text: String,
    /// Its `##` words.
    pub doc: Option<String>,
    /// `english.draughts:41`
    pub place: String,
    /// The option that put it there.
    pub option: Option<String>,
}

impl Line {
    /// The line without the statements of its body: `king may leave { … }`.
    pub fn head(&self) -> String {
        match self.text.split_once('{') {
            Some((head, _)) => format!("{head}{{ … }}"),
            None => self.text.clone(),
        }
    }
}

impl Program {
    /// Compiles a checked variant. Nothing can go wrong: whatever could was found by the check.
    pub fn compile(variant: &crate::model::Variant) -> Program {
        let (mut program, _) = compile::compile(variant);
        program.quiet = quiet::Quiet::of(&program);
        (program.kernels, program.lists) = kernels::kernels(&program);
        program
    }

    /// What of `stored` is kept for so long.
    pub fn kept_for(&self, each: rules::Each) -> impl Iterator<Item = StoredId> {
        let stored = (0..).map(StoredId).zip(&self.stored);
        stored.filter(move |(_, stored)| stored.each == each).map(|(id, _)| id)
    }

    /// Which bit of the mark "set in this turn" belongs to a clock; none for a counter or a kept thing. There are at most 32 clocks.
    pub(crate) fn clock_bit(&self, id: StoredId) -> Option<u8> {
        let clock = |stored: &&rules::Stored| stored.clock;
        let declared = self.stored.get(id.index()).filter(clock);
        declared.map(|_| self.stored[..id.index()].iter().filter(clock).count() as u8)
    }

    /// For each block of the variant's program, by [`BlockId`], the checked statements that it was made from, one an
    /// instruction: where they are written, which a program has forgotten.
    pub fn written(variant: &crate::model::Variant) -> Vec<&rules::Block> {
        compile::compile(variant).1
    }

    /// Whether a chain may be broken off although it could go on: then the text of a move must give every landing.
    pub fn chains_may_stop(&self) -> bool {
        self.groups.iter().flat_map(|group| &group.chain).any(|law| !law.must)
    }

    /// The phrase of that number.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.phrases.nodes[id.0 as usize]
    }

    /// What that phrase denotes a set of.
    #[inline]
    pub fn type_of(&self, id: NodeId) -> Type {
        self.phrases.types[id.0 as usize]
    }

    /// The statements of that number.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// What a phrase asks about, or a part of it.
    #[inline]
    pub(crate) fn asks_about(&self, node: NodeId) -> Asks {
        self.phrases.asks[node.0 as usize]
    }

    /// Whether a phrase is of some form, or a part of it.
    pub(crate) fn reads(&self, node: NodeId, is: &dyn Fn(&Node) -> bool) -> bool {
        let node = self.node(node);
        is(node) || node.parts().iter().any(|part| self.reads(*part, is))
    }

    /// Whether any statement of a block, or of one within it, is of some form.
    pub(crate) fn some_op(&self, block: BlockId, is: &dyn Fn(&Op) -> bool) -> bool {
        self.block(block).ops.iter().any(|(op, _)| is(op) || op.blocks().into_iter().any(|block| self.some_op(*block, is)))
    }

    /// What a statement may do itself, apart from the blocks in it.
    pub(crate) fn own_effects(&self, op: &Op) -> Effects {
        op.effects(|path| {
            let path = &self.paths[path.0 as usize];
            Effects::of_leg(path.mode, path.takes())
        })
    }

    /// What a block may do, and those in it.
    #[inline]
    pub(crate) fn effects(&self, block: BlockId) -> Effects {
        self.block(block).effects
    }

    /// Whether any statement of the program may do one of these.
    pub(crate) fn ever(&self, these: Effects) -> bool {
        self.blocks.iter().any(|block| block.effects.any(these))
    }
}
