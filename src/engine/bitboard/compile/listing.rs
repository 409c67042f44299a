//! What generators list of a game, and what is evaluated beside them.

use super::super::super::kernel::{Ended, Generated, Judge, Parts, PositionQuestions, laid};
use super::super::move_state::{MoveState, Taken};
use super::super::phrases::Phrases;
use super::super::rules::{Listing, Rule, RuleAt, Test};
use super::Maker;
use crate::engine::word::Word;
use crate::model::RuleId;
use crate::program::Program;

/// A `require` at the end of captures.
struct Demand {
    /// When it applies, if not always.
    condition: Option<Test>,
    /// What must hold.
    demand: Test,
    /// The kinds, as bits, that the capturing piece and the last piece taken must have for it to apply.
    takers: u32,
    last: u32,
}

impl<B: Generated> Maker<'_, B> {
    /// The generators that list the moves, if there are any for these rules and this word, and what is evaluated beside them. No
    /// phrase may be compiled after that, because the judge of captures gets a copy of all.
    pub(super) fn listing(&mut self, rules: &[Rule]) -> Option<Listing<B>> {
        let program = self.program;
        let lists = program.lists.as_ref()?;
        let embedding = laid(program, &lists.kernels)?;
        let shared = (0..program.layout.sites).all(|site| {
            let bit = self.slots.order.bit::<B>(crate::model::SiteId(site as u16));
            bit.first() == u32::from(embedding.bits[site])
        });
        if !shared {
            return None;
        }
        let quiet: Vec<Vec<RuleAt>> = lists
            .kernels
            .quiet
            .iter()
            .map(|kind| kind.iter().map(|quiet| place(program, quiet.rule)).collect::<Option<Vec<RuleAt>>>())
            .collect::<Option<_>>()?;
        let mut asked: Vec<(RuleAt, u32)> = Vec::new();
        for (kind, at) in quiet.iter().enumerate().flat_map(|(kind, of)| of.iter().map(move |at| (kind, *at))) {
            if rules[at as usize].condition.is_none() {
                continue;
            }
            match asked.iter_mut().find(|(one, _)| *one == at) {
                Some((_, kinds)) => *kinds |= 1 << kind,
                None => asked.push((at, 1 << kind)),
            }
        }
        let obligation = match lists.kernels.obligation_if {
            Some(condition) => Some(self.test(condition)?),
            None => None,
        };
        let mut demands = Vec::new();
        for one in &lists.requires {
            let condition = match one.condition {
                Some(condition) => Some(self.test(condition)?),
                None => None,
            };
            demands.push(Demand { condition, demand: self.test(one.demand)?, takers: one.takers, last: one.last });
        }
        // A phrase that tries moves cannot be evaluated during a search for moves.
        let tests = || demands.iter().flat_map(|one: &Demand| one.condition.iter().chain([&one.demand]));
        if tests().flatten().any(|part| self.phrases.tries(part.term)) {
            return None;
        }
        let judge = (!demands.is_empty()).then(|| judge(self.phrases.clone(), self.sides_turns(), demands));
        let place = |at: &RuleAt| asked.iter().position(|(asked, _)| asked == at);
        let places = quiet.iter().map(|kind| kind.iter().map(place).collect()).collect();
        let asks = if obligation.is_some() || !asked.is_empty() { Some(PositionQuestions::new(places)?) } else { None };
        let parts = Parts { program, kernels: &lists.kernels, embedding: &embedding };
        let generators = B::lists(&parts, asks, judge)?;
        let at_rest = |one: &crate::program::kernels::Promotion| one.when == crate::program::kernels::When::AtRest;
        Some(Listing {
            groups: (0..program.groups.len()).fold(0, |all, group| all | 1 << group),
            asked,
            obligation,
            once: lists.once.iter().map(|once| (once.event as usize, once.index, once.of)).collect(),
            at_rest: lists.kernels.promotions.iter().any(at_rest),
            watched: lists.watched,
            generators,
        })
    }

    /// For each side its place in the turn order.
    fn sides_turns(&self) -> [u8; 2] {
        let side = |turn: u8| self.side_of[self.program.equipment.turn_order[usize::from(turn)].index()];
        [0, 1].map(|of| (0..2).find(|turn| side(*turn) == of).unwrap_or(0))
    }
}

/// The index of a rule among all.
fn place(program: &Program, rule: RuleId) -> Option<RuleAt> {
    let at = program.groups.iter().flat_map(|group| &group.rules).position(|one| one.rule == rule)?;
    RuleAt::try_from(at).ok()
}

/// The function that decides whether a capture may end as it does.
fn judge<B: Word>(phrases: Phrases<B>, turns: [u8; 2], demands: Vec<Demand>) -> Judge<B> {
    let kinds = phrases.slots.kinds;
    Box::new(move |ended: &Ended<'_, B>| {
        let kind_of = |sets: &[B], site: B| (0..kinds).find(|kind| (sets[*kind] & site).any()).unwrap_or(0);
        let (taker, last) = (kind_of(ended.own, ended.to), kind_of(ended.before, ended.last));
        let asked = |one: &&Demand| one.takers >> taker & 1 != 0 && one.last >> last & 1 != 0;
        if !demands.iter().any(|one| asked(&one)) {
            return true;
        }
        let mut moving = MoveState::<B>::empty(&phrases.slots);
        let side = usize::from(ended.side);
        moving.state.turn = turns[side & 1];
        for kind in 0..kinds {
            moving.state.boards[side * kinds + kind] = ended.own[kind];
            moving.state.boards[(1 - side) * kinds + kind] = ended.enemy[kind];
        }
        (moving.actor, moving.start, moving.landing, moving.trail) = (ended.to, ended.from, ended.to, ended.from | ended.to);
        let mut left = ended.taken & !ended.last;
        let others = std::iter::from_fn(|| left.take());
        let sites: smallvec::SmallVec<[B; 16]> = others.chain([ended.last]).collect();
        for site in sites {
            let kind = kind_of(ended.before, site);
            let (side, code) = (1 - side, ((1 - side) * kinds + kind) as u32);
            moving.taken.push(Taken { site, side: side as u8, kind: kind as u8, code });
        }
        let holds = |test: &Test| test.iter().all(|part| phrases.truth(part.term, &moving));
        demands.iter().filter(asked).all(|one| one.condition.as_ref().is_some_and(|when| !holds(when)) || holds(&one.demand))
    })
}
