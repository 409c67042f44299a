//! Moves that generators list: what takes nothing in sets, captures one by one. What happens in them beside the pieces is carried
//! out by the rules, once for all legs of a capture.

use super::super::kernel::{Answers, Found, Generators, MOST_ASKED, Standing};
use super::super::word::Word;
use super::batches::{Batch, Form};
use super::bodies::nth;
use super::rules::{Listing, Play};
use super::run::{Done, Mode, Run, Stop};
use crate::model::rules::Each;
use crate::program::code::EventKind;
use crate::program::kernels::Of;

impl<'r, B: Word> Run<'r, B> {
    /// What lists the moves of a decision, if generators do.
    #[inline]
    pub(super) fn generators(&self, play: &Play) -> Option<(&'r Listing<B>, &'r dyn Generators<B>)> {
        let listing = self.rules.listing.as_ref().filter(|listing| listing.groups == play.groups)?;
        Some((listing, listing.generators.as_deref()?))
    }

    /// Lists the moves of who is to move by generators.
    pub(super) fn list_generated(&mut self, listing: &Listing<B>, generators: &dyn Generators<B>) -> Done {
        let rules = self.rules;
        self.mode = Mode::List;
        self.listed.clear();
        self.choices.clear();
        self.decider = rules.player(self.scene.state.turn) as u8;
        let answers = self.answers(listing);
        self.listed.generated = true;
        let state = &self.scene.state;
        let at = Standing { sets: &state.boards.as_ref()[..rules.slots.boards], side: rules.side(state.turn), answers };
        let batches = &mut self.listed.batches;
        let all = generators.find(&at, rules.distinct, &mut self.spare, &mut |found| {
            batches.push(match found {
                Found::Steps { kind, rule, way, movers } => {
                    let rule = listing.quiet[kind][rule];
                    Batch { rule, count: movers.count(), set: movers, ..Batch::of(Form::Steps(way)) }
                }
                Found::Slides { kind, from, to } => {
                    Batch { rule: listing.quiet[kind][0], from, count: to.count(), set: to, ..Batch::of(Form::Slides) }
                }
                Found::Capture { from, to, becomes, taken, last } => {
                    let (takes, key) = (taken.count() as u8, u64::from(last.first()));
                    Batch { from, to, set: taken, key, takes, ..Batch::of(Form::Taking(becomes as u8)) }
                }
            });
        });
        if all { Ok(()) } else { Err(Stop::TooMuch) }
    }

    /// What rules of movement ask of the position at hand.
    fn answers(&mut self, listing: &Listing<B>) -> Answers<B> {
        let mut answers = Answers { may: [B::ZERO; MOST_ASKED], must: true };
        if listing.asked.is_empty() && listing.duty.is_none() {
            return answers;
        }
        self.fresh();
        answers.must = listing.duty.as_ref().is_none_or(|duty| self.holds(duty));
        let own = self.own();
        for (may, at) in answers.may.iter_mut().zip(&listing.asked) {
            let among = self.rules.phrases.sites(self.rules.rules[*at as usize].subject, &self.scene) & own;
            *may = self.admitted(*at as usize, among);
        }
        answers
    }

    /// Plays the i-th of the moves of a batch up to the end of the move.
    pub(super) fn play_generated(&mut self, batch: &Batch<B>, i: u32) -> Done {
        (self.mode, self.fork) = (Mode::Play, usize::MAX);
        let (from, to) = match batch.form {
            Form::Steps(way) => {
                let from = nth(batch.set, i).ok_or(Stop::TooMuch)?;
                (from, self.rules.phrases.geometry.step(way.into(), from))
            }
            Form::Slides => (batch.from, nth(batch.set, i).ok_or(Stop::TooMuch)?),
            _ => (batch.from, batch.to),
        };
        self.set_out(batch.rule, from);
        self.begin_afresh(Each::Move);
        self.event(EventKind::MoveBegins)?;
        match batch.form {
            Form::Taking(becomes) => self.take_at_once(batch, becomes.into())?,
            _ => {
                self.shift(from, to);
                self.scene.landing = to;
                self.scene.trail |= to;
                self.event_about(EventKind::Lands, to)?;
            }
        }
        self.along.in_leg = false;
        self.move_ends()
    }

    /// A capture of any number of legs, told when they are over.
    fn take_at_once(&mut self, batch: &Batch<B>, becomes: usize) -> Done {
        let rules = self.rules;
        let Some(listing) = rules.listing.as_ref() else { return Err(Stop::TooMuch) };
        let (from, to, last) = (batch.from, batch.to, B::bit(batch.key as u32));
        let mine = self.lift(from).ok_or(Stop::TooMuch)?;
        let mut left = batch.set & !last;
        let mut victim = left.take();
        loop {
            let site = victim.unwrap_or(last);
            let board = self.lift(site).ok_or(Stop::TooMuch)?;
            self.note_taken(site, board);
            self.forget(site);
            if victim.is_none() {
                break;
            }
            victim = left.take();
        }
        // What changes at rest changes when it rests.
        self.put(if listing.at_rest { mine } else { mine / rules.kinds * rules.kinds + becomes }, to);
        self.follow(&[(from, to)]);
        (self.scene.actor, self.scene.landing) = (to, to);
        self.scene.trail |= to;
        for (event, index, of) in &listing.once {
            let concerns = match of {
                Of::Taker(kinds) => kinds >> (mine % rules.kinds) & 1 != 0,
                Of::Taken(kinds) => self.scene.taken.iter().any(|taken| kinds >> taken.kind & 1 != 0),
            };
            if concerns {
                self.block_alone(rules.triggers[*event][*index].body)?;
            }
        }
        Ok(())
    }
}
