//! Choice points: which options there are, and what taking one does.

use smallvec::SmallVec;

use crate::model::expr::Type;
use crate::model::rules::PathMode;
use crate::model::{PlayerId, SiteId};
use crate::program::code::{Chooser, Count, Op, RuleRef, Verb};
use crate::program::node::NodeId;
use crate::program::{Block, BlockId};

use super::combinations::{MOST_THINGS, Subsets, TOO_MANY_OPTIONS, alike};
use super::{Actor, Choice, MOST_MOVES, Options, Pick, Runner, Step, Under};
use crate::engine::eval::follow::TOO_MANY_WAYS;
use crate::engine::machine::{MoveSoFar, MoveStage, Task};
use crate::engine::moves::Deed;
use crate::engine::value::{Element, Value};

impl Runner<'_> {
    /// Who makes choices at this point.
    pub(super) fn current(&self) -> Actor {
        Actor::Player(self.machine.chooser.unwrap_or_else(|| self.mover()))
    }

    /// Whose turn it is.
    pub(in crate::engine) fn mover(&self) -> PlayerId {
        let order = &self.program.equipment.turn_order;
        order.get(self.store.cell(self.program.layout.turn()) as usize).copied().unwrap_or_default()
    }

    /// The choice that a task asks for. `None` if it asks for none: then it has been replaced by other tasks.
    pub(super) fn choice(&mut self, task: &Task) -> Option<Step> {
        let choice = match task {
            Task::Play { moves, by, optional, .. } => return self.play_choice(*moves, *by, *optional),
            Task::Leg { rule } => match self.program.groups[rule.group.index()].rules[rule.index as usize].verb {
                Verb::Path(_) => {
                    let options = self.first_legs(*rule);
                    Choice::of(self.current(), options)
                }
                Verb::Body(..) => {
                    self.machine.tasks.pop();
                    self.begin_body(*rule);
                    return None;
                }
            },
            Task::Chain => match self.further_legs() {
                Some(options) => Choice::of(self.current(), options),
                None => {
                    self.machine.tasks.pop();
                    return None;
                }
            },
            Task::Path { path, base } => {
                let compiled = &self.program.paths[path.0 as usize];
                let Some(actor) = self.machine.moving.actor else {
                    self.machine.tasks.pop();
                    return if compiled.mode == PathMode::Sweep { None } else { Some(Step::Failed) };
                };
                let Some(found) = self.eval(*base).matches(*path, actor) else {
                    self.reach(TOO_MANY_WAYS, self.rule_under_way());
                    return Some(Step::Failed);
                };
                if compiled.mode == PathMode::Sweep {
                    self.machine.tasks.pop();
                    self.sweep(&found, actor);
                    return None;
                }
                Choice::of(self.current(), found.into_iter().map(Pick::Match).collect())
            }
            Task::Choose { block, at, base } => self.things(*block, *at, *base)?,
            Task::Either { block, at, .. } => {
                let blocks = alternatives(self.program.block(*block), *at);
                Choice::of(self.current(), (0..blocks.len() as u8).map(Pick::Block).collect())
            }
            Task::May { .. } | Task::Again { optional: true, .. } => {
                Choice::of(self.current(), vec![Pick::Take(true), Pick::Take(false)])
            }
            _ => return None,
        };
        Some(self.offered(choice))
    }

    /// The step for a choice: a failure if it has no options, or too many.
    pub(super) fn offered(&mut self, choice: Choice) -> Step {
        if choice.options.len() == 0 {
            return Step::Failed;
        }
        if choice.options.len() > MOST_MOVES {
            self.reach(TOO_MANY_OPTIONS, self.rule_under_way());
            return Step::Failed;
        }
        Step::Choice(choice)
    }

    /// Takes options by their indices, one after the other, as far as possible.
    pub(in crate::engine) fn replay(&mut self, options: &[u16]) {
        for next in options {
            match self.advance() {
                Step::Choice(choice) => match choice.options.get(usize::from(*next)) {
                    Some(pick) => self.take(&pick),
                    None => break,
                },
                Step::Cut | Step::Failed | Step::Over => break,
            }
        }
    }

    /// Takes an option of the choice that the top task has asked for.
    pub(in crate::engine) fn take(&mut self, pick: &Pick) {
        self.idle_turns = 0;
        let Some(task) = self.machine.tasks.pop() else { return };
        match (task, pick) {
            (Task::Play { moves, by, again, base, optional }, Pick::Rule(rule, piece)) => {
                if again {
                    self.push(Task::Play { moves, by, optional, again, base });
                }
                let chooser = std::mem::replace(&mut self.machine.chooser, by);
                self.push(Task::PlayEnds { chooser });
                self.under = Some(Under { play: moves, behind: self.behind });
                self.begin_move(*rule, *piece);
            }
            (Task::Play { .. }, _) => {
                self.machine.deeds.push(Deed::Declined);
                let chooser = self.machine.chooser;
                self.push(Task::PlayEnds { chooser });
                self.machine.moving = MoveSoFar::default();
            }
            (Task::Leg { .. }, Pick::Leg(rule, found)) => self.begin_leg(*rule, found),
            (Task::Chain, Pick::Leg(rule, found)) => {
                self.push(Task::Chain);
                self.begin_leg(*rule, found);
            }
            (Task::Chain, Pick::Body(rule)) => {
                self.push(Task::Chain);
                self.begin_body(*rule);
            }
            (Task::Path { .. }, Pick::Match(found)) => self.path_leg(found),
            (Task::Choose { block, at, base }, Pick::Things(things, _)) => self.bind(block, at, base, things),
            (Task::Either { block, at, base }, Pick::Block(which)) => {
                let blocks = alternatives(self.program.block(block), at);
                if let Some(chosen) = blocks.get(*which as usize) {
                    self.machine.deeds.push(Deed::Alternative(*which));
                    self.push(Task::Block { block: *chosen, next: 0, base });
                }
            }
            (Task::May { block, base }, Pick::Take(take)) => {
                self.machine.deeds.push(Deed::Taken(*take));
                if *take {
                    self.push(Task::Block { block, next: 0, base });
                }
            }
            (Task::Again { block, base, optional, left }, Pick::Take(take)) => {
                self.machine.deeds.push(Deed::Taken(*take));
                if *take {
                    self.push(Task::Again { block, base, optional, left });
                    self.push(Task::Block { block, next: 0, base });
                }
            }
            (Task::Tokens(transfer), Pick::Identity(class, _)) => self.identify(transfer, *class),
            _ => {}
        }
    }

    fn begin_move(&mut self, rule: RuleRef, piece: Option<SiteId>) {
        self.set_out(rule, piece);
        self.push(Task::MoveEnds { stage: MoveStage::Removal });
        self.push(Task::Chain);
        self.push(Task::Leg { rule });
        self.tell(crate::program::code::EventKind::MoveBegins, crate::engine::machine::About::Nothing);
    }

    /// Sets the state of a move that begins by this rule and has done nothing yet.
    pub(super) fn set_out(&mut self, rule: RuleRef, piece: Option<SiteId>) {
        self.machine.moving = MoveSoFar {
            rule: Some(rule),
            actor: piece,
            start: piece,
            trail: piece.into_iter().collect(),
            under_way: true,
            ..MoveSoFar::default()
        };
    }

    pub(super) fn play_ends(&mut self, chooser: Option<PlayerId>) -> Step {
        self.machine.chooser = chooser;
        self.machine.moving.under_way = false;
        Step::Cut
    }

    /// The options of a `choose`: the elements of its set, or with a count the subsets of such sizes. `None` only if the
    /// statement is no `choose`.
    fn things(&mut self, block: BlockId, at: u16, base: u16) -> Option<Choice> {
        let Some((Op::Choose { count, from, by, .. }, _)) = self.program.block(block).ops.get(at as usize) else {
            return None;
        };
        let by = self.chooser(*by, base);
        let value = self.eval(base).value(*from);
        let distinct = match &value {
            Value::Sites(_) | Value::Bits(_) | Value::Number(_) => true,
            Value::Pieces(pieces) => pieces.off.is_empty(),
            _ => false,
        };
        let elements = value.elements();
        if distinct && count.is_none() {
            let options = elements.into_iter().map(|element| Pick::Things(smallvec::smallvec![element], 1)).collect();
            return Some(Choice::of(by, options));
        }
        let many = elements.len();
        let groups = if distinct { elements.into_iter().map(|one| vec![one]).collect() } else { alike(elements) };
        let (least, most) = match count {
            None => (1, 1),
            Some(Count::Exactly(number)) => {
                let number = self.eval(base).number(*number).max(0) as usize;
                let number = if by == Actor::Chance { number.min(many) } else { number };
                (number, number)
            }
            Some(Count::Between(least, most)) => {
                let least = self.eval(base).number(*least).max(0) as usize;
                let most = most.map_or(many as i64, |most| self.eval(base).number(most));
                (least, (most.max(0) as usize).min(many))
            }
        };
        match Subsets::of(groups, least, most) {
            Ok(subsets) => Some(Choice { by, options: Options::Subsets(subsets) }),
            Err(limit) => {
                // This many things would have been put together before the limit was noticed.
                self.effort.spend(MOST_THINGS as u64);
                self.reach(limit, self.rule_under_way());
                Some(Choice::of(by, Vec::new()))
            }
        }
    }

    fn chooser(&mut self, by: Chooser, base: u16) -> Actor {
        match by {
            Chooser::Current => self.current(),
            Chooser::Chance => Actor::Chance,
            Chooser::Player(who) => Actor::Player(self.player_of(who, base)),
        }
    }

    /// The player whom a phrase denotes. For a side: the mover if it is on that side, else the side's player whose turn comes
    /// soonest.
    pub(super) fn player_of(&mut self, who: NodeId, base: u16) -> PlayerId {
        let bits = self.eval(base).bits(who);
        let mover = self.mover();
        if self.program.type_of(who) != Type::Side {
            return (0..8).find(|i| bits >> i & 1 != 0).map_or(mover, PlayerId);
        }
        self.eval(base).next_of(bits).unwrap_or(mover)
    }

    fn bind(&mut self, block: BlockId, at: u16, base: u16, things: &SmallVec<[Element; 2]>) {
        let Some((Op::Choose { local, name, from, .. }, _)) = self.program.block(block).ops.get(at as usize) else {
            return;
        };
        let value = Value::of(things, self.program.layout.sites);
        let chosen = things.iter().map(|thing| self.plain(thing, *from)).collect();
        self.machine.deeds.push(Deed::Chosen(name.clone(), chosen));
        self.bind_value(base, *local, value);
    }

    pub(super) fn bind_value(&mut self, base: u16, local: crate::model::LocalId, value: Value) {
        if let Some(slot) = self.machine.values.get_mut(base as usize + local.index()) {
            *slot = value;
        }
    }
}

fn alternatives(block: &Block, at: u16) -> &[BlockId] {
    match block.ops.get(at as usize) {
        Some((Op::Either(blocks), _)) => blocks,
        _ => &[],
    }
}
