//! What stands behind a refusal: which rules of the decision at hand speak of a piece, and whether they hold for it now.

use crate::model::{GroupId, RuleId, SiteId};
use crate::program::Program;
use crate::program::code::Verb;
use crate::program::node::{Node, NodeId};

use super::eval::nearest::Unmet;
use super::list;
use super::machine::Task;
use super::position::Position;
use super::run::{Actor, Step};
use super::value::Element;

/// A rule that speaks of a piece, or of the player who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concern {
    /// The line.
    pub rule: RuleId,
    /// Its class.
    pub group: GroupId,
    /// What of it does not fit; `None`: it holds for the piece or the player now, and where it leads is another question.
    pub fails: Option<Fails>,
}

/// The part of a rule that does not fit a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fails {
    /// What its subject says of the place or state of the piece, or of who decides.
    Subject,
    /// Its condition.
    Condition,
    /// Its path.
    Path(Unmet),
    /// It does what it does without a path, and cannot be carried out now.
    Body,
}

impl Position {
    /// The rules of the decision at hand that speak of the piece on a site, or without one those of the deciding player, in the
    /// order in which they are tried; with `towards`, a direction of the board, also why their paths lead nowhere that way.
    /// None where the decision is of another sort: the rest of a move, a card, chance.
    pub fn concerning(&self, program: &Program, site: Option<SiteId>, towards: Option<usize>) -> Vec<Concern> {
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
            let spoken_of = match site {
                Some(site) => !compiled.by_player && eval.contains(loosened(program, compiled.subject), &Element::Piece(site)),
                None => compiled.by_player,
            };
            if !spoken_of {
                continue;
            }
            let in_subject = match site {
                Some(site) => eval.contains(compiled.subject, &Element::Piece(site)),
                None => eval.bits(compiled.subject) >> player.0 & 1 != 0,
            };
            let fails = if !in_subject {
                Some(Fails::Subject)
            } else if !compiled.condition.is_none_or(|condition| eval.truth(condition)) {
                Some(Fails::Condition)
            } else {
                match (&compiled.verb, site, towards) {
                    (Verb::Path(path), Some(site), Some(way)) => Some(Fails::Path(eval.unmet(*path, site, way))),
                    (Verb::Body(..), Some(site), _) => (!list::body_runs(&eval, rule, Some(site))).then_some(Fails::Body),
                    _ => None,
                }
            };
            found.push(Concern { rule: compiled.rule, group: rule.group, fails });
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
