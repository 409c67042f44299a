//! Moves listed by generators: moves that take nothing as sets, captures one by one. Everything in them but the changes to
//! pieces is carried out by the rules, once for all legs of a capture.

use super::super::kernel::{Answers, Found, How, MOST_ASKED, Standing};
use super::super::word::Word;
use super::bodies::nth;
use super::rules::{Listing, Play};
use super::run::{Done, Mode, Run, Stop};
use crate::program::code::EventKind;
use crate::program::kernels::Of;

impl<'r, B: Word> Run<'r, B> {
    /// The generators for the moves of a decision, if they list them.
    #[inline]
    pub(super) fn listing(&self, play: &Play) -> Option<&'r Listing<B>> {
        self.rules
            .listing
            .as_ref()
            .filter(|listing| listing.groups == play.groups && play.by.is_none() && play.admits.is_none())
    }

    /// Lists the moves of the player whose turn it is by generators.
    pub(super) fn list_generated(&mut self, listing: &Listing<B>) -> Done {
        let rules = self.rules;
        self.aim.mode = Mode::List;
        self.listed.clear();
        self.chosen.choices.clear();
        self.aim.decider = rules.player(self.moving.state.turn) as u8;
        let answers = self.answers(listing);
        let state = &self.moving.state;
        let at = Standing { sets: &state.boards.as_ref()[..rules.slots.boards], side: rules.side(state.turn), answers };
        let all = listing.generators.find(&at, rules.distinction.distinct, &mut self.spare, &mut self.listed.found);
        if all { Ok(()) } else { Err(Stop::TooMuch) }
    }

    /// Evaluates the conditions of rules of movement, and of the obligation to capture, in the current position.
    pub(super) fn answers(&mut self, listing: &Listing<B>) -> Answers<B> {
        let mut answers = Answers { may: [B::ZERO; MOST_ASKED], must: true };
        if listing.asked.is_empty() && listing.obligation.is_none() {
            return answers;
        }
        self.reset_move();
        answers.must = listing.obligation.as_ref().is_none_or(|obligation| self.holds(obligation));
        let first = self.rules.side(self.moving.state.turn) * self.rules.slots.kinds;
        for (may, (at, kinds)) in answers.may.iter_mut().zip(&listing.asked) {
            let boards = &self.moving.state.boards.as_ref()[first..first + self.rules.slots.kinds];
            let of = boards.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 != 0);
            let among = of.fold(B::ZERO, |all, (_, board)| all | *board);
            if among.any() {
                *may = self.admitted(*at as usize, among);
            }
        }
        answers
    }

    /// Plays the i-th of these generated moves, up to its end.
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
                self.moving.landing = to;
                self.moving.trail |= to;
                self.event_about(EventKind::Lands, to)?;
            }
        }
        self.progress.in_leg = false;
        self.move_ends()
    }

    /// Carries out a capture of any number of legs at once; its triggers run once, at its end.
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
        // A piece that is promoted at rest is promoted by its trigger when the move ends.
        self.put(if listing.at_rest { mine } else { mine / rules.slots.kinds * rules.slots.kinds + becomes }, to);
        self.follow(&[(from, to)]);
        (self.moving.actor, self.moving.landing) = (to, to);
        self.moving.trail |= to;
        for (event, index, of) in &listing.once {
            let concerns = match of {
                Of::Taker(kinds) => kinds >> (mine % rules.slots.kinds) & 1 != 0,
                Of::Taken(kinds) => self.moving.taken.iter().any(|taken| kinds >> taken.kind & 1 != 0),
            };
            if concerns {
                self.block_alone(rules.triggers[*event][*index].body)?;
            }
        }
        Ok(())
    }
}
