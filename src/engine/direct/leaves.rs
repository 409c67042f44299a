//! Ends of bodies that are listed without being run: the last leg of one, and a choice after which nothing is asked.

use super::super::word::Word;
use super::batches::Form;
use super::keys::{blend, chosen};
use super::ops::{Op, Place};
use super::paths::Course;
use super::phrases::Term;
use super::rules::{Opening, RuleAt};
use super::run::{Done, Mode, Run, Stop, Told};
use super::scene::Named;
use crate::program::code::EventKind;

impl<B: Word> Run<'_, B> {
    /// Whether there is nothing of what a body needs to begin.
    pub(super) fn rootless(&self, rule: usize) -> bool {
        let rules = self.rules;
        rules.rules[rule].root.is_some_and(|root| !rules.phrases.sites(root, &self.scene).any())
    }

    /// Every move of a body that begins with its last choice, by a piece or by nobody.
    pub(super) fn open(&mut self, rule: RuleAt, opening: &Opening, from: B) -> Done {
        self.set_out(rule, from);
        let Ok(value @ (Named::Sites(all) | Named::Pieces(all))) = self.value(opening.from) else { return Ok(()) };
        if !all.any() {
            return Ok(());
        }
        let Some(free) = self.free(&opening.rest, all) else { return self.start(rule, from) };
        if from.any() {
            self.told.push(Told::Actor(from));
        }
        self.told.push(Told::Verb(self.rules.rules[rule as usize].named));
        match self.aim.mode {
            Mode::Any if free.any() => Err(Stop::Found),
            Mode::Any => Ok(()),
            _ => self.note_last(opening.name, matches!(value, Named::Pieces(_)), free),
        }
    }

    /// Notes, for each thing of a set that can be chosen last, a move.
    pub(super) fn note_last(&mut self, name: u16, pieces: bool, free: B) -> Done {
        if !free.any() {
            return Ok(());
        }
        let mut key = blend(2, self.told_from());
        for told in &self.told {
            if let Told::Chosen(name, value) = told {
                key = chosen(key, *name, value);
            }
        }
        key = chosen(key, name, &if pieces { Named::Pieces(B::ZERO) } else { Named::Sites(B::ZERO) });
        self.push(Form::Last, key, 0, B::ZERO, free, free.count());
        Ok(())
    }

    /// Notes every leg by a path after which nothing happens but what the rest of its block places. What comes of it is known: the
    /// piece is elsewhere, and another stands there. None if a leg must be gone after all.
    pub(super) fn leaves(&mut self, course: Course, rest: &[Op]) -> Option<Done> {
        let (rules, scene) = (self.rules, &self.scene);
        let from = scene.actor;
        let told_otherwise = rules.telling.whole || rules.happens.asks || rules.turn.several_plays;
        if self.aim.mode == Mode::Play
            || told_otherwise
            || self.along.depth > 0
            || scene.waiting.any()
            || rules.slots.towers.is_some()
        {
            return None;
        }
        let board = self.board_of(from)?;
        // A name for the piece goes with it.
        let mut names = scene.names[..self.along.locals as usize].iter();
        if names.any(|name| matches!(name, Named::Pieces(pieces) if (*pieces & from).any())) {
            return None;
        }
        if rules.slots.kept_pieces().iter().any(|at| (rules.slots.kept(&scene.state, *at) & from).any()) {
            return None;
        }
        let meets = |subject: Term| (rules.phrases.sites(subject, scene) & from).any();
        if rules.triggers[EventKind::Lands as usize].iter().any(|trigger| trigger.subject.is_none_or(meets)) {
            return None;
        }
        let mut after = scene.state.boards.clone();
        after[board] &= !from;
        let mut barred = scene.state.occupied();
        match rest {
            [] => {}
            [Op::Place { kind, owner, to: Place::Site(to), .. }] => {
                let site = rules.phrases.sites(*to, scene);
                if !site.any() || site != site.lowest() || (site & barred & !from).any() {
                    return None;
                }
                let side = owner.map_or_else(|| rules.side(scene.state.turn), usize::from);
                after[side * rules.slots.kinds + *kind as usize] |= site;
                barred |= site;
            }
            _ => return None,
        }
        let first = self.legs.len();
        self.offer(0, course, 0);
        let many = self.legs.len() - first;
        if self.legs[first..].iter().any(|offer| offer.leg.taken.any() || (offer.leg.to & barred).any()) {
            self.legs.truncate(first);
            return None;
        }
        let before = std::mem::replace(&mut self.scene.state.boards, after.clone());
        let mut done = Ok(());
        for i in first..first + many {
            let offer = self.legs[i];
            self.scene.state.boards[board] = after[board] | offer.leg.to;
            self.chosen.choices.push(offer.choice);
            done = self.note();
            self.chosen.choices.pop();
            if done.is_err() {
                break;
            }
        }
        self.scene.state.boards = before;
        self.legs.truncate(first);
        Some(done)
    }
}
