//! Merging identical moves, which are recognised by their results; and obligations that evaluate each move.

pub(super) use super::identities::MoveIdentity;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::{Batch, BatchKind};
use super::bodies::nth;
use super::rules::{Class, MoveQuestion};
use super::run::{Done, Run, Stop};

/// The most batches that are looked up in a table; longer lists are sorted by their keys.
const MOST_LOOKED_UP: usize = 96;
/// The size of that table, a power of two.
const PLACES: usize = 128;

/// The key of a batch, its result, and its index.
type Keyed = (u64, u64, usize);

/// The identities of the moves of batches, by the index of the batch, as far as they have been computed.
pub(super) type Identities<B> = FxHashMap<usize, Vec<MoveIdentity<B>>>;

impl<B: Word> Run<'_, B> {
    /// Merges identical moves: one of them stays.
    pub(super) fn merge_identical(&mut self) -> Done {
        self.merge_bodies()?;
        self.make_hops_one()?;
        let many = self.listed.batches.len();
        let steps = |batch: &Batch<B>| !matches!(batch.kind, BatchKind::One | BatchKind::Last);
        if !self.rules.distinction.steps_may_coincide && self.listed.batches.iter().all(steps) {
            return Ok(());
        }
        if many > MOST_LOOKED_UP {
            return self.merge_sorted();
        }
        // Two single moves, or two moves by a last choice, can be identical only if their keys are equal: the table finds them by
        // key.
        let (mut dropped, mut identities) = (false, Identities::default());
        let mut places = [0u8; PLACES];
        let (mut leaves, mut lasts, mut stepped, mut single) = (false, false, 0u64, 0u64);
        for j in 0..many {
            let Batch { kind: form, key, result, rule, takes, .. } = self.listed.batches[j];
            let takes = 1 << takes.min(63);
            match form {
                BatchKind::Pairs | BatchKind::Chains(_) | BatchKind::Hops | BatchKind::Bodies => continue,
                BatchKind::Steps(..) => {
                    stepped |= takes;
                    continue;
                }
                BatchKind::Last => lasts = true,
                BatchKind::One => {
                    let path = self.rules.is_path(rule);
                    single |= if path { takes } else { 0 };
                    leaves |= result == 0 && (!path || self.rules.goes_on_by_bodies(rule));
                }
            }
            let mut place = (key >> 32) as usize % PLACES;
            while let Some(i) = places[place].checked_sub(1).map(usize::from) {
                if self.listed.batches[i].key == key && self.may_be_identical(i, j) {
                    dropped |= self.compare(i, j, &mut identities)?;
                }
                place = (place + 1) % PLACES;
            }
            places[place] = j as u8 + 1;
        }
        // Steps may be identical to other steps and to single moves by paths, single moves to those by a last choice.
        let apart = self.rules.distinction.counts_distinguish && self.listed.captures_known && stepped & single == 0;
        let steps = stepped != 0 && (self.rules.distinction.steps_may_coincide || single != 0 && !apart);
        if steps || leaves && lasts {
            for j in 1..many {
                for i in 0..j {
                    let (a, b) = (self.listed.batches[i].kind, self.listed.batches[j].kind);
                    if (a != b || matches!(a, BatchKind::Steps(..))) && self.may_be_identical(i, j) {
                        dropped |= self.compare(i, j, &mut identities)?;
                    }
                }
            }
        }
        if dropped {
            self.drop_empty();
        }
        Ok(())
    }

    /// The same for moves by bodies in which nothing is chosen.
    fn merge_bodies(&mut self) -> Done {
        let many = self.listed.batches.len();
        let is_body = |run: &Self, i: usize| run.listed.batches[i].kind == BatchKind::Bodies;
        let bodies: Vec<usize> = (0..many).filter(|i| is_body(self, *i)).collect();
        let (mut dropped, mut identities) = (false, Identities::default());
        for body in bodies {
            for other in (0..many).filter(|other| *other != body) {
                // Each pair of such batches is compared once.
                let met = other < body && is_body(self, other);
                let (i, j) = (body.min(other), body.max(other));
                if !met && self.may_be_identical(i, j) {
                    dropped |= self.compare(i, j, &mut identities)?;
                }
            }
        }
        if dropped {
            self.drop_empty();
        }
        Ok(())
    }

    /// The same for long lists.
    fn merge_sorted(&mut self) -> Done {
        let batches = self.listed.batches.iter().enumerate();
        let mut keys: Vec<Keyed> = batches.clone().map(|(i, batch)| (batch.key, batch.result, i)).collect();
        let others: Vec<usize> = batches.filter(|(_, batch)| batch.kind != BatchKind::One).map(|(i, _)| i).collect();
        keys.sort_unstable();
        let mut identities = Identities::default();
        for alike in keys.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let (unknown, known) = alike.split_at(alike.partition_point(|(_, result, _)| *result == 0));
            self.make_these_one(unknown, &mut identities)?;
            for same in known.chunk_by(|a, b| a.1 == b.1) {
                self.make_these_one(same, &mut identities)?;
            }
            for (_, _, one) in unknown {
                for (_, _, other) in known {
                    let (i, j) = (*one.min(other), *one.max(other));
                    if self.may_be_identical(i, j) {
                        self.compare(i, j, &mut identities)?;
                    }
                }
            }
        }
        // Batches of different kinds may hold identical moves without having equal keys.
        for i in others {
            for j in 0..self.listed.batches.len() {
                if self.listed.batches[j].kind != self.listed.batches[i].kind && self.may_be_identical(i, j) {
                    self.compare(i, j, &mut identities)?;
                }
            }
        }
        self.drop_empty();
        Ok(())
    }

    /// The same for some batches, in order: each is compared with those before it that are not empty yet.
    fn make_these_one(&mut self, these: &[Keyed], identities: &mut Identities<B>) -> Done {
        let mut kept: Vec<usize> = Vec::new();
        for (_, _, j) in these {
            for i in &kept {
                if self.may_be_identical(*i, *j) {
                    self.compare(*i, *j, identities)?;
                }
                if self.listed.batches[*j].count == 0 {
                    break;
                }
            }
            if self.listed.batches[*j].count > 0 {
                kept.push(*j);
            }
        }
        Ok(())
    }

    pub(super) fn drop_empty(&mut self) {
        self.listed.batches.retain(|batch| batch.count > 0);
    }

    /// Whether two batches may hold identical moves.
    #[inline]
    fn may_be_identical(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.listed.batches[i], &self.listed.batches[j]);
        if (a.kind, b.kind) == (BatchKind::One, BatchKind::One) && a.key != b.key || a.count == 0 || b.count == 0 {
            return false;
        }
        let mixed = |batch: &Batch<B>| self.rules.goes_on_by_bodies(batch.rule);
        let named = |batch: &Batch<B>| self.rules.rules[batch.rule as usize].named;
        if named(a) != named(b) && !mixed(a) && !mixed(b) {
            return false;
        }
        let legs = |batch: &Batch<B>| self.rules.is_path(batch.rule) && !mixed(batch);
        if self.rules.distinction.counts_distinguish && a.takes != b.takes && self.listed.captures_known && legs(a) && legs(b) {
            return false;
        }
        match (a.kind, b.kind) {
            (BatchKind::Pairs | BatchKind::Chains(_) | BatchKind::Hops, _)
            | (_, BatchKind::Pairs | BatchKind::Chains(_) | BatchKind::Hops) => false,
            // Bodies by the same piece, in which nothing is chosen.
            (BatchKind::Bodies, BatchKind::Bodies) => (a.set & b.set).any(),
            // A single move with a choice has no result.
            (BatchKind::Bodies, BatchKind::One) => (a.set & b.from).any() && b.result != 0,
            (BatchKind::One, BatchKind::Bodies) => (b.set & a.from).any() && a.result != 0,
            (BatchKind::Bodies, _) | (_, BatchKind::Bodies) => false,
            (BatchKind::Steps(..), BatchKind::Steps(..)) => {
                let like = self.rules.rules[a.rule as usize].single_leg;
                like.is_some_and(|like| like >> b.rule & 1 != 0) && self.meeting(a, b).any()
            }
            (BatchKind::Steps(way, ahead), _) => (a.set & b.from).any() && self.landing((way, ahead), b.from) == b.to,
            (_, BatchKind::Steps(way, ahead)) => (b.set & a.from).any() && self.landing((way, ahead), a.from) == a.to,
            (BatchKind::Last, BatchKind::Last) => a.key == b.key && (a.set & b.set).any(),
            (BatchKind::One, BatchKind::One) => a.result == b.result || a.result == 0 || b.result == 0,
            // A single move with a result has no choice, so it is not one by a last choice.
            _ => a.from == b.from && a.result == 0 && b.result == 0 && !legs(a) && !legs(b),
        }
    }

    /// The pieces that land on the same site by both of two batches of single legs.
    fn meeting(&self, a: &Batch<B>, b: &Batch<B>) -> B {
        let (BatchKind::Steps(one, here), BatchKind::Steps(other, there)) = (a.kind, b.kind) else { return B::ZERO };
        let (mut both, mut meeting) = (a.set & b.set, B::ZERO);
        while let Some(from) = both.take() {
            if self.landing((one, here), from) == self.landing((other, there), from) {
                meeting |= from;
            }
        }
        meeting
    }

    /// Where a piece lands `ahead` sites away in a direction; nowhere if it stays.
    pub(super) fn landing(&self, (way, ahead): (u8, u16), from: B) -> B {
        let ray = self.rules.phrases.geometry.ray(way.into(), from);
        usize::from(ahead).checked_sub(1).and_then(|last| ray.get(last)).copied().unwrap_or(B::ZERO)
    }

    /// Removes from the second batch the moves that are in the first too; returns whether there were any.
    pub(super) fn compare(&mut self, i: usize, j: usize, identities: &mut Identities<B>) -> Result<bool, Stop> {
        let (a, b) = (self.listed.batches[i], self.listed.batches[j]);
        if a.result != 0 && a.result == b.result {
            self.listed.batches[j].count = 0;
            return Ok(true);
        }
        if self.is_still(i) && self.is_still(j) {
            let gone = self.meeting(&a, &b);
            let batch = &mut self.listed.batches[j];
            batch.set &= !gone;
            batch.count = batch.set.count();
            return Ok(gone.any());
        }
        self.find_identities(i, identities)?;
        self.find_identities(j, identities)?;
        let (Some(firsts), Some(seconds)) = (identities.get(&i), identities.get(&j)) else { return Ok(false) };
        let gone: Vec<usize> = (0..seconds.len()).filter(|k| firsts.contains(&seconds[*k])).collect();
        let batch = &mut self.listed.batches[j];
        for k in gone.iter().rev() {
            batch.count -= 1;
            if let Some(one) = nth(batch.set, *k as u32) {
                batch.set &= !one;
            }
        }
        if !gone.is_empty() {
            identities.remove(&j);
        }
        Ok(!gone.is_empty())
    }

    /// Whether the moves of a batch are single legs that take nothing and whose route does not matter: two by one piece with the
    /// same landing are identical.
    pub(super) fn is_still(&self, i: usize) -> bool {
        let batch = &self.listed.batches[i];
        let still = matches!(batch.kind, BatchKind::Steps(..)) && batch.takes == 0;
        still && self.rules.rules[batch.rule as usize].then.is_none() && !self.rules.distinction.route_asked.elsewhere
    }

    fn find_identities(&mut self, i: usize, identities: &mut Identities<B>) -> Done {
        if let Entry::Vacant(place) = identities.entry(i) {
            let batch = self.listed.batches[i];
            place.insert(self.identities(&batch)?);
        }
        Ok(())
    }

    /// Removes the moves that obligations reject, where these evaluate each move.
    pub(super) fn strike_out(&mut self) {
        let rules = self.rules;
        for obligation in &rules.obligations {
            self.at_last();
            if obligation.condition.as_ref().is_some_and(|condition| !self.holds(condition)) {
                continue;
            }
            let preferred = self.select(&obligation.moves);
            if preferred.iter().any(|one| *one) {
                self.listed.keep(&preferred);
            }
        }
        self.at_last();
    }

    /// Removes the moves that a `play` does not admit.
    pub(super) fn admit(&mut self, class: &Class) {
        self.call_names();
        let admitted = self.select(class);
        self.listed.keep(&admitted);
        self.at_last();
    }

    pub(super) fn select(&mut self, class: &Class) -> Vec<bool> {
        let many = self.listed.batches.len();
        match class {
            Class::Groups(groups) => {
                let batches = self.listed.batches.iter();
                batches.map(|batch| groups >> self.rules.rules[batch.rule as usize].group & 1 != 0).collect()
            }
            Class::And(parts) => parts
                .iter()
                .fold(vec![true; many], |all, part| all.iter().zip(self.select(part)).map(|(a, b)| *a && b).collect()),
            Class::Or(parts) => parts
                .iter()
                .fold(vec![false; many], |all, part| all.iter().zip(self.select(part)).map(|(a, b)| *a || b).collect()),
            Class::Without(a, b) => {
                let b = self.select(b);
                self.select(a).iter().zip(b).map(|(a, b)| *a && !b).collect()
            }
            Class::If(condition, yes, no) => {
                self.at_last();
                self.call_names();
                let branch = if self.holds(condition) { yes } else { no };
                self.select(branch)
            }
            Class::Where(of, asked) => {
                let mut chosen = self.select(of);
                for (i, keep) in chosen.iter_mut().enumerate() {
                    *keep = *keep && self.ask_about(i, *asked).as_slice() == [1];
                }
                chosen
            }
            Class::Extreme(of, most, asked) => {
                let mut chosen = self.select(of);
                let keys: Vec<Option<SmallVec<[i64; 4]>>> =
                    chosen.iter().enumerate().map(|(i, keep)| keep.then(|| self.ask_about(i, *asked))).collect();
                let best = if *most { keys.iter().flatten().max() } else { keys.iter().flatten().min() };
                for (keep, key) in chosen.iter_mut().zip(&keys) {
                    *keep = *keep && key.as_ref() == best;
                }
                chosen
            }
        }
    }

    /// Evaluates a question about a move at the position before it.
    fn ask_about(&mut self, i: usize, asked: usize) -> SmallVec<[i64; 4]> {
        self.at_last();
        let candidate = self.listed.candidates[i];
        let (from, to) = candidate.taken;
        let moving = &mut self.moving;
        moving.taken.clear();
        moving.taken.extend_from_slice(&self.listed.taken[from as usize..to as usize]);
        (moving.actor, moving.start) = (candidate.start, candidate.start);
        (moving.landing, moving.trail, moving.legs) = (candidate.landing, candidate.trail, candidate.legs);
        match self.rules.asked[asked] {
            MoveQuestion::Truth(term) => SmallVec::from_elem(i64::from(self.rules.phrases.truth(term, moving)), 1),
            MoveQuestion::Numbers(term) => self.rules.phrases.numbers(term, moving),
        }
    }
}
