//! Compiles statements to instructions.

use crate::model::rules::{self, Effects};
use crate::program::code::{Block, BlockId};

use super::phrases::Builder;

impl<'v> Builder<'v> {
    pub(super) fn block(&mut self, block: &'v rules::Block) -> BlockId {
        let (mut ops, mut effects) = (Vec::with_capacity(block.statements.len()), Effects::NONE);
        for one in &block.statements {
            let op = one.kind.translated(self, Builder::phrase, Builder::block, |build, path| build.path(path));
            // Inner blocks have already been compiled.
            effects = op.blocks().into_iter().fold(effects | one.own_effects(), |sum, inner| sum | self.effects(*inner));
            ops.push((op, one.rule));
        }
        self.blocks.push(Block { ops, effects });
        self.written.push(block);
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn effects(&self, block: BlockId) -> Effects {
        self.blocks[block.0 as usize].effects
    }
}
