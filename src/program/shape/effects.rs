//! Triggers that set what is carried from turn to turn, and triggers that forbid a move by what it has become.
//!
//! What happens leg by leg in a capture is told when the capture is over. That is the same only for effects that do not depend on
//! when they happen: see [`once`].

use crate::model::expr::{Given, Type};
use crate::model::{LocalId, RuleId, SiteSet};
use crate::program::code::{EventKind, Op, Trigger};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

use super::super::kernels::sets::{self, Whose};
use super::super::kernels::{Promotion, When, every_trigger, promotions};
use super::Condition;
use super::read::Reading;
use super::slots::{self, Holds, Slots};
use super::terms::{self, Who};

/// A trigger that sets what is carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect<S> {
    /// The line.
    pub rule: RuleId,
    /// For which kinds of acting pieces, as bits; promotions at the same event come later.
    pub kinds: u32,
    /// Kinds one of which must have been taken, as bits; 0 where that is not asked.
    pub prey: u32,
    /// Where the acting piece must be, by side.
    pub place: Option<[S; 2]>,
    /// What must hold.
    pub condition: Option<terms::Condition<S>>,
    /// What is set.
    pub acts: Vec<Act<S>>,
}

/// One thing set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act<S> {
    /// A number.
    Set(usize, Whom<S>, terms::Number<S>),
    /// A number goes up.
    Raise(usize, Whom<S>, terms::Number<S>),
    /// A kept site or piece.
    Keep(usize, Whom<S>, terms::Squares<S>),
    /// Some or others.
    If(terms::Condition<S>, Vec<Act<S>>, Vec<Act<S>>),
}

/// For whom something is set, or who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom<S> {
    /// There is only one of it.
    Alone,
    /// One side.
    One(Who),
    /// Both.
    Both,
    /// Those for which it holds, as `it`.
    Where(terms::Condition<S>),
}

impl<S> Effect<S> {
    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Effect<T> {
        Effect {
            rule: self.rule,
            kinds: self.kinds,
            prey: self.prey,
            place: self.place.as_ref().map(|[a, b]| [to(a), to(b)]),
            condition: self.condition.as_ref().map(|condition| condition.map(to)),
            acts: self.acts.iter().map(|act| act.map(to)).collect(),
        }
    }
}

/// What the triggers of one event set, so far as it concerns what is carried.
pub(super) fn effects(
    program: &Program,
    slots: &Slots,
    known: &slots::Reads,
    event: EventKind,
) -> Option<Vec<Effect<SiteSet>>> {
    let mut found = Vec::new();
    let mut promoted = false;
    for trigger in program.triggers.of(event) {
        if promotions::promotes(program, trigger) {
            promoted = true;
            continue;
        }
        if demands(program, trigger).is_some() {
            continue;
        }
        if !slots::only_sets(program, trigger.body) {
            return None;
        }
        let (mut read, mut set) = Default::default();
        slots::block(program, trigger.body, &mut read, &mut set);
        if set.is_disjoint(known) {
            continue;
        }
        if promoted || matches!(event, EventKind::BeforeTaken | EventKind::LegBegins | EventKind::LegEnds) {
            return None;
        }
        found.extend(effect(program, slots, event, trigger)?);
    }
    Some(found)
}

/// `None`: cannot be said. An empty list: never happens.
fn effect(program: &Program, slots: &Slots, event: EventKind, trigger: &Trigger) -> Option<Vec<Effect<SiteSet>>> {
    let mut reading = Reading::new(program, slots);
    let all = sets::all_kinds(program);
    let (mut kinds, mut prey) = (all, 0);
    if let Some(subject) = trigger.subject {
        let (whose, of) = sets::pieces(program, subject)?;
        if matches!(event, EventKind::Taken | EventKind::Leaves) {
            // In a game of these shapes only enemies are taken, and nothing else leaves.
            if whose == Whose::Own {
                return Some(Vec::new());
            }
            prey = of;
        } else {
            if whose == Whose::Enemy {
                return Some(Vec::new());
            }
            kinds = of;
            reading.piece = Some(LocalId(0));
        }
    }
    let place = match trigger.place {
        Some(place) => Some(sets::place(&program.equipment, program.node(place))?),
        None => None,
    };
    let condition = match trigger.condition {
        Some(condition) => Some(reading.condition(condition)?),
        None => None,
    };
    let acts = acts(&reading, trigger.body)?;
    let asks_order = acts.iter().any(Act::asks_order) || condition.as_ref().is_some_and(Condition::asks_order);
    if asks_order {
        return None;
    }
    Some(vec![Effect { rule: trigger.rule, kinds, prey, place, condition, acts }])
}

