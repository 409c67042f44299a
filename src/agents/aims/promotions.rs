//! Wishes for a kind that only a promotion makes.

use super::levels::at_first;
use super::phrases::{Measure, PhraseContext};
use super::wishes::{Want, Wish};
use crate::program::Program;
use crate::program::code::{EventKind, Op};
use crate::program::node::Node;

/// If a side wants a kind that it does not have at first: the wish for a piece on a site where a trigger turns it into that kind.
pub(super) fn instead(program: &Program, wish: &Wish) -> Option<Wish> {
    let (Measure::Pieces(wanted), Want::AtLeast(1) | Want::Just(1)) = (&wish.measure, wish.want) else { return None };
    let equipment = &program.equipment;
    let (kinds, sites) = (equipment.kinds.len(), equipment.board.sites.len());
    let first = wish.side.index() * kinds;
    let wants = |kind: usize| wanted[(first + kind) * sites..(first + kind + 1) * sites].iter().all(|count| *count > 0);
    let wanted = (0..kinds).filter(|kind| wants(*kind)).fold(0u64, |bits, kind| bits | 1 << kind);
    let player = equipment.deciding().find(|player| equipment.players[player.index()].side == wish.side)?;
    let scene = PhraseContext::new(program, player);
    let triggers = [EventKind::Lands, EventKind::Rests].into_iter().flat_map(|event| program.triggers.of(event));
    let mut come = vec![0; scene.places()];
    for trigger in triggers {
        let becomes =
            |op: &Op| matches!(op, Op::SetKind(_, to) if matches!(program.node(*to), Node::Bits(to) if to & wanted != 0));
        let (Some(subject), Some(place)) = (trigger.subject, trigger.place) else { continue };
        let (Some(subject), Some(place)) = (scene.pieces(subject), scene.standing_on(place, false)) else { continue };
        if program.some_op(trigger.body, &becomes) {
            for (at, come) in come.iter_mut().enumerate().skip(first * sites).take(kinds * sites) {
                let kind = at / sites % kinds;
                *come |= i64::from(subject[at] && place[at] && wanted >> kind & 1 == 0);
            }
        }
    }
    come.contains(&1).then_some(())?;
    let instead = Wish { measure: Measure::Pieces(come), ..wish.clone() };
    let none = at_first(program, &wish.measure) == 0 && at_first(program, &instead.measure) == 0;
    none.then_some(instead)
}
