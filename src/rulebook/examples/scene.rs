//! Boards made up for the examples.

use std::cell::Cell;

use crate::agents::{by_weight, generator};
use crate::engine::moves::Deed;
use crate::engine::{Actor, Counting, Move, Position};
use crate::library::Ready;
use crate::model::setup::{Piece, SlotContent};
use crate::model::{KindId, Setup, SideId, SiteId};
use crate::program::Program;

/// The seed for chance in a rule book: the same rules always give the same book.
pub(super) const SEED: u64 = 2026;

/// At most this many decisions are made until the player can move the piece.
const PATIENCE: usize = 8;

/// The number of turns already played on made-up boards: a first turn may have rules of its own.
const TURNS: u32 = 10;

/// Pieces and their sites.
pub(super) type Pieces = Vec<(SiteId, Piece)>;

/// What made-up boards are made from.
pub(in crate::rulebook) struct Scene {
    /// The start, after its decisions of chance.
    pub(super) start: Setup,
    /// Whether chance arranges a part of the start.
    pub(super) drawn: bool,
    /// The same without pieces, some turns later.
    empty: Setup,
    /// All sites by their distance from the middle of the board.
    pub(super) places: Vec<SiteId>,
    /// The number of steps that the engine may still make.
    left: Cell<u64>,
}

/// The steps that may be made in looking for examples. Moves found are no measure: there may be many ways to make few moves.
const MOST_STEPS: u64 = 5_000_000;

impl Scene {
    /// The scene of a variant; `None` if its start cannot be reached.
    pub(in crate::rulebook) fn of(ready: &Ready) -> Option<Scene> {
        let program = &ready.program;
        let mut position = Position::start(program).ok()?;
        let mut drawn = false;
        for decision in 0..10_000 {
            if position.actor(program) != Some(Actor::Chance) {
                break;
            }
            let moves = position.moves(program, Counting::AsWritten).ok()?;
            let chosen = by_weight(&moves, &mut generator(SEED, decision))?;
            // Chance within the first turn, such as dice, is no part of the start.
            let lines = position.made_by(program, &moves[chosen]);
            drawn |= program.game.setup.iter().any(|script| lines.contains(&script.rule));
            position = position.play(program, &moves[chosen], &[]).ok()?;
        }
        let start = position.to_setup(program);
        let empty = Setup { board: Vec::new(), turns: TURNS, pending: None, outcome: None, ..start.clone() };
        let board = &ready.variant.equipment.board;
        let middle = |site: &SiteId| {
            let place = &board.sites[site.index()];
            let (x, y) = (
                2 * i32::from(place.file) - i32::from(board.files) - 1,
                2 * i32::from(place.rank) - i32::from(board.ranks) - 1,
            );
            (x * x + y * y, site.0)
        };
        let mut places: Vec<SiteId> = (0..board.sites.len()).map(|i| SiteId(i as u16)).collect();
        places.sort_by_key(middle);
        Some(Scene { start, drawn, empty, places, left: Cell::new(MOST_STEPS) })
    }

    /// The position of a set-up; `None` if there is none, or the steps are used up.
    pub(super) fn position(&self, program: &Program, setup: &Setup) -> Option<Position> {
        if self.left.get() == 0 { None } else { Position::from_setup(program, setup).ok() }
    }

    /// The moves of a position; `None` if they are too many, or the steps are used up.
    pub(super) fn moves(&self, program: &Program, position: &Position) -> Option<Vec<Move>> {
        let left = Some(self.left.get()).filter(|left| *left > 0)?;
        let (moves, steps) = position.moves_within(program, Counting::AsWritten, left);
        // A limit that has been reached would be reached again, so the search for examples ends.
        self.left.set(if moves.is_some() { left - steps } else { 0 });
        moves
    }

    /// A board with these pieces, and this side to move; `None` if two pieces are on one site.
    pub(super) fn with(&self, ready: &Ready, side: SideId, pieces: &[(SiteId, Piece)]) -> Option<Setup> {
        let equipment = &ready.variant.equipment;
        let of_side = |id: &crate::model::PlayerId| equipment.players.get(id.index()).is_some_and(|one| one.side == side);
        let turn = equipment.turn_order.iter().position(of_side)? as u8;
        let mut board: Vec<(SiteId, Vec<Piece>)> =
            pieces.iter().map(|(site, piece)| (*site, vec![self.begins(piece)])).collect();
        board.sort_by_key(|(site, _)| *site);
        board.dedup_by_key(|(site, _)| *site);
        (board.len() == pieces.len()).then(|| Setup { board, turn, ..self.empty.clone() })
    }

