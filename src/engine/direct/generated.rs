//! Moves that generators list: what takes nothing in sets, captures one by one. What happens in them beside the pieces is carried
//! out by the rules, once for all legs of a capture.

use super::super::kernel::{Answers, Found, How, MOST_ASKED, Standing};
use super::super::word::Word;
use super::bodies::nth;
use super::rules::{Listing, Play};
use super::run::{Done, Mode, Run, Stop};
use crate::program::code::EventKind;
use crate::program::kernels::Of;

impl<'r, B: Word> Run<'r, B> {
    /// What lists the moves of a decision, if generators do.
    #[inline]
    pub(super) fn listing(&self, play: &Play) -> Option<&'r Listing<B>> {
        self.rules
            .listing
            .as_ref()
            .filter(|listing| listing.groups == play.groups && play.by.is_none() && play.admits.is_none())
    }

    /// Lists the moves of who is to move by generators.
    pub(super) fn list_generated(&mut self, listing: &Listing<B>) -> Done {
        let rules = self.rules;
        self.aim.mode = Mode::List;
        self.listed.clear();
        self.chosen.choices.clear();
        self.aim.decider = rules.player(self.scene.state.turn) as u8;
        let answers = self.answers(listing);
        let state = &self.scene.state;
        let at = Standing { sets: &state.boards.as_ref()[..rules.slots.boards], side: rules.side(state.turn), answers };
        let all = listing.generators.find(&at, rules.telling.distinct, &mut self.spare, &mut self.listed.found);
        if all { Ok(()) } else { Err(Stop::TooMuch) }
    }

    /// What rules of movement ask of the position at hand.
    pub(super) fn answers(&mut self, listing: &Listing<B>) -> Answers<B> {
        let mut answers = Answers { may: [B::ZERO; MOST_ASKED], must: true };
        if listing.asked.is_empty() && listing.duty.is_none() {
            return answers;
        }
        self.fresh();
        answers.must = listing.duty.as_ref().is_none_or(|duty| self.holds(duty));
        let first = self.rules.side(self.scene.state.turn) * self.rules.slots.kinds;
        for (may, (at, kinds)) in answers.may.iter_mut().zip(&listing.asked) {
            let boards = &self.scene.state.boards.as_ref()[first..first + self.rules.slots.kinds];
            let of = boards.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
            let among = of.fold(B::ZERO, |all, (_, board)| all | *board);
            if among.any() {
                *may = self.admitted(*at as usize, among);
            }
        }
        answers
    }

    /// Plays the i-th of moves that generators found, up to the end of the move.
    pub(super) fn play_generated(&mut self, moves: &Found<B>, i: u32) -> Done {
        let rules = self.rules;
        let Some(listing) = &rules.listing else { return Err(Stop::TooMuch) };
        (self.aim.mode, self.chosen.fork) = (Mode::Play, usize::MAX);
        let (from, to) = match moves.how {
            How::Steps { way } => {
                let from = nth(moves.set, i).ok_or(Stop::TooMuch)?;
                (from, rules.phrases.geometry.step(way.into(), from))
            }
            How::Slides => (moves.from, nth(moves.set, i).ok_or(Stop::TooMuch)?),
            How::Capture { .. } => (moves.from, moves.to),
        };
        self.set_out(0, from);
        self.event(EventKind::MoveBegins)?;
        match moves.how {
            How::Capture { becomes } => self.take_at_once(listing, moves, becomes.into())?,
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
    fn take_at_once(&mut self, listing: &Listing<B>, capture: &Found<B>, becomes: usize) -> Done {
        let rules = self.rules;
        let Found { from, to, last, .. } = *capture;
        let mine = self.lift(from).ok_or(Stop::TooMuch)?;
        let mut left = capture.set & !last;
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
        self.put(if listing.at_rest { mine } else { mine / rules.slots.kinds * rules.slots.kinds + becomes }, to);
        self.follow(&[(from, to)]);
        (self.scene.actor, self.scene.landing) = (to, to);
        self.scene.trail |= to;
        for (event, index, of) in &listing.once {
            let concerns = match of {
                Of::Taker(kinds) => kinds >> (mine % rules.slots.kinds) & 1 != 0,
                Of::Taken(kinds) => self.scene.taken.iter().any(|taken| kinds >> taken.kind & 1 != 0),
            };
            if concerns {
                self.block_alone(rules.triggers[*event][*index].body)?;
            }
        }
        Ok(())
    }
}
