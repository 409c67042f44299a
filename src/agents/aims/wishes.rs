//! Wishes: what each side wants, read off the lines that say which player wins and which loses.

use super::phrases::{Amount, Measure, PhraseContext, each_bit};
use crate::model::expr::{Field, Type};
use crate::model::rules::Effects;
use crate::model::{LocalId, SideId};
use crate::program::Program;
use crate::program::code::{BlockId, EventKind, MoveRule, Op, Trigger, Verb};
use crate::program::node::{Node, NodeId, Order};

/// A condition by which a side wins or (if not `good`) loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) side: SideId,
    pub(super) good: bool,
    pub(super) measure: Measure,
    pub(super) want: Want,
}

/// The amount that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    AtLeast(i64),
    AtMost(i64),
    Just(i64),
    /// As much as possible.
    More,
    /// As little as possible.
    Less,
}

/// What holds where a line says that a player wins: a phrase that is true or false; or a measure that is at least 1.
#[derive(Clone)]
enum Held {
    Phrase(NodeId, bool),
    Here(Measure),
}

/// All wishes of all sides, without duplicates.
pub(super) fn wishes(program: &Program) -> Vec<Wish> {
    let mut reader = Reader { program, wishes: Vec::new() };
    let equipment = &program.equipment;
    for mover in equipment.deciding() {
        let scene = PhraseContext::new(program, mover);
        let game = &program.game;
        let endings = game.endings.iter().filter(|ending| ending.cannot_move.is_none()).map(|ending| ending.script.body);
        let rules = program.groups.iter().flat_map(|group| &group.rules);
        let bodies = rules.flat_map(|rule| [Some(rule.then), body(rule)]).flatten();
        for block in endings.chain([game.turn.body]).chain(bodies) {
            reader.block(&scene, block, &[]);
        }
        for soon in &game.immediate_endings {
            reader.block(&scene, soon.script.body, &[Held::Phrase(soon.condition, true)]);
        }
        for event in EventKind::ALL {
            program.triggers.of(event).iter().for_each(|trigger| reader.trigger(&scene, event, trigger));
        }
        for score in &game.scores {
            let of = scene.bits(score.player).unwrap_or(0);
            each_bit(of).for_each(|player| reader.lead(&scene, player, LocalId(0), score.value, true));
        }
    }
    reader.wishes
}

/// The body of a rule, if its verb has one.
fn body(rule: &MoveRule) -> Option<BlockId> {
    match rule.verb {
        Verb::Body(_, body) => Some(body),
        Verb::Path(_) => None,
    }
}

struct Reader<'p> {
    program: &'p Program,
    wishes: Vec<Wish>,
}

impl<'p> Reader<'p> {
    fn trigger(&mut self, scene: &PhraseContext<'p>, event: EventKind, trigger: &Trigger) {
        if !self.program.effects(trigger.body).any(Effects::WINS | Effects::LOSES) {
            return;
        }
        let mut held: Vec<Held> = trigger.condition.iter().map(|condition| Held::Phrase(*condition, true)).collect();
        if matches!(event, EventKind::Lands | EventKind::Rests)
            && let (Some(subject), Some(place)) = (trigger.subject, trigger.place)
            && let (Some(subject), Some(place)) = (scene.pieces(subject), scene.standing_on(place, false))
        {
            // The mover brings its own piece there, or one of a neutral side.
            let equipment = &self.program.equipment;
            let of_side = equipment.kinds.len() * equipment.board.sites.len();
            let moved = |place: usize| {
                let side = SideId((place / of_side) as u8);
                side == scene.side() || equipment.sides[side.index()].neutral
            };
            let both = subject.into_iter().zip(place).enumerate();
            let here = both.map(|(at, (one, other))| i64::from(one && other && moved(at)));
            held.push(Held::Here(Measure::Pieces(here.collect())));
        }
        // Whichever piece it is, its side is taken to be the mover's.
        let scene = if trigger.subject.is_some() { scene.with(LocalId(0), 1 << scene.side().0) } else { scene.clone() };
        self.block(&scene, trigger.body, &held);
    }

    fn block(&mut self, scene: &PhraseContext<'p>, block: BlockId, held: &[Held]) {
        for (op, _) in &self.program.block(block).ops {
            match op {
                Op::If(condition, then, otherwise) => {
                    for (block, holds) in [(then, true), (otherwise, false)] {
                        let more = [Held::Phrase(*condition, holds)];
                        self.block(scene, *block, &[held, &more].concat());
                    }
                }
                Op::For(local, of, block) if matches!(self.program.type_of(*of), Type::Player | Type::Side) => {
                    let of = scene.bits(*of).unwrap_or(0);
                    each_bit(of).for_each(|one| self.block(&scene.with(*local, 1 << one), *block, held));
                }
                Op::Wins(who, _) => self.ends(scene, *who, true, held),
                Op::Loses(who, _) => self.ends(scene, *who, false, held),
                op => op.blocks().into_iter().for_each(|block| self.block(scene, *block, held)),
            }
        }
    }

