//! Moves that are one move, told apart by what comes of them; and duties that ask about each move.

pub(super) use super::fates::Fate;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::{Batch, Form};
use super::bodies::nth;
use super::rules::{Asked, Class};
use super::run::{Done, Run, Stop};

/// Batches of longer lists are sorted by their keys.
const MOST_LOOKED_UP: usize = 96;
/// Places of a list in which batches are looked up, a power of two.
const PLACES: usize = 128;

/// The key of a batch, its result, and its place.
type Keyed = (u64, u64, usize);

/// What comes of the moves of batches, as far as it was found out.
pub(super) type Fates<B> = FxHashMap<usize, Vec<Fate<B>>>;

impl<B: Word> Run<'_, B> {
    /// Of moves that are one only one stays.
    pub(super) fn make_one(&mut self) -> Done {
        self.make_bodies_one()?;
        self.make_hops_one()?;
        let many = self.listed.batches.len();
        let steps = |batch: &Batch<B>| !matches!(batch.form, Form::One | Form::Last);
        if !self.rules.telling.steps_alike && self.listed.batches.iter().all(steps) {
            return Ok(());
        }
        if many > MOST_LOOKED_UP {
            return self.make_one_sorted();
        }
        // Single moves and moves by what is chosen last can be one only if their keys are the same: they are looked up by them.
        let (mut dropped, mut fates) = (false, Fates::default());
        let mut places = [0u8; PLACES];
        let (mut leaves, mut lasts, mut stepped, mut single) = (false, false, 0u64, 0u64);
        for j in 0..many {
            let Batch { form, key, result, rule, takes, .. } = self.listed.batches[j];
            let takes = 1 << takes.min(63);
            match form {
                Form::Pairs | Form::Chains(_) | Form::Hops | Form::Bodies => continue,
                Form::Steps(..) => {
                    stepped |= takes;
                    continue;
                }
                Form::Last => lasts = true,
                Form::One => {
                    let path = self.rules.is_path(rule);
                    single |= if path { takes } else { 0 };
                    leaves |= result == 0 && (!path || self.rules.goes_on_by_bodies(rule));
                }
            }
            let mut place = (key >> 32) as usize % PLACES;
            while let Some(i) = places[place].checked_sub(1).map(usize::from) {
                if self.listed.batches[i].key == key && self.may_be_one(i, j) {
                    dropped |= self.compare(i, j, &mut fates)?;
                }
                place = (place + 1) % PLACES;
            }
            places[place] = j as u8 + 1;
        }
        // Steps may be one with others and with single moves by paths, single moves with those of a last choice.
        let apart = self.rules.telling.counts_tell && self.listed.known && stepped & single == 0;
        let steps = stepped != 0 && (self.rules.telling.steps_alike || single != 0 && !apart);
        if steps || leaves && lasts {
            for j in 1..many {
                for i in 0..j {
                    let (a, b) = (self.listed.batches[i].form, self.listed.batches[j].form);
                    if (a != b || matches!(a, Form::Steps(..))) && self.may_be_one(i, j) {
                        dropped |= self.compare(i, j, &mut fates)?;
                    }
                }
            }
        }
        if dropped {
            self.drop_empty();
        }
        Ok(())
    }

    /// The same for moves in which nothing is chosen.
    fn make_bodies_one(&mut self) -> Done {
        let many = self.listed.batches.len();
        let is_body = |run: &Self, i: usize| run.listed.batches[i].form == Form::Bodies;
        let bodies: Vec<usize> = (0..many).filter(|i| is_body(self, *i)).collect();
        let (mut dropped, mut fates) = (false, Fates::default());
        for body in bodies {
            for other in (0..many).filter(|other| *other != body) {
                // Two such are met once.
                let met = other < body && is_body(self, other);
                let (i, j) = (body.min(other), body.max(other));
                if !met && self.may_be_one(i, j) {
                    dropped |= self.compare(i, j, &mut fates)?;
                }
            }
        }
        if dropped {
            self.drop_empty();
        }
        Ok(())
    }

    /// The same for long lists.
    fn make_one_sorted(&mut self) -> Done {
        let batches = self.listed.batches.iter().enumerate();
        let mut keys: Vec<Keyed> = batches.clone().map(|(i, batch)| (batch.key, batch.result, i)).collect();
        let others: Vec<usize> = batches.filter(|(_, batch)| batch.form != Form::One).map(|(i, _)| i).collect();
        keys.sort_unstable();
        let mut fates = Fates::default();
        for alike in keys.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let (unknown, known) = alike.split_at(alike.partition_point(|(_, result, _)| *result == 0));
            self.make_these_one(unknown, &mut fates)?;
            for same in known.chunk_by(|a, b| a.1 == b.1) {
                self.make_these_one(same, &mut fates)?;
            }
            for (_, _, one) in unknown {
                for (_, _, other) in known {
                    let (i, j) = (*one.min(other), *one.max(other));
                    if self.may_be_one(i, j) {
                        self.compare(i, j, &mut fates)?;
                    }
                }
            }
        }
        // Those that can be alike without having the same key.
        for i in others {
            for j in 0..self.listed.batches.len() {
                if self.listed.batches[j].form != self.listed.batches[i].form && self.may_be_one(i, j) {
                    self.compare(i, j, &mut fates)?;
                }
            }
        }
        self.drop_empty();
        Ok(())
    }

    /// The same for some of them, in order: each is compared with those before it that are still there.
    fn make_these_one(&mut self, these: &[Keyed], fates: &mut Fates<B>) -> Done {
        let mut kept: Vec<usize> = Vec::new();
        for (_, _, j) in these {
            for i in &kept {
                if self.may_be_one(*i, *j) {
                    self.compare(*i, *j, fates)?;
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

    /// Whether two batches may hold the same move.
    #[inline]
    fn may_be_one(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.listed.batches[i], &self.listed.batches[j]);
        if (a.form, b.form) == (Form::One, Form::One) && a.key != b.key || a.count == 0 || b.count == 0 {
            return false;
        }
        let mixed = |batch: &Batch<B>| self.rules.goes_on_by_bodies(batch.rule);
        let named = |batch: &Batch<B>| self.rules.rules[batch.rule as usize].named;
        if named(a) != named(b) && !mixed(a) && !mixed(b) {
            return false;
        }
        let legs = |batch: &Batch<B>| self.rules.is_path(batch.rule) && !mixed(batch);
        if self.rules.telling.counts_tell && a.takes != b.takes && self.listed.known && legs(a) && legs(b) {
            return false;
        }
        match (a.form, b.form) {
            (Form::Pairs | Form::Chains(_) | Form::Hops, _) | (_, Form::Pairs | Form::Chains(_) | Form::Hops) => false,
            // Bodies by the same piece, in which nothing is chosen.
            (Form::Bodies, Form::Bodies) => (a.set & b.set).any(),
            // Where something is chosen there is no result.
            (Form::Bodies, Form::One) => (a.set & b.from).any() && b.result != 0,
            (Form::One, Form::Bodies) => (b.set & a.from).any() && a.result != 0,
            (Form::Bodies, _) | (_, Form::Bodies) => false,
            (Form::Steps(..), Form::Steps(..)) => {
                let like = self.rules.rules[a.rule as usize].plain;
                like.is_some_and(|like| like >> b.rule & 1 != 0) && self.meeting(a, b).any()
            }
            (Form::Steps(way, ahead), _) => (a.set & b.from).any() && self.landing((way, ahead), b.from) == b.to,
            (_, Form::Steps(way, ahead)) => (b.set & a.from).any() && self.landing((way, ahead), a.from) == a.to,
            (Form::Last, Form::Last) => a.key == b.key && (a.set & b.set).any(),
            (Form::One, Form::One) => a.result == b.result || a.result == 0 || b.result == 0,
            // Where nothing is chosen the result is known.
            _ => a.from == b.from && a.result == 0 && b.result == 0 && !legs(a) && !legs(b),
        }
    }

    /// The pieces that land on the same site by two batches of single legs.
    fn meeting(&self, a: &Batch<B>, b: &Batch<B>) -> B {
        let (Form::Steps(one, here), Form::Steps(other, there)) = (a.form, b.form) else { return B::ZERO };
        let (mut both, mut meeting) = (a.set & b.set, B::ZERO);
        while let Some(from) = both.take() {
            if self.landing((one, here), from) == self.landing((other, there), from) {
                meeting |= from;
            }
        }
        meeting
    }

    /// Where a piece lands so many sites ahead in a direction; nowhere if it stays.
    pub(super) fn landing(&self, (way, ahead): (u8, u16), from: B) -> B {
        let ray = self.rules.phrases.geometry.ray(way.into(), from);
        usize::from(ahead).checked_sub(1).and_then(|last| ray.get(last)).copied().unwrap_or(B::ZERO)
    }

    /// Takes out of the second batch the moves that are in the first; whether there were any.
    pub(super) fn compare(&mut self, i: usize, j: usize, fates: &mut Fates<B>) -> Result<bool, Stop> {
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
        self.find_fates(i, fates)?;
        self.find_fates(j, fates)?;
        let (Some(firsts), Some(seconds)) = (fates.get(&i), fates.get(&j)) else { return Ok(false) };
        let gone: Vec<usize> = (0..seconds.len()).filter(|k| firsts.contains(&seconds[*k])).collect();
        let batch = &mut self.listed.batches[j];
        for k in gone.iter().rev() {
            batch.count -= 1;
            if let Some(one) = nth(batch.set, *k as u32) {
                batch.set &= !one;
            }
        }
        if !gone.is_empty() {
            fates.remove(&j);
        }
        Ok(!gone.is_empty())
    }

    /// Whether the moves of a batch are single legs that take nothing, of which nobody asks by which way they went: where two of a piece land
    /// on the same site they are one.
    pub(super) fn is_still(&self, i: usize) -> bool {
        let batch = &self.listed.batches[i];
        let still = matches!(batch.form, Form::Steps(..)) && batch.takes == 0;
        still && self.rules.rules[batch.rule as usize].then.is_none() && !self.rules.telling.route_asked.elsewhere
    }

    fn find_fates(&mut self, i: usize, fates: &mut Fates<B>) -> Done {
        if let Entry::Vacant(place) = fates.entry(i) {
            let batch = self.listed.batches[i];
            place.insert(self.fates(&batch)?);
        }
        Ok(())
    }

    /// Strikes out the moves that duties which ask about each move remove.
    pub(super) fn strike_out(&mut self) {
        let rules = self.rules;
        for duty in &rules.duties {
            self.at_last();
            if duty.condition.as_ref().is_some_and(|condition| !self.holds(condition)) {
                continue;
            }
            let preferred = self.select(&duty.moves);
            if preferred.iter().any(|one| *one) {
                self.listed.keep(&preferred);
            }
        }
        self.at_last();
    }

    /// Strikes out the moves that a `play` does not admit.
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

    /// What a move is asked, as it was before it.
    fn ask_about(&mut self, i: usize, asked: usize) -> SmallVec<[i64; 4]> {
        self.at_last();
        let candidate = self.listed.candidates[i];
        let (from, to) = candidate.taken;
        let scene = &mut self.scene;
        scene.taken.clear();
        scene.taken.extend_from_slice(&self.listed.taken[from as usize..to as usize]);
        (scene.actor, scene.start) = (candidate.start, candidate.start);
        (scene.landing, scene.trail, scene.legs) = (candidate.landing, candidate.trail, candidate.legs);
        match self.rules.asked[asked] {
            Asked::Truth(term) => SmallVec::from_elem(i64::from(self.rules.phrases.truth(term, scene)), 1),
            Asked::Numbers(term) => self.rules.phrases.numbers(term, scene),
        }
    }
}
