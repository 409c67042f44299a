//! Pieces that a side does better to lose.

use super::levels::at_first;
use super::phrases::{Measure, PhraseContext};
use super::wishes::{Want, Wish};
use crate::model::LocalId;
use crate::program::Program;
use crate::program::code::Op;

/// For each side and kind (side times kinds, plus the kind) whether its pieces count negatively: where a side wins as soon as it
/// cannot move, or as soon as it has no more than a given number of them.
pub(super) fn burdens(program: &Program, wishes: &[Wish]) -> Vec<bool> {
    let equipment = &program.equipment;
    let (kinds, sites) = (equipment.kinds.len(), equipment.board.sites.len());
    let stuck = wins_stuck(program);
    let mut burdens: Vec<bool> = (0..equipment.sides.len() * kinds).map(|of| stuck >> (of / kinds) & 1 != 0).collect();
    for Wish { side, good, measure, want } in wishes {
        let (Measure::Pieces(counts), Want::AtMost(limit) | Want::Just(limit), true) = (measure, want, good) else { continue };
        let own = side.index() * kinds..(side.index() + 1) * kinds;
        if *limit < at_first(program, measure) {
            let rid = own.filter(|of| counts[of * sites..(of + 1) * sites].iter().all(|count| *count > 0));
            rid.for_each(|of| burdens[of] = true);
        }
    }
    burdens
}

/// The sides that win as soon as they cannot move, as bits; all their pieces are burdens.
fn wins_stuck(program: &Program) -> u64 {
    let equipment = &program.equipment;
    let stuck = program.game.endings.iter().filter_map(|ending| Some((ending, ending.cannot_move?)));
    stuck.fold(0, |sides, (ending, who)| {
        let ops = &program.block(ending.script.body).ops;
        let wins = equipment.deciding().filter(|player| {
            let scene = PhraseContext::new(program, *player).with(LocalId(0), 1 << player.0);
            let whose = scene.bits(who).unwrap_or(0);
            let won = |op: &Op| matches!(op, Op::Wins(won, _) if scene.sides(*won) == Some(1 << scene.side().0));
            whose >> player.0 & 1 != 0 && matches!(ops.as_slice(), [(op, _)] if won(op))
        });
        wins.fold(sides, |sides, player| sides | 1 << equipment.players[player.index()].side.0)
    })
}
