//! Questions that are answered by trying: whether somebody could begin a move, whether a piece could do something. What is tried begins
//! from where the question is asked, and leaves nothing behind.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::super::rules::{RuleAt, Rules, Verb};
use super::super::run::{Mode, Run, Stop};
use super::super::scene::{Come, NAMES, Named, Scene};
use super::Phrases;
use super::sets::At;
use super::term::{BitsId, SetId};
use crate::engine::effort::MOST_WORK;
use crate::engine::word::Word;
use crate::model::rules::Each;

/// A question about moves of some classes, or about statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine::direct) struct Question {
    pub(super) of: What,
    /// Names that conditions around it bind, and to what.
    pub(super) names: Vec<(u8, Held)>,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Moves of these classes, by other rules than these.
    Moves { groups: u64, without: u64, whose: Whose, prey: Option<SetId> },
    /// Statements, by their place among those that are tried.
    Statements(usize),
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Mover,
    Players(BitsId),
    /// Each of some pieces, on its own turn; all are the mover's to move, if the flag is set.
    Pieces(bool),
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// The element at a depth, of pieces if the flag is set.
    Element(u8, bool),
    Members(u64),
}

impl<B: Word> Phrases<B> {
    fn rules(&self) -> Option<Arc<Rules<B>>> {
        self.rules.get()?.upgrade()
    }

    /// Whether one of the players that are asked could begin such a move.
    pub(super) fn players_can(&self, question: u32, at: &At<'_, B>) -> bool {
        let Some(rules) = self.rules() else { return false };
        let What::Moves { groups, without, whose, prey } = self.tables.questions[question as usize].of else { return false };
        let mover = self.seats.players[at.turn];
        let players = match whose {
            Whose::Players(players) => self.members(players, at),
            Whose::Mover | Whose::Pieces(_) => 1 << mover,
        };
        ones(players, 8).any(|player| {
            let seats = &self.seats.players[..self.seats.many];
            let turn = if player == usize::from(mover) {
                Some(at.turn)
            } else {
                seats.iter().position(|one| usize::from(*one) == player)
            };
            let Some(turn) = turn else { return false };
            let mut other = on_turn(&rules, at.scene, turn);
            let found = match prey {
                None => other.begins_any(groups, without),
                Some(prey) => other.takes_any(groups, without, &|from| self.set(prey, &at.acting(from))),
            };
            told(at, &other);
            found
        })
    }

    /// Those of the pieces that could do what is asked.
    pub(super) fn pieces_that_can(&self, question: u32, among: B, at: &At<'_, B>) -> B {
        let Some(rules) = self.rules() else { return B::ZERO };
        let question = &self.tables.questions[question as usize];
        let (mut left, mut found) = (among, B::ZERO);
        while let Some(one) = left.take().filter(|_| at.scene.works()) {
            let can = match question.of {
                What::Statements(block) => {
                    let mut other = here(&rules, at);
                    for (name, held) in &question.names {
                        other.scene.names[usize::from(*name)] = self.held(*held, at);
                    }
                    other.scene.actor = one;
                    let can = other.can_do(rules.tried[block]);
                    told(at, &other);
                    can
                }
                What::Moves { groups, without, whose, prey } => {
                    let mine = matches!(whose, Whose::Pieces(true)) || one == at.actor;
                    let mut other = match self.whose_turn(one, at).filter(|_| !mine) {
                        Some(turn) => on_turn(&rules, at.scene, turn),
                        None => here(&rules, at),
                    };
                    let prey = prey.map(|prey| self.set(prey, &at.acting(one)));
                    let can = other.begins_with(one, (groups, without), prey);
                    told(at, &other);
                    can
                }
            };
            if can {
                found |= one;
            }
        }
        found
    }

    /// The turn on which a piece of another side moves.
    fn whose_turn(&self, piece: B, at: &At<'_, B>) -> Option<usize> {
        let side = self.sides_boards.iter().position(|boards| (piece & at.boards(*boards)).any())?;
        if side == self.turn_side(at) { None } else { self.next_turn(side, at) }
    }

    fn held(&self, held: Held, at: &At<'_, B>) -> Named<B> {
        match held {
            Held::Members(members) => Named::Bits(members),
            Held::Element(depth, pieces) => match at.it(depth) {
                (site, 0) if pieces => Named::Pieces(site),
                (site, 0) => Named::Sites(site),
                (_, taken) => Named::Taken(taken),
            },
        }
    }
}

