//! Last steps of bodies that are listed without running them: a final leg, and a choice after which the rest of the body needs no
//! decision and cannot fail.

use super::super::word::Word;
use super::batches::BatchKind;
use super::keys::{blend, chosen};
use super::move_state::NamedValue;
use super::ops::{Op, PieceTarget};
use super::paths::PathAt;
use super::phrases::Term;
use super::rules::{Opening, RuleAt};
use super::run::{BitDeed, Done, Mode, Run, Stop};
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// Whether a rule's needed set is empty, so that its body cannot begin.
    pub(super) fn cannot_begin(&self, rule: usize) -> bool {
        let rules = self.rules;
        rules.rules[rule].needed_set.is_some_and(|root| !rules.phrases.sites(root, &self.moving).any())
    }

    /// Lists every move of a body whose only choice is its first statement, by the piece on `from`, or by no piece if that is
    /// empty.
    pub(super) fn open(&mut self, rule: RuleAt, opening: &Opening, from: B) -> Done {
        self.set_out(rule, from);
        let Ok(value @ (NamedValue::Sites(all) | NamedValue::Pieces(all))) = self.value(opening.from) else { return Ok(()) };
        if !all.any() {
            return Ok(());
        }
        let Some(free) = self.free(&opening.rest, all) else { return self.start(rule, from) };
        if from.any() {
            self.deeds.push(BitDeed::Actor(from));
        }
        self.deeds.push(BitDeed::Verb(self.rules.rules[rule as usize].named));
        match self.aim.mode {
            Mode::Any if free.any() => Err(Stop::Found),
            Mode::Any => Ok(()),
            _ => self.note_last(opening.name, matches!(value, NamedValue::Pieces(_)), free),
        }
    }

    /// Notes one move for each site or piece in `free`, as the last thing chosen.
    pub(super) fn note_last(&mut self, name: u16, pieces: bool, free: B) -> Done {
        if !free.any() {
            return Ok(());
        }
        let mut key = blend(2, self.start_of_deeds());
        for told in &self.deeds {
            if let BitDeed::Chosen(name, value) = told {
                key = chosen(key, *name, value);
            }
        }
        key = chosen(key, name, &if pieces { NamedValue::Pieces(B::ZERO) } else { NamedValue::Sites(B::ZERO) });
        self.push(BatchKind::Last, key, 0, B::ZERO, free, free.count());
        Ok(())
    }

    /// Notes a move for every leg by a path after which nothing happens except that the rest of the block may place a piece. The
    /// result is known without running the leg: the acting piece moves, and at most one piece is added. `None` if the legs must
    /// be run after all.
    pub(super) fn leaves(&mut self, leg_path: PathAt, rest: &[Op]) -> Option<Done> {
        let (rules, moving) = (self.rules, &self.moving);
        let from = moving.actor;
        let told_otherwise = rules.distinction.run_to_end || rules.happens.asks || rules.turn.several_plays;
        if self.aim.mode == Mode::Play
            || told_otherwise
            || self.progress.depth > 0
            || moving.waiting.any()
            || rules.slots.towers.is_some()
        {
            return None;
        }
        let board = self.board_of(from)?;
        // A name that denotes the piece would have to follow it.
        let mut names = moving.names[..self.progress.locals as usize].iter();
        if names.any(|name| matches!(name, NamedValue::Pieces(pieces) if (*pieces & from).any())) {
            return None;
        }
        if rules.slots.kept_pieces().iter().any(|at| (rules.slots.kept(&moving.state, *at) & from).any()) {
            return None;
        }
        let meets = |subject: Term| (rules.phrases.sites(subject, moving) & from).any();
        if rules.triggers[EventKind::Lands as usize].iter().any(|trigger| trigger.subject.is_none_or(meets)) {
            return None;
        }
        let mut after = moving.state.boards.clone();
        after[board] &= !from;
        let mut barred = moving.state.occupied();
        match rest {
            [] => {}
            [Op::Place { kind, owner, to: PieceTarget::Site(to), .. }] => {
                let site = rules.phrases.sites(*to, moving);
                if !site.any() || site != site.lowest() || (site & barred & !from).any() {
                    return None;
                }
                let side = owner.map_or_else(|| rules.side(moving.state.turn), usize::from);
                after[side * rules.slots.kinds + *kind as usize] |= site;
                barred |= site;
            }
            _ => return None,
        }
        let first = self.legs.len();
        self.offer(0, leg_path, 0);
        let many = self.legs.len() - first;
        if self.legs[first..].iter().any(|offer| offer.leg.taken.any() || (offer.leg.to & barred).any()) {
            self.legs.truncate(first);
            return None;
        }
        let before = std::mem::replace(&mut self.moving.state.boards, after.clone());
        let mut done = Ok(());
        for i in first..first + many {
            let offer = self.legs[i];
            self.moving.state.boards[board] = after[board] | offer.leg.to;
            self.chosen.choices.push(offer.choice);
            done = self.note();
            self.chosen.choices.pop();
            if done.is_err() {
                break;
            }
        }
        self.moving.state.boards = before;
        self.legs.truncate(first);
        Some(done)
    }
}
