//! Noting moves that have been run, and decoding them again from the list.

use super::super::word::Word;
use super::batches::{Batch, BatchKind, Candidate};
use super::bodies::nth;
use super::keys::{chosen, mingle, spot};
use super::legs::leg_choice;
use super::rules::Pair;
use super::run::{BitDeed, Done, Mode, Run, Stop};

impl<B: Word> Run<'_, B> {
    /// Handles the result of a branch: one that has ended the game or stopped at another decision is noted as a move; one that
    /// failed is no move.
    pub(super) fn noted(&mut self, done: Done) -> Done {
        match done {
            Err(Stop::Failed) if self.aim.mode != Mode::Play => Ok(()),
            Err(Stop::Over | Stop::Asked) if self.aim.mode != Mode::Play => self.note_stopped(done),
            done => done,
        }
    }

    fn note_stopped(&mut self, done: Done) -> Done {
        self.asking.stopped = done == Err(Stop::Asked);
        let done = self.note();
        self.asking.stopped = false;
        done
    }

    /// Notes the move that has reached its end, or a point from where the rest needs no decision and cannot fail.
    pub(super) fn note(&mut self) -> Done {
        if self.aim.mode == Mode::Any {
            return Err(Stop::Found);
        }
        if self.listed.batches.len() >= 100_000 {
            return Err(Stop::TooMuch);
        }
        let body = self.deeds.iter().any(|told| matches!(told, BitDeed::Verb(_)));
        let mut key = spot(mingle(1, body.into()), self.start_of_deeds());
        let mut named = false;
        let mut to = B::ZERO;
        let by_captures = !body && self.rules.distinction.distinct && self.listed.captures_known;
        for told in &self.deeds {
            match told {
                BitDeed::Chosen(name, value) => {
                    named = true;
                    if body {
                        key = chosen(key, *name, value);
                    }
                }
                BitDeed::Verb(name) => key = mingle(key, u64::from(*name)),
                BitDeed::Leg { to: landing, .. } => to = *landing,
                BitDeed::Placed(site) => to = *site,
                BitDeed::Captured(site) if by_captures => key = spot(key, *site),
                _ => {}
            }
        }
        if !body && self.listed.landings_distinct {
            // The target of a leg does not count if the game is over before the piece lands.
            let aimed = self.over.is_some() && self.progress.aim != 0;
            key = spot(key, if aimed { self.moving.actor } else { to });
        }
        let result = if body && !named { self.result() } else { 0 };
        self.push(BatchKind::One, key, result, if body { B::ZERO } else { to }, B::ZERO, 1);
        Ok(())
    }

    /// Notes every pair of placements whose first site is in a set.
    pub(super) fn note_pairs(&mut self, firsts: B, pair: &Pair<B>) -> Done {
        let empty = self.rules.phrases.geometry.every & !self.moving.state.occupied();
        let free = firsts & empty;
        let count = pair.count(&self.rules.phrases.geometry, free, empty);
        if count > 0 {
            self.push(BatchKind::Pairs, 0, 0, B::ZERO, free, count);
        }
        Ok(())
    }

    pub(super) fn push(&mut self, form: BatchKind, key: u64, result: u64, to: B, set: B, count: u32) {
        let takes = self.captured();
        let listed = &mut self.listed;
        let first = listed.choices.len() as u32;
        listed.choices.extend_from_slice(&self.chosen.choices);
        let moving = &self.moving;
        if self.rules.distinction.run_to_end {
            let taken = listed.taken.len() as u32;
            listed.taken.extend_from_slice(&moving.taken);
            listed.candidates.push(Candidate {
                start: moving.start,
                landing: moving.landing,
                trail: moving.trail,
                legs: moving.legs,
                taken: (taken, listed.taken.len() as u32),
            });
        }
        listed.batches.push(Batch {
            kind: form,
            rule: self.rule,
            from: moving.start,
            count,
            set,
            to,
            choices: (first, listed.choices.len() as u32),
            key,
            result,
            takes: takes.min(255) as u8,
        });
    }

    pub(super) fn start_of_deeds(&self) -> B {
        let from = self.deeds.iter().find_map(|told| match told {
            BitDeed::Actor(from) | BitDeed::Leg { from, .. } => Some(*from),
            _ => None,
        });
        from.unwrap_or(B::ZERO)
    }

    /// A hash of the result of a move.
    fn result(&self) -> u64 {
        let hash = mingle(self.rules.slots.digest(&self.what_stays(), 0), u64::from(self.over.is_some()));
        self.rest(hash)
    }

    /// Puts the choices of the i-th move of a batch into `chosen`, and returns the piece that it begins with.
    pub(super) fn decode(&mut self, batch: &Batch<B>, i: u32) -> Option<B> {
        let (from, to) = batch.choices;
        self.chosen.choices.clear();
        self.chosen.choices.extend_from_slice(&self.listed.choices[from as usize..to as usize]);
        self.chosen.next = 0;
        match batch.kind {
            BatchKind::One => {}
            BatchKind::Steps(way, ahead) => {
                let from = nth(batch.set, i)?;
                let which = self.which_leg(batch.rule, way, ahead, from)?;
                self.chosen.choices.push(leg_choice(batch.rule, way, which));
                return Some(from);
            }
            BatchKind::Last => {
                let last = nth(batch.set, i)?;
                self.chosen.choices.push(last.first());
            }
            BatchKind::Bodies => return nth(batch.set, i),
            BatchKind::Hops => {
                let to = nth(batch.set, i)?;
                self.hops_to(batch, to)?;
            }
            BatchKind::Pairs => {
                let empty = self.rules.phrases.geometry.every & !self.moving.state.occupied();
                let pair = self.rules.pairs.iter().find(|pair| pair.rule == batch.rule)?;
                let (first, second) = pair.nth(&self.rules.phrases.geometry, batch.set, empty, i)?;
                self.chosen.choices.extend([first.first(), second.first()]);
            }
            BatchKind::Chains(way) => self.nth_chain(batch, way, i)?,
        }
        Some(batch.from)
    }
}
