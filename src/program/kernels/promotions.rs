//! Promotions: triggers by which a kind becomes another on some sites.

use crate::model::rules::Ending;
use crate::program::Program;
use crate::program::code::{EventKind, Op, Trigger};
use crate::program::node::Node;

use super::sets::{self, Whose};
use super::{Promotion, When};

/// Every promotion; `None` if a trigger changes kinds in another way.
pub(super) fn promotions(program: &Program) -> Option<Vec<Promotion>> {
    let promoting = super::every_trigger(program).filter(|(_, trigger)| promotes(program, trigger));
    let read = promoting.map(|(event, trigger)| match event {
        EventKind::Lands => promotion(program, trigger, false),
        EventKind::Rests => promotion(program, trigger, true),
        _ => None,
    });
    read.collect()
}

/// Whether a trigger changes a kind.
pub(super) fn promotes(program: &Program, trigger: &Trigger) -> bool {
    program.block(trigger.body).ops.first().is_some_and(|(op, _)| becomes(program, op).is_some())
}

fn promotion(program: &Program, trigger: &Trigger, at_rest: bool) -> Option<Promotion> {
    let (Whose::Any, kinds) = sets::pieces(program, trigger.subject?)? else { return None };
    if trigger.condition.is_some() {
        return None;
    }
    let (to, ends) = match program.block(trigger.body).ops.as_slice() {
        [(change, _)] => (becomes(program, change)?, false),
        [(change, _), (Op::End(Ending::Move, _), _)] => (becomes(program, change)?, true),
        _ => return None,
    };
    let when = match (at_rest, ends) {
        (true, false) => When::AtRest,
        (false, true) => When::EndsMove,
        (false, false) => When::InPassing,
        (true, true) => return None,
    };
    let row = sets::place(&program.equipment, program.node(trigger.place?))?;
    Some(Promotion { rule: trigger.rule, kinds, to, row, when })
}

/// The one kind that the subject of the trigger becomes.
fn becomes(program: &Program, op: &Op) -> Option<usize> {
    match op {
        Op::Verb(_, block) => match program.block(*block).ops.as_slice() {
            [(op, _)] => becomes(program, op),
            _ => None,
        },
        Op::SetKind(of, to) => {
            let subject = matches!(program.node(*of), Node::Local(local) if local.index() == 0);
            match program.node(*to) {
                Node::Bits(kinds) if subject && kinds.count_ones() == 1 => Some(kinds.trailing_zeros() as usize),
                _ => None,
            }
        }
        _ => None,
    }
}
