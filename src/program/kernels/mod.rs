//! Classes of moves of common kinds: steps and slides, chains of jumps and flights over one piece at a time, promotion on a row,
//! and obligations that compare what is captured. They have generators (`engine/kernel`). They are recognised by their rules,
//! never by the game. A rule of another kind is odd: generators play the others while it cannot be used.

mod carried;
mod legs;
mod lists;
mod needs;
mod obligations;
mod promotions;
mod sets;
mod triggers;

use crate::model::equipment::Equipment;
use crate::model::rules::{Effects, Times};
use crate::model::{RuleId, SiteSet};

use super::Program;
use super::code::{EventKind, Op, Trigger};
use super::node::{Node, NodeId};

pub use lists::{Demand, ListedRules, Of, Once};
pub use needs::KindsPresent;

/// The greatest number of kinds that generators distinguish.
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
    /// When that obligation holds, if not always.
    pub obligation_if: Option<NodeId>,
    /// Whether and how captures go on.
    pub chain: Chain,
    /// A leg may not go in the direction opposite to the last.
    pub no_reverse: bool,
    /// A leg may not go in the direction of the last.
    pub must_turn: bool,
    /// A leg may go only in the direction of the last.
    pub must_not_turn: bool,
    /// Captured pieces stay until the move is over.
    pub removal_after_move: bool,
    /// Promotions.
    pub promotions: Vec<Promotion>,
    /// What captures are compared by, the most important first.
    pub preferences: Vec<CapturePreference>,
    /// Rules of other kinds.
    pub odd: Vec<Odd>,
    /// Positions that are not the generators': pieces in them set off what generators do not know.
    pub apart: KindsPresent,
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
    /// The kinds of the other side, and of its own, that it may hop over, as bits.
    pub over: [u32; 2],
    /// The number of pieces in a row.
    pub times: Times,
}

/// A jump or a flight over a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Kinds of the other side that it captures, as bits.
    pub prey: u32,
    /// Kinds of its own side that it captures, as bits.
    pub own_prey: u32,
    /// The victim may be at any distance.
    pub from_afar: bool,
    /// It may land at any distance behind the victim.
    pub lands_afar: bool,
}

/// An odd rule: there is no generator for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd {
    /// Its class.
    pub group: usize,
    /// Its index in the class.
    pub index: usize,
    /// Chains of its class that generators play may go on by it.
    pub goes_on: bool,
    /// Where it may be used, if pieces tell.
    pub needs: Option<KindsPresent>,
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
    /// The kinds promoted, as bits.
    pub kinds: u32,
    /// What they become.
    pub to: usize,
    /// The sites, by side.
    pub row: [SiteSet; 2],
    /// When in the move.
    pub when: When,
}

/// When a promotion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On landing; the piece goes on as its new kind.
    InPassing,
    /// On landing, and the move ends.
    EndsMove,
    /// When the move is over.
    AtRest,
}

/// What captures are compared by; the greatest is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapturePreference {
    /// The number of captured pieces.
    Count,
    /// The total value of the captured pieces.
    Worth,
    /// Whether the capturing piece is of these kinds, as bits.
    With(u32),
    /// The number of captured pieces of these kinds, as bits.
    CountOf(u32),
    /// How early pieces of these kinds (bits) are captured.
    Early(u32),
}

/// The rules by which generators count, if turns carry nothing that moves depend on; and those by which they list, if the game's
/// turns allow it.
pub(super) fn kernels(program: &Program) -> (Option<Kernels>, Option<ListedRules>) {
    let Some(kernels) = Kernels::of(program) else { return (None, None) };
    let lists = ListedRules::of(program, &kernels);
    let counts = || {
        let fine =
            kernels.obligation_if.is_none() && carried::nothing_carried(program) && carried::odd_ask_pieces(program, &kernels);
        let apart = triggers::apart(program, &kernels).filter(|_| fine)?;
        Some(Kernels { apart, ..kernels.unconditional(program) })
    };
    (counts(), lists)
}

/// Rows on which pieces of some kinds (bits) never are when somebody is to move, by side, as they are promoted there. Empty if
/// pieces can come onto sites otherwise than by moving there, or can change in other ways, too.
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
    /// What generators play of a game: if its turns are one move of any class, generators can compare all that its obligations
    /// compare, and nothing depends on the route of a move once it is over.
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
            obligation_if: None,
            chain: Chain::Single,
            no_reverse: false,
            must_turn: false,
            must_not_turn: false,
            removal_after_move: false,
            promotions: promotions::promotions(program)?,
            preferences: Vec::new(),
            odd: Vec::new(),
            apart: KindsPresent::NOTHING,
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

    /// Whether some piece captures pieces of its own side, or hops over pieces without taking them.
    pub fn over_any(&self) -> bool {
        self.captures.iter().flatten().any(|capture| capture.own_prey != 0) || !self.hops.iter().all(Vec::is_empty)
    }

    /// The same with conditional rules made odd.
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
                kernels.odd.push(Odd { group, index, goes_on: false, needs: needs::of_rule(program, self, group, index) });
            }
        }
        for rules in &mut kernels.quiet {
            rules.retain(|quiet| quiet.condition.is_none());
            *rules = once_a_way(std::mem::take(rules));
        }
        kernels
    }
}

/// Leaves each direction in one rule only: a slide includes the step.
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

/// Whether two sides of one player each take turns, with pieces without attributes or towers, and nothing under sites.
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

/// Whether a turn is one move of any class.
fn plain_turn(program: &Program) -> bool {
    match program.block(program.game.turn.body).ops.as_slice() {
        [(Op::Play { moves, by: None }, _)] => match program.node(*moves) {
            Node::Moves(groups) => groups.len() == program.groups.len(),
            _ => false,
        },
        _ => false,
    }
}

/// All triggers of a program, with their events.
fn every_trigger(program: &Program) -> impl Iterator<Item = (EventKind, &Trigger)> {
    EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event).iter().map(move |trigger| (event, trigger)))
}
