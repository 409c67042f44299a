//! Boards: the start, where each piece may go, what each takes, and what named moves do. The engine lists the moves of all of
//! them.

mod draw;
mod lone;
mod played;
mod prey;
mod scene;

use super::pages::{Block, Figure};
use super::prose::{a, capital, joined, spoken};
use super::unsaid;
use crate::library::Ready;
use crate::model::expr::{Expr, ExprKind};
use crate::model::rules::Subject;
use crate::model::{KindId, SideId};
use crate::notation::diagram;
use crate::notation::symbols::{marks, piece_words};

pub(in crate::rulebook) use scene::Scene;

/// The board before the first decision of a player, what its letters mean, and what is beside it.
pub(super) fn start(ready: &Ready, scene: &Scene) -> Vec<Block> {
    let equipment = &ready.variant.equipment;
    let setup = &scene.start;
    let letters = diagram::legend(equipment, setup);
    let figure = draw::figure(equipment, setup, &draw::Marks::default(), format!("The pieces: {letters}."));
    let mut counts = Vec::new();
    for (_, owner, kind) in marks(equipment) {
        let pieces = setup.board.iter().flat_map(|(_, tower)| tower);
        let count = pieces.filter(|piece| piece.owner == owner && piece.kind == kind).count();
        if count > 0 {
            let kind = &equipment.kinds[kind.index()];
            let name = if count == 1 { &kind.name } else { &kind.plural };
            counts.push(format!("{}: {count} {}.", equipment.sides[owner.index()].name, spoken(name)));
        }
    }
    let board_only = crate::model::Setup { board: Vec::new(), ..setup.clone() };
    counts.extend(diagram::pile_lines(equipment, &board_only).into_iter().map(|line| format!("{}.", capital(&line))));
    let mut blocks = vec![Block::Figures(vec![figure])];
    if !counts.is_empty() {
        blocks.push(Block::List(counts));
    }
    if scene.drawn {
        blocks.push(Block::Text(
            "Chance arranges a part of this before the first turn (see the next section); the diagram shows one way in which it may turn out."
                .into(),
        ));
    }
    blocks
}

/// How each piece moves and takes, and examples of named moves.
pub(super) fn blocks(ready: &Ready, scene: &Scene) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("How the pieces move".into())];
    let shown = shown_pieces(ready);
    let mut wanted = played::Wanted::of(ready);
    let takes = unsaid::takes(&ready.variant);
    let mut found: Vec<(SideId, KindId, Vec<Figure>)> = Vec::new();
    for (side, kind) in shown {
        let mut figures = Vec::new();
        let lone = lone::figure(ready, scene, side, kind);
        let company = lone.as_ref().map_or(Vec::new(), |(company, _)| company.clone());
        figures.extend(lone.map(|(_, figure)| figure));
        if takes {
            let prey = prey::figures(ready, scene, side, kind, &company);
            if prey.is_empty() {
                wanted.capture(side, kind);
            }
            figures.extend(prey);
        }
        found.push((side, kind, figures));
    }
    let (captures, others) = played::figures(ready, scene, wanted);
    for (side, kind, figure) in captures {
        if let Some((_, _, figures)) = found.iter_mut().find(|(one, other, _)| (*one, *other) == (side, kind)) {
            figures.push(figure);
        }
    }
    let (mut still, mut unshown) = (Vec::new(), Vec::new());
    for (side, kind, figures) in found {
        let piece = crate::model::setup::Piece { owner: side, kind, slots: Vec::new() };
        let words = spoken(&piece_words(&ready.variant.equipment, &piece));
        if figures.is_empty() && may_move(ready, kind) {
            unshown.push(a(&words));
        } else if figures.is_empty() {
            still.push(a(&words));
        } else {
            blocks.push(Block::Figures(figures));
        }
    }
    if !still.is_empty() {
        blocks.push(Block::Text(format!("Not moved by themselves: {}.", joined(&still, "and"))));
    }
    if !unshown.is_empty() {
        let pieces = joined(&unshown, "and");
        blocks.push(Block::Text(format!("Not shown, for more than the board decides whether they may move: {pieces}.")));
    }
    if !others.is_empty() {
        blocks.push(Block::Heading("Examples of other moves".into()));
        blocks.push(Block::Figures(others));
    }
    blocks
}

/// Whether a rule may be about pieces of a kind. Such a piece may move in a game even if no example of it is found: what the rule
/// requires may be missing on made-up boards, other moves may be compulsory, or the game may be over there.
fn may_move(ready: &Ready, kind: KindId) -> bool {
    let mut rules = ready.variant.rules.groups.iter().flat_map(|group| &group.rules);
    rules.any(|rule| match &rule.subject {
        Subject::Pieces(set) => may_be(set, kind),
        Subject::Players(_) => false,
    })
}

/// Whether a set of pieces may contain one of a kind.
fn may_be(set: &Expr, kind: KindId) -> bool {
    match &set.kind {
        ExprKind::PiecesOfKinds(kinds) => match kinds.kind {
            ExprKind::Kinds(bits) => bits >> kind.index() & 1 == 1,
            _ => true,
        },
        ExprKind::Intersect(parts) => parts.iter().all(|part| may_be(part, kind)),
        ExprKind::Union(parts) => parts.iter().any(|part| may_be(part, kind)),
        ExprKind::On(from, ..) | ExprKind::In(from, ..) | ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) => {
            may_be(from, kind)
        }
        ExprKind::Without(from, away) => {
            let all_of_it = matches!(&away.kind, ExprKind::PiecesOfKinds(_)) && may_be(away, kind);
            may_be(from, kind) && !all_of_it
        }
        _ => true,
    }
}

/// One piece of each kind: of its only owner, or else of the side that moves first.
fn shown_pieces(ready: &Ready) -> Vec<(SideId, KindId)> {
    let equipment = &ready.variant.equipment;
    let first = equipment.turn_order.get(ready.variant.start.turn as usize).or(equipment.turn_order.first());
    let first = first.and_then(|id| equipment.players.get(id.index())).map_or(SideId(0), |player| player.side);
    let kinds = equipment.kinds.iter().enumerate();
    kinds.map(|(i, kind)| (kind.owner.unwrap_or(first), KindId(i as u8))).collect()
}
