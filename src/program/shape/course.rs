//! What goes on beside the moves of a shaped game: what is carried from turn to turn, what sets it, how the game ends.

use crate::model::expr::Given;
use crate::model::{SiteSet, StoredId};
use crate::program::Program;
use crate::program::code::{EventKind, Op};
use crate::program::node::Node;

use super::super::kernels::{Promotion, When, every_trigger};
use super::effects::{Effect, effects, once};
use super::endings::{self, Line};
use super::slots::{Reads, Slot, Slots, block, closed, reads};

/// What goes on beside the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course<S> {
    /// What is carried.
    pub slots: Vec<Slot>,
    /// Set when a turn begins.
    pub turn_begins: Vec<Effect<S>>,
    /// Set when a move begins.
    pub move_begins: Vec<Effect<S>>,
    /// Set when a piece lands that takes nothing.
    pub steps: Vec<Effect<S>>,
    /// Set by the legs of a capture.
    pub captures: Vec<Effect<S>>,
    /// Set when the piece rests.
    pub rests: Vec<Effect<S>>,
    /// Set when the move ends.
    pub move_ends: Vec<Effect<S>>,
    /// Set when the turn ends.
    pub turn_ends: Vec<Effect<S>>,
    /// Endings tested when the move is over, and when the next turn has begun.
    pub soon: Vec<Line<S>>,
    /// Endings between turns, in order.
    pub endings: Vec<Line<S>>,
    /// What happens to a player of each side who cannot move.
    pub stuck: [Line<S>; 2],
}

impl<S> Course<S> {
    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Course<T> {
        let effects = |all: &[Effect<S>]| all.iter().map(|one| one.map(to)).collect();
        let lines = |all: &[Line<S>]| all.iter().map(|one| one.map(to)).collect();
        Course {
            slots: self.slots.clone(),
            turn_begins: effects(&self.turn_begins),
            move_begins: effects(&self.move_begins),
            steps: effects(&self.steps),
            captures: effects(&self.captures),
            rests: effects(&self.rests),
            move_ends: effects(&self.move_ends),
            turn_ends: effects(&self.turn_ends),
            soon: lines(&self.soon),
            endings: lines(&self.endings),
            stuck: [self.stuck[0].map(to), self.stuck[1].map(to)],
        }
    }

    /// Whether there is nothing but moves.
    pub fn is_plain(&self) -> bool {
        self.slots.is_empty() && self.soon.is_empty() && self.endings.is_empty()
    }
}

/// What counting has to carry, and what playing has to.
pub(super) fn needs(program: &Program) -> (Reads, Reads) {
    let (mut counted, mut ignored) = (Reads::new(), Reads::new());
    let rules = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.condition);
    let duties = program.obligations.iter().map(|one| one.condition);
    let soon = program.soon.iter().filter(|one| !one.patience).map(|one| Some(one.condition));
    for node in rules.chain(duties).chain(soon).flatten() {
        reads(program, node, &mut counted);
    }
    for (_, trigger) in every_trigger(program) {
        if let [(Op::Require(_), _)] = program.block(trigger.body).ops.as_slice() {
            block(program, trigger.body, &mut counted, &mut ignored);
            trigger.condition.iter().for_each(|node| reads(program, *node, &mut counted));
        }
    }
    for ending in program.endings.iter().filter(|ending| !ending.patience) {
        block(program, ending.script.body, &mut counted, &mut ignored);
    }
    let counted = closed(program, counted);
    let stored = (0..program.stored.len()).map(|id| Some(StoredId(id as u8)));
    let turns = program.nodes.iter().any(|node| matches!(node, Node::Given(Given::Turns)));
    let all = stored.chain(turns.then_some(None)).collect();
    (counted, all)
}

/// What counting needs.
pub(super) fn counting(
    program: &Program,
    slots: &Slots,
    needed: usize,
    known: &Reads,
    promotions: &[Promotion],
) -> Option<Course<SiteSet>> {
    let mut course = course(program, slots, known, false, promotions)?;
    course.slots.truncate(needed);
    Some(course)
}

/// All of it.
pub(super) fn playing(program: &Program, slots: &Slots, promotions: &[Promotion]) -> Option<Course<SiteSet>> {
    let known = (0..program.stored.len()).map(|id| Some(StoredId(id as u8))).collect();
    let nothing_else = program.scores.is_empty() && program.equipment.piles.is_empty() && program.stored.len() <= 32;
    if nothing_else { course(program, slots, &known, true, promotions) } else { None }
}

fn course(
    program: &Program,
    slots: &Slots,
    known: &Reads,
    patience: bool,
    promotions: &[Promotion],
) -> Option<Course<SiteSet>> {
    let of = |event| effects(program, slots, known, event);
    let lands = of(EventKind::Lands)?;
    let mut legs = of(EventKind::Taken)?;
    legs.extend(lands.iter().cloned());
    legs.extend(of(EventKind::Leaves)?);
    for event in [EventKind::BeforeTaken, EventKind::LegBegins, EventKind::LegEnds] {
        if !of(event)?.is_empty() {
            return None;
        }
    }
    let rests = of(EventKind::Rests)?;
    // What a capturing piece was just before it rested is not remembered where it may have changed twice.
    let changes = |at_rest: bool| promotions.iter().any(|one| (one.when == When::AtRest) == at_rest);
    if !rests.is_empty() && changes(true) && changes(false) {
        return None;
    }
    Some(Course {
        slots: slots.list.clone(),
        turn_begins: of(EventKind::TurnBegins)?,
        move_begins: of(EventKind::MoveBegins)?,
        steps: lands,
        captures: once(program, legs, promotions)?,
        rests,
        move_ends: of(EventKind::MoveEnds)?,
        turn_ends: of(EventKind::TurnEnds)?,
        soon: endings::soon(program, slots, patience, promotions)?,
        endings: endings::lines(program, slots, patience)?,
        stuck: endings::stuck(program, slots)?,
    })
}