    /// A piece with the attribute values that such a piece has at the start.
    fn begins(&self, piece: &Piece) -> Piece {
        let mut all = self.start.board.iter().flat_map(|(_, tower)| tower);
        let like = all.find(|one| (one.owner, one.kind) == (piece.owner, piece.kind));
        let slots = like.into_iter().flat_map(|one| &one.slots);
        let values = slots.filter(|(_, content)| matches!(content, SlotContent::Value(_)));
        Piece { slots: values.cloned().collect(), ..piece.clone() }
    }
}

/// A piece without attributes and tokens.
pub(super) fn piece(owner: SideId, kind: KindId) -> Piece {
    Piece { owner, kind, slots: Vec::new() }
}

/// The sites where a piece of a kind may be, the middle first.
pub(super) fn places_of(ready: &Ready, scene: &Scene, kind: KindId) -> Vec<SiteId> {
    let equipment = &ready.variant.equipment;
    let on = equipment.kinds.get(kind.index()).and_then(|kind| kind.on);
    let fits = |site: &&SiteId| on.is_none_or(|class| equipment.board.sites[site.index()].class == class);
    scene.places.iter().filter(fits).copied().collect()
}

/// The decision in which the piece on a site may be moved, with its moves. Optional plays before it are declined, and chance
/// takes its first option.
pub(super) fn decision(scene: &Scene, program: &Program, setup: &Setup, from: SiteId) -> Option<(Position, Vec<Move>)> {
    let mut position = scene.position(program, setup)?;
    let mover = position.mover(program);
    for _ in 0..PATIENCE {
        if position.outcome().is_some() || position.mover(program) != mover {
            return None;
        }
        let moves = scene.moves(program, &position)?;
        if moves.iter().any(|mv| leg(mv, from).is_some()) {
            return Some((position, moves));
        }
        let chance = position.actor(program) == Some(Actor::Chance);
        let declined = moves.iter().find(|mv| mv.deeds.contains(&Deed::Declined));
        let next = declined.or(moves.first().filter(|_| chance))?;
        position = position.play(program, next, &[]).ok()?;
    }
    None
}

/// Where the first leg of a move leads, if the move is by the piece on that site.
pub(super) fn leg(mv: &Move, site: SiteId) -> Option<SiteId> {
    if mv.from() != Some(site) {
        return None;
    }
    mv.deeds.iter().find_map(|deed| match deed {
        Deed::Leg { to, .. } => Some(*to),
        _ => None,
    })
}

/// The sites of the pieces that a move takes: its captures; if it has none, the enemies that are gone after it, provided that
/// there are fewer pieces then.
pub(super) fn taken(program: &Program, position: &Position, mv: &Move) -> Vec<SiteId> {
    let mut taken = mv.captures();
    if taken.is_empty() {
        let before = position.to_setup(program);
        let side = program.equipment.players.get(position.mover(program).index()).map(|player| player.side);
        if let Ok(after) = position.play(program, mv, &[]) {
            let after = after.to_setup(program);
            let enemies = before.board.iter().filter(|(_, tower)| tower.last().is_some_and(|top| Some(top.owner) != side));
            taken.extend(enemies.filter(|(site, _)| after.tower(*site).is_empty()).map(|(site, _)| *site));
            if after.board.len() >= before.board.len() + mv.deeds.iter().filter(|deed| matches!(deed, Deed::Placed(_))).count()
            {
                taken.clear();
            }
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Choices;
    use crate::library::load_text;

    /// A piece that goes any way that does not cross itself has one move to each square, but millions of routes: a book of such
    /// rules took half a minute.
    #[test]
    fn what_is_tried_is_counted_and_not_what_is_found() {
        let text = "+++\nname = \"Ways\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"6x6\"\n[pieces]\nman = { symbol = \"m\" }\n\
                    [setup]\nman = { White = [\"a1\"], Black = [\"f6\"] }\n+++\n\
                    movement { man may wander { may repeat: go orthogonal, to (empty not on trail) } }\n";
        let checked = load_text("ways", "ways.draughts", text.into(), None).check(&Choices::default());
        let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
        let ready = Ready { program: Program::compile(&variant), variant };
        let scene = Scene::of(&ready).expect("a start");
        let start = Position::start(&ready.program).expect("a start");
        assert_eq!((scene.moves(&ready.program, &start), scene.left.get()), (None, 0));
        assert_eq!(decision(&scene, &ready.program, &scene.start, SiteId(0)), None);
    }
}
