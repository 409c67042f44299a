//! Chains of hops over pieces that stay. Nothing changes on the way but the site of the piece, and the route does not matter,
//! so one search over sites finds every landing.

use super::super::word::Word;
use super::batches::{Batch, BatchKind};
use super::geometry::{Hop, ones};
use super::legs::leg_choice;
use super::phrases::Term;
use super::rules::RuleAt;
use super::run::{Done, Mode, Run, Stop};

/// A class all of whose moves are such chains.
pub(super) struct Hops {
    /// For each rule its directions, the sites it hops over and the sites it lands on, the latter as before the move, when
    /// there is no trail yet.
    pub(super) rules: Vec<(Term, Term, Term)>,
}

/// The sets of a rule, evaluated.
struct HopSets<B> {
    ways: u64,
    over: B,
    onto: B,
}

impl<B: Word> Run<'_, B> {
    /// Lists every move of a class of chains of hops.
    pub(super) fn hops(&mut self, group: usize, hops: &Hops) -> Done {
        let rules = self.rules;
        let (own, phrases) = (self.own(), &rules.phrases);
        for (at, terms) in rules.of_group(group).zip(&hops.rules) {
            self.reset_move();
            self.moving.actor = own.lowest();
            let mut among = phrases.sites(rules.rules[at].subject, &self.moving) & own;
            let reach = self.reach(terms);
            self.moving.actor = B::ZERO;
            let begins = ones(reach.ways, phrases.geometry.ways).fold(B::ZERO, |all, way| {
                let over = reach.over & phrases.geometry.come(way, reach.onto);
                all | phrases.geometry.come(way, over)
            });
            among &= begins;
            let ending = self.surely_ending(group as u8, among);
            while let Some(from) = among.take() {
                let set = self.reached(&reach, from);
                let mut batch = Batch { rule: at as RuleAt, from, set, count: set.count(), ..Batch::of(BatchKind::Hops) };
                if !(ending & from).any() {
                    self.leave_failing(&mut batch)?;
                }
                if batch.count > 0 && self.aim.mode == Mode::Any {
                    return Err(Stop::Found);
                }
                if batch.count > 0 {
                    self.listed.batches.push(batch);
                }
            }
        }
        Ok(())
    }

    /// Evaluates the sets of a rule; the acting piece may be any of its side.
    fn reach(&self, (ways, over, onto): &(Term, Term, Term)) -> HopSets<B> {
        let phrases = &self.rules.phrases;
        let sites = |term: Term| phrases.sites(term, &self.moving);
        HopSets { ways: phrases.bits(*ways, &self.moving), over: sites(*over), onto: sites(*onto) }
    }

    /// All sites that a piece can reach.
    fn reached(&self, reach: &HopSets<B>, from: B) -> B {
        let (mut seen, mut left) = (B::ZERO, from);
        while let Some(at) = left.take() {
            self.each_hop(reach, from, at, |hop| {
                left |= hop.to & !seen;
                seen |= hop.to;
            });
        }
        seen
    }

    /// Visits every hop from a site that a piece has reached.
    #[inline]
    fn each_hop(&self, reach: &HopSets<B>, from: B, at: B, mut each: impl FnMut(&Hop<B>)) {
        let geometry = &self.rules.phrases.geometry;
        let over = reach.over & !from;
        if (geometry.overs(at) & over).any() {
            let able = |hop: &&Hop<B>| reach.ways >> hop.way & 1 != 0 && (hop.over & over).any() && (hop.to & reach.onto).any();
            geometry.hops(at).iter().filter(able).for_each(&mut each);
        }
    }

    /// The choices of a shortest chain of hops to a site.
    pub(super) fn hops_to(&mut self, batch: &Batch<B>, to: B) -> Option<()> {
        let rules = self.rules;
        let group = usize::from(rules.rules[batch.rule as usize].group);
        let rule = usize::from(batch.rule) - rules.of_group(group).start;
        let terms = rules.groups[group].hops.as_ref()?.rules.get(rule)?;
        self.reset_move();
        self.moving.actor = batch.from;
        let reach = self.reach(terms);
        self.moving.actor = B::ZERO;
        // Breadth-first search: each site reached, the place of the one before it, and the direction between them.
        let mut ways: Vec<(B, usize, u8)> = vec![(batch.from, 0, 0)];
        let (mut seen, mut next) = (batch.from, 0);
        while next < ways.len() && !(seen & to).any() {
            self.each_hop(&reach, batch.from, ways[next].0, |hop| {
                if !(seen & hop.to).any() {
                    seen |= hop.to;
                    ways.push((hop.to, next, hop.way));
                }
            });
            next += 1;
        }
        let mut at = ways.iter().position(|(site, ..)| *site == to)?;
        let first = self.chosen.choices.len();
        while at != 0 {
            let (_, before, way) = ways[at];
            self.chosen.choices.push(leg_choice(batch.rule, way, 0));
            at = before;
        }
        self.chosen.choices[first..].reverse();
        Some(())
    }

    /// Removes from a batch the moves that fail before their end.
    fn leave_failing(&mut self, batch: &mut Batch<B>) -> Done {
        let (all, mut left) = (*batch, batch.set);
        for i in 0..all.count {
            let one = left.take().unwrap_or(B::ZERO);
            match self.carried_out(&all, i, |_, done| done)? {
                Err(Stop::Failed) => {
                    batch.set &= !one;
                    batch.count -= 1;
                }
                Ok(()) | Err(Stop::Over) => {}
                Err(_) => return Err(Stop::TooMuch),
            }
        }
        Ok(())
    }

    /// Removes duplicates of moves where some of them are chains of hops.
    pub(super) fn make_hops_one(&mut self) -> Done {
        let many = self.listed.batches.len();
        let hops: Vec<usize> = (0..many).filter(|i| self.listed.batches[*i].kind == BatchKind::Hops).collect();
        for i in &hops {
            for j in 0..many {
                let shared = self.landings_shared(*i, j);
                // Each pair of batches of hops is compared once.
                if !shared.any() || j < *i && self.listed.batches[j].kind == BatchKind::Hops {
                    continue;
                }
                // A class of hops exists only where no trigger depends on legs: a plain step with the same landing is the same
                // move.
                if self.is_still(j) {
                    let batch = &mut self.listed.batches[*i];
                    batch.set &= !shared;
                    batch.count = batch.set.count();
                } else {
                    self.compare(*i.min(&j), *i.max(&j), &mut Default::default())?;
                }
            }
        }
        if !hops.is_empty() {
            self.drop_empty();
        }
        Ok(())
    }

    /// The landings that a batch of hops shares with another batch.
    fn landings_shared(&self, i: usize, j: usize) -> B {
        let (hops, other) = (&self.listed.batches[i], &self.listed.batches[j]);
        match other.kind {
            _ if i == j || hops.count == 0 || other.count == 0 => B::ZERO,
            BatchKind::Steps(way, ahead) if (other.set & hops.from).any() => self.landing((way, ahead), hops.from) & hops.set,
            BatchKind::One if other.from == hops.from => other.to & hops.set,
            BatchKind::Hops if other.from == hops.from => other.set & hops.set,
            _ => B::ZERO,
        }
    }
}
