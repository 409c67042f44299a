//! Triggers beside generators.

use crate::program::Program;
use crate::program::code::{EventKind, Trigger};

use super::needs::KindsPresent;
use super::{Kernels, When, carried, every_trigger, lists, promotions, sets};

/// The positions in which some trigger does more than promote and set; `None` if that is not told by the pieces in them.
pub(super) fn apart(program: &Program, kernels: &Kernels) -> Option<KindsPresent> {
    every_trigger(program).try_fold(KindsPresent::NOTHING, |all, (event, trigger)| {
        let plain = promotions::promotes(program, trigger) || lists::only_sets(program, trigger.body);
        Some(if plain { all } else { all | of(program, kernels, event, trigger)? })
    })
}

/// The positions in which a trigger may be set off: those with a piece that may be taken or leave the board. Before it lands or rests
/// a piece may have become another, so that its kind does not tell.
fn of(program: &Program, kernels: &Kernels, event: EventKind, trigger: &Trigger) -> Option<KindsPresent> {
    if !matches!(event, EventKind::Leaves | EventKind::Taken | EventKind::BeforeTaken) {
        return None;
    }
    let (whose, kinds) = sets::pieces(program, trigger.subject?)?;
    let becomes = kernels.promotions.iter().any(|one| one.when == When::InPassing && kinds >> one.to & 1 != 0);
    let asks = trigger.condition.is_some_and(|condition| carried::asks(program, condition))
        || lists::in_block(program, trigger.body, &|node| carried::asks(program, node));
    let tells = kinds != sets::all_kinds(program) && !becomes && !asks && program.equipment.piles.is_empty();
    tells.then(|| KindsPresent::with(whose, kinds))
}
