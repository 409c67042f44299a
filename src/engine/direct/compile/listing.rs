//! What generators list of a game, and what is asked beside them.

use super::super::super::kernel::{Asked, Ended, Generated, Judge, Parts, laid};
use super::super::phrases::Phrases;
use super::super::rules::{Listing, Rule, RuleAt, Rules, Test};
use super::super::scene::{Scene, Taken};
use super::Maker;
use crate::engine::word::Word;
use crate::model::RuleId;
use crate::program::Program;

/// A requirement.
pub(super) struct Demand {
    /// When it is asked, if not always.
    condition: Option<Test>,
    /// What must hold.
    demand: Test,
    /// Of pieces of which kinds it is asked, and where the last piece taken is of which.
    takers: u32,
    last: u32,
}

impl<B: Word> Maker<'_, B> {
    /// What is asked beside generators, if they list the moves, and what must hold when a capture is over.
    pub(super) fn listing(&mut self, rules: &[Rule<B>]) -> Option<(Listing<B>, Vec<Demand>)> {
        let program = self.program;
        let lists = program.lists.as_ref()?;
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
        let duty = match lists.kernels.duty_if {
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
        // Whether there are moves is not asked in the midst of a search for them.
        let tests = || demands.iter().flat_map(|one: &Demand| one.condition.iter().chain([&one.demand]));
        if tests().flatten().any(|part| part.moves != 0) {
            return None;
        }
        let at_rest = |one: &crate::program::kernels::Promotion| one.when == crate::program::kernels::When::AtRest;
        let listing = Listing {
            groups: (0..program.groups.len()).fold(0, |all, group| all | 1 << group),
            quiet,
            asked,
            duty,
            once: lists.once.iter().map(|once| (once.event as usize, once.index, once.of)).collect(),
            at_rest: lists.kernels.promotions.iter().any(at_rest),
            watched: lists.watched,
            generators: None,
        };
        Some((listing, demands))
    }
}

/// The place of a rule among all.
fn place(program: &Program, rule: RuleId) -> Option<RuleAt> {
    let at = program.groups.iter().flat_map(|group| &group.rules).position(|one| one.rule == rule)?;
    RuleAt::try_from(at).ok()
}

impl<B: Generated> Rules<B> {
    /// With the generators that list the moves, if there are any for these words.
    pub(super) fn generated(mut self, program: &Program, demands: Vec<Demand>) -> Rules<B> {
        let listing = self.listing.take();
        self.listing = listing.and_then(|mut listing| {
            let kernels = &program.lists.as_ref()?.kernels;
            let embedding = laid(program, kernels)?;
            let shared = (0..program.layout.sites).all(|site| {
                let bit = self.slots.order.bit::<B>(crate::model::SiteId(site as u16));
                bit.first() == u32::from(embedding.bits[site])
            });
            let judge = (!demands.is_empty()).then(|| judge(self.phrases.clone(), self.sides_turns(), demands));
            let place = |at: &RuleAt| listing.asked.iter().position(|(asked, _)| asked == at);
            let places = listing.quiet.iter().map(|kind| kind.iter().map(place).collect()).collect();
            let asks = listing.duty.is_some() || !listing.asked.is_empty();
            let asked = if asks { Some(Asked::new(places)?) } else { None };
            let parts = Parts { program, kernels, embedding: &embedding };
            listing.generators = Some(B::lists(&parts, asked, judge).filter(|_| shared)?);
            Some(listing)
        });
        self
    }

    /// For each side its place in the turn order.
    fn sides_turns(&self) -> [u8; 2] {
        [0, 1].map(|side| (0..2).find(|turn| self.side(*turn) == side).unwrap_or(0))
    }
}

/// Who says whether a capture may end as it does.
fn judge<B: Word>(phrases: Phrases<B>, turns: [u8; 2], demands: Vec<Demand>) -> Judge<B> {
    let kinds = phrases.slots.kinds;
    Box::new(move |ended: &Ended<'_, B>| {
        let kind_of = |sets: &[B], site: B| (0..kinds).find(|kind| (sets[*kind] & site).any()).unwrap_or(0);
        let (taker, last) = (kind_of(ended.own, ended.to), kind_of(ended.before, ended.last));
        let asked = |one: &&Demand| one.takers >> taker & 1 != 0 && one.last >> last & 1 != 0;
        if !demands.iter().any(|one| asked(&one)) {
            return true;
        }
        let mut scene = Scene::<B>::empty(&phrases.slots);
        let side = usize::from(ended.side);
        scene.state.turn = turns[side & 1];
        for kind in 0..kinds {
            scene.state.boards[side * kinds + kind] = ended.own[kind];
            scene.state.boards[(1 - side) * kinds + kind] = ended.enemy[kind];
        }
        (scene.actor, scene.start, scene.landing, scene.trail) = (ended.to, ended.from, ended.to, ended.from | ended.to);
        let mut left = ended.taken & !ended.last;
        let others = std::iter::from_fn(|| left.take());
        let sites: smallvec::SmallVec<[B; 16]> = others.chain([ended.last]).collect();
        for site in sites {
            let kind = kind_of(ended.before, site);
            let (side, code) = (1 - side, ((1 - side) * kinds + kind) as u32);
            scene.taken.push(Taken { site, side: side as u8, kind: kind as u8, code });
        }
        let holds = |test: &Test| test.iter().all(|part| phrases.truth(part.term, &scene));
        demands.iter().filter(asked).all(|one| one.condition.as_ref().is_some_and(|when| !holds(when)) || holds(&one.demand))
    })
}
