//! What stands behind a refusal: which rules of the decision at hand speak of a piece, and whether they hold for it now.

use crate::model::{GroupId, RuleId, SiteId};
use crate::program::Program;
use crate::program::node::{Node, NodeId};

use super::list;
use super::machine::Task;
use super::position::Position;
use super::run::{Actor, Step};
use super::value::Element;

/// A rule that speaks of a piece, or of the player who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concern {
    /// The line.
    pub rule: RuleId,
    /// Its class.
    pub group: GroupId,
    /// Its condition holds, and so does what its subject says of the place and state of the piece. Whether a leg can be made is
    /// another question.
    pub holds: bool,
}

impl Position {
    /// The rules of the decision at hand that speak of the piece on a site, or without one those of the deciding player, in the
    /// order in which they are tried. None where the decision is of another sort: the rest of a move, a card, chance.
    pub fn concerning(&self, program: &Program, site: Option<SiteId>) -> Vec<Concern> {
        let mut runner = self.resume(program);
        let Step::Choice(choice) = runner.advance() else { return Vec::new() };
        let (Actor::Player(player), Some(Task::Play { moves, .. })) = (choice.by, runner.machine.tasks.last()) else {
            return Vec::new();
        };
        let groups = list::groups_of(program, *moves);
        let mut eval = runner.eval(runner.machine.values.len() as u16).moving(player).acting(site);
        let mut found = Vec::new();
        for rule in list::rules_of(program, &groups) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            let concern = |holds| Concern { rule: compiled.rule, group: rule.group, holds };
            match site {
                Some(site)
                    if !compiled.by_player && eval.contains(loosened(program, compiled.subject), &Element::Piece(site)) =>
                {
                    found.push(concern(eval.admits(compiled, site)));
                }
                None if compiled.by_player && eval.bits(compiled.subject) >> player.0 & 1 != 0 => {
                    found.push(concern(compiled.condition.is_none_or(|condition| eval.truth(condition))));
                }
                _ => {}
            }
        }
        found
    }
}

/// A subject without what it says of place and state: `king on home-row` is every king.
fn loosened(program: &Program, subject: NodeId) -> NodeId {
    match program.node(subject) {
        Node::On(what, ..) | Node::Where(what, ..) | Node::Without(what, _) => loosened(program, *what),
        _ => subject,
    }
}
