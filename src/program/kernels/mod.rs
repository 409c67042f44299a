//! Classes of moves of common kinds: steps and slides, chains of jumps and flights over one piece at a time, promotion on a row, and
//! obligations that compare what is taken. Generators are made for them (`engine/kernel`). What is recognised is the rule, never
//! the game; a rule of another kind is listed otherwise, and the others of its class still by generators, where it cannot take part.

mod carried;
mod legs;
mod lists;
mod obligations;
mod promotions;
mod sets;

use crate::model::equipment::Equipment;
use crate::model::rules::{Effects, Times};
use crate::model::{RuleId, SiteSet};

use super::Program;
use super::code::{EventKind, Op, Trigger};
use super::node::{Node, NodeId};

pub use lists::{Demand, Lists, Of, Once, Watched};

/// Most kinds of pieces that generators tell apart.
pub const MOST_KINDS: usize = 4;

/// The rules of the classes of a game that generators play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernels {
    /// Moves that take nothing, by kind.
    pub quiet: Vec<Vec<Quiet>>,
    /// Hops, by kind.
    pub hops: Vec<Vec<Hop>>,
    /// Captures, by kind.
    pub captures: Vec<Vec<Capture>>,
    /// A capture must be made if there is one.
    pub compulsory: bool,
    /// When that duty holds, if not always.
    pub duty_if: Option<NodeId>,
    /// Whether and how captures go on.
    pub chain: Chain,
    /// A leg may not go back the way of the last.
    pub no_reverse: bool,
    /// A leg may not go on the way of the last.
    pub must_turn: bool,
    /// A leg goes on the way of the last.
    pub must_not_turn: bool,
    /// Taken pieces stay until the move is over.
    pub removal_after_move: bool,
    /// Promotions.
    pub promotions: Vec<Promotion>,
    /// By what captures are preferred, the first weighing most.
    pub preferences: Vec<Preference>,
    /// Rules of other kinds, by class and place in it. Their moves begin with a path and have nothing after it.
    pub odd: Vec<Odd>,
}

/// A step or a slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Any distance.
    pub far: bool,
    /// When, if not always.
    pub condition: Option<NodeId>,
}

/// A step over pieces, which stay, to the empty site behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Over which kinds of the other side, and of its own, as bits.
    pub over: [u32; 2],
    /// Over how many in a row.
    pub times: Times,
}

/// A jump or a flight over a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Kinds of the other side that it takes, as bits.
    pub prey: u32,
    /// Kinds of its own side that it takes, as bits.
    pub own_prey: u32,
    /// From any distance.
    pub from_afar: bool,
    /// Landing at any distance.
    pub lands_afar: bool,
}

/// A rule that no generator is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd {
    /// Its class.
    pub group: usize,
    /// Its place in the class.
    pub index: usize,
    /// Chains of the class that generators play may go on by it.
    pub goes_on: bool,
}

/// Whether captures go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// One leg.
    Single,
    /// As long as possible.
    Must,
    /// As long as the player likes.
    May,
}

/// A kind becomes another on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The line.
    pub rule: RuleId,
    /// Which kinds, as bits.
    pub kinds: u32,
    /// What they become.
    pub to: usize,
    /// On which sites, by side.
    pub row: [SiteSet; 2],
    /// In passing.
    pub when: When,
}

/// When a promotion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On landing; the piece goes on as what it has become.
    InPassing,
    /// On landing, and the move ends.
    EndsMove,
    /// When the move is over.
    AtRest,
}

/// By what captures are preferred: more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// How many are taken.
    Count,
    /// What the taken ones are worth together.
    Worth,
    /// That a piece of these kinds captures.
    With(u32),
    /// How many of these kinds are taken.
    CountOf(u32),
    /// That those of these kinds are taken early.
    Early(u32),
}

/// What generators count of a program, if nothing is carried from turn to turn that its moves depend on; and what they list, if its
/// turns let them.
pub(super) fn kernels(program: &Program) -> (Option<Kernels>, Option<Lists>) {
    let Some(kernels) = Kernels::of(program) else { return (None, None) };
    let nothing_carried = carried::nothing_carried(program);
    let lists = Lists::of(program, &kernels);
    let demands = |trigger: &Trigger| matches!(program.block(trigger.body).ops.as_slice(), [(Op::Require(_), _)]);
    let counts = nothing_carried
        && kernels.duty_if.is_none()
        && !every_trigger(program).any(|(_, trigger)| demands(trigger))
        && carried::odd_ask_pieces(program, &kernels);
    (counts.then(|| kernels.unconditional(program)), lists)
}

