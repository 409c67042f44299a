//! Phrases evaluated by trying: whether a player can begin a move, whether a piece can do something. A trial starts from where
//! the phrase is evaluated, and leaves nothing behind.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::geometry::ones;
use super::super::move_state::{MoveState, NAMES, NamedValue};
use super::super::rules::{RuleAt, Rules, Verb};
use super::super::run::Run;
use super::Phrases;
use super::ids::{BitsId, SetId};
use super::sets::At;
use crate::engine::effort::MOST_WORK;
use crate::engine::word::Word;
use crate::model::rules::Each;

/// A question about moves of some classes, or about statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine::bitboard) struct Trial {
    pub(super) of: TrialOf,
    /// Names that the conditions around it bind, and to what.
    pub(super) names: Vec<(u8, BoundTo)>,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrialOf {
    /// Moves of these classes, without these rules, both as bits.
    Moves { groups: u64, without: u64, whose: TriedMovers, prey: Option<SetId> },
    /// Statements, by index in the list of tried blocks.
    Statements(usize),
}

/// Whose moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriedMovers {
    Mover,
    Players(BitsId),
    /// Those of each of some pieces, on its own turn; the flag says that all are the mover's to move.
    Pieces(bool),
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundTo {
    /// The element at a depth: a piece if the flag is set, else a site.
    Element(u8, bool),
    Members(u64),
}

impl<B: Word> Phrases<B> {
    fn rules(&self) -> Option<Arc<Rules<B>>> {
        self.rules.get()?.upgrade()
    }

    /// Whether one of the players can begin a move that a question describes.
    pub(super) fn players_can(&self, question: u32, at: &At<'_, B>) -> bool {
        let Some(rules) = self.rules() else { return false };
        let TrialOf::Moves { groups, without, whose, prey } = self.tables.questions[question as usize].of else { return false };
        let mover = self.seats.players[at.turn];
        let players = match whose {
            TriedMovers::Players(players) => self.members(players, at),
            TriedMovers::Mover | TriedMovers::Pieces(_) => 1 << mover,
        };
        ones(players, 8).any(|player| {
            let seats = &self.seats.players[..self.seats.many];
            let turn = if player == usize::from(mover) {
                Some(at.turn)
            } else {
                seats.iter().position(|one| usize::from(*one) == player)
            };
            let Some(turn) = turn else { return false };
            let mut other = on_turn(&rules, at, turn);
            let found = other.begins_any((groups, without), &|from| prey.map(|prey| self.set(prey, &at.acting(from))));
            count_work(at, &other);
            found
        })
    }

    /// Those of the pieces that can do what a question describes.
    pub(super) fn pieces_that_can(&self, question: u32, among: B, at: &At<'_, B>) -> B {
        let Some(rules) = self.rules() else { return B::ZERO };
        let question = &self.tables.questions[question as usize];
        let (mut left, mut found) = (among, B::ZERO);
        while let Some(one) = left.take().filter(|_| at.moving.works()) {
            let can = match question.of {
                TrialOf::Statements(block) => {
                    let mut other = here(&rules, at);
                    for (name, held) in &question.names {
                        other.moving.names[usize::from(*name)] = self.held(*held, at);
                    }
                    other.moving.actor = one;
                    let can = other.can_do(rules.tried[block]);
                    count_work(at, &other);
                    can
                }
                TrialOf::Moves { groups, without, whose, prey } => {
                    let mine = matches!(whose, TriedMovers::Pieces(true)) || one == at.actor;
                    let mut other = match self.whose_turn(one, at).filter(|_| !mine) {
                        Some(turn) => on_turn(&rules, at, turn),
                        None => here(&rules, at),
                    };
                    let goes_on = at.moving.under_way && one == at.actor;
                    let prey = prey.map(|prey| self.set(prey, &at.acting(one)));
                    let can = other.can_make_any(one, (groups, without), goes_on, prey);
                    count_work(at, &other);
                    can
                }
            };
            if can {
                found |= one;
            }
        }
        found
    }

    /// The turn on which a piece moves, if it is not of the side whose turn it is.
    fn whose_turn(&self, piece: B, at: &At<'_, B>) -> Option<usize> {
        let side = self.sides_boards.iter().position(|boards| (piece & at.boards(*boards)).any())?;
        if side == self.turn_side(at) { None } else { self.next_turn(side, at) }
    }

    fn held(&self, held: BoundTo, at: &At<'_, B>) -> NamedValue<B> {
        match held {
            BoundTo::Members(members) => NamedValue::Bits(members),
            BoundTo::Element(depth, pieces) => match at.it(depth) {
                (site, 0) if pieces => NamedValue::Pieces(site),
                (site, 0) => NamedValue::Sites(site),
                (_, taken) => NamedValue::Taken(taken),
            },
        }
    }
}

