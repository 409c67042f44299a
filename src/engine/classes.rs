//! What obligations leave of moves of which only the class is known.

use super::brief::Sketch;
use super::run::Runner;
use crate::model::GroupId;
use crate::program::node::{Node, NodeId};

/// Strikes out what obligations remove, by classes.
pub(super) fn oblige(runner: &Runner<'_>, play: NodeId, sketches: &mut Vec<Sketch>) {
    // Moves of one class mostly stand together.
    let admits = |node: NodeId, base: u16| {
        let mut last: Option<(GroupId, bool)> = None;
        move |one: &Sketch| {
            let Some(group) = one.group else { return false };
            match last {
                Some((known, admitted)) if known == group => admitted,
                _ => last.insert((group, class_in(runner, node, group, base))).1,
            }
        }
    };
    let mut admitted = admits(play, 0);
    sketches.retain(|one| one.declined || admitted(one));
    for obligation in &runner.program.obligations {
        let base = runner.machine.values.len() as u16;
        let mut preferred = admits(obligation.moves, base);
        let some = sketches.iter().any(&mut preferred);
        if some
            && !sketches.iter().all(|one| one.declined || preferred(one))
            && obligation.condition.is_none_or(|condition| runner.eval(base).truth(condition))
        {
            sketches.retain(|one| one.declined || preferred(one));
        }
    }
}

/// Whether a phrase of classes holds a class.
fn class_in(runner: &Runner<'_>, node: NodeId, group: GroupId, base: u16) -> bool {
    match runner.program.node(node) {
        Node::Moves(groups) => groups.contains(&group),
        Node::Intersect(parts) => parts.iter().all(|part| class_in(runner, *part, group, base)),
        Node::Union(parts) => parts.iter().any(|part| class_in(runner, *part, group, base)),
        Node::Without(a, b) => class_in(runner, *a, group, base) && !class_in(runner, *b, group, base),
        Node::If(condition, yes, no) => {
            let branch = if runner.eval(base).truth(*condition) { *yes } else { *no };
            class_in(runner, branch, group, base)
        }
        _ => false,
    }
}
