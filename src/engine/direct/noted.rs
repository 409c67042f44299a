//! What is noted of a move that has come to its end, and found again.

use super::super::word::Word;
use super::batches::{Batch, Candidate, Form};
use super::bodies::nth;
use super::keys::{chosen, mingle, spot};
use super::legs::leg_choice;
use super::rules::Pair;
use super::run::{Done, Mode, Run, Stop, Told};

impl<B: Word> Run<'_, B> {
    /// A way that was gone: if it has come to an end of the game, that is a move; if it failed, it is none.
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

    /// Notes the move that has come to its end, or to where the rest runs through.
    pub(super) fn note(&mut self) -> Done {
        if self.aim.mode == Mode::Any {
            return Err(Stop::Found);
        }
        if self.listed.batches.len() >= 100_000 {
            return Err(Stop::TooMuch);
        }
        let body = self.told.iter().any(|told| matches!(told, Told::Verb(_)));
        let mut key = spot(mingle(1, body.into()), self.told_from());
        let (mut named, mut further) = (false, false);
        let mut to = B::ZERO;
        let by_captures = !body && self.rules.telling.distinct && self.listed.known;
        for told in &self.told {
            match told {
                Told::Chosen(name, value) => {
                    named = true;
                    if body {
                        key = chosen(key, *name, value);
                    }
                }
                // A move may begin with legs, or with a verb.
                Told::Verb(name) if further => key = mingle(key, u64::from(*name)),
                Told::Verb(_) => further = true,
                Told::Leg { to: landing, .. } => to = *landing,
                Told::Placed(site) => to = *site,
                Told::Captured(site) if by_captures => key = spot(key, *site),
                _ => {}
            }
        }
        if !body && self.listed.lands {
            // Where a leg was aimed is no matter if the game is over before it lands.
            let aimed = self.over.is_some() && self.landing_to_come().is_some();
            key = spot(key, if aimed { self.scene.actor } else { to });
        }
        let result = if body && !named { self.result() } else { 0 };
        self.push(Form::One, key, result, if body { B::ZERO } else { to }, B::ZERO, 1);
        Ok(())
    }

    /// Notes every pair of placements of which the first is one of a set.
    pub(super) fn note_pairs(&mut self, firsts: B, pair: &Pair<B>) -> Done {
        let empty = self.rules.phrases.geometry.every & !self.scene.state.occupied();
        let free = firsts & empty;
        let count = pair.count(&self.rules.phrases.geometry, free, empty);
        if count > 0 {
            self.push(Form::Pairs, 0, 0, B::ZERO, free, count);
        }
        Ok(())
    }

    pub(super) fn push(&mut self, form: Form, key: u64, result: u64, to: B, set: B, count: u32) {
        let takes = self.captured();
        let listed = &mut self.listed;
        let first = listed.choices.len() as u32;
        listed.choices.extend_from_slice(&self.chosen.choices);
        let scene = &self.scene;
        if self.rules.telling.whole {
            let taken = listed.taken.len() as u32;
            listed.taken.extend_from_slice(&scene.taken);
            listed.candidates.push(Candidate {
                start: scene.start,
                landing: scene.landing,
                trail: scene.trail,
                legs: scene.legs,
                taken: (taken, listed.taken.len() as u32),
            });
        }
        listed.batches.push(Batch {
            form,
            rule: self.rule,
            from: scene.start,
            count,
            set,
            to,
            choices: (first, listed.choices.len() as u32),
            key,
            result,
            takes: takes.min(255) as u8,
        });
    }

    pub(super) fn told_from(&self) -> B {
        let from = self.told.iter().find_map(|told| match told {
            Told::Actor(from) | Told::Leg { from, .. } => Some(*from),
            _ => None,
        });
        from.unwrap_or(B::ZERO)
    }

    /// What has come of a move, as one number.
    fn result(&self) -> u64 {
        let hash = mingle(self.rules.slots.digest(&self.what_stays(), 0), u64::from(self.over.is_some()));
        self.rest(hash)
    }

    /// The choices of the i-th move, and the piece that it begins with.
    pub(super) fn decode(&mut self, batch: &Batch<B>, i: u32) -> Option<B> {
        let (from, to) = batch.choices;
        self.chosen.choices.clear();
        self.chosen.choices.extend_from_slice(&self.listed.choices[from as usize..to as usize]);
        self.chosen.next = 0;
        match batch.form {
            Form::One => {}
            Form::Steps(way, ahead) => {
                let from = nth(batch.set, i)?;
                let which = self.which_leg(batch.rule, way, ahead, from)?;
                self.chosen.choices.push(leg_choice(batch.rule, way, which));
                return Some(from);
            }
            Form::Last => {
                let last = nth(batch.set, i)?;
                self.chosen.choices.push(last.first());
            }
            Form::Bodies => return nth(batch.set, i),
            Form::Hops => {
                let to = nth(batch.set, i)?;
                self.hops_to(batch, to)?;
            }
            Form::Pairs => {
                let empty = self.rules.phrases.geometry.every & !self.scene.state.occupied();
                let pair = self.rules.pairs.iter().find(|pair| pair.rule == batch.rule)?;
                let (first, second) = pair.nth(&self.rules.phrases.geometry, batch.set, empty, i)?;
                self.chosen.choices.extend([first.first(), second.first()]);
            }
            Form::Chains(way) => self.nth_chain(batch, way, i)?,
        }
        Some(batch.from)
    }
}