fn acts(reading: &Reading<'_>, block: BlockId) -> Option<Vec<Act<SiteSet>>> {
    let program = reading.program;
    let mut found = Vec::new();
    for (op, _) in &program.block(block).ops {
        match op {
            Op::SetNumber(id, of, to) => {
                let (slot, whom) = target(reading, *id, *of)?;
                found.push(Act::Set(slot, whom, reading.number(*to)?));
            }
            Op::Raise(id, of, by) => {
                let (slot, whom) = target(reading, *id, *of)?;
                found.push(Act::Raise(slot, whom, reading.number(*by)?));
            }
            Op::SetKept(id, of, to) => {
                let (slot, whom) = target(reading, *id, *of)?;
                found.push(match reading.slots.list[slot].holds {
                    Holds::Truth => {
                        let truth = reading.condition(*to)?;
                        let number = (truth, terms::Number::Fixed(1), terms::Number::Fixed(0));
                        Act::Set(slot, whom, terms::Number::If(Box::new(number)))
                    }
                    Holds::Piece | Holds::Site => Act::Keep(slot, whom, one_site(reading, *to)?),
                    Holds::Number { .. } => return None,
                });
            }
            Op::If(condition, yes, no) => {
                found.push(Act::If(reading.condition(*condition)?, acts(reading, *yes)?, acts(reading, *no)?));
            }
            Op::Verb(_, inner) => found.extend(acts(reading, *inner)?),
            _ => return None,
        }
    }
    Some(found)
}

/// A phrase that never denotes more than one site.
fn one_site(reading: &Reading<'_>, node: NodeId) -> Option<terms::Squares<SiteSet>> {
    let squares = reading.squares(node)?;
    match &squares {
        terms::Squares::Actor | terms::Squares::Start | terms::Squares::Kept(..) => Some(squares),
        terms::Squares::Any(none) if none.is_empty() => Some(squares),
        terms::Squares::Fixed(sites) if sites.len() == 1 => Some(squares),
        _ => None,
    }
}

/// The slot of a stored thing, and for whom.
fn target(reading: &Reading<'_>, id: crate::model::StoredId, of: Option<NodeId>) -> Option<(usize, Whom<SiteSet>)> {
    use crate::model::rules::StoredOf;
    let slot = reading.slots.first[id.index()]?;
    let whom = match (reading.program.stored[id.index()].of, of) {
        (StoredOf::Position, _) => Whom::Alone,
        (_, None) => Whom::One(Who::Mover),
        (_, Some(of)) => whom(reading, of)?,
    };
    Some((slot, whom))
}

/// Players or sides.
pub(super) fn whom(reading: &Reading<'_>, node: NodeId) -> Option<Whom<SiteSet>> {
    let program = reading.program;
    Some(match program.node(node) {
        Node::Given(Given::Players | Given::Sides) => Whom::Both,
        Node::Field(crate::model::expr::Field::SideOf, players) => whom(reading, *players)?,
        Node::Where(..) if program.type_of(node) == Type::Player => Whom::Where(reading.players_where(node)?),
        _ => Whom::One(reading.who(node)?),
    })
}

impl<S> Act<S> {
    /// The slot that it sets; those of an `if` are looked at one by one.
    fn slot(&self) -> Option<usize> {
        match self {
            Act::Set(slot, ..) | Act::Raise(slot, ..) | Act::Keep(slot, ..) => Some(*slot),
            Act::If(..) => None,
        }
    }

    fn asks_order(&self) -> bool {
        match self {
            Act::Set(_, whom, number) | Act::Raise(_, whom, number) => whom.asks_order() || number.asks_order(),
            Act::Keep(_, whom, _) => whom.asks_order(),
            Act::If(condition, yes, no) => condition.asks_order() || yes.iter().chain(no).any(Act::asks_order),
        }
    }

    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Act<T> {
        let all = |acts: &[Act<S>]| acts.iter().map(|act| act.map(to)).collect();
        match self {
            Act::Set(slot, whom, number) => Act::Set(*slot, whom.map(to), number.map(to)),
            Act::Raise(slot, whom, number) => Act::Raise(*slot, whom.map(to), number.map(to)),
            Act::Keep(slot, whom, squares) => Act::Keep(*slot, whom.map(to), squares.map(to)),
            Act::If(condition, yes, no) => Act::If(condition.map(to), all(yes), all(no)),
        }
    }

