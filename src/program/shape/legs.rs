//! Rules of movement: steps, slides, jumps and flights, and the laws of chains.

use crate::model::expr::Given;
use crate::model::rules::{PathMode, Times};
use crate::program::Program;
use crate::program::code::{Item, MoveRule, Path, Set, Verb};
use crate::program::node::Node;

use super::read::Reading;
use super::sets::{self, Whose};
use super::slots::Slots;
use super::{Capture, Chain, Condition, Quiet, Shape};

/// Reads every rule of movement; gives the class whose moves capture.
pub(super) fn legs(program: &Program, slots: &Slots, shape: &mut Shape) -> Option<Option<usize>> {
    let mut capturing = None;
    for (i, group) in program.groups.iter().enumerate() {
        let mut takes = false;
        for rule in &group.rules {
            let simple = !rule.by_player && program.block(rule.then).ops.is_empty();
            let (Verb::Path(path), true) = (&rule.verb, simple) else { return None };
            let (whose, kinds) = sets::pieces(program, rule.subject)?;
            if whose == Whose::Enemy {
                return None;
            }
            let path = &program.paths[path.0 as usize];
            let ways = sets::ways(program, path.ways)?;
            let of_kinds = (0..program.equipment.kinds.len()).filter(|kind| kinds >> kind & 1 != 0);
            match form(program, path)? {
                Form::Quiet(far) => {
                    let condition = condition(program, slots, rule)?;
                    let leg = Quiet { rule: rule.rule, ways, far, condition };
                    of_kinds.for_each(|kind| shape.quiet[kind].push(leg.clone()));
                }
                // What is asked before each leg of a chain is asked in the middle of a move.
                Form::Capture { .. } if rule.condition.is_some() => return None,
                Form::Capture { prey, from_afar, lands_afar } => {
                    takes = true;
                    let leg = Capture { rule: rule.rule, ways, prey, from_afar, lands_afar };
                    of_kinds.for_each(|kind| shape.captures[kind].push(leg.clone()));
                }
            }
        }
        if !takes {
            if !group.chain.is_empty() {
                return None;
            }
            continue;
        }
        let pure = group.rules.iter().all(|rule| match rule.verb {
            Verb::Path(path) => program.paths[path.0 as usize].ahead.iter().any(|item| matches!(item, Item::Taking(..))),
            Verb::Body(..) => false,
        });
        if capturing.is_some() || !pure {
            return None;
        }
        capturing = Some(i);
        shape.chain = match group.chain.as_slice() {
            [] => Chain::Single,
            [law] if law.condition.is_none() => {
                if law.must {
                    Chain::Must
                } else {
                    Chain::May
                }
            }
            _ => return None,
        };
        shape.no_reverse = group.must_not_reverse;
        if group.must_not_turn {
            return None;
        }
        shape.must_turn = group.must_turn;
        shape.removal_after_move = group.removal_after_move;
    }
    Some(capturing)
}

/// The condition of a rule whose moves take nothing.
fn condition(program: &Program, slots: &Slots, rule: &MoveRule) -> Option<Option<Condition>> {
    let Some(condition) = rule.condition else { return Some(None) };
    let condition = Reading::new(program, slots).condition(condition)?.knowing(false, sets::all_kinds(program));
    Some(Some(condition))
}

enum Form {
    Quiet(bool),
    Capture { prey: u32, from_afar: bool, lands_afar: bool },
}

fn form(program: &Program, path: &Path) -> Option<Form> {
    if path.mode != PathMode::Go || !path.behind.is_empty() {
        return None;
    }
    let empty = |set: &Set| matches!(program.node(set.node), Node::Given(Given::Empty));
    let any = |times: &Times| *times == Times { least: 0, most: None, whole: false };
    let over = |item: &Item| matches!(item, Item::Past(times, set) if any(times) && empty(set));
    let to = |item: &Item| matches!(item, Item::To(set) if empty(set));
    let taken = |item: &Item| match item {
        Item::Taking(times, set) if *times == Times { least: 1, most: Some(1), whole: false } => {
            match sets::pieces(program, set.node)? {
                (Whose::Enemy, kinds) => Some(kinds),
                _ => None,
            }
        }
        _ => None,
    };
    match path.ahead.as_slice() {
        [landing] if to(landing) => Some(Form::Quiet(false)),
        [run, landing] if over(run) && to(landing) => Some(Form::Quiet(true)),
        [prey, landing] if to(landing) => Some(Form::Capture { prey: taken(prey)?, from_afar: false, lands_afar: false }),
        [run, prey, landing] if over(run) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: true, lands_afar: false })
        }
        [prey, run, landing] if over(run) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: false, lands_afar: true })
        }
        [before, prey, after, landing] if over(before) && over(after) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: true, lands_afar: true })
        }
        _ => None,
    }
}