/// A run that goes on from where a question is evaluated, without endings that depend on patience.
fn here<'r, B: Word>(rules: &'r Rules<B>, at: &At<'_, B>) -> Run<'r, B> {
    let mut run = Run::new(rules, at.moving.state.clone());
    run.moving = MoveState { actor: at.actor, ..at.moving.clone() };
    run.moving.state.turn = at.turn as u8;
    run.progress.locals = NAMES as u8;
    run.aim.patience = false;
    run
}

/// A run before a move, on the turn at this place, without endings that depend on patience. What a move under way has taken
/// stays taken.
fn on_turn<'r, B: Word>(rules: &'r Rules<B>, at: &At<'_, B>, turn: usize) -> Run<'r, B> {
    let mut run = Run::new(rules, at.moving.state.clone());
    rules.begin_afresh(&mut run.moving.state, Each::Move);
    run.moving.state.turn = turn as u8;
    if at.moving.under_way {
        run.moving.waiting = at.moving.waiting;
        run.moving.taken.clone_from(&at.moving.taken);
    }
    run.moving.work.set(at.moving.work.get());
    run.aim.patience = false;
    run
}

/// Counts the work of a trial as work of the decision at hand.
fn count_work<B: Word>(at: &At<'_, B>, tried: &Run<'_, B>) {
    at.moving.work.set(tried.moving.work.get().max(at.moving.work.get()));
}

impl<'r, B: Word> Run<'r, B> {
    /// Whether the player on turn can begin a move of these classes, by which it takes prey if that is given, which may depend on
    /// the acting piece.
    fn begins_any(&mut self, asked: (u64, u64), prey: &dyn Fn(B) -> Option<B>) -> bool {
        let own = self.own();
        self.rules_of(asked).into_iter().any(|rule| {
            let Some(mut left) = self.openings(usize::from(rule), own, &mut None) else { return false };
            if self.rules.rules[usize::from(rule)].by_player {
                return prey(B::ZERO).is_none() && self.can_make(rule, B::ZERO, false, None);
            }
            while let Some(from) = left.take() {
                if self.can_make(rule, from, false, prey(from)) {
                    return true;
                }
            }
            false
        })
    }

    /// Whether a piece can make a leg of these classes, by which it takes one of the prey if that is given.
    fn can_make_any(&mut self, from: B, asked: (u64, u64), goes_on: bool, prey: Option<B>) -> bool {
        self.rules_of(asked).into_iter().any(|rule| {
            self.moving.actor = from;
            self.admits(usize::from(rule)) && self.can_make(rule, from, goes_on, prey)
        })
    }

    /// The rules of some classes, without others, all as bits.
    fn rules_of(&self, (groups, without): (u64, u64)) -> SmallVec<[RuleAt; 16]> {
        let of = |at: &usize| groups >> self.rules.rules[*at].group & 1 != 0 && without >> at & 1 == 0;
        (0..self.rules.rules.len()).filter(of).map(|at| at as RuleAt).collect()
    }

    /// Whether a piece, or with none the player, can make a leg by a rule that admits it: the next one of its move, or the first one
    /// of a move.
    fn can_make(&mut self, rule: RuleAt, from: B, goes_on: bool, prey: Option<B>) -> bool {
        let (rules, come) = (self.rules, self.moving.come());
        self.moving.actor = from;
        if !goes_on {
            (self.moving.start, self.moving.trail) = (from, from);
        }
        let can = match rules.rules[usize::from(rule)].verb {
            Verb::Path(leg_path) => rules.phrases.able_at(leg_path, from, 0, prey, &At::of(&self.moving)).any(),
            Verb::Body(_) if prey.is_some() => false,
            Verb::Body(_) => match self.can_carry_out(rule) {
                Err(_) => self.gives_up(),
                Ok(can) => can,
            },
        };
        self.moving.come_to(&come);
        can
    }

    /// Whether the acting piece can carry out a block by some choice of its alternatives.
    fn can_do(&mut self, block: u16) -> bool {
        let mut go = |run: &mut Run<'r, B>| {
            run.aim.only_first_leg = true;
            run.block(block, 0, &mut |_| Ok(()))
        };
        match self.some_way(&mut go, &mut |_, _| true) {
            Err(_) => self.gives_up(),
            Ok(can) => can,
        }
    }

    /// Falls back to the general machine: the work of the decision at hand is set beyond its limit.
    fn gives_up(&self) -> bool {
        self.moving.work.set(MOST_WORK + 1);
        false
    }
}
