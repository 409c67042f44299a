//! Boards made up to show something.

use std::cell::Cell;

use crate::agents::{by_weight, generator};
use crate::engine::moves::Deed;
use crate::engine::{Actor, Counting, Move, Position};
use crate::library::Ready;
use crate::model::setup::{Piece, SlotContent};
use crate::model::{KindId, Setup, SideId, SiteId};
use crate::program::Program;

/// What chance draws in a rule book: always the same.
pub(super) const SEED: u64 = 2026;

/// Most decisions gone through until a player has to move a piece.
const PATIENCE: usize = 8;

/// So many turns are said to have been played: a first turn may have rules of its own.
const TURNS: u32 = 10;

/// Pieces and where they stand.
pub(super) type Pieces = Vec<(SiteId, Piece)>;

/// Where made-up boards begin.
pub(super) struct Scene {
    /// The start, chance's part of it played out.
    pub(super) start: Setup,
    /// Whether chance had a part in it.
    pub(super) drawn: bool,
    /// The same without pieces.
    empty: Setup,
    /// Places by their distance from the middle of the board.
    pub(super) places: Vec<SiteId>,
    /// How many steps may still be made.
    left: Cell<u64>,
}

/// Examples are looked for until so many steps have been made, not until so many moves were found: ways are many where moves are few.
const MOST_STEPS: u64 = 5_000_000;

impl Scene {
    /// The scene of a variant; none if its start cannot be reached.
    pub(super) fn of(ready: &Ready) -> Option<Scene> {
        let program = &ready.program;
        let mut position = Position::start(program).ok()?;
        let mut drawn = false;
        for decision in 0..10_000 {
            if position.actor(program) != Some(Actor::Chance) {
                break;
            }
            let moves = position.moves(program, Counting::AsWritten).ok()?;
            let chosen = by_weight(&moves, &mut generator(SEED, decision))?;
            // What is thrown within the first turn is no part of the start.
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

    /// A position to look at; none if there is none, or too much has been done.
    pub(super) fn position(&self, program: &Program, setup: &Setup) -> Option<Position> {
        if self.left.get() == 0 { None } else { Position::from_setup(program, setup).ok() }
    }

    /// The moves of a position; none if they are too many, or too much has been done.
    pub(super) fn moves(&self, program: &Program, position: &Position) -> Option<Vec<Move>> {
        let left = Some(self.left.get()).filter(|left| *left > 0)?;
        let (moves, steps) = position.moves_within(program, Counting::AsWritten, left);
        // Where a limit was reached it is reached again and again.
        self.left.set(if moves.is_some() { left - steps } else { 0 });
        moves
    }

    /// A board with these pieces, and the turn of a side.
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

    /// A piece with the values that such a piece bears at the start.
    fn begins(&self, piece: &Piece) -> Piece {
        let mut all = self.start.board.iter().flat_map(|(_, tower)| tower);
        let like = all.find(|one| (one.owner, one.kind) == (piece.owner, piece.kind));
        let slots = like.into_iter().flat_map(|one| &one.slots);
        let values = slots.filter(|(_, content)| matches!(content, SlotContent::Value(_)));
        Piece { slots: values.cloned().collect(), ..piece.clone() }
    }
}

/// A plain piece.
pub(super) fn piece(owner: SideId, kind: KindId) -> Piece {
    Piece { owner, kind, slots: Vec::new() }
}

/// Where a piece of a kind may stand, the middle first.
pub(super) fn places_of(ready: &Ready, scene: &Scene, kind: KindId) -> Vec<SiteId> {
    let equipment = &ready.variant.equipment;
    let on = equipment.kinds.get(kind.index()).and_then(|kind| kind.on);
    let fits = |site: &&SiteId| on.is_none_or(|class| equipment.board.sites[site.index()].class == class);
    scene.places.iter().filter(fits).copied().collect()
}

/// The decision of an arrangement in which a piece on that site may be moved, with its moves; optional plays before it are
/// declined.
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

/// The first leg of a move that is one of a plain path, if it is by the piece on that site: where it lands.
pub(super) fn leg(mv: &Move, site: SiteId) -> Option<SiteId> {
    if mv.from() != Some(site) {
        return None;
    }
    mv.deeds.iter().find_map(|deed| match deed {
        Deed::Leg { to, .. } => Some(*to),
        _ => None,
    })
}

/// The sites of pieces that a move takes: those it says, and enemies that are gone when it is over.
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

    /// A piece that goes any way that does not cross itself has a move for each square, and millions of ways there: a book of such
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