/// A run that goes on from where a question is asked, in which nothing counts as a game.
fn here<'r, B: Word>(rules: &'r Rules<B>, at: &At<'_, B>) -> Run<'r, B> {
    let mut run = Run::new(rules, at.scene.state.clone());
    run.scene = Scene { actor: at.actor, ..at.scene.clone() };
    run.scene.state.turn = at.turn as u8;
    run.along.locals = NAMES as u8;
    run.aim.patience = false;
    run
}

/// A run in which somebody comes to choose a move.
fn on_turn<'r, B: Word>(rules: &'r Rules<B>, scene: &Scene<B>, turn: usize) -> Run<'r, B> {
    let mut run = Run::new(rules, scene.state.clone());
    rules.begin_afresh(&mut run.scene.state, Each::Move);
    run.scene.state.turn = turn as u8;
    run.scene.come_to(&Come::NOTHING);
    run.scene.work.set(scene.work.get());
    run.aim.patience = false;
    run
}

/// What was tried is part of what the decision at hand takes.
fn told<B: Word>(at: &At<'_, B>, tried: &Run<'_, B>) {
    at.scene.work.set(tried.scene.work.get().max(at.scene.work.get()));
}

impl<'r, B: Word> Run<'r, B> {
    /// Whether any move of these classes could be begun.
    fn begins_any(&mut self, groups: u64, without: u64) -> bool {
        (self.aim.mode, self.aim.begins) = (Mode::Any, Some(without));
        match self.list_groups(groups) {
            Err(Stop::TooMuch) => self.gives_up(),
            done => done == Err(Stop::Found),
        }
    }

    /// Whether any of these rules lets a piece of the mover take something of what is prey for it.
    fn takes_any(&mut self, groups: u64, without: u64, prey: &dyn Fn(B) -> B) -> bool {
        let (rules, own) = (self.rules, self.own());
        self.rules_of(groups, without).into_iter().any(|rule| {
            let compiled = &rules.rules[usize::from(rule)];
            if compiled.by_player {
                return false;
            }
            let mut among = rules.phrases.sites(compiled.subject, &self.scene) & own;
            while let Some(from) = among.take() {
                if self.could_begin(rule, from, Some(prey(from))) {
                    return true;
                }
            }
            false
        })
    }

    /// Whether a piece could begin a move of these classes, and take some of the prey, if there is to be any.
    fn begins_with(&mut self, from: B, (groups, without): (u64, u64), prey: Option<B>) -> bool {
        self.rules_of(groups, without).into_iter().any(|rule| self.could_begin(rule, from, prey))
    }

    fn rules_of(&self, groups: u64, without: u64) -> SmallVec<[RuleAt; 16]> {
        let of = |at: &usize| groups >> self.rules.rules[*at].group & 1 != 0 && without >> at & 1 == 0;
        (0..self.rules.rules.len()).filter(of).map(|at| at as RuleAt).collect()
    }

    fn could_begin(&mut self, rule: RuleAt, from: B, prey: Option<B>) -> bool {
        let rules = self.rules;
        self.scene.actor = from;
        if !self.admits(usize::from(rule)) {
            return false;
        }
        match rules.rules[usize::from(rule)].verb {
            Verb::Path(course) => {
                let mut found = false;
                rules.phrases.each(course, &self.scene, from, 0, &mut |leg| {
                    found |= prey.is_none_or(|prey| (leg.taken & prey).any());
                });
                found
            }
            Verb::Body(_) if prey.is_some() => false,
            Verb::Body(_) => match self.can_carry_out(rule) {
                Err(_) => self.gives_up(),
                Ok(can) => can,
            },
        }
    }

    /// Whether some way through a block can be gone by the acting piece.
    fn can_do(&mut self, block: u16) -> bool {
        let mut go = |run: &mut Run<'r, B>| {
            run.aim.begins = Some(0);
            run.block(block, 0, &mut |_| Ok(()))
        };
        match self.some_way(&mut go, &mut |_, _| true) {
            Err(_) => self.gives_up(),
            Ok(can) => can,
        }
    }

    /// More was asked than is carried out here: the decision at hand is left to the general machine.
    fn gives_up(&self) -> bool {
        self.scene.work.set(MOST_WORK + 1);
        false
    }
}
