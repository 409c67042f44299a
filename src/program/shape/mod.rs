//! The shape of a game's rules, where all of them are of common kinds: steps, slides, jumps and flights of one piece, chains,
//! promotion on a row, obligations that compare what is taken; conditions over what stands on the board and over a few numbers
//! carried from turn to turn; endings that ask such conditions. Such a game is played by generators made for these shapes; any
//! other one by the general machine. What is recognised is the rule, never the game.

mod course;
mod effects;
mod endings;
mod legs;
mod obligations;
mod promotions;
mod read;
mod sets;
mod slots;
pub mod terms;

use crate::model::equipment::Equipment;
use crate::model::{RuleId, SiteSet};

use super::Program;
use super::code::{EventKind, Op, Trigger};
use super::node::Node;

pub use course::Course;
pub use effects::{Act, Effect, Whom};
pub use endings::{Line, Verdict};
pub use slots::{Holds, Slot};

/// Most kinds of pieces in a shaped game.
pub const KINDS: usize = 2;

/// Most numbers carried along.
pub const MOST_SLOTS: usize = 24;

/// A condition over sites of the model.
pub type Condition = terms::Condition<SiteSet>;

/// A game all of whose rules have common shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Moves that take nothing, by kind.
    pub quiet: Vec<Vec<Quiet>>,
    /// Captures, by kind.
    pub captures: Vec<Vec<Capture>>,
    /// A capture must be made if there is one.
    pub compulsory: bool,
    /// When that duty holds, if not always.
    pub duty_if: Option<Condition>,
    /// Whether and how captures go on.
    pub chain: Chain,
    /// A leg may not go back the way of the last.
    pub no_reverse: bool,
    /// A leg may not go on the way of the last.
    pub must_turn: bool,
    /// Taken pieces stay until the move is over.
    pub removal_after_move: bool,
    /// Promotions.
    pub promotions: Vec<Promotion>,
    /// By what captures are preferred, the first weighing most.
    pub preferences: Vec<Preference>,
    /// What must hold when a capture is over, or it is no move.
    pub requires: Vec<Condition>,
    /// What goes on beside the moves, so far as counting them needs it.
    pub counting: Course<SiteSet>,
    /// All that goes on beside the moves, if that has a shape too: then whole games can be played.
    pub playing: Option<Course<SiteSet>>,
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
    pub condition: Option<Condition>,
}

/// A jump or a flight over an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Kinds that it takes, as bits.
    pub prey: u32,
    /// From any distance.
    pub from_afar: bool,
    /// Landing at any distance.
    pub lands_afar: bool,
}

impl Shape {
    /// Whether nothing is asked beyond what stands around a piece.
    pub fn asks_nothing(&self) -> bool {
        let conditions = self.quiet.iter().flatten().any(|rule| rule.condition.is_some());
        !conditions && self.duty_if.is_none() && self.requires.is_empty() && self.counting.is_plain()
    }
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

/// The shape of a program, if all its rules have one.
pub(super) fn shape(program: &Program) -> Option<Shape> {
    if !plain(&program.equipment) || !program.setup.is_empty() || !plain_turn(program) {
        return None;
    }
    let (counted, all) = course::needs(program);
    let (slots, needed) = slots::Slots::new(program, &counted, &all)?;
    let promotions = promotions::promotions(program)?;
    let counting = course::counting(program, &slots, needed, &counted, &promotions)?;
    let playing = course::playing(program, &slots, &promotions);
    let mut shape = Shape {
        quiet: vec![Vec::new(); KINDS],
        captures: vec![Vec::new(); KINDS],
        compulsory: false,
        duty_if: None,
        chain: Chain::Single,
        no_reverse: false,
        must_turn: false,
        removal_after_move: false,
        promotions,
        preferences: Vec::new(),
        requires: effects::requires(program, &slots)?,
        counting,
        playing,
    };
    let capturing = legs::legs(program, &slots, &mut shape)?;
    obligations::obligations(program, &slots, capturing, &mut shape)?;
    Some(shape)
}

/// Two sides of one player each, who take turns; pieces without attributes or towers.
fn plain(equipment: &Equipment) -> bool {
    equipment.sides.len() == 2
        && equipment.players.len() == 2
        && equipment.turn_order.len() == 2
        && equipment.turn_order[0] != equipment.turn_order[1]
        && equipment.kinds.len() <= KINDS
        && equipment.slots.is_empty()
        && equipment.stacks <= 1
        && equipment.under.is_none()
}

/// A turn is one move of any class.
fn plain_turn(program: &Program) -> bool {
    match program.block(program.turn.body).ops.as_slice() {
        [(Op::Play(moves, None), _)] => match program.node(*moves) {
            Node::Moves(groups) => groups.len() == program.groups.len(),
            _ => false,
        },
        _ => false,
    }
}

fn every_trigger(program: &Program) -> impl Iterator<Item = (EventKind, &Trigger)> {
    EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event).iter().map(move |trigger| (event, trigger)))
}
