//! Positions that differ have other numbers, whoever is to move: all of three pieces at most on a small board.

use std::collections::HashMap;

use draughtsman::engine::{BoardPiece, Game, Line, LineVisitor, LookAhead, Position};
use draughtsman::model::{KindId, SideId, SiteId};
use draughtsman::program::Program;

use crate::diff::ready;
use crate::solve::KINGS;

/// Up to so many pieces.
const PIECES: usize = 3;

/// What stands, and who is to move.
type Arranged = (Vec<(SiteId, SideId, KindId)>, u8);

struct Every<'p>(&'p Program);

impl LineVisitor for Every<'_> {
    type Output = Result<usize, String>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        let equipment = &self.0.equipment;
        let sides = (0..equipment.sides.len()).map(|side| SideId(side as u8));
        let pieces: Vec<(SideId, KindId)> =
            sides.flat_map(|side| (0..equipment.kinds.len()).map(move |kind| (side, KindId(kind as u8)))).collect();
        let mut seen: HashMap<u64, Arranged> = HashMap::new();
        let mut all: Vec<Vec<(SiteId, SideId, KindId)>> = vec![Vec::new()];
        for site in (0..equipment.board.sites.len()).map(|site| SiteId(site as u16)) {
            let with_one = all.iter().filter(|standing| standing.len() < PIECES).flat_map(|standing| {
                pieces.iter().map(move |(side, kind)| standing.iter().copied().chain([(site, *side, *kind)]).collect())
            });
            let more: Vec<_> = with_one.collect();
            all.extend(more);
        }
        for standing in all {
            let stand = |(site, side, kind): &(SiteId, SideId, KindId)| BoardPiece {
                side: *side,
                kind: *kind,
                site: *site,
                under: None,
            };
            let arranged: Vec<BoardPiece> = standing.iter().map(stand).collect();
            for turn in 0..equipment.turn_order.len() as u8 {
                line.arrange(&arranged, turn);
                // The pieces of a game that is over say all of it.
                if line.outcome().is_some() {
                    continue;
                }
                let this = (standing.clone(), turn);
                if let Some(other) = seen.insert(line.hash(), this.clone()) {
                    return Err(format!("{other:?} and {this:?} have one number"));
                }
            }
        }
        Ok(seen.len())
    }
}

#[test]
fn positions_that_differ_have_other_numbers() {
    for kinds in ["king = { symbol = \"k\" }", "man = { symbol = \"m\" }\nking = { symbol = \"k\" }"] {
        let program = ready(&KINGS.replace("king = { symbol = \"k\" }", kinds)).program;
        let start = Game::from(Position::start(&program).expect("a beginning"));
        let told = LookAhead::new(&program).look(&program, &start, Every(&program));
        assert!(told.as_ref().is_ok_and(|many| *many > 3_000), "{kinds}: {told:?}");
    }
}
