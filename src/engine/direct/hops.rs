//! Chains of hops over pieces that stay. Nothing changes on the way but where the piece is, so one search finds every site that it can come
//! to; by which way does not matter.

use super::super::word::Word;
use super::batches::{Batch, Form};
use super::geometry::{Hop, ones};
use super::legs::leg_choice;
use super::phrases::Term;
use super::rules::RuleAt;
use super::run::{Done, Mode, Run, Stop};

/// What is known of a class all of whose moves are such chains.
pub(super) struct Hops {
    /// For each rule its directions, what it goes over, and where it lands, the trail left out.
    pub(super) rules: Vec<(Term, Term, Term)>,
}

/// The sets of a rule.
struct Reach<B> {
    ways: u64,
    over: B,
    onto: B,
}

impl<B: Word> Run<'_, B> {
    /// Every move of a class of chains of hops.
    pub(super) fn hops(&mut self, group: usize, hops: &Hops) -> Done {
        let rules = self.rules;
        let (own, phrases) = (self.own(), &rules.phrases);
        for (at, terms) in rules.of_group(group).zip(&hops.rules) {
            self.fresh();
            self.scene.actor = own.lowest();
            let mut among = phrases.sites(rules.rules[at].subject, &self.scene) & own;
            let reach = self.reach(terms);
            self.scene.actor = B::ZERO;
            let begins = ones(reach.ways, phrases.geometry.ways).fold(B::ZERO, |all, way| {
                let over = reach.over & phrases.geometry.come(way, reach.onto);
                all | phrases.geometry.come(way, over)
            });
            among &= begins;
            let ending = self.surely_ending(group as u8, among);
            while let Some(from) = among.take() {
                let set = self.reached(&reach, from);
                let mut batch = Batch { rule: at as RuleAt, from, set, count: set.count(), ..Batch::of(Form::Hops) };
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

    /// The sets of a rule, with some piece of its side acting.
    fn reach(&self, (ways, over, onto): &(Term, Term, Term)) -> Reach<B> {
        let phrases = &self.rules.phrases;
        let sites = |term: Term| phrases.sites(term, &self.scene);
        Reach { ways: phrases.bits(*ways, &self.scene), over: sites(*over), onto: sites(*onto) }
    }

    /// Where a piece can come to.
    fn reached(&self, reach: &Reach<B>, from: B) -> B {
        let (mut seen, mut left) = (B::ZERO, from);
        while let Some(at) = left.take() {
            self.each_hop(reach, from, at, |hop| {
                left |= hop.to & !seen;
                seen |= hop.to;
            });
        }
        seen
    }

    /// Every hop from where a piece has come to.
    #[inline]
    fn each_hop(&self, reach: &Reach<B>, from: B, at: B, mut each: impl FnMut(&Hop<B>)) {
        let geometry = &self.rules.phrases.geometry;
        let over = reach.over & !from;
        if (geometry.overs(at) & over).any() {
            let able = |hop: &&Hop<B>| reach.ways >> hop.way & 1 != 0 && (hop.over & over).any() && (hop.to & reach.onto).any();
            geometry.hops(at).iter().filter(able).for_each(&mut each);
        }
    }

    /// The choices of a chain of hops that leads to a site: one of the shortest.
    pub(super) fn hops_to(&mut self, batch: &Batch<B>, to: B) -> Option<()> {
        let rules = self.rules;
        let group = usize::from(rules.rules[batch.rule as usize].group);
        let rule = usize::from(batch.rule) - rules.of_group(group).start;
        let terms = rules.groups[group].hops.as_ref()?.rules.get(rule)?;
        self.fresh();
        self.scene.actor = batch.from;
        let reach = self.reach(terms);
        self.scene.actor = B::ZERO;
        // Each site come to, from which of these, and how.
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

    /// Leaves out of a batch the moves that do not come to an end.
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

    /// Of moves that are one only one stays, where some are chains of hops.
    pub(super) fn make_hops_one(&mut self) -> Done {
        let many = self.listed.batches.len();
        let hops: Vec<usize> = (0..many).filter(|i| self.listed.batches[*i].form == Form::Hops).collect();
        for i in &hops {
            for j in 0..many {
                let shared = self.landings_shared(*i, j);
                // Two chains of hops are met once.
                if !shared.any() || j < *i && self.listed.batches[j].form == Form::Hops {
                    continue;
                }
                // Where a class is one of hops no trigger waits for a leg.
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

    /// Where a piece can come to both by a batch of hops and by another.
    fn landings_shared(&self, i: usize, j: usize) -> B {
        let (hops, other) = (&self.listed.batches[i], &self.listed.batches[j]);
        match other.form {
            _ if i == j || hops.count == 0 || other.count == 0 => B::ZERO,
            Form::Steps(way, ahead) if (other.set & hops.from).any() => self.landing((way, ahead), hops.from) & hops.set,
            Form::One if other.from == hops.from => other.to & hops.set,
            Form::Hops if other.from == hops.from => other.set & hops.set,
            _ => B::ZERO,
        }
    }
}
