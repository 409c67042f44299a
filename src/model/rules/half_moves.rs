//! Identifies the half-move clock: turns since a piece of the plain kind moved or any piece left the board. Positions in
//! draughts notation include it, but rule files may give it any name, so it is recognised by the lines that reset it.

use super::{Block, Each, Event, Rules, StatementKind, Stored, StoredOf, StoredType, Trigger};
use crate::model::StoredId;
use crate::model::expr::{Expr, ExprKind, Given};
use crate::model::walk::{any_statement, blocks};

/// The bit of the first kind of a file, the plain kind.
const PLAIN: u32 = 1;

/// The clock that is reset by two lines like these and by nothing else:
///
/// ```text
/// when man lands: set idle to 0       (man: the first kind of the file)
/// when piece leaves: set idle to 0
/// ```
pub fn half_move_clock(rules: &Rules) -> Option<StoredId> {
    let ids = (0..rules.stored.len()).map(|i| StoredId(i as u8));
    let mut clocks = ids.filter(|id| counts_up(&rules.stored[id.index()]) && set_by_progress(rules, *id));
    clocks.next().filter(|_| clocks.next().is_none())
}

fn counts_up(stored: &Stored) -> bool {
    let from_zero = matches!(stored.holds, StoredType::Number { least: 0, start: 0, .. });
    stored.clock && stored.of == StoredOf::Position && stored.each == Each::Game && from_zero
}

fn set_by_progress(rules: &Rules, id: StoredId) -> bool {
    let setting = rules.triggers.iter().filter(|trigger| sets(&trigger.body, id));
    let (mut moved, mut left, mut otherwise) = (false, false, false);
    for trigger in setting {
        match &trigger.event {
            _ if !only_resets(trigger, id) => otherwise = true,
            Event::Lands(pieces, None) | Event::Rests(pieces, None) if is_plain(pieces) => moved = true,
            Event::Leaves(pieces) | Event::Taken(pieces) if pieces.kind == ExprKind::Given(Given::Pieces) => left = true,
            _ => otherwise = true,
        }
    }
    let in_triggers = rules.triggers.iter().filter(|trigger| sets(&trigger.body, id)).count();
    moved && left && !otherwise && blocks(rules).into_iter().filter(|block| sets(block, id)).count() == in_triggers
}

/// Whether the trigger does nothing but `set CLOCK to 0`, without a condition.
fn only_resets(trigger: &Trigger, id: StoredId) -> bool {
    let [statement] = trigger.body.statements.as_slice() else { return false };
    let StatementKind::SetNumber(set, None, to) = &statement.kind else { return false };
    trigger.condition.is_none() && *set == id && to.kind == ExprKind::Number(0)
}

fn sets(block: &Block, id: StoredId) -> bool {
    any_statement(block, &mut |one| one.kind.stores() == Some(id))
}

/// Whether the phrase is all pieces of the first kind, of any owner.
fn is_plain(pieces: &Expr) -> bool {
    matches!(&pieces.kind, ExprKind::PiecesOfKinds(kinds) if kinds.kind == ExprKind::Kinds(PLAIN))
}