/// The rows on which pieces of some kinds (bits) never stand when somebody is to move, by side: there they become something else. None
/// where pieces come to stand by anything but moves, or change otherwise too.
pub fn promotion_rows(program: &Program) -> Vec<(u32, [SiteSet; 2])> {
    let promotions = promotions::promotions(program).unwrap_or_default();
    let ops = || program.blocks.iter().flat_map(|block| &block.ops).map(|(op, _)| op);
    let comes = Effects::MAKES | Effects::MOVES | Effects::EXCHANGES | Effects::OWNER | Effects::PREVENTS;
    if program.ever(comes) || ops().filter(|op| matches!(op, Op::SetKind(..))).count() != promotions.len() {
        return Vec::new();
    }
    promotions.into_iter().map(|one| (one.kinds & !(1 << one.to), one.row)).collect()
}

impl Kernels {
    /// What generators play of a game, if its turns are one move of any class each, all that its rules compare can be compared, and
    /// nothing asks afterwards by which way a move has come.
    fn of(program: &Program) -> Option<Kernels> {
        if !plain(&program.equipment) || !plain_turn(program) || program.afterwards.route_asked.afterwards {
            return None;
        }
        let kinds = program.equipment.kinds.len();
        let mut kernels = Kernels {
            quiet: vec![Vec::new(); kinds],
            hops: vec![Vec::new(); kinds],
            captures: vec![Vec::new(); kinds],
            compulsory: false,
            duty_if: None,
            chain: Chain::Single,
            no_reverse: false,
            must_turn: false,
            must_not_turn: false,
            removal_after_move: false,
            promotions: promotions::promotions(program)?,
            preferences: Vec::new(),
            odd: Vec::new(),
        };
        let capturing = legs::legs(program, &mut kernels)?;
        obligations::obligations(program, capturing, &mut kernels)?;
        Some(kernels)
    }

    /// Whether some piece slides, or takes from or lands at a distance.
    pub fn flies(&self) -> bool {
        self.quiet.iter().flatten().any(|quiet| quiet.far)
            || self.captures.iter().flatten().any(|capture| capture.from_afar || capture.lands_afar)
    }

    /// Whether some piece takes those of its own side, or hops over any without taking them.
    pub fn over_any(&self) -> bool {
        self.captures.iter().flatten().any(|capture| capture.own_prey != 0) || !self.hops.iter().all(Vec::is_empty)
    }

    /// The same without rules that hold only if: they are odd ones.
    fn unconditional(&self, program: &Program) -> Kernels {
        let mut kernels = self.clone();
        let of_rule = |rule: RuleId| {
            let groups = program.groups.iter().enumerate();
            let mut places = groups.flat_map(|(group, of)| (0..of.rules.len()).map(move |index| (group, index)));
            places.find(|(group, index)| program.groups[*group].rules[*index].rule == rule)
        };
        for quiet in self.quiet.iter().flatten().filter(|quiet| quiet.condition.is_some()) {
            if let Some((group, index)) = of_rule(quiet.rule)
                && !kernels.odd.iter().any(|odd| (odd.group, odd.index) == (group, index))
            {
                kernels.odd.push(Odd { group, index, goes_on: false });
            }
        }
        for rules in &mut kernels.quiet {
            rules.retain(|quiet| quiet.condition.is_none());
            *rules = once_a_way(std::mem::take(rules));
        }
        kernels
    }
}

/// Each direction in one rule only: a slide begins with a step.
fn once_a_way(rules: Vec<Quiet>) -> Vec<Quiet> {
    let mut asked = [0u32; 2];
    let (far, near): (Vec<Quiet>, Vec<Quiet>) = rules.into_iter().partition(|quiet| quiet.far);
    let mut once = Vec::new();
    for mut quiet in far.into_iter().chain(near) {
        for (ways, asked) in quiet.ways.iter_mut().zip(&mut asked) {
            *ways &= !*asked;
            *asked |= *ways;
        }
        if quiet.ways != [0; 2] {
            once.push(quiet);
        }
    }
    once
}

/// Two sides of one player each, who take turns; pieces without attributes or towers, and no piles.
fn plain(equipment: &Equipment) -> bool {
    equipment.sides.len() == 2
        && equipment.players.len() == 2
        && equipment.turn_order.len() == 2
        && equipment.turn_order[0] != equipment.turn_order[1]
        && equipment.kinds.len() <= MOST_KINDS
        && equipment.slots.is_empty()
        && equipment.stacks <= 1
        && equipment.under.is_none()
}

/// A turn is one move of any class.
fn plain_turn(program: &Program) -> bool {
    match program.block(program.game.turn.body).ops.as_slice() {
        [(Op::Play { moves, by: None }, _)] => match program.node(*moves) {
            Node::Moves(groups) => groups.len() == program.groups.len(),
            _ => false,
        },
        _ => false,
    }
}

/// All triggers of a program, with what they wait for.
fn every_trigger(program: &Program) -> impl Iterator<Item = (EventKind, &Trigger)> {
    EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event).iter().map(move |trigger| (event, trigger)))
}
