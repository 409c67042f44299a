//! The part of a move that its player chooses, without automatic consequences.

use crate::engine::moves::{Chosen, Deed, Move};

/// A move without the deeds that follow by themselves after the last choice in it: for `c1-c5 c5 takes d5`, where the piece
/// takes what it has enclosed, `c1-c5`. None if the move ends with a choice.
pub(super) fn chosen(mv: &Move) -> Option<Move> {
    let comes = |deed: &Deed| match deed {
        Deed::Leg { from, to, .. } => from != to,
        deed => matches!(deed, Deed::Placed(_)),
    };
    let first = mv.deeds.iter().position(comes)?;
    let last = (first + 1..mv.deeds.len()).rfind(|i| !follows(&mv.deeds[..*i], &mv.deeds[*i])).unwrap_or(first);
    let deeds = mv.deeds.get(..=last).filter(|deeds| deeds.len() < mv.deeds.len())?;
    Some(Move { deeds: deeds.to_vec(), ..mv.clone() })
}

/// Whether a deed after others follows by itself: a capture without moving, a placement on a site that nobody chose, or the leg
/// of another piece. If there are alternatives, they are other moves of the list.
fn follows(before: &[Deed], deed: &Deed) -> bool {
    match deed {
        Deed::Leg { from, to, .. } if from != to => {
            let goes_on = |deed: &Deed| matches!(deed, Deed::Leg { from: start, to: end, .. } if start == from || end == from);
            before.contains(&Deed::Actor(*from)) && !before.iter().any(goes_on)
        }
        Deed::Placed(site) => {
            let here = |deed: &Deed| matches!(deed, Deed::Chosen(_, values) if values.contains(&Chosen::Site(*site)));
            !before.iter().any(here)
        }
        Deed::Leg { .. } | Deed::Actor(_) | Deed::Alternative(_) | Deed::Taken(_) => true,
        Deed::Chosen(..) | Deed::Verb(_) | Deed::Declined => false,
    }
}
