//! Classes of moves and their rules.

use super::super::super::word::Word;
use super::super::paths::PathAt;
use super::super::refusal::Cause;
use super::super::rules::{Group, Rule, Test, Turning, Verb};
use super::{Maker, look};
use crate::model::expr::Given;
use crate::model::rules::PathMode;
use crate::program::code;
use crate::program::node::{Node, NodeId};

impl<B: Word> Maker<'_, B> {
    /// Every class, and the rules of all classes.
    pub(super) fn moves(&mut self) -> Option<(Vec<Group>, Vec<Rule>)> {
        let program = self.program;
        let (mut groups, mut rules) = (Vec::new(), Vec::new());
        let many: usize = program.groups.iter().map(|group| group.rules.len()).sum();
        if program.groups.len() > 64 || many > 64 {
            return self.refusal.refuse(Cause::Rules);
        }
        for (i, group) in program.groups.iter().enumerate() {
            let first = rules.len() as u8;
            for (j, rule) in group.rules.iter().enumerate() {
                rules.push(self.rule(i, j, rule)?);
            }
            let has_bodies = group.rules.iter().any(|rule| matches!(rule.verb, code::Verb::Body(..)));
            let asks = group.rules.iter().any(|rule| program.asks(rule.then));
            let chain = group.chain.iter().map(|law| {
                let condition = match law.condition {
                    Some(condition) => Some(self.test(condition)?),
                    None => None,
                };
                Some((law.must, condition))
            });
            groups.push(Group {
                chain: chain.collect::<Option<Vec<_>>>()?,
                rules: (first, rules.len() as u8),
                turning: Turning {
                    must_not_reverse: group.must_not_reverse.is_some(),
                    must_turn: group.must_turn.is_some(),
                    must_not_turn: group.must_not_turn.is_some(),
                },
                waits: group.removal_after_move,
                bodies: !group.chain.is_empty() && has_bodies,
                asks,
                end: match &program.forced_rest.groups[i].end {
                    Some(unless) => Some(unless.iter().map(|condition| self.test(*condition)).collect::<Option<_>>()?),
                    None => None,
                },
                jumps: if self.asks { None } else { self.jumps(i) },
                hops: if self.asks { None } else { self.hops(i) },
            });
        }
        self.mark_alike(&mut rules);
        Some((groups, rules))
    }

    fn rule(&mut self, group: usize, index: usize, rule: &code::MoveRule) -> Option<Rule> {
        let program = self.program;
        self.refusal.line(rule.rule);
        let locals = self.locals(rule.locals)?;
        let fixed = program.phrases.fixed[rule.subject.0 as usize];
        // That an empty site is not on the trail says nothing of a first leg.
        let is = |node: NodeId, given: Given| *program.node(node) == Node::Given(given);
        let (verb, plain, reads_start) = match &rule.verb {
            code::Verb::Path(path) => {
                let leg_path = self.phrases.path(program, *path)?;
                let nodes = program.paths[path.0 as usize].nodes();
                let off_trail = |node: NodeId| {
                    matches!(program.node(node), Node::Without(of, others) | Node::In(of, others, true)
                    if is(*of, Given::Empty) && is(*others, Given::Trail))
                };
                let reads_start = nodes.into_iter().any(|node| !off_trail(node) && program.reads_start(node));
                let plain = !reads_start && self.is_plain(group, index, leg_path);
                (Verb::Path(leg_path), plain.then_some(0), reads_start)
            }
            code::Verb::Body(_, body) => (Verb::Body(self.body(*body, group, rule)?), None, false),
        };
        let named = match &rule.verb {
            code::Verb::Path(_) => 0,
            code::Verb::Body(name, _) => self.verb_named(name),
        };
        let (root, opening) = match verb {
            Verb::Body(body) => self.ends_of(body, group, rule),
            Verb::Path(_) => (None, None),
        };
        Some(Rule {
            needed_set: root,
            opening,
            group: group as u8,
            subject: self.term(rule.subject)?,
            test: if rule.by_player || fixed { None } else { Some(self.phrases.test(program, rule.subject)?) },
            by_player: rule.by_player,
            condition: match rule.condition {
                Some(condition) => Some(self.test(condition)?),
                None => None,
            },
            counted: rule.condition.map_or_else(Test::new, |condition| self.counted_parts(condition)),
            fixed: fixed && rule.condition.is_none_or(|condition| program.phrases.fixed[condition.0 as usize]),
            verb,
            named,
            locals,
            then: if program.block(rule.then).ops.is_empty() { None } else { Some(self.block(rule.then)?) },
            forced_body: program.forced_rest.starts && program.forced_rest.groups[group].bodies[index],
            single_leg: plain,
            reads_start,
        })
    }

    /// The index of a verb's name, from 1; there are at most 64 rules.
    fn verb_named(&mut self, name: &str) -> u8 {
        let known = self.verbs.iter().position(|known| known == name);
        let at = known.unwrap_or_else(|| {
            self.verbs.push(name.to_owned());
            self.verbs.len() - 1
        });
        at as u8 + 1
    }

    /// Whether each move of a rule is one leg, after which the rest of the move is forced.
    fn is_plain(&self, group: usize, index: usize, leg_path: PathAt) -> bool {
        let quiet = &self.program.forced_rest;
        let form = &self.phrases.compiled_paths[leg_path.0 as usize];
        (form.straight || form.slides)
            && form.mode == PathMode::Go
            && !form.ahead.is_empty()
            && quiet.starts
            && quiet.groups[group].legs[index][usize::from(form.takings > 0)]
    }

    /// Records for each plain rule which plain rules may have the same moves.
    fn mark_alike(&self, rules: &mut [Rule]) {
        let program = self.program;
        let compiled = program.groups.iter().flat_map(|group| &group.rules);
        let kinds: Vec<u64> = compiled.map(|rule| look::kinds(program, rule.subject)).collect();
        for i in 0..rules.len() {
            let plain = (0..rules.len()).filter(|j| rules[*j].single_leg.is_some());
            let like = plain.filter(|j| kinds[i] & kinds[*j] != 0 && (i != *j || self.crosses(&rules[i])));
            let like = like.fold(0, |all, j| all | 1 << j);
            if let Some(known) = &mut rules[i].single_leg {
                *known = like;
            }
        }
    }

    /// Whether legs in two directions may lead from one site to the same landing.
    fn crosses(&self, rule: &Rule) -> bool {
        let Verb::Path(leg_path) = rule.verb else { return false };
        let (form, geometry) = (&self.phrases.compiled_paths[leg_path.0 as usize], &self.phrases.geometry);
        let (first, next) = (form.reach(0, 0).ahead, form.reach(0, 1).ahead);
        let landings = |way: usize, bit: u32| {
            let ray = geometry.ray(way, B::bit(bit)).get(usize::from(first).saturating_sub(1)..).unwrap_or_default();
            ray.iter().step_by(usize::from(next - first).max(1)).take(if form.slides { ray.len() } else { 1 })
        };
        (0..B::BITS).any(|bit| {
            let mut seen = B::ZERO;
            (0..geometry.ways).flat_map(|way| landings(way, bit)).any(|to| {
                let twice = (seen & *to).any();
                seen |= *to;
                twice
            })
        })
    }
}
