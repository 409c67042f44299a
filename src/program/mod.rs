//! Programs: checked rules compiled to tables and instructions, each of which points back to the rule line it came from. A
//! program has layouts, nodes and blocks, but no spans, no definitions, and no record of which words were the author's.

pub mod asks;
pub mod code;
mod compile;
mod dealt;
pub mod fixed;
pub mod forced_rest;
pub mod geometry;
pub mod kernels;
pub mod layout;
pub mod node;
pub mod plain;
pub mod print;

use std::sync::Arc;

use crate::endgames;
use crate::model::expr::{Given, Type};
use crate::model::rules::Effects;
use crate::model::{Equipment, StoredId, rules};

pub use asks::Asks;
pub use code::{Block, BlockId, Op};
pub use layout::Layout;
pub use node::{Node, NodeId};

/// A compiled variant: everything the engine needs to list and play moves.
#[derive(Clone, Debug)]
pub struct Program {
    /// What the game is played with.
    pub equipment: Equipment,
    /// Every rule line, by [`crate::model::RuleId`].
    pub lines: Vec<Line>,
    /// Where the parts of a position are in its memory.
    pub layout: Layout,
    /// Tables of rays, rows and directions.
    pub geometry: geometry::Geometry,
    /// The choices after which a move needs no decision and cannot fail.
    pub forced_rest: forced_rest::ForcedRest,
    /// What the rules may read of a move when it is over.
    pub afterwards: rules::Afterwards,
    /// Phrases, by [`NodeId`].
    pub phrases: node::Phrases,
    /// Statements, by [`BlockId`].
    pub blocks: Vec<Block>,
    /// Paths, by [`code::PathId`].
    pub paths: Vec<code::Path>,
    /// Classes of moves.
    pub groups: Vec<code::Group>,
    /// Obligations in order.
    pub obligations: Vec<code::Obligation>,
    /// Triggers by event, in firing order.
    pub triggers: code::Triggers,
    /// The set-up, the turn and the endings.
    pub game: code::Game,
    /// Counters, clocks and kept things.
    pub stored: Vec<rules::Stored>,
    /// The position in which the game begins.
    pub start: crate::model::Setup,
    /// The rules by which generators count, if turns carry nothing that moves depend on.
    pub kernels: Option<kernels::Kernels>,
    /// The rules by which generators list moves, if the game's turns allow it.
    pub lists: Option<kernels::ListedRules>,
    /// Distinguishes rules: a hash of every line and its meaning, of the equipment and of the starting position.
    pub fingerprint: u64,
    /// The files beside the rules.
    pub beside: FilesBeside,
}

/// The files that lie beside a rule file, as far as they are used.
#[derive(Clone, Debug, Default)]
pub struct FilesBeside {
    /// What was learned from games by these rules, if anything.
    pub learned: Option<Beside>,
    /// Where the endgame tables of these rules are or may be.
    pub endgames: Option<endgames::Beside>,
}

/// A file beside a rule file, as it is written. The code that uses it interprets it; it has no effect on what is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its name, for messages.
    pub name: String,
    /// The name of the rules on a command line.
    pub of: String,
    /// Its text, or why it cannot be read.
    pub text: Result<Arc<str>, String>,
}

/// A rule line as the program keeps it.
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
    /// The option that added it, if any.
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
    /// Compiles a checked variant. This cannot fail, as the check has found all errors.
    pub fn compile(variant: &crate::model::Variant) -> Program {
        let (mut program, _) = compile::compile(variant);
        program.forced_rest = forced_rest::ForcedRest::of(&program);
        (program.kernels, program.lists) = kernels::kernels(&program);
        program
    }

    /// The stored things that are kept for the period `each`.
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

    /// For each block of the variant's program, by [`BlockId`], the checked statements that it was made from, one for each
    /// instruction. They have the spans that a program does not have.
    pub fn written(variant: &crate::model::Variant) -> Vec<&rules::Block> {
        compile::compile(variant).1
    }

    /// Whether a chain may be ended although it could go on; then the text of a move must give every landing.
    pub fn chains_may_stop(&self) -> bool {
        self.groups.iter().flat_map(|group| &group.chain).any(|law| !law.must)
    }

    /// The phrase with this number.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.phrases.nodes[id.0 as usize]
    }

    /// The type of the elements of that phrase's set.
    #[inline]
    pub fn type_of(&self, id: NodeId) -> Type {
        self.phrases.types[id.0 as usize]
    }

    /// The block with this number.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// What a phrase or a part of it depends on.
    #[inline]
    pub(crate) fn asks_about(&self, node: NodeId) -> Asks {
        self.phrases.asks[node.0 as usize]
    }

    /// Whether a phrase or a part of it satisfies `is`.
    pub(crate) fn reads(&self, node: NodeId, is: &dyn Fn(&Node) -> bool) -> bool {
        let node = self.node(node);
        is(node) || node.parts().iter().any(|part| self.reads(*part, is))
    }

    /// Whether a phrase may depend on where the move at hand began.
    pub(crate) fn reads_start(&self, node: NodeId) -> bool {
        self.reads(node, &|node| {
            let begins = matches!(node, Node::Given(Given::Start | Given::Trail));
            begins || matches!(node, Node::CanGroup(..) | Node::CanPath(..) | Node::CanBody(..))
        })
    }

    /// Whether a statement of a block, or of a block inside it, satisfies `is`.
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

    /// What the statements of a block may do, those of blocks inside it included.
    #[inline]
    pub(crate) fn effects(&self, block: BlockId) -> Effects {
        self.block(block).effects
    }

    /// Whether any statement of the program may do one of these things.
    pub(crate) fn ever(&self, these: Effects) -> bool {
        self.blocks.iter().any(|block| block.effects.any(these))
    }
}
