//! Statements to instructions.

use crate::model::expr::{Expr, Type};
use crate::model::rules::{self, ChooseCount, PieceDestination, StatementKind, TokenDestination};
use crate::program::code::{Block, BlockId, Chooser, Count, Op, PieceTo, TokenTo};
use crate::program::node::NodeId;

use super::phrases::Builder;

impl<'v> Builder<'v> {
    pub(super) fn block(&mut self, block: &'v rules::Block) -> BlockId {
        let ops = block.statements.iter().map(|one| (self.op(&one.kind), one.rule)).collect();
        self.blocks.push(Block { ops });
        self.written.push(block);
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn op(&mut self, kind: &'v StatementKind) -> Op {
        match kind {
            StatementKind::Either(blocks) => Op::Either(blocks.iter().map(|block| self.block(block)).collect()),
            StatementKind::May(block) => Op::May(self.block(block)),
            StatementKind::Repeat(times, block) => Op::Repeat(self.maybe(times), self.block(block)),
            StatementKind::MayRepeat(block) => Op::MayRepeat(self.block(block)),
            StatementKind::For(local, set, block) => Op::For(*local, self.phrase(set), self.block(block)),
            StatementKind::If(condition, yes, no) => Op::If(self.phrase(condition), self.block(yes), self.block(no)),
            StatementKind::As(piece, block) => Op::As(self.phrase(piece), self.block(block)),
            StatementKind::Choose { local, count, from, by } => {
                let count = count.as_ref().map(|count| match count {
                    ChooseCount::Exactly(number) => Count::Exactly(self.phrase(number)),
                    ChooseCount::Between(least, most) => Count::Between(self.phrase(least), self.maybe(most)),
                });
                let by = match by {
                    rules::Chooser::Current => Chooser::Current,
                    rules::Chooser::Chance => Chooser::Chance,
                    rules::Chooser::Player(who) => Chooser::Player(self.phrase(who), who.ty == Type::Side),
                };
                let name = self.names.get(local.index()).cloned().unwrap_or_default();
                Op::Choose(*local, name, count, self.phrase(from), by)
            }
            StatementKind::Let(local, value) => Op::Let(*local, self.phrase(value)),
            StatementKind::Require(condition) => Op::Require(self.phrase(condition)),
            StatementKind::Path(path) => Op::Path(self.path(path)),
            StatementKind::Verb(name, block) => Op::Verb(name.clone(), self.block(block)),
            StatementKind::MovePiece(what, to) => Op::MovePiece(self.phrase(what), self.piece_to(to)),
            StatementKind::PlaceNew(new, to) => Op::PlaceNew(new.clone(), self.piece_to(to)),
            StatementKind::MoveToken(what, to) => {
                let to = match to {
                    TokenDestination::Pile(pile) => TokenTo::Pile(self.phrase(pile)),
                    TokenDestination::Slot(slot, piece) => TokenTo::Slot(*slot, self.phrase(piece)),
                    TokenDestination::Under(site) => TokenTo::Under(self.phrase(site)),
                    TokenDestination::Box => TokenTo::Box,
                };
                Op::MoveToken(self.phrase(what), to)
            }
            StatementKind::Take(what) => Op::Take(self.phrase(what)),
            StatementKind::SetKind(of, to) => Op::SetKind(self.phrase(of), self.phrase(to)),
            StatementKind::SetOwner(of, to) => Op::SetOwner(self.phrase(of), self.phrase(to)),
            StatementKind::SetSlot(slot, of, to) => Op::SetSlot(*slot, self.phrase(of), self.phrase(to)),
            StatementKind::SetFace(of, to) => Op::SetFace(self.phrase(of), self.phrase(to)),
            StatementKind::SetNumber(id, of, to) => Op::SetNumber(*id, self.maybe(of), self.phrase(to)),
            StatementKind::SetKept(id, of, to) => Op::SetKept(*id, self.maybe(of), self.phrase(to)),
            StatementKind::Raise(id, of, by) => Op::Raise(*id, self.maybe(of), self.phrase(by)),
            StatementKind::Exchange(sites) => Op::Exchange(sites.iter().map(|site| self.phrase(site)).collect()),
            StatementKind::Shuffle(pile) => Op::Shuffle(self.phrase(pile)),
            StatementKind::Show(what, to) => Op::Show(self.phrase(what), self.phrase(to)),
            StatementKind::Prevent => Op::Prevent,
            StatementKind::End(what, why) => Op::End(*what, why.clone()),
            StatementKind::Play { moves, by } => Op::Play(self.phrase(moves), self.maybe(by)),
            StatementKind::Wins(who, why) => Op::Wins(self.phrase(who), why.clone()),
            StatementKind::Loses(who, why) => Op::Loses(self.phrase(who), why.clone()),
            StatementKind::Draw(why) => Op::Draw(why.clone()),
        }
    }

    fn maybe(&mut self, expr: &'v Option<Expr>) -> Option<NodeId> {
        expr.as_ref().map(|expr| self.phrase(expr))
    }

    fn piece_to(&mut self, to: &'v PieceDestination) -> PieceTo {
        match to {
            PieceDestination::Site(site) => PieceTo::Site(self.phrase(site)),
            PieceDestination::Pile(pile) => PieceTo::Pile(self.phrase(pile)),
            PieceDestination::BottomOf(piece) => PieceTo::BottomOf(self.phrase(piece)),
            PieceDestination::TopOf(piece) => PieceTo::TopOf(self.phrase(piece)),
            PieceDestination::Box => PieceTo::Box,
        }
    }
}