    /// Whether doing it once more, or later in the move, changes nothing.
    fn settled(&self) -> bool {
        match self {
            Act::Set(_, Whom::Where(_), _) | Act::Keep(_, Whom::Where(_), _) | Act::Raise(..) | Act::If(..) => false,
            Act::Set(_, _, number) => matches!(number, terms::Number::Fixed(_)),
            Act::Keep(_, _, what) => match what {
                // A kept piece is followed to the end of the chain; a kept site would be a site on the way.
                terms::Squares::Any(none) => none.is_empty(),
                _ => false,
            },
        }
    }
}

impl<S> Whom<S> {
    fn asks_order(&self) -> bool {
        matches!(self, Whom::Where(condition) if condition.asks_order())
    }

    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Whom<T> {
        match self {
            Whom::Alone => Whom::Alone,
            Whom::One(who) => Whom::One(*who),
            Whom::Both => Whom::Both,
            Whom::Where(condition) => Whom::Where(condition.map(to)),
        }
    }
}

/// What the legs of a capture set, told once when it is over: `None` if that might not be the same. Every effect must set fixed
/// things, no two of them the same thing to different values, and whether it happens must not depend on the leg.
pub(super) fn once(program: &Program, effects: Vec<Effect<SiteSet>>, promotions: &[Promotion]) -> Option<Vec<Effect<SiteSet>>> {
    let mut kept: Vec<Effect<SiteSet>> = Vec::new();
    let all = sets::all_kinds(program);
    let certain = |effect: &Effect<SiteSet>| {
        let always = effect.condition.as_ref().is_none_or(|one| one.clone().knowing(true, all) == Condition::Truth(true));
        always && effect.place.is_none() && effect.kinds & all == all && effect.prey & all == all
    };
    // What every capture sets need not be looked for anywhere else.
    let sure: Vec<Act<SiteSet>> =
        effects.iter().filter(|effect| certain(effect)).flat_map(|effect| effect.acts.clone()).collect();
    for mut effect in effects {
        if !certain(&effect) && effect.acts.iter().all(|act| act.settled() && sure.contains(act)) {
            continue;
        }
        match effect.condition.take().map(|condition| condition.knowing(true, all)) {
            None | Some(Condition::Truth(true)) => {}
            Some(Condition::Truth(false)) => continue,
            Some(_) => return None,
        }
        // A piece that is promoted on its way lands as what it was and as what it is.
        let split = |one: &&Promotion| effect.kinds & one.kinds != one.kinds && effect.kinds >> one.to & 1 != 0;
        let passing = |one: &&Promotion| one.when == When::InPassing;
        if effect.place.is_some() || promotions.iter().filter(passing).any(|one| split(&one)) {
            return None;
        }
        for act in &effect.acts {
            let others = kept.iter().flat_map(|one| &one.acts).filter(|other| other.slot() == act.slot());
            if !act.settled() || others.into_iter().any(|other| other != act) {
                return None;
            }
        }
        kept.push(effect);
    }
    Some(kept)
}

/// What must hold when a capture is over. `None` if a trigger forbids moves in a way that cannot be said.
pub(super) fn requires(program: &Program, slots: &Slots) -> Option<Vec<Condition>> {
    let mut found = Vec::new();
    for (event, trigger) in every_trigger(program) {
        let Some(demand) = demands(program, trigger) else { continue };
        if event != EventKind::MoveEnds {
            return None;
        }
        // What is carried may be set by triggers that come before this one, or after.
        let mut read = slots::Reads::new();
        trigger.condition.iter().chain([&demand]).for_each(|node| slots::reads(program, *node, &mut read));
        if !read.is_empty() {
            return None;
        }
        let reading = Reading::new(program, slots);
        let mut parts = vec![reading.condition(demand)?];
        if let Some(condition) = trigger.condition {
            parts.insert(0, Condition::Not(Box::new(reading.condition(condition)?)));
        }
        let whole = Condition::Any(parts);
        // A move that takes nothing is not asked.
        if whole.clone().knowing(false, sets::all_kinds(program)) != Condition::Truth(true) {
            return None;
        }
        found.push(whole);
    }
    Some(found)
}

/// What a trigger that does nothing else requires.
fn demands(program: &Program, trigger: &Trigger) -> Option<NodeId> {
    match program.block(trigger.body).ops.as_slice() {
        [(Op::Require(condition), _)] => Some(*condition),
        _ => None,
    }
}
