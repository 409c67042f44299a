//! `either` and `may` with lists of statements that begin with `play`.

use crate::model::expr::{Expr, ExprKind, Type};
use crate::model::rules::{Block, Statement, StatementKind};
use crate::model::walk::classes_of;
use crate::model::{GroupId, RuleId};
use crate::source::Span;

/// `either … or …`. If all alternatives begin with `play` and none has a move, there is nothing to choose: it becomes a `play` of
/// all their classes by the player of the first, who then cannot move.
pub(super) fn either(blocks: Vec<Block>, rule: RuleId, span: Span) -> StatementKind {
    let play = |block: &Block| match block.statements.first()?.kind.clone() {
        StatementKind::Play { moves, by } => Some((classes_of(&moves), by)),
        _ => None,
    };
    let plays: Option<Vec<_>> = blocks.iter().map(play).collect();
    let either = StatementKind::Either(blocks.into_iter().map(offered).collect());
    let Some((by, plays)) = plays.and_then(|plays| Some((plays.first()?.1.clone(), plays))) else { return either };
    let some = plays.iter().map(|(classes, by)| some_move(classes.clone(), by.as_ref(), span)).collect();
    let condition = Expr { kind: ExprKind::Or(some), ty: Type::Truth, span };
    let mut classes: Vec<GroupId> = plays.into_iter().flat_map(|(classes, _)| classes).collect();
    classes.sort_unstable();
    classes.dedup();
    let moves = Expr { kind: ExprKind::Moves(classes), ty: Type::Move, span };
    let alone = |kind| Block { statements: vec![Statement { kind, rule, span }] };
    StatementKind::If(condition, alone(either), alone(StatementKind::Play { moves, by }))
}

/// Prepends to an alternative that begins with `play` the requirement that there is such a move, so that it can be chosen only if
/// it can be carried out.
pub(super) fn offered(mut block: Block) -> Block {
    let Some(Statement { kind: StatementKind::Play { moves, by }, rule, span }) = block.statements.first() else {
        return block;
    };
    let some = some_move(classes_of(moves), by.as_ref(), *span);
    let asked = Statement { kind: StatementKind::Require(some), rule: *rule, span: *span };
    block.statements.insert(0, asked);
    block
}

/// Whether there is a move of some classes, by the mover or by the given player.
fn some_move(classes: Vec<GroupId>, by: Option<&Expr>, span: Span) -> Expr {
    let moves = ExprKind::Moves(classes);
    let moves = match by {
        Some(by) => ExprKind::MovesOf(Box::new(Expr { kind: moves, ty: Type::Move, span }), Box::new(by.clone())),
        None => moves,
    };
    let moves = Box::new(Expr { kind: moves, ty: Type::Move, span });
    Expr { kind: ExprKind::Some(moves), ty: Type::Truth, span }
}