    /// Reads a statement that a player wins or loses.
    fn ends(&mut self, scene: &PhraseContext<'p>, who: NodeId, wins: bool, held: &[Held]) {
        let program = self.program;
        let who = match program.node(who) {
            Node::Field(Field::SideOf, who) => *who,
            _ => who,
        };
        match program.node(who) {
            Node::Where(all, local, condition) => {
                let held = [held, &[Held::Phrase(*condition, true)]].concat();
                let sides = program.type_of(*all) == Type::Side;
                for one in each_bit(scene.bits(*all).unwrap_or(0)) {
                    let side = if sides { SideId(one as u8) } else { program.equipment.players[one].side };
                    self.of(&scene.with(*local, 1 << one), 1 << side.0, wins, &held);
                }
            }
            Node::Extreme(all, local, most, value) if program.type_of(*all) == Type::Player => {
                let all = scene.bits(*all).unwrap_or(0);
                each_bit(all).for_each(|player| self.lead(scene, player, *local, *value, *most == wins));
            }
            // The owner of the piece that was moved.
            Node::Field(Field::Owner, of) if matches!(program.node(*of), Node::Local(LocalId(0))) => {
                self.of(scene, 1 << scene.side().0, wins, held);
            }
            _ => self.of(scene, scene.sides(who).unwrap_or(0), wins, held),
        }
    }

    /// A player's side wants to have much of something or (if not `good`) little.
    fn lead(&mut self, scene: &PhraseContext<'p>, player: usize, local: LocalId, value: NodeId, good: bool) {
        let Some(Amount { measure: Some(measure), less, .. }) = scene.with(local, 1 << player).amount(value) else { return };
        let want = if less { Want::Less } else { Want::More };
        self.add(Wish { side: self.program.equipment.players[player].side, good, measure, want });
    }

    /// These sides win or lose under the conditions that hold.
    fn of(&mut self, scene: &PhraseContext<'p>, sides: u64, wins: bool, held: &[Held]) {
        let playing: Vec<SideId> = self.program.equipment.playing().collect();
        for side in each_bit(sides).map(|side| SideId(side as u8)).filter(|side| playing.contains(side)) {
            // With two sides a loss of one is a win of the other.
            let (side, good) = match playing.as_slice() {
                [one, other] if !wins => (if *one == side { *other } else { *one }, true),
                _ => (side, wins),
            };
            for held in held {
                match held {
                    Held::Phrase(phrase, holds) => self.truth(scene, (side, good), *phrase, *holds),
                    Held::Here(measure) => {
                        self.add(Wish { side, good, measure: measure.clone(), want: Want::AtLeast(1) });
                    }
                }
            }
        }
    }

    /// A side wants a phrase to be true or false.
    fn truth(&mut self, scene: &PhraseContext<'p>, whose: (SideId, bool), phrase: NodeId, holds: bool) {
        match self.program.node(phrase) {
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| self.truth(scene, whose, *part, holds)),
            Node::Not(part) => self.truth(scene, whose, *part, !holds),
            Node::Some(what) => match self.program.node(*what) {
                Node::Where(all, local, condition) if matches!(self.program.type_of(*all), Type::Player | Type::Side) => {
                    let all = scene.bits(*all).unwrap_or(0);
                    each_bit(all).for_each(|one| self.truth(&scene.with(*local, 1 << one), whose, *condition, holds));
                }
                _ => {
                    let want = if holds { Want::AtLeast(1) } else { Want::AtMost(0) };
                    self.wants(whose, scene.count(*what), Some(want));
                }
            },
            // Everything in the first is in the second.
            Node::Is(what, within) if holds => self.wants(whose, scene.outside(*what, *within), Some(Want::AtMost(0))),
            Node::Compare(order, one, other) => {
                let (Some(one), Some(other)) = (scene.amount(*one), scene.amount(*other)) else { return };
                let order = if holds { *order } else { order.opposite() };
                self.compared(whose, order, one, other);
            }
            _ => {}
        }
    }

    /// A side wants this comparison of two numbers to be true.
    fn compared(&mut self, whose: (SideId, bool), order: Order, one: Amount, other: Amount) {
        match (&one.measure, &other.measure) {
            (Some(_), None) => self.wants(whose, Some(one), want(order, other.plus)),
            (None, Some(_)) => self.wants(whose, Some(other), want(order.mirrored(), one.plus)),
            (Some(_), Some(_)) => {
                let more = match order {
                    Order::More | Order::AtLeast => Want::More,
                    Order::Less | Order::AtMost => Want::Less,
                    Order::Equal | Order::Unequal => return,
                };
                self.wants(whose, Some(one), Some(more));
                self.wants(whose, Some(other), Some(more.mirrored(0)));
            }
            (None, None) => {}
        }
    }

    /// Adds the wish of a side for a number.
    fn wants(&mut self, (side, good): (SideId, bool), amount: Option<Amount>, want: Option<Want>) {
        let (Some(Amount { measure: Some(measure), less, plus }), Some(want)) = (amount, want) else { return };
        let want = if less { want.mirrored(plus) } else { want.mirrored(0).mirrored(plus.saturating_neg()) };
        self.add(Wish { side, good, measure, want });
    }

    fn add(&mut self, wish: Wish) {
        if !self.wishes.contains(&wish) {
            self.wishes.push(wish);
        }
    }
}

impl Want {
    /// The same condition on `from` less the number.
    fn mirrored(self, from: i64) -> Want {
        match self {
            Want::AtLeast(limit) => Want::AtMost(from.saturating_sub(limit)),
            Want::AtMost(limit) => Want::AtLeast(from.saturating_sub(limit)),
            Want::Just(limit) => Want::Just(from.saturating_sub(limit)),
            Want::More => Want::Less,
            Want::Less => Want::More,
        }
    }
}

/// The wish for a number that is compared in this way with a limit.
fn want(order: Order, limit: i64) -> Option<Want> {
    match order {
        Order::Less => Some(Want::AtMost(limit.saturating_sub(1))),
        Order::AtMost => Some(Want::AtMost(limit)),
        Order::More => Some(Want::AtLeast(limit.saturating_add(1))),
        Order::AtLeast => Some(Want::AtLeast(limit)),
        Order::Equal => Some(Want::Just(limit)),
        Order::Unequal => None,
    }
}
